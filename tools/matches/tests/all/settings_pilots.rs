//! Repeats planned from a pilot: the numbers are right for known components, and more is asked for more.

use crate::settings_leagues::{noise, players};
use matches::settings::league::{SettingPlayer, SettingsLeague, compare_settings};
use matches::settings::pilot::{Pilot, PlannedRepeats, RepeatCounts};
use matches::statistics::crossed::Variance;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// A pilot of two settings, three clusterings and two trainings whose mean squares are those of these components, to
/// the last digit.
const PILOT: [usize; 2] = [3, 2];

fn league(values: &[f64], settings: usize, counts: [usize; 2], boards: &[f64]) -> (SettingsLeague, Vec<Vec<f64>>) {
    let players = players(settings, counts);
    // On a board the first setting wins so much more from the second.
    let table = |more: f64| -> Vec<Vec<f64>> {
        let strength = |place: usize| values[place] + if players[place].setting == 0 { more } else { 0.0 };
        let row = |row: usize| (0..values.len()).map(move |column| strength(row) - strength(column)).collect();
        (0..values.len()).map(row).collect()
    };
    let names: Vec<String> = (0..settings).map(|it| it.to_string()).collect();
    let mbb = table(boards.iter().sum::<f64>() / boards.len().max(1) as f64);
    (compare_settings(&names, &players, &mbb, boards.iter().map(|&it| table(it))).unwrap(), mbb)
}

/// The differences of the two settings' strengths are `[-1, 0, 1]` deviations of clusterings, and so on.
fn exact_pilot([of_clustering, of_training, rest]: [f64; 3], boards: &[f64]) -> (SettingsLeague, Pilot) {
    // Their sums of squares are two (of 2 degrees of freedom), one half (of 1) and two (of 2).
    let crossed = [1.0, -2.0, 1.0].map(|it: f64| it / 6f64.sqrt());
    let square = |cells: f64, deviation: f64| (deviation * deviation + cells).sqrt();
    let rows = square(rest * rest / 2.0, of_clustering);
    let columns = square(rest * rest / 3.0, of_training);
    let cell = |number: usize| {
        let (row, column) = (number / 2, [-1.0, 1.0][number % 2]);
        (row as f64 - 1.0) * rows + column * columns / 2f64.sqrt() + crossed[row] * column * rest
    };
    let values: Vec<f64> = (0..12).map(|it| if it < 6 { 5.0 + cell(it) } else { 0.0 }).collect();
    let (league, mbb) = league(&values, 2, PILOT, boards);
    let pilot = Pilot::of_matches(&league, &players(2, PILOT), &mbb).unwrap();
    (league, pilot)
}

/// Half the interval that so many repeats would have, by the formulas of the textbook.
fn naive_half_width([of_clustering, of_training, rest]: [f64; 3], [k, t]: [f64; 2], boards: Option<[f64; 2]>) -> f64 {
    let [a, b, e] = [of_clustering, of_training, rest].map(|it| it * it);
    let mut parts = vec![((e + t * a) / (k * t), k - 1.0)];
    if t > 1.0 {
        parts.push(((e + k * b) / (k * t), t - 1.0));
        parts.push((-e / (k * t), (k - 1.0) * (t - 1.0)));
    }
    parts.extend(boards.map(|[variance, count]| (variance / count, count - 1.0)));
    let total: f64 = parts.iter().map(|(value, _)| value).sum();
    let shares: f64 = parts.iter().map(|(value, freedom)| value * value / freedom).sum();
    let freedom = (total * total / shares).max(1.0);
    StudentsT::new(0.0, 1.0, freedom).unwrap().inverse_cdf(0.975) * total.sqrt()
}

fn naive_clusterings(components: [f64; 3], trainings: u64, boards: Option<[f64; 2]>, wanted: f64) -> Option<u64> {
    let enough = |k: &u64| naive_half_width(components, [*k as f64, trainings as f64], boards) <= wanted;
    (2..=1_000).find(enough)
}

