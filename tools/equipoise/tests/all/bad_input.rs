//! Wrong arguments and wrong files: exit code 2, one line that says what, where and what to do, no panic.

use crate::program::{Program, binary};

#[test]
fn malformed_game_and_study_files_are_refused_with_their_line() {
    let program = Program::new();
    program.write("bad.game", "GAMEDEF\nlimit\nnumPlayers = 3\nEND GAMEDEF\n");
    let uneven = "GAMEDEF\nnolimit\nnumPlayers = 2\nstack = 1000 900\nnumRounds = 1\nblind = 10 5\nfirstPlayer = 2\n\
                  numSuits = 1\nnumRanks = 3\nnumHoleCards = 1\nnumBoardCards = 0\nEND GAMEDEF\n";
    program.write("uneven.game", uneven);
    program.write("bad.sizes", "[all]\nraise = []\nbet = [\"50%\", \"70\"]\n");
    program.write("bad.toml", "name = \"x\"\nseed = \n");
    program.write("short.toml", "name = \"x\"\n");
    program.write("hsd.toml", "name = \"x\"\n[flop]\nfeature = \"hsd\"\n");
    program.refuses_lines(&[
        ("game bad.game", "line 3"),
        ("game uneven.game", "line 4: stacks of 1000 and 900: only equal stacks are supported"),
        ("game holdem-nolimit --sizes bad.sizes", "bad.sizes: line 3, column 15: '70' is not a bet size; write 50%"),
        (
            "game holdem-nolimit --stack 100000",
            "1048576 decisions, found 1488656; drop the size '50%', which leaves 6240",
        ),
        ("game none.game", "none.game"),
        ("game .", "."),
        ("run bad.toml", "line 2"),
        ("run short.toml", "opponents"),
        ("plan hsd.toml", "buckets"),
    ]);
    // Nothing was begun.
    assert!(!program.folder().join("runs").exists());
}

#[test]
fn files_of_another_kind_are_refused() {
    let program = Program::new();
    let file = program.cluster_file();
    let file = file.to_str().unwrap();
    program.write("text", "not a file of ours, but long enough to have a header");
    program.refuses(&[
        (&["strategy", file, "AhKd"], "opponent-clusters"),
        (&["match", file, "always-call"], "opponent-clusters"),
        (&["hand", "AhKd", "--buckets", file], "opponent-clusters"),
        (&["inspect", "text"], "not an Equipoise file"),
        (&["strategy", "text", "AhKd"], "not an Equipoise file"),
        (&["match", "text", "uniform"], "not an Equipoise file"),
    ]);
}

#[test]
fn folders_without_what_is_needed_are_refused_and_stay_as_they_are() {
    let program = Program::new();
    std::fs::create_dir(program.folder().join("empty")).unwrap();
    program.refuses_lines(&[
        ("train --iterations 5 --out empty", "no bucket file of the flop"),
        ("export empty", "nothing has been trained"),
        ("report empty", "empty"),
        ("game kuhn --threads many", "'many' for '--threads <N>': not a whole number"),
        ("match uniform always-call --hands 99999999999999999999", "too large a number"),
        ("explore empty", "no strategies there"),
    ]);
    assert_eq!(std::fs::read_dir(program.folder().join("empty")).unwrap().count(), 0);
}

#[test]
fn a_file_where_a_folder_should_be_is_a_wrong_argument() {
    let program = Program::new();
    program.write("file", "no folder");
    program.refuses_lines(&[
        ("opponent-clusters --clusters 2 --restarts 1 --out file", "file: expected a folder"),
        ("opponent-clusters --clusters 2 --restarts 1 --out file/run", "file: expected a folder"),
        ("dealer m kuhn 20 1 Alice Bob --out file/there", "file: expected a folder"),
        ("exploit always-fold --flops 2 --pictures file/below", "--pictures"),
        ("reproduce superiority --out file", "file: cannot be made"),
        ("reproduce superiority --out file", "--out"),
        ("reproduce superiority --agent file", "file: cannot be made"),
        ("reproduce superiority --agent file", "--agent"),
        ("manual --out file", "file"),
        ("manual --out file/manual", "file/manual"),
    ]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_written_is_a_failure_of_the_work() {
    let program = Program::new();
    for command in [&["opponent-clusters", "--clusters", "2", "--restarts", "1"][..], &["manual"]] {
        let line = program.refusal(1, &[command, &["--out", "/proc/run"]].concat());
        assert!(line.contains("/proc/run"), "{line}");
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
    let program = Program::new();
    program.refuses_lines(
        &[
            "game /dev/zero",
            "plan /dev/zero",
            "run /dev/zero",
            "inspect /dev/zero",
            "solve --iterations 1 --game /dev/zero",
            "hand AhKd --buckets /dev/zero",
            "hand AhKd --opponent-clusters /dev/zero",
            "strategy /dev/zero --betting '' AhKd",
            "match always-call /dev/zero",
            "explore /dev/zero",
            "buckets import flop /dev/zero",
            "arrays /dev/zero",
            "import --blind /dev/zero",
            "daifugo play --games 1 --players random,random,random,random,usemel:/dev/zero",
        ]
        .map(|line| (line, "/dev/zero")),
    );
    // What verify says of each file stands on stdout, too.
    let said = program.run(&["verify", "/dev/zero", "--quiet"]);
    assert!(said.code == 2 && said.err.contains("/dev/zero"), "{}", said.err);
}

#[test]
fn letters_that_steer_a_terminal_are_shown_escaped() {
    let program = Program::new();
    program.write("evil.game", "GAMEDEF\nlimit\nnumPlayers = 2\n\u{1b}[2J\u{202e}evil = 3\nEND GAMEDEF\n");
    let name = "a\u{9b}2J\u{200b}b";
    program
        .refuses(&[(&["game", "evil.game"], "\\u{1b}[2J\\u{202e}evil"), (&["inspect", name], "a\\u{9b}2J\\u{200b}b")]);
    // A document's value stays the same.
    let said = program.run(&["verify", name, "--json", "--quiet"]);
    assert!(!said.out.contains('\u{200b}') && said.out.contains("\\u200b"), "{}", said.out);
    let document: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(document["files"][0]["file"], name);
}
