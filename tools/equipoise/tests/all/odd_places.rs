//! Places that are not what their names say: links in a run's folder, paths that are not text, files cut short in use.
#![cfg(unix)]

use crate::program::{Program, binary, host_of};
use crate::small_buckets::write_buckets;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::process::Command;
use std::slice::from_ref;

#[test]
fn a_run_empties_no_file_that_a_link_in_its_folder_leads_to() {
    let program = Program::new();
    let victim = program.write("victim", "precious");
    let run = program.folder().join("run");
    fs::create_dir(&run).unwrap();
    let words = ["run", "quickstart", "--out", "run"];
    symlink("../victim", run.join("lock")).unwrap();
    program.refuses(&[(&words, "run/lock: it is a link to ../victim")]);
    fs::remove_file(run.join("lock")).unwrap();
    fs::hard_link(&victim, run.join("lock")).unwrap();
    program.refuses(&[(&words, "a file with 2 names")]);
    fs::remove_file(run.join("lock")).unwrap();
    program.write("run/lock", "notes of mine");
    program.refuses(&[(&words, "not a lock of this program")]);
    assert_eq!(fs::read_to_string(run.join("lock")).unwrap(), "notes of mine");
    assert_eq!(fs::read_to_string(&victim).unwrap(), "precious");
}

#[test]
fn a_result_takes_no_place_but_that_of_an_older_one() {
    let program = Program::new();
    let solve = ["solve", "--game", "kuhn", "--iterations", "5", "--save"];
    let save = |place: &'static str| [&solve[..], &[place]].concat();
    program.json(&save("s.json"));
    program.json(&save("s.json"));
    let place = |name: &str| program.folder().join(name);
    symlink("s.json", place("link")).unwrap();
    assert!(Command::new("mkfifo").arg(place("pipe")).status().unwrap().success());
    program.write("notes.txt", "precious");
    for (name, found) in [("link", "a link to s.json"), ("pipe", "a pipe"), ("notes.txt", "other contents")] {
        let line = program.refusal(2, &save(name));
        assert!(line.contains(&format!("{name}: it is ")) && line.contains(found), "{line}");
    }
    assert!(place("link").symlink_metadata().unwrap().is_symlink());
    assert!(!place("pipe").symlink_metadata().unwrap().is_file());
    assert_eq!(fs::read_to_string(place("notes.txt")).unwrap(), "precious");
    // What the same command reads, under another name of it.
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/../../solver/games/kuhn.game");
    let game = program.write("k.game", fs::read(game).unwrap());
    fs::hard_link(&game, place("other.game")).unwrap();
    let before = fs::read(&game).unwrap();
    program.refuses_lines(&[
        ("solve --game k.game --iterations 5 --save ./other.game", "a file that is read here"),
        ("league always-call uniform --boards 2 --csv x.svg --picture ./x.svg", "the place of another result"),
        ("league always-call uniform --boards 2 --csv notes.txt", "other contents"),
        ("match always-call uniform --method hands --hands 2 --log y --phh ./y", "the same file as --log"),
    ]);
    assert_eq!(fs::read(&game).unwrap(), before);
    // A name that a file can have, however long, and a place that is not there before the work.
    let long = "b".repeat(250);
    program.json(&[&solve[..], &[&long]].concat());
    assert!(place(&long).is_file());
    let line = program.refusal(1, &["solve", "--game", "leduc", "--iterations", "1000000000", "--save", "nodir/x"]);
    assert!(line.contains("nodir/x"), "{line}");
}

