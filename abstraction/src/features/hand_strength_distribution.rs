//! HSD, the hand strength distribution: how often a hand ends up how strong (Johanson et al. 2013, section 3).
//!
//! The river hand strength `HS = (2w + d) / 1980` over all ways to deal the rest of the board, as a histogram of `B`
//! bins. All counts are whole numbers: in the full deck 46 rivers for a turn hand, 1,081 boards for a flop hand,
//! 2,118,760 before it.

use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::BoardFirst;
use evaluator::holding::{HOLDINGS, Holding, STARTING_HANDS, StartingHand};
use evaluator::round::Round;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};
use tables::together::progress::{Cancelled, Progress};

use super::board_feature::{BoardFeature, BoardRows};
use super::distinct_rows::{DistinctRows, gather};
use super::single_hand::{SingleHand, for_each_runout};
use super::strengths::RiverStrengths;
use crate::street::{Street, certain_win, no_strength};

/// The bin of a strength given as `2w + d`: `⌊(2w + d) · bins / 1980⌋` in the full deck, strength 1 falling into the
/// last bin.
#[inline]
pub const fn bin_of(deck: Deck, halves: u16, bins: u16) -> u16 {
    let bin = halves as u32 * bins as u32 / certain_win(deck) as u32;
    if bin < bins as u32 { bin as u16 } else { bins - 1 }
}

/// The bin of every `2w + d`, and one more, `bins`, for [`no_strength`].
pub(super) fn bin_table(deck: Deck, bins: u16) -> Vec<u16> {
    let mut table: Vec<u16> = (0..=certain_win(deck)).map(|halves| bin_of(deck, halves, bins)).collect();
    debug_assert_eq!(table.len(), usize::from(no_strength(deck)));
    table.push(bins);
    table
}

pub struct PreflopDistributions {
    pub deck: Deck,
    pub bins: usize,
    /// `[starting hand][bin]`, counts of boards and suits: each row sums to [`Self::total`], or is zero for a hand that
    /// is not in the deck.
    pub counts: Vec<u64>,
    /// `2w + d` of each starting hand, summed over the same boards.
    pub halves: Vec<u64>,
}

impl PreflopDistributions {
    /// Counts over all canonical boards, each weighted by the number of raw boards it stands for.
    pub fn build(river: &RiverStrengths, bins: u16) -> Self {
        let (deck, bin_of_halves) = (river.deck, bin_table(river.deck, bins));
        let stride = usize::from(bins) + 1;
        let classes: Vec<usize> = Holding::all().map(|holding| holding.starting_hand().number()).collect();
        let zero = || (vec![0u64; STARTING_HANDS * stride], vec![0u64; STARTING_HANDS]);
        let (by_stride, mut halves) = (0..river.boards())
            .into_par_iter()
            .fold(zero, |(mut counts, mut halves), board| {
                let weight = u64::from(river.multiplicity(board));
                for (&strength, &class) in river.canonical_row(board).iter().zip(&classes) {
                    counts[class * stride + usize::from(bin_of_halves[usize::from(strength)])] += weight;
                    if strength != no_strength(deck) {
                        halves[class] += weight * u64::from(strength);
                    }
                }
                (counts, halves)
            })
            .reduce(zero, |(mut counts, mut halves), (more_counts, more_halves)| {
                counts.iter_mut().zip(more_counts).for_each(|(sum, more)| *sum += more);
                halves.iter_mut().zip(more_halves).for_each(|(sum, more)| *sum += more);
                (counts, halves)
            });
        let mut counts = Vec::with_capacity(STARTING_HANDS * usize::from(bins));
        // All holdings of a class see the same boards up to suits: one holding's share makes classes comparable.
        for (class, half) in StartingHand::all().zip(&mut halves) {
            let combos = class.combos() as u64;
            let row = &by_stride[class.number() * stride..][..usize::from(bins)];
            counts.extend(row.iter().map(|count| count / combos));
            *half /= combos;
        }
        Self { deck, bins: usize::from(bins), counts, halves }
    }

    /// The boards of one starting hand, C(50, 5) in the full deck.
    pub const fn total(&self) -> u64 {
        Street::new(self.deck, Round::Preflop).runouts() as u64
    }

    /// The rows of the deck's starting hands.
    pub(crate) fn rows(&self) -> Vec<(StartingHand, &[u64])> {
        self.deck.starting_hands().map(|hand| (hand, self.row(hand.number()))).collect()
    }

    pub fn row(&self, class: usize) -> &[u64] {
        &self.counts[class * self.bins..(class + 1) * self.bins]
    }

    /// The equity of a starting hand against a random hand, 0 to 1.
    pub fn equity(&self, class: usize) -> f64 {
        self.halves[class] as f64 / Street::new(self.deck, Round::Preflop).strength_unit()
    }
}

pub struct TurnDistributions {
    deck: Deck,
    /// The distinct histograms: rows of 46 counted rivers, strengths as sums of `2w + d` over them.
    pub rows: DistinctRows,
    /// `2w + d` summed over the 46 rivers, by board-first hand index.
    pub halves_of_hand: Vec<u32>,
}

impl TurnDistributions {
    pub fn build(river: &RiverStrengths, bins: u16, progress: &dyn Progress) -> Result<Self, Cancelled> {
        let hands = BoardFirst::of(river.deck, Round::Turn).hands();
        let halves_of_hand: Vec<AtomicU32> = (0..hands).map(|_| AtomicU32::new(0)).collect();
        let rows = gather(&turn_histograms(river, bins, &halves_of_hand), progress)?;
        Ok(Self {
            deck: river.deck,
            rows,
            halves_of_hand: halves_of_hand.into_iter().map(AtomicU32::into_inner).collect(),
        })
    }
}

