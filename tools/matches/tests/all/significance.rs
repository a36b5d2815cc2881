//! p-values, Holm's correction, and the paired statistics of leagues held to sums written out.

use crate::made_agents::erratic_agent;
use crate::settings_leagues::noise;
use matches::agent::Agent;
use matches::league::{League, all_pairs, csv, league_of_boards, play_league};
use matches::method::{Method, merged, play_deals, play_deals_in_parts, value_boards};
use matches::settings::league::SettingsEstimate;
use matches::statistics::score::Score;
use matches::statistics::score::{Needed, compare, holm, p_value};
use proptest::prelude::*;
use solver::game::GameDefinition;
use solver::policy::FixedPolicy;
use tables::together::progress::Silent;

fn close(found: f64, expected: f64, tolerance: f64) -> bool {
    (found - expected).abs() <= tolerance * (1.0 + expected.abs())
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("player {number}")).collect()
}

#[test]
fn p_values_are_those_of_the_tables() {
    let of_z = |mean: f64| p_value(&Score { mean, standard_error: 2.0, observations: 1_000_000 });
    for (z, p) in [(1.0, 0.317_310_5), (1.959_964, 0.05), (-2.575_829, 0.01), (3.290_527, 0.001)] {
        assert!((of_z(2.0 * z) - p).abs() < 1e-6, "{z}: {}", of_z(2.0 * z));
    }
    // Student's table: 97.5 and 99.5 % with two and nine degrees of freedom.
    for (observations, t, p) in
        [(3, 4.302_653, 0.05), (3, -9.924_843, 0.01), (10, 2.262_157, 0.05), (10, 3.249_836, 0.01)]
    {
        let found = p_value(&Score { mean: 2.0 * t, standard_error: 2.0, observations });
        assert!((found - p).abs() < 1e-6, "{observations}, {t}: {found}");
    }
    // Nothing seen, one observation, no spread at all.
    let score = |mean, standard_error| p_value(&Score { mean, standard_error, observations: 1 });
    assert_eq!([score(0.0, 0.0), score(5.0, f64::INFINITY), score(-5.0, 0.0)], [1.0, 1.0, 0.0]);
}

#[test]
fn holm_corrects_as_in_the_textbook() {
    let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
    for (found, expected) in corrected.iter().zip([0.03, 0.06, 0.06, 0.02]) {
        assert!(close(*found, expected, 1e-12), "{corrected:?}");
    }
    assert_eq!(holm(&[0.7, 0.6]), [1.0, 1.0]);
    assert_eq!(holm(&[]), [0.0; 0]);
}

proptest! {
    #[test]
    fn holm_rejects_step_by_step(p_values in prop::collection::vec(0.0..1.0f64, 1..30), level in 0.01..0.3f64) {
        // The procedure as published: from the smallest on, stop at the first that is not below level / (what is left).
        let mut order: Vec<usize> = (0..p_values.len()).collect();
        order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
        let below = |&(rank, &number): &(usize, &usize)| p_values[number] * ((p_values.len() - rank) as f64) < level;
        let rejected: Vec<usize> = order.iter().enumerate().take_while(below).map(|(_, &number)| number).collect();
        for (number, corrected) in holm(&p_values).into_iter().enumerate() {
            prop_assert!(corrected >= p_values[number] && corrected <= 1.0);
            prop_assert_eq!(corrected < level, rejected.contains(&number));
        }
    }
}

#[test]
fn among_equals_somebody_is_called_better_once_in_twenty_leagues() {
    // 30 comparisons a league, without correction four leagues of five would have a winner.
    let leagues = 400;
    let is_fooled = |league: u64| {
        let score = |pair: u64| {
            Score::of((0..40).map(move |it| noise(league, 100 * pair + it)).collect::<Vec<_>>().into_iter())
        };
        let pairs = (0..30).map(|pair| (String::new(), String::new(), score(pair)));
        compare(pairs).iter().any(|it| it.significant)
    };
    let fooled = (0..leagues).filter(|&league| is_fooled(league)).count();
    // 20 expected.
    assert!((8..40).contains(&fooled), "{fooled}");
}

