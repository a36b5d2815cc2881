//! OCHS, opponent cluster hand strength: a hand's strength against each cluster of starting hands (Johanson et al.
//! 2013).
//!
//! On a complete board entry `k` is `(w + d/2) / n` over the `n` holdings of cluster `k` that share no card with the
//! hand or the board. On earlier rounds it is the *mean over boards* of that per-board value, not a ratio of summed
//! wins. A cluster of which no holding survives says nothing: its entry is then the hand strength against everybody;
//! before the river such boards are left out of the mean as long as there are others.

use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::BoardFirst;
use evaluator::holding::{HOLDINGS, Holding, STARTING_HANDS};
use evaluator::lanes::Lanes;
use evaluator::processor::{Kernel, Processor};
use evaluator::round::Round;
use evaluator::showdown::{ShowdownOrder, ShowdownSums, Weights};
use evaluator::strength_tables::StrengthTables;
use rayon::prelude::*;
use std::sync::OnceLock;

use super::board_feature::BoardFeature;
use super::opponent_clusters::OpponentClusters;
use super::opponent_clusters::shipped_preflop_ochs;
use super::single_hand::{SingleHand, for_each_completion, for_each_runout};
use crate::street::{Street, certain_win, river_opponents};

/// A strength of 1 in the whole-number rows of OCHS features.
pub const OCHS_ONE: u16 = u16::MAX;

/// Clusters handled in one sweep; the lane after them holds everybody, which gives the plain hand strength.
const CLUSTERS_AT_ONCE: usize = 15;
const LANES: usize = CLUSTERS_AT_ONCE + 1;
/// Whole-number counts of a block of clusters, everybody in the last lane.
pub type Counts = Lanes<u16, LANES>;

/// Sweeps boards for one set of opponent clusters; owns its scratch memory.
pub struct OchsSweep<'a> {
    clusters: &'a OpponentClusters,
    processor: Processor,
    cluster_of_holding: [u8; HOLDINGS],
    order: ShowdownOrder,
    sums: ShowdownSums<u16, LANES>,
}

impl<'a> OchsSweep<'a> {
    pub fn new(clusters: &'a OpponentClusters) -> Self {
        let mut cluster_of_holding = [0; HOLDINGS];
        for holding in Holding::all() {
            cluster_of_holding[holding.number()] = clusters.cluster_of(holding.starting_hand());
        }
        Self {
            clusters,
            processor: Processor::detect(),
            cluster_of_holding,
            order: ShowdownOrder::new(),
            sums: ShowdownSums::default(),
        }
    }

    /// Writes the rows of all holdings of a complete board, `[slot_of[holding]][cluster]` in units of [`OCHS_ONE`];
    /// holdings with a slot of `u16::MAX` are left out. `halves` receives each slot's `2w + d` against everybody.
    pub fn board_rows(&mut self, board: CardSet, slot_of: &[u16; HOLDINGS], rows: &mut [u16], halves: &mut [u16]) {
        self.order.rank_board(self.clusters.deck(), board, StrengthTables::get());
        let clusters = self.clusters.count();
        for first in (0..clusters).step_by(CLUSTERS_AT_ONCE) {
            self.processor.run(BoardRowsKernel {
                order: &self.order,
                sums: &mut self.sums,
                cluster_of_holding: &self.cluster_of_holding,
                slot_of,
                first,
                clusters,
                rows: &mut *rows,
                halves: &mut *halves,
                shares: shares(),
                opponents: river_opponents(self.clusters.deck()),
            });
        }
    }

