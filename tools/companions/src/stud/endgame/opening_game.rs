//! The opening game: each player hides two cards, both open one at the same time, and the last interval follows.

use super::equilibrium::{RULE, new_tables, policies};
use super::last_turn::{Hands, LastTurn, Policy, Reply, Showdowns, at};
use super::regret_rows::{HANDS_IN_ROW, HandRow, RegretRows};
use super::situation::{PAID, PublicSituation};
use super::tree::Tree;
use crate::stud::points::Worth;
use crate::stud::rules::Seat;

/// Cards that may be hidden: those of one row.
pub const CARDS: usize = HANDS_IN_ROW;
/// Pairs of them.
pub const PAIRS: usize = CARDS * (CARDS - 1) / 2;
/// Rows for the pairs.
const PAIR_ROWS: usize = PAIRS.div_ceil(HANDS_IN_ROW);

/// How one seat plays.
#[derive(Clone, Debug, Default)]
pub struct OpeningPolicy {
    /// Which of two cards is opened: action 0 the first of the pair, action 1 the second, `[action][row of pairs]`.
    pub choice: Policy,
    /// What it does then, `[first player's open card * CARDS + second player's][decision]`; empty where the cards are
    /// equal.
    pub betting: Vec<Vec<Policy>>,
}

/// One public situation in which each player hides two of sixteen cards.
#[derive(Clone, Debug)]
pub struct OpeningGame {
    /// The betting after the opening.
    pub tree: Tree,
    /// The pairs of cards in the order of their numbers.
    pub pairs: Vec<(usize, usize)>,
    /// `[first player's open card * CARDS + second player's]`
    showdowns: Vec<Showdowns<1>>,
}

impl OpeningGame {
    /// The game of a situation with sixteen unseen cards.
    pub fn new(situation: &PublicSituation) -> Self {
        let cards = &situation.unseen;
        let with = |seat: usize, opened: usize| -> Vec<Worth> {
            cards.iter().map(|&card| Worth::of(situation.open[seat].with(cards[opened]).with(card))).collect()
        };
        let worths = [0, 1].map(|seat| (0..CARDS).map(|opened| with(seat, opened)).collect::<Vec<_>>());
        let tables = (0..CARDS * CARDS).map(|table| (table / CARDS, table % CARDS));
        let showdowns = tables.map(|(mine, theirs)| Showdowns::new([&worths[0][mine], &worths[1][theirs]])).collect();
        let pairs = (0..CARDS).flat_map(|one| (one + 1..CARDS).map(move |other| (one, other))).collect();
        Self { tree: Tree::new(PAID), pairs, showdowns }
    }

    /// The average strategies of `iterations` iterations, `[seat]`.
    pub fn solve(&self, iterations: u64) -> [OpeningPolicy; 2] {
        let mut choices = [0, 1].map(|_| RegretRows::new(2, PAIR_ROWS));
        let mut tables = [0, 1].map(|seat| {
            (0..CARDS * CARDS).map(|_| std::mem::take(&mut new_tables(&self.tree, 1)[seat])).collect::<Vec<_>>()
        });
        for iteration in 1..=iterations {
            let step = RULE.step(iteration, iterations);
            for seat in Seat::BOTH {
                let other = seat.other();
                let opponent =
                    self.policy_of(other, &choices[other.index()], &tables[other.index()], RegretRows::current);
                let choice = choices[seat.index()].current();
                let own = &mut tables[seat.index()];
                let values = self.values(seat, &choice, &opponent, |table, last_turn, mine, theirs| {
                    last_turn.values(&mut Reply::Learn(&mut own[table], step), mine, theirs)
                });
                let gains = self.gains(&choice, &values);
                choices[seat.index()].learn(&step, &choice, &[HandRow::splat(1.0); PAIR_ROWS], &gains);
            }
        }
        Seat::BOTH.map(|seat| self.policy_of(seat, &choices[seat.index()], &tables[seat.index()], RegretRows::average))
    }

