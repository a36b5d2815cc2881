//! How likely a player plays towards each node and each end of a round, bucket by bucket.

use super::history_lanes::{LaneChild, Real, RoundLanes, Row};

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
            node_products(round, player, strategy, &mut self.nodes, |terminal, product| {
                self.terminals[terminal * buckets + bucket] = product;
            });
        }
    }

    /// The products towards one terminal, by distinct bucket.
    #[inline(always)]
    pub fn towards(&self, terminal: usize) -> &[Row<T>] {
        &self.terminals[terminal * self.buckets..][..self.buckets]
    }
}

/// The products of one bucket: into `nodes` towards each decision, and one call for each terminal.
#[inline(always)]
pub fn node_products<T: Real>(
    round: &RoundLanes,
    player: usize,
    strategy: &[Row<T>],
    nodes: &mut [Row<T>],
    mut at_terminal: impl FnMut(usize, Row<T>),
) {
    nodes[0] = Row::splat(T::of(1.0));
    for (number, node) in round.nodes.iter().enumerate() {
        let here = nodes[number];
        for (action, child) in node.children.iter().enumerate() {
            let after = if node.player == player { here * strategy[node.first_slot + action] } else { here };
            match *child {
                LaneChild::Node(child) => nodes[child] = after,
                LaneChild::Terminal(terminal) => at_terminal(terminal, after),
            }
        }
    }
}
