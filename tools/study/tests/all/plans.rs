//! What plans hold their tries to, and how many repeats they ask for.

use abstraction::recipe::{BucketRecipe, Feature};
use abstraction::street::Street;
use evaluator::round::Round;
use matches::league::{all_pairs, board_tables, league_of_boards};
use matches::settings::league::{SettingPlayer, compare_settings};
use matches::statistics::crossed::Drawn;
use solver::game::GameDefinition;
use solver::measure::exploitability::flop_sample::MOST_GROUPS;
use std::path::Path;
use study::file::study::Study;
use study::plan::needs::{in_order, more_clusters};
use study::plan::repeats::{ResultRepeats, pilot_of_exploitability, pilot_of_league, wanted_repeats};
use study::results::exploitability::{ExploitabilityDifference, ExploitabilityFile, PlayerExploitability};
use study::results::league::LeagueFile;
use tables::file::fingerprint::Fingerprint;

use super::{run_folder, streets};

#[test]
fn more_opponent_clusters_never_take_less_time() {
    let of = |clusters| BucketRecipe::new(Street::full(Round::River), Feature::Ochs { clusters }, 9_000, 7);
    assert_eq!(more_clusters(&of(8), &of(12)), Some(4));
    assert_eq!(more_clusters(&of(8), &BucketRecipe { seed: 1, ..of(6) }), Some(-2));
    assert_eq!(more_clusters(&of(8), &BucketRecipe { count: 500, ..of(6) }), None);
    assert_eq!(
        more_clusters(&of(8), &BucketRecipe::new(Street::full(Round::River), Feature::Strength, 9_000, 7)),
        None
    );
    let known = [(-2, 30.0), (-4, 20.0), (4, 50.0)];
    for (tried, held) in [(10.0, 30.0), (40.0, 40.0), (90.0, 50.0)] {
        assert_eq!(in_order(tried, known.into_iter()), held);
    }
    assert_eq!(in_order(90.0, [].into_iter()), 90.0);
}

/// Two settings, made so often.
fn repeated(clusterings: u32, trainings: u32) -> Study {
    let text = format!(
        "name = \"pilot\"\n[repeats]\nclusterings = {clusterings}\ntrainings = {trainings}\n\
         {}\
         [[variant]]\nname = \"a\"\n[[variant]]\nname = \"b\"\n[variant.flop]\nfeature = \"strength\"\nbuckets = 8\n\
         [training]\nsampler = \"chance\"\nalgorithm = \"cfr\"\niterations = 9\n\
         [league]\nmethod = \"boards\"\nboards = 4\n[exploitability]\nflops = 2\n",
        streets(9)
    );
    Study::parse(&text, Path::new("pilot.toml")).unwrap()
}

/// How strong a repeat of the first setting is; those of the second are all alike.
fn strength(clustering: u32, training: u32) -> f64 {
    [-3.0, 1.0, 2.0][clustering as usize - 1] + [0.5, -0.5][training as usize - 1]
}

/// What each player of the study is by itself, and the player's name.
fn players(study: &Study) -> Vec<(String, SettingPlayer, f64)> {
    let order = study.order();
    let player = |number: usize| {
        let player = &order.players[number];
        let variant = &order.variants[player.variant];
        let value = if variant.setting == 0 { strength(variant.clustering, player.training) } else { 0.0 };
        let [clustering, training] = [variant.clustering, player.training].map(|it| it as usize);
        (player.name.clone(), SettingPlayer { setting: variant.setting, clustering, training }, value)
    };
    order.players_of(0).map(player).collect()
}

