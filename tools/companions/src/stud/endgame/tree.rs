//! The betting tree of the last interval with three sizes of bet: 10 decisions, 10 drops and 9 showdowns.

use crate::stud::bet::amount;
use crate::stud::rules::{Action, Betting, Seat, Status, TURNS};

/// The sizes: shares of the way from the lower to the upper limit. For an opening these are 1, about half the pot, and
/// the pot.
pub const SHARES: [f64; 3] = [0.0, 0.5, 1.0];
/// Most actions of a decision: a drop and a bet of each size.
pub const MAX_ACTIONS: usize = SHARES.len() + 1;

/// What follows an action.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Child {
    /// The decision with this number.
    Decision(usize),
    /// This seat has dropped; the other gains what it had paid.
    Drop(Seat, f64),
    /// The better hand gains this much, which each player has paid.
    Showdown(f64),
}

/// Somebody's turn to act. Action 0 is the drop; the others are bets, smallest first.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// Who acts.
    pub seat: Seat,
    /// The opponent's bet as a share of the most it could have been; 0 for the opening.
    pub faced_share: f64,
    /// What follows each action.
    pub children: Vec<Child>,
}

/// All decisions; the first is the opening, and each comes before those that follow it.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    /// Decisions in depth-first preorder.
    pub decisions: Vec<Decision>,
    /// All chips on the table at the start.
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
            after.act_within(action);
            let child = self.grow(&after);
            self.decisions[number].children.push(child);
        }
        Child::Decision(number)
    }
}