#[test]
fn differences_of_means_are_observed_board_by_board() {
    let (players, boards) = (4, 50);
    let pairs = all_pairs(players);
    // What the cards give is large and common to all pairs of a board; what players earn is small.
    let value = |board: u64, pair: usize| {
        let (first, second) = pairs[pair];
        5.0 * noise(1, board) + noise(2, 10 * board + pair as u64) + 0.2 * (first as f64 - second as f64)
    };
    let values: Vec<Vec<f64>> =
        (0..boards).map(|board| (0..pairs.len()).map(|pair| value(board, pair)).collect()).collect();
    let league = league_of_boards(&GameDefinition::holdem_limit(), names(players), &pairs, &values).unwrap();
    let a_chip = 100.0;
    let wins = |board: usize, player: usize, other: usize| match pairs.iter().position(|&pair| pair == (player, other))
    {
        Some(pair) => values[board][pair],
        None => -values[board][pairs.iter().position(|&pair| pair == (other, player)).unwrap()],
    };
    let mean = |board: usize, player: usize| {
        (0..players).filter(|&other| other != player).map(|other| wins(board, player, other)).sum::<f64>() / 3.0
            * a_chip
    };
    for (found, &(first, second)) in league.differences.iter().zip(&pairs) {
        let differences: Vec<f64> = (0..values.len()).map(|board| mean(board, first) - mean(board, second)).collect();
        let score = Score::of(differences.iter().copied());
        assert!(close(found.mbb_per_game, score.mean, 1e-9) && close(found.ci95, score.ci95(), 1e-9));
        assert!(close(found.mbb_per_game, league.mean[first] - league.mean[second], 1e-9));
        assert!(close(found.p_value, p_value(&score), 1e-9));
        assert_eq!((&found.first, &found.second), (&league.players[first], &league.players[second]));
    }
    for player in 0..players {
        let score = Score::of((0..values.len()).map(|board| mean(board, player)).collect::<Vec<_>>().into_iter());
        assert!(close(league.mean[player], score.mean, 1e-9) && close(league.mean_ci95[player], score.ci95(), 1e-9));
    }
    for (found, &(row, column)) in league.matches().iter().zip(&pairs) {
        assert!(close(found.p_corrected, league.p_corrected[row][column], 1e-9));
        assert_eq!(league.p_corrected[row][column], league.p_corrected[column][row]);
        assert_eq!(found.significant, league.significant().unwrap()[column][row]);
    }
    assert_eq!(league.differences.len(), 6);
}

#[test]
fn what_all_pairs_share_does_not_widen_the_interval_of_a_difference() {
    let pairs = all_pairs(3);
    // On a good board player 2 loses much to either of the others, who are equal but for a little.
    let value = |board: u64| {
        let luck = 100.0 * noise(3, board);
        let (between, first, second) = (0.0, luck + 0.1 + 0.05 * noise(4, board), luck + 0.05 * noise(5, board));
        vec![between, first, second]
    };
    let values: Vec<Vec<f64>> = (0..200).map(value).collect();
    let league = league_of_boards(&GameDefinition::holdem_limit(), names(3), &pairs, &values).unwrap();
    assert!(
        league.differences[0].significant && league.mean_ci95[0] > 100.0 * league.differences[0].ci95,
        "{league:?}"
    );
}

