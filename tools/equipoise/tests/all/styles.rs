//! `styles` on logs of known players: what it says of them, stable under renaming, and logs that cannot be used.

use crate::program::{Program, player};
use serde_json::Value;

/// Logs between built-in policies, a file for each pair.
fn logs(program: &Program, hands: &str) -> Vec<String> {
    let players = ["always-call", "always-raise", "call-raise", "uniform"];
    let mut files = Vec::new();
    for (place, one) in players.iter().enumerate() {
        for other in &players[place + 1..] {
            let file = format!("{one}-{other}.log");
            program.json(&["match", one, other, "--hands", hands, "--log", &file, "--seed", "3"]);
            files.push(file);
        }
    }
    files
}

#[test]
fn known_players_are_said_to_play_as_they_do_and_halves_of_a_log_land_together() {
    let program = Program::new();
    let files = logs(&program, "400");
    // Each player's games of the second half under another name.
    for file in &files {
        let text = program.read(file);
        let halves = text.lines().filter(|line| line.starts_with("STATE")).enumerate().map(|(number, line)| {
            let (rest, names) = line.rsplit_once(':').unwrap();
            let names: Vec<String> = names.split('|').map(|name| format!("{name}{}", 1 + number / 200)).collect();
            format!("{rest}:{}\n", names.join("|"))
        });
        let halves: String = halves.collect();
        program.write(file, halves);
    }
    let words: Vec<&str> = std::iter::once("styles").chain(files.iter().map(String::as_str)).collect();
    let found = program.json(&[&words[..], &["--clusters", "4", "--features", "strength", "--out", "out"]].concat());
    assert_eq!(found["hands"], 2_400);
    for half in ["1", "2"] {
        let of = |name: &str, key: &str| player(&found, &format!("{name}{half}"))[key].as_f64().unwrap();
        assert_eq!((of("always-call", "looseness"), of("always-call", "aggression")), (1.0, 0.0));
        assert!(of("always-raise", "aggression") > 0.7 && of("always-raise", "looseness") == 1.0);
        assert!((of("call-raise", "aggression") - 0.5).abs() < 0.1 && of("call-raise", "fold_to_bet") == 0.0);
        assert!((of("uniform", "fold_to_bet") - 1.0 / 3.0).abs() < 5.0 * of("uniform", "fold_to_bet_se") + 0.03);
        assert!(of("uniform", "mbb_per_game") < 0.0 && of("uniform", "mbb_per_game_se") > 0.0);
    }
    for name in ["always-call", "always-raise", "call-raise", "uniform"] {
        let group = |half: &str| player(&found, &format!("{name}{half}"))["cluster"].as_u64().unwrap();
        assert_eq!(group("1"), group("2"), "{name}: {found}");
    }
    let mean = |method: &str| found["log_likelihood"][method]["mean"].as_f64().unwrap();
    assert!(
        mean("clusters") > mean("node") && mean("clusters") > mean("majority") && mean("clusters") > mean("network")
    );
    assert!(found["log_likelihood"]["node_strength"]["se"].as_f64().unwrap() > 0.0);
    let page = program.read("out/styles.html");
    assert!(page.contains("<svg") && page.contains("always-raise1"));
    let written = program.read("out/styles.json");
    assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), found);
}

#[test]
fn threads_change_nothing_and_hand_histories_say_the_same_as_logs() {
    let program = Program::new();
    let both = ["--log", "a.log", "--phh", "a.phhs"];
    program.json(&[&["match", "call-raise", "uniform", "--hands", "300"][..], &both].concat());
    let words = |file: &'static str, threads: &'static str| {
        ["styles", file, "--clusters", "2", "--features", "strength", "--threads", threads]
    };
    let one = program.json(&words("a.log", "1"));
    assert_eq!(one, program.json(&words("a.log", "7")));
    assert_eq!(one, program.json(&words("a.phhs", "2")));
    assert_eq!(one["clusters"]["count"], 2);
}

#[test]
fn logs_that_cannot_be_used_are_refused_in_one_line() {
    let program = Program::new();
    program.json(&["match", "call-raise", "uniform", "--hands", "300", "--log", "good.log"]);
    let good = program.read("good.log");
    program.write("empty.log", "");
    program.write("comments.log", "# name/game/hands/seed a holdem 10 1\n");
    program.write("kuhn.log", "STATE:0:rc:Ks|Qs:2|-2:a|b\n");
    program.write("middle.log", good.replacen("STATE:7:", "STATE:7;", 1));
    program.write("chips.log", good.replacen("\nSTATE:5:", "\nSTATE:x5:", 1));
    program.write("binary.log", [0xff, 0xfe, 0x00]);
    let few: String = good.lines().take(7).map(|line| format!("{line}\n")).collect();
    program.write("few.log", few);
    program.refuses(&[
        (&["styles", "nowhere.log"][..], "nowhere.log: cannot open it"),
        (&["styles", "empty.log"], "empty.log: no finished hand"),
        (&["styles", "comments.log"], "comments.log: no finished hand"),
        (
            &["styles", "kuhn.log"],
            "kuhn.log: line 1: 'STATE:0:rc:Ks|Qs:2|-2:a|b', expected a finished hand of heads-up",
        ),
        (&["styles", "middle.log"], "middle.log: line 12"),
        (&["styles", "chips.log"], "chips.log: line 10"),
        (&["styles", "binary.log"], "binary.log: line 1: '\\0\\0\\0', expected a finished hand"),
        (&["styles", "few.log"], "no player of 100 hands"),
        (&["styles", "good.log", "good.log"], "good.log: given twice"),
        (&["styles", "good.log", "--clusters", "0"], "--clusters: 0, expected auto or a number from 1 to 8"),
        (&["styles", "good.log", "--clusters", "9"], "--clusters: 9"),
        (&["styles", "good.log", "--clusters", "-1"], "--clusters: '-1'"),
        (&["styles", "good.log", "--clusters", "3"], "no more groups than players"),
    ]);
}

#[test]
fn a_log_that_was_cut_off_and_a_player_of_three_hands_are_said_and_left_out() {
    let program = Program::new();
    program.json(&["match", "call-raise", "uniform", "--hands", "400", "--log", "a.log"]);
    let whole = program.read("a.log");
    let cut = whole.find("STATE:390:").unwrap() + 15;
    program.write("cut.log", &whole[..cut]);
    let visitor: String = whole
        .lines()
        .filter(|line| line.starts_with("STATE:"))
        .take(3)
        .map(|line| format!("{}\n", line.replace(":uniform|", ":visitor|").replace("|uniform", "|visitor")))
        .collect();
    program.write("visitor.log", visitor);
    let found = program.json(&["styles", "cut.log", "visitor.log", "--clusters", "1", "--features", "strength"]);
    assert_eq!(found["hands"], 393);
    assert_eq!((&player(&found, "visitor")["cluster"], &player(&found, "visitor")["hands"]), (&Value::Null, &3.into()));
    let remarks = found["remarks"].to_string();
    assert!(remarks.contains("cut.log: its last hand was cut off") && remarks.contains("visitor (3)"), "{remarks}");
}
