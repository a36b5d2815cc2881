//! HSD, the hand strength distribution: how often a hand ends up how strong (Johanson et al. 2013, section 3).
//!
//! The river hand strength `HS = (2w + d) / 1980` over all ways to deal the rest of the board, as a histogram of `B`
//! bins. All counts are whole numbers: 46 rivers for a turn hand, 1,081 boards for a flop hand, 2,118,760 before it.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_index::BoardFirst;
use evaluator::holding::{HOLDINGS, Holding, STARTING_HANDS};
use evaluator::round::Round;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};
use tables::together::progress::{Cancelled, Progress};

use super::board_feature::{BoardFeature, BoardRows, Filler};
use super::distinct_rows::{DistinctRows, gather};
use super::single_hand::{BOARDS_OF_PREFLOP, SingleHand, for_each_runout};
use super::strengths::{CERTAIN_WIN, NO_STRENGTH, RiverStrengths};

/// The bin of a strength given as `2w + d`: `⌊(2w + d) · bins / 1980⌋`, strength 1 falling into the last bin.
#[inline]
pub const fn bin_of(halves: u16, bins: u16) -> u16 {
    let bin = halves as u32 * bins as u32 / CERTAIN_WIN as u32;
    if bin < bins as u32 { bin as u16 } else { bins - 1 }
}

/// The bin of every `2w + d`, and one more, `bins`, for [`NO_STRENGTH`].
pub(super) fn bin_table(bins: u16) -> Vec<u16> {
    let mut table: Vec<u16> = (0..=CERTAIN_WIN).map(|halves| bin_of(halves, bins)).collect();
    debug_assert_eq!(table.len(), usize::from(NO_STRENGTH));
    table.push(bins);
    table
}

/// The distributions of the 169 starting hands.
pub struct PreflopDistributions {
    pub bins: usize,
    /// `[starting hand][bin]`, counts of boards and suits: each row sums to [`Self::total`].
    pub counts: Vec<u64>,
    /// `2w + d` of each starting hand, summed over the same boards.
    pub halves: Vec<u64>,
}

impl PreflopDistributions {
    /// Counts over all canonical boards, each weighted by the number of raw boards it stands for.
    pub fn build(river: &RiverStrengths, bins: u16) -> Self {
        let bin_of_halves = bin_table(bins);
        let stride = usize::from(bins) + 1;
        let classes: Vec<usize> = Holding::all().map(|holding| holding.starting_hand().number()).collect();
        let zero = || (vec![0u64; STARTING_HANDS * stride], vec![0u64; STARTING_HANDS]);
        let (by_stride, mut halves) = (0..river.boards())
            .into_par_iter()
            .fold(zero, |(mut counts, mut halves), board| {
                let weight = u64::from(river.multiplicity(board));
                for (&strength, &class) in river.canonical_row(board).iter().zip(&classes) {
                    counts[class * stride + usize::from(bin_of_halves[usize::from(strength)])] += weight;
                    if strength != NO_STRENGTH {
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
        for (class, half) in evaluator::holding::StartingHand::all().zip(&mut halves) {
            let combos = class.combos() as u64;
            let row = &by_stride[class.number() * stride..][..usize::from(bins)];
            counts.extend(row.iter().map(|count| count / combos));
            *half /= combos;
        }
        Self { bins: usize::from(bins), counts, halves }
    }

    /// The boards of one starting hand, C(50, 5).
    pub const fn total(&self) -> u64 {
        BOARDS_OF_PREFLOP as u64
    }

    /// The histogram of a starting hand, as counts.
    pub fn row(&self, class: usize) -> &[u64] {
        &self.counts[class * self.bins..(class + 1) * self.bins]
    }

    /// The equity of a starting hand against a random hand, 0 to 1.
    pub fn equity(&self, class: usize) -> f64 {
        self.halves[class] as f64 / (f64::from(CERTAIN_WIN) * self.total() as f64)
    }
}

/// What is known of every turn hand.
pub struct TurnDistributions {
    /// The distinct histograms: rows of 46 counted rivers, strengths as sums of `2w + d` over them.
    pub rows: DistinctRows,
    /// `2w + d` summed over the 46 rivers, by board-first hand index.
    pub halves_of_hand: Vec<u32>,
}

impl TurnDistributions {
    /// Counts every turn hand's rivers.
    pub fn build(river: &RiverStrengths, bins: u16, progress: &dyn Progress) -> Result<Self, Cancelled> {
        let hands = BoardFirst::of(Round::Turn).hands();
        let halves_of_hand = (0..hands).map(|_| AtomicU32::new(0)).collect();
        let histograms = TurnHistograms { river, bins, bin_of_halves: bin_table(bins), halves_of_hand };
        let rows = gather(&histograms, progress)?;
        let halves_of_hand = histograms.halves_of_hand.into_iter().map(AtomicU32::into_inner).collect();
        Ok(Self { rows, halves_of_hand })
    }
}

/// The histograms of turn hands, 46 counted rivers each; keeps each hand's sum of `2w + d` on the way.
pub struct TurnHistograms<'a> {
    river: &'a RiverStrengths,
    bins: u16,
    bin_of_halves: Vec<u16>,
    /// Empty if the sums are not needed.
    halves_of_hand: Vec<AtomicU32>,
}

impl<'a> TurnHistograms<'a> {
    /// Read from river strengths.
    pub fn new(river: &'a RiverStrengths, bins: u16) -> Self {
        Self { river, bins, bin_of_halves: bin_table(bins), halves_of_hand: Vec::new() }
    }
}

impl BoardFeature for TurnHistograms<'_> {
    fn stage(&self) -> &'static str {
        "turn histograms"
    }

    fn boards(&self) -> &'static BoardFirst {
        BoardFirst::of(Round::Turn)
    }

