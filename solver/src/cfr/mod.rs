//! CFR, counterfactual regret minimisation (Zinkevich et al. 2007): update rules, samplers and the training loop.
//!
//! Begin with [`training_loop`], and with [`update_rule`] for what happens to a cell. Words that are the house's own: a *gain* is what
//! the papers call an instantaneous (counterfactual) regret; a *lesson* ([`crate::walk::Lesson`]) is all that one walk found out about
//! a chunk's decisions of a player; an *entry* is a way of betting into a round and an *exit* one out of it into the next; a *chunk* is
//! sixteen entries in the lanes of a vector.

pub mod boards;
pub mod deals;
pub mod iteration;
pub mod regret_matching;
pub mod sampled_steps;
pub mod sampled_training;
pub mod sampler;
pub mod small_game;
pub mod table_layout;
pub mod training_loop;
pub mod training_pace;
pub mod training_state;
pub mod traversal;
pub mod update_rule;

pub use sampler::Sampler;
pub use table_layout::TableLayout;
pub use training_loop::Trainer;
pub use training_state::{Budget, TrainingSettings};
pub use update_rule::UpdateRule;
