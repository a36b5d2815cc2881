//! Strength, HSD and OCHS of many hands of one street in one call: the hands of a board are worked out together, and
//! equal hands once.
//!
//! Ranking all holdings of a complete board costs little more than comparing one hand with all others on it, so a
//! million random hands take no longer than the boards they lie on: 1,755 flops, 16,432 turns, 134,459 rivers.

use evaluator::error::CardError;
use evaluator::hand_index::HandIndex;
use evaluator::holding::{HOLDINGS, Holding};
use evaluator::round::Round;
use rayon::prelude::*;
use tables::together::progress::{Cancelled, Counter, Progress};

use super::build_features::FeatureSource;
use super::hand_strength_distribution::bin_table;
use super::opponent_cluster_hand_strength::{MeanStrength, OchsSweep, preflop_ochs};
use super::opponent_clusters::OpponentClusters;
use super::opponent_clusters::shipped_preflop_ochs;
use super::single_hand::for_each_completion;
use super::strengths::StrengthSweep;
use crate::clustering::partition::pieces;
use crate::recipe::DEFAULT_BINS;
use crate::street::{Street, no_strength};

const ROWS_AT_ONCE: usize = 4_096;

/// Hands of one street, sorted by the boards they lie on.
pub struct ManyHands {
    street: Street,
    /// For each hand in the caller's order, its number among the different ones.
    distinct_of_hand: Vec<u32>,
    boards: Vec<WantedBoard>,
}

/// The different hands that are wanted of one board.
struct WantedBoard {
    number: usize,
    /// How many of the board's hands come before each.
    hands: Vec<u16>,
}

impl ManyHands {
    /// Sorts hands that are given by their board-first index.
    pub fn new(street: Street, hands: &[HandIndex]) -> Result<Self, CardError> {
        let index = street.boards();
        if let Some(&HandIndex(found)) = hands.iter().find(|hand| hand.0 >= index.hands()) {
            return Err(CardError::OutOfRange { what: "hand index", count: index.hands(), found });
        }
        let mut sorted: Vec<(HandIndex, u32)> = hands.iter().zip(0..).map(|(&hand, place)| (hand, place)).collect();
        sorted.par_sort_unstable();
        let mut distinct_of_hand = vec![0; hands.len()];
        let mut boards: Vec<WantedBoard> = Vec::new();
        let (mut distinct, mut before) = (0u32, None);
        for (hand, place) in sorted {
            if before != Some(hand) {
                distinct += u32::from(before.is_some());
                before = Some(hand);
                let (number, local) = index.place_of_hand(hand).expect("checked above");
                match boards.last_mut() {
                    Some(board) if board.number == number => board.hands.push(local),
                    _ => boards.push(WantedBoard { number, hands: vec![local] }),
                }
            }
            distinct_of_hand[place as usize] = distinct;
        }
        Ok(Self { street, distinct_of_hand, boards })
    }

    pub fn is_preflop(&self) -> bool {
        self.street.round == Round::Preflop
    }

    /// The bytes of rows of so many numbers of so many bytes each: those of different hands, and those of all hands.
    pub fn rows_bytes(&self, dimensions: usize, number_bytes: usize) -> u64 {
        let distinct = self.boards.iter().map(|board| board.hands.len()).sum::<usize>();
        (distinct + self.distinct_of_hand.len()) as u64 * (dimensions * number_bytes) as u64
    }

    /// Each hand's strength, 0 to 1: on the river against a random opponent, before it the expectation of that.
    pub fn strengths(&self, source: &mut FeatureSource, progress: &dyn Progress) -> Result<Vec<f64>, Cancelled> {
        if self.street.round == Round::Preflop {
            let distributions = source.preflop(self.street.deck, DEFAULT_BINS, progress)?;
            return self.of_starting_hands(1, |class, row: &mut [f64]| row[0] = distributions.equity(class));
        }
        let unit = self.street.strength_unit();
        self.rows(1, progress, || {
            let mut ranked = RankedRunouts::new(self.street);
            move |board: &WantedBoard, rows: &mut [f64]| {
                let mut sums = vec![0u64; board.hands.len()];
                ranked.visit(board, |hand, halves| sums[hand] += u64::from(halves));
                rows.iter_mut().zip(&sums).for_each(|(row, &sum)| *row = sum as f64 / unit);
            }
        })
    }

    /// Each hand's strength distribution, `[hand][bin]`: in how many ways to deal the rest of the board it ends up in
    /// each bin of strength.
    pub fn distributions(
        &self,
        bins: u16,
        source: &mut FeatureSource,
        progress: &dyn Progress,
    ) -> Result<Vec<u32>, Cancelled> {
        let dimensions = usize::from(bins);
        if self.street.round == Round::Preflop {
            let distributions = source.preflop(self.street.deck, bins, progress)?;
            return self.of_starting_hands(dimensions, |class, row: &mut [u32]| {
                row.iter_mut().zip(distributions.row(class)).for_each(|(entry, &count)| *entry = count as u32);
            });
        }
        let bin_of_halves = bin_table(self.street.deck, bins);
        self.rows(dimensions, progress, || {
            let (mut ranked, bin_of_halves) = (RankedRunouts::new(self.street), &bin_of_halves);
            move |board: &WantedBoard, rows: &mut [u32]| {
                ranked.visit(board, |hand, halves| {
                    rows[hand * dimensions + usize::from(bin_of_halves[usize::from(halves)])] += 1;
                });
            }
        })
    }

