//! A complete board on which two players meet: holdings that neither the showdown nor either player tells apart lie together.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::showdown::ShowdownOrder;

use crate::public_board::{BucketRow, Buckets, CardRules};

/// All that the sixteen-history chunks and both seatings share on one board.
///
/// A kind of holdings differs only by its cards: what is played to each end is worked out once for a kind, and cards matter
/// only for who cannot meet whom.
#[derive(Clone, Default, Debug)]
pub struct ValueBoard {
    /// The buckets of each player.
    pub rows: [BucketRow; 2],
    /// The kinds of holdings, weakest first.
    pub kinds: Vec<Kind>,
    /// Where each group of kinds of equal strength ends.
    pub group_ends: Vec<u16>,
    /// All holdings, kind by kind.
    pub holdings: Vec<KindHolding>,
    /// The numbers of the cards that occur in each kind, kind by kind.
    pub cards: Vec<u8>,
    /// How often the board counts.
    pub weight: f64,
    order: ShowdownOrder,
}

/// Holdings of equal strength that fall into the same bucket of either player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// Which of the board's distinct buckets of each player.
    pub buckets: [u16; 2],
    /// Where its holdings end.
    pub holdings_end: u16,
    /// Where its cards end.
    pub cards_end: u16,
}

/// A holding of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KindHolding {
    /// Its number.
    pub id: u16,
    /// Where its two cards stand among its kind's.
    pub cards: [u8; 2],
}

impl ValueBoard {
    /// Deals a complete board, in the order of the deal, that counts `weight` times.
    pub fn deal(&mut self, rules: &CardRules, buckets: [&dyn Buckets; 2], board: &[Card], weight: f64) {
        rules.rank(CardSet::of(board), &mut self.order);
        for (row, buckets) in self.rows.iter_mut().zip(buckets) {
            row.fill(buckets, rules.rounds() - 1, board, &self.order);
        }
        self.weight = weight;
        self.kinds.clear();
        self.group_ends.clear();
        self.holdings.clear();
        self.cards.clear();
        let mut places: Vec<u16> = (0..self.order.len() as u16).collect();
        let mut start = 0;
        for group in 0..self.order.group_ends().len() {
            let end = usize::from(self.order.group_ends()[group]);
            self.push_group(&mut places[start..end]);
            start = end;
        }
    }

    /// Divides the places of a group of equal strength by buckets.
    fn push_group(&mut self, group: &mut [u16]) {
        group.sort_unstable_by_key(|&place| (self.buckets_of(place), place));
        let mut kinds: Vec<&[u16]> =
            group.chunk_by(|&place, &next| self.buckets_of(place) == self.buckets_of(next)).collect();
        // In the order of their first places: it must not matter which player is called the first.
        kinds.sort_unstable_by_key(|kind| kind[0]);
        kinds.into_iter().for_each(|kind| self.push(kind));
        self.group_ends.push(self.kinds.len() as u16);
    }

    fn buckets_of(&self, place: u16) -> [u16; 2] {
        self.rows.each_ref().map(|row| row.of_place[usize::from(place)])
    }

    fn push(&mut self, places: &[u16]) {
        let cards_of = |place: &u16| self.order.cards()[usize::from(*place)];
        let present = places.iter().map(cards_of).fold(0u64, |seen, [a, b]| seen | 1 << a | 1 << b);
        // Cards come in ascending order: a card stands where so many lower ones are present.
        let among = |card: u8| (present & ((1 << card) - 1)).count_ones() as u8;
        let holding = |place: &u16| {
            let id = self.order.ids()[usize::from(*place)];
            KindHolding { id, cards: cards_of(place).map(among) }
        };
        self.holdings.extend(places.iter().map(holding));
        let mut left = present;
        while left != 0 {
            self.cards.push(left.trailing_zeros() as u8);
            left &= left - 1;
        }
        let (holdings_end, cards_end) = (self.holdings.len() as u16, self.cards.len() as u16);
        let buckets = self.buckets_of(places[0]);
        self.kinds.push(Kind { buckets, holdings_end, cards_end });
    }
}
