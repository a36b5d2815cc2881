//! The buckets of hold'em from bucket files, for all hands of a board and for single hands.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::holding::HOLDINGS;
use evaluator::round::Round;
use evaluator::showdown::ShowdownOrder;
use rayon::prelude::*;
use std::ops::Range;
use tables::buckets::hand_numbers::HandNumbers;
use tables::buckets::set::BucketSet;
use tables::buckets::table::BucketTable;
use tables::error::TableError;
use tables::file::fingerprint::Fingerprint;

use super::buckets::{Buckets, HandBuckets, hand_index};
use super::territories::Territories;

/// Files with another number of hands are refused when a set is made of them.
const ALL_HANDS: &str = "a file of all hands";

/// A bucket set in which every hand has been checked to have a bucket.
pub struct StoredBuckets {
    set: BucketSet,
    counts: [usize; 4],
}

impl StoredBuckets {
    /// Checks all entries once, so that none needs to be checked later.
    ///
    /// # Errors
    /// [`TableError::OutOfRange`] for an entry that is not a bucket, [`TableError::Shape`] for one of another cluster.
    pub fn new(set: BucketSet) -> Result<Self, TableError> {
        for round in Round::ALL {
            if let Some(table) = set.table(round) {
                table.check_clusters()?;
                let parts: Vec<HandNumbers<'_>> = table.entries().chunks(1 << 20).collect();
                parts.into_par_iter().try_for_each(|entries| table.check_range(entries))?;
            }
        }
        Ok(Self { counts: set.counts(), set })
    }

    /// The files.
    pub fn set(&self) -> &BucketSet {
        &self.set
    }

    /// The fingerprint of a round's file; `None` before the flop.
    pub(crate) fn file(&self, round: usize) -> Option<Fingerprint> {
        self.set.table(Round::ALL[round]).map(BucketTable::fingerprint)
    }

    /// A round's entries, one for each hand by its board-first index.
    #[inline]
    fn entries(&self, round: Round) -> HandNumbers<'_> {
        // The set was refused if a file had another number of hands, and a caller that looks up single hands has called
        // `refuse_flop_dependent` first.
        self.set.round(round)
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
            return row.extend(starting_hands(self.set.deck(), order));
        }
        add_row(self.set.table(round).expect("a file of every later round"), board, order, row);
    }

    fn territories(&self) -> Option<Territories> {
        Territories::of([Round::Flop, Round::Turn, Round::River].map(|round| self.set.table(round)))
    }

    fn of_clusters(&self, round: usize, clusters: Range<usize>) -> Range<usize> {
        buckets_of_clusters(self.set.table(Round::ALL[round]), clusters).unwrap_or(0..self.count(round))
    }
}

/// Adds the buckets of all contestants on a board in the order of the deal, from a file whose entries were checked.
pub(super) fn add_row(table: &BucketTable, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
    let (first, local) = hands_of_board(table.index(), board);
    let entries = table.entries();
    let entry = |id: &u16| entries.get(first + usize::from(local[usize::from(*id)])).expect(ALL_HANDS);
    let found = order.ids().iter().map(entry);
    let Some(clusters) = table.public_clusters() else { return row.extend(found) };
    let cluster = clusters.cluster_of(CardSet::of(&board[..3])).and_then(|number| clusters.cluster(number));
    let cluster = cluster.expect("every flop has a cluster, as was seen when the file was opened");
    row.extend(found.map(|class| cluster.first + u32::from(cluster.bucket_of_class[class as usize])));
}

/// The buckets of a run of clusters in a file, if its buckets belong to clusters.
pub(super) fn buckets_of_clusters(table: Option<&BucketTable>, clusters: Range<usize>) -> Option<Range<usize>> {
    let first = table?.public_clusters()?.first_buckets;
    Some(first[clusters.start] as usize..first[clusters.end] as usize)
}

/// The number of each contestant's starting hand in the deck, in the order of their places.
pub(super) fn starting_hands(deck: Deck, order: &ShowdownOrder) -> impl Iterator<Item = u32> {
    order.holdings().map(move |holding| deck.number_of(holding.starting_hand()) as u32)
}

/// The first hand of a board by its board-first index, and by holding number how many hands of the board come before.
pub(super) fn hands_of_board(index: &BoardFirst, board: &[Card]) -> (usize, [u16; HOLDINGS]) {
    let mut local = [u16::MAX; HOLDINGS];
    let hands = index.board_hands(index.local_hands(CardSet::of(board), &mut local));
    (hands.start as usize, local)
}

impl HandBuckets for StoredBuckets {
    fn deck(&self) -> Deck {
        self.set.deck()
    }

    fn refuse_flop_dependent(&self, who: &'static str) -> Result<(), TableError> {
        self.set.refuse_flop_dependent(who)
    }

    fn table(&self, round: Round) -> Option<&BucketTable> {
        self.set.table(round)
    }

    fn bucket(&self, round: usize, hole: CardSet, board: CardSet) -> u32 {
        self.bucket_at(Round::ALL[round], hand_index(self.set.deck(), round, hole, board))
    }

    #[inline]
    fn bucket_at(&self, round: Round, hand: HandIndex) -> u32 {
        self.entries(round).get(hand.0 as usize).expect(ALL_HANDS)
    }

    fn look_up(&self, round: Round, hands: &[HandIndex], buckets: &mut Vec<u32>) {
        /// Each hand lies on its own page of a 247 MB file: this many reads are in flight at once.
        const AHEAD: usize = 32;
        let entries = self.entries(round);
        buckets.clear();
        for (place, hand) in hands.iter().enumerate() {
            if let Some(later) = hands.get(place + AHEAD) {
                entries.prefetch(later.0 as usize);
            }
            buckets.push(entries.get(hand.0 as usize).expect(ALL_HANDS));
        }
    }
}
