//! Up one complete board: what an entry of a round is worth to one seat with each holding, several entries side by
//! side.
//!
//! The opponent's reach is carried down as weights, and what the ends are worth comes up again: where the seat acts,
//! its actions' values are mixed by its strategy; where the opponent acts, they are added. All entries of a round are
//! followed by the same betting, so that they lie in the lanes of one walk.

use evaluator::lanes::Lanes;
use evaluator::processor::Kernel;
use evaluator::showdown::{ShowdownOrder, ShowdownSums, Weights};
use matches::agent::Agent;
use solver::boards::DealtBoard;
use solver::game::{Next, Place};
use tables::strategy::block::MAX_ACTIONS;

use crate::explorer::Game;

/// Entries side by side: a round of hold'em has at most nine exits.
pub(crate) const ENTRIES: usize = 16;

/// One number for each entry.
pub type Entries<const N: usize> = Lanes<f64, N>;

/// Follows an exit of a round: its number and the opponent's reach there, by place; gives what the exit is worth.
pub type Follow<'f, const N: usize> = dyn FnMut(usize, &[Entries<N>]) -> Vec<Entries<N>> + 'f;

/// A seat on a complete board, against an opponent who plays the same strategy.
#[derive(Clone, Copy)]
pub struct Seated<'a> {
    pub game: &'a Game,
    /// The strategy of both.
    pub agent: &'a Agent,
    /// The board, with the strategy's buckets of all rounds.
    pub board: &'a DealtBoard,
    /// The position whose values are wanted.
    pub position: usize,
}

/// One round of it.
#[derive(Clone, Copy)]
pub struct LaneWalk<'a, const N: usize> {
    /// Who and where.
    pub seated: Seated<'a>,
    pub round: usize,
    /// The entry in each lane; lanes beyond stay empty.
    pub entries: &'a [usize],
}

/// The value of a round from its first decision, and of all rounds after it.
pub(crate) fn value_of_round(
    seated: Seated<'_>,
    round: usize,
    entries: &[usize],
    reach: &[Entries<ENTRIES>],
) -> Vec<Entries<ENTRIES>> {
    let walk = LaneWalk { seated, round, entries };
    let layout = &seated.game.layout.rounds[round];
    walk.value(Next::Decision(0), reach, &mut |exit, reach| {
        let next: Vec<usize> = entries.iter().map(|&entry| layout.next_entry(entry, exit)).collect();
        value_of_round(seated, round + 1, &next, reach)
    })
}