#[test]
fn parts_of_a_league_are_the_league() {
    let agents = [erratic_agent("a", 20, 7), erratic_agent("b", 7, 8), Agent::of_fixed(FixedPolicy::CallRaise)];
    let all: Vec<&Agent> = agents.iter().collect();
    let pairs = all_pairs(3);
    let values = value_boards(&all, &pairs, 0..6, 3, &Silent).unwrap();
    let mut parts = value_boards(&all, &pairs, 0..2, 3, &Silent).unwrap();
    parts.extend(value_boards(&all, &pairs, 2..6, 3, &Silent).unwrap());
    assert_eq!(values, parts);
    for (number, &pair) in pairs.iter().enumerate() {
        let alone = value_boards(&all, &[pair], 0..6, 3, &Silent).unwrap();
        assert!(values.iter().zip(&alone).all(|(values, alone)| values[number] == alone[0]));
    }
    let league = play_league(&agents, Method::Boards, 6, 3, &Silent).unwrap();
    let players = agents.iter().map(|agent| agent.name().to_owned()).collect();
    assert_eq!(league_of_boards(&GameDefinition::holdem_limit(), players, &pairs, &values).unwrap(), league);
}

#[test]
fn parts_of_the_deals_are_all_deals() {
    let agents = [erratic_agent("a", 20, 7), erratic_agent("b", 7, 8), Agent::of_fixed(FixedPolicy::Uniform)];
    let all: Vec<&Agent> = agents.iter().collect();
    let pairs = all_pairs(3);
    for (deals, expected) in [(5, 5), (1_000, 256)] {
        let parts = play_deals_in_parts(&all, &pairs, deals, 3, &Silent).unwrap();
        let sizes: Vec<u64> = parts.iter().map(|part| part[0].score().observations).collect();
        assert_eq!((sizes.len(), sizes.iter().sum::<u64>()), (expected, deals));
        assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1, "{sizes:?}");
        assert_eq!(merged(&parts, 3), play_deals(&all, &pairs, deals, 3, &Silent).unwrap());
    }
    // The mean of the parts is that of the deals, and so is the interval but for its own chance.
    let league = play_league(&agents, Method::Hands, 60_000, 3, &Silent).unwrap();
    let spread = league.differences[0].ci95 / (league.ci95[0][2].powi(2) + league.ci95[1][2].powi(2)).sqrt();
    assert!(close(league.differences[0].mbb_per_game, league.mean[0] - league.mean[1], 1e-2), "{league:?}");
    assert!((0.5..2.0).contains(&spread), "{spread}");
}

#[test]
fn leagues_from_before_there_were_differences_are_still_read() {
    let agents = [erratic_agent("a", 5, 1), Agent::of_fixed(FixedPolicy::Uniform)];
    let league = play_league(&agents, Method::Boards, 2, 3, &Silent).unwrap();
    let mut json = serde_json::to_value(&league).unwrap();
    assert_eq!(serde_json::from_value::<League>(json.clone()).unwrap(), league);
    for key in ["mean_ci95", "p_corrected", "differences"] {
        assert!(json.as_object_mut().unwrap().remove(key).is_some());
    }
    let old: League = serde_json::from_value(json).unwrap();
    assert_eq!((&old.mbb_per_game, old.significant(), old.differences.len()), (&league.mbb_per_game, None, 0));
}

#[test]
fn comma_separated_values_say_what_the_league_says() {
    let pairs = all_pairs(3);
    let values: Vec<Vec<f64>> = (0..20).map(|board| (0..3).map(|pair| noise(6, 3 * board + pair)).collect()).collect();
    let players = vec!["plain".to_owned(), "a, \"b\"".to_owned(), "last".to_owned()];
    let league = league_of_boards(&GameDefinition::holdem_limit(), players, &pairs, &values).unwrap();
    let text = csv(&league);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 1 + 3 + 3 + 3);
    assert!(lines[0].starts_with("kind,first,second,mbb_per_game"));
    let start = format!("match,plain,\"a, \"\"b\"\"\",{},{},", league.mbb_per_game[0][1], league.ci95[0][1]);
    assert!(lines[1].starts_with(&start), "{}", lines[1]);
    assert_eq!(lines[4], format!("mean,plain,,{},{},,,", league.mean[0], league.mean_ci95[0]));
    let last = &league.differences[2];
    assert!(
        lines[9].starts_with("difference,\"a, ")
            && lines[9].ends_with(&format!("{},{}", last.p_corrected, last.significant))
    );
}

