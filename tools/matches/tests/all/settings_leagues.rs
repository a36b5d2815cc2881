//! Settings with several clusterings: known effects are found again, intervals cover, wrong labels are refused.

use matches::league::{board_tables, league_of_boards};
use matches::settings::league::{SettingPlayer, SettingsLeague, compare_drawn, compare_settings};
use matches::statistics::crossed::Drawn;
use solver::boards::card_rules::{below, generator_of};
use solver::game::GameDefinition;
use statrs::distribution::{ContinuousCDF, StudentsT};
use tables::error::Failure;

/// Sums of uniform numbers: near enough to a normal distribution of variance 1.
pub fn noise(seed: u64, number: u64) -> f64 {
    let mut dice = generator_of(seed, number);
    (0..12).map(|_| below(&mut dice, 1 << 32) as f64 / (1u64 << 32) as f64).sum::<f64>() - 6.0
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("C{number}")).collect()
}

/// Every setting with every clustering and training.
pub fn players(settings: usize, [clusterings, trainings]: [usize; 2]) -> Vec<SettingPlayer> {
    let of_clustering =
        move |setting, clustering| (0..trainings).map(move |training| SettingPlayer { setting, clustering, training });
    let of_setting = move |setting| (0..clusterings).flat_map(move |clustering| of_clustering(setting, clustering));
    (0..settings).flat_map(of_setting).collect()
}

/// Matches of players whose strength is a number.
fn matches(strengths: &[f64]) -> Vec<Vec<f64>> {
    strengths.iter().map(|own| strengths.iter().map(|other| own - other).collect()).collect()
}

/// What the luck of settings adds to their players' strengths, as standard deviations: the luck of a clustering, of a
/// training, of both, of a clustering's number in all settings, and on each of some boards that of a setting and that
/// of a clustering.
#[derive(Default)]
struct Luck {
    clustering: f64,
    training: f64,
    both: f64,
    shared: f64,
    boards: usize,
    board: f64,
    board_of_clustering: f64,
}

/// A league of players whose strengths are the sum of effects and luck.
fn simulated(effects: &[f64], counts: [usize; 2], luck: &Luck, seed: u64) -> SettingsLeague {
    let players = players(effects.len(), counts);
    let drawn = |kind: usize, setting: usize, one: usize, other: usize| {
        noise(seed, (kind << 40 | setting << 20 | one << 10 | other) as u64)
    };
    let strength = |it: &SettingPlayer| {
        effects[it.setting]
            + luck.clustering * drawn(0, it.setting, it.clustering, 0)
            + luck.training * drawn(1, it.setting, 0, it.training)
            + luck.both * drawn(2, it.setting, it.clustering, it.training)
            // What is shared counts more for later settings: it does not drop out of differences.
            + luck.shared * it.setting as f64 * drawn(3, 0, it.clustering, 0)
    };
    let strengths: Vec<f64> = players.iter().map(strength).collect();
    if luck.boards == 0 {
        return compare_settings(&names(effects.len()), &players, &matches(&strengths), []).unwrap();
    }
    let on_board = |board: usize| -> Vec<f64> {
        let here = |(it, strength): (&SettingPlayer, &f64)| {
            strength
                + luck.board * drawn(4, it.setting, board, 0)
                + luck.board_of_clustering * drawn(5, it.setting, it.clustering, board)
        };
        players.iter().zip(&strengths).map(here).collect()
    };
    let by_board: Vec<Vec<f64>> = (0..luck.boards).map(on_board).collect();
    let mean = |player: usize| by_board.iter().map(|it| it[player]).sum::<f64>() / luck.boards as f64;
    let means: Vec<f64> = (0..players.len()).map(mean).collect();
    let tables = by_board.iter().map(|strengths| matches(strengths));
    compare_settings(&names(effects.len()), &players, &matches(&means), tables).unwrap()
}

/// Three settings' effects, and what they are apart pair by pair.
const EFFECTS: [f64; 3] = [0.0, 1.0, -0.5];
const TRUTH: [f64; 3] = [-1.0, 0.5, 1.5];

