//! How an opponent with exact cards tells hands apart where a best reply would need too many boards: the hands of
//! the flop each on its own or in buckets, those of the turn in as many buckets as memory allows.

use evaluator::card::Card;
use evaluator::deck::Deck;
use evaluator::hand_index::BoardFirst;
use evaluator::round::Round;
use evaluator::showdown::ShowdownOrder;
use std::ops::Range;
use tables::buckets::table::{BucketTable, hands_of_round};
use tables::error::TableError;
use tables::file::fingerprint::{Fingerprint, Parent};

use super::buckets::Buckets;
use super::stored_buckets::{add_row, buckets_of_clusters, hands_of_board, starting_hands};
use super::territories::Territories;

/// Hands of hold'em up to the turn, told apart finely.
pub struct FineBuckets {
    flop: Option<BucketTable>,
    turn: BucketTable,
}

impl FineBuckets {
    /// Takes the turn's buckets from a file, and the flop's too unless each flop hand is to be its own bucket. Each
    /// file is read through: against its checksums, and for entries that are not buckets.
    ///
    /// # Errors
    /// [`TableError::Shape`] for a file of another street or one that lacks hands, [`TableError::Damaged`],
    /// [`TableError::OutOfRange`] for an entry that is not a bucket.
    pub fn new(flop: Option<BucketTable>, turn: BucketTable) -> Result<Self, TableError> {
        for (round, table) in flop.iter().map(|flop| (Round::Flop, flop)).chain([(Round::Turn, &turn)]) {
            table.require_all_hands_of(round)?;
            table.file().verify()?;
            table.check_buckets()?;
        }
        flop.iter().try_for_each(|flop| flop.require_deck(turn.deck()))?;
        Ok(Self { flop, turn })
    }

    pub(crate) fn deck(&self) -> Deck {
        self.turn.deck()
    }

    /// The files, by their names in a checkpoint.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&'static str, &BucketTable)> {
        let flop = self.flop.iter().map(|flop| ("opponent_flop", flop));
        flop.chain([("opponent_turn", &self.turn)])
    }

    /// The files as parents of a checkpoint.
    pub(crate) fn parents(&self) -> impl Iterator<Item = Parent> {
        self.files().map(|(name, table)| Parent::new(name, table.fingerprint()))
    }

    /// Checks the files against those that a checkpoint names as its parents.
    ///
    /// # Errors
    /// [`TableError::WrongPartner`] naming the first file that differs.
    pub(crate) fn require_parents(&self, parents: &[Parent]) -> Result<(), TableError> {
        self.files().try_for_each(|(name, table)| table.require_parent(name, parents))
    }

    /// The fingerprint of a round's file; `None` where each hand is its own bucket.
    pub(crate) fn file(&self, round: usize) -> Option<Fingerprint> {
        self.table(Round::ALL[round]).map(BucketTable::fingerprint)
    }

    /// The file of a round, if it has one.
    fn table(&self, round: Round) -> Option<&BucketTable> {
        match round {
            Round::Flop => self.flop.as_ref(),
            Round::Turn => Some(&self.turn),
            Round::Preflop | Round::River => None,
        }
    }
}

impl Buckets for FineBuckets {
    /// None on the river, where nothing has to be kept.
    fn count(&self, round: usize) -> usize {
        match (Round::ALL[round], self.table(Round::ALL[round])) {
            (Round::River, _) => 0,
            (_, Some(table)) => table.bucket_count(),
            (exact, None) => hands_of_round(self.deck(), exact) as usize,
        }
    }

    fn row(&self, round: usize, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        row.clear();
        let round = Round::ALL[round];
        assert!(round != Round::River, "an opponent with exact cards has no buckets on the river");
        if round == Round::Preflop {
            return row.extend(starting_hands(self.deck(), order));
        }
        if let Some(table) = self.table(round) {
            return add_row(table, board, order, row);
        }
        let (first, local) = hands_of_board(BoardFirst::of(self.deck(), round), board);
        row.extend(order.ids().iter().map(|&id| (first + usize::from(local[usize::from(id)])) as u32));
    }

    fn territories(&self) -> Option<Territories> {
        Territories::of([Round::Flop, Round::Turn, Round::River].map(|round| self.table(round)))
    }

    fn of_clusters(&self, round: usize, clusters: Range<usize>) -> Range<usize> {
        buckets_of_clusters(self.table(Round::ALL[round]), clusters).unwrap_or(0..self.count(round))
    }
}