const COMPONENTS: [[f64; 3]; 4] = [[2.0, 0.5, 1.0], [1.0, 1.5, 0.3], [3.0, 0.0, 0.5], [0.4, 0.1, 2.0]];

#[test]
fn components_of_a_pilot_are_found_and_its_own_interval_is_the_leagues() {
    for components in COMPONENTS {
        for boards in [&[][..], &[1.0, -2.0, 4.0, 0.5, -3.5]] {
            let (league, pilot) = exact_pilot(components, boards);
            let counts = RepeatCounts { clusterings: 3, trainings: 2, boards: boards.len() as u64, flops: 0 };
            assert_eq!(pilot.counts(), counts);
            for (found, expected) in pilot.deviations().into_iter().zip(components) {
                assert!((found - expected).abs() < 1e-6, "{found} {components:?}");
            }
            let own = league.pairs[0].winnings.estimate.interval95.unwrap();
            assert!((pilot.half_width95(counts).unwrap() - own).abs() < 1e-9, "{components:?}");
        }
    }
}

#[test]
fn planned_numbers_are_those_of_a_search_by_the_textbook() {
    for components in COMPONENTS {
        let (_, pilot) = exact_pilot(components, &[]);
        for wanted in [6.0, 3.0, 2.0, 1.3, 0.8, 0.4] {
            let planned = pilot.planned(wanted);
            let naive = |trainings: u64| naive_clusterings(components, trainings, None, wanted);
            let of_trainings = |trainings: u64| planned.iter().find(|it| it.counts.trainings == trainings);
            assert_eq!(of_trainings(2).map(|it| it.counts.clusterings), naive(2), "{components:?} {wanted}");
            let fewest = (2..=64).filter_map(|trainings| Some(naive(trainings)? * trainings)).min();
            assert_eq!(planned.iter().map(|it| it.strategies / 2).min(), fewest, "{components:?} {wanted}");
            assert!(planned.iter().all(|it| it.half_width95 <= wanted && it.counts.boards == 0), "{planned:?}");
        }
    }
}

#[test]
fn boards_get_half_of_the_width_and_the_repeats_what_is_left() {
    let boards = [4.0, -2.0, 4.0, -6.0];
    let (_, pilot) = exact_pilot(COMPONENTS[0], &boards);
    // The boards' variance is 24 with three degrees of freedom; the mean of four has a half-width of 7.8.
    let [planned, ..] = pilot.planned(3.0)[..] else { panic!("a plan") };
    let alone = |count: f64| StudentsT::new(0.0, 1.0, count - 1.0).unwrap().inverse_cdf(0.975) * (24.0 / count).sqrt();
    let count = (1..).map(|times| 4 * times).find(|&count| alone(f64::from(count)) <= 1.5).unwrap();
    assert_eq!(planned.counts.boards, u64::try_from(count).unwrap());
    let naive = naive_clusterings(COMPONENTS[0], 2, Some([24.0, f64::from(count)]), 3.0);
    assert_eq!(Some(planned.counts.clusterings), naive);
    // Where the pilot's are enough, they stay.
    assert_eq!(pilot.planned(40.0)[0].counts.boards, 4);
}

#[test]
fn more_precision_takes_more_repeats_and_the_range_holds_the_number() {
    let (_, pilot) = exact_pilot(COMPONENTS[0], &[1.0, -1.0, 2.0, 0.0]);
    let first = |wanted: f64| pilot.planned(wanted)[0];
    let wanted = [8.0, 5.0, 4.0, 3.0, 2.6, 2.2];
    let plans: Vec<PlannedRepeats> = wanted.map(first).to_vec();
    for pair in plans.windows(2) {
        assert!(pair[0].counts.clusterings <= pair[1].counts.clusterings, "{pair:?}");
        assert!(pair[0].counts.boards <= pair[1].counts.boards, "{pair:?}");
    }
    assert!(plans[0].counts.clusterings < plans[5].counts.clusterings);
    for plan in plans {
        let [least, most] = plan.clusterings95;
        assert!(least.unwrap() <= plan.counts.clusterings, "{plan:?}");
        assert!(most.is_none_or(|most| most >= plan.counts.clusterings), "{plan:?}");
    }
    let (freedom, [least, most]) = pilot.certainty().unwrap();
    assert!(freedom < 4.0 && least < 0.5 && most > 5.0, "{freedom} {least} {most}");
    // What the trainings leave, no number of clusterings takes away.
    let (_, of_training) = exact_pilot(COMPONENTS[1], &[]);
    assert!(of_training.planned(1.0).iter().all(|it| it.counts.trainings > 2));
    assert!(of_training.planned(0.001).is_empty());
}

