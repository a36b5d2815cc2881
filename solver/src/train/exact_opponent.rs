//! The opponent with exact cards as a training keeps it: how it sees the cards before the last round, and its regrets.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

use super::table_layout::TableLayout;
use super::tables::{Cells, ChunkTables};
use crate::boards::FineBuckets;
use crate::walk::PreparedGame;

/// The opponent that a strategy is trained against.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Opponent {
    /// Against itself, as in CFR.
    #[default]
    Itself,
    /// Against an opponent with exact cards, as in CFR-BR; see [`boards`](super::boards).
    Exact,
}

impl FromStr for Opponent {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "itself" => Ok(Self::Itself),
            "exact" => Ok(Self::Exact),
            _ => Err(format!("'{text}' is not an opponent; choose itself or exact")),
        }
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Itself => "itself",
            Self::Exact => "exact",
        })
    }
}

/// How an opponent with exact cards sees them before the last round, and the shape of its regrets.
pub struct ExactOpponent {
    /// Its hands.
    pub buckets: FineBuckets,
    /// Regrets alone; none of the last round.
    pub layout: TableLayout,
}

impl ExactOpponent {
    /// The opponent with these hands.
    pub fn new(game: &PreparedGame<f32>, buckets: FineBuckets) -> Self {
        Self { layout: TableLayout::new(&game.lanes, &buckets), buckets }
    }

    /// Its regrets as the walks see them.
    pub fn tables<'t>(&'t self, game: &'t PreparedGame<f32>, regrets: &'t mut [Cells<f32>]) -> ChunkTables<'t, f32> {
        ChunkTables::new(&game.lanes, &self.layout, regrets, &mut [], &mut []).with(game.processor)
    }
}
