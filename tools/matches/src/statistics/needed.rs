//! How many observations would decide a question that the present ones have left open: a rough answer, since the spread
//! and the difference are themselves known only roughly.

use crate::statistics::score::Score;
use crate::statistics::significance::{LEVEL, p_value};

/// Nobody makes more clusterings than this; boards and deals are asked for in parts of it.
const MOST: u64 = 1_000;

/// How many observations would decide a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needed {
    /// This many in all.
    InAll(u64),
    /// More than this many, or more of something else.
    MoreThan(u64),
    /// There are too few of them to say.
    NotKnown,
}

impl Needed {
    /// The fewest, not below `least`, that are enough; more are enough as well.
    pub(crate) fn first(least: u64, is_enough: impl Fn(u64) -> bool) -> Self {
        let most = least.max(MOST);
        if !is_enough(most) {
            return Self::MoreThan(most);
        }
        let (mut too_few, mut enough) = (least.saturating_sub(1), most);
        while too_few + 1 < enough {
            let middle = too_few + (enough - too_few) / 2;
            if is_enough(middle) { enough = middle } else { too_few = middle }
        }
        Self::InAll(enough)
    }

    /// How many observations would distinguish a mean of this size from zero, given the spread found; its p-value is
    /// multiplied by the number of `pairs`, as for the clearest of them (Holm's first step).
    pub fn of(found: &Score, pairs: usize) -> Self {
        if found.observations < 2 || !found.standard_error.is_finite() {
            return Self::NotKnown;
        }
        let spread = found.standard_deviation();
        let is_enough = |observations: u64| {
            let standard_error = spread / (observations as f64).sqrt();
            let score = Score { standard_error, observations, ..*found };
            p_value(&score) * (pairs as f64) < LEVEL
        };
        // In multiples of what there is: boards are cheap.
        match Self::first(1, |times| is_enough(times.saturating_mul(found.observations))) {
            Self::InAll(times) => Self::InAll(times.saturating_mul(found.observations)),
            Self::MoreThan(times) => Self::MoreThan(times.saturating_mul(found.observations)),
            Self::NotKnown => Self::NotKnown,
        }
    }
}
