//! What every walk of a game needs, made once: rules, lanes, stakes and the instruction set; and a player as the walks
//! see it: buckets and strategies.

use evaluator::lanes::Lanes;
use evaluator::processor::Processor;

use super::down::ChunkId;
use super::lanes::{HistoryLanes, Shape};
use super::reach_products::{LANES, Real, Row};
use crate::boards::{Buckets, CardRules};
use crate::game::{BettingTree, GameDefinition, TreeLayout};

/// A game made ready for walks.
pub struct PreparedGame<T> {
    /// How the cards are dealt.
    pub rules: CardRules,
    /// The betting histories in lanes.
    pub lanes: HistoryLanes,
    /// What ends are worth.
    pub stakes: Stakes<T>,
    /// Instruction set.
    pub processor: Processor,
}

impl<T: Real> PreparedGame<T> {
    pub fn new(game: &GameDefinition) -> Self {
        let layout = TreeLayout::new(&BettingTree::new(game));
        let lanes = HistoryLanes::new(&layout);
        let stakes = Stakes::new(&layout, &lanes);
        Self { rules: CardRules::new(game), lanes, stakes, processor: Processor::detect() }
    }
}

/// What each end is worth, history by history, in chips.
#[derive(Clone, Debug)]
pub struct Stakes<T> {
    /// `[round][chunk][end]`; for an exit what either player has put in, for a fold what the folder has.
    rounds: Vec<Vec<Vec<Row<T>>>>,
}

impl<T: Real> Stakes<T> {
    /// The stakes of a game.
    pub fn new(layout: &TreeLayout, lanes: &HistoryLanes) -> Self {
        let rounds = layout.rounds.iter().zip(&lanes.rounds).map(|(round, lanes)| {
            let stakes = |chunk: usize| {
                let shape = lanes.shape(chunk);
                let chips = |entry: usize, end: usize| match end.checked_sub(shape.exits) {
                    None => round.exit_chips(entry, end),
                    Some(fold) => round.fold_chips(entry, fold)[shape.folder(end)],
                };
                let of_end = |end: usize| {
                    let of_entry = |entry: usize| T::of(chips(entry, end).as_f64());
                    Lanes(lanes.entries[chunk].map(|entry| entry.map_or(T::default(), of_entry)))
                };
                (0..shape.ends).map(of_end).collect()
            };
            (0..lanes.chunks()).map(stakes).collect()
        });
        Self { rounds: rounds.collect() }
    }

    /// The same stakes in another precision.
    pub fn rounded<S: Real>(&self) -> Stakes<S> {
        let of_chunk = |ends: &Vec<Row<T>>| ends.iter().map(|&row| rounded(row)).collect();
        Stakes { rounds: self.rounds.iter().map(|round| round.iter().map(of_chunk).collect()).collect() }
    }

    /// What either player has put in at an exit.
    #[inline(always)]
    pub(crate) fn exit(&self, at: ChunkId, exit: usize) -> Row<T> {
        self.rounds[at.round][at.chunk][exit]
    }

    /// What a player wins by a fold in a chunk of some shape: minus the player's own stake where the player folds.
    #[inline(always)]
    pub fn fold(&self, at: ChunkId, shape: &Shape, end: usize, player: usize) -> Row<T> {
        let stake = self.rounds[at.round][at.chunk][end];
        if shape.folder(end) == player { Row::default() - stake } else { stake }
    }
}

/// How a player acts, however the probabilities are kept.
pub trait Strategies<T>: Sync {
    /// Writes the action probabilities of the player's decisions in a chunk for each of the buckets, `[bucket][slot]`;
    /// the other player's slots are left alone.
    fn load(&self, at: ChunkId, player: usize, buckets: &[u32], strategies: &mut [Row<T>]);

    /// The probabilities of some slots for all buckets of a chunk, `[bucket][slot]`, in parts of 255; `None` where they
    /// are not kept in such parts.
    fn parts(&self, _at: ChunkId, _slots: &[usize]) -> Option<Vec<[u8; LANES]>> {
        None
    }

    /// Whether the player is asked board by board, since no table could hold its answers.
    fn is_asked(&self) -> bool {
        false
    }

    /// The bytes that one probability takes in a table that uses single bytes where it can.
    fn probability_bytes(&self) -> usize {
        size_of::<T>()
    }
}

/// A player: an abstraction and the strategy on it.
#[derive(Clone, Copy)]
pub struct Player<'a, T> {
    /// The abstraction.
    pub buckets: &'a dyn Buckets,
    pub strategies: &'a dyn Strategies<T>,
}

/// Rounds a row to another precision.
#[inline(always)]
pub(crate) fn rounded<S: Real, T: Real>(row: Row<S>) -> Row<T> {
    let mut rounded = Row::default();
    for lane in 0..LANES {
        rounded.0[lane] = T::of(row.0[lane].as_f64());
    }
    rounded
}
