//! The hole cards on a board, counted by cells: which suits they have, which of these suits are alike.

use super::rank_sets::free_rank;
use crate::card::{Card, RANKS, SUITS};
use crate::card_set::CardSet;
use crate::deck::Deck;
use crate::holding::Holding;

/// How the suits of a canonical board look: how many ranks each has left, and which neighbours are interchangeable.
///
/// Interchangeable suits hold the same board cards (dealt on the same rounds) and lie side by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Suits {
    /// Ranks that are not on the board, for each canonical suit.
    pub free: [u8; SUITS],
    /// Whether canonical suits 0 and 1, 1 and 2, 2 and 3 are interchangeable.
    pub alike: [bool; SUITS - 1],
}

impl Suits {
    /// Four untouched suits.
    pub(crate) fn untouched(deck: Deck) -> Self {
        Self { free: [deck.ranks() as u8; SUITS], alike: [true; SUITS - 1] }
    }

    /// The first suit interchangeable with this one.
    pub fn leader(&self, suit: usize) -> usize {
        (0..suit).rev().take_while(|&before| self.alike[before]).last().unwrap_or(suit)
    }

    /// How many permutations of the suits leave the board as it is.
    pub fn stabiliser(&self) -> u32 {
        // Each suit multiplies by its place in its group: together the product of the factorials.
        (0..SUITS).map(|suit| (suit - self.leader(suit) + 1) as u32).product()
    }

    /// How many actual boards the canonical board stands for.
    pub fn board_multiplicity(&self) -> u32 {
        24 / self.stabiliser()
    }
}

/// `first + linear * p + triangle * p(p-1)/2 + low * q` numbers the hole cards at free positions `p` and `q`, where
/// `p` belongs to the card of the higher rank (either, if the ranks are equal).
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Cell {
    first: u16,
    linear: u16,
    triangle: u16,
    low: u16,
}

impl Cell {
    /// The part of the number that the higher card alone decides.
    #[inline]
    pub(crate) fn of_high(self, position: u8) -> u16 {
        let p = u16::from(position);
        self.first + self.linear * p + self.triangle * (p * p.wrapping_sub(1) / 2)
    }

    /// The part of the number that the lower card adds.
    #[inline]
    pub(crate) fn of_low(self, position: u8) -> u16 {
        self.low * u16::from(position)
    }
}

/// One canonical pair of hole cards: canonical suits and positions among the ranks that the board leaves free.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct CanonicalHole {
    suits: [u8; 2],
    positions: [u8; 2],
    /// How many holdings on the canonical board it stands for, 1 to 12.
    pub orbit: u8,
}

impl CanonicalHole {
    /// The holding beside taken cards: those of the board, and those that are not in the deck.
    #[inline]
    pub fn on(self, taken: CardSet) -> Holding {
        self.with_ranks(|suit, position| free_rank(taken.suit(usize::from(suit)), position))
    }

    /// The holding on a board, given the free ranks of each suit.
    #[inline]
    pub(crate) fn with_free_ranks(self, free_ranks: &[[u8; RANKS]; SUITS]) -> Holding {
        self.with_ranks(|suit, position| free_ranks[usize::from(suit)][usize::from(position)])
    }

    #[inline]
    fn with_ranks(self, rank: impl Fn(u8, u8) -> u8) -> Holding {
        let [a, b] = [0, 1].map(|i| Card::new(rank(self.suits[i], self.positions[i]), self.suits[i]));
        Holding::new(a, b).expect("two positions or two suits are two cards")
    }
}

/// The numbering of the hole cards on all boards with the same [`Suits`].
///
/// Cells in this order: for each group of interchangeable suits, both cards in one suit (C(f, 2) hands), then in two of
/// its suits (multisets: C(f+1, 2)); then, for each pair of groups, one card in each (f·f' hands).
#[derive(Debug)]
pub(super) struct HoleCells {
    /// The cell of the higher card's and the lower card's canonical suit.
    pub cells: [[Cell; SUITS]; SUITS],
    /// All canonical hole cards in the order of their numbers.
    pub holes: Vec<CanonicalHole>,
}

