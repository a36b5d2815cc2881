//! How likely a player plays to each end of the last round, bucket by bucket, from the free probabilities.

use evaluator::processor::{Kernel, prefetch};
use std::ops::Range;
use tables::strategy::block::PARTS;

use super::end_stakes::EndStakes;
use super::end_table::{EndTable, MOST_COLUMNS, free, left_out};
use crate::game::Next;
use crate::walk::lanes::Shape;
use crate::walk::reach_products::{LANES, Real, Row};

/// How many buckets ahead numbers are prefetched: those of a board lie all over the table.
const AHEAD: usize = 12;

/// A player's free probabilities in one chunk of the last round, see
/// [`free_slots`](super::end_table::free_slots).
#[derive(Clone, Copy)]
pub enum FreeProbabilities<'a, T> {
    /// `[bucket][number]` for all buckets, in parts of 255.
    Parts(&'a [[u8; LANES]]),
    /// `[bucket][number]` for all buckets.
    Full(&'a [Row<T>]),
    /// `[distinct bucket][slot]` for the buckets of the board alone, and which slots are free.
    Slots {
        strategies: &'a [Row<T>],
        /// Slots of a bucket.
        slots: usize,
        /// The slot of each free number.
        free: &'a [usize],
    },
}

/// Numbers for the columns of a last round, bucket by bucket; kept from board to board: touching new memory is slow.
#[derive(Default)]
pub struct EndsOfBuckets<T> {
    buckets: usize,
    /// `[block][distinct bucket][column]`
    exits: Vec<Row<T>>,
    /// The same for the folds beside them.
    folds: Vec<Row<T>>,
}

impl<T: Real> EndsOfBuckets<T> {
    /// Makes room for `buckets` buckets, with whatever values were left there.
    pub(crate) fn make_room(&mut self, table: &EndTable, buckets: usize) {
        self.buckets = buckets;
        let numbers = table.columns.len() * buckets;
        // It only grows: players with few buckets and with many take turns.
        if self.exits.len() < numbers {
            self.exits.resize(numbers, Row::default());
            self.folds.resize(numbers, Row::default());
        }
    }

    /// Lane by lane a share of one player's numbers, and the rest of another's on the same buckets: as if one of them
    /// were drawn to play.
    pub(crate) fn mix(&mut self, table: &EndTable, share: Row<T>, [one, other]: [&Self; 2]) {
        self.make_room(table, one.buckets);
        let rest = Row::splat(T::of(1.0)) - share;
        let numbers = table.columns.len() * one.buckets;
        for (to, [one, other]) in
            [(&mut self.exits, [&one.exits, &other.exits]), (&mut self.folds, [&one.folds, &other.folds])]
        {
            for (to, (&one, &other)) in to[..numbers].iter_mut().zip(one.iter().zip(other)) {
                *to = one * share + other * rest;
            }
        }
    }

    /// A bucket's numbers, all zero.
    #[inline(always)]
    fn clear(&mut self, table: &EndTable, bucket: usize) {
        for block in &table.blocks {
            let first = block.start * self.buckets + bucket * block.len();
            self.exits[first..first + block.len()].fill(Row::default());
            self.folds[first..first + block.len()].fill(Row::default());
        }
    }

    /// Room for `buckets` buckets, all zero.
    pub(crate) fn zero(&mut self, table: &EndTable, buckets: usize) {
        self.make_room(table, buckets);
        self.exits[..table.columns.len() * buckets].fill(Row::default());
        self.folds[..table.columns.len() * buckets].fill(Row::default());
    }

    /// Exits and folds of a block that begins with column `start`, `[distinct bucket]`.
    #[inline(always)]
    pub(crate) fn block<const W: usize>(&self, start: usize) -> [&[[Row<T>; W]]; 2] {
        let of_block = start * self.buckets..(start + W) * self.buckets;
        [&self.exits, &self.folds].map(|ends| ends[of_block.clone()].as_chunks().0)
    }

    /// The same, to write to.
    #[inline(always)]
    pub(crate) fn block_mut<const W: usize>(&mut self, start: usize) -> [&mut [[Row<T>; W]]; 2] {
        let of_block = start * self.buckets..(start + W) * self.buckets;
        [&mut self.exits, &mut self.folds].map(|ends| ends[of_block.clone()].as_chunks_mut().0)
    }

    /// Writes the numbers to `[end][distinct bucket]`.
    pub(crate) fn write_by_end(&self, table: &EndTable, ends: &mut [Row<T>]) {
        for (number, column) in table.columns.iter().enumerate() {
            for bucket in 0..self.buckets {
                let index = self.index(table, number, bucket);
                ends[column.exit * self.buckets + bucket] = self.exits[index];
                if let Some(fold) = &column.fold {
                    ends[fold.end * self.buckets + bucket] = self.folds[index];
                }
            }
        }
    }

    /// A bucket's exits in a block.
    #[inline(always)]
    pub(crate) fn exits_of(&self, block: &Range<usize>, bucket: usize) -> &[Row<T>] {
        &self.exits[block.start * self.buckets + bucket * block.len()..][..block.len()]
    }

    /// Where a bucket's number for a column is.
    #[inline(always)]
    fn index(&self, table: &EndTable, column: usize, bucket: usize) -> usize {
        let block = &table.blocks[table.block_of_column[column]];
        block.start * self.buckets + bucket * block.len() + column - block.start
    }
}

/// In which order a player's probabilities are multiplied out, on numbered rows: the first is one, then each free
/// probability makes two, how likely its action is taken and what is left for the decision's other actions.
#[derive(Clone, Default, Debug)]
pub struct ProductSteps {
    /// `[free number]`
    takes: Vec<Take>,
    /// `[column]`: the row with which the exit is played to.
    exits: Vec<usize>,
    /// The same for the fold beside it; any row where there is none.
    folds: Vec<usize>,
}

/// An action with a free probability.
#[derive(Clone, Copy, Debug)]
struct Take {
    /// The row of its decision, and of what the actions before it left.
    arriving: usize,
    left: usize,
}

impl ProductSteps {
    /// The steps of the player in a position.
    pub(crate) fn new(table: &EndTable, shape: &Shape, player: usize) -> Self {
        let columns = vec![0; table.columns.len()];
        let mut it = Self { takes: Vec::new(), exits: columns.clone(), folds: columns };
        let mut row_of_decision = vec![0; shape.nodes.len()];
        for (number, node) in shape.nodes.iter().enumerate() {
            let arriving = row_of_decision[number];
            let mut rows = vec![arriving; node.children.len()];
            if node.player == player {
                // The fold, or the last action, comes to what the others leave.
                let first = left_out(node);
                let mut left = arriving;
                for row in &mut rows[first..first + free(node)] {
                    it.takes.push(Take { arriving, left });
                    (*row, left) = (2 * it.takes.len() - 1, 2 * it.takes.len());
                }
                rows[if first > 0 { 0 } else { free(node) }] = left;
            }
            for (&row, child) in rows.iter().zip(&node.children) {
                match *child {
                    Next::Decision(next) => row_of_decision[next] = row,
                    Next::End(end) if end < shape.exits => it.exits[table.column_of_end[end]] = row,
                    Next::End(end) => it.folds[table.column_of_end[end]] = row,
                }
            }
        }
        it
    }
}

/// Multiplies a player's probabilities out.
pub struct EndProducts<'a, T> {
    pub table: &'a EndTable,
    pub steps: &'a ProductSteps,
    pub cells: FreeProbabilities<'a, T>,
    /// Numbers a bucket has.
    pub numbers: usize,
    /// The board's distinct buckets.
    pub buckets: &'a [u32],
    /// Which of them count; empty where all do.
    pub reached: &'a [bool],
    /// What the ends are worth.
    pub stakes: &'a EndStakes<T>,
    /// Receives the probability of playing to each exit and fold, times what it is worth.
    pub products: &'a mut EndsOfBuckets<T>,
    /// Scratch: the rows.
    pub rows: &'a mut Vec<Row<T>>,
}

