//! The opening game: each player hides two cards, both open one at the same time, and the last interval follows.

use super::last_turn::{Hands, LastTurn, PAID, Policy, PublicSituation, RULE, Regrets, Reply, Showdowns, Tree};
use crate::stud::points::Worth;
use crate::stud::rules::Seat;

pub const CARDS: usize = 16;
pub const PAIRS: usize = CARDS * (CARDS - 1) / 2;

#[derive(Clone, Debug)]
pub struct OpeningPolicy {
    /// Which of two cards is opened: action 0 the first of the pair, action 1 the second, `[action][pair]`.
    pub choice: Policy,
    /// What it does then, `[table number][decision]`; not read where the open cards are equal.
    pub(super) betting: Vec<Vec<Policy>>,
}

#[derive(Clone, Debug)]
pub struct OpeningGame {
    pub(super) tree: Tree,
    /// The pairs of cards in the order of their numbers.
    pub(super) pairs: Vec<(usize, usize)>,
    /// `[table number]`
    showdowns: Vec<Showdowns>,
}

impl OpeningGame {
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

    pub fn solve(&self, iterations: u64) -> [OpeningPolicy; 2] {
        let mut choices = [0, 1].map(|_| Regrets::new(2, PAIRS));
        let mut tables = Seat::BOTH.map(|seat| vec![Regrets::of_seat(&self.tree, seat, CARDS); CARDS * CARDS]);
        for iteration in 1..=iterations {
            let step = RULE.step(iteration, iterations);
            for seat in Seat::BOTH {
                let other = seat.other().index();
                let opponent = policy_of(&choices[other], &tables[other], Regrets::current);
                let choice = choices[seat.index()].current();
                let own = &mut tables[seat.index()];
                let values = self.values(seat, &choice, &opponent, |table, last_turn, mine, theirs| {
                    last_turn.values(0, &mut Reply::Learn(&mut own[table], step), mine, theirs)
                });
                let gains = self.gains(&choice, &values);
                choices[seat.index()].learn(&step, &choice, &[1.0; PAIRS], &gains);
            }
        }
        [0, 1].map(|seat| policy_of(&choices[seat], &tables[seat], Regrets::average))
    }

    /// What the best response of a seat gains against the other's policy, in chips.
    pub fn best_response(&self, seat: Seat, opponent: &OpeningPolicy) -> f64 {
        // Whatever it opens it may open for certain: each choice is valued as if it were made.
        let certain = vec![vec![1.0; PAIRS]; 2];
        let values = self.values(seat, &certain, opponent, |_, last_turn, mine, theirs| {
            last_turn.values(0, &mut Reply::Best, mine, theirs)
        });
        let best = self.pairs.iter().map(|&(one, other)| values[one][other].max(values[other][one]));
        // All pairs, and the opponent's pairs that share no card with them.
        best.sum::<f64>() / (PAIRS * (CARDS - 2) * (CARDS - 3) / 2) as f64
    }

    /// What best responses gain over the policies, as a mean of both seats and a share of the pot.
    pub fn exploitability(&self, profile: &[OpeningPolicy; 2]) -> f64 {
        let gains = Seat::BOTH.map(|seat| self.best_response(seat, &profile[seat.other().index()]));
        gains.iter().sum::<f64>() / 2.0 / self.tree.pot
    }

    /// The value of opening a card while hiding another one, `[opened][hidden]`.
    fn values(
        &self,
        seat: Seat,
        choice: &[Hands],
        opponent: &OpeningPolicy,
        mut reply: impl FnMut(usize, &LastTurn<'_>, &[f64], &[f64]) -> Hands,
    ) -> Vec<Hands> {
        let (own, theirs) = (self.reaches(choice), self.reaches(&opponent.choice));
        let mut values = vec![vec![0.0; CARDS]; CARDS];
        for (mine, sum) in values.iter_mut().enumerate() {
            for (other, their_reach) in theirs.iter().enumerate().filter(|&(other, _)| other != mine) {
                let table = table_number(seat, mine, other);
                let opponent = &opponent.betting[table];
                let last_turn = LastTurn { tree: &self.tree, showdowns: &self.showdowns[table], seat, opponent };
                let value = reply(table, &last_turn, &without(&own[mine], other), &without(their_reach, mine));
                sum.iter_mut().zip(without(&value, other)).for_each(|(sum, value)| *sum += value);
            }
        }
        values
    }

    /// How likely each card was opened by a player who hides another one, `[opened][hidden]`.
    fn reaches(&self, choice: &[Hands]) -> Vec<Hands> {
        let mut reaches = vec![vec![0.0; CARDS]; CARDS];
        for (pair, &(one, other)) in self.pairs.iter().enumerate() {
            (reaches[one][other], reaches[other][one]) = (choice[0][pair], choice[1][pair]);
        }
        reaches
    }

    /// What each choice would have gained over the policy.
    fn gains(&self, choice: &[Hands], values: &[Hands]) -> Vec<Hands> {
        let mut gains = vec![vec![0.0; PAIRS]; 2];
        for (pair, &(one, other)) in self.pairs.iter().enumerate() {
            let after = [values[one][other], values[other][one]];
            let value = choice[0][pair] * after[0] + choice[1][pair] * after[1];
            (gains[0][pair], gains[1][pair]) = (after[0] - value, after[1] - value);
        }
        gains
    }
}

fn policy_of(choice: &Regrets, tables: &[Vec<Regrets>], policy: fn(&Regrets) -> Policy) -> OpeningPolicy {
    let betting = tables.iter().map(|decisions| decisions.iter().map(policy).collect()).collect();
    OpeningPolicy { choice: policy(choice), betting }
}

/// The table after a seat has opened `mine` and the other `theirs`.
pub(super) fn table_number(seat: Seat, mine: usize, theirs: usize) -> usize {
    match seat {
        Seat::First => mine * CARDS + theirs,
        Seat::Second => theirs * CARDS + mine,
    }
}

fn without(hands: &[f64], card: usize) -> Hands {
    let mut without = hands.to_vec();
    without[card] = 0.0;
    without
}