/// The histograms of turn hands, 46 counted rivers each. Keeps each hand's sum of `2w + d` on the way, unless there is
/// no place for it.
pub fn turn_histograms<'a>(river: &'a RiverStrengths, bins: u16, kept: &'a [AtomicU32]) -> BoardFeature<'a> {
    let street = Street::new(river.deck, Round::Turn);
    BoardFeature::new("turn histograms", street, usize::from(bins), move || {
        let (turn, bin_of_halves) = (street.boards(), bin_table(street.deck, bins));
        let mut scratch = TurnScratch::default();
        Box::new(move |board, rows| {
            rows.begin(turn, board, usize::from(bins));
            scratch.count_board(river, turn.board(board), &bin_of_halves, rows);
            let first = turn.board_hands(board).start as usize;
            for (kept, &halves) in kept.iter().skip(first).zip(&scratch.halves) {
                kept.store(halves, Ordering::Relaxed);
            }
        })
    })
}

#[derive(Default)]
struct TurnScratch {
    /// Counts with one extra bin, for rivers that the hand itself holds.
    counts: Vec<u16>,
    halves: Vec<u32>,
}

impl TurnScratch {
    fn count_board(&mut self, river: &RiverStrengths, cards: CardSet, bin_of_halves: &[u16], rows: &mut BoardRows) {
        let bins = rows.rows.len() / rows.holdings.len();
        self.counts.clear();
        self.counts.resize(rows.holdings.len() * (bins + 1), 0);
        self.halves.clear();
        self.halves.resize(rows.holdings.len(), 0);
        for card in (river.deck.card_set() - cards).iter() {
            let (strengths, permutation) = river.row(cards.with(card));
            let permuted = permutation.holding_numbers();
            let hands = rows.holdings.iter().zip(self.counts.chunks_exact_mut(bins + 1)).zip(&mut self.halves);
            for (((holding, _), counts), halves) in hands {
                let strength = strengths[usize::from(permuted[holding.number()])];
                counts[usize::from(bin_of_halves[usize::from(strength)])] += 1;
                *halves += u32::from(strength);
            }
        }
        let counted = rows.rows.chunks_exact_mut(bins).zip(self.counts.chunks_exact(bins + 1));
        counted.for_each(|(row, counts)| row.copy_from_slice(&counts[..bins]));
        for (hand, halves) in self.halves.iter_mut().enumerate() {
            // The hand's own two cards were counted as rivers, too.
            *halves -= 2 * u32::from(no_strength(river.deck));
            rows.set_strength(hand, u64::from(*halves));
        }
    }
}

/// The histograms of flop hands: 1,081 counted run-outs, each half the sum of the turn histograms that follow, since
/// either of the two cards can come first. The bins are those of the turn.
pub fn flop_histograms(turn_hands: &TurnDistributions) -> BoardFeature<'_> {
    let bins = turn_hands.rows.dimensions;
    let (deck, street) = (turn_hands.deck, Street::new(turn_hands.deck, Round::Flop));
    BoardFeature::new("flop histograms", street, bins, move || {
        let (flop, turn) = (street.boards(), BoardFirst::of(deck, Round::Turn));
        let (mut locals, mut halves) = (Box::new([0u16; HOLDINGS]), Vec::new());
        Box::new(move |board, rows| {
            rows.begin(flop, board, bins);
            halves.clear();
            halves.resize(rows.holdings.len(), 0u64);
            let cards = flop.board(board);
            for card in (deck.card_set() - cards).iter() {
                let turn_board = turn.local_hands(cards.with(card), &mut locals);
                let first = turn.board_hands(turn_board).start as usize;
                for (hand, (holding, _)) in rows.holdings.iter().enumerate() {
                    let local = locals[holding.number()];
                    if local != u16::MAX {
                        let turn_hand = first + usize::from(local);
                        halves[hand] += u64::from(turn_hands.halves_of_hand[turn_hand]);
                        let more = turn_hands.rows.row(turn_hands.rows.row_of_hand[turn_hand] as usize);
                        let sums = &mut rows.rows[hand * bins..(hand + 1) * bins];
                        sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
                    }
                }
            }
            rows.rows.iter_mut().for_each(|count| *count /= 2);
            halves.iter().enumerate().for_each(|(hand, halves)| rows.set_strength(hand, halves / 2));
        })
    })
}

/// The histograms of river hands: one count, in the bin of the strength.
pub fn river_histograms(river: &RiverStrengths, bins: u16) -> BoardFeature<'_> {
    let street = Street::new(river.deck, Round::River);
    BoardFeature::new("river histograms", street, usize::from(bins), move || {
        Box::new(move |board, rows| {
            rows.begin(street.boards(), board, usize::from(bins));
            let strengths = river.canonical_row(board);
            for hand in 0..rows.holdings.len() {
                let halves = strengths[rows.holdings[hand].0.number()];
                rows.rows[hand * usize::from(bins) + usize::from(bin_of(street.deck, halves, bins))] = 1;
                rows.set_strength(hand, u64::from(halves));
            }
        })
    })
}

/// The distribution of one hand with any board of 0, 3, 4 or 5 cards, as counts of `bins` bins, and the sum of
/// `2w + d`.
pub fn distribution_of_hand(deck: Deck, hole: Holding, board: CardSet, bins: u16) -> (Vec<u64>, u64) {
    let hand = SingleHand::new(deck, hole);
    let mut counts = vec![0; usize::from(bins)];
    let mut sum = 0;
    for_each_runout(deck, hole, board, &mut |complete| {
        let halves = hand.halves(complete);
        counts[usize::from(bin_of(deck, halves, bins))] += 1;
        sum += u64::from(halves);
    });
    (counts, sum)
}
