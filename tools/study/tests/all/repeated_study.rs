//! A study with several clusterings and trainings, run from end to end at the smallest size that has every stage.

use crate::observer::StopAfter;
use matches::league::{League, league_of_boards};
use matches::statistics::score::half_interval95;
use serde_json::Value;
use solver::game::GameDefinition;
use solver::measure::exploitability::flop_sample::jackknife_error;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use study::file::study::Study;
use study::plan::needs::PlannedStatus;
use study::plan::plan;
use study::results::league::{LeagueBoards, LeagueFile};
use study::results::training::Regrets;
use study::run::{PartSummary, run, run_part};
use study::runs::export::StudyVariant;
use tables::run::folder::RunFolder;
use tables::strategy::reader::StrategyReader;
use tables::together::progress::Silent;

use super::{check_contains, run_folder};

/// Two abstractions of the flop; turn and river are percentiles, which all share.
const SMALL: &str = "
deck = 20
name = \"repeated\"
question = \"Does a study repeat itself?\"

[repeats]
clusterings = 2
trainings = TRAININGS

[flop]
feature = \"hsd\"
bins = 5
buckets = 20
sample_rows = 5000
max_iterations = 4

[turn]
feature = \"strength\"
method = \"percentiles\"
buckets = 10

[river]
feature = \"strength\"
method = \"percentiles\"
buckets = 10

[[variant]]
name = \"histogram\"

[[variant]]
name = \"strength\"
[variant.flop]
feature = \"strength\"
buckets = 20
sample_rows = 5000
max_iterations = 4

[[training]]
name = \"short\"
sampler = \"chance\"
algorithm = \"cfr\"
iterations = 200

[[training]]
name = \"long\"
sampler = \"public\"
algorithm = \"dcfr\"
iterations = 8
keep_checkpoints = false

[league]
method = \"boards\"
boards = 3
built_in_boards = 2

[stability]
seeds = 1
";

fn study(trainings: u32, more: &str) -> Study {
    let text = SMALL.replace("TRAININGS", &trainings.to_string()) + more;
    Study::parse(&text, Path::new("repeated.toml")).unwrap()
}

