//! One complete board: every holding's rank at once, and what each holding wins against several weighted ranges.
//!
//! The holdings that survive on the board are sorted once. One walk from the weakest to the strongest then keeps a
//! running sum of the opponents' weights and one running sum per card, so that holdings which share a card are taken
//! out exactly: O(n · lanes) instead of O(n²). The lanes are opponent clusters for features and betting histories for
//! the solver.

use crate::card::{CARDS, Card, RANKS};
use crate::card_set::CardSet;
use crate::hand_strength::{HandStrength, PreparedHand};
use crate::holding::Holding;
use crate::lanes::{Lane, Lanes};
use crate::strength_tables::StrengthTables;

/// Room for the 52 cards and for one private stand-in per single-card holding (see [`Contestant::one_card`]), rounded up
/// to a power of two: a masked index needs no check in the hot loops.
const CARD_SLOTS: usize = 128;

#[inline(always)]
fn slot(card: u8) -> usize {
    usize::from(card) % CARD_SLOTS
}

/// Somebody who may come to the showdown: an own number, the cards that exclude others, and a strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contestant {
    /// What the caller calls it; the holding's number in hold'em.
    pub id: u16,
    /// The numbers of its cards: contestants that share one never meet.
    pub cards: [u8; 2],
    /// Its rank on this board.
    pub strength: HandStrength,
}

impl Contestant {
    /// A contestant with a single hole card (Kuhn, Leduc). Its second card is a stand-in that nobody else holds, which
    /// leaves every formula for two cards true.
    pub fn one_card(card: Card, strength: HandStrength) -> Self {
        let number = card.number() as u8;
        Self { id: u16::from(number), cards: [number, CARDS as u8 + number], strength }
    }
}

/// The contestants of one complete board, weakest first, in groups of equal strength.
#[derive(Clone, Default, Debug)]
pub struct ShowdownOrder {
    ids: Vec<u16>,
    cards: Vec<[u8; 2]>,
    group_ends: Vec<u16>,
    unsorted: Vec<Contestant>,
    present: Vec<u64>,
    group_of: Vec<u16>,
}

impl ShowdownOrder {
    /// An order without contestants, to be filled by [`Self::rank_board`] or [`Self::rank`].
    pub fn new() -> Self {
        Self::default()
    }

    /// Ranks all holdings of the full deck on a board of five cards (1,081 contestants, named by holding number).
    pub fn rank_board(&mut self, board: CardSet, tables: &StrengthTables) {
        debug_assert_eq!(board.len(), 5);
        let prepared_board = PreparedHand::from(board);
        let hands = Card::all().map(|card| PreparedHand::EMPTY.with(card));
        let mut prepared = [PreparedHand::EMPTY; CARDS];
        prepared.iter_mut().zip(hands).for_each(|(slot, hand)| *slot = hand);
        self.unsorted.clear();
        let free = |rank: u8, suit: u8| Some(Card::new(rank, suit)).filter(|&card| !board.contains(card));
        // Neighbours in a group should share no card, or each would wait for the other's sums: so the suits of a pair of
        // ranks are dealt out in turns, `shift` suits apart.
        for high_rank in 0..RANKS as u8 {
            for low_rank in 0..=high_rank {
                let shifts = if low_rank == high_rank { 1..3 } else { 0..4 };
                for shift in shifts {
                    // Two suits apart, pairs of one rank come round after two.
                    let suits = if low_rank == high_rank && shift == 2 { 2 } else { 4 };
                    for suit in 0..suits {
                        let (Some(low), Some(high)) = (free(low_rank, suit), free(high_rank, (suit + shift) % 4))
                        else {
                            continue;
                        };
                        let (low, high) = if low < high { (low, high) } else { (high, low) };
                        let (low, high) = (low.number(), high.number());
                        self.unsorted.push(Contestant {
                            id: (high * (high - 1) / 2 + low) as u16,
                            cards: [low as u8, high as u8],
                            strength: (prepared_board + prepared[high] + prepared[low]).strength(tables),
                        });
                    }
                }
            }
        }
        self.sort();
    }

    /// Ranks any contestants, in whatever order they come.
    pub fn rank(&mut self, contestants: impl IntoIterator<Item = Contestant>) {
        self.unsorted.clear();
        self.unsorted.extend(contestants);
        self.sort();
    }

    /// Counting sort on the strengths that occur: a bit for each, then a group number for each bit.
    fn sort(&mut self) {
        let count = self.unsorted.len();
        self.present.clear();
        self.present.resize(HandStrength::COUNT.div_ceil(64), 0);
        self.group_of.resize(HandStrength::COUNT, 0);
        for contestant in &self.unsorted {
            let strength = contestant.strength.number();
            self.present[strength / 64] |= 1 << (strength % 64);
        }
        self.group_ends.clear();
        for (word, &bits) in self.present.iter().enumerate() {
            let mut left = bits;
            while left != 0 {
                self.group_of[64 * word + left.trailing_zeros() as usize] = self.group_ends.len() as u16;
                self.group_ends.push(0);
                left &= left - 1;
            }
        }
        for contestant in &self.unsorted {
            self.group_ends[usize::from(self.group_of[contestant.strength.number()])] += 1;
        }
        let mut start = 0;
        for end in &mut self.group_ends {
            (*end, start) = (start, start + *end);
        }
        // Each entry now is its group's start; placing the members one by one moves it on to the group's end.
        self.ids.resize(count, 0);
        self.cards.resize(count, [0; 2]);
        for contestant in &self.unsorted {
            let place = &mut self.group_ends[usize::from(self.group_of[contestant.strength.number()])];
            self.ids[usize::from(*place)] = contestant.id;
            self.cards[usize::from(*place)] = contestant.cards;
            *place += 1;
        }
    }