    /// What the best response of a seat gains against the other's policy, in chips.
    pub fn best_response(&self, seat: Seat, opponent: &OpeningPolicy) -> f64 {
        // Whatever it opens it may open for certain: each choice is valued as if it were made.
        let certain = vec![HandRow::splat(1.0); 2 * PAIR_ROWS];
        let reply = |_, last_turn: &LastTurn<'_, 1>, mine: &Hands<1>, theirs: &Hands<1>| {
            last_turn.values(&mut Reply::Best, mine, theirs)
        };
        let values = self.values(seat, &certain, opponent, reply);
        self.mean(|_, &(one, other)| values[one].0[other].max(values[other].0[one]))
    }

    /// What a seat gains when both keep to their policies, in chips.
    pub fn value(&self, seat: Seat, profile: &[OpeningPolicy; 2]) -> f64 {
        let own = &profile[seat.index()];
        let reply = |table: usize, last_turn: &LastTurn<'_, 1>, mine: &Hands<1>, theirs: &Hands<1>| {
            last_turn.values(&mut Reply::Own(&own.betting[table]), mine, theirs)
        };
        let values = self.values(seat, &own.choice, &profile[seat.other().index()], reply);
        self.mean(|pair, &(one, other)| {
            let [first, second] = chances(&own.choice, pair);
            first * values[one].0[other] + second * values[other].0[one]
        })
    }

    /// What best responses gain over the policies, as a mean of both seats and a share of the pot.
    pub fn exploitability(&self, profile: &[OpeningPolicy; 2]) -> f64 {
        let gains = Seat::BOTH.map(|seat| self.best_response(seat, &profile[seat.other().index()]));
        gains.iter().sum::<f64>() / 2.0 / self.tree.pot
    }

    /// The value of opening a card while hiding another one, `[opened]` a row of hidden cards.
    fn values(
        &self,
        seat: Seat,
        choice: &[HandRow],
        opponent: &OpeningPolicy,
        mut reply: impl FnMut(usize, &LastTurn<'_, 1>, &Hands<1>, &Hands<1>) -> Hands<1>,
    ) -> Vec<HandRow> {
        let (own, theirs) = (self.reaches(choice), self.reaches(&opponent.choice));
        let mut values = vec![HandRow::default(); CARDS];
        for (mine, sum) in values.iter_mut().enumerate() {
            for (other, &their_reach) in theirs.iter().enumerate().filter(|&(other, _)| other != mine) {
                let table = table_number(seat, mine, other);
                let opponent = &opponent.betting[table];
                let last_turn = LastTurn { tree: &self.tree, showdowns: &self.showdowns[table], seat, opponent };
                let (mine, theirs) = (without(own[mine], other), without(their_reach, mine));
                let [value] = reply(table, &last_turn, &[mine], &[theirs]);
                *sum = *sum + without(value, other);
            }
        }
        values
    }

    /// How likely each card was opened by a player who hides another one, `[opened]` a row of hidden cards.
    fn reaches(&self, choice: &[HandRow]) -> Vec<HandRow> {
        let mut reaches = vec![HandRow::default(); CARDS];
        for (pair, &(one, other)) in self.pairs.iter().enumerate() {
            [reaches[one].0[other], reaches[other].0[one]] = chances(choice, pair);
        }
        reaches
    }

    /// What each choice would have gained over the policy.
    fn gains(&self, choice: &[HandRow], values: &[HandRow]) -> Vec<HandRow> {
        let mut gains = vec![HandRow::default(); 2 * PAIR_ROWS];
        for (pair, &(one, other)) in self.pairs.iter().enumerate() {
            let after = [values[one].0[other], values[other].0[one]];
            let [first, second] = chances(choice, pair);
            let value = first * after[0] + second * after[1];
            for (action, after) in after.into_iter().enumerate() {
                gains[action * PAIR_ROWS + pair / HANDS_IN_ROW].0[pair % HANDS_IN_ROW] = after - value;
            }
        }
        gains
    }

    /// The mean over all pairs and the opponent's pairs that share no card with them.
    fn mean(&self, value: impl Fn(usize, &(usize, usize)) -> f64) -> f64 {
        let sum: f64 = self.pairs.iter().enumerate().map(|(number, pair)| value(number, pair)).sum();
        sum / (PAIRS * (CARDS - 2) * (CARDS - 3) / 2) as f64
    }

    fn policy_of(
        &self,
        seat: Seat,
        choice: &RegretRows,
        tables: &[Vec<RegretRows>],
        policy: impl Fn(&RegretRows) -> Policy,
    ) -> OpeningPolicy {
        let betting = tables.iter().map(|tables| policies(&self.tree, seat, tables, &policy)).collect();
        OpeningPolicy { choice: policy(choice), betting }
    }
}

/// The table after a seat has opened `mine` and the other `theirs`.
pub fn table_number(seat: Seat, mine: usize, theirs: usize) -> usize {
    match seat {
        Seat::First => mine * CARDS + theirs,
        Seat::Second => theirs * CARDS + mine,
    }
}

/// How likely each card of a pair is opened.
pub fn chances(choice: &[HandRow], pair: usize) -> [f64; 2] {
    let (first, second) = choice.split_at(PAIR_ROWS);
    [at(first, pair), at(second, pair)]
}

fn without(mut row: HandRow, card: usize) -> HandRow {
    row.0[card] = 0.0;
    row
}
