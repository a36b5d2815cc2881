//! What is done to a player's numbers cohort by cohort: regrets shrink, sums become an average, and two strategies one.

use evaluator::processor::Kernel;

use crate::train::Cells;
use crate::train::update_rule::{Step, normalise};
use crate::walk::reach_products::node_products;
use crate::walk::{Row, Shape};

/// Mixes a player's strategies, as if one of them were drawn for the whole round: what is played at a decision depends
/// on how likely each of the two comes there.
pub(super) struct PlanMix<'a> {
    pub shape: &'a Shape,
    pub player: usize,
    /// How often `strategies` are drawn.
    pub share: Row<f32>,
    /// `[cohort][slot]`
    pub others: &'a [Row<f32>],
    /// The same; receives the mixture.
    pub strategies: &'a mut [Row<f32>],
}

impl Kernel for PlanMix<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { shape, player, share, others, strategies } = self;
        let rest = Row::splat(1.0) - share;
        let mut arrivals = [(); 2].map(|()| vec![Row::default(); shape.nodes.len()]);
        for (strategy, other) in strategies.chunks_exact_mut(shape.slots).zip(others.chunks_exact(shape.slots)) {
            node_products(shape, player, strategy, &mut arrivals[0]);
            node_products(shape, player, other, &mut arrivals[1]);
            for (number, node) in shape.nodes.iter().enumerate().filter(|(_, node)| node.player == player) {
                let slots = node.first_slot..node.first_slot + node.children.len();
                let [own, others] = [arrivals[0][number] * share, arrivals[1][number] * rest];
                for slot in slots.clone() {
                    strategy[slot] = strategy[slot] * own + other[slot] * others;
                }
                normalise(&mut strategy[slots]);
            }
        }
    }
}

/// Shrinks what a player has regretted before.
pub(super) struct Discount<'a> {
    pub shape: &'a Shape,
    pub player: usize,
    pub step: Step,
    /// `[cohort][slot]`
    pub regrets: &'a mut [Cells<f32>],
}

impl Kernel for Discount<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { shape, player, step, regrets } = self;
        for regrets in regrets.chunks_exact_mut(shape.slots) {
            for node in shape.nodes.iter().filter(|node| node.player == player) {
                for regret in &mut regrets[node.first_slot..node.first_slot + node.children.len()] {
                    *regret = step.shrink(Row::from(*regret)).0;
                }
            }
        }
    }
}

/// Turns a player's sums into probabilities.
pub(super) struct Average<'a> {
    pub shape: &'a Shape,
    pub player: usize,
    /// `[cohort][slot]`
    pub sums: &'a [Cells<f32>],
    pub strategies: &'a mut [Row<f32>],
}

impl Kernel for Average<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { shape, player, sums, strategies } = self;
        for (sums, strategy) in sums.chunks_exact(shape.slots).zip(strategies.chunks_exact_mut(shape.slots)) {
            for node in shape.nodes.iter().filter(|node| node.player == player) {
                let slots = node.first_slot..node.first_slot + node.children.len();
                for slot in slots.clone() {
                    strategy[slot] = Row::from(sums[slot]);
                }
                normalise(&mut strategy[slots]);
            }
        }
    }
}
