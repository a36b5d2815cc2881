//! Wrong arguments and wrong files: exit code 2, one line that says what, where and what to do, no panic.

use crate::program::{Program, binary};

#[test]
fn cards_that_do_not_exist_are_refused() {
    Program::new().refuses(&[
        (&["hand", "AhXx"], "Xx"),
        (&["hand", "AhK"], "'K'"),
        (&["hand", "AhKd", "Qs7h1c"], "1c"),
    ]);
}

#[test]
fn a_card_cannot_be_dealt_twice() {
    Program::new().refuses(&[
        (&["hand", "AhAh"], "twice"),
        (&["hand", "AhKd", "Ah7h2c"], "twice"),
        (&["hand", "AhKd", "7h7h2c"], "twice"),
    ]);
}

#[test]
fn a_wrong_number_of_cards_is_refused() {
    Program::new().refuses(&[
        (&["hand", "Ah"], "2 hole cards"),
        (&["hand", "AhKdQs"], "2 hole cards"),
        (&["hand", "AhKd", "Qs7h"], "0, 3, 4 or 5"),
        (&["hand", "AhKd", "Qs7h2c3c4c5c"], "0, 3, 4 or 5"),
    ]);
}

#[test]
fn numbers_outside_their_range_are_refused() {
    Program::new().refuses(&[
        (&["hand", "AhKd", "--clusters", "0"], "1..=169"),
        (&["opponent-clusters", "--clusters", "170"], "1..=169"),
        (&["hand", "AhKd", "--bins", "0"], "1..=500"),
        (&["buckets", "build", "flop", "--feature", "hsd", "--count", "0"], "1..=1048576"),
        (&["game", "kuhn", "--threads", "0"], "1..=1024"),
        (&["game", "kuhn", "--seed", "-1"], "--seed"),
        (&["opponent-clusters", "--clusters", "-1"], "1..=169"),
        (&["unindex", "flop", "-1"], "INDEX"),
        (&["train", "--iterations", "0"], "iterations"),
        (&["train", "--time", "5", "--out", "r"], "duration"),
        (&["match", "always-call", "uniform", "--hands", "3"], "even"),
        (&["match", "always-call", "uniform", "--boards", "0"], "boards"),
    ]);
}

#[test]
fn an_index_beyond_its_street_is_refused() {
    Program::new().refuses(&[
        (&["unindex", "preflop", "169"], "168"),
        (&["unindex", "flop", "1286792"], "1286791"),
        (&["unindex", "river", "2428287420"], "2428287419"),
        (&["unindex", "river", "123156254", "--unordered"], "123156253"),
        (&["unindex", "showdown", "1"], "streets"),
    ]);
}

#[test]
fn missing_and_unknown_arguments_are_one_line() {
    Program::new().refuses(&[
        (&["hand"], "HOLE"),
        (&["nonsense"], "nonsense"),
        (&["hand", "AhKd", "--nonsense"], "--nonsense"),
        (&["opponent-clusters"], "--clusters"),
        (&["solve", "--game", "kuhn"], "--iterations"),
        (&["solve", "--game", "kuhn", "--iterations", "1", "--algorithm", "guess"], "cfr+"),
        (&["train", "--out", "r"], "--iterations"),
        (&["train", "--iterations", "1"], "--out"),
        (&["league", "uniform"], "2"),
        (&["league", "always-call", "uniform", "--method", "exact"], "use boards"),
        (&["match", "always-call", "uniform", "--method", "exact", "--boards", "5"], "leave out --boards"),
        (&["match", "always-call", "uniform", "--method", "boards", "--hands", "2"], "--boards"),
        (&["match", "always-call", "nobody"], "always-fold"),
    ]);
}

#[test]
fn settings_that_contradict_each_other_are_refused() {
    Program::new().refuses(&[
        (&["buckets", "build", "river", "--feature", "hsd", "--method", "percentiles", "--count", "5"], "strength"),
        (
            &["buckets", "build", "flop", "--feature", "hsd", "--count", "5", "--sample-fraction", "0"],
            "sample fraction",
        ),
        (&["buckets", "build", "flop", "--feature", "strength", "--count", "5", "--bins", "3"], "hsd"),
        (
            &[
                "buckets",
                "build",
                "flop",
                "--feature",
                "strength",
                "--method",
                "split-percentiles",
                "--centre",
                "median",
                "--count",
                "5",
            ],
            "always the mean",
        ),
        (&["buckets", "build", "preflop", "--feature", "hsd", "--count", "5"], "169"),
        (&["buckets", "build", "flop", "--feature", "hsd", "--count", "5", "--clusters", "3"], "ochs"),
        (&["buckets", "build", "flop", "--feature", "ochs", "--count", "5", "--bins", "3"], "hsd"),
        (&["buckets", "build", "flop", "--feature", "hsd", "--count", "50", "--sample-rows", "9"], "sample_rows"),
        (&["train", "--time", "5s", "--iterations", "5", "--out", "r"], "--iterations"),
        (&["solve", "--game", "holdem", "--iterations", "1"], "train"),
    ]);
}

#[test]
fn malformed_game_and_study_files_are_refused_with_their_line() {
    let program = Program::new();
    program.write("bad.game", "GAMEDEF\nlimit\nnumPlayers = 3\nEND GAMEDEF\n");
    program.write("bad.toml", "name = \"x\"\nseed = \n");
    program.write("short.toml", "name = \"x\"\n");
    for (arguments, word) in [
        (["game", "bad.game"], "line 3"),
        (["game", "none.game"], "none.game"),
        (["game", "."], "."),
        (["run", "bad.toml"], "line 2"),
        (["run", "short.toml"], "opponents"),
        (["run", "none.toml"], "none.toml"),
    ] {
        program.refuses(&[(&arguments, word)]);
    }
    // Nothing was begun.
    assert!(!program.folder().join("runs").exists());
}