/// Wants to stop once a report mentions some words.
fn stop_at(words: &'static str) -> StopAfter<'static> {
    StopAfter::when(move |_, update| update.stage.contains(words))
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The study up to its first training: buckets alone.
fn buckets_alone() -> Study {
    let text = study(1, "").text;
    let river = text.find("[river]").unwrap()..text.find("[[variant]]").unwrap();
    let training = text.find("[[training]]").unwrap();
    let stability = text.find("[stability]").unwrap();
    let text = format!("{}{}{}", &text[..river.start], &text[river.end..training], &text[stability..]);
    Study::parse(&text, Path::new("repeated.toml")).unwrap()
}

#[test]
fn clusterings_are_made_compared_and_summed_up() {
    let (_root, folder) = run_folder();
    let outcome = run(&buckets_alone(), &folder, &Silent).unwrap();
    let names: Vec<&str> = outcome.stages.iter().map(|stage| stage.name.as_str()).collect();
    let files = ["flop-k1", "flop-k2", "flop-strength-k1", "flop-strength-k2", "turn"];
    let expected = files.map(|name| format!("buckets-{name}"));
    assert_eq!(names[..5], expected.each_ref().map(String::as_str));
    assert_eq!(names[5..], ["stability", "report"]);
    assert!(outcome.league.is_none() && outcome.leagues.is_empty());
    quality_and_stability_are_reported(&folder, &files);
}

#[test]
fn a_plan_counts_checkpoints_that_are_given_up_once() {
    let (_root, folder) = run_folder();
    let text = study(1, "[exploitability]\nflops = 2\n").text.replace("deck = 20\n", "");
    let text = text.replace("iterations = 200", "iterations = 300000").replace("iterations = 8", "iterations = 300000");
    let study = Study::parse(&text, Path::new("repeated.toml")).unwrap();
    let planned = plan(&study, &folder, None, &Silent).unwrap();
    let stage = |name: &str| planned.stages.iter().find(|stage| stage.name == name).unwrap();
    let (kept, given_up) = (stage("training-strength-k2-short"), stage("training-strength-k2-long"));
    assert!(kept.disk_bytes > 1_000_000 && kept.passing_bytes == 0, "{kept:?}");
    assert!(given_up.disk_bytes < 100_000 && given_up.passing_bytes > 1_000_000, "{given_up:?}");
    assert_eq!(kept.disk_bytes, given_up.disk_bytes + given_up.passing_bytes);
    assert_eq!(planned.total.passing_bytes, given_up.passing_bytes);
    for stage in ["league-short", "exploitability-long"].map(stage) {
        assert!(stage.seconds > 0.0 && stage.memory_bytes > 100_000_000 && stage.disk_bytes > 0, "{stage:?}");
    }
    // A deal is much less work than a board.
    assert!(5.0 * kept.seconds < given_up.seconds, "{kept:?} {given_up:?}");
    // The second clustering compares only.
    assert!(stage("stability").seconds < stage("buckets-flop-k1").seconds);
}

/// One setting, trained for so many boards each.
fn trained_for(boards: &[u32]) -> Study {
    let [streets, variants] = ["[flop]", "[[variant]]"].map(|table| SMALL.find(table).unwrap());
    let training = |boards: &u32| {
        let rule = "sampler = \"public\"\nalgorithm = \"dcfr\"\nkeep_checkpoints = false";
        format!("[[training]]\nname = \"b{boards}\"\n{rule}\niterations = {boards}\n")
    };
    let trainings: String = boards.iter().map(training).collect();
    let text = format!("name = \"budgets\"\ndeck = 20\n{}{trainings}", &SMALL[streets..variants]);
    let text = text.replacen("\"hsd\"\nbins = 5", "\"strength\"\nmethod = \"percentiles\"", 1);
    let text = text.replacen("sample_rows = 5000\nmax_iterations = 4\n", "", 1);
    Study::parse(&text, Path::new("budgets.toml")).unwrap()
}

#[test]
fn a_longer_training_goes_on_where_the_shorter_one_ended_and_comes_to_the_same() {
    let ((_root, folder), (_other_root, alone)) = (run_folder(), run_folder());
    let both = trained_for(&[40, 10]);
    let checkpoint = |boards: u32| folder.checkpoint(&format!("base-b{boards}")).unwrap();
    // Cut off in the longer one: what the shorter one left is given up only when it is over.
    let least = &AtomicU64::new(u64::MAX);
    let begun = |stops: bool| {
        StopAfter::when(move |_, update| {
            let is_longer = update.stage.contains("training-base-b40");
            is_longer && least.fetch_min(update.done, Ordering::Relaxed) > 0 && stops
        })
    };
    assert!(run(&both, &folder, &begun(true)).is_err());
    assert!(least.load(Ordering::Relaxed) > 10);
    assert!(checkpoint(10).exists() && folder.strategy("base-b10").unwrap().exists());
    // The longer training is the work of who has the shorter one: here the second player of the study, the first part
    // has nothing to do.
    let other = run_part(&both, &folder, "1/2".parse().unwrap(), &Silent).unwrap();
    assert_eq!(other.left[0].part.as_deref(), Some("2/2"), "{:?}", other.left);
    least.store(u64::MAX, Ordering::Relaxed);
    let outcome = run(&both, &folder, &begun(false)).unwrap();
    assert!((11..40).contains(&least.load(Ordering::Relaxed)));
    assert!(!checkpoint(10).exists() && !checkpoint(40).exists());
    for boards in [10, 40] {
        assert_eq!(Regrets::of(&folder, &format!("base-b{boards}")).unwrap(), Regrets::GivenUp);
    }
    run(&trained_for(&[40]), &alone, &Silent).unwrap();
    let bytes = |folder: &RunFolder| std::fs::read(folder.strategy("base-b40").unwrap()).unwrap();
    assert!(bytes(&folder) == bytes(&alone));
    let names: Vec<&str> = outcome.stages.iter().map(|stage| stage.name.as_str()).collect();
    let of_player = ["training-base-b10", "export-base-b10", "training-base-b40", "export-base-b40", "report"];
    assert!(names.ends_with(&of_player), "{names:?}");
    let again = run(&both, &folder, &Silent).unwrap();
    assert!(again.stages.iter().all(|stage| stage.status == "skipped"));
    // A lost strategy whose regrets are gone is trained from the start, and its regrets wait for nobody.
    let strategy = folder.strategy("base-b10").unwrap();
    let before = std::fs::read(&strategy).unwrap();
    std::fs::remove_file(&strategy).unwrap();
    run(&both, &folder, &Silent).unwrap();
    assert!(std::fs::read(&strategy).unwrap() == before && !checkpoint(10).exists());
}

#[test]
fn a_setting_with_nothing_more_to_train_has_the_strategy_of_the_training_before() {
    let (_root, folder) = run_folder();
    let text = trained_for(&[10, 40]).text.replace("iterations = 40", "iterations = 40\niterations_of = { base = 10 }");
    let study = Study::parse(&text, Path::new("equal.toml")).unwrap();
    run(&study, &folder, &Silent).unwrap();
    let [before, after] = ["base-b10", "base-b40"].map(|name| std::fs::read(folder.strategy(name).unwrap()).unwrap());
    assert!(before == after);
    assert!(["base-b10", "base-b40"].iter().all(|name| !folder.checkpoint(name).unwrap().exists()));
    let variant = StudyVariant::named(&study, "base-b40").unwrap();
    assert_eq!(variant.training().unwrap().iterations(), Some(10));
    assert_eq!(run(&study, &folder, &Silent).unwrap().stages.iter().filter(|it| it.status != "skipped").count(), 0);
}

#[test]
#[ignore = "twenty-four trainings and two leagues: a minute of processor time"]
fn a_study_with_repeats_is_planned_run_and_taken_up_again() {
    let (_root, folder) = run_folder();
    // Twelve players a training: more than one group of a league.
    let study = study(3, "");
    let planned = plan(&study, &folder, None, &Silent).unwrap();
    assert!(planned.fits, "{:?}", planned.advice);
    let first = run(&study, &folder, &Silent).unwrap();
    let names: Vec<&str> = first.stages.iter().map(|stage| stage.name.as_str()).collect();
    assert_eq!(names, planned.stages.iter().map(|stage| stage.name.as_str()).collect::<Vec<_>>());
    assert_eq!(names.len(), 4 + 2 + 1 + 2 * (2 * 12 + 1) + 1);

    // The league of players, and that of settings.
    assert!(first.league.is_none() && first.leagues.len() == 2);
    let league = LeagueFile::read(&folder, Some("short")).unwrap().unwrap();
    let players = &league.league.as_ref().unwrap().players;
    assert_eq!((players.len(), players[0].as_str(), players[11].as_str()), (12, "histogram-k1-t1", "strength-k2-t3"));
    assert_eq!(league.against_built_in.len(), 12 * 5);
    let sound = league.league.clone().unwrap();
    assert_eq!(sound.contradiction(), None);
    let breaks: [fn(&mut League); 6] = [
        |it| it.players[1] = it.players[0].clone(),
        |it| it.mean.truncate(3),
        |it| it.mbb_per_game[2].truncate(3),
        |it| it.ci95[0][1] = -1.0,
        |it| it.mean[0] = 1e308,
        |it| it.observations = 0,
    ];
    for (number, change) in breaks.into_iter().enumerate() {
        let mut broken = sound.clone();
        change(&mut broken);
        assert!(broken.contradiction().is_some(), "{number}");
    }
    let settings = league.settings.as_ref().unwrap();
    assert_eq!(
        (&settings.settings[..], settings.clusterings),
        (&["histogram".to_owned(), "strength".to_owned()][..], 2)
    );
    let table = &league.league.as_ref().unwrap().mbb_per_game;
    let mean = (0..6).flat_map(|row| (6..12).map(move |column| table[row][column])).sum::<f64>() / 36.0;
    let winnings = &settings.pairs[0].winnings.estimate;
    assert!((winnings.mbb_per_game - mean).abs() < 1e-9);
    assert_eq!(settings.boards as u64, league.league.as_ref().unwrap().observations);
    assert!(winnings.boards95.unwrap() > 0.0 && winnings.interval95.unwrap() > 0.0, "{winnings:?}");
    assert!(settings.trainings == 3 && winnings.trainings95.unwrap() > 0.0, "{winnings:?}");

    // All of the league can be worked out again from what is kept of every board.
    let boards = LeagueBoards::read(&folder.league_boards(Some("short")).unwrap()).unwrap();
    assert_eq!(
        league_of_boards(&GameDefinition::holdem_limit(), boards.players, &boards.pairs, &boards.values).unwrap(),
        *league.league.as_ref().unwrap()
    );
    // The same cards for the same training, others for another: neither players nor clusterings are copies.
    assert!(table[0][1] != 0.0 && table[0][3] != 0.0, "{table:?}");

    checkpoints_are_kept_as_asked(&folder);
    files_tell_what_was_made(&folder);

    let again = run(&study, &folder, &Silent).unwrap();
    assert!(again.stages.iter().all(|stage| stage.status == "skipped"));
    assert_eq!(again.leagues, first.leagues);
    let planned = plan(&study, &folder, Some(0.001), &Silent).unwrap();
    assert!(planned.fits);
    assert!(planned.stages.iter().all(|stage| stage.status == PlannedStatus::Done && stage.passing_bytes == 0));

    a_killed_league_goes_on(&study, &folder);
    a_league_is_played_by_parts(&study, &folder);
    a_lost_strategy_is_trained_again(&study, &folder);
}

fn checkpoints_are_kept_as_asked(folder: &RunFolder) {
    assert!(folder.checkpoint("histogram-k1-t1-short").unwrap().exists());
    assert_eq!(Regrets::of(folder, "histogram-k1-t1-short").unwrap(), Regrets::Kept);
    assert!(!folder.checkpoint("histogram-k1-t1-long").unwrap().exists());
    assert_eq!(Regrets::of(folder, "histogram-k1-t1-long").unwrap(), Regrets::GivenUp);
    assert_eq!(Regrets::of(folder, "nobody").unwrap(), Regrets::NoneYet);
}

fn quality_and_stability_are_reported(folder: &RunFolder, files: &[&str]) {
    let names: Vec<String> = folder.bucket_files().unwrap().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, files);
    let quality = json(&folder.quality());
    let told: Vec<&str> = quality["files"].as_array().unwrap().iter().map(|it| it["file"].as_str().unwrap()).collect();
    assert_eq!(told.len(), files.len());
    let flop = &quality["settings"][0];
    assert_eq!((&flop["setting"], &flop["street"], &flop["files"]), (&"histogram".into(), &"flop".into(), &2.into()));
    let cost = |file: usize| quality["files"][file]["within_cluster_cost"].as_f64().unwrap();
    assert_ne!(cost(0), cost(1));
    let mean = flop["within_cluster_cost"]["mean"].as_f64().unwrap();
    assert!((mean - (cost(0) + cost(1)) / 2.0).abs() < 1e-12);
    let turn = quality["settings"].as_array().unwrap().iter().find(|it| it["street"] == "turn").unwrap();
    assert_eq!((&turn["files"], &turn["empty_buckets"]["standard_deviation"]), (&1.into(), &Value::Null));
    // The second clustering is compared with the first: nothing is made only for that.
    let comparisons = json(&folder.stability())["comparisons"].as_array().unwrap().clone();
    let pairs: Vec<(&str, &str)> =
        comparisons.iter().map(|it| (it["file"].as_str().unwrap(), it["other"].as_str().unwrap())).collect();
    assert_eq!(pairs, [("flop-k1", "flop-k2"), ("flop-strength-k1", "flop-strength-k2")]);
    assert!(comparisons.iter().all(|it| it["adjusted_rand_index"].as_f64().unwrap() < 0.999), "{comparisons:?}");
    assert!(std::fs::read_to_string(folder.report()).unwrap().contains("beside flop-k2"));
}

fn files_tell_what_was_made(folder: &RunFolder) {
    let files = ["flop-k1", "flop-k2", "flop-strength-k1", "flop-strength-k2", "river", "turn"];
    quality_and_stability_are_reported(folder, &files);
    let page = std::fs::read_to_string(folder.report()).unwrap();
    check_contains(&page, &["training short", "training long", "What was compared"]);
}

fn a_killed_league_goes_on(study: &Study, folder: &RunFolder) {
    let path = folder.league_of(Some("long")).unwrap();
    let uninterrupted = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let stop = stop_at("part 2 of 3");
    assert!(run(study, folder, &stop).is_err());
    let part = |name: &str| folder.stage_part(&format!("league-long-{name}")).unwrap();
    assert!(part("0-0").exists() && !part("0-1").exists() && !path.exists());
    // The first part is read, not played again.
    let deaf = stop_at("part 1 of 3");
    run(study, folder, &deaf).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), uninterrupted);
    assert!(!part("0-0").exists() && !part("1-1").exists(), "parts go when the league is there");
}