    fn dimensions(&self) -> usize {
        usize::from(self.bins)
    }

    fn filler(&self) -> Box<Filler<'_>> {
        let turn = self.boards();
        let mut scratch = TurnScratch::new(self.dimensions());
        Box::new(move |board, rows| {
            scratch.count_board(self.river, turn, board, &self.bin_of_halves, rows);
            if !self.halves_of_hand.is_empty() {
                let first = turn.board_hands(board).start as usize;
                for (kept, &halves) in self.halves_of_hand[first..].iter().zip(&scratch.halves) {
                    kept.store(halves, Ordering::Relaxed);
                }
            }
        })
    }
}

struct TurnScratch {
    bins: usize,
    holdings: Vec<(Holding, u8)>,
    /// Counts with one extra bin, for rivers that the hand itself holds.
    counts: Vec<u16>,
    halves: Vec<u32>,
}

impl TurnScratch {
    fn new(bins: usize) -> Self {
        Self { bins, holdings: Vec::new(), counts: Vec::new(), halves: Vec::new() }
    }

    fn count_board(
        &mut self,
        river: &RiverStrengths,
        turn: &BoardFirst,
        board: usize,
        bin_of_halves: &[u16],
        rows: &mut BoardRows,
    ) {
        let stride = self.bins + 1;
        turn.canonical_holdings(board, &mut self.holdings);
        self.counts.clear();
        self.counts.resize(self.holdings.len() * stride, 0);
        self.halves.clear();
        self.halves.resize(self.holdings.len(), 0);
        let cards = turn.board(board);
        for card in Card::all().filter(|&card| !cards.contains(card)) {
            let (strengths, permutation) = river.row(cards.with(card));
            let permuted = permutation.holding_numbers();
            let hands = self.holdings.iter().zip(self.counts.chunks_exact_mut(stride)).zip(&mut self.halves);
            for (((holding, _), counts), halves) in hands {
                let strength = strengths[usize::from(permuted[holding.number()])];
                counts[usize::from(bin_of_halves[usize::from(strength)])] += 1;
                *halves += u32::from(strength);
            }
        }
        let board_weight = u64::from(turn.board_multiplicity(board));
        rows.reset(self.holdings.len(), self.bins);
        for (hand, ((_, orbit), counts)) in self.holdings.iter().zip(self.counts.chunks_exact(stride)).enumerate() {
            rows.rows[hand * self.bins..(hand + 1) * self.bins].copy_from_slice(&counts[..self.bins]);
            let weight = board_weight * u64::from(*orbit);
            // The hand's own two cards were counted as rivers, too.
            self.halves[hand] -= 2 * u32::from(NO_STRENGTH);
            rows.totals[hand] = [weight, weight * u64::from(self.halves[hand])];
        }
    }
}