#[test]
fn files_of_another_kind_are_refused() {
    let program = Program::new();
    let file = program.cluster_file();
    let file = file.to_str().unwrap();
    program.write("text", "not a file of ours, but long enough to have a header");
    for arguments in
        [&["strategy", file, "AhKd"][..], &["match", file, "always-call"], &["hand", "AhKd", "--buckets", file]]
    {
        let line = program.refusal(2, arguments);
        assert!(line.contains("opponent-clusters"), "{line}");
    }
    for arguments in [&["inspect", "text"][..], &["strategy", "text", "AhKd"], &["match", "text", "uniform"]] {
        let line = program.refusal(2, arguments);
        assert!(line.contains("not an Equipoise file"), "{line}");
    }
}

#[test]
fn folders_without_what_is_needed_are_refused_and_stay_as_they_are() {
    let program = Program::new();
    std::fs::create_dir(program.folder().join("empty")).unwrap();
    program.refuses(&[
        (&["train", "--iterations", "5", "--out", "empty"][..], "no bucket file of the flop"),
        (&["train", "--iterations", "5", "--out", "none"], "none"),
        (&["train", "--sampler", "full", "--iterations", "5", "--out", "none"], "small game"),
        (&["train", "--algorithm", "hs-dcfr", "--time", "5s", "--out", "none"], "--iterations"),
        (&["train", "--opponent", "exact", "--iterations", "5", "--out", "none"], "none"),
        (&["train", "--opponent-turn", "t", "--iterations", "5", "--out", "none"], "--opponent exact"),
        (&["train", "--opponent", "exact", "--sampler", "chance", "--iterations", "5", "--out", "none"], "boards"),
        (&["train", "--opponent", "nobody", "--iterations", "5", "--out", "none"], "itself or exact"),
        (&["train", "--opponent", "exact", "--opponent-turn", "no", "--iterations", "5", "--out", "none"], "no: "),
        (&["export", "empty"], "nothing has been trained"),
        (&["report", "none"], "none"),
        (&["report", "empty"], "empty"),
    ]);
    assert_eq!(std::fs::read_dir(program.folder().join("empty")).unwrap().count(), 0);
    assert!(!program.folder().join("none").exists());
}

#[test]
fn a_file_where_a_folder_should_be_is_a_wrong_argument() {
    let program = Program::new();
    program.write("file", "no folder");
    for out in ["file", "file/run"] {
        program.refuses(&[(
            &["opponent-clusters", "--clusters", "2", "--restarts", "1", "--out", out],
            "file: expected a folder",
        )]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_written_is_a_failure_of_the_work() {
    let program = Program::new();
    for command in [&["opponent-clusters", "--clusters", "2", "--restarts", "1"][..], &["manual"]] {
        let line = program.refusal(1, &[command, &["--out", "/proc/run"]].concat());
        assert!(line.contains("/proc/run"), "{line}");
    }
    program.write("file", "in the way");
    for out in ["file", "file/manual"] {
        program.refuses(&[(&["manual", "--out", out], out)]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_stdout_is_a_failure_of_the_work() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = binary().args(["game", "kuhn"]).stdout(full).output();
    let output = output.unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), err.lines().count()), (Some(1), 1), "{err}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_device_without_an_end_is_refused_wherever_a_file_is_read() {
    for command in [
        &["game"][..],
        &["plan"],
        &["run"],
        &["inspect"],
        &["verify"],
        &["solve", "--iterations", "1", "--game"],
        &["hand", "AhKd", "--buckets"],
        &["hand", "AhKd", "--opponent-clusters"],
        &["strategy", "--betting", "", "AhKd"],
        &["match", "always-call"],
        &["explore"],
        &["buckets", "import", "flop"],
        &["arrays"],
        &["import", "--blind"],
        &["daifugo", "play", "--games", "1", "--players", "random,random,random,random,usemel:/dev/zero"],
    ] {
        let words: Vec<&str> = match command {
            ["strategy", betting @ ..] => ["strategy", "/dev/zero"].iter().chain(betting).copied().collect(),
            [.., "random,random,random,random,usemel:/dev/zero"] => command.to_vec(),
            _ => command.iter().copied().chain(["/dev/zero"]).collect(),
        };
        let said = Program::new().run(&[&words[..], &["--quiet"]].concat());
        assert_eq!(said.code, 2, "{words:?}: {}", said.err);
        assert!(said.err.contains("/dev/zero"), "{words:?}: {}", said.err);
    }
}

#[test]
fn letters_that_steer_a_terminal_are_shown_escaped() {
    let program = Program::new();
    program.write("evil.game", "GAMEDEF\nlimit\nnumPlayers = 2\n\u{1b}[2J\u{202e}evil = 3\nEND GAMEDEF\n");
    program.refuses(&[(&["game", "evil.game"], "\\u{1b}[2J\\u{202e}evil")]);
    let name = "a\u{9b}2J\u{200b}b";
    program.refuses(&[(&["inspect", name], "a\\u{9b}2J\\u{200b}b")]);
    // A document's value stays the same.
    let said = program.run(&["verify", name, "--json", "--quiet"]);
    assert!(!said.out.contains('\u{200b}') && said.out.contains("\\u200b"), "{}", said.out);
    let document: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(document["files"][0]["file"], name);
}