    /// How many contestants there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there is nobody.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// The contestants' own numbers, weakest first.
    #[inline]
    pub fn ids(&self) -> &[u16] {
        &self.ids
    }

    /// The holding in each place, for orders made by [`Self::rank_board`].
    pub fn holdings(&self) -> impl ExactSizeIterator<Item = Holding> + '_ {
        self.ids.iter().map(|&id| Holding::from_number(usize::from(id)).expect("named by holding number"))
    }

    /// The cards of each place.
    #[inline]
    pub fn cards(&self) -> &[[u8; 2]] {
        &self.cards
    }

    /// Where each group of equal strength ends, in places.
    #[inline]
    pub fn group_ends(&self) -> &[u16] {
        &self.group_ends
    }

    /// Walks once over the contestants with each opponent's weight in each lane.
    ///
    /// Afterwards [`ShowdownSums::balance`] and [`ShowdownSums::opposition`] answer for every place.
    #[inline(always)]
    pub fn sweep<T: Lane, const N: usize>(&self, sums: &mut ShowdownSums<T, N>, weights: &impl Weights<T, N>) {
        let ShowdownSums { total, by_card, walked } = sums;
        let zero = Lanes::default();
        by_card.fill(zero);
        walked.resize(self.len(), zero);
        let mut running = zero;
        let mut start = 0;
        for &end in &self.group_ends {
            let group = start..usize::from(end);
            start = group.end;
            let cards = &self.cards[group.clone()];
            let walked = &mut walked[group.clone()];
            // What lies below the group, then the group itself, then what lies up to and with it.
            for (walked, &[a, b]) in walked.iter_mut().zip(cards) {
                *walked = running - by_card[slot(a)] - by_card[slot(b)];
            }
            for (place, &[a, b]) in group.zip(cards) {
                let own = weights.at(place);
                running = running + own;
                by_card[slot(a)] = by_card[slot(a)] + own;
                by_card[slot(b)] = by_card[slot(b)] + own;
            }
            for (walked, &[a, b]) in walked.iter_mut().zip(cards) {
                *walked = *walked + (running - by_card[slot(a)] - by_card[slot(b)]);
            }
        }
        *total = running;
    }

    /// Adds up the opponents' weights without comparing strengths: afterwards only [`ShowdownSums::opposition`] answers.
    #[inline(always)]
    pub fn gather<T: Lane, const N: usize>(&self, sums: &mut ShowdownSums<T, N>, weights: &impl Weights<T, N>) {
        let ShowdownSums { total, by_card, .. } = sums;
        by_card.fill(Lanes::default());
        let mut running = Lanes::default();
        for (place, &[a, b]) in self.cards.iter().enumerate() {
            let own = weights.at(place);
            running = running + own;
            by_card[slot(a)] = by_card[slot(a)] + own;
            by_card[slot(b)] = by_card[slot(b)] + own;
        }
        *total = running;
    }
}

/// How much each contestant counts as an opponent.
///
/// A trait and no closure: what hot loops call must be inlined whatever its size, or it is compiled without the vector
/// instructions of the loop around it (see [`crate::processor::Kernel`]), and closures cannot be told so.
pub trait Weights<T, const N: usize> {
    /// The weight of the contestant in a place; implementations are `#[inline(always)]`.
    fn at(&self, place: usize) -> Lanes<T, N>;
}

/// Everybody counts the same.
impl<T: Lane, const N: usize> Weights<T, N> for Lanes<T, N> {
    #[inline(always)]
    fn at(&self, _place: usize) -> Lanes<T, N> {
        *self
    }
}

/// The running sums of one sweep; kept by the caller and used again, since touching new memory is slow.
pub struct ShowdownSums<T, const N: usize> {
    total: Lanes<T, N>,
    by_card: Box<[Lanes<T, N>; CARD_SLOTS]>,
    walked: Vec<Lanes<T, N>>,
}

impl<T: Lane, const N: usize> Default for ShowdownSums<T, N> {
    fn default() -> Self {
        Self { total: Lanes::default(), by_card: Box::new([Lanes::default(); CARD_SLOTS]), walked: Vec::new() }
    }
}

impl<T: Lane, const N: usize> ShowdownSums<T, N> {
    /// The opponents' weight without those that share a card with these, the own holding counted out twice.
    #[inline(always)]
    fn others(&self, cards: [u8; 2]) -> Lanes<T, N> {
        self.total - self.by_card[slot(cards[0])] - self.by_card[slot(cards[1])]
    }

    /// Weight beaten minus weight lost to, of the contestant in a place with these cards.
    #[inline(always)]
    pub fn balance(&self, place: usize, cards: [u8; 2]) -> Lanes<T, N> {
        self.walked[place] - self.others(cards)
    }

    /// Weight of all opponents that the contestant can meet; `own` is the weight given for its own place.
    #[inline(always)]
    pub fn opposition(&self, cards: [u8; 2], own: Lanes<T, N>) -> Lanes<T, N> {
        self.others(cards) + own
    }
}
