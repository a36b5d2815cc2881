//! Territories: the public clusters of flops to which a player's buckets belong from some round on.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::BoardFirst;
use evaluator::round::Round;
use tables::buckets::public_clusters::PublicClusters;
use tables::buckets::table::BucketTable;

/// Clusters of flops, and the round from which each cluster has its own buckets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Territories {
    pub deck: Deck,
    /// The first round whose buckets are a cluster's own.
    pub first_round: usize,
    /// The cluster of each canonical flop, by the number of its board.
    pub flop_clusters: Vec<u16>,
}

impl Territories {
    /// The territories of the flop, turn and river files, if they have any: from some round on, all files must have the
    /// same clusters.
    pub fn of(tables: [Option<&BucketTable>; 3]) -> Option<Self> {
        let clusters = tables.map(|table| table.and_then(BucketTable::public_clusters));
        let last = clusters.iter().rposition(Option::is_some)?;
        let PublicClusters { deck, flop_clusters: common, .. } = clusters[last]?;
        let others = clusters[..last].iter().rev();
        let alike = others.take_while(|it| it.is_some_and(|it| it.flop_clusters == common)).count();
        // A river without a file has no rows; with a file of other buckets, its rows are shared by all clusters.
        let reaches_the_end = tables[last + 1..].iter().all(Option::is_none);
        reaches_the_end.then(|| Self { deck, first_round: last + 1 - alike, flop_clusters: common.to_vec() })
    }

    /// The cluster of a board in the order of the deal.
    ///
    /// # Panics
    /// If it does not begin with a flop.
    pub(crate) fn cluster_of(&self, board: &[Card]) -> usize {
        let (number, _) = BoardFirst::of(self.deck, Round::Flop).board_index(CardSet::of(&board[..3]));
        usize::from(self.flop_clusters[number])
    }

    /// How many flops are in each cluster.
    pub fn deals(&self) -> Vec<u64> {
        let index = BoardFirst::of(self.deck, Round::Flop);
        let clusters = self.flop_clusters.iter().map(|&cluster| usize::from(cluster) + 1).max().unwrap_or(0);
        let mut deals = vec![0; clusters];
        for (board, &cluster) in self.flop_clusters.iter().enumerate() {
            deals[usize::from(cluster)] += u64::from(index.board_multiplicity(board));
        }
        deals
    }
}
