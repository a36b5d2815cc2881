//! Clustering of rows that are made again for every iteration, and percentiles: held to the rows in memory.

use crate::clustering::{made_rows, naive_nearest, quiet_fit};
use abstraction::clustering::percentiles::{SplitPercentiles, percentiles};
use abstraction::clustering::streamed::{RowBlocks, StreamedState, fit_streamed};
use abstraction::clustering::{Centre, ClusteringError, KMeansResult, KMeansSettings, WeightedRows};
use abstraction::distance::Distance;
use std::cell::Cell;
use std::ops::ControlFlow;
use tables::together::ranks::Alone;

/// Rows in memory that pretend not to fit; counts how often a block is asked for.
struct Blocks {
    dimensions: usize,
    values: Vec<u16>,
    weights: Vec<u64>,
    block_rows: usize,
    made: Cell<usize>,
}

impl Blocks {
    fn new(seed: u64, rows: usize, dimensions: usize) -> Self {
        let (values, weights) = made_rows(seed, rows, dimensions, 300);
        Self { dimensions, values, weights, block_rows: 700, made: Cell::new(0) }
    }

    fn rows(&self) -> WeightedRows<'_> {
        WeightedRows::new(self.dimensions, &self.values, &self.weights).unwrap()
    }
}

impl RowBlocks for Blocks {
    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn blocks(&self) -> usize {
        self.weights.len().div_ceil(self.block_rows)
    }

    fn total_weight(&self) -> u64 {
        self.weights.iter().sum()
    }

    fn block(&self, number: usize) -> Result<(Vec<u16>, Vec<u64>), ClusteringError> {
        self.made.set(self.made.get() + 1);
        let rows = number * self.block_rows..self.weights.len().min((number + 1) * self.block_rows);
        let values = &self.values[rows.start * self.dimensions..rows.end * self.dimensions];
        Ok((values.to_vec(), self.weights[rows].to_vec()))
    }
}

fn settings(distance: Distance) -> KMeansSettings {
    KMeansSettings { sample_rows: Some(1_500), max_iterations: 30, ..KMeansSettings::new(60, distance, 7) }
}

fn streamed(blocks: &Blocks, settings: &KMeansSettings) -> KMeansResult {
    fit_streamed(blocks, settings, StreamedState::default(), &Alone, &mut |_, _| ControlFlow::Continue(())).unwrap()
}

/// Every row is with its nearest centre, and the cost is that of all.
fn assert_exact(blocks: &Blocks, distance: Distance, fitted: &KMeansResult) {
    let rows = blocks.rows();
    let nearest = naive_nearest(distance, &rows, &fitted.centres);
    assert!(nearest.iter().map(|it| it.0).eq(fitted.assignment.iter().copied()));
    let cost: u64 = nearest.iter().zip(&blocks.weights).map(|(it, weight)| u64::from(it.1) * weight).sum();
    assert_eq!(fitted.cost, cost as f64 / rows.total_weight() as f64);
    assert_eq!(fitted.cost_per_iteration.len(), fitted.iterations);
}

#[test]
fn every_streamed_iteration_is_exact_over_all_rows() {
    // These rows settle before the most iterations.
    let blocks = Blocks::new(8, 4_321, 5);
    let fitted = streamed(&blocks, &settings(Distance::Euclidean));
    assert_exact(&blocks, Distance::Euclidean, &fitted);
    assert!(fitted.iterations >= 3, "{}", fitted.iterations);
    // One pass for the sample, one for each iteration.
    assert_eq!(blocks.made.get(), blocks.blocks() * (1 + fitted.iterations));
    // The centres before the last are the means of the rows then nearest to them: one more step changes little.
    let improvements = fitted.cost_per_iteration.windows(2).map(|pair| 1.0 - pair[1] / pair[0]);
    assert!(improvements.clone().next_back().unwrap() <= 1e-4 && improvements.rev().skip(1).all(|share| share > 1e-4));
    let all = quiet_fit(&blocks.rows(), &KMeansSettings { sample_rows: None, ..settings(Distance::Euclidean) });
    let ratio = fitted.cost / all.cost;
    assert!((0.9..1.1).contains(&ratio), "{ratio}");
}

