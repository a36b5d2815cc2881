//! A complete board as the last round's kernels see it: holdings by strength, their buckets, and the cards of each tie group.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::showdown::ShowdownOrder;

use crate::public_board::{BucketRow, Buckets, CONTESTANT_NUMBERS, CardRules};

/// All that the sixteen-history chunks and both seats share on one board.
#[derive(Clone, Default, Debug)]
pub struct ShowdownBoard {
    /// The contestants, weakest first.
    pub order: ShowdownOrder,
    /// The opponent's buckets.
    pub row: BucketRow,
    /// The numbers of the cards that occur in each group of equal strength, group by group.
    pub group_cards: Vec<u8>,
    /// Where each group's cards end.
    pub group_card_ends: Vec<u16>,
    /// For each place, where its two cards stand among its group's.
    pub cards_in_group: Vec<[u8; 2]>,
    /// All holdings by their higher card, then their lower one.
    pub by_cards: Vec<DealtHolding>,
    /// Each higher card, and where its holdings end.
    pub high_cards: Vec<(u8, u16)>,
    /// How often the board counts.
    pub weight: f64,
    /// By holding number; a place, or none.
    places: Vec<u16>,
}

/// A holding that the opponent may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DealtHolding {
    /// Its number.
    pub id: u16,
    /// Which of the board's distinct buckets it falls into.
    pub bucket: u16,
    /// Its lower card.
    pub low: u8,
}

/// No place: the holding shares a card with the board.
const NOWHERE: u16 = u16::MAX;

impl ShowdownBoard {
    /// Deals a complete board, in the order of the deal, that counts `weight` times.
    pub fn deal(&mut self, rules: &CardRules, buckets: &dyn Buckets, board: &[Card], weight: f64) {
        rules.rank(CardSet::of(board), &mut self.order);
        self.row.fill(buckets, rules.rounds() - 1, board, &self.order);
        self.weight = weight;
        self.list_by_cards();
        self.list_group_cards();
    }

    /// Lists the holdings card by card: holding numbers ascend with the higher card.
    fn list_by_cards(&mut self) {
        self.places.clear();
        self.places.resize(CONTESTANT_NUMBERS, NOWHERE);
        for (place, &id) in self.order.ids().iter().enumerate() {
            self.places[usize::from(id)] = place as u16;
        }
        self.by_cards.clear();
        self.high_cards.clear();
        for (id, &place) in self.places.iter().enumerate().filter(|(_, place)| **place != NOWHERE) {
            let [low, high] = self.order.cards()[usize::from(place)];
            self.by_cards.push(DealtHolding { id: id as u16, bucket: self.row.of_place[usize::from(place)], low });
            let end = self.by_cards.len() as u16;
            match self.high_cards.last_mut() {
                Some(row) if row.0 == high => row.1 = end,
                _ => self.high_cards.push((high, end)),
            }
        }
    }

    fn list_group_cards(&mut self) {
        self.group_cards.clear();
        self.group_card_ends.clear();
        self.cards_in_group.clear();
        let mut start = 0;
        for &end in self.order.group_ends() {
            let group = &self.order.cards()[start..usize::from(end)];
            let present = group.iter().fold(0u64, |seen, &[a, b]| seen | 1 << a | 1 << b);
            // Cards come in ascending order: a card stands where so many lower ones are present.
            let among = |card: u8| (present & ((1 << card) - 1)).count_ones() as u8;
            self.cards_in_group.extend(group.iter().map(|&[a, b]| [among(a), among(b)]));
            let mut left = present;
            while left != 0 {
                self.group_cards.push(left.trailing_zeros() as u8);
                left &= left - 1;
            }
            self.group_card_ends.push(self.group_cards.len() as u16);
            start = usize::from(end);
        }
    }
}