impl<const N: usize> LaneWalk<'_, N> {
    /// What a decision or an end of the round is worth in chips, times the weight of the opponents met, by place.
    pub fn value(&self, next: Next<usize, usize>, reach: &[Entries<N>], follow: &mut Follow<'_, N>) -> Vec<Entries<N>> {
        if reach.iter().all(|row| *row == Entries::default()) {
            return vec![Entries::default(); reach.len()];
        }
        match next {
            Next::Decision(node) => self.value_of_decision(node, reach, follow),
            Next::End(end) => self.value_of_end(end, reach, follow),
        }
    }

    fn value_of_decision(&self, node: usize, reach: &[Entries<N>], follow: &mut Follow<'_, N>) -> Vec<Entries<N>> {
        let Seated { game, board, position, .. } = self.seated;
        let template = &game.layout.rounds[self.round].template[node];
        let of_place = &board.row(self.round).of_place;
        let mut sum = vec![Entries::default(); reach.len()];
        for (&child, shares) in template.children.iter().zip(&self.shares(node)) {
            if template.player == position {
                let values = self.value(child, reach, follow);
                game.processor.run(AddMixed { sum: &mut sum, values: &values, shares, of_place });
            } else {
                let mut taken = vec![Entries::default(); reach.len()];
                game.processor.run(AddMixed { sum: &mut taken, values: reach, shares, of_place });
                let values = self.value(child, &taken, follow);
                sum.iter_mut().zip(values).for_each(|(sum, value)| *sum = *sum + value);
            }
        }
        sum
    }

    /// `[action][distinct bucket]`: how often a decision's actions are taken.
    fn shares(&self, node: usize) -> [Vec<Entries<N>>; MAX_ACTIONS] {
        let Seated { agent, board, .. } = self.seated;
        let buckets = &board.row(self.round).distinct;
        let part = 1.0 / agent.parts_of_whole() as f64;
        let mut shares = [(); MAX_ACTIONS].map(|()| vec![Entries::default(); buckets.len()]);
        for (lane, &entry) in self.entries.iter().enumerate() {
            let place = Place { round: self.round, entry, node };
            for (number, &bucket) in buckets.iter().enumerate() {
                let weights = agent.weights(place, bucket);
                for (shares, weight) in shares.iter_mut().zip(weights) {
                    shares[number].0[lane] = f64::from(weight) * part;
                }
            }
        }
        shares
    }

    fn value_of_end(&self, end: usize, reach: &[Entries<N>], follow: &mut Follow<'_, N>) -> Vec<Entries<N>> {
        let Seated { game, board, position, .. } = self.seated;
        let layout = &game.layout.rounds[self.round];
        let stakes = |added: i32, sign: i32| {
            let mut stakes = Entries::default();
            for (stake, &entry) in stakes.0.iter_mut().zip(self.entries) {
                *stake = f64::from(sign * (layout.entry_contribution[entry].0 + added));
            }
            stakes
        };
        let mut sums = ShowdownSums::default();
        match layout.fold(end) {
            Some(fold) => {
                let sign = if fold.folder == position { -1 } else { 1 };
                let stakes = stakes(fold.added[fold.folder].0, sign);
                game.processor.run(Folds { order: &board.order, sums: &mut sums, reach, stakes })
            }
            None if self.round + 1 < game.layout.rounds.len() => follow(end, reach),
            None => {
                let stakes = stakes(layout.exits[end].added.0, 1);
                game.processor.run(Showdowns { order: &board.order, sums: &mut sums, reach, stakes })
            }
        }
    }
}

/// Reach by place.
struct ByPlace<'a, const N: usize>(&'a [Entries<N>]);

impl<const N: usize> Weights<f64, N> for ByPlace<'_, N> {
    #[inline(always)]
    fn at(&self, place: usize) -> Entries<N> {
        self.0[place]
    }
}

/// Adds numbers by place, each times its bucket's share.
struct AddMixed<'a, const N: usize> {
    sum: &'a mut [Entries<N>],
    values: &'a [Entries<N>],
    shares: &'a [Entries<N>],
    of_place: &'a [u16],
}

impl<const N: usize> Kernel for AddMixed<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for ((sum, &value), &bucket) in self.sum.iter_mut().zip(self.values).zip(self.of_place) {
            *sum = *sum + value * self.shares[usize::from(bucket)];
        }
    }
}

/// Somebody folds: the stakes, times the weight of the opponents met.
pub struct Folds<'a, const N: usize> {
    /// Who may be held on the board.
    pub order: &'a ShowdownOrder,
    /// Room for sums.
    pub sums: &'a mut ShowdownSums<f64, N>,
    /// The opponent's reach, by place.
    pub reach: &'a [Entries<N>],
    /// What is won.
    pub stakes: Entries<N>,
}

impl<const N: usize> Kernel for Folds<'_, N> {
    type Output = Vec<Entries<N>>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        self.order.gather(self.sums, &ByPlace(self.reach));
        let mut values = vec![Entries::default(); self.reach.len()];
        for ((value, &cards), &own) in values.iter_mut().zip(self.order.cards()).zip(self.reach) {
            *value = self.sums.opposition(cards, own) * self.stakes;
        }
        values
    }
}

/// The better hand wins the stakes.
struct Showdowns<'a, const N: usize> {
    order: &'a ShowdownOrder,
    sums: &'a mut ShowdownSums<f64, N>,
    reach: &'a [Entries<N>],
    stakes: Entries<N>,
}

impl<const N: usize> Kernel for Showdowns<'_, N> {
    type Output = Vec<Entries<N>>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        self.order.sweep(self.sums, &ByPlace(self.reach));
        let mut values = vec![Entries::default(); self.reach.len()];
        for (place, (value, &cards)) in values.iter_mut().zip(self.order.cards()).enumerate() {
            *value = self.sums.balance(place, cards) * self.stakes;
        }
        values
    }
}