/// In which shares of all pairs of so many leagues the interval over clusterings alone, and the one over all luck,
/// holds the truth.
fn coverage(leagues: u64, truth: &[f64], league: impl Fn(u64) -> SettingsLeague) -> [f64; 2] {
    let mut covered = [0; 2];
    for league in (0..leagues).map(league) {
        for (pair, truth) in league.pairs.iter().zip(truth) {
            let estimate = &pair.winnings.estimate;
            let off = (estimate.mbb_per_game - truth).abs();
            for (covered, interval) in covered.iter_mut().zip([estimate.clusterings95, estimate.interval95]) {
                *covered += usize::from(off <= interval.unwrap());
            }
        }
    }
    covered.map(|count| count as f64 / (truth.len() as u64 * leagues) as f64)
}

#[test]
fn known_effects_without_luck_are_found_exactly() {
    let effects = [3.0, -1.0, 0.5, 0.5];
    let league = simulated(&effects, [4, 2], &Luck::default(), 1);
    let total: f64 = effects.iter().sum();
    for (setting, effect) in effects.iter().enumerate() {
        assert!((league.mean[setting].mbb_per_game - (4.0 * effect - total) / 3.0).abs() < 1e-12);
        assert!(league.mean[setting].interval95.unwrap() < 1e-9 && league.spread_within[setting].unwrap() < 1e-9);
    }
    assert_eq!((league.pairs.len(), league.clusterings), (6, 4));
    for pair in &league.pairs {
        let expected = effects[pair.first] - effects[pair.second];
        let estimate = &pair.winnings.estimate;
        assert!((estimate.mbb_per_game - expected).abs() < 1e-12 && estimate.clusterings95.unwrap() < 1e-9);
        assert_eq!(pair.winnings.significant, expected != 0.0, "{pair:?}");
        assert!((pair.difference.estimate.mbb_per_game - 4.0 / 3.0 * expected).abs() < 1e-12);
    }
}

#[test]
fn in_an_additive_model_the_jackknife_is_the_paired_t_interval() {
    let strengths: Vec<f64> = (0..10).map(|it| if it < 5 { 1.0 } else { 0.0 } + 2.0 * noise(9, it)).collect();
    let league = compare_settings(&names(2), &players(2, [5, 1]), &matches(&strengths), []).unwrap();
    let differences: Vec<f64> = (0..5).map(|it| strengths[it] - strengths[5 + it]).collect();
    let mean = differences.iter().sum::<f64>() / 5.0;
    let variance = differences.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / 4.0;
    let pair = &league.pairs[0];
    assert!((pair.winnings.estimate.mbb_per_game - mean).abs() < 1e-9);
    // 2.776445 is Student's 97.5 % quantile for four degrees of freedom.
    let expected = 2.776_445 * (variance / 5.0).sqrt();
    assert!((pair.winnings.estimate.clusterings95.unwrap() - expected).abs() < 1e-5, "{pair:?}");
    let of_setting = &strengths[..5];
    let own = of_setting.iter().sum::<f64>() / 5.0;
    let spread = (of_setting.iter().map(|it| (it - own).powi(2)).sum::<f64>() / 4.0).sqrt();
    assert!((league.spread_within[0].unwrap() - spread).abs() < 1e-9);
    // With two settings the difference of means is the match counted twice.
    assert!((pair.difference.estimate.mbb_per_game - 2.0 * pair.winnings.estimate.mbb_per_game).abs() < 1e-9);
    assert!((pair.difference.estimate.p_value.unwrap() - pair.winnings.estimate.p_value.unwrap()).abs() < 1e-9);
}

#[test]
fn p_values_are_those_of_students_t() {
    // Two clusterings, one degree of freedom: t = mean / half the range, and p = 1 - 2/π · arctan t.
    let players = players(2, [2, 1]);
    let league = compare_settings(&names(2), &players, &matches(&[3.0, 1.0, 0.0, 0.0]), []).unwrap();
    let pair = &league.pairs[0];
    assert_eq!(pair.winnings.estimate.mbb_per_game, 2.0);
    let p = 1.0 - std::f64::consts::FRAC_2_PI * 2f64.atan();
    assert!((pair.winnings.estimate.p_value.unwrap() - p).abs() < 1e-9, "{pair:?}");
    assert_eq!(pair.winnings.p_corrected, pair.winnings.estimate.p_value);
}