#[test]
fn an_interrupted_streamed_clustering_ends_like_an_uninterrupted_one() {
    let blocks = Blocks::new(2, 3_000, 4);
    let settings = settings(Distance::Euclidean);
    let whole = streamed(&blocks, &settings);
    let mut in_full_passes = 0;
    for stop in 1.. {
        let (mut kept, mut heard) = (StreamedState::default(), 0);
        let stopped = fit_streamed(&blocks, &settings, StreamedState::default(), &Alone, &mut |_, state| {
            heard += 1;
            kept = state.clone();
            if heard == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Ok(result) = stopped {
            assert_eq!(result, whole);
            break;
        }
        assert_eq!(stopped, Err(ClusteringError::Interrupted));
        in_full_passes += usize::from(kept.all.is_some());
        let resumed = fit_streamed(&blocks, &settings, kept, &Alone, &mut |_, _| ControlFlow::Continue(())).unwrap();
        assert_eq!(resumed, whole, "stopped after {stop}");
    }
    assert!(in_full_passes >= 2);
}

#[test]
fn a_single_pass_puts_all_rows_to_the_samples_centres() {
    let blocks = Blocks::new(5, 2_500, 6);
    let settings = KMeansSettings { most_passes: 1, ..settings(Distance::Euclidean) };
    let fitted = streamed(&blocks, &settings);
    assert_exact(&blocks, Distance::Euclidean, &fitted);
    assert!(fitted.iterations > 2, "{}", fitted.iterations);
    assert_eq!(blocks.made.get(), 2 * blocks.blocks(), "one pass for the sample, one for all rows");
}

#[test]
fn with_medians_all_rows_go_to_the_samples_centres() {
    let blocks = Blocks::new(3, 2_500, 6);
    let settings = settings(Distance::EarthMover);
    assert_eq!(settings.centre, Centre::Median);
    let fitted = streamed(&blocks, &settings);
    assert_exact(&blocks, Distance::EarthMover, &fitted);
    // The reported iterations are the sample's, which converged.
    assert!(fitted.iterations > 2 && fitted.iterations < settings.max_iterations, "{}", fitted.iterations);
    assert_eq!(blocks.made.get(), 2 * blocks.blocks(), "one pass for the sample, one for all rows");
}

#[test]
fn percentiles_hold_equally_many_deals_and_never_split_equal_rows() {
    // Values 0 to 99 in turn, weight 1 each; value 50 has a quarter of everything.
    let values: Vec<u16> = (0..1_000).map(|row| row % 100).collect();
    let weights: Vec<u64> = values.iter().map(|&value| if value == 50 { 33 } else { 1 }).collect();
    let rows = WeightedRows::new(1, &values, &weights).unwrap();
    let (parts, used) = percentiles(&rows, 10);
    let heavy = parts[50];
    let mut deals = vec![0; used];
    for (row, &part) in parts.iter().enumerate() {
        deals[part as usize] += weights[row];
        assert_eq!(part, parts[row % 100], "equal rows are in one part");
        assert!(
            (0..1_000).all(|other| values[other] <= values[row] || parts[other] >= part),
            "parts follow the values"
        );
    }
    assert!(used < 10 && deals.iter().all(|&deals| deals > 0), "{deals:?}");
    let light = deals.iter().enumerate().filter(|&(part, _)| part != heavy as usize);
    // A tenth is 132 deals; a part ends at whole values of ten deals.
    assert!(light.clone().all(|(_, &deals)| deals <= 140), "{deals:?}");
    // With room for all every value has its own part.
    assert_eq!(percentiles(&rows, 60_000).1, 100);
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(40))]

    #[test]
    fn split_percentiles_are_a_sorted_line_cut_into_parts(
        hands in proptest::collection::vec((0u16..12, 1u64..25), 1..400),
        parts in 1usize..90,
    ) {
        let mut values: Vec<u16> = hands.iter().map(|&(value, _)| value).collect();
        values.sort_unstable();
        values.dedup();
        // Distinct rows come in no order.
        values.reverse();
        let row = |value: u16| values.iter().position(|&other| other == value).unwrap();
        let mut weights = vec![0; values.len()];
        hands.iter().for_each(|&(value, weight)| weights[row(value)] += weight);
        let rows = WeightedRows::new(1, &values, &weights).unwrap();
        let mut line = SplitPercentiles::new(&rows, parts);
        let found: Vec<u32> = hands.iter().map(|&(value, weight)| line.place(row(value), weight)).collect();

        let mut order: Vec<usize> = (0..hands.len()).collect();
        order.sort_by_key(|&hand| hands[hand].0);
        let total: u64 = weights.iter().sum();
        let (mut before, mut placed) = (0, std::collections::BTreeMap::new());
        for hand in order {
            let (value, weight) = hands[hand];
            let part = ((2 * before + weight) * parts as u64 / (2 * total)) as u32;
            proptest::prop_assert_eq!(found[hand], part);
            *placed.entry((row(value), part)).or_insert(0) += weight;
            before += weight;
        }
        let told: std::collections::BTreeMap<(usize, u32), u64> =
            line.placed().map(|(row, part, weight)| ((row, part), weight)).collect();
        proptest::prop_assert_eq!(told, placed);
    }
}
