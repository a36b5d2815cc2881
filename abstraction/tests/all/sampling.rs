//! Draws: samples by weight, and numbers below a bound that are the same in every release.

use abstraction::clustering::WeightedRows;
use abstraction::clustering::seeding::{below, generator, systematic_sample};

#[test]
fn a_systematic_sample_draws_by_weight() {
    let weights: Vec<u64> = (0..1_000).map(|row| if row == 7 { 9_000 } else { 1 + row % 3 }).collect();
    let values: Vec<u16> = (0..1_000).collect();
    let rows = WeightedRows::new(1, &values, &weights).unwrap();
    let sample = systematic_sample(&rows, 220, &mut generator(3, 0));
    assert_eq!(sample.weights.iter().sum::<u64>(), 220);
    assert!(sample.values.is_sorted_by(|a, b| a < b));
    let heavy = sample.values.iter().position(|&row| row == 7).unwrap();
    let share = sample.weights[heavy] as f64 / 220.0;
    assert!((share - 9_000.0 / rows.total_weight() as f64).abs() < 1.0 / 220.0, "{share}");
}

#[test]
fn bounded_draws_are_even_and_the_same_in_every_release() {
    let mut random = generator(2024, 0);
    let mut counts = [0u32; 6];
    (0..60_000).for_each(|_| counts[below(&mut random, 6) as usize] += 1);
    // Five standard deviations of a binomial with 60,000 draws of probability 1/6: 5 * 91.
    assert!(counts.iter().all(|count| count.abs_diff(10_000) < 456), "{counts:?}");
    // xoshiro256++ with the state 1, 2, 3, 4 starts with 41943041 (rand_xoshiro's own reference values).
    use rand_xoshiro::rand_core::SeedableRng;
    let mut state = [0; 32];
    (0..4).for_each(|word| state[8 * word] = word as u8 + 1);
    let mut random = rand_xoshiro::Xoshiro256PlusPlus::from_seed(state);
    // The multiply takes the high word: 41943041 * 2^40 / 2^64 = 2.5, so 2.
    assert_eq!(below(&mut random, 1 << 40), 2);
}
