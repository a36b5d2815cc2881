//! K-means of real turn histograms, one thread, in one run: 100,000 random hands with k = 500 against
//! linfa-clustering's from the same centres, and all hands with k = 9,000 against measuring every centre.
//!
//! Cost is printed beside time; the bench fails if the costs differ by more than 0.1 %, or if an assignment is not
//! that of brute force.
#![allow(clippy::print_stdout)]

use abstraction::clustering::assignment::Assigner;
use abstraction::clustering::kmeans::{KMeansState, fit_from};
use abstraction::clustering::seeding::{below, choose_seeds, generator};
use abstraction::clustering::{Centre, KMeansSettings, WeightedRows};
use abstraction::distance::Distance;
use abstraction::features::build_features::{EmbeddedRows, FeatureSource};
use abstraction::recipe::{BucketRecipe, DEFAULT_BINS, Feature};
use abstraction::street::Street;
use evaluator::round::Round;
use linfa::prelude::Fit;
use linfa::{DatasetBase, ParamGuard};
use linfa_clustering::{KMeans, KMeansInit};
use linfa_nn::distance::L1Dist;
use ndarray::Array2;
use std::ops::ControlFlow;
use std::time::Instant;
use tables::together::progress::Silent;

const HANDS: usize = 100_000;
const CLUSTERS: usize = 500;
const BINS: usize = DEFAULT_BINS as usize;
const ITERATIONS: usize = 15;
const MANY_CLUSTERS: usize = 9_000;

/// The rows of hands drawn at random.
fn random_hands(turn: &EmbeddedRows) -> Vec<u16> {
    let distinct = &turn.distinct;
    let mut random = generator(7, 0);
    let hands = distinct.row_of_hand.len() as u64;
    let rows = (0..HANDS).map(|_| distinct.row_of_hand[below(&mut random, hands) as usize] as usize);
    rows.flat_map(|row| distinct.row(row)).copied().collect()
}

fn as_bins(values: &[u16], unit: f64) -> Array2<f32> {
    let values = values.iter().map(|&value| f32::from(value) / unit as f32).collect::<Vec<_>>();
    Array2::from_shape_vec((values.len() / BINS, BINS), values).expect("whole rows")
}

fn main() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    let recipe = BucketRecipe::new(Street::full(Round::Turn), Feature::Hsd { bins: DEFAULT_BINS }, MANY_CLUSTERS, 1);
    let turn = FeatureSource::default().rows(&recipe, None, &Silent).expect("not cancelled");
    pool.install(|| against_linfa(&turn));
    pool.install(|| against_brute_force(&turn, &recipe));
}

