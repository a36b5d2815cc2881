//! Which hands a player cannot tell apart, and which buckets there are on one board.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::holding::Holding;
use evaluator::round::Round;
use evaluator::showdown::ShowdownOrder;
use std::ops::Range;
use tables::buckets::table::BucketTable;
use tables::error::TableError;

use super::cohorts::Cohorts;
use super::territories::Territories;

/// Which hands a player cannot tell apart: a bucket for every hand of every round.
pub trait Buckets: Sync {
    /// How many buckets a round has.
    fn count(&self, round: usize) -> usize;

    /// Writes the bucket of each contestant, in the order of their places, for a round whose board is `board`.
    fn row(&self, round: usize, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>);

    /// The bucket of holding 0 on a board, where every holding on every board has its own bucket; the board's other
    /// holdings are numbered from there. `None` where hands share buckets.
    fn apart(&self, _round: usize, _board: &[Card]) -> Option<u32> {
        None
    }

    /// The clusters of flops to which the buckets belong from some round on; `None` where hands on all flops share
    /// buckets.
    fn territories(&self) -> Option<Territories> {
        None
    }

    /// The buckets of a round that belong to a run of those clusters; all buckets where they belong to no cluster.
    fn of_clusters(&self, round: usize, _clusters: Range<usize>) -> Range<usize> {
        0..self.count(round)
    }
}

/// An abstraction that also answers for single hands, with the same buckets: what deals and matches need.
pub trait HandBuckets: Buckets + Send {
    /// The deck by whose indexes hands are looked up.
    fn deck(&self) -> Deck {
        Deck::FULL
    }

    /// Refuses buckets that depend on the flop, for a caller that does not know which of the board's cards are the
    /// flop. Call it before looking up any hand, and before any work. `who` names the caller in the error.
    ///
    /// # Errors
    /// [`TableError::FlopNeeded`] for buckets that depend on the flop.
    fn refuse_flop_dependent(&self, _who: &'static str) -> Result<(), TableError> {
        Ok(())
    }

    /// The file in which all hands of a round have their buckets; `None` where there is none.
    fn table(&self, _round: Round) -> Option<&BucketTable> {
        None
    }

    /// The bucket of a hand, below the round's count; `board` holds the cards on the board in that round.
    fn bucket(&self, round: usize, hole: CardSet, board: CardSet) -> u32;

    /// The bucket of a hand of hold'em by its board-first index.
    ///
    /// # Panics
    /// If the round has no such hand.
    fn bucket_at(&self, round: Round, hand: HandIndex) -> u32 {
        let (holding, board) = BoardFirst::of(self.deck(), round).unindex(hand).expect("an index of the round");
        self.bucket(round.number(), holding.card_set(), board)
    }

    /// The buckets of many such hands, in their order (`buckets` is cleared first).
    fn look_up(&self, round: Round, hands: &[HandIndex], buckets: &mut Vec<u32>) {
        buckets.clear();
        buckets.extend(hands.iter().map(|&hand| self.bucket_at(round, hand)));
    }
}

/// The buckets of one round on one board, each listed once.
#[derive(Clone, Default, Debug)]
pub struct BucketRow {
    /// The buckets that occur, in the order of their first place.
    pub distinct: Vec<u32>,
    /// For each place, which of the distinct buckets it falls into.
    pub of_place: Vec<u16>,
    /// The places, bucket by bucket.
    pub places: Vec<u16>,
    /// Where each bucket's places end.
    pub ends: Vec<u16>,
    buckets: Vec<u32>,
    seen: Vec<u16>,
}

impl BucketRow {
    /// Looks up the buckets of all contestants of a round.
    pub fn fill(&mut self, buckets: &dyn Buckets, round: usize, board: &[Card], order: &ShowdownOrder) {
        if let Some(first) = buckets.apart(round, board) {
            return self.fill_apart(order.ids().iter().map(|&id| first + u32::from(id)));
        }
        buckets.row(round, board, order, &mut self.buckets);
        self.seen.resize(buckets.count(round), u16::MAX);
        self.distinct.clear();
        self.of_place.clear();
        for &bucket in &self.buckets {
            let seen = &mut self.seen[bucket as usize];
            if *seen == u16::MAX {
                *seen = self.distinct.len() as u16;
                self.distinct.push(bucket);
            }
            self.of_place.push(*seen);
        }
        for &bucket in &self.distinct {
            self.seen[bucket as usize] = u16::MAX;
        }
        self.sort_places();
    }

    /// Every contestant stands for itself: the row of a player who tells all of them apart.
    pub(crate) fn fill_exact(&mut self, order: &ShowdownOrder) {
        self.fill_apart(0..order.len() as u32);
    }

    /// Numbers cohorts from the weakest on; `distinct` has the bucket of each, perhaps the same for several.
    pub(crate) fn fill_cohorts(&mut self, cohorts: &mut Cohorts) {
        let mut distinct = Vec::with_capacity(cohorts.cohorts.len());
        let mut holdings = cohorts.holdings.iter();
        let mut first = 0;
        for (cohort, number) in cohorts.cohorts.iter_mut().zip(0..) {
            distinct.push(self.distinct[usize::from(cohort.bucket)]);
            cohort.bucket = number;
            for member in holdings.by_ref().take(usize::from(cohort.holdings_end - first)) {
                self.of_place[usize::from(member.place)] = number;
            }
            first = cohort.holdings_end;
        }
        self.distinct = distinct;
        self.sort_places();
    }

    /// Places with a bucket each.
    fn fill_apart(&mut self, buckets: impl Iterator<Item = u32>) {
        self.distinct.clear();
        self.distinct.extend(buckets);
        self.of_place.clear();
        self.of_place.extend(0..self.distinct.len() as u16);
        self.sort_places();
    }

    /// Counting sort of the places by bucket.
    fn sort_places(&mut self) {
        self.ends.clear();
        self.ends.resize(self.distinct.len(), 0);
        for &bucket in &self.of_place {
            self.ends[usize::from(bucket)] += 1;
        }
        let mut start = 0;
        for end in &mut self.ends {
            (*end, start) = (start, start + *end);
        }
        // Each entry is now its bucket's start; placing the members moves it to the bucket's end.
        self.places.resize(self.of_place.len(), 0);
        for (place, &bucket) in self.of_place.iter().enumerate() {
            let end = &mut self.ends[usize::from(bucket)];
            self.places[usize::from(*end)] = place as u16;
            *end += 1;
        }
    }
}

/// The board-first index of a hand of hold'em.
///
/// # Panics
/// If there are not two hole cards.
pub fn hand_index(deck: Deck, round: usize, hole: CardSet, board: CardSet) -> HandIndex {
    let mut cards = hole.iter();
    let holding = cards.next().zip(cards.next()).and_then(|(low, high)| Holding::new(low, high));
    BoardFirst::of(deck, Round::ALL[round]).index(holding.expect("hold'em has two hole cards"), board)
}

/// All hands in one bucket: the abstraction of a player who does not look at the cards.
pub struct OneBucket;

impl Buckets for OneBucket {
    fn count(&self, _round: usize) -> usize {
        1
    }

    fn row(&self, _round: usize, _board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        row.clear();
        row.resize(order.len(), 0);
    }
}

impl HandBuckets for OneBucket {
    fn bucket(&self, _round: usize, _hole: CardSet, _board: CardSet) -> u32 {
        0
    }

    fn bucket_at(&self, _round: Round, _hand: HandIndex) -> u32 {
        0
    }
}
