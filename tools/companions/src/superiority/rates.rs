//! Winning rates: of starting hands, and of made hands as printed (table 2) or as the rules of poker give them.

use std::str::FromStr;

use super::made_hand::MadeHand;
use super::tally::{Outcomes, Tally};
use crate::error::CompanionError;
use crate::published::Published;
use evaluator::hand_category::HandCategory;

/// Which rates of made hands the estimate uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RateSource {
    /// Table 2 as printed; what is not printed there, two pair and better, has one number far above every threshold.
    #[default]
    Paper,
    /// Counted over all boards by the rules of poker.
    Exact,
}

impl RateSource {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Paper => "paper",
            Self::Exact => "exact",
        }
    }
}

impl FromStr for RateSource {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = [Self::Paper, Self::Exact].into_iter().find(|source| source.name() == text);
        found.ok_or_else(|| format!("'{text}' is no source of rates; give paper or exact"))
    }
}

/// Winning rates in %.
#[derive(Clone, PartialEq, Debug)]
pub struct Rates {
    /// By number of the starting hand.
    pub starting: Vec<f64>,
    /// By number of the made hand.
    pub made: Vec<f64>,
}

impl Rates {
    /// The rates of a source. Those of starting hands are counted for both: the paper prints eight of 169.
    pub fn new(source: RateSource, exact: &Tally, published: &Published) -> Result<Self, CompanionError> {
        let rate = |outcomes: &Outcomes| if outcomes.wins == 0 { 0.0 } else { outcomes.rate() };
        let starting = exact.starting.iter().map(rate).collect();
        let made = match source {
            RateSource::Exact => exact.shown.iter().map(rate).collect(),
            RateSource::Paper => printed(published)?,
        };
        Ok(Self { starting, made })
    }
}

fn printed(published: &Published) -> Result<Vec<f64>, CompanionError> {
    let table = published.table("2")?;
    let others: f64 = published.constant("rate_of_two_pair_and_better")?;
    let of = |made: MadeHand| match (made.category(), made.rank()) {
        (HandCategory::HighCard, Some(rank)) => table.rows.first()?.values.get(usize::from(rank)).copied(),
        (HandCategory::Pair, Some(rank)) => table.rows.get(1)?.values.get(usize::from(rank)).copied(),
        _ => Some(others),
    };
    let rates: Option<Vec<f64>> = MadeHand::all().map(of).collect();
    rates.ok_or(CompanionError::Published { file: "superiority.toml", problem: "table 2 is not complete".to_owned() })
}
