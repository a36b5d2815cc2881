//! One complete board: every holding's rank at once, and what each holding wins against several weighted ranges.
//!
//! The holdings that survive on the board are sorted once. One walk from the weakest to the strongest then keeps a
//! running sum of the opponents' weights and one running sum per card, so that holdings which share a card are taken
//! out exactly: O(n · lanes) instead of O(n²). The lanes are opponent clusters for features and betting histories for
//! the solver.

use super::card::{CARDS, Card, RANKS, SUITS};
use super::card_set::CardSet;
use super::deck::Deck;
use super::hand_strength::{HandStrength, PreparedHand};
use super::holding::{HOLDINGS, Holding};
use super::lanes::{Lane, Lanes};
use super::strength_tables::StrengthTables;

/// Room for the 52 cards and for one private stand-in per single-card holding (see [`Contestant::one_card`]), rounded
/// up to a power of two: a masked index needs no check in the hot loops.
const CARD_SLOTS: usize = 128;

#[inline(always)]
fn slot(card: u8) -> usize {
    usize::from(card) % CARD_SLOTS
}

/// The suits of two cards of given ranks, ordered so that neighbours in the list share no card: otherwise each would
/// have to wait for the other's sums in a sweep.
fn suits_in_turns(is_pair: bool) -> &'static [(u8, u8)] {
    const PAIRED: [(u8, u8); 6] = [(0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2)];
    const UNPAIRED: [(u8, u8); 16] = {
        let mut suits = [(0, 0); 16];
        let mut place = 0;
        while place < 16 {
            let (shift, suit) = (place as u8 / 4, place as u8 % 4);
            suits[place] = (suit, (suit + shift) % 4);
            place += 1;
        }
        suits
    };
    if is_pair { &PAIRED } else { &UNPAIRED }
}

/// A hand that may come to the showdown: its identifier, the cards that exclude others, and its strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contestant {
    /// The caller's identifier; the holding's number in hold'em.
    pub id: u16,
    /// The numbers of its cards: contestants that share one never meet.
    pub cards: [u8; 2],
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
    unsorted: Unsorted,
    present: Vec<u64>,
    group_of: Vec<u16>,
}

/// Contestants as they come, in runs of equal strength.
#[derive(Clone, Default, Debug)]
struct Unsorted {
    ids: Vec<u16>,
    cards: Vec<[u8; 2]>,
    /// Strength and end of each run.
    runs: Vec<(u16, u16)>,
}

impl Unsorted {
    fn clear(&mut self) {
        self.ids.clear();
        self.cards.clear();
        self.runs.clear();
    }

    fn push(&mut self, id: u16, cards: [u8; 2]) {
        self.ids.push(id);
        self.cards.push(cards);
    }

    fn end_run(&mut self, strength: HandStrength) {
        self.runs.push((strength.number() as u16, self.ids.len() as u16));
    }
}

impl ShowdownOrder {
    /// An order without contestants, to be filled by [`Self::rank_board`] or [`Self::rank`].
    pub fn new() -> Self {
        Self::default()
    }