impl<T: Real> Kernel for EndProducts<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        match self.cells {
            FreeProbabilities::Parts(parts) => self.multiply(&Parts(parts)),
            FreeProbabilities::Full(rows) => self.multiply(&Full(rows)),
            FreeProbabilities::Slots { strategies, slots, free } => self.multiply(&Slots { strategies, slots, free }),
        }
    }
}

impl<T: Real> EndProducts<'_, T> {
    #[inline(always)]
    fn multiply(self, cells: &impl Numbers<T>) {
        let Self { table, steps, numbers, buckets, reached, stakes, products, rows, .. } = self;
        products.make_room(table, buckets.len());
        rows.resize(1 + 2 * numbers, Row::default());
        rows[0] = Row::splat(T::of(1.0));
        let (rows, takes) = (&mut rows[..], &steps.takes[..]);
        for &bucket in buckets.iter().take(AHEAD) {
            cells.prefetch(bucket as usize * numbers, numbers);
        }
        for (distinct, &bucket) in buckets.iter().enumerate() {
            if let Some(&ahead) = buckets.get(distinct + AHEAD) {
                cells.prefetch(ahead as usize * numbers, numbers);
            }
            if let Some(false) = reached.get(distinct) {
                products.clear(table, distinct);
                continue;
            }
            for (number, take) in takes.iter().enumerate() {
                let taken = rows[take.arriving] * cells.at(bucket as usize * numbers, distinct, number);
                rows[2 * number + 2] = rows[take.left] - taken;
                rows[2 * number + 1] = taken;
            }
            for block in &table.blocks {
                match block.len() {
                    1 => write::<T, 1>(block.start, distinct, buckets.len(), rows, steps, stakes, products),
                    2 => write::<T, 2>(block.start, distinct, buckets.len(), rows, steps, stakes, products),
                    3 => write::<T, 3>(block.start, distinct, buckets.len(), rows, steps, stakes, products),
                    4 => write::<T, 4>(block.start, distinct, buckets.len(), rows, steps, stakes, products),
                    _ => write::<T, MOST_COLUMNS>(block.start, distinct, buckets.len(), rows, steps, stakes, products),
                }
            }
        }
    }
}