#[test]
fn a_path_that_is_not_text_is_a_path_like_any_other() {
    let program = Program::new();
    write_buckets(&program.folder().join("buckets"));
    let odd = |end: &str| {
        let mut name = OsString::from(OsStr::from_bytes(b"r\xff"));
        name.push(end);
        name
    };
    let words = |words: &[&str], places: &[OsString]| -> serde_json::Value {
        let mut command = binary();
        command.args(words).args(places).args(["--json", "--quiet"]).current_dir(program.folder());
        let output = command.output().unwrap();
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let trained = words(&["train", "--buckets", "buckets", "--iterations", "3", "--out"], &[odd("")]);
    assert_eq!(trained["checkpoint"], "r\\xff/training/default/checkpoint");
    let file = odd("/strategies/default.strategy");
    let written = "r\\xff/strategies/default.strategy";
    assert_eq!(words(&["export"], &[odd("")])["file"], written);
    assert_eq!(words(&["inspect"], from_ref(&file))["file"], written);
    assert_eq!(words(&["verify"], from_ref(&file))["files"][0]["file"], written);
    let arrays = words(&["arrays", "--out"], &[odd("/arrays"), file.clone()]);
    assert!(arrays["arrays"][0]["file"].as_str().unwrap().starts_with("r\\xff/arrays/"), "{arrays}");
    assert_eq!(words(&["report"], &[odd("")])["file"], "r\\xff/report.html");
    assert_eq!(words(&["strategy"], &[file.clone(), "AhKd".into()])["street"], "preflop");
    let other = odd("/strategies/e\u{301}.strategy");
    fs::copy(program.folder().join(&file), program.folder().join(&other)).unwrap();
    words(&["match", "--boards", "2"], &[file.clone(), other.clone()]);
    let league = words(&["league", "--boards", "2", "always-call"], from_ref(&file));
    assert_eq!(league["players"], serde_json::json!(["always-call", "default"]));
    words(&["exploit", "--flops", "2", "--out"], &[odd("/kept"), file.clone()]);
    let played = words(&["play", "--hands", "1", "--log"], &[odd(".log"), file.clone()]);
    assert_eq!((&played["strategy"], &played["log"]), (&written.into(), &"r\\xff.log".into()));
    let game = odd(".game");
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/../../solver/games/kuhn.game"), program.folder().join(&game))
        .unwrap();
    assert_eq!(words(&["game"], from_ref(&game))["information_sets"], 12);
    assert_eq!(words(&["solve", "--iterations", "0", "--game"], &[game])["game"], "r\\xff.game");
    let mut dealer = binary();
    dealer.args([OsStr::new("dealer"), &odd("m"), &odd(".game")]).args(["1", "7", "A", "B", "--start_timeout", "1"]);
    let waited = dealer.current_dir(program.folder()).output().unwrap();
    let said = String::from_utf8_lossy(&waited.stderr);
    assert!(waited.status.code() == Some(1) && said.contains("no player connected within"), "{said}");
    let manual = words(&["manual", "--out"], &[odd("/manual")]);
    assert_eq!(manual["pages"], "r\\xff/manual/man1");
    let compared = words(&["buckets", "compare", "buckets/flop.buckets"], &[odd("/buckets/flop.buckets")]);
    assert_eq!(compared["files"][1], "r\\xff/buckets/flop.buckets");
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_that_is_cut_short_while_it_is_served_ends_the_program_with_a_line() {
    let program = Program::new();
    program.trained("1");
    let mut child = program.start(&["explore", "run", "--port", "0", "--quiet"]);
    let mut address = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
    let host = host_of(&address);
    let river = fs::OpenOptions::new().write(true).open(program.folder().join("buckets/river.buckets")).unwrap();
    river.set_len(8192).unwrap();
    let mut stream = TcpStream::connect(&host).unwrap();
    let spot = "/api/spot?strategy=0&board=AhKdQsJcTd&betting=cc/cc/cc/";
    write!(stream, "GET {spot} HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
    let mut said = String::new();
    let _ = stream.read_to_string(&mut said);
    let code = child.wait().unwrap().code();
    let mut line = String::new();
    child.stderr.take().unwrap().read_to_string(&mut line).unwrap();
    assert_eq!((code, line.lines().count()), (Some(1), 1), "{line} {said}");
    assert!(line.contains("buckets/river.buckets: cannot be read any more"), "{line}");
}
