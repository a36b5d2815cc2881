//! How a study's strategies are measured and compared, and the hands of an opponent with exact cards.

use abstraction::recipe::BucketRequest;
use evaluator::round::Round;
use matches::method::Method;
use serde::{Deserialize, Serialize};
use solver::measure::exploitability::{Flops, Measurement};

use super::settings::{Repeats, each_once};
use crate::error::{StudyError, refuse};

/// How exploitability is measured: on the same flops for all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExploitabilityPlan {
    /// The same for all players, and drawn: all of them are for `exploit`.
    pub flops: Flops,
    /// Only strategies of the first N clusterings; of all if left out.
    pub clusterings: Option<u32>,
}

impl ExploitabilityPlan {
    pub(crate) fn check(self, repeats: Repeats) -> Result<(), StudyError> {
        match self.clusterings {
            _ if self.flops == Flops::All => {
                refuse("exploitability.flops", "a number of flops; exploit --flops all measures all of them", "all")
            }
            Some(number) if !(1..=repeats.clusterings).contains(&number) => {
                let expected = format!("1 to {}, the study's repeats.clusterings", repeats.clusterings);
                refuse("exploitability.clusterings", expected, number)
            }
            _ => Ok(()),
        }
    }

    /// The measurement of each player.
    pub(crate) fn measurement(self, seed: u64) -> Measurement {
        Measurement { flops: self.flops, seed, losses: false }
    }

    /// How many flops are drawn.
    pub(crate) fn drawn(self) -> usize {
        if let Flops::Drawn(count) = self.flops { count } else { unreachable!("checked") }
    }
}

/// How an opponent with exact cards tells hands apart before the river, where a best reply would need too many boards.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExactHands {
    /// The flop's; all its hands stand for themselves if left out.
    pub flop: Option<BucketRequest>,
    /// The turn's, as many as memory allows.
    pub turn: BucketRequest,
}

impl ExactHands {
    pub fn streets(&self) -> impl Iterator<Item = (Round, &BucketRequest)> {
        self.flop.iter().map(|flop| (Round::Flop, flop)).chain([(Round::Turn, &self.turn)])
    }
}

/// Every pair's value of every board is kept until the league is over.
pub(crate) const MOST_BOARDS: u64 = 100_000;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaguePlan {
    pub method: Method,
    /// Boards of each pair.
    pub boards: Option<u64>,
    pub hands: Option<u64>,
    /// Boards of each match against a built-in policy; none if left out.
    #[serde(default)]
    pub built_in_boards: u64,
}

impl LeaguePlan {
    /// How many boards or hands each pair plays.
    pub fn amount(&self) -> u64 {
        let amount = if self.method == Method::Hands { self.hands } else { self.boards };
        amount.unwrap_or(0)
    }

    /// Checks that it can be played among settings with these repeats.
    pub fn check(&self, repeats: Repeats) -> Result<(), StudyError> {
        if self.method == Method::Exact {
            return refuse("league.method", "boards or hands", self.method);
        }
        self.method.check(self.amount())?;
        // One observation has no interval.
        let observations = self.method.observations(self.amount());
        if observations < 2 {
            return refuse("league", "at least 2 boards or 4 hands", observations);
        }
        if let Some(boards) = self.boards.filter(|&boards| boards > MOST_BOARDS) {
            let expected = format!("at most {MOST_BOARDS} boards, all kept for the comparison");
            return refuse("league.boards", expected, boards);
        }
        if repeats.is_several() && self.method != Method::Boards {
            return refuse("league.method", "boards, on which all players of [repeats] meet", self.method);
        }
        match self.built_in_boards {
            0 => Ok(()),
            1 => refuse("league.built_in_boards", "0 or at least 2", 1),
            boards => Ok(Method::Boards.check(boards)?),
        }
    }
}

/// A table of what settings won from each other elsewhere.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    pub source: String,
    #[serde(default)]
    pub link: String,
    /// The settings of this study that its rows and columns stand for.
    pub settings: Vec<String>,
    /// What the row won from the column, in mbb/g; the diagonal is not looked at.
    pub mbb_per_game: Vec<Vec<f64>>,
    /// Half the 95 % interval of each of its values, if it is known.
    pub ci95: Option<f64>,
    /// What else a reader must know about it, such as where its interval comes from.
    #[serde(default)]
    pub remark: String,
}

impl Published {
    /// Whether it fits a study with these settings.
    pub fn check(&self, settings: &[String], has_league: bool) -> Result<(), StudyError> {
        if !has_league {
            return refuse("published", "a [league] to be set beside it", "none");
        }
        each_once("published.settings", self.settings.iter().map(String::as_str))?;
        if let Some(name) = self.settings.iter().find(|name| !settings.contains(name)) {
            return refuse("published.settings", format!("settings of this study: {}", settings.join(", ")), name);
        }
        let count = self.settings.len();
        if count < 2 {
            return refuse("published.settings", "at least 2", count);
        }
        if self.mbb_per_game.len() != count || self.mbb_per_game.iter().any(|row| row.len() != count) {
            return refuse("published.mbb_per_game", format!("{count} rows of {count} numbers"), "others");
        }
        let numbers = self.mbb_per_game.iter().flatten().chain(&self.ci95);
        match numbers.into_iter().find(|number| !number.is_finite()) {
            Some(number) => refuse("published.mbb_per_game", "finite numbers", number),
            None => match self.ci95 {
                Some(half_width) if half_width < 0.0 => refuse("published.ci95", "0 or more", half_width),
                _ => Ok(()),
            },
        }
    }
}
