//! Distances, seeding and k-means, each held to a naive twin.

use crate::naive::{in_bins, on_threads, weighted_squared};
use abstraction::clustering::assignment::{Assigner, nearest_centres};
use abstraction::clustering::kmeans::KMeansState;
use abstraction::clustering::seeding::{below, choose_seeds, generator};
use abstraction::clustering::{Centre, ClusteringError, KMeansResult, KMeansSettings, WeightedRows, fit, fit_from};
use abstraction::distance::Distance;
use evaluator::processor::Processor;
use proptest::prelude::*;
use std::ops::ControlFlow;

pub const DISTANCES: [Distance; 2] = [Distance::EarthMover, Distance::Euclidean];

/// Vectors around a few places, weights 1 to 30. A small `scale` makes many ties.
pub fn made_rows(seed: u64, count: usize, dimensions: usize, scale: u64) -> (Vec<u16>, Vec<u64>) {
    let mut random = generator(seed, 0);
    let places: Vec<u64> = (0..9 * dimensions).map(|_| below(&mut random, scale)).collect();
    let mut values = Vec::new();
    for _ in 0..count {
        let place = below(&mut random, 9) as usize;
        for dimension in 0..dimensions {
            values.push((places[place * dimensions + dimension] + below(&mut random, scale / 2 + 1)) as u16);
        }
    }
    (values, (0..count).map(|_| 1 + below(&mut random, 30)).collect())
}

/// Cumulative histograms of 46 counts over `bins` bins, times `scale`.
fn made_histograms(seed: u64, count: usize, bins: usize, scale: u16) -> Vec<u16> {
    let mut random = generator(seed, 0);
    let mut values = Vec::new();
    for _ in 0..count {
        let (low, spread) = (below(&mut random, bins as u64), 1 + below(&mut random, bins as u64 / 3));
        let mut counts = vec![0; bins];
        for _ in 0..46 {
            let bin = low + below(&mut random, spread) + below(&mut random, spread);
            counts[(bin as usize).min(bins - 1)] += 1;
        }
        let mut sum = 0;
        values.extend(counts.into_iter().map(|count: u16| {
            sum += count;
            sum * scale
        }));
    }
    values
}

/// The nearest centre of each row and how far it is, every centre measured.
pub fn naive_nearest(distance: Distance, rows: &WeightedRows, centres: &[u16]) -> Vec<(u32, u32)> {
    let nearest = |row: usize| {
        let distances = centres.chunks(rows.dimensions()).map(|centre| distance.between(rows.row(row), centre));
        let (number, distance) = distances.enumerate().min_by_key(|&(number, distance)| (distance, number)).unwrap();
        (number as u32, distance)
    };
    (0..rows.count()).map(nearest).collect()
}

pub fn quiet_fit(rows: &WeightedRows, settings: &KMeansSettings) -> KMeansResult {
    fit(rows, settings, &mut |_| ControlFlow::Continue(())).unwrap()
}