fn league_of(study: &Study) -> LeagueFile {
    let players = players(study);
    let pairs = all_pairs(players.len());
    let board = |luck: f64| pairs.iter().map(|&(one, other)| players[one].2 - players[other].2 + luck).collect();
    let values: Vec<Vec<f64>> = [0.5, -0.5, 0.25, -0.25].into_iter().map(board).collect();
    let names = players.iter().map(|it| it.0.clone()).collect();
    let league = league_of_boards(&GameDefinition::holdem_limit(), names, &pairs, &values).unwrap();
    let labels: Vec<SettingPlayer> = players.iter().map(|it| it.1).collect();
    let game = GameDefinition::holdem_limit();
    let tables = board_tables(&game, players.len(), &pairs, &values);
    let settings = &study.order().settings;
    let settings = compare_settings(settings, &labels, &league.mbb_per_game, tables).unwrap();
    LeagueFile { league: Some(league), against_built_in: Vec::new(), settings: Some(settings) }
}

fn exploitability_of(study: &Study) -> ExploitabilityFile {
    let player = |(player, label, value): (String, SettingPlayer, f64)| PlayerExploitability {
        player,
        setting: study.order().settings[label.setting].clone(),
        clustering: label.clustering as u32,
        training: label.training as u32,
        strategy: Fingerprint::of_numbers(&[1]),
        mbb_per_game: 100.0 + value,
        standard_error: 9.0,
        without_flops: Vec::new(),
    };
    let players = players(study).into_iter().map(player).collect();
    ExploitabilityFile { flops: 2, seed: 1, players, settings: Vec::new(), differences: Vec::new(), reference: None }
}

#[test]
fn a_league_and_exploitabilities_of_the_run_are_pilots() {
    let (study, file) = (repeated(3, 2), league_of(&repeated(3, 2)));
    let of_league = |wanted: f64| ResultRepeats::of("league", None, pilot_of_league(study.order(), 0, &file), wanted);
    let unit = file.league.as_ref().unwrap().mbb_per_game[0][6] / strength(1, 1);
    let [rough, fine] = [9.0, 4.0].map(|wanted| of_league(wanted * unit));
    let found = rough.pilot.unwrap();
    assert_eq!((found.counts.clusterings, found.counts.trainings, found.counts.boards), (3, 2, 4));
    // The clusterings -3, 1 and 2 have the variance 7, the trainings ±0.5 one half.
    assert!((found.clustering_deviation / unit - 7f64.sqrt()).abs() < 1e-6, "{found:?}");
    assert!((found.training_deviation.unwrap() / unit - 0.5f64.sqrt()).abs() < 1e-6, "{found:?}");
    assert!(found.rest_deviation.unwrap() < 1e-6 * unit);
    let own = file.settings.as_ref().unwrap().pairs[0].winnings.estimate.interval95.unwrap();
    assert!((found.half_width95.unwrap() - own).abs() < 1e-6 * own);
    assert!(rough.planned[0].strategies < fine.planned[0].strategies, "{rough:?} {fine:?}");
    assert!(fine.remarks[0].contains("degrees of freedom") && fine.remarks.len() == 1, "{fine:?}");

    let pilot = pilot_of_exploitability(study.order(), 0, &exploitability_of(&study));
    let exploitability = ResultRepeats::of("exploitability", None, pilot, 4.0);
    let found = exploitability.pilot.unwrap();
    assert!((found.clustering_deviation - 7f64.sqrt()).abs() < 1e-6 && found.counts.boards == 0, "{found:?}");
    assert!(exploitability.remarks[1].contains("flops is not known"), "{exploitability:?}");
}

/// The same as files have it since what each value is without each flop, or each group of them, is kept: without one
/// the first setting loses so much more, without the next so much less.
fn exploitability_on_flops(study: &Study, flops: usize, luck: f64) -> ExploitabilityFile {
    let mut file = ExploitabilityFile { flops, ..exploitability_of(study) };
    for (number, player) in file.players.iter_mut().enumerate() {
        let luck = if number < 6 { luck } else { 0.0 };
        let without = |group: usize| player.mbb_per_game + if group.is_multiple_of(2) { luck } else { -luck };
        player.without_flops = (0..flops.min(MOST_GROUPS)).map(without).collect();
    }
    let (settings, labels) = (&study.order().settings, players(study).iter().map(|it| it.1).collect::<Vec<_>>());
    file.differences = ExploitabilityDifference::all(Drawn::Clusterings, settings, &labels, &file.players).unwrap();
    file
}

