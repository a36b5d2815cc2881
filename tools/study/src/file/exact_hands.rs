//! How an opponent with exact cards tells hands apart before the river, where a best reply would need too many boards.

use evaluator::round::Round;
use serde::Deserialize;

use crate::file::street::Street;

/// Buckets of an opponent with exact cards.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExactHands {
    /// The flop's; all its hands stand for themselves if left out.
    pub flop: Option<Street>,
    /// The turn's, as many as memory allows.
    pub turn: Street,
}

impl ExactHands {
    /// The streets that have buckets.
    pub fn streets(&self) -> impl Iterator<Item = (Round, &Street)> {
        self.flop.iter().map(|flop| (Round::Flop, flop)).chain([(Round::Turn, &self.turn)])
    }
}