/// The histograms of flop hands: 1,081 counted run-outs, each half the sum of the turn histograms that follow, since
/// either of the two cards can come first. The bins are those of the turn.
pub struct FlopHistograms<'a>(pub &'a TurnDistributions);

impl BoardFeature for FlopHistograms<'_> {
    fn stage(&self) -> &'static str {
        "flop histograms"
    }

    fn boards(&self) -> &'static BoardFirst {
        BoardFirst::of(Round::Flop)
    }

    fn dimensions(&self) -> usize {
        self.0.rows.dimensions
    }

    fn filler(&self) -> Box<Filler<'_>> {
        let (flop, turn, bins) = (self.boards(), BoardFirst::of(Round::Turn), self.dimensions());
        let turn_hands = self.0;
        let (mut holdings, mut locals, mut halves) = (Vec::new(), Box::new([0u16; HOLDINGS]), Vec::new());
        Box::new(move |board, rows| {
            flop.canonical_holdings(board, &mut holdings);
            rows.reset(holdings.len(), bins);
            halves.clear();
            halves.resize(holdings.len(), 0u64);
            let cards = flop.board(board);
            for card in Card::all().filter(|&card| !cards.contains(card)) {
                let turn_board = turn.local_hands(cards.with(card), &mut locals);
                let first = turn.board_hands(turn_board).start as usize;
                for (hand, (holding, _)) in holdings.iter().enumerate() {
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
            let board_weight = u64::from(flop.board_multiplicity(board));
            for (hand, (_, orbit)) in holdings.iter().enumerate() {
                let weight = board_weight * u64::from(*orbit);
                rows.totals[hand] = [weight, weight * halves[hand] / 2];
            }
        })
    }
}

/// The histograms of river hands: one count, in the bin of the strength.
pub struct RiverHistograms<'a> {
    pub river: &'a RiverStrengths,
    pub bins: u16,
}

impl BoardFeature for RiverHistograms<'_> {
    fn stage(&self) -> &'static str {
        "river histograms"
    }

    fn boards(&self) -> &'static BoardFirst {
        BoardFirst::of(Round::River)
    }

    fn dimensions(&self) -> usize {
        usize::from(self.bins)
    }

    fn filler(&self) -> Box<Filler<'_>> {
        let (boards, bins) = (self.boards(), self.dimensions());
        let mut holdings = Vec::new();
        Box::new(move |board, rows| {
            boards.canonical_holdings(board, &mut holdings);
            rows.reset(holdings.len(), bins);
            let strengths = self.river.canonical_row(board);
            let board_weight = u64::from(boards.board_multiplicity(board));
            for (hand, (holding, orbit)) in holdings.iter().enumerate() {
                let halves = strengths[holding.number()];
                rows.rows[hand * bins + usize::from(bin_of(halves, self.bins))] = 1;
                let weight = board_weight * u64::from(*orbit);
                rows.totals[hand] = [weight, weight * u64::from(halves)];
            }
        })
    }
}

/// The distribution of one hand with any board of 0, 3, 4 or 5 cards, as counts of `bins` bins, and the sum of
/// `2w + d`.
pub fn distribution_of_hand(hole: Holding, board: CardSet, bins: u16) -> (Vec<u64>, u64) {
    let hand = SingleHand::new(hole);
    let mut counts = vec![0; usize::from(bins)];
    let mut sum = 0;
    for_each_runout(hole, board, &mut |complete| {
        let halves = hand.halves(complete);
        counts[usize::from(bin_of(halves, bins))] += 1;
        sum += u64::from(halves);
    });
    (counts, sum)
}
