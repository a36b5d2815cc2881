//! What a study file may contain, and what follows from it: settings, seeds, and the order of the stages.

pub mod duration;
pub mod exact_hands;
pub mod exploitability;
pub mod league;
mod longer;
pub mod opponents;
pub mod order;
pub mod published;
pub mod repeats;
pub mod selection;
pub(crate) mod settings;
pub mod shipped;
pub mod street;
pub mod study;
mod study_checks;
pub mod training;
mod training_list;
