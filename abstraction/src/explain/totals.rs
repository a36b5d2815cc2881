//! What is known of each group of hands: hands, deals and strength; and the order that strength gives the groups.

use evaluator::round::Round;
use rayon::prelude::*;
use tables::together::progress::{Cancelled, Progress};

use crate::clustering::{BucketOrder, ClusteringError};
use crate::features::board_feature::for_each_total;
use crate::features::build_features::{FeatureSource, strength_unit};
use crate::features::strengths::{Power, expected_strength};

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
pub struct GroupTotals {
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
        round: Round,
        buckets: usize,
        bucket_of_hand: &[u32],
        source: &mut FeatureSource,
        progress: &dyn Progress,
    ) -> Result<Self, Cancelled> {
        let strengths = expected_strength(round, Power::First, source.river(progress)?);
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

    /// Numbers the buckets from the weakest to the strongest; of those without hands, which come last, no totals are kept.
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

    /// One number of each bucket.
    pub(crate) fn column(&self, entry: fn(&BucketTotals) -> u64) -> Vec<u64> {
        self.buckets.iter().map(entry).collect()
    }

    /// Each bucket's mean strength, 0 to 1.
    pub(crate) fn mean_strengths(&self, round: Round) -> Vec<f32> {
        let mean = |total: &BucketTotals| total.strength as f64 / total.deals as f64 / strength_unit(round);
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
