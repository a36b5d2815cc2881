//! A public situation before the last interval: what lies open, and the cards that may be hidden.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use rand_xoshiro::rand_core::RngCore;

use crate::stud::deal::drawn;

/// What each player has paid before the last interval, in chips: only the ratio to the least bet of 1 matters.
pub const PAID: u64 = 500;

/// Which cards the reduced game is played with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// The lowest rank in the deck, 0 for deuces.
    pub lowest_rank: u8,
    /// Open cards of each player at the start.
    pub open: usize,
}

impl Size {
    /// The last turn of stud: six open cards and a hidden one, full deck; 40 cards may be hidden.
    pub const LAST_TURN: Self = Self { lowest_rank: 0, open: 6 };
    /// A deck of nines to aces, four open cards and two hidden ones; 16 cards may be hidden.
    pub const OPENING: Self = Self { lowest_rank: 7, open: 4 };

    /// The deck.
    pub fn deck(self) -> CardSet {
        Card::all().filter(|card| card.rank() >= self.lowest_rank).collect()
    }
}

/// What everybody sees.
#[derive(Clone, PartialEq, Debug)]
pub struct PublicSituation {
    /// Each player's open cards, `[seat]`.
    pub open: [CardSet; 2],
    /// The cards that may be hidden, all equally likely, in ascending order.
    pub unseen: Vec<Card>,
}

impl PublicSituation {
    /// Open cards drawn at random.
    pub fn random(size: Size, generator: &mut impl RngCore) -> Self {
        let deck = size.deck();
        let drawn = drawn(generator, deck, 2 * size.open);
        let (first, second) = drawn.split_at(size.open);
        Self::new(deck, [CardSet::of(first), CardSet::of(second)])
    }

    /// The situation with these open cards; no card belongs to both.
    pub fn new(deck: CardSet, open: [CardSet; 2]) -> Self {
        Self { open, unseen: (deck - open[0] - open[1]).iter().collect() }
    }

    /// The unseen cards as a set.
    pub fn unseen_set(&self) -> CardSet {
        CardSet::of(&self.unseen)
    }
}
