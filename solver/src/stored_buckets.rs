//! The buckets of hold'em from bucket files, a board at a time.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_index::BoardFirst;
use evaluator::holding::HOLDINGS;
use evaluator::round::Round;
use evaluator::showdown::ShowdownOrder;
use rayon::prelude::*;
use tables::bucket_set::BucketSet;
use tables::error::TableError;

use crate::public_board::Buckets;

/// A bucket set whose every entry has been seen to be a bucket.
pub struct StoredBuckets {
    set: BucketSet,
    counts: [usize; 4],
}

impl StoredBuckets {
    /// Reads through all entries once, so that later none needs to be doubted.
    ///
    /// # Errors
    /// [`TableError::OutOfRange`] for an entry that is no bucket.
    pub fn new(set: BucketSet) -> Result<Self, TableError> {
        for round in Round::ALL {
            if let Some(table) = set.table(round) {
                table.buckets().par_chunks(1 << 20).try_for_each(|entries| table.check_range(entries))?;
            }
        }
        Ok(Self { counts: set.counts(), set })
    }

    /// The files.
    pub fn set(&self) -> &BucketSet {
        &self.set
    }

    /// The bucket of a hand.
    #[inline]
    pub fn bucket(&self, round: Round, hole: evaluator::holding::Holding, board: CardSet) -> u32 {
        let hand = BoardFirst::of(round).index(hole, board);
        let entry = self.set.round(round).row(hand.0, 1).map_or(0, |row| row[0]);
        u32::from(entry)
    }
}

impl Buckets for StoredBuckets {
    fn count(&self, round: usize) -> usize {
        self.counts[round]
    }

    fn row(&self, round: usize, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        row.clear();
        let round = Round::ALL[round];
        if round == Round::Preflop {
            return row.extend(order.holdings().map(|holding| holding.starting_hand().number() as u32));
        }
        let index = BoardFirst::of(round);
        let mut local = [u16::MAX; HOLDINGS];
        let hands = index.board_hands(index.local_hands(CardSet::of(board), &mut local));
        let buckets = self.set.round(round);
        let entries = buckets.row(hands.start, (hands.end - hands.start) as usize).unwrap_or(&[]);
        row.extend(order.ids().iter().map(|&id| {
            let hand = usize::from(local[usize::from(id)]);
            u32::from(entries.get(hand).copied().unwrap_or(0))
        }));
    }
}
