//! `explore` as a program: its address, its end, and what it refuses.

use crate::program::{Program, host_of, send};
use crate::small_buckets::write_buckets;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};

#[cfg(unix)]
#[test]
fn the_page_is_served_until_it_is_interrupted() {
    let program = Program::new();
    for (json, signal) in [(false, "-INT"), (true, "-TERM")] {
        let more: &[&str] = if json { &["--json"] } else { &[] };
        let words = ["explore", "always-call", "uniform", "--port", "0", "--quiet"];
        let mut child = program.start(&[&words, more].concat());
        let (mut out, mut err) =
            (BufReader::new(child.stdout.take().unwrap()), BufReader::new(child.stderr.take().unwrap()));
        let mut line = String::new();
        let _ = if json { err.read_line(&mut line) } else { out.read_line(&mut line) }.unwrap();
        let host = host_of(&line);
        assert!(host.starts_with("127.0.0.1:"), "{line}");
        let mut stream = TcpStream::connect(&host).unwrap();
        write!(stream, "GET /api/start HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.contains(r#"["always-call","uniform"]"#), "{answer}");
        send(&child, signal);
        let mut rest = [String::new(), String::new()];
        out.read_to_string(&mut rest[0]).unwrap();
        err.read_to_string(&mut rest[1]).unwrap();
        assert_eq!((child.wait().unwrap().code(), rest[1].as_str()), (Some(0), ""), "{rest:?}");
        if json {
            let document: serde_json::Value = serde_json::from_str(&rest[0]).unwrap();
            assert_eq!(document["address"], line.trim());
        }
    }
    assert!(!program.folder().join("runs").exists(), "nobody played");
}

/// What a page begins with.
#[cfg(unix)]
fn start_of(program: &Program, words: &[&str]) -> serde_json::Value {
    let mut child = program.start(&[words, &["--port", "0", "--quiet"]].concat());
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let host = host_of(&line);
    let mut stream = TcpStream::connect(&host).unwrap();
    write!(stream, "GET /api/start HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    send(&child, "-INT");
    child.wait().unwrap();
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

#[cfg(unix)]
#[test]
fn solved_spots_are_shown_and_what_is_there_is_offered() {
    let program = Program::new();
    let spot = "deck = 20\nboard = 'AsKhTcTdQs'\npot = 20\nstack = 60\noop = 'random'\nip = 'QJ, TT+'\n\
                [sizes.all]\nbet = ['50%', 'a']\nraise = []\n";
    std::fs::write(program.folder().join("river.toml"), spot).unwrap();
    program.json(&["solve-spot", "river.toml", "--out", "spots"]);
    let start = start_of(&program, &["explore", "spots/river.spot"]);
    assert_eq!((&start["strategies"], &start["deck"]), (&serde_json::json!([]), &serde_json::json!(20)));
    assert_eq!((&start["exact"][0]["name"], &start["exact"][0]["board"]), (&"river".into(), &"AsKhTcTdQs".into()));
    let line = program.refusal(2, &["explore", "uniform", "spots/river.spot", "--port", "0"]);
    assert!(line.contains("a spot of 20 cards beside others of 52"), "{line}");
    // Without a word: the strategies of all runs, or none.
    let start = start_of(&program, &["explore", "--deck", "24"]);
    assert_eq!((&start["strategies"], &start["exact"]), (&serde_json::json!([]), &serde_json::json!([])));
    assert_eq!(start["cards"].as_array().unwrap().len(), 24);
    write_buckets(&program.folder().join("runs/mine/buckets"));
    let train = ["train", "--buckets", "runs/mine/buckets", "--iterations", "1", "--out", "runs/mine"];
    program.json(&[&train[..], &["--seed", "1"]].concat());
    program.json(&["export", "runs/mine"]);
    assert_eq!(start_of(&program, &["explore"])["strategies"], serde_json::json!(["default"]));
}

#[test]
fn a_taken_port_is_a_failure_of_the_work() {
    let program = Program::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = listener.local_addr().unwrap().port().to_string();
    let line = program.refusal(1, &["explore", "uniform", "--port", &taken]);
    assert!(line.contains(&format!("port {taken} of 127.0.0.1")) && line.contains("--port"), "{line}");
}

/// Sends a document to a page's server; gives the table that comes back.
#[cfg(target_os = "linux")]
fn post(host: &str, what: &str, document: &serde_json::Value) -> serde_json::Value {
    let body = document.to_string();
    let mut stream = TcpStream::connect(host).unwrap();
    let head = format!("Host: {host}\r\nContent-Type: application/json\r\nContent-Length: {}", body.len());
    write!(stream, "POST /api/play/{what} HTTP/1.1\r\n{head}\r\n\r\n{body}").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{document}: {answer}");
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn hands_that_a_full_disk_does_not_take_are_counted_said_and_saved_later() {
    use serde_json::json;
    let program = Program::new();
    // Files of at most 1,024 bytes: two hands fit.
    let words = "explore always-call --port 0 --quiet --seed 3 --out play";
    let mut shell = program.shell(&format!("trap '' XFSZ; ulimit -S -f 2; exec equipoise {words}"));
    let mut child = shell.stdout(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut address = String::new();
    out.read_line(&mut address).unwrap();
    let host = host_of(&address);
    let mut seen = post(&host, "sit", &json!({"strategy": 0}));
    let saved = |ending: &str, mark: &str| {
        let text = program.read(format!("play/always-call.{ending}"));
        text.lines().filter(|line| line.starts_with(mark)).count()
    };
    let mut chips = 0;
    for number in 0..5_u64 {
        while seen["won"].is_null() {
            let document = json!({"strategy": 0, "hand": number, "betting": seen["betting"], "action": "c"});
            seen = post(&host, "act", &document);
        }
        chips += seen["won"].as_i64().unwrap();
        assert_eq!((&seen["hands"], &seen["chips"]), (&json!(number + 1), &json!(chips)));
        let (unsaved, played) = (seen["unsaved"].as_u64().unwrap() as usize, number as usize + 1);
        assert_eq!(seen["problem"].is_string(), unsaved > 0, "{seen}");
        assert_eq!((saved("log", "STATE:"), saved("phhs", "variant")), (played - unsaved, played - unsaved));
        if number < 4 {
            seen = post(&host, "next", &json!({"strategy": 0, "hand": number}));
        }
    }
    assert!(seen["unsaved"].as_u64().unwrap() >= 2, "{seen}");
    assert!(seen["problem"].as_str().unwrap().contains("always-call.phhs: cannot be written"), "{seen}");
    let limits = ["--pid", &child.id().to_string(), "--fsize=100000"];
    assert!(Command::new("prlimit").args(limits).status().unwrap().success());
    let seen = post(&host, "sit", &json!({"strategy": 0}));
    assert_eq!((&seen["unsaved"], &seen["problem"]), (&json!(0), &serde_json::Value::Null), "{seen}");
    assert_eq!((saved("log", "STATE:"), saved("phhs", "variant")), (5, 5));
    send(&child, "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let [of_log, of_phh] = ["log", "phhs"].map(|it| program.json(&["judge", &format!("play/always-call.{it}")]));
    assert_eq!((&of_log["players"], &of_log["hands"]), (&of_phh["players"], &json!(5)));
}
