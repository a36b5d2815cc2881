//! How a study's strategies are compared.

use matches::method::Method;
use serde::Deserialize;

use crate::error::{StudyError, refuse};
use crate::file::repeats::Repeats;

/// Every pair's value of every board is kept until the league is over.
pub(crate) const MOST_BOARDS: u64 = 100_000;

/// How strategies are compared.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaguePlan {
    /// `boards` or `hands`.
    pub method: String,
    /// Boards of each pair.
    pub boards: Option<u64>,
    /// Hands of each pair.
    pub hands: Option<u64>,
    /// Boards of each match against a built-in policy; none if left out.
    #[serde(default)]
    pub built_in_boards: u64,
}

impl LeaguePlan {
    /// How pairs are played.
    pub fn method(&self) -> Result<Method, StudyError> {
        let amount = match self.method.as_str() {
            "hands" => self.hands,
            _ => self.boards,
        };
        Ok(Method::named(&self.method, amount.unwrap_or(0))?)
    }

    /// Checks that it can be played among settings with these repeats.
    pub fn check(&self, repeats: Repeats) -> Result<(), StudyError> {
        // One observation has no interval.
        if self.method()?.observations() < 2 {
            return refuse("league", "at least 2 boards or 4 hands", self.method()?.observations());
        }
        if let Some(boards) = self.boards.filter(|&boards| boards > MOST_BOARDS) {
            let expected = format!("at most {MOST_BOARDS} boards, all kept for the comparison");
            return refuse("league.boards", expected, boards);
        }
        if repeats.is_several() && !matches!(self.method()?, Method::Boards { .. }) {
            return refuse("league.method", "boards, on which all players of [repeats] meet", &self.method);
        }
        match self.built_in_boards {
            0 => Ok(()),
            1 => refuse("league.built_in_boards", "0 or at least 2", 1),
            boards => Ok(Method::Boards { boards }.check()?),
        }
    }
}
