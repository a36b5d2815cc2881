//! Sums by card and by kind of holding for two players who meet on a board: the working memory of the value's kernels.

use evaluator::processor::Kernel;

use super::value_board::ValueBoard;
use crate::walk::last_round::MOST_EXITS;
use crate::walk::last_round::card_sums::{CARD_SLOTS, slot};
use crate::walk::{Real, Row};

/// Both players' reach of the last round on one board, added up before anybody acts there; positions 0 and 1.
pub struct KindReach<T> {
    /// The reach of each kind, and the products of both players' reaches of the same holding, which never meet.
    pub kinds: Vec<KindWeight<T>>,
    /// `[kind's card]`: the reach of the kind's holdings with the card.
    pub cards: Vec<[Row<T>; 2]>,
    /// The reach with each card of the deck.
    pub by_card: Box<[[Row<T>; 2]; CARD_SLOTS]>,
    /// The reach of all holdings.
    pub total: [Row<T>; 2],
}

/// One kind of holdings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct KindWeight<T> {
    /// Each player's reach.
    pub reach: [Row<T>; 2],
    /// Holding by holding, one player's reach times the other's.
    pub both: Row<T>,
}

impl<T: Real> Default for KindReach<T> {
    fn default() -> Self {
        let none = [Row::default(); 2];
        Self { kinds: Vec::new(), cards: Vec::new(), by_card: Box::new([none; CARD_SLOTS]), total: none }
    }
}

/// Fills [`KindReach`].
pub struct GatherReach<'a, T> {
    /// The board.
    pub board: &'a ValueBoard,
    /// Each position's reach of the round, by holding number.
    pub reach: [&'a [Row<T>]; 2],
    /// Receives the sums.
    pub sums: &'a mut KindReach<T>,
}

impl<T: Real> Kernel for GatherReach<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { board, reach: [first, second], sums } = self;
        let (none, half) = (Row::default(), Row::splat(T::of(0.5)));
        sums.kinds.resize(board.kinds.len(), KindWeight { reach: [none; 2], both: none });
        sums.cards.clear();
        sums.cards.resize(board.cards.len(), [none; 2]);
        sums.by_card.fill([none; 2]);
        sums.total = [none; 2];
        let (mut start, mut card_start) = (0, 0);
        for (kind, weight) in board.kinds.iter().zip(&mut sums.kinds) {
            let (end, card_end) = (usize::from(kind.holdings_end), usize::from(kind.cards_end));
            let cards = &mut sums.cards[card_start..card_end];
            let mut both = none;
            for holding in &board.holdings[start..end] {
                let (own, other) = (&first[usize::from(holding.id)], &second[usize::from(holding.id)]);
                let [low, high] = holding.cards;
                both = both + *own * *other;
                add(&mut cards[usize::from(low)], own, other);
                add(&mut cards[usize::from(high)], own, other);
            }
            *weight = KindWeight { reach: [none; 2], both };
            for (&card, [own, other]) in board.cards[card_start..card_end].iter().zip(&*cards) {
                add(&mut weight.reach, own, other);
                add(&mut sums.by_card[slot(card)], own, other);
            }
            // Every holding has two cards.
            weight.reach = [weight.reach[0] * half, weight.reach[1] * half];
            add(&mut sums.total, &weight.reach[0], &weight.reach[1]);
            (start, card_start) = (end, card_end);
        }
    }
}

/// Adds to both positions' sums.
#[inline(always)]
fn add<T: Real>(sums: &mut [Row<T>; 2], first: &Row<T>, second: &Row<T>) {
    sums[0] = sums[0] + *first;
    sums[1] = sums[1] + *second;
}

/// Running sums of both players' weight at each exit, card by card; kept from call to call.
pub struct ExitSums<T>(Box<[Row<T>; CARD_SLOTS * 2 * MOST_EXITS]>);

/// [`ExitSums`] for a number of exits, `[card][position][exit]`.
pub type SumsOfCards<T, const EXITS: usize> = [[[Row<T>; EXITS]; 2]; CARD_SLOTS];

impl<T: Real> Default for ExitSums<T> {
    fn default() -> Self {
        Self(Box::new([Row::default(); CARD_SLOTS * 2 * MOST_EXITS]))
    }
}

impl<T: Real> ExitSums<T> {
    /// The sums for so many exits.
    pub fn of_exits<const EXITS: usize>(&mut self) -> &mut SumsOfCards<T, EXITS> {
        const { assert!(EXITS <= MOST_EXITS) };
        let by_card = self.0.as_chunks_mut::<EXITS>().0.as_chunks_mut::<2>().0;
        by_card.first_chunk_mut().expect("room for the most exits")
    }
}
