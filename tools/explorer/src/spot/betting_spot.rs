//! Board and betting as they are typed, and the decision they lead to.

use evaluator::card::{Card, parse_cards};
use evaluator::card_set::CardSet;
use evaluator::round::Round;
use solver::game::NodeId;

use crate::error::SpotError;
use crate::game::Game;

/// A decision on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Where the betting is.
    pub decision: NodeId,
    /// The cards that lie there, the flop first.
    pub board: Vec<Card>,
    pub street: Round,
}

impl Spot {
    /// Reads a board such as `Qs7h2c` and betting such as `crc/cr`. Cards of later streets are ignored.
    pub fn read(game: &Game, board: &str, betting: &str) -> Result<Self, SpotError> {
        let decision = game.tree.node_at(betting)?;
        let street = Round::ALL[game.tree[decision].round];
        let mut cards = parse_cards(board)?;
        if cards.len() < street.board_cards() {
            return Err(SpotError::Board { street, found: cards.len() });
        }
        cards.truncate(street.board_cards());
        Ok(Self { decision, board: cards, street })
    }

    /// The cards that lie there in a round that has been reached.
    pub fn board_of(&self, round: usize) -> &[Card] {
        &self.board[..Round::ALL[round].board_cards()]
    }

    /// The cards as a set.
    pub fn board_set(&self) -> CardSet {
        CardSet::of(&self.board)
    }
}