#[test]
fn a_single_clustering_has_no_interval() {
    let luck = Luck { clustering: 1.0, both: 1.0, ..Luck::default() };
    let league = simulated(&[1.0, 0.0, 4.0], [1, 3], &luck, 2);
    assert!(league.mean.iter().all(|it| it.interval95.is_none()));
    assert!(league.spread_within.iter().all(Option::is_none));
    for pair in &league.pairs {
        let estimate = &pair.winnings.estimate;
        assert_eq!((estimate.clusterings95, estimate.p_value, pair.winnings.p_corrected), (None, None, None));
        assert!(!pair.winnings.significant && !pair.difference.significant);
    }
    let json = serde_json::to_value(&league).unwrap();
    assert!(json["pairs"][0]["interval95"].is_null());
    assert_eq!(serde_json::from_value::<SettingsLeague>(json).unwrap(), league);
}

#[test]
fn intervals_cover_the_truth_nineteen_times_of_twenty() {
    let luck = Luck { clustering: 1.0, both: 0.5, shared: 0.7, ..Luck::default() };
    let [covered, _] = coverage(300, &TRUTH, |seed| simulated(&EFFECTS, [5, 2], &luck, 1_000 + seed));
    assert!((0.925..0.975).contains(&covered), "jackknife {covered}");
}

#[test]
fn trainings_are_averaged_and_do_not_count_as_clusterings() {
    // Twice the trainings with the same results change nothing.
    let strengths = [2.0, 1.0, 0.5, -1.0, 0.0, 3.0];
    let once = compare_settings(&names(2), &players(2, [3, 1]), &matches(&strengths), []).unwrap();
    let twice: Vec<f64> = strengths.iter().flat_map(|&it| [it, it]).collect();
    let twice = compare_settings(&names(2), &players(2, [3, 2]), &matches(&twice), []).unwrap();
    let [one, other] = [&once, &twice].map(|it| &it.pairs[0].winnings.estimate);
    assert!((one.mbb_per_game - other.mbb_per_game).abs() < 1e-9);
    assert!((one.clusterings95.unwrap() - other.clusterings95.unwrap()).abs() < 1e-9);
}

#[test]
fn the_order_of_players_and_the_numbers_of_clusterings_do_not_matter() {
    let strengths = [2.0, 1.0, 0.5, -1.0, 0.0, 3.0];
    let usual = compare_settings(&names(2), &players(2, [3, 1]), &matches(&strengths), []).unwrap();
    let renumbered = |player: &SettingPlayer| SettingPlayer { clustering: 10 * player.clustering + 7, ..*player };
    let players: Vec<SettingPlayer> = players(2, [3, 1]).iter().rev().map(renumbered).collect();
    let strengths: Vec<f64> = strengths.into_iter().rev().collect();
    assert_eq!(compare_settings(&names(2), &players, &matches(&strengths), []).unwrap(), usual);
}

#[test]
fn matches_within_a_setting_are_not_looked_at() {
    let mut mbb = matches(&[2.0, 1.0, 0.5, -1.0]);
    let usual = compare_settings(&names(2), &players(2, [2, 1]), &mbb, []).unwrap();
    (mbb[0][1], mbb[1][0]) = (500.0, -500.0);
    assert_eq!(compare_settings(&names(2), &players(2, [2, 1]), &mbb, []).unwrap(), usual);
}

