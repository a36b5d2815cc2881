//! How an opponent with exact cards tells hands apart where a best reply would need too many boards: each of the
//! 1,286,792 hands of the flop for itself, the turn's by a file of as many buckets as memory allows.

use evaluator::card::Card;
use evaluator::round::Round;
use evaluator::showdown::ShowdownOrder;
use tables::bucket_table::{BucketTable, hands_of_round};
use tables::error::TableError;

use super::buckets::Buckets;
use super::stored_buckets::{hands_of_board, starting_hands};

/// Hands of hold'em up to the turn, told apart finely.
pub struct FineBuckets {
    turn: BucketTable,
}

impl FineBuckets {
    /// With the turn's buckets from a file, through which it reads once.
    ///
    /// # Errors
    /// [`TableError::Shape`] for a file of another street or without all its hands, [`TableError::OutOfRange`] for an
    /// entry that is no bucket.
    pub fn new(turn: BucketTable) -> Result<Self, TableError> {
        turn.expect_all_hands_of(Round::Turn)?;
        turn.check_buckets()?;
        Ok(Self { turn })
    }

    /// The turn's file.
    pub fn turn(&self) -> &BucketTable {
        &self.turn
    }
}

impl Buckets for FineBuckets {
    /// None on the river, where nothing has to be kept.
    fn count(&self, round: usize) -> usize {
        match Round::ALL[round] {
            Round::Turn => self.turn.bucket_count(),
            Round::River => 0,
            exact => hands_of_round(exact) as usize,
        }
    }

    fn row(&self, round: usize, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        row.clear();
        match Round::ALL[round] {
            Round::Preflop => row.extend(starting_hands(order)),
            Round::Flop => {
                let (first, local) = hands_of_board(Round::Flop, board);
                row.extend(order.ids().iter().map(|&id| first as u32 + u32::from(local[usize::from(id)])));
            }
            Round::Turn => {
                let (first, local) = hands_of_board(Round::Turn, board);
                let entries = &self.turn.buckets()[first..];
                row.extend(order.ids().iter().map(|&id| u32::from(entries[usize::from(local[usize::from(id)])])));
            }
            Round::River => unreachable!("an opponent with exact cards has no buckets on the river"),
        }
    }
}
