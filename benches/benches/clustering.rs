//! K-means of 100,000 turn-like histograms, k = 500: this project's against linfa-clustering's, one thread, one run.
//!
//! Both start from the same centres and run the same number of iterations; cost is printed beside time, and the bench
//! fails if the costs differ by more than 0.1 %.
#![allow(clippy::print_stdout)]

use abstraction::clustering::assignment::Assigner;
use abstraction::clustering::kmeans::{Checkpoint, fit_from};
use abstraction::clustering::sampling::{below, generator};
use abstraction::clustering::seeding::choose_seeds;
use abstraction::clustering::{KMeansSettings, WeightedRows};
use abstraction::distance::Distance;
use linfa::prelude::Fit;
use linfa::{DatasetBase, ParamGuard};
use linfa_clustering::{KMeans, KMeansInit};
use linfa_nn::distance::L1Dist;
use ndarray::Array2;
use std::ops::ControlFlow;
use std::time::Instant;

const ROWS: usize = 100_000;
const CLUSTERS: usize = 500;
const BINS: usize = 50;
const ITERATIONS: usize = 15;
/// 46 river cards, in fixed point.
const RIVERS: u16 = 46;
const SCALE: u16 = 712;

/// Cumulative strength histograms like those of turn hands: most rivers leave the hand where it was, some improve it
/// (outs), some pair the board.
fn turn_like_histograms() -> Vec<u16> {
    let mut random = generator(7, 0);
    let mut uniform = move || below(&mut random, 1 << 30) as f64 / (1u64 << 30) as f64;
    let mut values = Vec::with_capacity(ROWS * BINS);
    for _ in 0..ROWS {
        let (usual, improved, paired) = (uniform(), 0.6 + 0.4 * uniform(), uniform());
        let (spread, narrow) = (0.03 + 0.15 * uniform(), 0.02 + 0.06 * uniform());
        let outs = (uniform() * uniform() * 20.0) as u16;
        let pairs = outs + (uniform() * 12.0) as u16;
        let mut counts = [0; BINS];
        for river in 0..RIVERS {
            let (mean, width) = match river {
                river if river < outs => (improved, narrow),
                river if river < pairs => (paired, 2.0 * narrow),
                _ => (usual, spread),
            };
            let bell = uniform() + uniform() + uniform() + uniform() - 2.0;
            counts[((mean + width * bell).clamp(0.0, 0.9999) * BINS as f64) as usize] += 1;
        }
        let mut sum = 0;
        values.extend(counts.map(|count: u16| {
            sum += count;
            sum * SCALE
        }));
    }
    values
}

fn as_bins(values: &[u16]) -> Array2<f32> {
    let unit = f32::from(RIVERS * SCALE);
    let values = values.iter().map(|&value| f32::from(value) / unit).collect::<Vec<_>>();
    Array2::from_shape_vec((values.len() / BINS, BINS), values).expect("whole rows")
}

fn main() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    pool.install(compare);
}

fn compare() {
    let values = turn_like_histograms();
    let weights = vec![1; ROWS];
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
        unit: f64::from(RIVERS * SCALE),
        ..KMeansSettings::new(CLUSTERS, Distance::EarthMover, 1)
    };
    let start = Checkpoint { centres: first.clone(), ..Checkpoint::default() };
    let started = Instant::now();
    let mut costs = Vec::new();
    let result = fit_from(&rows, &settings, start, &mut |iteration| {
        costs.push(iteration.cost);
        ControlFlow::Continue(())
    });
    let ours = started.elapsed().as_secs_f64() / costs.len() as f64;
    let result = result.expect("settings in range");
    let centres_agree = Assigner::new(rows, Distance::EarthMover).measure_all(&result.centres);
    let exact = centres_agree.iter().zip(&result.assignment).all(|(a, &b)| a.0 == u32::from(b));
    assert!(exact && nearest.len() == ROWS, "the pruned assignment is that of brute force");

    let dataset = DatasetBase::from(as_bins(&values));
    let params = KMeans::params_with(CLUSTERS, generator(1, 0), L1Dist)
        .init_method(KMeansInit::Precomputed(as_bins(&first)))
        .n_runs(1)
        .max_n_iterations(costs.len() as u64)
        .tolerance(1e-12)
        .check()
        .expect("valid settings");
    let started = Instant::now();
    let model = params.fit(&dataset).expect("linfa runs");
    let theirs = started.elapsed().as_secs_f64() / costs.len() as f64;
    let (cost, linfa_cost) = (*costs.last().expect("an iteration"), f64::from(model.inertia()));

    println!("one thread, {ROWS} rows, {BINS} bins, k = {CLUSTERS}, {} iterations from the same centres", costs.len());
    println!("  brute-force pass, this project  {brute:9.4} s");
    println!("  iteration, this project         {ours:9.4} s   cost {cost:.6} bins");
    println!("  iteration, linfa-clustering     {theirs:9.4} s   cost {linfa_cost:.6} bins");
    println!("  {:.1} times faster per iteration, {:.1} without pruning", theirs / ours, theirs / brute);
    assert!((cost / linfa_cost - 1.0).abs() < 1e-3, "the costs differ by more than 0.1 %");
}
