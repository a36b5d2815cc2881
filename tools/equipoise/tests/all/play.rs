//! `play` with scripted lines: what is said, kept and counted, and how it ends.

use crate::program::{Outcome, Program, end, send};
use serde_json::{Value, json};

/// Checks and calls whatever comes.
fn calls() -> String {
    "c\n".repeat(200)
}

fn hands_of(program: &Program, file: &str) -> Vec<String> {
    let text = program.read(file);
    text.lines().filter(|line| line.starts_with("STATE:")).map(str::to_owned).collect()
}

/// Both files are read by others, and say the same of so many hands.
fn both_files_hold(program: &Program, hands: usize) {
    let [of_log, of_phh] = ["me.log", "me.phhs"].map(|file| program.json(&["judge", file]));
    assert_eq!((&of_log["players"], &of_log["hands"]), (&of_phh["players"], &Value::from(hands)));
}

#[test]
fn hands_are_played_shown_counted_and_kept() {
    let program = Program::new();
    let words =
        ["play", "call-raise", "--seed", "5", "--hands", "3", "--log", "me.log", "--phh", "me.phhs", "--review"];
    let first = program.run_with_input(&words, &calls());
    assert_eq!(first.code, 0, "{}", first.err);
    for said in
        ["Hand 1: you are in the big blind with ", "flop: ", "call-raise shows ", "c 50 %, r 50 %", "without luck"]
    {
        assert!(first.out.contains(said), "{said}: {}", first.out);
    }
    // The same seed and the same lines are the same hands; files only grow, and their numbers go on.
    let kept = hands_of(&program, "me.log");
    assert_eq!((kept.len(), first.out.matches("Hand ").count()), (3, 3));
    std::fs::rename(program.folder().join("me.log"), program.folder().join("first.log")).unwrap();
    std::fs::remove_file(program.folder().join("me.phhs")).unwrap();
    assert_eq!(program.run_with_input(&words, &calls()).out, first.out);
    assert_eq!(hands_of(&program, "me.log"), kept);
    let more = program.run_with_input(&words, &calls());
    assert!(more.out.contains("Hand 6: ") && !more.out.contains("Hand 1: "), "{}", more.out);
    let all = hands_of(&program, "me.log");
    assert_eq!((&all[..3], all.len()), (&kept[..], 6));
    both_files_hold(&program, 6);
}

#[test]
fn with_json_one_document_has_the_result_and_the_game_goes_to_stderr() {
    let program = Program::new();
    let words = ["play", "always-call", "--seed", "1", "--hands", "2", "--json", "--log", "me.log", "--name", "Ann"];
    let outcome = program.run_with_input(&words, &calls());
    let document: Value = serde_json::from_str(&outcome.out).unwrap();
    assert_eq!((outcome.code, &document["hands"]), (0, &Value::from(2)));
    assert!(outcome.err.contains("Hand 2: you are on the button"), "{}", outcome.err);
    // Over a call the big blind raises; only after the flop is it a bet.
    let asked = ["pot 20: c check, r raise, q quit?", "pot 20: c check, r bet, q quit?"];
    assert!(asked.iter().all(|asked| outcome.err.contains(asked)), "{}", outcome.err);
    let judged = program.json(&["judge", "me.log"]);
    let ann = judged["players"].as_array().unwrap().iter().find(|player| player["name"] == "Ann").unwrap();
    assert_eq!(document["mbb_per_game"], ann["mbb_per_game"]);
    assert!(document["corrected_mbb_per_game"].is_number(), "{document}");
}