fn a_league_is_played_by_parts(study: &Study, folder: &RunFolder) {
    let path = folder.league_of(Some("long")).unwrap();
    let whole = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let part = |name: &str| folder.stage_part(&format!("league-long-{name}")).unwrap();
    let second = run_part(study, folder, "2/2".parse().unwrap(), &Silent).unwrap();
    assert_eq!(what_is_left(&second), [("league-long", Some("1/2")), ("report", None)]);
    assert!(!part("0-0").exists() && part("0-1").exists() && part("1-1").exists());
    let first = run_part(study, folder, "1/2".parse().unwrap(), &Silent).unwrap();
    assert!(first.is_complete() && part("0-0").exists() && !path.exists());
    run(study, folder, &Silent).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), whole);
}

fn a_lost_strategy_is_trained_again(study: &Study, folder: &RunFolder) {
    let strategy = folder.strategy("strength-k2-t1-long").unwrap();
    let fingerprint = || StrategyReader::open(&strategy).unwrap().file().fingerprint();
    let before = fingerprint();
    std::fs::remove_file(&strategy).unwrap();
    let curve = folder.training_curve("strength-k2-t1-long").unwrap();
    let whole = json(&curve)["iterations"].as_u64().unwrap();
    let stop = stop_at("training");
    assert!(run(study, folder, &stop).is_err());
    // A training that was cut short says how far it came, and is not given up.
    assert!((1..whole).contains(&json(&curve)["iterations"].as_u64().unwrap()));
    assert_eq!(Regrets::of(folder, "strength-k2-t1-long").unwrap(), Regrets::Kept);
    let outcome = run(study, folder, &Silent).unwrap();
    let done: Vec<&str> =
        outcome.stages.iter().filter(|stage| stage.status == "done").map(|stage| stage.name.as_str()).collect();
    assert_eq!(done, ["training-strength-k2-t1-long", "export-strength-k2-t1-long"]);
    assert_eq!(fingerprint(), before);
    assert_eq!(Regrets::of(folder, "strength-k2-t1-long").unwrap(), Regrets::GivenUp);
    // Killed after the regrets were removed and before the export was recorded.
    std::fs::remove_file(folder.stage("export-strength-k2-t1-long").unwrap()).unwrap();
    run(study, folder, &Silent).unwrap();
    assert_eq!(fingerprint(), before);
}

