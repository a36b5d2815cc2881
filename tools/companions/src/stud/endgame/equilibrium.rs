//! The last turn from a public situation, solved by CFR and measured by best responses.

use super::last_turn::{Hands, LastTurn, Policy, Reply, Showdowns, hands};
use super::regret_rows::{RegretRows, UpdateRule};
use super::situation::{PAID, PublicSituation};
use super::tree::Tree;
use crate::stud::points::Worth;
use crate::stud::rules::Seat;

/// Rows of sixteen for the 40 cards that may be hidden.
pub const ROWS: usize = 3;
/// How the reduced games are solved.
pub const RULE: UpdateRule = UpdateRule::DCFR;

/// Policies of both seats, `[seat][decision]`; entries for the other seat's decisions are empty.
pub type Profile = [Vec<Policy>; 2];

/// One public situation in which each player hides one card.
#[derive(Clone, Debug)]
pub struct LastTurnGame {
    /// The betting.
    pub tree: Tree,
    /// What each hidden card makes of a hand, `[seat][card]`.
    pub worths: [Vec<Worth>; 2],
    showdowns: Showdowns<ROWS>,
}

impl LastTurnGame {
    /// The game of a situation with one hidden card each; at most 48 cards may be hidden.
    pub fn new(situation: &PublicSituation) -> Self {
        let worths =
            situation.open.map(|open| situation.unseen.iter().map(|&card| Worth::of(open.with(card))).collect());
        let [first, second]: &[Vec<Worth>; 2] = &worths;
        let showdowns = Showdowns::new([first, second]);
        Self { tree: Tree::new(PAID), worths, showdowns }
    }

    /// Cards that may be hidden.
    pub fn cards(&self) -> usize {
        self.worths[0].len()
    }

    /// The average strategies of `iterations` iterations.
    pub fn solve(&self, iterations: u64) -> Profile {
        let mut tables = new_tables(&self.tree, ROWS);
        let everybody = self.everybody();
        for iteration in 1..=iterations {
            let step = RULE.step(iteration, iterations);
            for seat in Seat::BOTH {
                let opponent = policies(&self.tree, seat.other(), &tables[seat.other().index()], RegretRows::current);
                let last_turn = self.last_turn(seat, &opponent);
                last_turn.values(&mut Reply::Learn(&mut tables[seat.index()], step), &everybody, &everybody);
            }
        }
        Seat::BOTH.map(|seat| policies(&self.tree, seat, &tables[seat.index()], RegretRows::average))
    }

    /// What the best response of a seat gains against the other's policies, in chips.
    pub fn best_response(&self, seat: Seat, profile: &Profile) -> f64 {
        self.gain(seat, profile, &mut Reply::Best)
    }

    /// What a seat gains when both keep to their policies, in chips.
    pub fn value(&self, seat: Seat, profile: &Profile) -> f64 {
        self.gain(seat, profile, &mut Reply::Own(&profile[seat.index()]))
    }

    /// What best responses gain over the policies, as a mean of both seats and a share of the pot.
    pub fn exploitability(&self, profile: &Profile) -> f64 {
        Seat::BOTH.map(|seat| self.best_response(seat, profile)).iter().sum::<f64>() / 2.0 / self.tree.pot
    }

    fn gain(&self, seat: Seat, profile: &Profile, reply: &mut Reply<'_>) -> f64 {
        let everybody = self.everybody();
        let values = self.last_turn(seat, &profile[seat.other().index()]).values(reply, &everybody, &everybody);
        // Lanes beyond the cards hold what a hand that nobody has would gain.
        let count = self.cards();
        let sum: f64 = (0..count).map(|card| super::last_turn::at(&values, card)).sum();
        sum / (count * (count - 1)) as f64
    }

    fn last_turn<'a>(&'a self, seat: Seat, opponent: &'a [Policy]) -> LastTurn<'a, ROWS> {
        LastTurn { tree: &self.tree, showdowns: &self.showdowns, seat, opponent }
    }

    fn everybody(&self) -> Hands<ROWS> {
        hands(self.cards(), |_| 1.0)
    }
}

/// Regrets for all decisions of a tree, `[seat][decision]`.
pub fn new_tables(tree: &Tree, rows: usize) -> [Vec<RegretRows>; 2] {
    Seat::BOTH.map(|seat| {
        let actions = tree.decisions.iter().map(|it| if it.seat == seat { it.children.len() } else { 0 });
        actions.map(|actions| RegretRows::new(actions, rows)).collect()
    })
}

/// A seat's policies from its tables; empty at the other seat's decisions.
pub fn policies(tree: &Tree, seat: Seat, tables: &[RegretRows], policy: impl Fn(&RegretRows) -> Policy) -> Vec<Policy> {
    let decisions = tree.decisions.iter().zip(tables);
    decisions.map(|(decision, table)| if decision.seat == seat { policy(table) } else { Vec::new() }).collect()
}
