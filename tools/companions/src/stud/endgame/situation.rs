//! A public situation before the last interval, and the betting that follows with three sizes of bet: 10 decisions, 10
//! drops and 9 showdowns.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use rand_xoshiro::rand_core::RngCore;
use solver::boards::card_rules::draw;

use crate::stud::model::amount;
use crate::stud::rules::{Action, Betting, Seat, Status, TURNS};

/// What each player has paid before the last interval, in chips: only the ratio to the least bet of 1 matters.
pub(super) const PAID: u64 = 500;

/// Which cards the reduced game is played with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    lowest_rank: u8,
    open: usize,
}

impl Size {
    /// The last turn of stud: six open cards and a hidden one, full deck; 40 cards may be hidden.
    pub const LAST_TURN: Self = Self { lowest_rank: 0, open: 6 };
    /// A deck of nines to aces, four open cards and two hidden ones; 16 cards may be hidden.
    pub const OPENING: Self = Self { lowest_rank: 7, open: 4 };

    pub fn deck(self) -> CardSet {
        Card::all().filter(|card| card.rank() >= self.lowest_rank).collect()
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct PublicSituation {
    pub open: [CardSet; 2],
    /// The cards that may be hidden, all equally likely, in ascending order.
    pub unseen: Vec<Card>,
}

impl PublicSituation {
    pub fn random(size: Size, generator: &mut impl RngCore) -> Self {
        let drawn = draw(generator, size.deck(), 2 * size.open);
        let (first, second) = drawn.split_at(size.open);
        Self::new(size.deck(), [CardSet::of(first), CardSet::of(second)])
    }

    /// The situation with these open cards; no card belongs to both.
    pub fn new(deck: CardSet, open: [CardSet; 2]) -> Self {
        Self { open, unseen: (deck - open[0] - open[1]).iter().collect() }
    }

    pub(super) fn unseen_set(&self) -> CardSet {
        CardSet::of(&self.unseen)
    }
}

/// The sizes: shares of the way from the lower to the upper limit. For an opening these are 1, about half the pot, and
/// the pot.
pub(super) const SHARES: [f64; 3] = [0.0, 0.5, 1.0];

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Child {
    Decision(usize),
    /// This seat has dropped; the other gains what it had paid.
    Drop(Seat, f64),
    /// The better hand gains this much, which each player has paid.
    Showdown(f64),
}

/// A turn to act. Action 0 is the drop; the others are bets, smallest first.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    pub seat: Seat,
    /// The opponent's bet as a share of the most it could have been; 0 for the opening.
    pub faced_share: f64,
    pub children: Vec<Child>,
}

/// All decisions in depth-first preorder; the first is the opening.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    pub decisions: Vec<Decision>,
    pub pot: f64,
}

impl Tree {
    /// The last interval after each player has paid this much (at least 2, so that the sizes differ).
    pub fn new(paid: u64) -> Self {
        let betting = Betting::at(TURNS, paid);
        let mut tree = Self { decisions: Vec::new(), pot: betting.pot() as f64 };
        tree.grow(&betting);
        tree
    }

    fn grow(&mut self, betting: &Betting) -> Child {
        let seat = match betting.status() {
            Status::Dropped(seat) => return Child::Drop(seat, betting.paid(seat) as f64),
            Status::Showdown => return Child::Showdown(betting.paid(Seat::First) as f64),
            Status::ToAct(seat) => seat,
        };
        let number = self.decisions.len();
        self.decisions.push(Decision { seat, faced_share: betting.faced_share(), children: Vec::new() });
        let mut bets = SHARES.map(|share| amount(betting.limits(), share)).to_vec();
        bets.dedup();
        for action in std::iter::once(Action::Drop).chain(bets.into_iter().map(Action::Bet)) {
            let mut after = betting.clone();
            after.act(action);
            let child = self.grow(&after);
            self.decisions[number].children.push(child);
        }
        Child::Decision(number)
    }
}
