//! Scores held to the formulas of the textbook.

use matches::statistics::score::{ChipTally, Score, half_interval95, mean_and_deviation};
use proptest::prelude::*;
use solver::measure::exploitability::flop_sample::jackknife_error;

/// Mean and standard error as written down, each sum for itself.
fn naive(observations: &[f64]) -> (f64, f64) {
    let n = observations.len() as f64;
    let mean = observations.iter().sum::<f64>() / n;
    let variance = observations.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}

fn close(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-9 * (1.0 + expected.abs())
}

proptest! {
    #[test]
    fn scores_are_those_of_the_textbook(observations in prop::collection::vec(-1e3f64..1e3, 2..200)) {
        let (mean, error) = naive(&observations);
        let score = Score::of(observations.iter().copied());
        prop_assert!(close(score.mean, mean) && close(score.standard_error, error));
        prop_assert!(close(score.ci95(), half_interval95(score.observations) * error));
        prop_assert_eq!(score.observations, observations.len() as u64);
        let (of_values, deviation) = mean_and_deviation(&observations);
        prop_assert!(close(of_values, mean) && close(deviation.unwrap(), score.standard_deviation()));
        let scaled = score.scaled(-50.0);
        prop_assert!(close(scaled.mean, -50.0 * mean) && close(scaled.standard_error, 50.0 * error));
    }

    #[test]
    fn whole_numbers_give_the_same_score_in_any_parts(
        chips in prop::collection::vec(-480i32..=480, 2..200),
        cut in 0usize..200,
    ) {
        let tally = |chips: &[i32]| {
            let mut tally = ChipTally::default();
            chips.iter().for_each(|&chips| tally.add(chips));
            tally
        };
        let (head, tail) = chips.split_at(cut.min(chips.len()));
        let mut merged = tally(tail);
        merged.merge(&tally(head));
        prop_assert_eq!(merged, tally(&chips));
        let (mean, error) = naive(&chips.iter().map(|&chips| f64::from(chips)).collect::<Vec<_>>());
        prop_assert!(close(merged.score().mean, mean) && close(merged.score().standard_error, error));
    }
}

#[test]
fn a_large_common_part_does_not_swallow_the_variance() {
    // Deviations of one on a billion: sums of squares would have lost them at 2^53.
    let score = Score::of((0..1_000).map(|number| 1e9 + f64::from(number % 2)));
    let expected = (0.25 * 1_000.0 / 999.0 / 1_000.0_f64).sqrt();
    assert!((score.standard_error - expected).abs() < 1e-9, "{}", score.standard_error);
}

#[test]
fn a_single_observation_has_no_interval() {
    let mut tally = ChipTally::default();
    tally.add(7);
    for score in [tally.score(), Score::of([7.0].into_iter())] {
        assert_eq!((score.mean, score.observations), (7.0, 1));
        assert!(score.ci95().is_infinite());
    }
}

#[test]
fn intervals_of_few_observations_are_those_of_students_tables() {
    for (observations, quantile) in [(2, 12.706_205), (3, 4.302_653), (6, 2.570_582), (31, 2.042_272), (121, 1.979_930)]
    {
        assert!((half_interval95(observations) - quantile).abs() < 1e-5, "{observations}");
    }
    assert!((half_interval95(199_999) - 1.959_976).abs() < 1e-5 && half_interval95(200_000) == 1.96);
    let score = Score::of([1.0, 3.0].into_iter());
    assert!((score.ci95() - 12.706_205).abs() < 1e-5);
}

#[test]
fn one_value_has_a_mean_and_no_deviation() {
    assert_eq!(mean_and_deviation(&[]), (0.0, None));
    assert_eq!(mean_and_deviation(&[7.0]), (7.0, None));
    assert_eq!(mean_and_deviation(&[1.0, 3.0]), (2.0, Some(2f64.sqrt())));
}

proptest! {
    /// Of a mean, leaving out one observation at a time gives the textbook's standard error.
    #[test]
    fn the_jackknife_of_a_mean_is_its_standard_error(observations in prop::collection::vec(-1e3f64..1e3, 2..60)) {
        let total: f64 = observations.iter().sum();
        let others = (observations.len() - 1) as f64;
        let without: Vec<f64> = observations.iter().map(|left_out| (total - left_out) / others).collect();
        prop_assert!(close(jackknife_error(&without), naive(&observations).1));
    }
}