#[test]
fn rivers_are_solved_again_for_a_while_or_by_so_many_iterations() {
    let program = Program::new();
    let plain = ["play", "call-raise", "--deck", "20", "--seed", "1", "--hands", "2", "--json"];
    let played = |more: &[&str]| -> Value {
        let outcome = program.run_with_input(&[&plain[..], &["--resolve", "river"], more].concat(), &calls());
        assert_eq!(outcome.code, 0, "{}", outcome.err);
        assert!(outcome.err.contains("call-raise-resolved"), "{}", outcome.err);
        serde_json::from_str(&outcome.out).unwrap()
    };
    let by_iterations = played(&["--resolve-iterations", "3"]);
    assert_eq!(by_iterations["resolved"], json!({ "round": "river", "iterations": 3 }));
    assert_eq!(played(&["--resolve-iterations", "3"]), by_iterations);
    assert_eq!(played(&["--seconds", "0.05"])["resolved"], json!({ "round": "river", "seconds": 0.05 }));
    program.refuses_lines(&[
        ("play call-raise --seconds 1", "--resolve"),
        ("play call-raise --resolve river --seconds 0", "--seconds"),
        ("play call-raise --resolve river --seconds nan", "--seconds"),
        ("play call-raise --resolve river --seconds 1 --resolve-iterations 9", "--resolve-iterations"),
        ("play call-raise --resolve turn", "--resolve"),
        ("explore call-raise --seconds 1", "--resolve"),
        ("player --strategy call-raise --seconds 1 127.0.0.1 1", "--resolve"),
        ("player --strategy call-raise --game kuhn --resolve river 127.0.0.1 1", "re-solving"),
    ]);
}

#[test]
fn what_cannot_be_done_is_said_and_leaving_keeps_what_is_finished() {
    let program = Program::new();
    let words = ["play", "always-raise", "--seed", "3", "--log", "me.log"];
    // The first hand is folded, the second left.
    let left = program.run_with_input(&words, "x\n\nF\nc\nq\n");
    assert_eq!(left.code, 0, "{}", left.err);
    assert!(left.out.contains("'x' cannot be done here") && left.out.contains("you fold"), "{}", left.out);
    assert!(left.out.contains("you leave; this hand is left out"), "{}", left.out);
    assert!(left.out.contains("you lose 10") && left.out.contains("1 hand, -10 chips"), "{}", left.out);
    assert_eq!(hands_of(&program, "me.log").len(), 1);
    // The end of the input is an end, too.
    assert_eq!(program.run_with_input(&words, "").code, 0);
    assert_eq!(hands_of(&program, "me.log").len(), 1);
    program.write("other.log", "not a log\n");
    program.refuses_lines(&[("play always-call --log other.log", "other.log: line 1")]);
}

#[test]
fn the_keys_of_the_page_work_and_a_question_mark_explains_them() {
    let program = Program::new();
    let played = |game: &str, lines: &str| {
        let words = format!("play always-call --seed 7 --hands 1 --quiet {game}");
        let outcome = program.run_with_input(&words.split(' ').filter(|it| !it.is_empty()).collect::<Vec<_>>(), lines);
        assert_eq!(outcome.code, 0, "{}", outcome.err);
        outcome.out
    };
    for game in ["", "--game holdem-nolimit --stack 50"] {
        let calls = played(game, &"c\n".repeat(9));
        for other in ["k\n", "K\n", "check\n", "call\n"] {
            assert_eq!(played(game, &other.repeat(9)), calls, "{other}");
        }
        let raises = played(game, &"r\n".repeat(9));
        for other in ["b\n", "bet\n", "raise\n"] {
            assert_eq!(played(game, &other.repeat(9)), raises, "{other}");
        }
        assert!(raises.contains("you raise") && raises.contains("you bet"), "{raises}");
    }
    let helped = played("", "?\nhelp\nx\nq\n");
    assert_eq!(helped.matches("c or k checks or calls, r or b bets or raises").count(), 3, "{helped}");
    assert!(helped.contains("'x' cannot be done here; ? shows the keys"), "{helped}");
}

#[test]
fn cards_and_board_stand_before_every_question() {
    let program = Program::new();
    let shown = program.run_with_input(&["play", "always-call", "--seed", "7", "--hands", "1"], &calls()).out;
    let questions: Vec<&str> = shown.lines().filter(|line| line.ends_with("q quit?")).collect();
    let own = shown.split(" with ").nth(1).unwrap().lines().next().unwrap();
    let flop = shown.split("flop: ").nth(1).unwrap().lines().next().unwrap();
    assert!(questions.len() >= 4 && questions.iter().all(|it| it.starts_with(&format!("  {own}"))), "{shown}");
    assert!(questions[0].starts_with(&format!("  {own}, pot 20: ")), "{shown}");
    assert!(questions[1].starts_with(&format!("  {own} on {flop}, pot ")), "{shown}");
    let river = questions.last().unwrap().split(" on ").nth(1).unwrap().split(',').next().unwrap();
    assert_eq!(river.split(' ').count(), 5, "{shown}");
}

