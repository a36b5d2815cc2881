//! Study files: what they ask for, and what is refused with a line to help.

use evaluator::round::Round;
use solver::cfr::UpdateRule;
use solver::cfr::training_loop::Budget;
use std::path::Path;
use study::duration::parse_duration;
use study::study_file::{QUICKSTART, Study};
use tables::progress::{Progress, Update};
use tables::run_folder::RunFolder;

fn parse(text: &str) -> Result<Study, String> {
    Study::parse(text, Path::new("test.toml")).map_err(|error| error.to_string())
}

#[test]
fn the_quickstart_asks_for_what_the_readme_says() {
    let study = Study::quickstart().unwrap();
    assert_eq!(study.opponents.clusters, [6, 8, 10, 12]);
    for round in [Round::Flop, Round::Turn, Round::River] {
        assert_eq!(study.recipe(round, 8).unwrap().count, 500);
    }
    assert_eq!(study.rule().unwrap(), UpdateRule::Linear);
    assert_eq!(study.budget().unwrap(), Budget::Seconds(46.0));
}

#[test]
fn streets_cluster_from_seeds_of_their_own() {
    let study = Study::quickstart().unwrap();
    let seeds = [Round::Flop, Round::Turn, Round::River].map(|round| study.recipe(round, 8).unwrap().seed);
    assert!(seeds[0] != seeds[1] && seeds[1] != seeds[2] && seeds[0] != seeds[2]);
}

#[test]
fn another_seed_stands_in_the_text_too() {
    let study = Study::quickstart().unwrap().with_seed(77);
    assert_eq!(study.seed, 77);
    let read_again = parse(&study.text).unwrap();
    assert_eq!(read_again.seed, 77);
    assert_eq!(read_again.opponents.clusters, study.opponents.clusters);
    assert_eq!(read_again.with_seed(78).text.matches("seed = ").count(), 1);
}

#[test]
fn a_wrong_study_is_refused_in_one_line_that_names_the_file() {
    let wrong = [
        ("name = 3", "line 1"),
        ("", "name"),
        (&QUICKSTART.replace("clusters = [6, 8, 10, 12]", "clusters = []"), "opponents.clusters"),
        (&QUICKSTART.replace("clusters = [6, 8, 10, 12]", "clusters = [6, 170]"), "1 to 169"),
        (&QUICKSTART.replace("clusters = [6, 8, 10, 12]", "clusters = [6, 6]"), "each number once"),
        (&QUICKSTART.replace("algorithm = \"linear\"", "algorithm = \"best\""), "cfr+"),
        (&QUICKSTART.replace("sampler = \"public\"", "sampler = \"dice\""), "sampler"),
        (&QUICKSTART.replace("time = \"46s\"", "time = \"soon\""), "2h30m"),
        (&QUICKSTART.replace("time = \"46s\"", ""), "either time or iterations"),
        (&QUICKSTART.replace("distance = \"l2\"", "distance = \"l3\""), "emd"),
        (&QUICKSTART.replace("feature = \"ochs\"", "feature = \"hsd\""), "river.feature"),
        (&QUICKSTART.replace("buckets = 500", "buckets = 0"), "1 to 65535"),
        (&QUICKSTART.replace("boards = 500", "boards = 0"), "boards"),
        (&QUICKSTART.replace("boards = 500", "boards = 1"), "at least 2"),
        (&QUICKSTART.replace("built_in_boards = 40", "built_in_boards = 1"), "built_in_boards"),
        (&QUICKSTART.replace("built_in_boards = 40", "built_in_boards = 99999999999"), "boards"),
        (&QUICKSTART.replace("restarts = 1000", "restarts = 0"), "opponents.restarts"),
        (&QUICKSTART.replace("\"linear\"", "\"hs-dcfr\""), "iterations"),
        (&QUICKSTART.replace("\"public\"", "\"full\""), "full"),
        (&QUICKSTART.replace("method = \"boards\"", "method = \"luck\""), "luck"),
        (&format!("{QUICKSTART}\n[surprise]\n"), "surprise"),
        (&QUICKSTART.replace("name = \"quickstart\"", "name = \"../elsewhere\""), "letters"),
    ];
    for (text, part) in wrong {
        let error = parse(text).expect_err(part);
        assert!(error.contains(part), "'{error}' does not mention '{part}'");
        assert!(error.starts_with("test.toml") && !error.contains('\n'), "{error}");
    }
}

#[test]
fn durations_read_as_people_write_them() {
    assert_eq!(parse_duration("90s"), Ok(90.0));
    assert_eq!(parse_duration("30m"), Ok(1800.0));
    assert_eq!(parse_duration("2h30m"), Ok(9000.0));
    assert_eq!(parse_duration("1h1m1s"), Ok(3661.0));
    for wrong in ["", "5", "s", "-5s", "1s1m", "1m1m", "1x", "infs", "0s", "é"] {
        assert!(parse_duration(wrong).is_err(), "{wrong}");
    }
}

/// Ends any work at once: a run that is not refused must not go on for minutes.
struct Stopped;

impl Progress for Stopped {
    fn report(&self, _update: &Update<'_>) {}

    fn cancelled(&self) -> bool {
        true
    }
}

#[test]
fn a_folder_with_the_run_of_another_study_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let run = RunFolder::new(folder.path());
    let other = QUICKSTART.replace("boards = 500", "boards = 700");
    std::fs::write(run.study(), &other).unwrap();
    let error = study::run::run(&Study::quickstart().unwrap(), &run, &Stopped).unwrap_err();
    assert!(error.is_input_error() && error.to_string().contains("--out"), "{error}");
    assert_eq!(std::fs::read_to_string(run.study()).unwrap(), other);
}

#[test]
fn what_is_no_text_file_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    for path in [Path::new("/dev/zero"), folder.path(), &folder.path().join("missing.toml")] {
        let error = Study::read(path).unwrap_err();
        assert!(error.is_input_error() && !error.to_string().contains('\n'), "{error}");
    }
}
