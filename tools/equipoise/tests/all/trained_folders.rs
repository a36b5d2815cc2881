//! What can be done with a folder made by `train`: a report, longer training, links and moved buckets, classes of
//! starting hands; and the variants of a study by their names.
#![cfg(unix)]

use crate::program::Program;
use crate::small_buckets::{write_buckets, write_round};
use evaluator::round::Round;
use serde_json::json;
use std::fs;
use std::os::unix::fs::symlink;

const STRATEGY: &str = "run/strategies/default.strategy";
const FLOP: [&str; 4] = ["AhKd", "QsJhTc", "--betting", "rc/"];

#[test]
fn a_folder_made_by_train_is_reported_asked_linked_and_moved() {
    let program = Program::new();
    write_buckets(&program.folder().join("buckets"));
    program.json(&["train", "--buckets", "buckets", "--iterations", "12", "--out", "run"]);
    a_report_says_how_to_go_on(&program);
    another_run_begins_with_it(&program);
    program.json(&["export", "run"]);
    a_report_goes_where_it_is_sent(&program);
    classes_are_asked_before_the_flop(&program);
    a_link_to_a_strategy_finds_the_run(&program);
    buckets_that_moved_are_named_with_the_cure(&program);
}

fn another_run_begins_with_it(program: &Program) {
    let train = |iterations: &'static str, more: &[&'static str]| {
        [&["train", "--buckets", "buckets", "--iterations", iterations][..], more].concat()
    };
    let begun = program.json(&train("15", &["--from", "run", "--out", "begun"]));
    assert_eq!((&begun["iterations_before"], &begun["iterations"]), (&json!(12), &json!(15)));
    // Again it goes on from where it is.
    let longer = program.json(&train("16", &["--from", "run", "--out", "begun"]));
    assert_eq!((&longer["iterations_before"], &longer["iterations"]), (&json!(15), &json!(16)));
    program.refuses_lines(&[
        ("train --buckets buckets --iterations 20 --from nowhere --out other", "nothing has been trained there"),
        ("train --buckets buckets --iterations 20 --from begun --out run", "a run that has not begun"),
        ("train --buckets buckets --iterations 20 --from run --out other --algorithm cfr", "algorithm cfr"),
    ]);
    // Only with the run that it began with, whatever that has learned since.
    program.json(&train("3", &["--seed", "5", "--out", "first"]));
    program.json(&train("5", &["--seed", "5", "--from", "first", "--out", "second"]));
    program.json(&train("4", &["--seed", "5", "--out", "first"]));
    program.json(&train("6", &["--seed", "5", "--from", "first", "--out", "second"]));
    program.refuses_lines(&[(
        "train --buckets buckets --iterations 7 --seed 5 --from run --out second",
        "--from run: another run than the training began with",
    )]);
    // Boards are trained in batches: the end says where more were trained than were asked for.
    let shown = program.run(&train("21", &["--from", "run", "--out", "begun", "--quiet"])).out;
    assert!(shown.contains("22, 6 of them now: 21 were asked for, and the last batch was finished"), "{shown}");
    another_run_begins_with_no_finer_one_and_no_other_deck(program);
}

fn another_run_begins_with_no_finer_one_and_no_other_deck(program: &Program) {
    for (folder, deck, count) in [("coarse", "20", "2"), ("other-deck", "24", "4")] {
        for street in ["flop", "turn", "river"] {
            let build = ["buckets", "build", street, "--feature", "strength", "--method", "percentiles"];
            program.json(&[&build[..], &["--count", count, "--deck", deck, "--out", folder]].concat());
        }
    }
    program.refuses_lines(&[
        (
            "train --buckets coarse --iterations 20 --from run --out coarser",
            "expected at most 2 buckets of the flop, found 4 in holdem-20; begin with a run on as many",
        ),
        (
            "train --buckets other-deck --iterations 20 --from run --out other",
            "expected the game (holdem-24), found another game (holdem-20)",
        ),
        ("train --buckets other-deck --iterations 20 --out run", "found another game (holdem-20)"),
    ]);
    // The other way round it begins.
    program.json(&["train", "--buckets", "coarse", "--iterations", "5", "--out", "two"]);
    let finer = program.json(&["train", "--buckets", "buckets", "--iterations", "6", "--from", "two", "--out", "four"]);
    assert_eq!(finer["iterations_before"], 5);
}

fn a_report_says_how_to_go_on(program: &Program) {
    fs::remove_file(program.folder().join(STRATEGY)).unwrap();
    assert_eq!(program.json(&["report", "run"])["file"], "run/report.html");
    let page = program.read("run/report.html");
    assert!(page.contains("equipoise export run --variant default"), "no way to a strategy");
    assert!(page.contains("Average positive regret") && page.contains("flop, turn, river"));
    assert!(!page.contains("Play before the flop"), "there is no strategy yet");
}

fn a_report_goes_where_it_is_sent(program: &Program) {
    let own = program.folder().join("run/report.html");
    fs::write(&own, "mine").unwrap();
    assert_eq!(program.json(&["report", "run", "--out", "new/page"])["file"], "new/page/report.html");
    assert_eq!(fs::read_to_string(&own).unwrap(), "mine", "the run's own page is left alone");
    let page = program.read("new/page/report.html");
    assert!(page.contains("Play before the flop") && !page.contains("equipoise export"));
    let has_grid = |page| program.folder().join(page).join("pictures/preflop-default-button-opens.svg").exists();
    assert_eq!((has_grid("new/page"), has_grid("run")), (true, false));
    program.refuses(&[(&["report", "run", "--out", "run/report.html"], "expected a folder")]);
}