    /// Ranks all holdings of a deck on a board of five cards (1,081 contestants in the full deck), named by holding
    /// number.
    ///
    /// Holdings of the same two ranks are equally strong unless a flush tells them apart: most boards need some hundred
    /// evaluations instead of a thousand.
    pub fn rank_board(&mut self, deck: Deck, board: CardSet, tables: &StrengthTables) {
        debug_assert_eq!(board.len(), 5);
        let on_board = PreparedHand::from(board);
        let prepared: [PreparedHand; CARDS] =
            std::array::from_fn(|card| PreparedHand::EMPTY.with(Card::new(card as u8 >> 2, card as u8 & 3)));
        let flush_suit = (0..SUITS).find(|&suit| board.suit(suit).count_ones() >= 3);
        let in_suit = |suit: u8| u32::from(flush_suit == Some(usize::from(suit)));
        let missing = 5 - flush_suit.map_or(0, |suit| board.suit(suit).count_ones());
        let mut flushes = [(0u16, [0u8; 2]); HOLDINGS];
        let mut flush_count = 0;
        self.unsorted.clear();
        for high_rank in deck.lowest_rank()..RANKS as u8 {
            for low_rank in deck.lowest_rank()..=high_rank {
                let mut strength = None;
                for &(low_suit, high_suit) in suits_in_turns(low_rank == high_rank) {
                    let (low, high) = (4 * low_rank + low_suit, 4 * high_rank + high_suit);
                    if board.contains(Card::new(low_rank, low_suit)) || board.contains(Card::new(high_rank, high_suit))
                    {
                        continue;
                    }
                    let (low, high) = (low.min(high), low.max(high));
                    let id = u16::from(high) * (u16::from(high) - 1) / 2 + u16::from(low);
                    if flush_suit.is_some() && in_suit(low_suit) + in_suit(high_suit) >= missing {
                        flushes[flush_count] = (id, [low, high]);
                        flush_count += 1;
                        continue;
                    }
                    self.unsorted.push(id, [low, high]);
                    strength.get_or_insert_with(|| {
                        (on_board + prepared[usize::from(low)] + prepared[usize::from(high)]).strength(tables)
                    });
                }
                if let Some(strength) = strength {
                    self.unsorted.end_run(strength);
                }
            }
        }
        for &(id, [low, high]) in &flushes[..flush_count] {
            self.unsorted.push(id, [low, high]);
            let hand = on_board + prepared[usize::from(low)] + prepared[usize::from(high)];
            self.unsorted.end_run(hand.strength(tables));
        }
        self.sort();
    }

    /// Ranks any contestants, in whatever order they come.
    pub fn rank(&mut self, contestants: impl IntoIterator<Item = Contestant>) {
        self.unsorted.clear();
        for contestant in contestants {
            self.unsorted.push(contestant.id, contestant.cards);
            self.unsorted.end_run(contestant.strength);
        }
        self.sort();
    }

    /// Counting sort of the runs on the strengths that occur: a bit for each, then a group number for each bit.
    fn sort(&mut self) {
        let Unsorted { ids, cards, runs } = &self.unsorted;
        self.present.clear();
        self.present.resize(HandStrength::COUNT.div_ceil(64), 0);
        self.group_of.resize(HandStrength::COUNT, 0);
        for &(strength, _) in runs {
            self.present[usize::from(strength) / 64] |= 1 << (strength % 64);
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
        let mut run_start = 0;
        for &(strength, run_end) in runs {
            self.group_ends[usize::from(self.group_of[usize::from(strength)])] += run_end - run_start;
            run_start = run_end;
        }
        let mut start = 0;
        for end in &mut self.group_ends {
            (*end, start) = (start, start + *end);
        }
        // Each entry now is its group's start; placing the runs one by one moves it on to the group's end.
        self.ids.resize(ids.len(), 0);
        self.cards.resize(ids.len(), [0; 2]);
        let mut run_start = 0;
        for &(strength, run_end) in runs {
            let run = usize::from(run_start)..usize::from(run_end);
            let place = &mut self.group_ends[usize::from(self.group_of[usize::from(strength)])];
            let places = usize::from(*place)..usize::from(*place) + run.len();
            self.ids[places.clone()].copy_from_slice(&ids[run.clone()]);
            self.cards[places].copy_from_slice(&cards[run]);
            *place += run_end - run_start;
            run_start = run_end;
        }
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

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
    /// Afterwards [`ShowdownSums::balance`] and [`ShowdownSums::opposition`] are valid for every place.
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
            // The weight below the group, then the group itself, then the weight up to and including it.
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

    /// Adds up the opponents' weights without comparing strengths: afterwards only [`ShowdownSums::opposition`] is
    /// valid.
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
/// A trait and not a closure: what hot loops call must be inlined whatever its size, or it is compiled without the
/// vector instructions of the loop around it (see [`super::processor::Kernel`]), and closures cannot be compiled that
/// way.
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
    /// The weight of the opponents that share no card with these; the contestant's own weight is subtracted twice.
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
