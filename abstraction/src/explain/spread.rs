//! How much opponent clusters depend on luck: the costs of searches with several seeds, and how far their results
//! agree.

use evaluator::holding::StartingHand;
use serde::Serialize;
use tables::together::progress::{Cancelled, Progress, Update};

use super::comparison::Agreement;
use crate::cluster_file::{ClusterSearch, mean_distance};
use crate::error::AbstractionError;
use crate::features::hand_strength_distribution::PreflopDistributions;
use crate::features::opponent_clusters::OpponentClusters;

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ClusterAgreement {
    /// Starting hands of the 169 with the same number in both, clusters being numbered from the weakest.
    pub equal_classes: usize,
    /// Pairs of the 1,326 holdings that both join or both separate, adjusted for chance, whatever the numbers.
    pub adjusted_rand_index: f64,
}

pub fn cluster_agreement(first: &OpponentClusters, second: &OpponentClusters) -> ClusterAgreement {
    let numbers = |class| [first, second].map(|clusters| usize::from(clusters.cluster_of(class)));
    let holdings = StartingHand::all().map(|class| {
        let [a, b] = numbers(class);
        (a, b, class.combos() as u64)
    });
    ClusterAgreement {
        equal_classes: StartingHand::all().map(numbers).filter(|[a, b]| a == b).count(),
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
    /// The mean EMD per combo, in bins.
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

/// What several searches for the same number of clusters came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ClusterSpread {
    /// The mean EMD per combo, in bins.
    pub costs: Spread,
    /// How many different results there are.
    pub different: usize,
    /// How many searches came to the least cost, to one part in a million.
    pub at_least_cost: usize,
    /// Equal classes and adjusted Rand index of all pairs of searches.
    pub pairs: AgreementSpread,
}

/// The least, middle and largest agreement of several pairs.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct AgreementSpread {
    /// See [`ClusterAgreement::equal_classes`].
    pub equal_classes: Spread,
    /// See [`ClusterAgreement::adjusted_rand_index`].
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
