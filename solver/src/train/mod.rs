//! CFR, counterfactual regret minimisation (Zinkevich et al. 2007): update rules, tables, samplers and what a lesson
//! does.
//!
//! Begin with [`update_rule`] for what happens to a cell and [`lesson`] for how it gets there. Some terms are this
//! project's own: a *gain* is what the papers call an instantaneous (counterfactual) regret; a *lesson* is all that one
//! walk found out about a player's decisions in a chunk; an *entry* is a way of betting into a round and an *exit* one
//! out of it into the next; a *chunk* is sixteen entries in the lanes of a vector.

pub mod boards;
pub mod columns;
pub mod deals;
pub mod full_boards;
pub(crate) mod lesson;
pub mod refinement;
pub mod sampled_training;
pub mod settings;
pub mod share;
pub mod tables;
pub mod update_rule;

pub use refinement::{ExactOpponent, Opponent};
pub use settings::{Budget, Sampler, TrainingSettings};
pub use share::Share;
pub use tables::{Cells, ChunkTables, TableLayout};
pub use update_rule::UpdateRule;
