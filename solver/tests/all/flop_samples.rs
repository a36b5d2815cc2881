//! Drawn flops: with their multiplicities, bounds from below and above, and errors as large as reported.

use crate::support::{Measured, assert_close, limit_game, mean_and_spread};
use solver::game::GameDefinition;
use solver::measure::exploitability::flop_sample::SampledSeats;
use solver::measure::exploitability::flop_sample::{SampledResponse, draw_flops};
use solver::measure::exploitability::{FlopValues, FlopWork, PlayedFlops, RealGame};

fn measured(seed: u64) -> Measured {
    Measured::new(&limit_game(4, 4, 2, "3 2 2", "0 2 1"), 4, seed)
}

#[test]
fn flops_are_drawn_as_often_as_they_are_dealt() {
    let flops = RealGame::<f64>::new(&GameDefinition::holdem_limit()).unwrap().flops();
    let drawn = draw_flops(&flops, 400_000, 3);
    let deals: f64 = flops.iter().map(|flop| f64::from(flop.size)).sum();
    for size in [4, 12, 24] {
        let share = flops.iter().filter(|flop| flop.size == size).count() as f64 * f64::from(size) / deals;
        let found = drawn.iter().filter(|&&number| flops[number].size == size).count() as f64 / drawn.len() as f64;
        // Five standard deviations of a share.
        assert!((found - share).abs() < 5.0 * (share / 400_000.0).sqrt(), "{size}: {found}, expected {share}");
    }
    assert!(drawn.contains(&0) && drawn.contains(&(flops.len() - 1)), "the first and the last");
    assert_eq!(draw_flops(&flops, 100, 3), drawn[..100]);
    assert_ne!(draw_flops(&flops, 100, 4), drawn[..100]);
}

#[test]
fn both_bounds_are_exact_where_each_half_holds_all_flops() {
    let measured = measured(2);
    let flops = measured.game.flops();
    let values = measured.values(FlopWork::BestResponse);
    for (position, opening) in measured.openings(FlopWork::BestResponse).iter().enumerate() {
        let at = |number: usize| &values[number][position];
        let exact = opening.exact_response(flops.iter().enumerate().map(|(it, flop)| (flop, at(it))));
        let all: Vec<&FlopValues> =
            flops.iter().enumerate().flat_map(|(it, flop)| vec![at(it); flop.size as usize]).collect();
        let sampled = SampledResponse::new(opening, [&all, &all]);
        for bound in [&sampled.low, &sampled.high] {
            assert_close(bound.value, exact.value, 1e-9, &format!("position {position}"));
            for (&found, &expected) in bound.by_starting_hand.iter().zip(&exact.by_starting_hand) {
                assert_close(found, expected, 1e-9, &format!("position {position}"));
            }
        }
    }
}

/// Halves of an odd number are unequal, and each counts by its size.
#[test]
fn bounds_of_an_odd_number_of_flops_are_in_order() {
    let measured = measured(2);
    let flops = measured.game.flops();
    let (values, openings) = (measured.values(FlopWork::BestResponse), measured.openings(FlopWork::BestResponse));
    for count in [3, 5] {
        for seed in 0..200 {
            let drawn: Vec<_> = draw_flops(&flops, count, seed).into_iter().map(|flop| &values[flop]).collect();
            let [low, high] = SampledSeats::new(openings.each_ref(), &drawn).bounds;
            assert!(low <= high + 1e-9, "{count} flops, seed {seed}: {low} {high}");
        }
    }
}

#[test]
fn bounds_enclose_the_exact_value_on_average_and_errors_are_as_large_as_reported() {
    let both = [measured(2), measured(9)];
    let flops = both[0].game.flops();
    let values = both.each_ref().map(|it| it.values(FlopWork::BestResponse));
    let openings = both.each_ref().map(|it| it.openings(FlopWork::BestResponse));
    let exact = PlayedFlops::all(both[0].game.flops()).responses(openings[0].each_ref(), &values[0]).middle();
    let samples = 600;
    for count in [8, 24] {
        let (mut found, mut errors) = ([const { Vec::new() }; 4], [0.0; 4]);
        for seed in 0..samples {
            let drawn = draw_flops(&flops, count, seed);
            let [it, other] = [0, 1].map(|policy| {
                let values: Vec<_> = drawn.iter().map(|&flop| &values[policy][flop]).collect();
                SampledSeats::new(openings[policy].each_ref(), &values)
            });
            assert!(it.bounds[1] >= it.bounds[0] - 1e-9);
            let more = it.middle.more_than(&other.middle);
            let told = [it.bounds_errors[0], it.bounds_errors[1], it.middle.error(), more.error()];
            let values = [it.bounds[0], it.bounds[1], it.middle.value, more.value];
            for (number, value) in values.into_iter().enumerate() {
                found[number].push(value);
                errors[number] += told[number].powi(2) / samples as f64;
            }
        }
        let [low, high, ..] = found.each_ref().map(|values| mean_and_spread(values).0);
        assert!(low < exact && exact < high && high - low < 0.5, "{count}: {low} {exact} {high}");
        for (values, told) in found.iter().zip(errors) {
            let (_, spread) = mean_and_spread(values);
            // Somewhat too careful, as jackknives are, and the more so the fewer flops there are; never too bold.
            assert!((0.95..1.6).contains(&(told.sqrt() / spread)), "{count}: {spread}, told {}", told.sqrt());
        }
    }
}
