//! How much opponent clusters depend on luck: the costs of searches with several seeds, and how far their results
//! agree.
//! Groups of hands are described by their hands, deals and strength, and put in the order of their strength.

use evaluator::holding::StartingHand;
use rayon::prelude::*;
use serde::Serialize;
use tables::together::progress::{Cancelled, Progress, Update};

use super::comparison::Agreement;
use crate::cluster_file::{ClusterSearch, mean_distance};
use crate::clustering::{BucketOrder, ClusteringError};
use crate::error::AbstractionError;
use crate::features::board_feature::for_each_total;
use crate::features::build_features::FeatureSource;
use crate::features::hand_strength_distribution::PreflopDistributions;
use crate::features::opponent_clusters::OpponentClusters;
use crate::features::strengths::{Power, expected_strength};
use crate::street::Street;

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ClusterAgreement {
    /// Starting hands of the deck with the same number in both, clusters being numbered from the weakest.
    pub equal_classes: usize,
    /// Pairs of holdings that both join or both separate, adjusted for chance, whatever the numbers.
    pub adjusted_rand_index: f64,
}

/// The agreement of clusters of one deck.
pub fn cluster_agreement(first: &OpponentClusters, second: &OpponentClusters) -> ClusterAgreement {
    let numbers = |class: StartingHand| [first, second].map(|clusters| usize::from(clusters.cluster_of(class)));
    let holdings = first.deck().starting_hands().map(|class| {
        let [a, b] = numbers(class);
        (a, b, class.combos() as u64)
    });
    ClusterAgreement {
        equal_classes: first.deck().starting_hands().map(numbers).filter(|[a, b]| a == b).count(),
        adjusted_rand_index: Agreement::of(holdings).adjusted_rand_index(),
    }
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Spread {
    pub least: f64,
    /// The middle, or the mean of the two in the middle.
    pub median: f64,
    pub largest: f64,
}

impl Spread {
    /// The spread of values in any order; `None` without values.
    pub fn of(mut values: Vec<f64>) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        let (least, largest) = (*values.first()?, *values.last()?);
        let median = (values[(values.len() - 1) / 2] + values[values.len() / 2]) / 2.0;
        Some(Self { least, median, largest })
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct FoundClusters {
    pub seed: u64,
    pub clusters: OpponentClusters,
    pub cost: f64,
}

/// The same search with `count` seeds, counting up from the search's own.
pub fn search_with_seeds(
    search: ClusterSearch,
    count: u64,
    distributions: &PreflopDistributions,
    progress: &dyn Progress,
) -> Result<Vec<FoundClusters>, AbstractionError> {
    let one = |number: u64| {
        if progress.cancelled() {
            return Err(Cancelled.into());
        }
        progress.report(&Update { stage: "cluster searches", done: number, of: count, unit: "seeds", note: None });
        let seed = search.seed.wrapping_add(number);
        let clusters = ClusterSearch { seed, ..search }.compute(distributions, progress)?;
        let cost = mean_distance(distributions, &clusters)?;
        Ok(FoundClusters { seed, clusters, cost })
    };
    (0..count).map(one).collect()
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ClusterSpread {
    pub costs: Spread,
    pub different: usize,
    /// How many searches came to the least cost, to one part in a million.
    pub at_least_cost: usize,
    /// Equal classes and adjusted Rand index of all pairs of searches.
    pub pairs: AgreementSpread,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct AgreementSpread {
    pub equal_classes: Spread,
    pub adjusted_rand_index: Spread,
}

impl AgreementSpread {
    /// The spread of some agreements; `None` without any.
    pub fn of(agreements: &[ClusterAgreement]) -> Option<Self> {
        Some(Self {
            equal_classes: Spread::of(agreements.iter().map(|it| it.equal_classes as f64).collect())?,
            adjusted_rand_index: Spread::of(agreements.iter().map(|it| it.adjusted_rand_index).collect())?,
        })
    }
}

/// The spread of at least two searches; `None` for fewer.
pub fn cluster_spread(searches: &[FoundClusters]) -> Option<ClusterSpread> {
    let costs = Spread::of(searches.iter().map(|found| found.cost).collect())?;
    let pairs = searches.iter().enumerate().flat_map(|(number, first)| {
        searches[number + 1..].iter().map(|second| cluster_agreement(&first.clusters, &second.clusters))
    });
    let mut tables: Vec<_> = searches.iter().map(|found| found.clusters.table()).collect();
    tables.sort_unstable();
    tables.dedup();
    Some(ClusterSpread {
        costs,
        different: tables.len(),
        at_least_cost: searches.iter().filter(|found| found.cost <= costs.least * (1.0 + 1e-6)).count(),
        pairs: AgreementSpread::of(&pairs.collect::<Vec<_>>())?,
    })
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct BucketTotals {
    pub hands: u64,
    pub deals: u64,
    /// Strength summed over the deals, in the feature's whole numbers.
    pub strength: u64,
}

impl BucketTotals {
    pub fn add(&mut self, more: &Self) {
        self.hands += more.hands;
        self.deals += more.deals;
        self.strength += more.strength;
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct GroupTotals {
    pub buckets: Vec<BucketTotals>,
    /// The sum over deals of squared strength, in squared whole numbers.
    pub squared_strength: f64,
}

impl GroupTotals {
    pub fn new(buckets: usize) -> Self {
        Self { buckets: vec![BucketTotals::default(); buckets], squared_strength: 0.0 }
    }

    /// Totals of all hands of a street, whose buckets are given by board-first hand index and are below `buckets`.
    pub fn of_hands(
        street: Street,
        buckets: usize,
        bucket_of_hand: &[u32],
        source: &mut FeatureSource,
        progress: &dyn Progress,
    ) -> Result<Self, Cancelled> {
        let strengths = expected_strength(street.round, Power::First, source.river(street.deck, progress)?);
        let mut totals = Self::new(buckets);
        for_each_total(&strengths, progress, |hand, [deals, strength]| {
            totals.add(bucket_of_hand[hand], deals, strength);
        })?;
        Ok(totals)
    }

    /// Counts deals whose strengths sum to `strength`; hands are counted separately.
    pub fn add(&mut self, bucket: u32, deals: u64, strength: u64) {
        let total = &mut self.buckets[bucket as usize];
        total.deals += deals;
        total.strength += strength;
        self.squared_strength += strength as f64 * strength as f64 / deals as f64;
    }

    pub fn count_hands(&mut self, bucket_of_hand: &[u32]) {
        // One table of counts for each thread, however many buckets there are.
        let hands_at_once = bucket_of_hand.len().div_ceil(rayon::current_num_threads()).max(1);
        let zero = || vec![0u64; self.buckets.len()];
        let counts = bucket_of_hand
            .par_chunks(hands_at_once)
            .fold(zero, |mut counts, buckets| {
                buckets.iter().for_each(|&bucket| counts[bucket as usize] += 1);
                counts
            })
            .reduce(zero, |mut counts, more| {
                counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
                counts
            });
        self.buckets.iter_mut().zip(counts).for_each(|(total, hands)| total.hands = hands);
    }

    /// Numbers the buckets from the weakest to the strongest; those without hands come last, and lose their totals.
    pub fn sort_by_strength(&mut self, bucket_of_hand: &mut [u32]) -> Result<BucketOrder, ClusteringError> {
        let numbers: Vec<u32> = (0..self.buckets.len() as u32).collect();
        let (deals, strengths) = (self.column(|total| total.deals), self.column(|total| total.strength));
        let order = BucketOrder::by_strength(self.buckets.len(), &numbers, &deals, &strengths)?;
        bucket_of_hand.par_iter_mut().for_each(|bucket| *bucket = order.new_number(*bucket));
        let mut buckets = vec![BucketTotals::default(); self.buckets.len()];
        for (old, &total) in self.buckets.iter().enumerate() {
            buckets[order.new_number(old as u32) as usize] = total;
        }
        buckets.truncate(buckets.iter().take_while(|total| total.hands > 0).count());
        self.buckets = buckets;
        Ok(order)
    }

    pub(crate) fn column(&self, entry: fn(&BucketTotals) -> u64) -> Vec<u64> {
        self.buckets.iter().map(entry).collect()
    }

    /// Each bucket's mean strength, 0 to 1.
    pub(crate) fn mean_strengths(&self, street: Street) -> Vec<f32> {
        let mean = |total: &BucketTotals| total.strength as f64 / total.deals as f64 / street.strength_unit();
        self.buckets.iter().map(|total| mean(total) as f32).collect()
    }

    /// One minus the variance within buckets over the variance of all; 1 where all hands are equally strong.
    pub(crate) fn variance_explained(&self) -> f64 {
        let totals = self.buckets.iter().filter(|total| total.deals > 0);
        let deals: f64 = totals.clone().map(|total| total.deals as f64).sum();
        let strength: f64 = totals.clone().map(|total| total.strength as f64).sum();
        let of_means: f64 =
            totals.map(|total| total.strength as f64 * total.strength as f64 / total.deals as f64).sum();
        let all = self.squared_strength - strength * strength / deals;
        if all > 0.0 { 1.0 - (self.squared_strength - of_means) / all } else { 1.0 }
    }
}
