//! One walk over all histories of a complete board.

use evaluator::processor::Processor;
use evaluator::showdown::{ShowdownOrder, ShowdownSums};
use rayon::prelude::*;

use super::chunk_kernels::{Approach, Chunk, ExitValues, GameEnds, ReachOfBuckets, ReachOfNextRound, ValueSink};
use super::history_lanes::{HistoryLanes, LANES, Real, RoundLanes, Row, Stakes};
use super::memory_pool::MemoryPool;
use super::reach_products::ReachProducts;
use crate::public_board::BucketRow;

/// Whoever knows how a player acts.
pub trait Strategies<T>: Sync {
    /// Writes the action probabilities of the player's decisions in a chunk for each of the buckets, `[bucket][slot]`;
    /// the other player's slots are left alone.
    fn load(&self, round: usize, chunk: usize, player: usize, buckets: &[u32], strategies: &mut [Row<T>]);

    /// The bytes that one probability takes where a table keeps what can be kept in bytes.
    fn probability_bytes(&self) -> usize {
        size_of::<T>()
    }
}

/// A player on a board: strategies, and the buckets by which they are chosen.
#[derive(Clone, Copy)]
pub struct Side<'a, T> {
    /// How the player acts.
    pub strategies: &'a dyn Strategies<T>,
    /// The board's buckets, round by round.
    pub rows: &'a [BucketRow],
}

/// What one chunk teaches the player whose values were computed.
pub struct Lesson<'a, T> {
    /// The round's number.
    pub round: usize,
    /// The chunk's number within the round.
    pub chunk: usize,
    /// The player.
    pub player: usize,
    /// The round's lanes.
    pub lanes: &'a RoundLanes,
    /// The distinct buckets.
    pub buckets: &'a [u32],
    /// The player's strategies, `[bucket][slot]`.
    pub strategies: &'a [Row<T>],
    /// `[terminal][bucket]`: counterfactual values of the round's ends, summed over the bucket's holdings.
    pub terminal_values: &'a [Row<T>],
    /// `[bucket]`: the player's own reach at the round's start, summed over the bucket's holdings.
    pub own_reach: &'a [Row<T>],
}

/// Whoever learns from the walk.
pub trait Learner<T>: Sync {
    /// Whether there is anything to learn; else sums by bucket are not made.
    const LEARNS: bool;

    /// Takes one chunk's lesson; chunks come from many threads, each chunk once a walk.
    fn learn(&self, lesson: &Lesson<'_, T>);
}

/// Nobody learns: the walk only values.
pub struct NoLearner;

impl<T> Learner<T> for NoLearner {
    const LEARNS: bool = false;

    fn learn(&self, _lesson: &Lesson<'_, T>) {}
}

/// The memory of chunks at work.
pub type Scratch<T> = MemoryPool<ChunkScratch<T>>;

/// The memory of one chunk at work.
pub struct ChunkScratch<T> {
    reach: [Vec<Row<T>>; 2],
    strategies: [Vec<Row<T>>; 2],
    products: [ReachProducts<T>; 2],
    sums: ShowdownSums<T, LANES>,
    bucket_sums: Vec<Row<T>>,
    own_reach: Vec<Row<T>>,
    next_values: Vec<Vec<Row<T>>>,
}

impl<T: Real> Default for ChunkScratch<T> {
    fn default() -> Self {
        Self {
            reach: Default::default(),
            strategies: Default::default(),
            products: Default::default(),
            sums: ShowdownSums::default(),
            bucket_sums: Vec::new(),
            own_reach: Vec::new(),
            next_values: Vec::new(),
        }
    }
}

/// A board, two players and the one whose values are wanted.
pub struct BoardWalk<'a, T, L> {
    /// The game's lanes.
    pub lanes: &'a HistoryLanes,
    /// The game's stakes.
    pub stakes: &'a Stakes<T>,
    /// The contestants of the board.
    pub order: &'a ShowdownOrder,
    /// The players by position.
    pub sides: [Side<'a, T>; 2],
    /// Whose values are computed.
    pub player: usize,
    /// Who learns from them.
    pub learner: &'a L,
    /// Memory to work in.
    pub scratch: &'a Scratch<T>,
    /// Instruction set to use.
    pub processor: Processor,
}

impl<T: Real, L: Learner<T>> BoardWalk<'_, T, L> {
    /// The player's value of each holding in chips, by place, summed over the opponent's holdings it can meet.
    pub fn values(&self) -> Vec<T> {
        let mut scratch = self.scratch.take();
        let mut start = Row::default();
        start.0[0] = T::of(1.0);
        for reach in &mut scratch.reach {
            reach.clear();
            reach.resize(self.order.len(), start);
        }
        let mut values = Vec::new();
        self.chunk_values(0, 0, scratch, &mut values);
        values.iter().map(|row| row.0[0]).collect()
    }

