//! How likely a player plays towards each node and each end of a round, bucket by bucket.

use super::lanes::RoundLanes;
use super::real::{Real, Row};
use crate::game::{Next, TemplateNode};
use evaluator::processor::Kernel;

/// Products of one player's action probabilities within a round, for each distinct bucket of a board.
pub struct ReachProducts<T> {
    buckets: usize,
    /// `[terminal][bucket]`: the kernels walk all holdings for one terminal at a time.
    terminals: Vec<Row<T>>,
    /// Towards each decision of the bucket at hand.
    nodes: Vec<Row<T>>,
}

impl<T: Real> Default for ReachProducts<T> {
    fn default() -> Self {
        Self { buckets: 0, terminals: Vec::new(), nodes: Vec::new() }
    }
}

impl<T: Real> ReachProducts<T> {
    /// Multiplies out a player's strategies, `[bucket][slot]`.
    #[inline(always)]
    pub fn multiply(&mut self, round: &RoundLanes, player: usize, strategies: &[Row<T>]) {
        let buckets = strategies.len() / round.slots;
        self.buckets = buckets;
        self.terminals.resize(round.terminals * buckets, Row::default());
        self.nodes.resize(round.nodes.len(), Row::default());
        for (bucket, strategy) in strategies.chunks_exact(round.slots).enumerate() {
            self.nodes[0] = Row::splat(T::of(1.0));
            for (number, node) in round.nodes.iter().enumerate() {
                for (action, child) in node.children.iter().enumerate() {
                    let after = product_after(node, self.nodes[number], player, strategy, action);
                    match *child {
                        Next::Decision(child) => self.nodes[child] = after,
                        Next::End(terminal) => self.terminals[terminal * buckets + bucket] = after,
                    }
                }
            }
        }
    }

    /// [`Self::multiply`] as a kernel.
    pub fn multiplication<'a>(
        &'a mut self,
        round: &'a RoundLanes,
        player: usize,
        strategies: &'a [Row<T>],
    ) -> impl Kernel<Output = ()> + 'a {
        Multiplication { products: self, round, player, strategies }
    }

    /// The products towards one terminal, by distinct bucket.
    #[inline(always)]
    pub fn towards(&self, terminal: usize) -> &[Row<T>] {
        &self.terminals[terminal * self.buckets..][..self.buckets]
    }
}

/// The products of one bucket towards each decision.
#[inline(always)]
pub fn node_products<T: Real>(round: &RoundLanes, player: usize, strategy: &[Row<T>], nodes: &mut [Row<T>]) {
    nodes[0] = Row::splat(T::of(1.0));
    for (number, node) in round.nodes.iter().enumerate() {
        for (action, child) in node.children.iter().enumerate() {
            if let Next::Decision(child) = *child {
                nodes[child] = product_after(node, nodes[number], player, strategy, action);
            }
        }
    }
}

/// A product after one more action: only the player's own actions count.
#[inline(always)]
fn product_after<T: Real>(
    node: &TemplateNode,
    before: Row<T>,
    player: usize,
    strategy: &[Row<T>],
    action: usize,
) -> Row<T> {
    if node.player == player { before * strategy[node.first_slot + action] } else { before }
}

struct Multiplication<'a, T> {
    products: &'a mut ReachProducts<T>,
    round: &'a RoundLanes,
    player: usize,
    strategies: &'a [Row<T>],
}

impl<T: Real> Kernel for Multiplication<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.products.multiply(self.round, self.player, self.strategies);
    }
}
