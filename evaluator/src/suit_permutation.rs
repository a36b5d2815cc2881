//! The 24 permutations of the suits, and what they do to suits, cards, sets of cards and holdings.

use std::fmt;

use super::card::{Card, SUITS};
use super::card_set::CardSet;
use super::holding::{HOLDINGS, Holding};

pub const SUIT_PERMUTATIONS: usize = 24;

/// One of the 24 permutations of the suits, numbered in the lexicographic order of the images of suits 0, 1, 2, 3.
///
/// Number 0 is the identity. Applied to two players' hands and the board together, each of them keeps the hands'
/// strengths: this is all the symmetry that hold'em has, and what [`super::hand_index`] removes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SuitPermutation(u8);

static IMAGES: [[u8; SUITS]; SUIT_PERMUTATIONS] = images();
static INVERSE: [u8; SUIT_PERMUTATIONS] = inverses();
static COMPOSED: [[u8; SUIT_PERMUTATIONS]; SUIT_PERMUTATIONS] = composed();
static NUMBER_OF_PACKED: [u8; 256] = numbers_of_packed();
static MOVED_HOLDINGS: [[u16; HOLDINGS]; SUIT_PERMUTATIONS] = moved_holdings();

const fn images() -> [[u8; SUITS]; SUIT_PERMUTATIONS] {
    let mut table = [[0; SUITS]; SUIT_PERMUTATIONS];
    let mut number = 0;
    // All 256 maps in lexicographic order; those that miss no suit are the permutations.
    let mut map = 0u16;
    while map < 256 {
        let image = [(map >> 6) as u8 & 3, (map >> 4) as u8 & 3, (map >> 2) as u8 & 3, map as u8 & 3];
        if (1 << image[0] | 1 << image[1] | 1 << image[2] | 1 << image[3]) == 15 {
            table[number] = image;
            number += 1;
        }
        map += 1;
    }
    table
}

const fn pack(image: [u8; SUITS]) -> u8 {
    image[0] | image[1] << 2 | image[2] << 4 | image[3] << 6
}

const fn numbers_of_packed() -> [u8; 256] {
    let images = images();
    let mut table = [u8::MAX; 256];
    let mut number = 0;
    while number < SUIT_PERMUTATIONS {
        table[pack(images[number]) as usize] = number as u8;
        number += 1;
    }
    table
}

const fn composed() -> [[u8; SUIT_PERMUTATIONS]; SUIT_PERMUTATIONS] {
    let (images, numbers) = (images(), numbers_of_packed());
    let mut table = [[0; SUIT_PERMUTATIONS]; SUIT_PERMUTATIONS];
    let mut first = 0;
    while first < SUIT_PERMUTATIONS {
        let mut next = 0;
        while next < SUIT_PERMUTATIONS {
            let (f, n) = (images[first], images[next]);
            let both = [n[f[0] as usize], n[f[1] as usize], n[f[2] as usize], n[f[3] as usize]];
            table[first][next] = numbers[pack(both) as usize];
            next += 1;
        }
        first += 1;
    }
    table
}

const fn inverses() -> [u8; SUIT_PERMUTATIONS] {
    let (images, numbers) = (images(), numbers_of_packed());
    let mut table = [0; SUIT_PERMUTATIONS];
    let mut number = 0;
    while number < SUIT_PERMUTATIONS {
        let mut back = [0; SUITS];
        let mut suit = 0;
        while suit < SUITS {
            back[images[number][suit] as usize] = suit as u8;
            suit += 1;
        }
        table[number] = numbers[pack(back) as usize];
        number += 1;
    }
    table
}

const fn moved_holdings() -> [[u16; HOLDINGS]; SUIT_PERMUTATIONS] {
    let images = images();
    let mut table = [[0; HOLDINGS]; SUIT_PERMUTATIONS];
    let mut number = 0;
    while number < SUIT_PERMUTATIONS {
        let mut holding = 0;
        let mut high = 1u16;
        while high < 52 {
            let moved_high = (high & !3) + images[number][high as usize & 3] as u16;
            let mut low = 0u16;
            while low < high {
                let moved_low = (low & !3) + images[number][low as usize & 3] as u16;
                let (l, h) = if moved_low < moved_high { (moved_low, moved_high) } else { (moved_high, moved_low) };
                table[number][holding] = h * (h - 1) / 2 + l;
                holding += 1;
                low += 1;
            }
            high += 1;
        }
        number += 1;
    }
    table
}

impl SuitPermutation {
    /// The permutation that changes nothing, number 0.
    pub const IDENTITY: Self = Self(0);

    /// All 24 permutations in the order of their numbers.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..SUIT_PERMUTATIONS as u8).map(Self)
    }

    /// The permutation of a number in 0..24.
    pub fn from_number(number: usize) -> Option<Self> {
        (number < SUIT_PERMUTATIONS).then_some(Self(number as u8))
    }

    /// The permutation that takes suit `s` to `images[s]`; `None` if the images are not the four suits.
    pub fn from_images(images: [u8; SUITS]) -> Option<Self> {
        images.iter().all(|&image| image < SUITS as u8).then_some(())?;
        let number = NUMBER_OF_PACKED[usize::from(pack(images))];
        (number != u8::MAX).then_some(Self(number))
    }

    /// The permutation whose images lie in two bits each, suit 0's lowest.
    #[inline]
    pub(crate) fn from_packed(packed: u8) -> Self {
        debug_assert_ne!(NUMBER_OF_PACKED[usize::from(packed)], u8::MAX);
        Self(NUMBER_OF_PACKED[usize::from(packed)])
    }

    /// The permutation's number in 0..24.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// What suits 0, 1, 2 and 3 become.
    #[inline]
    pub fn images(self) -> [u8; SUITS] {
        IMAGES[usize::from(self.0)]
    }

    /// What a suit (0..4) becomes.
    #[inline]
    pub fn suit(self, suit: u8) -> u8 {
        IMAGES[usize::from(self.0)][usize::from(suit)]
    }

    /// The card of the same rank in the new suit.
    #[inline]
    pub fn card(self, card: Card) -> Card {
        Card::new(card.rank(), self.suit(card.suit()))
    }

    /// The set with every card moved.
    #[inline]
    pub fn card_set(self, cards: CardSet) -> CardSet {
        // Gathered by where each suit comes from: scattering by where it goes would write the masks to memory and read
        // them back at once, and processors wait for that.
        CardSet::from_suits(self.inverse().images().map(|suit| cards.suit(usize::from(suit))))
    }

    /// The holding with both cards moved.
    #[inline]
    pub fn holding(self, holding: Holding) -> Holding {
        let number = usize::from(self.holding_numbers()[holding.number()]);
        Holding::from_number(number).unwrap_or(holding)
    }

    /// The number of the moved holding for each of the 1,326 holding numbers: one table look-up in a loop.
    #[inline]
    pub fn holding_numbers(self) -> &'static [u16; HOLDINGS] {
        &MOVED_HOLDINGS[usize::from(self.0)]
    }

    #[inline]
    pub fn inverse(self) -> Self {
        Self(INVERSE[usize::from(self.0)])
    }

    /// This permutation followed by `next`.
    #[inline]
    pub fn then(self, next: Self) -> Self {
        Self(COMPOSED[usize::from(self.0)][usize::from(next.0)])
    }
}

impl fmt::Debug for SuitPermutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self.images().iter().map(|&image| ['c', 'd', 'h', 's'][usize::from(image)]).collect();
        write!(f, "cdhs→{letters}")
    }
}
