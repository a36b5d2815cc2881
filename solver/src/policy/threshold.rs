//! Rare actions left out of a strategy: thresholding, after Ganzfried, Sandholm and Waugh, "Strategy purification and
//! thresholding: effective non-equilibrium approaches for playing large games" (AAMAS 2012).
//!
//! Training on sampled cards leaves every action some probability, even actions that are only there because the cards
//! happened to favour them. Leaving out rare actions removes this noise, and some bluffs with it: after a short
//! training it helped, after a longer one it hurt (docs/exact-opponent.md).

use std::fmt;
use std::str::FromStr;

/// The least probability with which an action is taken at all, in hundredths.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Threshold {
    percent: u8,
}

/// At most a third, so that one of three actions is always left.
const MOST_PERCENT: u8 = 33;

impl Threshold {
    /// From 0, which leaves nothing out, to 33 hundredths.
    pub fn of_percent(percent: u8) -> Option<Self> {
        (percent <= MOST_PERCENT).then_some(Self { percent })
    }

    /// In hundredths.
    pub fn percent(self) -> u8 {
        self.percent
    }

    /// Leaves out the rare ones of at most three actions; the others keep their proportions.
    pub fn apply(self, probabilities: &mut [f32]) {
        if self.percent == 0 {
            return;
        }
        let least = f32::from(self.percent) / 100.0;
        let kept: f32 = probabilities.iter().filter(|&&probability| probability >= least).sum();
        if kept > 0.0 {
            for probability in probabilities {
                *probability = if *probability >= least { *probability / kept } else { 0.0 };
            }
        }
    }
}

impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.percent.fmt(f)
    }
}

impl FromStr for Threshold {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let percent = text.parse().ok().and_then(Self::of_percent);
        percent.ok_or_else(|| format!("expected hundredths from 0 to {MOST_PERCENT}, found '{text}'"))
    }
}
