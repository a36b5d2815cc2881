//! Two strategies as one: a player who draws, once, by which of them to play the whole round.

use evaluator::processor::Kernel;

use crate::train::update_rule::normalise;
use crate::walk::reach_products::node_products;
use crate::walk::{Row, Shape};

/// Mixes a player's strategies, bucket by bucket: what is played at a decision depends on how likely each of the two
/// comes there.
pub(super) struct PlanMix<'a> {
    pub shape: &'a Shape,
    pub player: usize,
    /// How often `strategies` are drawn.
    pub share: Row<f32>,
    /// `[bucket][slot]`
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
