//! How the program speaks to people: help wherever it is asked for, no flag that is swallowed, no infinite interval.

use crate::program::{Outcome, Program, binary};

#[test]
fn a_bare_name_and_the_word_help_show_the_help() {
    let program = Program::new();
    let help = |words: &[&str]| -> String {
        let Outcome { code, out, err } = program.run(words);
        assert_eq!((code, err.as_str()), (0, ""), "{words:?}");
        out
    };
    let whole = help(&["--help"]);
    assert!(whole.contains("All commands") && whole.contains("quickstart"));
    assert_eq!((help(&[]), help(&["help"])), (help(&["-h"]), whole));
    assert_eq!(help(&["help", "train"]), help(&["train", "--help"]));
    assert_eq!(help(&["buckets"]), help(&["buckets", "-h"]));
}

#[test]
fn a_single_observation_has_no_interval() {
    let program = Program::new();
    let [board, deal] = [["--boards", "1"], ["--hands", "2"]];
    let paper = ["--protocol", "paper", "--deals", "1", "--sets", "2"];
    let seeds = ["--protocol", "paper", "--deals", "1", "--deal-seeds", "2"];
    let duel = ["match", "always-call", "uniform"];
    let table = ["daifugo", "play", "--games", "1", "--players", "random,random,random,random,random"];
    for words in [
        [&duel[..], &board].concat(),
        [&duel[..], &deal].concat(),
        [&duel[..], &paper].concat(),
        [&duel[..], &seeds].concat(),
        [&["league", "always-call", "uniform", "call-raise"][..], &board].concat(),
        table.to_vec(),
    ] {
        let shown = program.run(&[&words[..], &["--quiet"]].concat());
        assert_eq!(shown.code, 0, "{words:?}: {}", shown.err);
        assert!(!shown.out.contains("inf") && !shown.out.contains("NaN"), "{words:?}: {}", shown.out);
    }
    let one = program.run(&[&duel[..], &board, &["--quiet"]].concat()).out;
    assert!(one.contains("mbb/g; a single board has no interval") && one.contains("(1 board)"), "{one}");
    assert!(program.json(&[&duel[..], &board].concat())["ci95"].is_null());
    let two = program.run(&[&duel[..], &["--boards", "2", "--quiet"]].concat()).out;
    assert!(two.contains(" ± ") && two.contains("mbb/g (95 %)"), "{two}");
}

#[test]
fn a_picture_is_svg_however_its_ending_is_written() {
    let program = Program::new();
    for name in ["out.svg", "OUT.SVG"] {
        program.json(&["league", "always-call", "uniform", "--boards", "2", "--picture", name]);
        assert!(program.read(name).starts_with("<svg"));
    }
}

#[test]
fn a_starting_hand_is_known_by_its_class() {
    let program = Program::new();
    let published = ["--opponent-clusters", "johanson2013"];
    for (class, cards) in [("AKs", "AhKh"), ("T9o", "Tc9d"), ("22", "2d2s")] {
        let [of_class, of_cards] = [class, cards].map(|hand| program.json(&[&["hand", hand][..], &published].concat()));
        assert_eq!(of_class["class"], class);
        for key in ["index", "strength", "hsd", "ochs"] {
            assert_eq!(of_class[key], of_cards[key], "{class}: {key}");
        }
    }
}

#[test]
fn an_unknown_instruction_set_is_refused_and_a_known_one_changes_no_word() {
    let said = |processor: &str| {
        let output = binary().args(["hand", "AhKd", "Qs7h2c"]).env("EQUIPOISE_PROCESSOR", processor).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, out, err) = said("sse");
    assert_eq!((code, out.as_str(), err.lines().count()), (Some(2), "", 1), "{err}");
    assert!(err.contains("EQUIPOISE_PROCESSOR: 'sse'") && err.contains("portable, avx2, avx512"), "{err}");
    let plain = said("portable");
    assert_eq!((plain.0, &plain), (Some(0), &said("avx512")));
}

#[test]
fn a_process_is_limited_to_the_instruction_set_it_is_given() {
    let program = Program::new();
    program.write(
        "small.toml",
        "name = \"small\"\ndeck = 20\n[flop]\nfeature = \"strength\"\nmethod = \"percentiles\"\nbuckets = 30\n",
    );
    let mut command = binary();
    command.args(["run", "small.toml"]).current_dir(program.folder()).env("EQUIPOISE_PROCESSOR", "portable");
    assert!(command.output().unwrap().status.success());
    let record = program.read("runs/small/stages/buckets-flop.json");
    assert!(record.contains("threads") && !record.contains("AVX"), "{record}");
}

#[test]
fn tables_of_the_companions_explain_their_columns() {
    let program = Program::new();
    let shown = |line: &str| {
        let outcome = program.run(&line.split('_').collect::<Vec<_>>());
        assert_eq!(outcome.code, 0, "{line}: {}", outcome.err);
        outcome.out
    };
    program.json(&["match", "uniform", "call-raise", "--hands", "400", "--log", "match.log"]);
    for (line, expected) in [
        ("stud_hand_As Ad | Kc_--against_7h", "estimate: expect after the fuzzy rules, inferior below 0"),
        ("daifugo_play_--games_1_--players_random,random,random,random,random", "se: its standard error"),
        ("styles_match.log_--features_strength", "aggression: bets and raises among these"),
    ] {
        let text = shown(line);
        assert!(text.contains(expected), "{line}: {text}");
    }
}
