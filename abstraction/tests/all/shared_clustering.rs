//! Clusterings that several ranks share: the result of one process, for any number of them.

use crate::clustering::quiet_fit;
use crate::thread_ranks::{self, ThreadRank};
use abstraction::clustering::kmeans::{KMeansState, fit_shared};
use abstraction::clustering::seeding::{below, generator};
use abstraction::clustering::shared_rows::follow;
use abstraction::clustering::{Centre, ClusteringError, KMeansResult, KMeansSettings, WeightedRows};
use abstraction::distance::Distance;
use std::ops::ControlFlow;
use tables::together::ranks::Ranks;

const RANKS: [usize; 5] = [1, 2, 3, 4, 8];

/// Rank 0 works; the others follow.
fn with_ranks<R>(count: usize, work: impl FnOnce(&dyn Ranks) -> R) -> R {
    let follow = |rank: &ThreadRank, job: &[u8]| {
        let followed = follow(rank, job);
        assert!(matches!(followed, Ok(()) | Err(ClusteringError::Interrupted)), "{followed:?}");
    };
    thread_ranks::with_ranks(count, follow, work)
}

/// Rows of which many are equal, so that clusters become empty, with weights 1 to 30.
fn made_rows(seed: u64, count: usize, dimensions: usize) -> (Vec<u16>, Vec<u64>) {
    let mut random = generator(seed, 0);
    let mut value = |row: usize| (100 * (row % 7) as u64 + below(&mut random, 40)) as u16;
    let values = (0..count).flat_map(|row| [row; 64].into_iter().take(dimensions)).map(&mut value).collect();
    (values, (0..count as u64).map(|row| 1 + row % 30).collect())
}

fn settings(distance: Distance, centre: Centre) -> Vec<KMeansSettings> {
    let usual = KMeansSettings { centre, tolerance: 0.0, max_iterations: 12, ..KMeansSettings::new(90, distance, 5) };
    vec![
        KMeansSettings { restarts: 2, ..usual.clone() },
        KMeansSettings { seeding_rows: Some(200), ..usual.clone() },
        KMeansSettings { sample_rows: Some(1_800), ..usual },
    ]
}

fn all_settings() -> Vec<KMeansSettings> {
    let kinds = [
        (Distance::EarthMover, Centre::Median),
        (Distance::EarthMover, Centre::Mean),
        (Distance::Euclidean, Centre::Mean),
        (Distance::Euclidean, Centre::Median),
    ];
    kinds.into_iter().flat_map(|(distance, centre)| settings(distance, centre)).collect()
}

fn shared(rows: &WeightedRows, settings: &KMeansSettings, from: KMeansState, ranks: &dyn Ranks) -> KMeansResult {
    fit_shared(rows, settings, from, ranks, &mut |_| ControlFlow::Continue(())).unwrap()
}

#[test]
fn any_number_of_ranks_finds_the_same_clusters() {
    let (values, weights) = made_rows(1, 2_500, 5);
    let rows = WeightedRows::new(5, &values, &weights).unwrap();
    for settings in all_settings() {
        let alone = quiet_fit(&rows, &settings);
        for count in RANKS {
            let found = with_ranks(count, |ranks| shared(&rows, &settings, KMeansState::default(), ranks));
            assert!(found == alone, "{count} ranks, {settings:?}");
        }
    }
}

#[test]
fn emptied_clusters_are_filled_alike() {
    // Centres far from all rows lose theirs at once.
    let (values, weights) = made_rows(2, 600, 4);
    let rows = WeightedRows::new(4, &values, &weights).unwrap();
    let mut centres = values[..40 * 4].to_vec();
    centres.extend([60_000u16; 4 * 20].iter().enumerate().map(|(place, far)| far + place as u16 / 4));
    let start = KMeansState { centres, ..KMeansState::default() };
    let settings = KMeansSettings { max_iterations: 9, ..KMeansSettings::new(60, Distance::EarthMover, 5) };
    let alone = shared(&rows, &settings, start.clone(), &tables::together::ranks::Alone);
    let used: std::collections::HashSet<u32> = alone.assignment.iter().copied().collect();
    assert_eq!(used.len(), 60);
    for count in RANKS {
        let found = with_ranks(count, |ranks| shared(&rows, &settings, start.clone(), ranks));
        assert!(found == alone, "{count} ranks");
    }
}

#[test]
fn an_interrupted_clustering_goes_on_with_another_number_of_ranks() {
    let (values, weights) = made_rows(3, 1_500, 5);
    let rows = WeightedRows::new(5, &values, &weights).unwrap();
    for settings in all_settings() {
        let whole = quiet_fit(&rows, &settings);
        let mut kept = KMeansState::default();
        with_ranks(3, |ranks| {
            let stopped = fit_shared(&rows, &settings, KMeansState::default(), ranks, &mut |iteration| {
                kept = iteration.checkpoint.clone();
                if iteration.iteration == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(stopped, Err(ClusteringError::Interrupted));
        });
        assert!(with_ranks(2, |ranks| shared(&rows, &settings, kept, ranks)) == whole, "{settings:?}");
    }
}

#[test]
fn fewer_rows_than_ranks_are_clustered_by_one() {
    let (values, weights) = made_rows(4, 3, 2);
    let rows = WeightedRows::new(2, &values, &weights).unwrap();
    let settings = KMeansSettings::new(2, Distance::Euclidean, 1);
    let alone = quiet_fit(&rows, &settings);
    assert!(with_ranks(8, |ranks| shared(&rows, &settings, KMeansState::default(), ranks)) == alone);
}
