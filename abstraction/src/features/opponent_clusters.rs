//! OC, the opponent clusters: the 169 starting hands in K groups, weakest first, against which OCHS measures a hand.
//!
//! Tables of the 169 starting hands that never change and take seconds to compute, shipped with the library: their
//! strength distributions, the usual opponent clusters, and their OCHS against those.
//!
//! In `abstraction/shipped`,
//! - `distributions.bin` holds the counts of [`PreflopDistributions`], `[169][50]` of `u32`, then its sums of `2w + d`,
//!   `[169]` of `u64`;
//! - `opponent-clusters.txt` holds a grid for each number of clusters, clusters from 1, rows and columns from the
//!   deuce;
//! - `preflop-ochs.bin` holds OCHS, `[169][K]` of `f64`, for each of these clusters and then for `johanson2013`.
//!
//! Binary numbers are little-endian. A test checks the files against the computation; an ignored one writes them.

use evaluator::deck::Deck;
use evaluator::holding::{STARTING_HANDS, StartingHand};
use tables::together::progress::Progress;

use super::hand_strength_distribution::PreflopDistributions;
use crate::clustering::starting_hands::StartingHandHistograms;
use crate::error::AbstractionError;
use crate::recipe::DEFAULT_BINS;

/// Restarts of the search unless the caller asks for more: with fewer, the eight clusters found are a matter of luck.
pub const DEFAULT_RESTARTS: usize = 1_000;

/// A partition of the starting hands into clusters numbered from the weakest (0 here, 1 for users).
#[derive(Clone, PartialEq, Debug)]
pub struct OpponentClusters {
    name: String,
    deck: Deck,
    /// 0 for starting hands that are not in the deck.
    cluster_of: [u8; STARTING_HANDS],
    count: usize,
}

/// The upper-right table of Johanson et al. 2013, figure 3, as printed: rows and columns from the deuce to the ace.
const JOHANSON_2013: [[u8; 13]; 13] = [
    [4, 1, 1, 1, 1, 1, 2, 2, 2, 4, 4, 4, 6],
    [1, 6, 1, 1, 1, 1, 2, 2, 3, 4, 4, 6, 6],
    [1, 1, 6, 1, 1, 2, 2, 2, 3, 4, 4, 6, 6],
    [1, 1, 1, 6, 3, 3, 3, 3, 3, 4, 4, 6, 6],
    [1, 1, 1, 1, 7, 3, 3, 3, 3, 4, 5, 6, 6],
    [1, 1, 1, 2, 3, 7, 3, 3, 5, 5, 5, 6, 7],
    [1, 1, 2, 2, 3, 3, 8, 3, 5, 5, 5, 6, 7],
    [2, 2, 2, 2, 3, 3, 3, 8, 5, 5, 5, 7, 7],
    [2, 2, 2, 2, 3, 3, 3, 5, 8, 5, 7, 7, 7],
    [2, 2, 4, 4, 4, 4, 5, 5, 5, 8, 7, 7, 7],
    [4, 4, 4, 4, 4, 4, 5, 5, 5, 5, 8, 7, 7],
    [4, 4, 4, 6, 6, 6, 6, 6, 7, 7, 7, 8, 7],
    [6, 6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 8],
];

impl OpponentClusters {
    /// From one number per starting hand, 1 to K, and 0 for those that are not in the deck; every number up to the
    /// largest must occur.
    pub fn new(name: String, deck: Deck, cluster_of: &[u8]) -> Result<Self, AbstractionError> {
        let wrong = |found: String| AbstractionError::Clusters { name: name.clone(), found };
        let table: [u8; STARTING_HANDS] = cluster_of
            .try_into()
            .map_err(|_| wrong(format!("{} starting hands instead of {STARTING_HANDS}", cluster_of.len())))?;
        let count = usize::from(table.iter().copied().max().unwrap_or(0));
        let of_deck = || deck.starting_hands().map(|hand| usize::from(table[hand.number()]));
        for cluster in 1..=count.max(1) {
            if !of_deck().any(|it| it == cluster) {
                return Err(wrong(format!("no starting hand in cluster {cluster}")));
            }
        }
        if of_deck().any(|cluster| cluster == 0) {
            return Err(wrong("a cluster 0; clusters are numbered from 1".to_owned()));
        }
        if StartingHand::all().any(|hand| !deck.has(hand) && table[hand.number()] > 0) {
            return Err(wrong(format!("a starting hand that is not in the deck of {deck} cards")));
        }
        Ok(Self { name, deck, cluster_of: table.map(|cluster| cluster.saturating_sub(1)), count })
    }

    pub fn johanson_2013() -> Self {
        let table: Vec<u8> = JOHANSON_2013.iter().flatten().copied().collect();
        Self::new("johanson2013".to_owned(), Deck::FULL, &table).expect("the printed table is complete")
    }