/// Mean centres for both: linfa knows no others.
fn against_linfa(turn: &EmbeddedRows) {
    let values = random_hands(turn);
    let weights = vec![1; HANDS];
    let rows = WeightedRows::new(BINS, &values, &weights).expect("rows in range");
    let started = Instant::now();
    let seeds = choose_seeds(&rows, Distance::EarthMover, CLUSTERS, &mut generator(1, 0));
    println!("k-means++ over all rows: {:.3} s", started.elapsed().as_secs_f64());
    let first: Vec<u16> = seeds.iter().flat_map(|&seed| rows.row(seed as usize)).copied().collect();

    let started = Instant::now();
    let nearest = Assigner::new(rows, Distance::EarthMover).measure_all(&first);
    let brute = started.elapsed().as_secs_f64();
    let settings = KMeansSettings {
        tolerance: 0.0,
        max_iterations: ITERATIONS,
        centre: Centre::Mean,
        unit: turn.unit,
        ..KMeansSettings::new(CLUSTERS, Distance::EarthMover, 1)
    };
    let start = KMeansState { centres: first.clone(), ..KMeansState::default() };
    let started = Instant::now();
    let mut costs = Vec::new();
    let result = fit_from(&rows, &settings, start, &mut |iteration| {
        costs.push(iteration.cost);
        ControlFlow::Continue(())
    });
    let ours = started.elapsed().as_secs_f64() / costs.len() as f64;
    let result = result.expect("settings in range");
    let centres_agree = Assigner::new(rows, Distance::EarthMover).measure_all(&result.centres);
    let exact = centres_agree.iter().zip(&result.assignment).all(|(a, &b)| a.0 == b);
    assert!(exact && nearest.len() == HANDS, "the pruned assignment is that of brute force");

    let dataset = DatasetBase::from(as_bins(&values, turn.unit));
    let params = KMeans::params_with(CLUSTERS, generator(1, 0), L1Dist)
        .init_method(KMeansInit::Precomputed(as_bins(&first, turn.unit)))
        .n_runs(1)
        .max_n_iterations(costs.len() as u64)
        .tolerance(1e-12)
        .check()
        .expect("valid settings");
    let started = Instant::now();
    let model = params.fit(&dataset).expect("linfa runs");
    let theirs = started.elapsed().as_secs_f64() / costs.len() as f64;
    let (cost, linfa_cost) = (*costs.last().expect("an iteration"), f64::from(model.inertia()));

    println!(
        "one thread, {HANDS} random turn hands, {BINS} bins, k = {CLUSTERS}, {} iterations from the same centres",
        costs.len()
    );
    println!("  brute-force pass, this project  {brute:9.4} s");
    println!("  iteration, this project         {ours:9.4} s   cost {cost:.6} bins");
    println!("  iteration, linfa-clustering     {theirs:9.4} s   cost {linfa_cost:.6} bins");
    println!("  {:.1} times faster per iteration, {:.1} without pruning", theirs / ours, theirs / brute);
    assert!((cost / linfa_cost - 1.0).abs() < 1e-3, "the costs differ by more than 0.1 %");
}

/// Iterations over all distinct rows of the turn against measuring every centre for a part of them.
fn against_brute_force(turn: &EmbeddedRows, recipe: &BucketRecipe) {
    const PARTS: usize = 16;
    let distinct = &turn.distinct;
    let rows = WeightedRows::new(BINS, &distinct.rows, &distinct.weights).expect("rows in range");
    let settings = recipe.settings(turn.unit, distinct.len());
    let (mut started, mut seconds) = (Instant::now(), Vec::new());
    let result = fit_from(&rows, &settings, KMeansState::default(), &mut |_| {
        seconds.push(started.elapsed().as_secs_f64());
        started = Instant::now();
        ControlFlow::Continue(())
    });
    let result = result.expect("settings in range");
    let part = distinct.len() / PARTS;
    let some =
        WeightedRows::new(BINS, &distinct.rows[..part * BINS], &distinct.weights[..part]).expect("rows in range");
    let started = Instant::now();
    let nearest = Assigner::new(some, Distance::EarthMover).measure_all(&result.centres);
    let brute = started.elapsed().as_secs_f64() * distinct.len() as f64 / part as f64;
    let exact = nearest.iter().zip(&result.assignment).all(|(a, &b)| a.0 == b);
    assert!(exact, "the pruned assignment is that of brute force");
    let iterations = &seconds[1..];
    let mean = iterations.iter().sum::<f64>() / iterations.len() as f64;
    let whole: f64 = seconds.iter().sum();
    let all_brute = brute * seconds.len() as f64;
    println!(
        "one thread, all {} distinct turn rows, k = {MANY_CLUSTERS}, {} iterations",
        distinct.len(),
        seconds.len()
    );
    println!("  a brute-force pass in vector registers   {brute:9.3} s (measured on a sixteenth)");
    println!("  seeding and first assignment             {:9.3} s", seconds[0]);
    println!("  a later iteration, mean                  {mean:9.3} s");
    println!("  {:.1} times faster per iteration, {:.1} with seeding counted in", brute / mean, all_brute / whole);
}
