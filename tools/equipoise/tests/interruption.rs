//! Signals: the first stops the work with exit code 130 and one line.
#![cfg(unix)]

use std::io::Read;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

#[test]
fn an_interrupted_command_ends_with_130_and_one_line() {
    for signal in ["-INT", "-TERM"] {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("equipoise"))
            .args(["solve", "--game", "leduc", "--algorithm", "cfr", "--iterations", "1000000000", "--quiet"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Long enough to be at work; the work itself would take days.
        sleep(Duration::from_millis(700));
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let sent = Instant::now();
        let code = child.wait().unwrap().code();
        let mut said = [String::new(), String::new()];
        child.stdout.take().unwrap().read_to_string(&mut said[0]).unwrap();
        child.stderr.take().unwrap().read_to_string(&mut said[1]).unwrap();
        assert_eq!((code, said[0].as_str(), said[1].lines().count()), (Some(130), "", 1), "{signal}: {}", said[1]);
        assert!(said[1].contains("interrupted"), "{}", said[1]);
        assert!(sent.elapsed() < Duration::from_secs(20));
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin("equipoise"))
        .args(["hand", "AhKd", "Qs7h2c", "--opponent-clusters", "johanson2013", "--quiet"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()), (Some(0), ""));
}
