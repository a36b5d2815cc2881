//! `explore` as a program: its address, its end, and what it refuses.

use crate::program::Program;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};

#[cfg(unix)]
#[test]
fn the_page_is_served_until_it_is_interrupted() {
    let program = Program::new();
    for (json, signal) in [(false, "-INT"), (true, "-TERM")] {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("equipoise"));
        let more: &[&str] = if json { &["--json"] } else { &[] };
        command.args(["explore", "always-call", "uniform", "--port", "0", "--quiet"]).args(more);
        let mut child =
            command.current_dir(program.folder()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (mut out, mut err) =
            (BufReader::new(child.stdout.take().unwrap()), BufReader::new(child.stderr.take().unwrap()));
        let mut line = String::new();
        if json {
            err.read_line(&mut line).unwrap()
        } else {
            out.read_line(&mut line).unwrap()
        };
        let host = line.trim().strip_prefix("http://").unwrap().trim_end_matches('/').to_owned();
        assert!(host.starts_with("127.0.0.1:"), "{line}");
        let mut stream = TcpStream::connect(&host).unwrap();
        write!(stream, "GET /api/start HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.contains(r#"["always-call","uniform"]"#), "{answer}");
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
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

#[test]
fn a_taken_port_and_what_is_no_strategy_are_refused() {
    let program = Program::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = listener.local_addr().unwrap().port().to_string();
    let line = program.refusal(1, &["explore", "uniform", "--port", &taken]);
    assert!(line.contains(&format!("port {taken} of 127.0.0.1")) && line.contains("--port"), "{line}");
    std::fs::create_dir(program.folder().join("empty")).unwrap();
    for (words, expected) in [
        (&["nobody", "--port", "0"][..], "always-fold"),
        (&["empty"], "no strategies there"),
        (&["uniform", "--port", "99999"], "--port"),
        (&[], "RUN|STRATEGY"),
    ] {
        let line = program.refusal(2, &[&["explore"], words].concat());
        assert!(line.contains(expected), "{words:?}: {line}");
    }
}
