//! The last round of one chunk on one board against an opponent whose play is known: all sums over the opponent's
//! holdings, block by block, for whatever reply.

use evaluator::processor::Processor;

use super::card_sums::{AddBlock, AddReach, Begin, CardSums, CohortReach};
use super::end_products::EndsOfBuckets;
use super::end_stakes::EndStakes;
use super::end_table::{EndTable, MOST_COLUMNS};
use super::step::{AnySteps, Chain, Pattern, is_chain};
use super::sweep::{GroupReply, Sweep};
use crate::boards::{Cohorts, DealtBoard};
use crate::walk::reach_products::{Real, Row};

/// One thread's sums, kept from board to board.
#[derive(Default)]
pub struct SweepMemory<T> {
    added: CohortReach<T>,
    sums: CardSums<T>,
}

impl<T: Real> SweepMemory<T> {
    /// Adds up the opponent's reach, by place, and says which of the opponent's buckets come at all.
    pub(crate) fn add_reach(&mut self, processor: Processor, board: &DealtBoard, reach: &[Row<T>]) -> &[bool] {
        let buckets = board.last_row().distinct.len();
        processor.run(AddReach { cohorts: &board.cohorts, buckets, reach, sums: &mut self.added });
        &self.added.of_bucket
    }
}

/// What a player's holdings are worth against an opponent whose reach [has been added up](SweepMemory::add_reach).
pub(crate) struct Against<'a, T> {
    pub processor: Processor,
    pub table: &'a EndTable,
    /// What the ends are worth to the player.
    pub stakes: &'a EndStakes<T>,
    /// The player whose values are wanted.
    pub player: usize,
    /// The board as the opponent sees it.
    pub cohorts: &'a Cohorts,
    /// The opponent's reach, by place.
    pub reach: &'a [Row<T>],
    /// The opponent's products.
    pub products: &'a EndsOfBuckets<T>,
}

/// A reply to all blocks of a last round.
pub(crate) trait Replies<T> {
    /// The reply to a block of `W` columns.
    type Block<'b, P: Pattern, const W: usize>: GroupReply<T, W>
    where
        Self: 'b;

    /// The reply to the block that begins with a column.
    fn block<P: Pattern, const W: usize>(&mut self, start: usize) -> Self::Block<'_, P, W>;
}

impl<T: Real> Against<'_, T> {
    /// Shows a reply all groups of all blocks.
    pub(crate) fn play(&self, memory: &mut SweepMemory<T>, replies: &mut impl Replies<T>) {
        let &Self { processor, table, stakes, player, cohorts, .. } = self;
        let SweepMemory { added, sums } = memory;
        sums.make_room(table);
        let mut each = Blocks { against: self, added, sums };
        for block in &table.blocks {
            match block.len() {
                1 => each.add::<1>(block.start),
                2 => each.add::<2>(block.start),
                3 => each.add::<3>(block.start),
                4 => each.add::<4>(block.start),
                _ => each.add::<MOST_COLUMNS>(block.start),
            }
        }
        let Blocks { added, sums, .. } = &mut each;
        processor.run(Begin { table, stakes, cohorts, reach: &**added, player, sums: &mut **sums });
        for block in &table.blocks {
            match block.len() {
                1 => each.sweep::<AnySteps, 1>(block.start, replies),
                2 => each.sweep::<AnySteps, 2>(block.start, replies),
                3 => each.sweep::<AnySteps, 3>(block.start, replies),
                4 => each.sweep_chain::<4>(block.start, replies),
                _ => each.sweep_chain::<MOST_COLUMNS>(block.start, replies),
            }
        }
    }
}

/// The kernels of a block, compiled for each width.
struct Blocks<'a, 'm, T> {
    against: &'a Against<'a, T>,
    added: &'m mut CohortReach<T>,
    sums: &'m mut CardSums<T>,
}

impl<T: Real> Blocks<'_, '_, T> {
    fn add<const W: usize>(&mut self, start: usize) {
        let Against { processor, cohorts, products, .. } = *self.against;
        processor.run(AddBlock::<T, W> { cohorts, start, reach: &*self.added, products, sums: &mut *self.sums });
    }

    /// Long chains of raises, as after each bet of a limit game, have kernels of their own.
    fn sweep_chain<const W: usize>(&mut self, start: usize, replies: &mut impl Replies<T>) {
        let (columns, player) = (&self.against.table.columns[start..start + W], self.against.player);
        if is_chain::<Chain<true, true>>(columns, player) {
            self.sweep::<Chain<true, true>, W>(start, replies);
        } else if is_chain::<Chain<true, false>>(columns, player) {
            self.sweep::<Chain<true, false>, W>(start, replies);
        } else if is_chain::<Chain<false, true>>(columns, player) {
            self.sweep::<Chain<false, true>, W>(start, replies);
        } else if is_chain::<Chain<false, false>>(columns, player) {
            self.sweep::<Chain<false, false>, W>(start, replies);
        } else {
            self.sweep::<AnySteps, W>(start, replies);
        }
    }

    fn sweep<P: Pattern, const W: usize>(&mut self, start: usize, replies: &mut impl Replies<T>) {
        let Against { processor, cohorts, reach, products, .. } = *self.against;
        let reply = replies.block::<P, W>(start);
        let (added, sums) = (&*self.added, &mut *self.sums);
        processor.run(Sweep { start, cohorts, reach, added, products, sums, reply });
    }
}
