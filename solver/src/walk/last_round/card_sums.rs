//! Running sums of the opponent's weight by card: the working memory of the last round's kernel.

use super::betting_ladder::{MOST_EXITS, MOST_RUNGS};
use crate::walk::reach_products::{Real, Row};

/// Room for 52 cards; a masked index needs no check.
pub(crate) const CARD_SLOTS: usize = 64;

/// Where a card's sums are.
#[inline(always)]
pub(crate) fn slot(card: u8) -> usize {
    usize::from(card) % CARD_SLOTS
}

/// Sums by card, kept from call to call: touching new memory is slow.
pub struct CardSums<T> {
    weights: Box<[Row<T>; CARD_SLOTS * MOST_EXITS]>,
    balances: Box<[Row<T>; CARD_SLOTS * MOST_EXITS]>,
    folds: Box<[[Row<T>; MOST_RUNGS]; CARD_SLOTS]>,
    reach: Box<[Row<T>; CARD_SLOTS]>,
}

impl<T: Real> Default for CardSums<T> {
    fn default() -> Self {
        let none = Row::default();
        Self {
            weights: Box::new([none; CARD_SLOTS * MOST_EXITS]),
            balances: Box::new([none; CARD_SLOTS * MOST_EXITS]),
            folds: Box::new([[none; MOST_RUNGS]; CARD_SLOTS]),
            reach: Box::new([none; CARD_SLOTS]),
        }
    }
}

impl<T: Real> CardSums<T> {
    /// The sums for `EXITS` exits.
    pub(crate) fn of_exits<const EXITS: usize>(&mut self) -> SumsOfExits<'_, T, EXITS> {
        let Self { weights, balances, folds, reach } = self;
        SumsOfExits { weights: by_card(weights), balances: by_card(balances), folds, reach }
    }
}

fn by_card<T, const EXITS: usize>(rows: &mut [Row<T>; CARD_SLOTS * MOST_EXITS]) -> &mut [[Row<T>; EXITS]; CARD_SLOTS] {
    const { assert!(EXITS <= MOST_EXITS) };
    rows.as_chunks_mut().0.first_chunk_mut().expect("room for the most exits")
}

/// [`CardSums`] for a number of exits.
pub struct SumsOfExits<'a, T, const EXITS: usize> {
    /// The opponent's weight with each card, at each exit; then the running sums.
    pub weights: &'a mut [[Row<T>; EXITS]; CARD_SLOTS],
    /// For the cards of the group at hand, one after the other: running sums below and up to it, added together.
    pub balances: &'a mut [[Row<T>; EXITS]; CARD_SLOTS],
    /// What each of the responder's own folds is worth against the opponent's holdings with each card.
    pub folds: &'a mut [[Row<T>; MOST_RUNGS]; CARD_SLOTS],
    /// The opponent's weight with each card before the round.
    pub reach: &'a mut [Row<T>; CARD_SLOTS],
}