#[test]
fn few_hands_have_no_interval() {
    let program = Program::new();
    let played = |hands: &str| {
        let out = program.run_with_input(&["play", "always-call", "--seed", "7", "--hands", hands], &calls()).out;
        out.lines().rfind(|line| line.starts_with("result")).unwrap().to_owned()
    };
    let (one, two) = (played("1"), played("2"));
    assert!(one.contains("1 hand, ") && !one.contains("95 %") && !one.contains('±'), "{one}");
    assert!(two.contains("2 hands, ") && two.contains('±') && two.ends_with("(95 %)"), "{two}");
    let none = program.run_with_input(&["play", "always-call", "--seed", "7"], "q\n").out;
    assert!(none.contains("no finished hand") && !none.contains("0 hands") && !none.contains("95 %"), "{none}");
}

#[test]
#[cfg(unix)]
fn an_interruption_ends_with_130_and_keeps_finished_hands() {
    use std::io::{BufRead, BufReader, Write};
    let program = Program::new();
    let words = ["play", "always-raise", "--seed", "3", "--log", "me.log", "--quiet"];
    let mut child = program.start(&words);
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"f\n").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    while !lines.next().unwrap().unwrap().starts_with("Hand 2") {}
    send(&child, "-INT");
    let Outcome { code, err: said, .. } = end(child);
    assert_eq!((code, said.lines().count()), (130, 1), "{said}");
    assert!(said.contains("interrupted; 1 hand finished and saved"), "{said}");
    assert_eq!(hands_of(&program, "me.log").len(), 1);
    drop(input);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_keeps_both_files_alike_and_says_what_is_not_saved() {
    let program = Program::new();
    let words = "play always-call --seed 5 --hands 8 --log me.log --phh me.phhs --quiet";
    // Files of at most 2,048 bytes: some hands fit.
    program.write("lines", calls());
    let line = format!("trap '' XFSZ; ulimit -f 4; exec equipoise {words} < lines");
    let output = program.shell(&line).output().unwrap();
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!((output.status.code(), err.lines().count()), (Some(1), 1), "{out} {err}");
    let kept = hands_of(&program, "me.log");
    let missing = 8 - kept.len();
    assert!((1..7).contains(&missing), "{missing}");
    let said = format!("{missing} hands not saved: me.phhs: cannot be written");
    assert!(err.contains(&said) && out.contains("1 hand not saved: me.phhs"), "{err} {out}");
    // All hands are played and counted, and the files hold the same ones.
    assert!(out.contains("8 hands, "), "{out}");
    both_files_hold(&program, kept.len());
    let more = ["play", "always-call", "--seed", "5", "--hands", "2", "--log", "me.log", "--phh", "me.phhs"];
    assert_eq!(program.run_with_input(&more, &calls()).code, 0);
    both_files_hold(&program, kept.len() + 2);
}

#[test]
fn a_hand_history_that_was_cut_off_goes_on() {
    let program = Program::new();
    let words = ["play", "always-call", "--seed", "5", "--hands", "2", "--log", "me.log", "--phh", "me.phhs"];
    assert_eq!(program.run_with_input(&words, &calls()).code, 0);
    let path = program.folder().join("me.phhs");
    let text = std::fs::read_to_string(&path).unwrap();
    for cut in ["\n[2", "\n[2]\n", "[2]\nvariant", "actions = ['d dh p1 ", "players = [\"", "finishing_stacks = [2"] {
        let end = text.rfind(cut).unwrap() + cut.len();
        std::fs::write(&path, &text[..end]).unwrap();
        assert_eq!(program.run_with_input(&[&words[..2], &words[6..]].concat(), "q\n").code, 0, "{cut}");
        both_files_hold(&program, 2);
    }
}

#[test]
fn nothing_is_said_of_no_hands() {
    let program = Program::new();
    let outcome = program.run(&["play", "always-call", "--json"]);
    let document: serde_json::Value = serde_json::from_str(&outcome.out).unwrap();
    assert_eq!((&document["hands"], &document["mbb_per_game"]), (&0.into(), &serde_json::Value::Null));
}
