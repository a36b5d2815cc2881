//! Settings that are made several times: names, shared files, seeds; and nothing of it where they are made once.

use abstraction::cluster_file::{ClusterOrigin, ClusterSearch};
use std::collections::BTreeSet;
use std::path::Path;
use study::file::order::{StageOrder, Work};
use study::file::settings::{ClusterChoice, clustering_seed, training_seed};
use study::file::study::{QUICKSTART, Study};
use study::study_run::StudyRun;
use tables::run::folder::RunFolder;

use super::{begun_folder, check_order, order, stage_names, study};

/// Opponent clusters and percentiles, two clusterings with two trainings each by two plans.
const REPEATED: &str = "name = \"x\"\nseed = 5\n\
    [repeats]\nclusterings = 2\ntrainings = 2\n\
    [opponents]\nclusters = [6, 8]\nfiles = [\"johanson2013\"]\n\
    [flop]\nfeature = \"hsd\"\nbuckets = 50\n\
    [turn]\nfeature = \"strength\"\nmethod = \"percentiles\"\nbuckets = 60\n\
    [river]\nfeature = \"ochs\"\nbuckets = 100\n\
    [[training]]\nname = \"short\"\nsampler = \"chance\"\nalgorithm = \"cfr\"\niterations = 9\n\
    [[training]]\nname = \"long\"\nsampler = \"public\"\nalgorithm = \"dcfr\"\niterations = 90\n\
    [league]\nmethod = \"boards\"\nboards = 9\n\
    [exploitability]\nflops = 2\nclusterings = 1\n";

/// The same with other trainings on boards, by name, rule and budget.
fn with_trainings(trainings: &[(&str, &str, &str)]) -> String {
    let table = |(name, algorithm, budget): &(&str, &str, &str)| {
        format!("[[training]]\nname = \"{name}\"\nsampler = \"public\"\nalgorithm = \"{algorithm}\"\n{budget}\n")
    };
    let [first, end] = ["[[training]]", "[league]"].map(|table| REPEATED.find(table).unwrap());
    let trainings: String = trainings.iter().map(table).collect();
    format!("{}{trainings}{}", &REPEATED[..first], &REPEATED[end..])
}

#[test]
fn every_clustering_has_its_own_files_and_settings_share_them() {
    let order = order(REPEATED);
    assert_eq!(order.settings, ["C6", "C8", "johanson2013"]);
    let variants: Vec<&str> = order.variants.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(variants, ["C6-k1", "C6-k2", "C8-k1", "C8-k2", "johanson2013-k1", "johanson2013-k2"]);
    let clusters: Vec<String> = order.clusters.iter().map(|it| it.file_name()).collect();
    // Clusters from a file or a table are the same in every clustering: only the buckets are made anew.
    assert_eq!(clusters, ["ochs6-k1", "ochs6-k2", "ochs8-k1", "ochs8-k2", "johanson2013"]);
    let files: Vec<&str> = order.bucket_files.iter().map(|it| it.name.as_str()).collect();
    let rivers = ["C6-k1", "C6-k2", "C8-k1", "C8-k2", "johanson2013-k1", "johanson2013-k2"];
    let rivers: Vec<String> = rivers.iter().map(|name| format!("river-{name}")).collect();
    // Percentiles draw nothing.
    let expected = ["flop-k1", "flop-k2", "turn"].into_iter().chain(rivers.iter().map(String::as_str));
    assert_eq!(files, expected.collect::<Vec<_>>());
    for variant in &order.variants {
        let [flop, turn, river] = variant.bucket_files.map(|it| &order.bucket_files[it.unwrap()]);
        assert_eq!((flop.clustering, turn.clustering, river.clustering), (variant.clustering, 1, variant.clustering));
        assert!(river.name.ends_with(&variant.name));
    }
}

#[test]
fn every_training_plan_has_its_own_players_and_league() {
    let order = order(REPEATED);
    let of_setting = |plan: usize| {
        let players = order.players_of(plan).map(|it| &order.players[it]);
        players.filter(|it| it.variant < 2).map(|it| (it.name.as_str(), it.file.as_str())).collect::<Vec<_>>()
    };
    let expected = ["C6-k1-t1", "C6-k1-t2", "C6-k2-t1", "C6-k2-t2"].map(|name| (name, format!("{name}-long")));
    assert_eq!(of_setting(1), expected.each_ref().map(|(name, file)| (*name, file.as_str())));
    assert_eq!(order.players_of(0).count(), 12);
    let names = stage_names(&order);
    let place = |name: &str| names.iter().position(|it| *it == name).unwrap_or_else(|| panic!("no stage {name}"));
    // One plan is over before the next begins: a league early on.
    let in_order = "clusters-8-k2 buckets-flop-k1 buckets-turn buckets-river-C6-k2 training-C6-k1-t1-short \
                    export-C6-k1-t1-short training-C6-k1-t2-short league-short exploitability-short \
                    training-C6-k1-t1-long league-long exploitability-long report";
    assert!(in_order.split(' ').map(place).is_sorted(), "{names:?}");
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    check_order(&order);
    assert_eq!(order.needs(Work::League(1)).len(), 12);
}