fn classes_are_asked_before_the_flop(program: &Program) {
    for (class, cards) in [("AKs", "AhKh"), ("JTo", "JhTd"), ("TT", "TsTd")] {
        let [of_class, of_cards] = [class, cards].map(|hand| program.json(&["strategy", STRATEGY, hand]));
        assert_eq!((&of_class["actions"], &of_class["class"]), (&of_cards["actions"], &json!(class)));
        let bucket = |hand: &serde_json::Value| hand["bucket"].as_u64().unwrap();
        assert_eq!(bucket(&of_class), bucket(&of_cards));
    }
    let told = program.run(&["strategy", STRATEGY, "AKs", "--quiet"]).out;
    assert!(told.contains("AKs (such as AcKc)"), "{told}");
    program.refuses(&[(&["strategy", STRATEGY, "AKs", "QsJhTc", "--betting", "rc/"], "give two cards, such as AcKc")]);
}

fn a_link_to_a_strategy_finds_the_run(program: &Program) {
    fs::create_dir_all(program.folder().join("far/away")).unwrap();
    symlink(program.folder().join(STRATEGY), program.folder().join("far/away/link.strategy")).unwrap();
    let asked = |file: &str| program.json(&[&["strategy", file][..], &FLOP].concat());
    assert_eq!(asked("far/away/link.strategy"), asked(STRATEGY));
}

fn buckets_that_moved_are_named_with_the_cure(program: &Program) {
    fs::rename(program.folder().join("buckets"), program.folder().join("moved")).unwrap();
    let line = program.refusal(2, &[&["strategy", STRATEGY][..], &FLOP].concat());
    assert!(line.contains("the link run/buckets/flop.buckets leads to /"), "{line}");
    assert!(line.contains("where nothing is; give their folder with --buckets"), "{line}");
    let line = program.refusal(2, &["train", "--out", "run", "--iterations", "24"]);
    assert!(line.contains("run/buckets/flop.buckets: a link to /") && line.contains("--buckets"), "{line}");
    let asked = program.json(&[&["strategy", STRATEGY][..], &FLOP, &["--buckets", "moved"]].concat());
    assert_eq!(asked["street"], "flop");
    let cured = program.json(&["train", "--out", "run", "--buckets", "moved", "--iterations", "24"]);
    assert_eq!((&cured["iterations_before"], &cured["iterations"]), (&json!(12), &json!(24)));
    // From now on the run knows the new place.
    assert_eq!(program.json(&["train", "--out", "run", "--iterations", "30"])["iterations"], 30);
    assert_eq!(program.json(&[&["strategy", STRATEGY][..], &FLOP].concat())["street"], "flop");
    program.refuses(&[(&["inspect", "run/buckets/flop.buckets"], "it is a link to /")]);
}

/// Two variants that differ in their flop, whose file is the smallest.
const PAIR: &str = "name = \"pair\"
seed = 5
deck = 20
[turn]
feature = \"strength\"
buckets = 4
[river]
feature = \"strength\"
buckets = 4
[[variant]]
name = \"A\"
[variant.flop]
feature = \"strength\"
buckets = 4
[[variant]]
name = \"B\"
[variant.flop]
feature = \"hsd\"
buckets = 4
[training]
sampler = \"public\"
algorithm = \"linear\"
iterations = 12
";

#[test]
fn a_variant_of_a_study_is_trained_longer_by_its_name() {
    let program = Program::new();
    program.write("pair.toml", PAIR);
    nothing_is_there_yet(&program);
    let buckets = program.folder().join("run/buckets");
    write_buckets(&buckets);
    fs::rename(buckets.join("flop.buckets"), buckets.join("flop-A.buckets")).unwrap();
    write_round(Round::Flop, 9, &buckets.join("flop-B.buckets"));
    fs::write(program.folder().join("run/study.toml"), PAIR).unwrap();
    // The folder's own study gives buckets, settings and budget.
    let trained = program.json(&["train", "--out", "run", "--variant", "B"]);
    assert_eq!((&trained["iterations"], &trained["iterations_before"]), (&json!(12), &json!(0)));
    let checkpoint = program.json(&["inspect", "run/training/B/checkpoint"]);
    assert_eq!((&checkpoint["recipe"]["algorithm"], &checkpoint["recipe"]["seed"]), (&json!("linear"), &json!(5)));
    let flop = program.json(&["inspect", "run/buckets/flop-B.buckets"]);
    let parents = checkpoint["parents"].as_array().unwrap();
    assert!(parents.iter().any(|parent| parent["fingerprint"] == flop["fingerprint"]), "{parents:?}");
    // Named, the study does the same, and training goes on.
    let longer = program.json(&["train", "pair.toml", "--out", "run", "--variant", "B", "--iterations", "20"]);
    assert_eq!((&longer["iterations"], &longer["iterations_before"]), (&json!(20), &json!(12)));
    // A name of one's own has to say which flop.
    let line = program.refusal(2, &["train", "--out", "run", "--iterations", "20"]);
    assert!(line.contains("2 bucket files of the flop") && line.contains("--variant of the study: A, B"), "{line}");
    // What a flag says is not asked of the study.
    let flop = "run/buckets/flop-A.buckets";
    program.refuses(&[(&["train", "--out", "run", "--variant", "B", "--iterations", "20", "--flop", flop], "flop")]);
}

fn nothing_is_there_yet(program: &Program) {
    let words = "('flop-B.buckets'); 'equipoise run pair.toml --out none'";
    program.refuses_lines(&[("train pair.toml --variant B --out none", words)]);
    assert!(!program.folder().join("none").exists());
}