/// Writes a bucket's products of the block that begins with a column.
#[inline(always)]
fn write<T: Real, const W: usize>(
    start: usize,
    bucket: usize,
    buckets: usize,
    rows: &[Row<T>],
    steps: &ProductSteps,
    stakes: &EndStakes<T>,
    products: &mut EndsOfBuckets<T>,
) {
    let first = start * buckets + bucket * W;
    for (out, row_of_column, stakes) in
        [(&mut products.exits, &steps.exits, &stakes.exits), (&mut products.folds, &steps.folds, &stakes.folds)]
    {
        let out: &mut [Row<T>; W] = out[first..].first_chunk_mut().expect("room for the block");
        let row_of_column: &[usize; W] = row_of_column[start..].first_chunk().expect("a block");
        let stakes: &[Row<T>; W] = stakes[start..].first_chunk().expect("a block");
        for_columns!(W, column, {
            out[column] = rows[row_of_column[column]] * stakes[column];
        });
    }
}

/// Where free numbers are read; implementations are `#[inline(always)]`.
trait Numbers<T> {
    /// A free number of a bucket whose numbers begin at `first`, or of one of the board's distinct buckets.
    fn at(&self, first: usize, distinct: usize, number: usize) -> Row<T>;

    /// A bucket's numbers will soon be asked for.
    #[inline(always)]
    fn prefetch(&self, _first: usize, _numbers: usize) {}
}

struct Parts<'a>(&'a [[u8; LANES]]);

impl<T: Real> Numbers<T> for Parts<'_> {
    #[inline(always)]
    fn at(&self, first: usize, _: usize, number: usize) -> Row<T> {
        let mut row = Row::default();
        for (lane, &part) in row.0.iter_mut().zip(&self.0[first + number]) {
            *lane = T::of_byte(part);
        }
        row * Row::splat(T::of(1.0 / f64::from(PARTS)))
    }

    #[inline(always)]
    fn prefetch(&self, first: usize, numbers: usize) {
        // Sixteen bytes each, four to a cache line.
        for line in self.0[first..][..numbers].chunks(4) {
            prefetch(&line[0]);
        }
    }
}

struct Full<'a, T>(&'a [Row<T>]);

impl<T: Real> Numbers<T> for Full<'_, T> {
    #[inline(always)]
    fn at(&self, first: usize, _: usize, number: usize) -> Row<T> {
        self.0[first + number]
    }
}

struct Slots<'a, T> {
    strategies: &'a [Row<T>],
    slots: usize,
    free: &'a [usize],
}

impl<T: Real> Numbers<T> for Slots<'_, T> {
    #[inline(always)]
    fn at(&self, _: usize, distinct: usize, number: usize) -> Row<T> {
        self.strategies[distinct * self.slots + self.free[number]]
    }
}
