//! How long a subgame is solved.

use std::time::{Duration, Instant};

/// How long each subgame is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// What comes out depends on nothing else.
    Iterations(u64),
    /// As many iterations as there is time for, at least one. What it takes to find how both players come to the river
    /// and to check what was found comes on top: as long as a few iterations.
    Time(Duration),
}

impl Effort {
    /// The iterations from 1, as long as it is worth going on.
    pub(super) fn iterations(self) -> impl Iterator<Item = u64> {
        let began = Instant::now();
        (1..).take_while(move |&iteration| match self {
            Self::Iterations(all) => iteration <= all,
            Self::Time(time) => iteration == 1 || began.elapsed() < time,
        })
    }
}