    /// K clusters by earth mover's distance k-means of the pre-flop distributions, weighted by combos, best of many
    /// seeded restarts.
    pub fn compute(
        distributions: &PreflopDistributions,
        count: usize,
        seed: u64,
        restarts: usize,
        progress: &dyn Progress,
    ) -> Result<Self, AbstractionError> {
        let rows = distributions.rows();
        let found = StartingHandHistograms::new(&rows)?.cluster(count, seed, restarts, progress)?;
        let mut cluster_of = [0; STARTING_HANDS];
        rows.iter().zip(found.cluster_of).for_each(|((hand, _), cluster)| cluster_of[hand.number()] = cluster);
        let mut clusters = Self { name: format!("emd{count}"), deck: distributions.deck, cluster_of, count };
        clusters.order_by_strength(distributions);
        Ok(clusters)
    }

    /// Numbers the clusters by combo-weighted mean equity.
    fn order_by_strength(&mut self, distributions: &PreflopDistributions) {
        let mut strength = vec![(0u64, 0u64); self.count];
        for class in self.deck.starting_hands() {
            let (halves, combos) = &mut strength[usize::from(self.cluster_of(class))];
            *halves += distributions.halves[class.number()] * class.combos() as u64;
            *combos += class.combos() as u64;
        }
        let mut order: Vec<usize> = (0..self.count).collect();
        order.sort_by(|&a, &b| {
            let mean = |it: usize| strength[it].0 as f64 / strength[it].1 as f64;
            mean(a).total_cmp(&mean(b))
        });
        let mut rank = vec![0u8; self.count];
        order.into_iter().enumerate().for_each(|(place, old)| rank[old] = place as u8);
        for class in self.deck.starting_hands() {
            let cluster = &mut self.cluster_of[class.number()];
            *cluster = rank[usize::from(*cluster)];
        }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn deck(&self) -> Deck {
        self.deck
    }

    pub fn count(&self) -> usize {
        self.count
    }

    /// The cluster of a starting hand, from 0 for the weakest.
    #[inline]
    pub fn cluster_of(&self, class: StartingHand) -> u8 {
        self.cluster_of[class.number()]
    }

    /// The clusters of the deck's starting hands in the order of their numbers, from 0.
    pub fn of_deck(&self) -> Vec<u8> {
        self.deck.starting_hands().map(|hand| self.cluster_of(hand)).collect()
    }

    /// The clusters of all starting hands in the order of their numbers, from 0; 0 for those that are not in the deck.
    pub fn table(&self) -> &[u8; STARTING_HANDS] {
        &self.cluster_of
    }

    pub fn combos(&self) -> Vec<u32> {
        let mut combos = vec![0; self.count];
        for class in self.deck.starting_hands() {
            combos[usize::from(self.cluster_of(class))] += class.combos() as u32;
        }
        combos
    }
}

const DISTRIBUTIONS: &[u8] = include_bytes!("../../shipped/distributions.bin");
const CLUSTERS: &str = include_str!("../../shipped/opponent-clusters.txt");
const OCHS: &[u8] = include_bytes!("../../shipped/preflop-ochs.bin");

/// The numbers of clusters whose search with [`SHIPPED_SEED`], [`DEFAULT_BINS`] and the usual restarts is shipped.
pub const SHIPPED_COUNTS: [u8; 14] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 24, 169];
pub const SHIPPED_SEED: u64 = 1;

/// The distributions of the starting hands in [`DEFAULT_BINS`] bins.
pub fn shipped_distributions() -> PreflopDistributions {
    let bins = usize::from(DEFAULT_BINS);
    let (counts, halves) = DISTRIBUTIONS.split_at(STARTING_HANDS * bins * size_of::<u32>());
    PreflopDistributions {
        deck: Deck::FULL,
        bins,
        counts: counts.as_chunks().0.iter().map(|&bytes| u64::from(u32::from_le_bytes(bytes))).collect(),
        halves: halves.as_chunks().0.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect(),
    }
}

/// The clusters that the usual search finds, for the numbers in [`SHIPPED_COUNTS`].
pub fn shipped_clusters(count: u8) -> Option<OpponentClusters> {
    let place = SHIPPED_COUNTS.iter().position(|&shipped| shipped == count)?;
    let grid = CLUSTERS.split("\n\n").nth(place)?;
    let table: Vec<u8> = grid.split_whitespace().filter_map(|cluster| cluster.parse().ok()).collect();
    OpponentClusters::new(format!("emd{count}"), Deck::FULL, &table).ok()
}

pub fn all_shipped_clusters() -> impl Iterator<Item = OpponentClusters> {
    SHIPPED_COUNTS.into_iter().filter_map(shipped_clusters).chain([OpponentClusters::johanson_2013()])
}

/// OCHS of the starting hands, `[starting hand][cluster]`, if it is shipped for these clusters, whatever their name.
pub fn shipped_preflop_ochs(clusters: &OpponentClusters) -> Option<Vec<Vec<Option<f64>>>> {
    let mut before = 0;
    for shipped in all_shipped_clusters() {
        let count = shipped.count();
        if clusters.deck().is_full() && shipped.table() == clusters.table() {
            let values = OCHS.as_chunks().0.iter().map(|&bytes| f64::from_le_bytes(bytes));
            // A cluster that is never met has no strength: it is stored as NaN.
            let values: Vec<Option<f64>> =
                values.skip(before).map(|value| (!value.is_nan()).then_some(value)).collect();
            return Some(values.chunks(count).take(STARTING_HANDS).map(<[_]>::to_vec).collect());
        }
        before += STARTING_HANDS * count;
    }
    None
}
