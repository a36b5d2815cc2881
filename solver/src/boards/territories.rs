//! Territories: the public clusters of flops to which a player's buckets belong from some round on.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_index::BoardFirst;
use evaluator::round::Round;

/// Clusters of flops, and from which round on each has buckets of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Territories {
    /// The first round whose buckets are a cluster's own.
    pub first_round: usize,
    /// The cluster of each canonical flop, by the number of its board.
    pub flop_clusters: Vec<u16>,
}

impl Territories {
    /// The cluster of a board in the order of the deal.
    ///
    /// # Panics
    /// If it does not begin with a flop.
    pub fn cluster_of(&self, board: &[Card]) -> usize {
        let (number, _) = BoardFirst::of(Round::Flop).board_index(CardSet::of(&board[..3]));
        usize::from(self.flop_clusters[number])
    }

    /// How many of the 22,100 flops are in each cluster.
    pub fn deals(&self) -> Vec<u64> {
        let index = BoardFirst::of(Round::Flop);
        let clusters = self.flop_clusters.iter().map(|&cluster| usize::from(cluster) + 1).max().unwrap_or(0);
        let mut deals = vec![0; clusters];
        for (board, &cluster) in self.flop_clusters.iter().enumerate() {
            deals[usize::from(cluster)] += u64::from(index.board_multiplicity(board));
        }
        deals
    }
}
