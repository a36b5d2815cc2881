//! Why something cannot be run on this machine, in one line.

use std::fmt;

/// Why something cannot be run here.
#[derive(Clone, PartialEq, Debug)]
pub struct Shortage {
    /// What does not fit: the first such stage of a study, its folder, or a piece of work of its own.
    pub stage: String,
    /// What there is too little of, in words.
    pub needed: String,
    /// What there is, in words.
    pub available: String,
    /// Cheaper settings.
    pub advice: String,
}

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stage, needed, available, advice } = self;
        write!(f, "{stage} needs {needed}, there is {available}; {advice}")
    }
}
