//! A policy's last round in one position, in the form the kernels read: only the free probabilities, in bytes where they are 255ths.
//!
//! `[chunk][bucket][number][lane]`: in hold'em eight numbers a bucket, 128 bytes for sixteen histories. A chunk of 9,000
//! buckets then stays in the second-level cache while all rivers of a turn are played.

use tables::strategy_block::PARTS;

use crate::measure::expected_value::Player;
use crate::walk::last_round::{
    BettingLadder, BranchProducts, BranchStakes, EndsMemory, EndsOfBuckets, FreeProbabilities,
};
use crate::walk::{LANES, Real, RoundLanes, Row};

/// 255 times a probability closer to a whole number than this is kept as one: stored strategies consist of such, and in single
/// precision they are up to 1.5e-5 off.
const TOLERANCE: f64 = 3e-5;

/// One player's free probabilities of the last round.
pub struct LastRoundTable<T> {
    numbers: usize,
    after_check: usize,
    buckets: usize,
    cells: Cells<T>,
}

/// How the probabilities are kept.
enum Cells<T> {
    /// In parts of 255.
    Parts(Vec<[u8; LANES]>),
    /// As they are.
    Full(Vec<Row<T>>),
}

impl<T: Real> LastRoundTable<T> {
    /// The table of the player in a position; `round` is the number of the last one.
    pub fn new<S: Real>(
        lanes: &RoundLanes,
        ladder: &BettingLadder,
        round: usize,
        position: usize,
        player: Player<'_, S>,
    ) -> Self {
        let (slots, after_check) = ladder.free_slots(position);
        let buckets = player.buckets.count(round);
        let source = Source { lanes, round, position, player, slots: &slots };
        let mut parts = Some(Vec::new());
        source.visit(&mut |row| match (&mut parts, parts_of(row)) {
            (Some(rows), Some(row)) => rows.push(row),
            _ => parts = None,
        });
        let cells = parts.map_or_else(
            || {
                let mut rows = Vec::new();
                source.visit(&mut |row| rows.push(Row::from(row.0.map(|probability| T::of(probability.as_f64())))));
                Cells::Full(rows)
            },
            Cells::Parts,
        );
        Self { numbers: slots.len(), after_check, buckets, cells }
    }

    /// The multiplication of a branch's probabilities, for a board's distinct buckets; `FACES` tells whether the player faces the
    /// first bet.
    pub fn products<'a, const EXITS: usize, const CHECKED: bool, const FACES: bool>(
        &'a self,
        chunk: usize,
        buckets: &'a [u32],
        stakes: &'a BranchStakes<T>,
        products: &'a mut EndsMemory<T>,
    ) -> BranchProducts<'a, T, EXITS, CHECKED, FACES> {
        let EndsOfBuckets { exits, folds } = products.of_branch(buckets.len());
        let (cells, numbers, after_check) = (self.chunk(chunk), self.numbers, self.after_check);
        BranchProducts { cells, numbers, after_check, buckets, stakes, exits, folds }
    }

    /// The probabilities of a chunk.
    fn chunk(&self, chunk: usize) -> FreeProbabilities<'_, T> {
        let size = self.buckets * self.numbers;
        let rows = chunk * size..(chunk + 1) * size;
        match &self.cells {
            Cells::Parts(parts) => FreeProbabilities::Parts(&parts[rows]),
            Cells::Full(full) => FreeProbabilities::Full(&full[rows]),
        }
    }
}

/// Where the probabilities come from.
struct Source<'a, S> {
    lanes: &'a RoundLanes,
    round: usize,
    position: usize,
    player: Player<'a, S>,
    slots: &'a [usize],
}

impl<S: Real> Source<'_, S> {
    /// Shows all rows in the order of the table.
    fn visit(&self, see: &mut dyn FnMut(&Row<S>)) {
        let Self { lanes, round, position, player, slots } = *self;
        let buckets: Vec<u32> = (0..player.buckets.count(round) as u32).collect();
        let mut strategies = vec![Row::default(); buckets.len() * lanes.slots];
        for chunk in 0..lanes.entries.len() {
            player.strategies.load(round, chunk, position, &buckets, &mut strategies);
            for strategy in strategies.chunks_exact(lanes.slots) {
                slots.iter().for_each(|&slot| see(&strategy[slot]));
            }
        }
    }
}

/// The probabilities as numbers of 255ths, if they are.
fn parts_of<S: Real>(row: &Row<S>) -> Option<[u8; LANES]> {
    let mut parts = [0; LANES];
    for (part, &probability) in parts.iter_mut().zip(&row.0) {
        let scaled = probability.as_f64() * f64::from(PARTS);
        *part = scaled.round().clamp(0.0, f64::from(PARTS)) as u8;
        let is_part = (scaled - f64::from(*part)).abs() <= TOLERANCE;
        if !is_part {
            return None;
        }
    }
    Some(parts)
}