fn settings(count: usize, distance: Distance) -> KMeansSettings {
    KMeansSettings { seeding_rows: None, tolerance: 0.0, max_iterations: 40, ..KMeansSettings::new(count, distance, 5) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_instruction_set_finds_the_nearest_centre_of_brute_force(
        seed in 0u64..1000, dimensions in 1usize..40, clusters in 1usize..300, scale in 2u64..400,
    ) {
        let (values, weights) = made_rows(seed, 400, dimensions, scale);
        let rows = WeightedRows::new(dimensions, &values, &weights).unwrap();
        let (centres, _) = made_rows(seed + 1, clusters, dimensions, scale);
        for distance in DISTANCES {
            rows.check_range(distance).unwrap();
            let expected = naive_nearest(distance, &rows, &centres);
            let numbers: Vec<u32> = expected.iter().map(|&(number, _)| number).collect();
            for processor in Processor::available() {
                let assigner = Assigner::new(rows, distance).on(processor);
                prop_assert_eq!(&assigner.measure_all(&centres), &expected, "{:?} {}", processor, distance);
                let partition = assigner.assign(&centres);
                prop_assert_eq!(&partition.assignment(), &numbers, "{:?} {}", processor, distance);
                let cost: u64 = expected.iter().zip(&weights).map(|(nearest, w)| w * u64::from(nearest.1)).sum();
                prop_assert_eq!(partition.cost(&rows), cost);
            }
        }
    }

    #[test]
    fn pruned_iterations_are_those_of_plain_lloyd(seed in 0u64..1000, clusters in 2usize..150, scale in 20u64..300) {
        let (values, weights) = made_rows(seed, 900, 6, scale);
        let rows = WeightedRows::new(6, &values, &weights).unwrap();
        let euclidean = settings(clusters, Distance::Euclidean);
        let medians = settings(clusters, Distance::EarthMover);
        let means = KMeansSettings { centre: Centre::Mean, ..medians.clone() };
        let euclidean_medians = KMeansSettings { centre: Centre::Median, ..euclidean.clone() };
        for settings in [euclidean, euclidean_medians, medians, means] {
            let distance = settings.distance;
            let fitted = quiet_fit(&rows, &settings);
            let (centres, costs) = naive_lloyd(&rows, &settings, fitted.iterations);
            let total = rows.total_weight() as f64;
            let costs: Vec<f64> = costs.into_iter().map(|cost| cost as f64 / total).collect();
            prop_assert_eq!(&fitted.cost_per_iteration, &costs);
            prop_assert_eq!(&fitted.centres, &centres);
            let nearest = naive_nearest(distance, &rows, &centres);
            prop_assert!(nearest.iter().zip(&fitted.assignment).all(|(a, &b)| a.0 == b));
            prop_assert!((0..fitted.used).all(|cluster| fitted.assignment.contains(&(cluster as u32))));
        }
    }

    #[test]
    fn a_row_of_weight_three_is_three_rows(seed in 0u64..1000, clusters in 1usize..20) {
        let (values, _) = made_rows(seed, 200, 5, 100);
        let weights: Vec<u64> = (0..200).map(|row| 1 + row % 3).collect();
        let repeated = values.chunks(5).zip(&weights).flat_map(|(row, &weight)| row.repeat(weight as usize));
        let repeated: Vec<u16> = repeated.collect();
        let ones = vec![1; repeated.len() / 5];
        for distance in DISTANCES {
            let settings = settings(clusters, distance);
            let weighted = quiet_fit(&WeightedRows::new(5, &values, &weights).unwrap(), &settings);
            let unweighted = quiet_fit(&WeightedRows::new(5, &repeated, &ones).unwrap(), &settings);
            prop_assert_eq!(&weighted.centres, &unweighted.centres);
            prop_assert_eq!(&weighted.cost_per_iteration, &unweighted.cost_per_iteration);
        }
    }
}

#[test]
fn rows_of_many_coordinates_find_the_nearest_centre_of_brute_force() {
    // Tiles of rows and of centres become smaller with more coordinates; the last ones are not full.
    for (dimensions, scale) in [(1, 1_800), (24, 350), (169, 140), (300, 100)] {
        let (values, weights) = made_rows(5, 331, dimensions, scale);
        let rows = WeightedRows::new(dimensions, &values, &weights).unwrap();
        let centres = &made_rows(6, 130, dimensions, scale).0;
        let assigner = Assigner::new(rows, Distance::Euclidean);
        let expected = naive_nearest(Distance::Euclidean, &rows, centres);
        assert_eq!(assigner.measure_all(centres), expected, "{dimensions}");
        assert_eq!(assigner.nearest(centres), expected, "{dimensions}");
    }
    // Too many coordinates to measure every centre.
    let (values, weights) = made_rows(7, 500, 300, 100);
    let rows = WeightedRows::new(300, &values, &weights).unwrap();
    let centres = &made_rows(8, 700, 300, 100).0;
    let found = Assigner::new(rows, Distance::Euclidean).nearest(centres);
    assert_eq!(found, naive_nearest(Distance::Euclidean, &rows, centres));
}

/// Lloyd's loop as in a textbook, from the same first centres, for a number of iterations.
fn naive_lloyd(rows: &WeightedRows, settings: &KMeansSettings, iterations: usize) -> (Vec<u16>, Vec<u64>) {
    let dimensions = rows.dimensions();
    let seeds = choose_seeds(rows, settings.distance, settings.count, &mut generator(settings.seed, 1));
    let mut centres: Vec<u16> = seeds.iter().flat_map(|&seed| rows.row(seed as usize)).copied().collect();
    let mut costs = Vec::new();
    loop {
        let mut nearest = naive_nearest(settings.distance, rows, &centres);
        let cost = |row: usize, distance: u32| rows.weight(row) * u64::from(distance);
        costs.push(nearest.iter().enumerate().map(|(row, &(_, distance))| cost(row, distance)).sum());
        if costs.len() == iterations {
            return (centres, costs);
        }
        for empty in 0..seeds.len() as u32 {
            if nearest.iter().all(|&(cluster, _)| cluster != empty) {
                let size = |cluster: u32| nearest.iter().filter(|other| other.0 == cluster).count();
                let movable = (0..rows.count()).filter(|&row| nearest[row].1 > 0 && size(nearest[row].0) > 1);
                let costliest = movable.max_by_key(|&row| (cost(row, nearest[row].1), std::cmp::Reverse(row)));
                if let Some(row) = costliest {
                    nearest[row] = (empty, 0);
                }
            }
        }
        for (cluster, centre) in centres.chunks_mut(dimensions).enumerate() {
            let members: Vec<usize> = (0..rows.count()).filter(|&row| nearest[row].0 == cluster as u32).collect();
            let weight: u64 = members.iter().map(|&row| rows.weight(row)).sum();
            for (dimension, value) in centre.iter_mut().enumerate() {
                let mut column: Vec<(u16, u64)> =
                    members.iter().map(|&row| (rows.row(row)[dimension], rows.weight(row))).collect();
                *value = match settings.centre {
                    Centre::Mean => {
                        let sum: u64 = column.iter().map(|&(value, weight)| weight * u64::from(value)).sum();
                        (sum as f64 / weight as f64 + 0.5).floor() as u16
                    }
                    Centre::Median => {
                        column.sort_unstable();
                        let mut repeated = column.iter().flat_map(|&(value, weight)| (0..weight).map(move |_| value));
                        repeated.nth((weight as usize - 1) / 2).unwrap()
                    }
                };
            }
        }
    }
}

#[test]
fn one_and_two_threads_give_the_same_clusters() {
    let (values, weights) = made_rows(3, 12_000, 8, 300);
    let rows = WeightedRows::new(8, &values, &weights).unwrap();
    for distance in DISTANCES {
        let settings = KMeansSettings { max_iterations: 12, seeding_rows: Some(6_000), ..settings(250, distance) };
        let fit = || quiet_fit(&rows, &settings);
        assert_eq!(on_threads(1, fit), on_threads(2, fit));
    }
}

#[test]
fn a_resumed_clustering_ends_like_an_uninterrupted_one() {
    let (values, weights) = made_rows(4, 1_500, 6, 200);
    let rows = WeightedRows::new(6, &values, &weights).unwrap();
    let settings = KMeansSettings { restarts: 2, max_iterations: 6, ..settings(120, Distance::EarthMover) };
    let whole = quiet_fit(&rows, &settings);
    let mut iterations = 0;
    for stop in 1.. {
        let mut kept = KMeansState::default();
        let mut heard = 0;
        let stopped = fit(&rows, &settings, &mut |iteration| {
            heard += 1;
            kept = iteration.checkpoint.clone();
            if heard == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Ok(result) = stopped {
            assert_eq!(result, whole);
            break;
        }
        assert_eq!(stopped, Err(ClusteringError::Interrupted));
        assert_eq!(fit_from(&rows, &settings, kept, &mut |_| ControlFlow::Continue(())).unwrap(), whole);
        iterations = stop;
    }
    assert!(iterations > 6, "both restarts were interrupted");
}

#[test]
fn restarts_keep_the_least_cost() {
    let (values, weights) = made_rows(6, 800, 4, 200);
    let rows = WeightedRows::new(4, &values, &weights).unwrap();
    let settings = KMeansSettings { restarts: 6, ..settings(12, Distance::Euclidean) };
    let mut last_costs = [f64::INFINITY; 6];
    let best = fit(&rows, &settings, &mut |iteration| {
        last_costs[iteration.restart as usize] = iteration.cost;
        ControlFlow::Continue(())
    });
    let least = last_costs.into_iter().fold(f64::INFINITY, f64::min);
    assert!(last_costs.iter().any(|&cost| cost > least), "the restarts differ: {last_costs:?}");
    assert_eq!(best.unwrap().cost, least);
}

#[test]
fn fewer_vectors_than_clusters_get_a_cluster_each() {
    // 30 rows of 10 different vectors: equal ones stay together.
    let values: Vec<u16> = (0..30u16).flat_map(|row| [row % 10 * 7, row % 10]).collect();
    let rows = WeightedRows::new(2, &values, &[2; 30]).unwrap();
    for distance in DISTANCES {
        let fitted = quiet_fit(&rows, &settings(25, distance));
        assert_eq!((fitted.used, fitted.cost, fitted.centres.len()), (10, 0.0, 20));
        assert!((0..30).all(|row| fitted.assignment[row] == fitted.assignment[row % 10]));
    }
}

#[test]
fn clusters_fitted_to_a_sample_hold_all_rows_nearest_their_centres() {
    let (values, weights) = made_rows(8, 5_000, 5, 200);
    let rows = WeightedRows::new(5, &values, &weights).unwrap();
    let settings = KMeansSettings { sample_rows: Some(1_000), ..settings(40, Distance::Euclidean) };
    let fitted = quiet_fit(&rows, &settings);
    let nearest = naive_nearest(settings.distance, &rows, &fitted.centres);
    assert!(nearest.iter().zip(&fitted.assignment).all(|(a, &b)| a.0 == b));
    let all = quiet_fit(&rows, &self::settings(40, Distance::Euclidean));
    assert!(fitted.cost < 1.25 * all.cost, "{} after a sample of a fifth, {} without", fitted.cost, all.cost);
}

#[test]
fn linfa_from_the_same_centres_ends_at_the_same_cost() {
    use linfa::prelude::{Fit, Predict};
    let (bins, k, count) = (50, 40, 4_000);
    let values = made_histograms(9, count, bins, 700);
    let ones = vec![1; count];
    let rows = WeightedRows::new(bins, &values, &ones).unwrap();
    let settings = KMeansSettings {
        unit: 46.0 * 700.0,
        max_iterations: 60,
        centre: Centre::Mean,
        ..settings(k, Distance::EarthMover)
    };
    let fitted = quiet_fit(&rows, &settings);

    let seeds = choose_seeds(&rows, Distance::EarthMover, k, &mut generator(settings.seed, 1));
    let as_array = |values: Vec<u16>, rows| {
        let values = values.into_iter().map(|value| f64::from(value) / settings.unit).collect();
        ndarray::Array2::from_shape_vec((rows, bins), values).unwrap()
    };
    let first = as_array(seeds.iter().flat_map(|&seed| rows.row(seed as usize)).copied().collect(), k);
    let records = as_array(values.clone(), count);
    let params = linfa_clustering::KMeans::params_with(k, generator(1, 0), linfa_nn::distance::L1Dist)
        .init_method(linfa_clustering::KMeansInit::Precomputed(first))
        .n_runs(1)
        .max_n_iterations(60)
        .tolerance(1e-9);
    let dataset = linfa::DatasetBase::from(records.clone());
    let model = linfa::ParamGuard::check(params).unwrap().fit(&dataset).unwrap();
    let clusters = model.predict(&records);
    let cost =
        records.rows().into_iter().zip(clusters.iter()).map(|(row, &cluster)| {
            row.iter().zip(model.centroids().row(cluster)).map(|(a, b)| (a - b).abs()).sum::<f64>()
        });
    let theirs = cost.sum::<f64>() / count as f64;
    assert!((fitted.cost / theirs - 1.0).abs() < 1e-3, "{} here, {theirs} there", fitted.cost);
}

#[test]
fn medians_cost_less_than_means_under_the_earth_movers_distance() {
    let values = made_histograms(10, 3_000, 50, 700);
    let weights: Vec<u64> = (0..3_000).map(|row| 1 + row % 5).collect();
    let rows = WeightedRows::new(50, &values, &weights).unwrap();
    let medians = settings(60, Distance::EarthMover);
    assert_eq!(medians.centre, Centre::Median);
    let means = KMeansSettings { centre: Centre::Mean, ..medians.clone() };
    let (means, medians) = (quiet_fit(&rows, &means), quiet_fit(&rows, &medians));
    assert!(medians.cost < means.cost, "{} and {}", medians.cost, means.cost);
    // A median centre of histograms of 46 counts is one again, and costs never rise.
    assert!(medians.centres.iter().all(|value| value % 700 == 0));
    assert!(medians.cost_per_iteration.windows(2).all(|pair| pair[1] <= pair[0]));
}

#[test]
fn first_means_that_cost_more_than_the_seeds_are_no_sign_of_convergence() {
    // One cluster: the seed is the heavy row at 0, the mean lies at 9 of 100.
    let rows = WeightedRows::new(1, &[0, 100], &[100, 10]).unwrap();
    let seeded_at_the_heavy_row = (0..).find(|&seed| {
        let settings = KMeansSettings { seed, ..settings(1, Distance::EarthMover) };
        choose_seeds(&rows, Distance::EarthMover, 1, &mut generator(settings.seed, 1)) == [0]
    });
    let seed = seeded_at_the_heavy_row.unwrap();
    let means = KMeansSettings { centre: Centre::Mean, seed, ..settings(1, Distance::EarthMover) };
    let fitted = quiet_fit(&rows, &means);
    assert_eq!((fitted.centres.as_slice(), fitted.iterations), (&[9][..], 3));
    assert!(fitted.cost_per_iteration[1] > fitted.cost_per_iteration[0]);
}

#[test]
fn the_distance_of_histograms_is_the_work_of_moving_them() {
    assert_eq!(in_bins(&[4, 0, 0], &[0, 0, 1]), 2.0);
    assert_eq!(in_bins(&[1, 1], &[1, 3]), 0.25);
    assert_eq!(in_bins(&[0, 0], &[1, 3]), 0.0);
    assert_eq!(Distance::EarthMover.between(&[0, 5, 10], &[2, 4, 10]), 3);
    assert_eq!(Distance::Euclidean.between(&[0, 5], &[3, 1]), 25);
    assert_eq!(weighted_squared(&[0.5, 2.0], &[1.0, 0.0], &[3.0, 1.0]), 4.0);
    assert_eq!(nearest_centres(Distance::EarthMover, &[9, 5, 6, 1], &[5], 2), [(1, 0), (2, 1)]);
}

#[test]
fn distances_are_exact_at_the_edge_of_their_range() {
    for (distance, dimensions, most) in [(Distance::EarthMover, 128, 32_767), (Distance::Euclidean, 2, 2_015)] {
        let values: Vec<u16> = [vec![most; dimensions], vec![0; dimensions], vec![most - 1; dimensions]].concat();
        let rows = WeightedRows::new(dimensions, &values, &[1, 1, 1]).unwrap();
        rows.check_range(distance).unwrap();
        for processor in Processor::available() {
            let found = Assigner::new(rows, distance).on(processor).measure_all(&values[dimensions..]);
            assert_eq!(found, naive_nearest(distance, &rows, &values[dimensions..]));
        }
        let values = vec![most + 50; dimensions];
        let rows = WeightedRows::new(dimensions, &values, &[1]).unwrap();
        assert!(matches!(rows.check_range(distance), Err(ClusteringError::RowTooLarge { row: 0, .. })));
    }
}

#[test]
fn every_wrong_setting_is_refused_by_name() {
    let rows = WeightedRows::new(1, &[1, 2], &[1, 1]).unwrap();
    let good = KMeansSettings::new(2, Distance::Euclidean, 0);
    let wrong = [
        ("count", KMeansSettings { count: 0, ..good.clone() }),
        ("count", KMeansSettings { count: (1 << 20) + 1, seeding_rows: None, ..good.clone() }),
        ("restarts", KMeansSettings { restarts: 0, ..good.clone() }),
        ("max_iterations", KMeansSettings { max_iterations: 0, ..good.clone() }),
        ("tolerance", KMeansSettings { tolerance: f64::NAN, ..good.clone() }),
        ("unit", KMeansSettings { unit: 0.0, ..good.clone() }),
        ("sample_rows", KMeansSettings { sample_rows: Some(3), ..good.clone() }),
        ("seeding_rows", KMeansSettings { seeding_rows: Some(1), ..good.clone() }),
    ];
    for (name, settings) in wrong {
        let error = fit(&rows, &settings, &mut |_| ControlFlow::Continue(())).unwrap_err();
        assert!(matches!(error, ClusteringError::Setting { what, .. } if what == name), "{name}: {error}");
    }
    assert!(matches!(WeightedRows::new(0, &[], &[1]), Err(ClusteringError::Setting { .. })));
    assert!(matches!(WeightedRows::new(1, &[], &[]), Err(ClusteringError::Setting { .. })));
    assert!(matches!(WeightedRows::new(2, &[1], &[1]), Err(ClusteringError::Shape { expected: 2, found: 1, .. })));
    assert!(matches!(WeightedRows::new(1, &[1, 2], &[1, 0]), Err(ClusteringError::ZeroWeight { row: 1 })));
    assert!(matches!(WeightedRows::new(1, &[1], &[u64::MAX]), Err(ClusteringError::TotalWeight { .. })));
}
