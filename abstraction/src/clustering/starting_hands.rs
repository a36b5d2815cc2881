//! The starting hands of a deck in K clusters of least earth mover's distance: many restarts, then a search around the
//! best.
//!
//! The quantity to minimise is the mean over all combos of the EMD, in bins, between a hand's strength histogram
//! and the mean histogram of its cluster. Every result is a fixed point of [`StartingHandHistograms::lloyd_step`]:
//! each hand lies nearest to its own cluster. A single k-means++ start rarely finds the best partition, hence
//! 1. `restarts` seeded starts, drawn with probability combos × EMD, each run to a fixed point;
//! 2. the best of linfa-clustering's own restarts on the holdings as rows (it knows no weights), a second
//!    opinion;
//! 3. from the best few, the same number of steps in all, each replacing one centre by a drawn hand, kept if the
//!    cost falls.
//!
//! This is not [`fit`](super::fit) of 169 rows, which rounds centres to whole numbers and stops at the first iteration
//! that costs more, where this goes on to a fixed point: with as many restarts `fit` finds other clusters than the
//! shipped ones for K = 2, 3, 4, 6, 7, 9 and 10. A bucket file names its opponent clusters by their recipe, so a seed
//! has to give the same ones for ever.

use evaluator::holding::StartingHand;
use linfa::prelude::{Fit, Predict};
use linfa::{DatasetBase, ParamGuard};
use linfa_clustering::KMeans;
use linfa_nn::distance::{Distance, L1Dist};
use ndarray::{Array2, ArrayView, Dimension};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use tables::together::progress::Progress;

use super::seeding::{below, generator};
use super::settings::ClusteringError;

/// Partial sums of a distance, added at the end in a fixed order: enough to keep a vector unit busy.
const LANES: usize = 8;
/// How many of the best restarts the search goes on from.
const CHAINS: usize = 8;
/// Lloyd steps before a start is given up on; a handful is usual.
const MOST_STEPS: usize = 200;
/// Runs and steps of linfa's k-means.
const LINFA_RUNS: usize = 4;
const LINFA_STEPS: u64 = 60;

/// The cluster of each of the deck's starting hands, in the order of their numbers.
pub type ClusterOfHand = Vec<u8>;

#[derive(Clone, PartialEq, Debug)]
pub struct StartingHandClusters {
    /// The cluster of each hand, from 0, numbered in the order of their first hands. None is empty.
    pub cluster_of: ClusterOfHand,
    /// The mean EMD per combo from the clusters' mean histograms, in bins.
    pub cost_in_bins: f64,
    /// How many of the restarts ended at this cost (to one part in a million), without the search after them.
    pub restarts_as_good: usize,
}

/// The strength histograms of a deck's starting hands, cumulative and of mass one.
#[derive(Clone, Debug)]
pub struct StartingHandHistograms {
    /// `[hand]`: how many holdings each stands for.
    combos: Vec<f64>,
    /// Bins padded with zeros to whole lanes.
    stride: usize,
    /// `[hand][stride]`
    cumulative: Vec<f64>,
}

/// Shorthand for this module: centres as cumulative histograms, `[cluster][stride]`.
type Centres = Vec<f64>;

impl StartingHandHistograms {
    /// From plain counts, one histogram per hand, all with the same number of bins.
    pub fn new(histograms: &[(StartingHand, &[u64])]) -> Result<Self, ClusteringError> {
        let shape = |what, expected, found| Err(ClusteringError::Shape { what, expected, found });
        let bins = histograms.first().map_or(0, |(_, histogram)| histogram.len());
        let stride = bins.next_multiple_of(LANES);
        let mut cumulative = Vec::with_capacity(histograms.len() * stride);
        for (row, (_, histogram)) in histograms.iter().enumerate() {
            if histogram.len() != bins || bins == 0 {
                return shape("bins of a starting hand's histogram", bins.max(1), histogram.len());
            }
            let total: u64 = histogram.iter().sum();
            if total == 0 {
                return Err(ClusteringError::ZeroWeight { row });
            }
            let mut sum = 0;
            cumulative.extend(histogram.iter().map(|&count| {
                sum += count;
                sum as f64 / total as f64
            }));
            cumulative.resize((row + 1) * stride, 0.0);
        }
        let combos = histograms.iter().map(|(hand, _)| hand.combos() as f64).collect();
        Ok(Self { combos, stride, cumulative })
    }