#[test]
fn labels_that_do_not_fit_are_refused_in_one_line() {
    let good = players(2, [2, 1]);
    let table = matches(&[1.0, 2.0, 3.0, 4.0]);
    let refused = |settings: usize, players: &[SettingPlayer], mbb: &[Vec<f64>], part: &str| {
        let error = compare_settings(&names(settings), players, mbb, []).unwrap_err();
        let line = error.to_string();
        assert!(error.is_input_error() && line.lines().count() == 1 && line.contains(part), "{line}");
    };
    refused(1, &good[..2], &matches(&[1.0, 2.0]), "at least two");
    refused(2, &good[..3], &matches(&[1.0, 2.0, 3.0]), "same clusterings");
    refused(2, &[good[0], good[0], good[2], good[3]], &table, "two players");
    refused(2, &players(3, [1, 1]), &matches(&[1.0, 2.0, 3.0]), "only 2 settings");
    refused(2, &good, &table[..3], "no table");
    refused(2, &[], &[], "no players");
    refused(2, &players(2, [2, 2])[..7], &matches(&[0.0; 7]), "clusterings and trainings");
    let mut bent = table.clone();
    bent[1][2] = 9.0;
    refused(2, &good, &bent, "wins 9");
    bent[1][2] = f64::NAN;
    refused(2, &good, &bent, "wins NaN");
}

#[test]
fn settings_that_play_alike_do_not_differ_by_rounding() {
    // Two settings of three clusterings each, a hair apart in every match.
    let strengths = [5e-7, 5e-7, 5e-7, 0.0, 0.0, 0.0];
    let league = compare_settings(&names(2), &players(2, [3, 1]), &matches(&strengths), []).unwrap();
    assert_eq!(league.pairs[0].winnings.estimate.p_value, Some(1.0));
    assert!(!league.pairs[0].winnings.significant && !league.pairs[0].difference.significant);
}

#[test]
fn tables_of_boards_have_the_leagues_mean() {
    let pairs = [(0, 1), (0, 2), (1, 2)];
    let values = [vec![0.5, -1.0, 2.0], vec![0.25, 3.0, -0.5]];
    let league = league_of_boards(&GameDefinition::holdem_limit(), names(3), &pairs, &values).unwrap();
    let game = GameDefinition::holdem_limit();
    let tables: Vec<Vec<Vec<f64>>> = board_tables(&game, 3, &pairs, &values).collect();
    assert_eq!((tables.len(), tables[1][0][2]), (2, -tables[1][2][0]));
    for (row, line) in league.mbb_per_game.iter().enumerate() {
        for (column, expected) in line.iter().enumerate() {
            let mean = (tables[0][row][column] + tables[1][row][column]) / 2.0;
            assert!((mean - expected).abs() < 1e-9, "{mean} {expected}");
        }
    }
}

#[test]
fn clusterings_and_boards_add_their_variances() {
    // Clusterings say 3 and 1, boards 3 and 1 as well: each has standard error 1 and one degree of freedom, the sum
    // the root of two and two degrees, for which Student's p-value is 1 - t / √(2 + t²).
    let players = players(2, [2, 1]);
    let table = |luck: f64| matches(&[3.0 + luck, 1.0 + luck, 0.0, 0.0]);
    let boards = [table(1.0), table(-1.0)];
    let league = compare_settings(&names(2), &players, &table(0.0), boards).unwrap();
    let estimate = &league.pairs[0].winnings.estimate;
    let close = |found: Option<f64>, expected: f64| assert!((found.unwrap() - expected).abs() < 1e-6, "{found:?}");
    assert_eq!((league.boards, estimate.mbb_per_game), (2, 2.0));
    close(estimate.p_value, 1.0 - std::f64::consts::FRAC_1_SQRT_2);
    // The quantiles 97.5 % for one and two degrees of freedom.
    close(estimate.clusterings95, 12.706_204_7);
    close(estimate.boards95, 12.706_204_7);
    close(estimate.interval95, 4.302_652_7 * std::f64::consts::SQRT_2);
    // Boards that all say the same leave the clusterings' interval.
    let alike = compare_settings(&names(2), &players, &table(0.0), [table(0.0), table(0.0)]).unwrap();
    let estimate = &alike.pairs[0].winnings.estimate;
    close(estimate.interval95, estimate.clusterings95.unwrap());
    assert_eq!(estimate.boards95, Some(0.0));
    // A single clustering knows its boards alone.
    let two = [players[0], players[2]];
    let tables = [matches(&[3.0, 0.0]), matches(&[1.0, 0.0])];
    let single = compare_settings(&names(2), &two, &matches(&[2.0, 0.0]), tables).unwrap();
    let estimate = &single.pairs[0].winnings.estimate;
    close(estimate.boards95, 12.706_204_7);
    assert_eq!((estimate.interval95, estimate.clusterings95, estimate.p_value), (None, None, None));
}

