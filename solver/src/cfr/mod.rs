//! CFR, counterfactual regret minimisation (Zinkevich et al. 2007): update rules, samplers and the training loop.

pub mod deal_sampler;
pub mod iteration;
pub mod regret_matching;
pub mod small_game;
pub mod table_layout;
pub mod training_loop;
pub mod traversal;
pub mod update_rule;

pub use deal_sampler::Sampler;
pub use table_layout::TableLayout;
pub use training_loop::{Budget, Trainer, TrainingSettings};
pub use update_rule::UpdateRule;
