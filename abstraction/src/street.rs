//! A betting round of a deck: its hands, and the counts that strengths on it are made of.

use evaluator::deck::Deck;
use evaluator::hand_index::BoardFirst;
use evaluator::round::Round;

/// A betting round of a deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Street {
    pub deck: Deck,
    pub round: Round,
}

impl Street {
    pub const fn new(deck: Deck, round: Round) -> Self {
        Self { deck, round }
    }

    /// The street of the 52 cards.
    pub const fn full(round: Round) -> Self {
        Self::new(Deck::FULL, round)
    }

    /// Its boards and their hands.
    pub fn boards(self) -> &'static BoardFirst {
        BoardFirst::of(self.deck, self.round)
    }

    pub fn hands(self) -> u64 {
        self.boards().hands()
    }

    /// How many complete boards a hand may still see: 2,118,760 before the flop, 1,081, 46 and 1 in the full deck.
    pub const fn runouts(self) -> u32 {
        let (unseen, missing) = (self.deck.cards() - 2 - self.round.board_cards(), 5 - self.round.board_cards());
        let (mut ways, mut card) = (1, 0);
        while card < missing {
            ways = ways * (unseen - card) / (card + 1);
            card += 1;
        }
        ways as u32
    }

    /// What a hand's strength, summed over its run-outs, is divided by to lie in 0 to 1.
    pub fn strength_unit(self) -> f64 {
        f64::from(self.runouts()) * f64::from(certain_win(self.deck))
    }
}

/// Opponent holdings that a river holding meets: C(N − 7, 2), 990 in the full deck.
pub const fn river_opponents(deck: Deck) -> u16 {
    deck.holdings_beside(7) as u16
}

/// Hand strength is counted in halves of a win, `2w + d`, so a certain win is this.
pub const fn certain_win(deck: Deck) -> u16 {
    2 * river_opponents(deck)
}

/// The entry of a holding that cannot be held on a board: one above every strength, so that it falls into a bin of its
/// own without a branch.
pub const fn no_strength(deck: Deck) -> u16 {
    certain_win(deck) + 1
}