    /// Plays one chunk; `scratch` holds both players' reaches and goes back to the pool.
    fn chunk_values(&self, round: usize, chunk: usize, mut scratch: Box<ChunkScratch<T>>, values: &mut Vec<Row<T>>) {
        let places = self.order.len();
        values.clear();
        values.resize(places, Row::default());
        let (player, opponent) = (self.player, 1 - self.player);
        // Without an opponent nothing can be won, but the player's own way here still counts in the average strategy.
        if is_reached(&scratch.reach[opponent]) || L::LEARNS && is_reached(&scratch.reach[player]) {
            self.play(round, chunk, [player, opponent], &mut scratch, values);
        }
        self.scratch.give_back(scratch);
    }

    fn play(
        &self,
        round: usize,
        chunk: usize,
        [player, opponent]: [usize; 2],
        scratch: &mut ChunkScratch<T>,
        values: &mut [Row<T>],
    ) {
        let lanes = &self.lanes.rounds[round];
        let ChunkScratch { reach, strategies, products, sums, bucket_sums, own_reach, next_values } = scratch;
        for seat in 0..2 {
            let buckets = &self.sides[seat].rows[round].distinct;
            strategies[seat].resize(buckets.len() * lanes.slots, Row::default());
            self.sides[seat].strategies.load(round, chunk, seat, buckets, &mut strategies[seat]);
            self.processor.run(products[seat].multiplication(lanes, seat, &strategies[seat]));
        }
        let row = |seat: usize| &self.sides[seat].rows[round];
        let approach = |seat: usize| Approach {
            reach: &reach[seat],
            bucket_of_place: &row(seat).of_place,
            products: &products[seat],
        };
        let is_opposed = is_reached(&reach[opponent]);
        let buckets = row(player).distinct.len();
        bucket_sums.clear();
        if L::LEARNS {
            bucket_sums.resize(lanes.terminals * buckets, Row::default());
        }
        if !lanes.is_last {
            self.play_on(round, chunk, [approach(0), approach(1)], next_values);
        }
        if is_opposed && !lanes.is_last {
            let next_values: Vec<&[Row<T>]> = next_values.iter().map(Vec::as_slice).collect();
            self.processor.run(ExitValues {
                lanes,
                next_values: &next_values,
                sink: ValueSink {
                    values: &mut *values,
                    products: &products[player],
                    row: row(player),
                    bucket_sums: &mut *bucket_sums,
                },
            });
        }
        if is_opposed {
            let sink =
                ValueSink { values, products: &products[player], row: row(player), bucket_sums: &mut *bucket_sums };
            self.processor.run(GameEnds {
                chunk: Chunk { lanes, stakes: self.stakes, round, chunk, player },
                order: self.order,
                opponent: approach(opponent),
                sums,
                sink,
            });
        }
        if L::LEARNS {
            own_reach.clear();
            own_reach.resize(buckets, Row::default());
            let bucket_of_place = &row(player).of_place;
            self.processor.run(ReachOfBuckets { reach: &reach[player], bucket_of_place, sums: own_reach });
            self.learner.learn(&Lesson {
                round,
                chunk,
                player,
                lanes,
                buckets: &row(player).distinct,
                strategies: &strategies[player],
                terminal_values: bucket_sums,
                own_reach,
            });
        }
    }

    /// Plays all chunks of the next round that follow this one.
    fn play_on(&self, round: usize, chunk: usize, approaches: [Approach<'_, T>; 2], values: &mut Vec<Vec<Row<T>>>) {
        let lanes = &self.lanes.rounds[round];
        let (first, count) = if lanes.repacks {
            (0, self.lanes.rounds[round + 1].entries.len())
        } else {
            (chunk * lanes.exits, lanes.exits)
        };
        values.resize_with(count, Vec::new);
        values.par_iter_mut().enumerate().for_each(|(offset, values)| {
            let next_chunk = first + offset;
            let mut scratch = self.scratch.take();
            for (approach, reach) in approaches.iter().zip(&mut scratch.reach) {
                self.processor.run(ReachOfNextRound { lanes, approach: *approach, next_chunk, reach });
            }
            self.chunk_values(round + 1, next_chunk, scratch, values);
        });
    }
}

/// Whether any holding comes to any of the histories.
fn is_reached<T: Real>(reach: &[Row<T>]) -> bool {
    reach.iter().any(|reach| *reach != Row::default())
}