    /// Calls `visit(holding, first cluster, won, met)` for all holdings of a complete board and each block of clusters:
    /// lane `l` of `won / (2 · met)` is the strength against cluster `first + l`, the last lane that against everybody.
    pub fn visit(&mut self, board: CardSet, mut visit: impl FnMut(Holding, usize, &Counts, &Counts)) {
        self.order.rank_board(self.clusters.deck(), board, StrengthTables::get());
        let weights = one_hot_rows();
        for first in (0..self.clusters.count()).step_by(CLUSTERS_AT_ONCE) {
            let clusters = &self.cluster_of_holding;
            let members = Members { rows: &weights, ids: self.order.ids(), clusters, first };
            self.order.sweep(&mut self.sums, &members);
            for (place, (hole, &cards)) in self.order.holdings().zip(self.order.cards()).enumerate() {
                let met = self.sums.opposition(cards, members.at(place));
                let won = self.sums.balance(place, cards) + met;
                visit(hole, first, &won, &met);
            }
        }
    }
}

/// Row `r` has a one in lane `r` and in the lane of everybody; the last row counts only for everybody.
fn one_hot_rows() -> [Counts; LANES] {
    let mut rows = [Counts::default(); LANES];
    for (lane, row) in rows.iter_mut().enumerate() {
        row.0[lane] = 1;
        row.0[CLUSTERS_AT_ONCE] = 1;
    }
    rows
}

/// Each contestant counts in the lane of its cluster, if the block that starts at cluster `first` has it.
struct Members<'a> {
    rows: &'a [Counts; LANES],
    ids: &'a [u16],
    clusters: &'a [u8; HOLDINGS],
    first: usize,
}

impl Weights<u16, LANES> for Members<'_> {
    #[inline(always)]
    fn at(&self, place: usize) -> Counts {
        let cluster = usize::from(self.clusters[usize::from(self.ids[place])]);
        self.rows[cluster.wrapping_sub(self.first).min(CLUSTERS_AT_ONCE)]
    }
}

/// Writes the strengths of a ranked board against one block of clusters.
struct BoardRowsKernel<'a> {
    order: &'a ShowdownOrder,
    sums: &'a mut ShowdownSums<u16, LANES>,
    cluster_of_holding: &'a [u8; HOLDINGS],
    slot_of: &'a [u16; HOLDINGS],
    first: usize,
    clusters: usize,
    rows: &'a mut [u16],
    halves: &'a mut [u16],
    shares: &'static [u16],
    /// How many holdings everybody may have.
    opponents: u16,
}

/// Every strength `won / (2 · met)` that a board can give, rounded to whole parts of [`OCHS_ONE`]: a look-up is exact
/// and cheaper than a division.
fn shares() -> &'static [u16] {
    static SHARES: OnceLock<Vec<u16>> = OnceLock::new();
    SHARES.get_or_init(|| {
        let of_met = |met: u32| {
            let share =
                move |won: u32| if met == 0 { 0 } else { (won * 2 * u32::from(OCHS_ONE) / (2 * met)).div_ceil(2) };
            (0..=2 * met).map(move |won| share(won) as u16)
        };
        (0..=u32::from(river_opponents(Deck::FULL))).flat_map(of_met).collect()
    })
}

/// Where a share lies in the table: those of fewer opponents, `2 · met + 1` for each number, come first.
#[inline(always)]
fn share_place(won: u16, met: u16) -> usize {
    usize::from(met) * usize::from(met) + usize::from(won)
}

impl Kernel for BoardRowsKernel<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let weights = one_hot_rows();
        let ids = self.order.ids();
        let members = Members { rows: &weights, ids, clusters: self.cluster_of_holding, first: self.first };
        self.order.sweep(self.sums, &members);
        let here = CLUSTERS_AT_ONCE.min(self.clusters - self.first);
        for (place, (&id, &cards)) in ids.iter().zip(self.order.cards()).enumerate() {
            let slot = self.slot_of[usize::from(id)];
            if slot == u16::MAX {
                continue;
            }
            let met = self.sums.opposition(cards, members.at(place));
            let won = self.sums.balance(place, cards) + met;
            let everybody = won.0[CLUSTERS_AT_ONCE];
            let start = usize::from(slot) * self.clusters + self.first;
            let row = &mut self.rows[start..start + here];
            for (entry, (&won, &met)) in row.iter_mut().zip(won.0.iter().zip(&met.0)) {
                let (won, met) = if met == 0 { (everybody, self.opponents) } else { (won, met) };
                *entry = self.shares[share_place(won, met)];
            }
            self.halves[usize::from(slot)] = won.0[CLUSTERS_AT_ONCE];
        }
    }
}