#[test]
fn leagues_made_as_planned_have_intervals_of_the_wanted_width() {
    let (components, wanted) = ([2.0, 0.5, 1.0], 2.0);
    let (_, pilot) = exact_pilot(components, &[]);
    for planned in pilot.planned(wanted) {
        let counts = [planned.counts.clusterings as usize, planned.counts.trainings as usize];
        let (leagues, mut widths) = (100, Vec::new());
        for seed in 0..leagues {
            let cell = |it: &SettingPlayer| {
                let [row, column] = [it.clustering, it.training].map(|it| it as u64);
                let luck = [noise(seed, row), noise(seed, 1_000 + column), noise(seed, 2_000 + (row << 10) + column)];
                if it.setting == 0 { components.iter().zip(luck).map(|(it, luck)| it * luck).sum() } else { 0.0 }
            };
            let values: Vec<f64> = players(2, counts).iter().map(cell).collect();
            widths.push(league(&values, 2, counts, &[]).0.pairs[0].winnings.estimate.interval95.unwrap());
        }
        let mean = widths.iter().sum::<f64>() / f64::from(u32::try_from(leagues).unwrap());
        assert!((mean / planned.half_width95 - 1.0).abs() < 0.1, "{mean} {planned:?}");
        assert!((1.7..2.2).contains(&mean), "{mean} {planned:?}");
    }
}

#[test]
fn numbers_of_players_are_planned_like_matches_and_flops_like_boards() {
    let values: Vec<f64> = (0..18).map(|number| 3.0 * noise(5, number) + noise(6, number % 6)).collect();
    let (counts, cards) = ([3, 2], [4.0, -2.0, 4.0, -6.0]);
    let players = players(3, counts);
    let of_matches =
        |(league, mbb): &(SettingsLeague, Vec<Vec<f64>>)| Pilot::of_matches(league, &players, mbb).unwrap();
    let of_values = Pilot::of_values(3, &players, &values).unwrap();
    let planned = of_values.planned(2.0);
    assert_eq!(planned, of_matches(&league(&values, 3, counts, &[])).planned(2.0));
    assert!(planned.iter().all(|it| it.strategies == 3 * it.counts.clusterings * it.counts.trainings));
    let with_boards = league(&values, 3, counts, &cards);
    let on_boards = of_matches(&with_boards);
    let widest =
        with_boards.0.pairs.iter().filter_map(|it| it.winnings.estimate.boards95).max_by(f64::total_cmp).unwrap();
    let on_flops = of_values.on_flops(widest, 4);
    assert_eq!((on_flops.counts().boards, on_flops.counts().flops), (0, 4));
    let half_widths = [&on_boards, &on_flops].map(|pilot| pilot.half_width95(pilot.counts()).unwrap());
    assert!((half_widths[0] - half_widths[1]).abs() < 1e-9, "{half_widths:?}");
    for wanted in [2.0, 9.0] {
        let as_boards = |it: PlannedRepeats| PlannedRepeats {
            counts: RepeatCounts { boards: it.counts.flops, flops: it.counts.boards, ..it.counts },
            ..it
        };
        let found: Vec<PlannedRepeats> = on_flops.planned(wanted).into_iter().map(as_boards).collect();
        let expected = on_boards.planned(wanted);
        assert!(!found.is_empty() && found.len() == expected.len(), "{found:?} {expected:?}");
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(found.counts, expected.counts);
            assert!((found.half_width95 - expected.half_width95).abs() < 1e-9, "{found:?} {expected:?}");
        }
    }
}

