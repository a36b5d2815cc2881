//! Full-width CFR of small games with their boards in the lanes, too.

pub mod full_pass;
pub mod layout;
pub(crate) mod solving_rule;

pub use full_pass::FullPass;
pub use layout::Columns;
pub use solving_rule::SolvingRule;