#[test]
fn the_luck_of_flops_is_planned_with() {
    let study = repeated(3, 2);
    let planned = |flops: usize, luck: f64| {
        let file = exploitability_on_flops(&study, flops, luck);
        let pilot = pilot_of_exploitability(study.order(), 0, &file);
        (ResultRepeats::of("exploitability", None, pilot, 4.0), file)
    };
    for flops in [2, 48, 1_000] {
        let (lucky, file) = planned(flops, 0.5 / flops as f64);
        let found = lucky.pilot.unwrap();
        assert_eq!((found.counts.boards, found.counts.flops), (0, flops as u64));
        let own = file.differences[0].interval95.unwrap();
        assert!((found.half_width95.unwrap() - own).abs() < 1e-9 * own, "{found:?} {own}");
        assert!(lucky.remarks.len() == 1, "{lucky:?}");
    }
    let flops = |(answer, _): &(ResultRepeats, ExploitabilityFile)| answer.planned[0].counts.flops;
    let (lucky, luckier) = (planned(2, 0.5), planned(2, 1.0));
    assert!(flops(&lucky) > 2 && flops(&luckier) > flops(&lucky), "{lucky:?} {luckier:?}");
    let (beyond, _) = planned(1_000, 0.5);
    assert!(beyond.planned.is_empty() && beyond.remarks[1].contains("--flops all"), "{beyond:?}");
}

#[test]
fn what_a_pilot_cannot_know_is_said() {
    for (clusterings, trainings) in [(1, 1), (1, 2)] {
        let study = repeated(clusterings, trainings);
        let pilot = pilot_of_league(study.order(), 0, &league_of(&study));
        let answer = ResultRepeats::of("league", None, pilot, 1.0);
        assert!(answer.pilot.is_none() && answer.planned.is_empty(), "{answer:?}");
        assert!(answer.remarks[0].contains("One clustering") && answer.remarks[0].contains("clusterings = 3"));
    }
    let study = repeated(3, 1);
    let answer = ResultRepeats::of("league", None, pilot_of_league(study.order(), 0, &league_of(&study)), 1e6);
    assert!(answer.remarks[1].contains("One training") && answer.planned[0].counts.trainings == 1, "{answer:?}");
    assert_eq!(answer.pilot.unwrap().training_deviation, None);
    let pilot = pilot_of_league(study.order(), 0, &league_of(&study));
    let narrow = ResultRepeats::of("league", None, pilot, 1e-6);
    assert!(narrow.planned.is_empty() && narrow.remarks[2].contains("thousand"), "{narrow:?}");
    let other = pilot_of_league(repeated(2, 2).order(), 0, &league_of(&study)).unwrap_err();
    assert!(other.contains("no player"), "{other}");
}

#[test]
fn repeats_are_planned_of_what_was_run_alone() {
    let (_root, folder) = run_folder();
    let study = repeated(3, 2);
    let found = wanted_repeats(&study, &folder, 1.0).unwrap();
    let stages: Vec<&str> = found.results.iter().map(|it| it.result).collect();
    assert_eq!(stages, ["league", "exploitability"]);
    assert!(found.results.iter().all(|it| it.planned.is_empty() && it.remarks[0].contains("not done")), "{found:?}");
    for wanted in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(wanted_repeats(&study, &folder, wanted).unwrap_err().to_string().contains("half-width"));
    }
    let nothing = Study::parse("name = \"x\"\n[turn]\nfeature = \"strength\"\nbuckets = 9\n", Path::new("x.toml"));
    let line = wanted_repeats(&nothing.unwrap(), &folder, 1.0).unwrap_err().to_string();
    assert!(line.contains("several settings"), "{line}");
}