    /// Each hand's strength against clusters of opponents, `[hand][cluster]`; NaN for a cluster that the hand can never
    /// meet.
    pub fn ochs(&self, clusters: &OpponentClusters, progress: &dyn Progress) -> Result<Vec<f64>, Cancelled> {
        let count = clusters.count();
        let write = |row: &mut [f64], means: &[Option<f64>]| {
            row.iter_mut().zip(means).for_each(|(entry, mean)| *entry = mean.unwrap_or(f64::NAN));
        };
        if self.street.round == Round::Preflop {
            let rows = shipped_preflop_ochs(clusters).unwrap_or_else(|| preflop_ochs(clusters));
            return self.of_starting_hands(count, |class, row: &mut [f64]| write(row, &rows[class]));
        }
        let (deck, index) = (self.street.deck, self.street.boards());
        self.rows(count, progress, || {
            let (mut sweep, mut holdings) = (OchsSweep::new(clusters), Vec::new());
            let mut wanted = vec![u16::MAX; HOLDINGS];
            move |board: &WantedBoard, rows: &mut [f64]| {
                index.canonical_holdings(board.number, &mut holdings);
                wanted.fill(u16::MAX);
                for (hand, &local) in board.hands.iter().enumerate() {
                    wanted[holdings[usize::from(local)].0.number()] = hand as u16;
                }
                let mut means = vec![MeanStrength::new(count); board.hands.len()];
                for_each_completion(deck, index.board(board.number), &mut |complete| {
                    sweep.visit(complete, |hole, first, won, met| {
                        if let Some(mean) = means.get_mut(usize::from(wanted[hole.number()])) {
                            mean.add(first, 1.0, won, met);
                        }
                    });
                });
                rows.chunks_exact_mut(count).zip(&means).for_each(|(row, mean)| write(row, &mean.means()));
            }
        })
    }

    /// The rows of all hands in the caller's order; `worker` makes one thread's worker, which writes the rows of one
    /// board's wanted hands.
    fn rows<T: Copy + Default + Send + Sync, W: FnMut(&WantedBoard, &mut [T])>(
        &self,
        dimensions: usize,
        progress: &dyn Progress,
        worker: impl Fn() -> W + Sync,
    ) -> Result<Vec<T>, Cancelled> {
        let counter = Counter::new(progress, "hands", "boards", self.boards.len() as u64);
        let distinct = self.boards.iter().map(|board| board.hands.len()).sum::<usize>();
        let mut rows = vec![T::default(); distinct * dimensions];
        let lengths = self.boards.iter().map(|board| board.hands.len() * dimensions);
        let tasks: Vec<(&WantedBoard, &mut [T])> = self.boards.iter().zip(pieces(&mut rows, lengths)).collect();
        tasks.into_par_iter().try_for_each_init(&worker, |write, (board, rows)| {
            write(board, rows);
            counter.add(1)
        })?;
        let mut all = vec![T::default(); self.distinct_of_hand.len() * dimensions];
        all.par_chunks_mut(ROWS_AT_ONCE * dimensions).zip(self.distinct_of_hand.par_chunks(ROWS_AT_ONCE)).for_each(
            |(to, distinct)| {
                for (to, &distinct) in to.chunks_exact_mut(dimensions).zip(distinct) {
                    to.copy_from_slice(&rows[distinct as usize * dimensions..][..dimensions]);
                }
            },
        );
        Ok(all)
    }

    /// The same before the flop, where everything is known about the starting hands.
    fn of_starting_hands<T: Copy + Default + Send + Sync>(
        &self,
        dimensions: usize,
        write: impl Fn(usize, &mut [T]) + Sync,
    ) -> Result<Vec<T>, Cancelled> {
        self.rows(dimensions, &tables::together::progress::Silent, || {
            |board: &WantedBoard, rows: &mut [T]| {
                for (row, &hand) in rows.chunks_exact_mut(dimensions).zip(&board.hands) {
                    let hand = self.street.boards().unindex(HandIndex(u64::from(hand))).expect("checked at first").0;
                    write(hand.starting_hand().number(), row);
                }
            }
        })
    }
}

/// The strengths of a board's wanted hands on every complete board that may follow.
struct RankedRunouts {
    street: Street,
    sweep: StrengthSweep,
    holdings: Vec<(Holding, u8)>,
    halves: Vec<u16>,
}

impl RankedRunouts {
    fn new(street: Street) -> Self {
        let halves = vec![no_strength(street.deck); HOLDINGS];
        Self { street, sweep: StrengthSweep::new(street.deck), holdings: Vec::new(), halves }
    }

    /// Calls `visit` with a wanted hand's number and its `2w + d` for each complete board that the hand may see.
    fn visit(&mut self, board: &WantedBoard, mut visit: impl FnMut(usize, u16)) {
        let Self { street, sweep, holdings, halves } = self;
        let (index, nothing) = (street.boards(), no_strength(street.deck));
        index.canonical_holdings(board.number, holdings);
        let wanted: Vec<usize> = board.hands.iter().map(|&local| holdings[usize::from(local)].0.number()).collect();
        for_each_completion(street.deck, index.board(board.number), &mut |complete| {
            halves.fill(nothing);
            sweep.rank(complete, halves);
            for (hand, &holding) in wanted.iter().enumerate() {
                if halves[holding] != nothing {
                    visit(hand, halves[holding]);
                }
            }
        });
    }
}
