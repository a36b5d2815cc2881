//! The bootstrap (Efron 1979): how far estimates depend on which observations were drawn.

use solver::boards::card_rules::{below, generator_of};
use std::collections::HashMap;

/// Draws, of which each end of a 95 % interval leaves out a fortieth.
const DRAWS: usize = 10_000;

/// What `evaluate` returns for the same number of observations drawn with replacement, `[draw][estimate]`; its argument
/// says how often each observation was drawn. A draw depends on the seed and its number alone. With few observations
/// most draws recur (three have ten different ones), and each is evaluated once.
pub fn resampled(observations: usize, evaluate: impl Fn(&[f64]) -> Vec<f64>, seed: u64) -> Vec<Vec<f64>> {
    let mut evaluated: HashMap<Vec<u32>, Vec<f64>> = HashMap::new();
    let drawn = |draw: usize| {
        let (mut times, mut dice) = (vec![0; observations], generator_of(seed, draw as u64));
        (0..observations).for_each(|_| times[below(&mut dice, observations as u64) as usize] += 1);
        let estimates = |times: &Vec<u32>| evaluate(&times.iter().map(|&it| f64::from(it)).collect::<Vec<_>>());
        evaluated.entry(times).or_insert_with_key(estimates).clone()
    };
    (0..DRAWS).map(drawn).collect()
}

/// Both ends of the 95 % percentile interval of one estimate over all [`resampled`] draws.
///
/// # Panics
/// If there are no draws.
pub fn percentiles95(draws: impl Iterator<Item = f64>) -> [f64; 2] {
    let mut draws: Vec<f64> = draws.collect();
    draws.sort_unstable_by(f64::total_cmp);
    let left_out = draws.len() / 40;
    [draws[left_out], draws[draws.len() - 1 - left_out]]
}
