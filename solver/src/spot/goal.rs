//! What a solving is asked for, and how far it has come.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How finely regrets and sums are kept.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Bits {
    /// Whole numbers with a scale for each decision: half the memory, some more iterations.
    Sixteen,
    /// Single precision.
    #[default]
    ThirtyTwo,
}

impl Bits {
    pub const fn number(self) -> u32 {
        match self {
            Self::Sixteen => 16,
            Self::ThirtyTwo => 32,
        }
    }
}

impl FromStr for Bits {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "16" => Ok(Self::Sixteen),
            "32" => Ok(Self::ThirtyTwo),
            _ => Err(format!("'{text}' bits; choose 16 or 32")),
        }
    }
}

/// How little a best response may gain, in the mean of both players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Target {
    /// A share of the pot.
    Share(f64),
    Chips(f64),
}

impl Target {
    /// Half a percent of the pot, which nobody can tell from zero at a table.
    pub const USUAL: Self = Self::Share(0.005);

    pub fn chips(self, pot: f64) -> f64 {
        match self {
            Self::Share(share) => share * pot,
            Self::Chips(chips) => chips,
        }
    }
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (number, is_share) = text.strip_suffix('%').map_or((text, false), |number| (number, true));
        match number.trim().parse::<f64>() {
            Ok(number) if number > 0.0 && number.is_finite() => {
                Ok(if is_share { Self::Share(number / 100.0) } else { Self::Chips(number) })
            }
            _ => Err(format!("'{text}' is not above 0; give a share of the pot, such as 0.5%, or chips, such as 0.25")),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Share(share) => write!(f, "{}% of the pot", 100.0 * share),
            Self::Chips(chips) => write!(f, "{chips} chips"),
        }
    }
}

/// When to stop: at the first of these that comes.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Stop {
    pub target: Option<Target>,
    /// Of all runs together.
    pub iterations: Option<u64>,
    /// Of this run.
    pub time: Option<Duration>,
}

impl Stop {
    /// Where nothing else ends it, a solving has the [usual](Target::USUAL) target.
    pub fn new(target: Option<Target>, iterations: Option<u64>, time: Option<Duration>) -> Self {
        let is_bounded = iterations.is_some() || time.is_some();
        Self { target: target.or((!is_bounded).then_some(Target::USUAL)), iterations, time }
    }
}

/// What a strategy is worth; chips.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measures {
    /// What each player gets of the pot.
    pub values: [f64; 2],
    /// What a best response gets beyond that.
    pub gains: [f64; 2],
}

impl Measures {
    /// The mean of both gains.
    pub fn exploitability(&self) -> f64 {
        (self.gains[0] + self.gains[1]) / 2.0
    }
}

/// How far the strategy was after some iterations.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CurvePoint {
    pub iterations: u64,
    /// Chips.
    pub exploitability: f64,
    /// Since the solving began, earlier runs included.
    pub seconds: f64,
    pub core_seconds: Option<f64>,
}
