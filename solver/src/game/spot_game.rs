//! The betting that is left in a spot: a game that is taken up on the flop, turn or river.

use evaluator::card::SUITS;
use evaluator::deck::Deck;
use evaluator::round::Round;

use super::game_definition::{Beginning, Betting, GameDefinition, RoundRules};
use super::game_error::GameError;
use super::sizes::BetSizes;
use crate::units::Chips;

/// What may be bet in a spot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpotBetting {
    /// The listed sizes, up to what each player has left.
    NoLimit { stack: Chips, sizes: Box<BetSizes> },
    /// One size a round, so many times.
    Limit {
        /// Of the flop, the turn and the river.
        sizes: [Chips; 3],
        /// The most bets and raises of a round; some twenty are too many for a tree.
        cap: usize,
    },
}

impl GameDefinition {
    /// A spot of hold'em from the first decision of a round on. Position 0 acts first in every round; contributions,
    /// and the totals in betting texts, count from there, and the smallest bet is one chip.
    ///
    /// # Errors
    /// [`GameError::UnfitSizes`] where a list is missing, and [`GameError::TreeTooLarge`].
    ///
    /// # Panics
    /// If the round is before the flop.
    pub fn spot(deck: Deck, round: Round, pot: Chips, betting: SpotBetting) -> Result<Self, GameError> {
        assert!(round > Round::Preflop, "spots begin after the flop");
        let (limits, max_raises, betting) = match betting {
            SpotBetting::NoLimit { stack, sizes } => ([Chips::ZERO; 3], 0, Betting::NoLimit { stack, sizes }),
            SpotBetting::Limit { sizes, cap } => (sizes, cap, Betting::Limit),
        };
        let rules = |of: Round| RoundRules {
            raise_size: limits[of.number() - 1],
            max_raises,
            first_player: 0,
            board_cards: if of == round { of.board_cards() } else { 1 },
        };
        let game = Self {
            beginning: Beginning { rounds_over: round.number(), pot },
            blinds: [Chips::ZERO; 2],
            betting,
            rounds: Round::ALL[round.number()..].iter().map(|&of| rules(of)).collect(),
            suits: SUITS,
            ranks: deck.ranks(),
            hole_cards: 2,
        };
        game.checked()
    }

    /// The round of hold'em in which a spot's round (from 0) is played; that round itself in other games.
    pub fn round_of_holdem(&self, round: usize) -> usize {
        self.beginning.rounds_over + round
    }
}