    /// The mean EMD per combo, in bins, of the hands from the mean histograms of their clusters.
    pub fn cost(&self, cluster_of: &ClusterOfHand) -> f64 {
        let costs = self.costs(&self.means(cluster_of), cluster_of);
        costs.iter().sum::<f64>() / self.combos.iter().sum::<f64>()
    }

    /// Combos × EMD of each hand from the centre of its cluster.
    fn costs(&self, centres: &[f64], cluster_of: &ClusterOfHand) -> Vec<f64> {
        let cost = |hand: usize| {
            let centre = &centres[usize::from(cluster_of[hand]) * self.stride..][..self.stride];
            self.combos[hand] * distance(self.hand(hand), centre)
        };
        (0..self.hands()).map(cost).collect()
    }

    fn hands(&self) -> usize {
        self.combos.len()
    }

    /// Each hand in the cluster whose mean histogram is nearest, the lowest number at a tie.
    pub fn lloyd_step(&self, cluster_of: &ClusterOfHand) -> ClusterOfHand {
        let mut used = [false; 256];
        cluster_of.iter().for_each(|&cluster| used[usize::from(cluster)] = true);
        self.nearest(&self.means(cluster_of), |cluster| used[cluster])
    }

    /// The best clusters found; the same for a seed whatever the number of threads.
    pub fn cluster(
        &self,
        k: usize,
        seed: u64,
        restarts: usize,
        progress: &dyn Progress,
    ) -> Result<StartingHandClusters, ClusteringError> {
        self.check(k, restarts)?;
        let mut streams = vec![generator(seed, 0)];
        for place in 1..restarts + CHAINS {
            let mut next = streams[place - 1].clone();
            next.jump();
            streams.push(next);
        }
        let (starts, chains) = streams.split_at(restarts);
        let go_on = || if progress.cancelled() { Err(ClusteringError::Interrupted) } else { Ok(()) };
        let from_start = |stream: &Xoshiro256PlusPlus| {
            go_on()?;
            let mut random = stream.clone();
            Ok(self.settle(self.nearest(&self.seeds(k, &mut random), |_| true), k))
        };
        let mut found: Vec<(f64, ClusterOfHand)> =
            starts.par_iter().map(from_start).collect::<Result<_, ClusteringError>>()?;
        found.push(self.settle(self.linfa_clusters(k, seed)?, k));
        let least = found[..restarts].iter().map(|&(cost, _)| cost).fold(f64::INFINITY, f64::min);
        let restarts_as_good = found[..restarts].iter().filter(|(cost, _)| *cost <= least * (1.0 + 1e-6)).count();
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        found.dedup_by(|a, b| a.1 == b.1);
        let search = |(start, stream): (&(f64, ClusterOfHand), &Xoshiro256PlusPlus)| {
            self.search_around(start.clone(), k, restarts / CHAINS, &mut stream.clone(), &go_on)
        };
        let searched: Vec<_> = found.par_iter().zip(chains).map(search).collect::<Result<_, _>>()?;
        let best = searched.into_iter().chain(found).min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let (cost_in_bins, cluster_of) = best.expect("there is at least one restart");
        Ok(StartingHandClusters { cluster_of, cost_in_bins, restarts_as_good })
    }

    fn check(&self, k: usize, restarts: usize) -> Result<(), ClusteringError> {
        let mut rows: Vec<Vec<u64>> =
            (0..self.hands()).map(|hand| self.hand(hand).iter().map(|value| value.to_bits()).collect()).collect();
        rows.sort_unstable();
        rows.dedup();
        let problem = if k == 0 || k > self.hands() {
            Some(("K, the number of clusters", "1 to the number of starting hands", k))
        } else if k > rows.len() {
            Some(("K, the number of clusters", "at most the number of different histograms", k))
        } else if restarts == 0 {
            Some(("restarts", "at least 1", 0))
        } else {
            None
        };
        match problem {
            Some((what, expected, found)) => Err(ClusteringError::Setting { what, expected, found: found.to_string() }),
            None => Ok(()),
        }
    }

