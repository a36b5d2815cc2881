//! What a study file may contain, and what follows from it: settings, seeds, and the order of the stages.

pub mod measures;
pub mod order;
pub mod selection;
pub mod settings;
pub mod street;
pub mod study;
pub mod training;