#[test]
fn a_longer_training_goes_on_from_the_longest_shorter_one_of_its_kind() {
    let order = order(&with_trainings(&[
        ("a60", "dcfr", "iterations = 60"),
        ("a6", "dcfr", "iterations = 6"),
        ("linear", "linear", "iterations = 30"),
        ("a30", "dcfr", "iterations = 30"),
        ("again", "dcfr", "iterations = 60"),
        ("hs6", "hs-dcfr", "iterations = 6"),
        ("hs9", "hs-dcfr", "iterations = 9"),
        ("time", "dcfr", "time = \"1m\""),
        ("watched", "dcfr", "iterations = 90\nwatch = \"5m\""),
    ]));
    // 60 from 30 from 6; the second 60 begins anew where the first has taken the regrets.
    assert_eq!(order.goes_on_from, [Some(3), None, None, Some(1), None, None, None, None, None]);
    let file = |player: usize| order.players[player].file.as_str();
    let player = |name: &str| order.players.iter().position(|it| it.file == name).unwrap();
    let longest = player("C6-k2-t2-a60");
    assert_eq!(order.begun_by(longest).map(file), Some("C6-k2-t2-a30"));
    assert_eq!((file(order.first_of(longest)), order.continued_by(longest)), ("C6-k2-t2-a6", None));
    assert_eq!(order.continued_by(player("C6-k2-t2-a6")).map(file), Some("C6-k2-t2-a30"));
    let names = stage_names(&order);
    let begin = names.iter().position(|it| *it == "training-C6-k1-t1-a6").unwrap();
    let one_player = ["t1-a6", "t1-a30", "t1-a60", "t2-a6"].into_iter();
    let one_player = one_player.flat_map(|name| ["training", "export"].map(|work| format!("{work}-C6-k1-{name}")));
    assert!(one_player.take(7).eq(names[begin..begin + 7].iter().copied()), "{names:?}");
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    check_order(&order);
    let trained = |work: &&Work| matches!(work, Work::Training(_));
    let works: Vec<Work> = order.stages.iter().map(|(_, work)| *work).collect();
    assert_eq!(works.iter().filter(trained).count(), order.players.len());
}

#[test]
fn settings_with_iterations_of_their_own_are_trained_for_them_and_lie_between() {
    let study = study(&with_trainings(&[
        ("all", "dcfr", "iterations = 100"),
        ("equal", "dcfr", "iterations = 100\niterations_of = { C6 = 60 }"),
        ("short", "dcfr", "iterations = 30"),
        // More for one setting and less for the others: neither before nor behind.
        ("apart", "dcfr", "iterations = 90\niterations_of = { C6 = 200 }"),
        // Within a batch of another number.
        ("near", "dcfr", "iterations = 100\niterations_of = { C8 = 101 }"),
    ]));
    assert_eq!(StageOrder::of(&study).unwrap().goes_on_from, [Some(1), Some(2), None, None, None]);
    let iterations = |plan: usize, setting: &str| study.training[plan].of_setting(setting).iterations().unwrap();
    assert_eq!([iterations(1, "C6"), iterations(1, "C8"), iterations(3, "C6")], [60, 100, 200]);
    for (budget, said) in [
        ("iterations = 9\niterations_of = { C7 = 3 }", "settings: C6, C8, johanson2013"),
        ("iterations = 9\niterations_of = { C6 = 0 }", "C6 = 0"),
        ("time = \"1m\"\niterations_of = { C6 = 3 }", "iterations of the others"),
    ] {
        let text = with_trainings(&[("only", "dcfr", budget)]);
        let refused = Study::parse(&text, Path::new("test.toml")).unwrap_err().to_string();
        assert!(refused.contains(said), "{refused}");
    }
}