    fn hand(&self, hand: usize) -> &[f64] {
        &self.cumulative[hand * self.stride..][..self.stride]
    }

    /// The mean histograms, weighted by combos; zeros for a number without hands.
    fn means(&self, cluster_of: &ClusterOfHand) -> Centres {
        let clusters = cluster_of.iter().max().map_or(0, |&last| usize::from(last) + 1);
        let mut weights = vec![0.0; clusters];
        let mut centres = vec![0.0; clusters * self.stride];
        for (hand, &cluster) in cluster_of.iter().enumerate() {
            weights[usize::from(cluster)] += self.combos[hand];
            let centre = &mut centres[usize::from(cluster) * self.stride..][..self.stride];
            centre.iter_mut().zip(self.hand(hand)).for_each(|(sum, value)| *sum += self.combos[hand] * value);
        }
        for (centre, weight) in centres.chunks_exact_mut(self.stride).zip(weights) {
            centre.iter_mut().for_each(|value| *value /= f64::max(weight, 1.0));
        }
        centres
    }

    fn nearest(&self, centres: &[f64], used: impl Fn(usize) -> bool) -> ClusterOfHand {
        let nearest = |hand| {
            let centres = centres.chunks_exact(self.stride).enumerate().filter(|&(cluster, _)| used(cluster));
            let distances = centres.map(|(cluster, centre)| (distance(self.hand(hand), centre), cluster));
            distances.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(0, |(_, cluster)| cluster as u8)
        };
        (0..self.hands()).map(nearest).collect()
    }

    /// k-means++: K different hands drawn with probability combos × EMD from the nearest so far, as centres.
    fn seeds(&self, k: usize, random: &mut Xoshiro256PlusPlus) -> Centres {
        let mut costs = self.combos.clone();
        let mut centres = Centres::new();
        let mut nearest = vec![f64::INFINITY; self.hands()];
        for _ in 0..k {
            let drawn = draw(&costs, random);
            centres.extend_from_slice(self.hand(drawn));
            for hand in 0..self.hands() {
                nearest[hand] = nearest[hand].min(distance(self.hand(hand), self.hand(drawn)));
                costs[hand] = self.combos[hand] * nearest[hand];
            }
        }
        centres
    }

    /// Lloyd steps until nothing changes; a cluster that loses its hands takes the costliest hand.
    fn settle(&self, mut cluster_of: ClusterOfHand, k: usize) -> (f64, ClusterOfHand) {
        let mut best = (f64::INFINITY, cluster_of.clone());
        for _ in 0..MOST_STEPS {
            self.fill_empty(&mut cluster_of, k);
            let next = self.lloyd_step(&cluster_of);
            let cost = self.cost(&cluster_of);
            // A mean does not minimise absolute differences: a cycle is possible, and its best member is kept.
            if next == cluster_of || cost < best.0 {
                best = (cost, cluster_of.clone());
            }
            if next == cluster_of {
                break;
            }
            cluster_of = next;
        }
        (best.0, in_order_of_first_hands(&best.1))
    }

    fn fill_empty(&self, cluster_of: &mut ClusterOfHand, k: usize) {
        for empty in 0..k as u8 {
            if cluster_of.contains(&empty) {
                continue;
            }
            let costs = self.costs(&self.means(cluster_of), cluster_of);
            let shared = (0..self.hands())
                .filter(|&hand| cluster_of.iter().filter(|&&cluster| cluster == cluster_of[hand]).count() > 1);
            if let Some(costliest) = shared.max_by(|&a, &b| costs[a].total_cmp(&costs[b])) {
                cluster_of[costliest] = empty;
            }
        }
    }

