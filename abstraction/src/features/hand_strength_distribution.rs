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
use tables::progress::{Cancelled, Progress};

use super::Counter;
use super::distinct_rows::{BoardRows, DistinctRows, gather};
use super::river_strengths::{CERTAIN_WIN, NO_STRENGTH, RiverStrengths, halves_of_hand};
use super::runouts::{BOARDS_OF_PREFLOP, for_each_runout};

/// The bin of a strength given as `2w + d`: `⌊(2w + d) · bins / 1980⌋`, strength 1 falling into the last bin.
#[inline]
pub const fn bin_of(halves: u16, bins: u16) -> u16 {
    let bin = halves as u32 * bins as u32 / CERTAIN_WIN as u32;
    if bin < bins as u32 { bin as u16 } else { bins - 1 }
}

/// The bin of every `2w + d`, and one more, `bins`, for [`NO_STRENGTH`].
fn bin_table(bins: u16) -> Vec<u16> {
    let mut table: Vec<u16> = (0..=CERTAIN_WIN).map(|halves| bin_of(halves, bins)).collect();
    debug_assert_eq!(table.len(), usize::from(NO_STRENGTH));
    table.push(bins);
    table
}

/// The distributions of the 169 starting hands.
pub struct PreflopDistributions {
    /// Number of bins.
    pub bins: usize,
    /// `[starting hand][bin]`, counts of boards and suits: each row sums to [`Self::total`].
    pub counts: Vec<u64>,
    /// `2w + d` of each starting hand, summed over the same boards.
    pub halves: Vec<u64>,
}

impl PreflopDistributions {
    /// Counts over all canonical boards, each as often as it stands for raw ones.
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
    ///
    /// # Errors
    /// [`Cancelled`], when the progress says so.
    pub fn build(river: &RiverStrengths, bins: u16, progress: &dyn Progress) -> Result<Self, Cancelled> {
        let turn = BoardFirst::of(Round::Turn);
        let bin_of_halves = bin_table(bins);
        let counter = Counter::new(progress, "turn histograms", turn.boards(), "boards");
        let halves_of_hand: Vec<AtomicU32> = (0..turn.hands()).map(|_| AtomicU32::new(0)).collect();
        let rows = gather(
            turn,
            usize::from(bins),
            &counter,
            || TurnScratch::new(usize::from(bins)),
            |scratch, board, rows| {
                let hands = turn.board_hands(board);
                let halves = &halves_of_hand[hands.start as usize..hands.end as usize];
                scratch.count_board(river, turn, board, &bin_of_halves, halves, rows);
            },
        )?;
        Ok(Self { rows, halves_of_hand: halves_of_hand.into_iter().map(AtomicU32::into_inner).collect() })
    }
}

struct TurnScratch {
    bins: usize,
    holdings: Vec<(Holding, u8)>,
    /// Counts with one bin more, where rivers fall that the hand itself holds.
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
        halves_of_hand: &[AtomicU32],
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
            // The hand's own two cards came by as rivers, too.
            let halves = self.halves[hand] - 2 * u32::from(NO_STRENGTH);
            halves_of_hand[hand].store(halves, Ordering::Relaxed);
            rows.totals[hand] = [weight, weight * u64::from(halves)];
        }
    }
}

/// The distinct flop histograms: rows of 1,081 counted run-outs, each the half of the sum of the turn histograms
/// that follow, since either of the two cards can come first. The bins are those of the turn.
///
/// # Errors
/// [`Cancelled`], when the progress says so.
pub fn flop_histograms(turn_hands: &TurnDistributions, progress: &dyn Progress) -> Result<DistinctRows, Cancelled> {
    let flop = BoardFirst::of(Round::Flop);
    let turn = BoardFirst::of(Round::Turn);
    let bins = turn_hands.rows.dimensions;
    let counter = Counter::new(progress, "flop histograms", flop.boards(), "boards");
    gather(
        flop,
        bins,
        &counter,
        || (Vec::new(), Box::new([0u16; HOLDINGS]), Vec::new()),
        |(holdings, locals, halves), board, rows| {
            flop.canonical_holdings(board, holdings);
            rows.reset(holdings.len(), bins);
            halves.clear();
            halves.resize(holdings.len(), 0u64);
            let cards = flop.board(board);
            for card in Card::all().filter(|&card| !cards.contains(card)) {
                let turn_board = turn.local_hands(cards.with(card), locals);
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
        },
    )
}

/// The distribution of one hand with any board of 0, 3, 4 or 5 cards, as counts of `bins` bins, and the sum of `2w + d`.
pub fn distribution_of_hand(hole: Holding, board: CardSet, bins: u16) -> (Vec<u64>, u64) {
    let mut counts = vec![0; usize::from(bins)];
    let mut sum = 0;
    for_each_runout(hole, board, &mut |complete| {
        let halves = halves_of_hand(hole, complete);
        counts[usize::from(bin_of(halves, bins))] += 1;
        sum += u64::from(halves);
    });
    (counts, sum)
}