#[test]
fn seeds_follow_from_the_study_and_the_number_alone() {
    let (study, order) = (study(REPEATED), order(REPEATED));
    let search = |number: usize| match order.clusters[number].choice {
        ClusterChoice::Made(ClusterOrigin::Search(ClusterSearch { seed, .. })) => seed,
        _ => panic!("not searched for"),
    };
    // Clusterings of one number share their seed, the first has the study's.
    assert_eq!([search(0), search(2)], [5, 5]);
    assert_eq!([search(1), search(3)], [clustering_seed(5, 2); 2]);
    let seed_of = |name: &str| {
        let file = order.bucket_files.iter().find(|file| file.name == name).unwrap();
        study.recipe(file, 8).unwrap().seed
    };
    assert_eq!([seed_of("flop-k1"), seed_of("turn"), seed_of("river-C6-k1")], [21, 22, 23]);
    assert_eq!(seed_of("river-C6-k2"), seed_of("river-C8-k2"));
    let all: Vec<u64> = (1..=9).flat_map(|it| [clustering_seed(5, it), clustering_seed(6, it)]).collect();
    let trainings = (2..=9).map(|it| training_seed(5, it));
    let different: BTreeSet<u64> = all.into_iter().chain(trainings).collect();
    assert_eq!(different.len(), 18 + 8);
    // Written down, so that runs of earlier versions go on.
    assert_eq!(clustering_seed(1, 2), CLUSTERING_OF_ONE);
    assert_eq!(training_seed(1, 2), TRAINING_OF_ONE);
}

const CLUSTERING_OF_ONE: u64 = 4_606_860_943_274_628_386;
const TRAINING_OF_ONE: u64 = 11_166_542_871_833_078_788;

#[test]
fn exploitability_is_measured_of_the_clusterings_asked_for() {
    let (study, order) = (study(REPEATED), order(REPEATED));
    let folder = RunFolder::new("nowhere");
    let run = StudyRun { study: &study, folder: &folder };
    let names: Vec<&str> = run.measured(0).into_iter().map(|it| order.players[it].file.as_str()).collect();
    assert_eq!(names.len(), 6);
    assert!(names.iter().all(|name| name.contains("-k1-")), "{names:?}");
}

#[test]
fn a_study_that_makes_everything_once_is_what_it_always_was() {
    let quickstart = study(QUICKSTART);
    let order = StageOrder::of(&quickstart).unwrap();
    // Records of finished runs name their stages by these: other ones would be made again.
    let (_root, folder) = begun_folder();
    let run = StudyRun { study: &quickstart, folder: &folder };
    for (stage, fingerprint) in FINGERPRINTS {
        let (name, work) = order.stages.iter().find(|(name, _)| name == stage).unwrap();
        let parent = run.definition(*work, &[]).unwrap().as_parent(name);
        assert_eq!(parent.fingerprint.to_string(), fingerprint, "{stage}");
    }
    // Once each, said aloud, changes nothing.
    let aloud = study(&format!("{QUICKSTART}\n[repeats]\nclusterings = 1\ntrainings = 1\n"));
    assert_eq!(StageOrder::of(&aloud).unwrap(), order);
    assert_eq!(training_seed(aloud.seed, 1), quickstart.seed);
    let names: Vec<(&str, &str)> = order.players.iter().map(|it| (it.name.as_str(), it.file.as_str())).collect();
    assert_eq!(names[..4], [("C6", "C6"), ("C8", "C8"), ("C10", "C10"), ("C12", "C12")]);
    assert_eq!(names[4..], [("C6", "C6-half"), ("C8", "C8-half"), ("C10", "C10-half"), ("C12", "C12-half")]);
    let league = run.folder.league_of(quickstart.training[0].name.as_deref()).unwrap();
    assert_eq!(league, folder.root().join("league.json"));
}

/// Of stages of a quickstart run made before settings could be repeated.
const FINGERPRINTS: [(&str, &str); 4] = [
    ("clusters-6", "7d637fa37c7c0a2001f1fbb734a844a2"),
    ("clusters-12", "84a76881e3f1067e171e5837f261a0ce"),
    ("buckets-flop", "cdc9d1aa233b09c3c3ee31d0b4b5c4e2"),
    ("buckets-turn", "0cf5ced2ee45c514945dcbbeb2dc5378"),
];

#[test]
fn a_study_of_more_strategies_than_anybody_can_play_is_refused_at_once() {
    let study = |clusterings: u32, trainings: u32| {
        let text = format!(
            "name = \"many\"\n[repeats]\nclusterings = {clusterings}\ntrainings = {trainings}\n\
             [turn]\nfeature = \"strength\"\nbuckets = 10\n"
        );
        Study::parse(&text, Path::new("many.toml")).map_err(|error| error.to_string())
    };
    assert!(study(50, 40).is_ok());
    let line = study(1000, 1000).unwrap_err();
    assert!(line.contains("at most 2000 strategies") && line.contains("1000000"), "{line}");
}