/// OCHS of the river: rows in units of [`OCHS_ONE`], strengths as `2w + d`.
pub fn river_ochs(clusters: &OpponentClusters) -> BoardFeature<'_> {
    let count = clusters.count();
    let street = Street::new(clusters.deck(), Round::River);
    BoardFeature::new("river OCHS", street, count, move || {
        let river = street.boards();
        let (mut sweep, mut slots, mut halves) = (OchsSweep::new(clusters), Box::new([0u16; HOLDINGS]), Vec::new());
        Box::new(move |board, rows| {
            rows.begin(river, board, count);
            let cards = river.board(board);
            river.local_hands(cards, &mut slots);
            halves.clear();
            halves.resize(rows.holdings.len(), 0u16);
            sweep.board_rows(cards, &slots, &mut rows.rows, &mut halves);
            halves.iter().enumerate().for_each(|(hand, &halves)| rows.set_strength(hand, u64::from(halves)));
        })
    })
}

/// Sums of per-board strengths against each cluster, and on how many boards a holding of the cluster was left to meet.
#[derive(Clone)]
pub(super) struct MeanStrength {
    sums: Vec<(f64, f64)>,
}

impl MeanStrength {
    pub(super) fn new(clusters: usize) -> Self {
        Self { sums: vec![(0.0, 0.0); clusters] }
    }

    #[inline]
    pub(super) fn add(&mut self, first: usize, weight: f64, won: &Counts, met: &Counts) {
        for (lane, sum) in self.sums.iter_mut().skip(first).take(CLUSTERS_AT_ONCE).enumerate() {
            Self::add_board(sum, weight, won.0[lane], met.0[lane]);
        }
    }

    /// One board against one cluster, if a holding of the cluster is left to meet.
    #[inline]
    fn add_board(sum: &mut (f64, f64), weight: f64, won: u16, met: u16) {
        if met > 0 {
            sum.0 += weight * f64::from(won) / (2.0 * f64::from(met));
            sum.1 += weight;
        }
    }

    fn merge(&mut self, other: &Self) {
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            sum.0 += more.0;
            sum.1 += more.1;
        }
    }

    /// `None` where no holding of a cluster survived on any board.
    pub(super) fn means(&self) -> Vec<Option<f64>> {
        self.sums.iter().map(|&(sum, boards)| (boards > 0.0).then(|| sum / boards)).collect()
    }
}

/// One hand's OCHS with any board of 0, 3, 4 or 5 cards; `None` for a cluster that the hand can never meet.
///
/// Before the flop this walks all boards, seconds of work, unless the answer is [shipped](super::opponent_clusters).
pub fn ochs_of_hand(hole: Holding, board: CardSet, clusters: &OpponentClusters) -> Vec<Option<f64>> {
    if board.is_empty() {
        let rows = shipped_preflop_ochs(clusters).unwrap_or_else(|| preflop_ochs(clusters));
        return rows[hole.starting_hand().number()].clone();
    }
    let deck = clusters.deck();
    let hand = SingleHand::new(deck, hole);
    let mut mean = MeanStrength::new(clusters.count());
    let mut counts = vec![(0u16, 0u16); clusters.count()];
    for_each_runout(deck, hole, board, &mut |complete| {
        counts.fill((0, 0));
        hand.meet(complete, |class, halves| {
            let (won, met) = &mut counts[usize::from(clusters.cluster_of(class))];
            *won += halves;
            *met += 1;
        });
        mean.sums.iter_mut().zip(&counts).for_each(|(sum, &(won, met))| MeanStrength::add_board(sum, 1.0, won, met));
    });
    mean.means()
}

