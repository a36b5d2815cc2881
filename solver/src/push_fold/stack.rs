//! The stacks for which push or fold is solved.

use std::fmt;
use std::str::FromStr;

/// What both players have before the blinds, in big blinds: any number from 1 to 500, whole or not.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Stack(f64);

impl Stack {
    /// With less than a big blind the big blind has nothing left to decide.
    pub const LEAST: f64 = 1.0;
    pub const MOST: f64 = 500.0;

    pub const fn big_blinds(self) -> f64 {
        self.0
    }

    fn refusal(found: impl fmt::Display) -> String {
        format!("expected 1 to 500 big blinds, such as 10 or 7.7, found {found}")
    }
}

impl TryFrom<f64> for Stack {
    type Error = String;

    fn try_from(big_blinds: f64) -> Result<Self, String> {
        let is_allowed = (Self::LEAST..=Self::MOST).contains(&big_blinds);
        if is_allowed { Ok(Self(big_blinds)) } else { Err(Self::refusal(big_blinds)) }
    }
}

impl FromStr for Stack {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number: f64 = text.parse().map_err(|_| Self::refusal(format_args!("'{text}'")))?;
        Self::try_from(number).map_err(|_| Self::refusal(format_args!("'{text}'")))
    }
}

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