    /// Replaces one centre at a time by a hand drawn in proportion to its cost, and keeps what is cheaper.
    fn search_around(
        &self,
        mut best: (f64, ClusterOfHand),
        k: usize,
        steps: usize,
        random: &mut Xoshiro256PlusPlus,
        go_on: &impl Fn() -> Result<(), ClusteringError>,
    ) -> Result<(f64, ClusterOfHand), ClusteringError> {
        for _ in 0..steps {
            go_on()?;
            let mut centres = self.means(&best.1);
            let costs = self.costs(&centres, &best.1);
            let replaced = below(random, k as u64) as usize;
            let drawn = draw(&costs, random);
            centres[replaced * self.stride..][..self.stride].copy_from_slice(self.hand(drawn));
            let tried = self.settle(self.nearest(&centres, |_| true), k);
            if tried.0 < best.0 {
                best = tried;
            }
        }
        Ok(best)
    }

    /// linfa's k-means on the holdings as rows: repeating a row is the only way to weight it.
    ///
    /// Its `cluster_count` belongs to its last run, not to the centroids kept, so the clusters are predicted again.
    fn linfa_clusters(&self, k: usize, seed: u64) -> Result<ClusterOfHand, ClusteringError> {
        let failed = |error: &dyn std::fmt::Display| ClusteringError::Linfa(error.to_string());
        let holdings = (0..self.hands()).flat_map(|hand| std::iter::repeat_n(hand, self.combos[hand] as usize));
        let values: Vec<f64> = holdings.flat_map(|hand| self.hand(hand)).copied().collect();
        let records = Array2::from_shape_vec((values.len() / self.stride, self.stride), values);
        let dataset = DatasetBase::from(records.map_err(|error| failed(&error))?);
        let params = KMeans::params_with(k, generator(seed, 1), L1InLanes)
            .n_runs(LINFA_RUNS)
            .max_n_iterations(LINFA_STEPS)
            .check()
            .map_err(|error| failed(&error))?;
        let model = params.fit(&dataset).map_err(|error| failed(&error))?;
        let classes = Array2::from_shape_vec((self.hands(), self.stride), self.cumulative.clone());
        let classes = classes.map_err(|error| failed(&error))?;
        let predicted = model.predict(&classes);
        Ok(predicted.iter().map(|&cluster| cluster as u8).collect())
    }
}

/// EMD in bins between cumulative histograms of mass one, padded to whole lanes.
fn distance(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; LANES];
    for (a, b) in a.as_chunks::<LANES>().0.iter().zip(b.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            sums[lane] += (a[lane] - b[lane]).abs();
        }
    }
    sums.iter().sum()
}

/// linfa's L1 distance, several times faster between rows of whole lanes: linfa's own adds one number after another,
/// and with many clusters that took most of the time.
#[derive(Clone, Debug)]
pub struct L1InLanes;

impl Distance<f64> for L1InLanes {
    fn distance<D: Dimension>(&self, a: ArrayView<f64, D>, b: ArrayView<f64, D>) -> f64 {
        match (a.as_slice(), b.as_slice()) {
            (Some(a), Some(b)) if a.len() == b.len() && a.len() % LANES == 0 => distance(a, b),
            _ => L1Dist.distance(a, b),
        }
    }
}

/// A place drawn in proportion to its amount.
fn draw(amounts: &[f64], random: &mut Xoshiro256PlusPlus) -> usize {
    let target = below(random, 1 << 53) as f64 / (1u64 << 53) as f64 * amounts.iter().sum::<f64>();
    let mut before = 0.0;
    let place = amounts.iter().position(|amount| {
        before += amount;
        before > target
    });
    // Rounding can leave the target at the very end of the line: the last place with an amount.
    place.or_else(|| amounts.iter().rposition(|&amount| amount > 0.0)).unwrap_or(0)
}

/// The same clusters, numbered in the order in which their first hands come.
fn in_order_of_first_hands(cluster_of: &ClusterOfHand) -> ClusterOfHand {
    let mut order: Vec<u8> = Vec::new();
    let number = |&cluster: &u8| {
        let place = order.iter().position(|&old| old == cluster).unwrap_or(order.len());
        if place == order.len() {
            order.push(cluster);
        }
        place as u8
    };
    cluster_of.iter().map(number).collect()
}