impl HoleCells {
    /// The numbering on boards whose suits look like this.
    pub fn new(suits: &Suits) -> Self {
        let group = [0, 1, 2, 3].map(|suit| suits.leader(suit));
        let free = suits.free.map(u16::from);
        let mut cells = [[Cell::default(); SUITS]; SUITS];
        let mut hands = 0;
        for a in (0..SUITS).filter(|&a| group[a] == a) {
            for (same_suit, size) in
                [(true, free[a] * free[a].saturating_sub(1) / 2), (false, free[a] * (free[a] + 1) / 2)]
            {
                let mut used = false;
                for (high, low) in pairs().filter(|&(high, low)| group[high] == a && group[low] == a) {
                    if (high == low) == same_suit {
                        cells[high][low] = Cell { first: hands, linear: u16::from(!same_suit), triangle: 1, low: 1 };
                        used = true;
                    }
                }
                hands += if used { size } else { 0 };
            }
        }
        for (a, b) in pairs().filter(|&(a, b)| a < b && group[a] == a && group[b] == b) {
            for (high, low) in pairs() {
                if (group[high], group[low]) == (a, b) {
                    cells[high][low] = Cell { first: hands, linear: free[b], triangle: 0, low: 1 };
                } else if (group[high], group[low]) == (b, a) {
                    cells[high][low] = Cell { first: hands, linear: 1, triangle: 0, low: free[b] };
                }
            }
            hands += free[a] * free[b];
        }
        Self::with_cells(cells, suits.free, usize::from(hands))
    }

    /// The numbering without a board: that of the starting hands, `ranks * row + column`.
    pub fn starting_hands(deck: Deck) -> Self {
        let ranks = deck.ranks() as u16;
        let suited = Cell { first: 0, linear: 1, triangle: 0, low: ranks };
        let offsuit = Cell { first: 0, linear: ranks, triangle: 0, low: 1 };
        let mut cells = [[offsuit; SUITS]; SUITS];
        (0..SUITS).for_each(|suit| cells[suit][suit] = suited);
        Self::with_cells(cells, Suits::untouched(deck).free, deck.ranks() * deck.ranks())
    }

    /// Lists the hands by numbering every pair of free cards; the first of each orbit represents it.
    fn with_cells(cells: [[Cell; SUITS]; SUITS], free: [u8; SUITS], hands: usize) -> Self {
        let mut numbering = Self { cells, holes: vec![CanonicalHole::default(); hands] };
        let cards: Vec<(u8, u8)> =
            (0..SUITS as u8).flat_map(|s| (0..free[usize::from(s)]).map(move |p| (s, p))).collect();
        for (i, &a) in cards.iter().enumerate() {
            for &b in &cards[i + 1..] {
                let (high, low) = if a.1 > b.1 { (a, b) } else { (b, a) };
                let number = usize::from(numbering.number(high, low));
                let hole = &mut numbering.holes[number];
                if hole.orbit == 0 {
                    (hole.suits, hole.positions) = ([high.0, low.0], [high.1, low.1]);
                }
                hole.orbit += 1;
            }
        }
        numbering
    }

    /// The number of two hole cards, each a canonical suit and a position among the free ranks; the higher rank first.
    #[inline]
    pub fn number(&self, high: (u8, u8), low: (u8, u8)) -> u16 {
        let cell = self.cells[usize::from(high.0 & 3)][usize::from(low.0 & 3)];
        cell.of_high(high.1) + cell.of_low(low.1)
    }

    pub fn hands(&self) -> u64 {
        self.holes.len() as u64
    }
}

fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..SUITS).flat_map(|high| (0..SUITS).map(move |low| (high, low)))
}
