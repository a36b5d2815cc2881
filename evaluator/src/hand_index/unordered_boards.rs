//! Unordered boards up to suit permutation: canonical form, number and back.

use super::hole_cells::Suits;
use super::rank_sets::{binomial, key, mask, number_of_key, size_of_key};
use crate::card::SUITS;
use crate::card_set::CardSet;
use crate::deck::Deck;

/// Canonical boards of the same shape: the same numbers of cards in their suits, the same suits alike.
///
/// A canonical board has its suits in descending order of (number of cards, mask of ranks).
#[derive(Debug)]
pub(crate) struct BoardShape {
    /// Cards in each canonical suit, descending.
    sizes: [u8; SUITS],
    /// Free ranks and interchangeable suits.
    pub suits: Suits,
    /// How many canonical boards have this shape.
    pub boards: u32,
    /// Where each suit's part of the number starts in [`UnorderedBoards::parts`].
    parts: [u32; SUITS],
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardPlace {
    pub shape: usize,
    /// Its number among the boards of that shape.
    pub number: u32,
    /// The canonical suit of each actual suit, two bits each, suit 0's lowest.
    pub packed_suits: u8,
}

/// The numbering of the canonical boards of one size.
#[derive(Debug)]
pub(crate) struct UnorderedBoards {
    pub cards: usize,
    /// Ranks are numbered from the lowest of the deck on: sets of a smaller deck's ranks are the first of their size.
    deck: Deck,
    pub shapes: Vec<BoardShape>,
    /// Shape by code (see [`UnorderedBoards::place`]); `u8::MAX` where there is none.
    shape_of_code: [u8; 512],
    /// A board's number in its shape is the sum of one part per suit, looked up by the number of the suit's rank set.
    parts: Vec<u32>,
}

impl UnorderedBoards {
    /// The numbering of the boards with this many cards, 0 to 5.
    pub fn new(deck: Deck, cards: usize) -> Self {
        let mut boards = Self { cards, deck, shapes: Vec::new(), shape_of_code: [u8::MAX; 512], parts: Vec::new() };
        let total = cards as u8;
        for a in (0..=total).rev() {
            for b in (0..=a.min(total - a)).rev() {
                for c in (0..=b.min(total - a - b)).rev() {
                    let d = total - a - b - c;
                    if d <= c {
                        boards.add_shapes([a, b, c, d]);
                    }
                }
            }
        }
        boards
    }

    /// Adds the shapes of boards with these numbers of cards in their suits, one for each way some are alike.
    fn add_shapes(&mut self, sizes: [u8; SUITS]) {
        for flags in 0..8u8 {
            let alike = [0, 1, 2].map(|i| flags >> i & 1 == 1);
            // Different sizes are never alike, two empty suits always are.
            let possible = (0..3).all(|i| if sizes[i] != sizes[i + 1] { !alike[i] } else { alike[i] || sizes[i] > 0 });
            if possible {
                self.add_shape(sizes, alike);
            }
        }
    }

    fn add_shape(&mut self, sizes: [u8; SUITS], alike: [bool; SUITS - 1]) {
        let suits = Suits { free: sizes.map(|size| self.deck.ranks() as u8 - size), alike };
        let leads = [0, 1, 2, 3].map(|suit| suits.leader(suit) == suit);
        let (mut radix, mut parts) = (1, [0; SUITS]);
        // Rank sets of one size that differ descend strictly: k of them are a k-subset of the C(ranks, size) sets,
        // numbered by binomials (the last of them counts C(n, 1), the one before it C(n, 2), ...). The last suits
        // count lowest.
        let mut still_to_come = 0;
        for suit in (0..SUITS).rev() {
            let sets = binomial(self.deck.ranks() as u64, u64::from(sizes[suit]));
            parts[suit] = self.parts.len() as u32;
            still_to_come += u64::from(leads[suit]);
            let part = |set| if leads[suit] { (binomial(set, still_to_come) * radix) as u32 } else { 0 };
            self.parts.extend((0..sets).map(part));
            if suit == 0 || sizes[suit - 1] != sizes[suit] {
                radix *= binomial(sets, still_to_come);
                still_to_come = 0;
            }
        }
        let code = code(sizes.map(u16::from), alike);
        self.shape_of_code[code] = self.shapes.len() as u8;
        self.shapes.push(BoardShape { sizes, suits, boards: radix as u32, parts });
    }

    /// A board's place among the canonical ones.
    ///
    /// # Panics
    /// If the board has a different number of cards from these boards (not always without debug assertions).
    #[inline]
    pub fn place(&self, board: CardSet) -> BoardPlace {
        debug_assert_eq!(board.len(), self.cards);
        // Sets of up to five ranks: their keys stay below 2^14, the suit fits beside them.
        let lowest = self.deck.lowest_rank();
        let tag = |suit: usize| u32::from(key(board.suit(suit) >> lowest)) << 2 | suit as u32;
        let [a, b, c, d] = sort_descending([tag(0), tag(1), tag(2), tag(3)]);
        let keys = [a, b, c, d].map(|tag| (tag >> 2) as u16);
        let alike = [keys[0] == keys[1], keys[1] == keys[2], keys[2] == keys[3]];
        let shape = usize::from(self.shape_of_code[code(keys.map(size_of_key), alike)]);
        let parts = &self.shapes[shape].parts;
        let part = |suit: usize| self.parts[parts[suit] as usize + usize::from(number_of_key(keys[suit]))];
        let number = part(0) + part(1) + part(2) + part(3);
        let packed_suits = (1 << (2 * (b & 3)) | 2 << (2 * (c & 3)) | 3 << (2 * (d & 3))) as u8;
        BoardPlace { shape, number, packed_suits }
    }

    /// The canonical board of a number in a shape; both must exist.
    pub fn board(&self, shape: usize, number: u32) -> CardSet {
        let shape = &self.shapes[shape];
        let (mut masks, mut rest) = ([0; SUITS], number);
        for suit in 0..SUITS {
            if suit > 0 && shape.suits.alike[suit - 1] {
                masks[suit] = masks[suit - 1];
                continue;
            }
            let size = usize::from(shape.sizes[suit]);
            let first = shape.parts[suit] as usize;
            let sets = binomial(self.deck.ranks() as u64, size as u64) as usize;
            let parts = &self.parts[first..first + sets];
            let set = parts.partition_point(|&part| part <= rest) - 1;
            rest -= parts[set];
            masks[suit] = mask(size, set) << self.deck.lowest_rank();
        }
        CardSet::from_suits(masks)
    }
}

/// A code of a shape below 512. At most five cards in descending suits are at most 5, 2 and 1 in the first three
/// suits (the fourth has the rest): three, two and one bits, then three bits for the suits that are alike.
#[inline]
fn code(sizes: [u16; SUITS], alike: [bool; SUITS - 1]) -> usize {
    let flags = u16::from(alike[0]) | u16::from(alike[1]) << 1 | u16::from(alike[2]) << 2;
    usize::from((sizes[0] | sizes[1] << 3 | sizes[2] << 5 | flags << 6) & 511)
}

/// A sorting network: no branches to mispredict.
#[inline]
fn sort_descending([a, b, c, d]: [u32; 4]) -> [u32; 4] {
    let (a, b) = (a.max(b), a.min(b));
    let (c, d) = (c.max(d), c.min(d));
    let (a, c) = (a.max(c), a.min(c));
    let (b, d) = (b.max(d), b.min(d));
    let (b, c) = (b.max(c), b.min(c));
    [a, b, c, d]
}