#[test]
#[ignore = "best responses on two flops for each of two strategies: a minute"]
fn exploitability_is_measured_resumed_and_reported() {
    let (_root, folder) = run_folder();
    let text = study(1, "[exploitability]\nflops = 2\nclusterings = 1\n").text;
    let first = text.find("[[training]]").unwrap();
    let second = text.find("[[training]]\nname = \"long\"").unwrap();
    let league = text.find("[league]").unwrap();
    let one = text[first..second].replace("[[training]]\nname = \"short\"", "[training]");
    let text = format!("{}{one}{}", &text[..first], &text[league..]);
    let study = Study::parse(&text, Path::new("repeated.toml")).unwrap();
    run(&study, &folder, &Silent).unwrap();
    let path = folder.exploitability(None).unwrap();
    let measured = json(&path);
    let players = measured["players"].as_array().unwrap();
    let names: Vec<&str> = players.iter().map(|it| it["player"].as_str().unwrap()).collect();
    assert_eq!(names, ["histogram-k1", "strength-k1"]);
    let values: Vec<f64> = players.iter().map(|it| it["mbb_per_game"].as_f64().unwrap()).collect();
    assert!(values.iter().all(|&value| value > 100.0), "{values:?}");
    assert_eq!(measured["settings"][1]["mbb_per_game"].as_f64(), Some(values[1]));
    assert!(measured["settings"][1]["standard_deviation"].is_null());
    // What each is without each flop says how well it, and their difference, is known.
    let without = |player: usize| -> Vec<f64> {
        players[player]["without_flops"].as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect()
    };
    let error = players[0]["standard_error"].as_f64().unwrap();
    assert!((jackknife_error(&without(0)) / error - 1.0).abs() < 1e-9, "{measured}");
    let apart: Vec<f64> = without(0).iter().zip(without(1)).map(|(one, other)| one - other).collect();
    let difference = &measured["differences"][0];
    assert_eq!(difference["mbb_per_game"].as_f64(), Some(values[0] - values[1]));
    let half_width = half_interval95(2) * jackknife_error(&apart);
    assert!((difference["flops95"].as_f64().unwrap() / half_width - 1.0).abs() < 1e-9, "{difference}");
    assert!(difference["interval95"].is_null(), "{difference}");
    let page = std::fs::read_to_string(folder.report()).unwrap();
    assert!(page.contains("Exploitability"));
    // Cut off at the second player.
    let whole = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let part = folder.stage_part("exploitability-0").unwrap();
    let stop = StopAfter::when(|_, _| part.exists());
    assert!(run(&study, &folder, &stop).is_err());
    assert!(folder.stage_part("exploitability-0").unwrap().exists() && !path.exists());
    run(&study, &folder, &Silent).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), whole);
    assert!(!folder.stage_part("exploitability-0").unwrap().exists());
    // By parts: one player each.
    std::fs::remove_file(&path).unwrap();
    let first = run_part(&study, &folder, "1/2".parse().unwrap(), &Silent).unwrap();
    assert_eq!(what_is_left(&first), [("exploitability", Some("2/2")), ("report", None)]);
    let kept = ["exploitability-0", "exploitability-1"].map(|name| folder.stage_part(name).unwrap());
    assert!(kept[0].exists() && !kept[1].exists());
    assert!(run_part(&study, &folder, "2/2".parse().unwrap(), &Silent).unwrap().is_complete());
    assert!(kept[1].exists() && !path.exists());
    run(&study, &folder, &Silent).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), whole);
}

/// The stages that are left, each with the part whose work it is.
fn what_is_left(summary: &PartSummary) -> Vec<(&str, Option<&str>)> {
    summary.left.iter().map(|stage| (stage.name.as_str(), stage.part.as_deref())).collect()
}