/// OCHS of the 169 starting hands, `[starting hand][cluster]`, over all boards; the same bits for any number of
/// threads.
pub fn preflop_ochs(clusters: &OpponentClusters) -> Vec<Vec<Option<f64>>> {
    const BOARDS: usize = 4096;
    let river = BoardFirst::of(clusters.deck(), Round::River);
    let chunks: Vec<Vec<MeanStrength>> = (0..river.boards().div_ceil(BOARDS))
        .into_par_iter()
        .map(|chunk| {
            let mut sweep = OchsSweep::new(clusters);
            let mut means = vec![MeanStrength::new(clusters.count()); STARTING_HANDS];
            for board in chunk * BOARDS..river.boards().min((chunk + 1) * BOARDS) {
                let weight = f64::from(river.board_multiplicity(board));
                sweep.visit(river.board(board), |hole, first, won, met| {
                    means[hole.starting_hand().number()].add(first, weight, won, met);
                });
            }
            means
        })
        .collect();
    let mut sums = vec![MeanStrength::new(clusters.count()); STARTING_HANDS];
    for chunk in &chunks {
        sums.iter_mut().zip(chunk).for_each(|(sum, more)| sum.merge(more));
    }
    sums.iter().map(MeanStrength::means).collect()
}

/// OCHS of flop or turn: expectations over the boards that follow, in units of [`OCHS_ONE`]; strengths as sums of
/// `2w + d` over those boards. For eight clusters some 20 core-seconds for the turn, 50 for the flop.
pub fn expected_ochs(round: Round, clusters: &OpponentClusters) -> BoardFeature<'_> {
    /// Fixed point of one board's strength: sums over 1,081 boards stay below 2^32.
    const UNIT: f32 = (1u32 << 20) as f32;
    let count = clusters.count();
    let street = Street::new(clusters.deck(), round);
    BoardFeature::new("expected OCHS", street, count, move || {
        let boards = street.boards();
        let (mut sweep, mut slots) = (OchsSweep::new(clusters), Box::new([0u16; HOLDINGS]));
        Box::new(move |board, rows| {
            rows.begin(boards, board, count);
            slots.fill(u16::MAX);
            let hands = rows.holdings.len();
            rows.holdings.iter().zip(0..).for_each(|((holding, _), hand)| slots[holding.number()] = hand);
            let mut sums = vec![(0u32, 0u32); hands * count];
            let mut everybody = vec![(0u64, 0u64); hands];
            for_each_completion(street.deck, boards.board(board), &mut |complete| {
                sweep.visit(complete, |hole, first, won, met| {
                    let slot = usize::from(slots[hole.number()]);
                    let Some((halves, seen)) = everybody.get_mut(slot) else { return };
                    let here = CLUSTERS_AT_ONCE.min(count - first);
                    for (lane, sum) in sums[slot * count + first..][..here].iter_mut().enumerate() {
                        if met.0[lane] > 0 {
                            let share = f32::from(won.0[lane]) / f32::from(2 * met.0[lane]);
                            sum.0 += (share * UNIT + 0.5) as u32;
                            sum.1 += 1;
                        }
                    }
                    if first == 0 {
                        *halves += u64::from(won.0[CLUSTERS_AT_ONCE]);
                        *seen += 1;
                    }
                });
            });
            for (hand, &(halves, seen)) in everybody.iter().enumerate() {
                let entries = rows.rows[hand * count..].iter_mut().zip(&sums[hand * count..][..count]);
                for (entry, &(sum, met_on)) in entries {
                    let mean = if met_on > 0 {
                        f64::from(sum) / (f64::from(met_on) * f64::from(UNIT))
                    } else {
                        halves as f64 / (seen as f64 * f64::from(certain_win(street.deck)))
                    };
                    *entry = (mean * f64::from(OCHS_ONE) + 0.5) as u16;
                }
                rows.set_strength(hand, halves);
            }
        })
    })
}
