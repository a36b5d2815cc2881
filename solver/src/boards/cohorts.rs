//! The holdings of a complete board by strength and bucket: the lists that the last round's kernels go through.
//!
//! What a player does depends on a holding's bucket, and whom it beats on its strength; which hands it excludes depends
//! on its cards. So sums over holdings can be taken for each *cohort* (equally strong, in one bucket) and for each card
//! in it, before anything is multiplied. A board of 1,081 holdings has some 90 cohorts with 600 cards.

use evaluator::showdown::ShowdownOrder;

/// A board's holdings, by strength, then bucket.
#[derive(Clone, Default, Debug)]
pub struct Cohorts {
    /// Where the cohorts of each group of equal strength end, weakest first.
    pub group_ends: Vec<u16>,
    pub cohorts: Vec<Cohort>,
    /// The cards in each cohort, cohort by cohort, in ascending order.
    pub cards: Vec<CohortCard>,
    /// The holdings, cohort by cohort.
    pub holdings: Vec<Member>,
    /// The cards of all holdings.
    pub present: Vec<u8>,
    /// A group's places with their buckets in front.
    sorted: Vec<(u16, u16)>,
}

/// Holdings that are equally strong and fall into the same bucket; its lists begin where those of the one before end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cohort {
    /// Which of the board's distinct buckets.
    pub bucket: u16,
    pub holdings_end: u16,
    pub cards_end: u16,
}

/// One card of a cohort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CohortCard {
    pub card: u8,
    /// How many of the cohort's holdings have it.
    pub holdings: u8,
}

/// One holding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member {
    /// Its place in the order of strength.
    pub place: u16,
    pub cards: [u8; 2],
    /// Where they are in the list of all cohorts' cards.
    pub in_cohort: [u16; 2],
}

impl Cohorts {
    /// The cohorts of a group, and where their holdings and their cards begin.
    #[inline(always)]
    pub(crate) fn of_group(&self, group: usize) -> (&[Cohort], usize, usize) {
        let start = group.checked_sub(1).map_or(0, |before| usize::from(self.group_ends[before]));
        let (holdings, cards) = start.checked_sub(1).map_or((0, 0), |before| {
            let before = &self.cohorts[before];
            (usize::from(before.holdings_end), usize::from(before.cards_end))
        });
        (&self.cohorts[start..usize::from(self.group_ends[group])], holdings, cards)
    }

    /// Lists the holdings of a board whose buckets are given by place; holdings must have two cards of the deck.
    pub fn list(&mut self, order: &ShowdownOrder, bucket_of_place: &[u16]) {
        let Self { group_ends, cohorts, cards, holdings, present: all, sorted } = self;
        group_ends.clear();
        cohorts.clear();
        cards.clear();
        holdings.clear();
        let (mut start, mut seen) = (0, 0);
        for &end in order.group_ends() {
            sorted.clear();
            sorted.extend((start..end).map(|place| (bucket_of_place[usize::from(place)], place)));
            sorted.sort_unstable();
            for members in sorted.chunk_by(|one, other| one.0 == other.0) {
                let of_cohort = present(order, members);
                seen |= of_cohort;
                let first_card = cards.len();
                cards.extend(cards_of(of_cohort).map(|card| CohortCard { card, holdings: 0 }));
                for &(_, place) in members {
                    let pair = order.cards()[usize::from(place)];
                    let in_cohort = pair.map(|card| first_card + lower(of_cohort, card));
                    in_cohort.iter().for_each(|&card| cards[card].holdings += 1);
                    holdings.push(Member { place, cards: pair, in_cohort: in_cohort.map(|card| card as u16) });
                }
                let (holdings_end, cards_end) = (holdings.len() as u16, cards.len() as u16);
                cohorts.push(Cohort { bucket: members[0].0, holdings_end, cards_end });
            }
            group_ends.push(cohorts.len() as u16);
            start = end;
        }
        all.clear();
        all.extend(cards_of(seen));
    }
}

/// The cards of some places, a bit for each.
fn present(order: &ShowdownOrder, places: &[(u16, u16)]) -> u64 {
    places.iter().fold(0, |seen, &(_, place)| {
        let [a, b] = order.cards()[usize::from(place)];
        seen | 1 << a | 1 << b
    })
}

/// How many lower cards are present: where a card is among them.
fn lower(present: u64, card: u8) -> usize {
    (present & ((1 << card) - 1)).count_ones() as usize
}

fn cards_of(mut left: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let card = (left != 0).then_some(left.trailing_zeros() as u8);
        left &= left.wrapping_sub(1);
        card
    })
}
