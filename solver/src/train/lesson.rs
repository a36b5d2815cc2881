//! What a walk has found out about a player's decisions in a chunk, and what that does to the cells: the home of the
//! CFR update.

use evaluator::processor::Kernel;

use super::tables::{Cells, ChunkRows, ROWS_AHEAD, prefetch_row};
use super::update_rule::{EndValues, Step, action_gains};
use crate::walk::reach_products::node_products;
use crate::walk::{ChunkId, Real, Row, Shape};

/// What one chunk teaches the player whose values were computed.
pub(crate) struct Lesson<'a, T> {
    pub at: ChunkId,
    pub player: usize,
    /// The distinct buckets.
    pub buckets: &'a [u32],
    /// The player's strategies, `[bucket][slot]`.
    pub strategies: &'a [Row<T>],
    /// `[end][bucket]`: counterfactual values of the round's ends, summed over the bucket's holdings.
    pub end_sums: &'a [Row<T>],
    /// `[bucket]`: the player's own reach at the round's start, summed over the bucket's holdings.
    pub own_reach: &'a [Row<T>],
}

/// Puts a lesson into the rows of its chunk.
pub(crate) struct TakeLesson<'a, 'b, 'c, T> {
    pub lesson: &'a Lesson<'b, T>,
    pub shape: &'a Shape,
    pub rows: &'a mut ChunkRows<'c, T>,
    pub step: &'a Step,
}

impl<T: Real> Kernel for TakeLesson<'_, '_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { lesson, shape, rows, step } = self;
        let player = lesson.player;
        let slots = shape.slots;
        let count = lesson.buckets.len();
        let mut nodes = vec![Row::default(); shape.nodes.len()];
        let mut gains = vec![Row::default(); slots];
        let weight = Row::splat(T::of(step.average_weight));
        // Sums that nothing is added to are not touched: they cause half of the traffic to memory.
        let averages = step.average_weight != 0.0;
        for (number, (&bucket, strategy)) in
            lesson.buckets.iter().zip(lesson.strategies.chunks_exact(slots)).enumerate()
        {
            if let Some(&ahead) = lesson.buckets.get(number + ROWS_AHEAD) {
                prefetch_row(rows.regrets, ahead, slots);
                if averages {
                    prefetch_row(rows.strategy_sums, ahead, slots);
                }
            }
            let cells = bucket as usize * slots..(bucket as usize + 1) * slots;
            let values = EndValues { ends: lesson.end_sums, stride: count, bucket: number };
            action_gains(shape, player, strategy, values, &mut nodes, &mut gains);
            node_products(shape, player, strategy, &mut nodes);
            let own = lesson.own_reach[number] * weight;
            let regrets = &mut rows.regrets[cells.clone()];
            let sums = if averages { &mut rows.strategy_sums[cells] } else { &mut [] };
            for (node, &product) in shape.nodes.iter().zip(&nodes) {
                if node.player != player {
                    continue;
                }
                let reach = own * product;
                for slot in node.first_slot..node.first_slot + node.children.len() {
                    add_gain(step, &mut regrets[slot], gains[slot]);
                    if averages {
                        add_share(&mut sums[slot], reach * strategy[slot]);
                    }
                }
            }
        }
    }
}

/// Adds what an action gained over the strategy to its sum of regrets.
#[inline(always)]
pub(crate) fn add_gain<T: Real>(step: &Step, regret: &mut Cells<T>, gain: Row<T>) {
    *regret = step.grow(Row::from(*regret), gain).0;
}

/// Adds the share of an action in the average strategy to its sum: how likely the player came there and took it.
#[inline(always)]
pub(crate) fn add_share<T: Real>(sum: &mut Cells<T>, share: Row<T>) {
    *sum = (Row::from(*sum) + share).0;
}