#[test]
fn rounding_of_single_precision_is_never_significant() {
    let score = |mean| Score { mean, standard_error: 1e-8, observations: 400 };
    assert_eq!((p_value(&score(5e-7)), p_value(&score(-9e-4))), (1.0, 1.0));
    assert!(p_value(&score(2e-3)) < 1e-12);
}

#[test]
fn few_deals_in_uneven_parts_give_the_means_of_the_matches() {
    // 384 deals are 256 parts of one or two.
    let fixed = [FixedPolicy::CallRaise, FixedPolicy::Uniform, FixedPolicy::AlwaysRaise];
    let agents = fixed.map(Agent::of_fixed);
    let league = play_league(&agents, Method::Hands, 768, 1, &Silent).unwrap();
    for it in &league.differences {
        let mean = |name: &String| league.mean[league.players.iter().position(|player| player == name).unwrap()];
        let expected = mean(&it.first) - mean(&it.second);
        assert!((it.mbb_per_game - expected).abs() < 1e-9, "{it:?} {expected}");
    }
}

#[test]
fn so_many_observations_are_needed_and_one_part_less_is_not_enough() {
    let found = Score { mean: 2.0, standard_error: 1.5, observations: 100 };
    for pairs in [1, 6, 28] {
        let Needed::InAll(needed) = Needed::of(&found, pairs) else { panic!("a number") };
        let with = |observations: u64| {
            let standard_error = found.standard_deviation() / (observations as f64).sqrt();
            p_value(&Score { standard_error, observations, ..found }) * pairs as f64
        };
        assert!(with(needed) < 0.05 && with(needed - found.observations) >= 0.05, "{needed}");
    }
    // For one pair some (1.96 · 1.5 / 2)² = 2.2 times as many.
    assert_eq!(Needed::of(&found, 1), Needed::InAll(300));
    assert_eq!(Needed::of(&Score { mean: 0.0, ..found }, 1), Needed::MoreThan(100_000));
    assert_eq!(Needed::of(&Score { observations: 1, ..found }, 1), Needed::NotKnown);
    assert_eq!(Needed::of(&Score { standard_error: f64::INFINITY, ..found }, 1), Needed::NotKnown);
}

#[test]
fn more_clusterings_decide_what_the_boards_leave_to_decide() {
    let found = SettingsEstimate {
        mbb_per_game: 4.0,
        interval95: Some(9.0),
        clusterings95: Some(4.303 * 2.0),
        boards95: Some(1.965 * 0.5),
        trainings95: None,
        p_value: Some(0.2),
    };
    // A standard error of 2 with three clusterings, so 2 √(3 / n) with n, and 0.5 of the boards beside it. With five:
    // 4 / √2.65 = 2.46, below the quantile of 4.9 degrees of freedom, 2.59; with six: 4 / 1.5 = 2.67, above that of
    // 6.3, 2.42.
    assert_eq!(found.clusterings_needed(2, 3, 500, 1), Needed::InAll(6));
    assert!(matches!(found.clusterings_needed(2, 3, 500, 6), Needed::InAll(more) if more > 6));
    let hidden = SettingsEstimate { boards95: Some(1.965 * 3.0), ..found.clone() };
    assert_eq!(hidden.clusterings_needed(2, 3, 500, 1), Needed::MoreThan(1_000));
    assert_eq!(found.clusterings_needed(2, 1, 500, 1), Needed::NotKnown);
    let unknown = SettingsEstimate { clusterings95: None, ..found };
    assert_eq!(unknown.clusterings_needed(2, 3, 500, 1), Needed::NotKnown);
}