#[test]
fn a_single_clustering_plans_nothing_and_a_single_training_no_others() {
    let once = Pilot::of_values(2, &players(2, [1, 3]), &[1.0, 2.0, 4.0, 0.0, 0.0, 1.0]).unwrap();
    assert!(once.planned(1.0).is_empty() && once.certainty().is_none());
    assert_eq!(once.half_width95(once.counts()), None);
    let one_training = Pilot::of_values(2, &players(2, [3, 1]), &[1.0, 2.0, 4.0, 0.0, 0.0, 1.0]).unwrap();
    let planned = one_training.planned(1.0);
    assert!(planned.len() == 1 && planned[0].counts.trainings == 1, "{planned:?}");
    // The differences are 1, 2, 3.
    let expected = (2..).find(|&k| naive_half_width([1.0, 0.0, 0.0], [f64::from(k), 1.0], None) <= 1.0).unwrap();
    assert_eq!(planned[0].counts.clusterings, u64::try_from(expected).unwrap());
}

#[test]
fn intervals_of_a_variance_are_those_of_the_tables_from_one_degree_of_freedom_on() {
    // Quantiles of the chi-squared distribution at 0.025 and 0.975, as printed; one degree's are the normal's squared.
    for (freedom, low, high) in [
        (1.0, 0.000_982_069, 5.023_886),
        (2.0, 0.050_636, 7.377_759),
        (3.0, 0.215_795, 9.348_404),
        (10.0, 3.246_973, 20.483_177),
        (100.0, 74.221_927, 129.561_197),
    ] {
        let [least, most] = Variance { value: 1.0, freedom }.factors95();
        assert!((least * high / freedom - 1.0).abs() < 1e-6, "{freedom}: {least}");
        assert!((most * low / freedom - 1.0).abs() < 2e-5, "{freedom}: {most}");
    }
    // Between them, too, and for any number: an interval that holds the value found.
    for tenths in 10..400 {
        let freedom = f64::from(tenths) / 10.0;
        let [least, most] = Variance { value: 1.0, freedom }.factors95();
        let [later_least, later_most] = Variance { value: 1.0, freedom: freedom + 0.1 }.factors95();
        assert!(least < later_least && later_least < 1.0 && 1.0 < later_most && later_most < most, "{freedom}");
    }
}

#[test]
fn a_pilot_of_two_clusterings_says_how_little_it_knows() {
    // Two settings that differ by 1 with the first clustering and by 3 with the second: one degree of freedom.
    let (counts, values) = ([2, 1], [1.0, 3.0, 0.0, 0.0]);
    let (league, mbb) = league(&values, 2, counts, &[]);
    let pilot = Pilot::of_matches(&league, &players(2, counts), &mbb).unwrap();
    let (freedom, [least, most]) = pilot.certainty().unwrap();
    assert!(freedom == 1.0 && (least - 0.199).abs() < 1e-3 && (most - 1_018.3).abs() < 0.1, "{freedom} {least} {most}");
    // The spread of 1 and 3 is the root of two; two clusterings have the half-width 12.706 times 1.
    let [planned] = pilot.planned(12.71)[..] else { panic!("a plan") };
    // At most √1018 times that spread: 1.96 · √2 · √1018 / 12.71 squared are some 48, and a few more by Student's t.
    assert_eq!((planned.counts.clusterings, planned.clusterings95), (2, [Some(2), Some(51)]));
    let [fine] = pilot.planned(1.0)[..] else { panic!("a plan") };
    let [fewest, most] = fine.clusterings95;
    assert!(fewest.unwrap() < fine.counts.clusterings && most.is_none(), "{fine:?}");
}