#[test]
fn clusterings_and_trainings_are_an_analysis_of_variance() {
    // Strengths of one setting, clusterings by trainings; the other has none. Rows 2, 5; columns 1, 4 and 5.5.
    let strengths = [0.0, 2.0, 4.0, 2.0, 6.0, 7.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    let league = compare_settings(&names(2), &players(2, [2, 3]), &matches(&strengths), []).unwrap();
    let estimate = &league.pairs[0].winnings.estimate;
    // By hand: the rows' square is 3 (1.5² + 1.5²), the columns' 2 (2.5² + 0.5² + 2²) / 2, the rest's 1 / 2.
    let [rows, columns, rest] = [13.5, 10.5, 0.5];
    let t = |freedom: f64| StudentsT::new(0.0, 1.0, freedom).unwrap().inverse_cdf(0.975);
    let close = |found: Option<f64>, expected: f64| assert!((found.unwrap() - expected).abs() < 1e-9, "{found:?}");
    assert_eq!((league.clusterings, league.trainings), (2, 3));
    assert!((estimate.mbb_per_game - 3.5).abs() < 1e-12);
    close(estimate.clusterings95, t(1.0) * f64::sqrt(rows / 6.0));
    close(estimate.trainings95, t(2.0) * f64::sqrt(columns / 6.0));
    let sum: f64 = rows + columns - rest;
    let freedom = sum * sum / (rows * rows + columns * columns / 2.0 + rest * rest / 2.0);
    close(estimate.interval95, t(freedom) * f64::sqrt(sum / 6.0));
}

#[test]
fn intervals_over_clusterings_and_trainings_cover() {
    // Without boards, and on 20 whose mean is as uncertain as half a clustering.
    for (counts, boards) in [([3, 3], 0), ([5, 3], 0), ([3, 3], 20), ([5, 3], 20)] {
        for deviations in [[1.0, 1.0, 0.5], [1.0, 0.2, 0.2], [0.2, 1.0, 0.2], [0.1, 0.1, 1.0]] {
            let [clustering, training, both] = deviations;
            let luck = Luck { clustering, training, both, boards, board: 0.5 * f64::sqrt(20.0), ..Luck::default() };
            let league = |seed: u64| simulated(&EFFECTS, counts, &luck, 11_000 + seed);
            let [by_clusterings, covered] = coverage(150, &TRUTH, league);
            // Where clusterings and trainings add nothing by themselves, neither is counted as nothing: too wide.
            let most = if deviations[2] > deviations[0] { 1.0 } else { 0.99 };
            assert!((0.90..=most).contains(&covered), "{counts:?} {boards} {deviations:?}: {covered}");
            if deviations[1] > deviations[0] {
                assert!(by_clusterings < 0.7, "{counts:?} {deviations:?}: over clusterings alone {by_clusterings}");
            }
        }
    }
}

#[test]
fn two_settings_with_three_clusterings_and_two_trainings_cover() {
    // The smallest league with an interval over trainings. Luck as it was found in the rows of
    // `docs/research/opponent-clusters`, had the spread of two trainings been the true one.
    let luck = |clustering: f64, training: f64, board: f64| Luck {
        clustering,
        training,
        both: 0.1,
        boards: 40,
        board,
        ..Luck::default()
    };
    let rows = [
        (luck(0.2, 0.06, 2.5), 0.93..0.97),
        // Two trainings say little about their spread. Where it dominates and boards add to it, intervals are too
        // narrow, as the page says.
        (luck(0.06, 0.6, 1.3), 0.85..0.92),
        (luck(0.17, 0.09, 0.9), 0.93..0.98),
        (luck(0.11, 0.04, 0.46), 0.93..0.98),
        (luck(0.11, 0.2, 1.4), 0.90..0.97),
    ];
    for (luck, expected) in rows {
        let league = |seed: u64| simulated(&[1.0, 0.0], [3, 2], &luck, 90_000 + seed);
        let [_, covered] = coverage(400, &[1.0], league);
        assert!(expected.contains(&covered), "{} {} {}: {covered}", luck.clustering, luck.training, luck.board);
    }
}

#[test]
fn among_settings_that_are_equal_hardly_a_league_finds_a_difference() {
    // Each by itself, three clusterings would let up to 38 of 100 such leagues find one after Holm's correction.
    for ratio in [0.1, 0.5] {
        let (leagues, boards) = (120, 12);
        let board = f64::sqrt(ratio / 3.0 * boards as f64);
        let luck = Luck { clustering: 1.0, boards, board, ..Luck::default() };
        let is_found = |seed: &u64| {
            let league = simulated(&[0.0; 8], [3, 1], &luck, 40_000 + seed);
            league.pairs.iter().any(|pair| pair.winnings.significant)
        };
        let found = (0..leagues).filter(is_found).count();
        assert!(found as f64 <= 0.1 * leagues as f64, "{found} of {leagues} leagues at {ratio}");
    }
}

#[test]
fn luck_of_the_boards_that_all_share_is_in_the_interval() {
    let luck = Luck { clustering: 0.5, boards: 20, board: 3.0, board_of_clustering: 1.0, ..Luck::default() };
    let [narrow, covered] = coverage(200, &TRUTH, |seed| simulated(&EFFECTS, [5, 1], &luck, 7_000 + seed));
    assert!(narrow < 0.85, "over clusterings alone {narrow}");
    assert!((0.93..0.985).contains(&covered), "over both {covered}");
}

#[test]
fn where_no_buckets_are_drawn_the_luck_is_that_of_trainings_and_boards() {
    // One clustering; three trainings of the first setting win 2, 4 and 9, and two boards say 3 more and 3 less.
    let strengths = [2.0, 4.0, 9.0, 0.0, 0.0, 0.0];
    let board = |luck: f64| {
        let strength = |(player, strength): (usize, &f64)| strength + if player < 3 { luck } else { 0.0 };
        matches(&strengths.iter().enumerate().map(strength).collect::<Vec<_>>())
    };
    let compared = |drawn: Drawn| {
        compare_drawn(drawn, &names(2), &players(2, [1, 3]), &matches(&strengths), [board(3.0), board(-3.0)]).unwrap()
    };
    let of_trainings = compared(Drawn::Trainings);
    let estimate = &of_trainings.pairs[0].winnings.estimate;
    // By hand: trainings vary by (3² + 1² + 4²) / 2 = 13, their mean by 13 / 3; the boards' mean by 9.
    let [trainings, boards] = [13.0 / 3.0, 9.0f64];
    let t = |freedom: f64| StudentsT::new(0.0, 1.0, freedom).unwrap().inverse_cdf(0.975);
    let close = |found: Option<f64>, expected: f64| assert!((found.unwrap() - expected).abs() < 1e-9, "{found:?}");
    close(estimate.trainings95, t(2.0) * trainings.sqrt());
    close(estimate.boards95, t(1.0) * boards.sqrt());
    let sum = trainings + boards;
    let freedom = sum * sum / (trainings * trainings / 2.0 + boards * boards);
    close(estimate.interval95, t(freedom) * sum.sqrt());
    assert!(estimate.clusterings95.is_none() && estimate.p_value.is_some());
    // Where buckets are drawn, one clustering says nothing of others.
    let of_clusterings = compared(Drawn::Clusterings);
    assert_eq!(of_clusterings.pairs[0].winnings.estimate.interval95, None);
    let kept = |league: &SettingsLeague| serde_json::to_value(league).unwrap().get("drawn").cloned();
    assert_eq!((kept(&of_trainings), kept(&of_clusterings)), (Some("trainings".into()), None));
}
