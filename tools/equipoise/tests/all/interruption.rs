//! Signals: the first stops the work with exit code 130 and one line.
#![cfg(unix)]

use crate::program::{Outcome, Program, binary, end, send, start_in};
use crate::small_buckets::write_buckets;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Work that would take days.
const SOLVING: [&str; 7] = ["solve", "--game", "leduc", "--algorithm", "cfr", "--iterations", "1000000000"];
const RESPONDING: [&str; 4] = ["exploit", "call-raise", "--flops", "10000"];
/// Work that keeps something later on, but nothing in its first seconds.
const BUILDING: [&str; 11] =
    ["buckets", "build", "river", "--feature", "ochs", "--clusters", "8", "--count", "9000", "--out", "made"];

/// A search that looks up once a restart.
const SEARCHING: [&str; 5] = ["opponent-clusters", "--clusters", "12", "--restarts", "1000000"];

/// A program in the midst of it.
fn endless_work(folder: &Path, arguments: &[&str]) -> Child {
    let child = start_in(folder, &[arguments, &["--quiet"]].concat());
    sleep(Duration::from_millis(700));
    child
}

#[test]
fn an_interrupted_command_ends_with_130_and_one_line() {
    let program = Program::new();
    // What can go on says so, and what kept nothing says what to do about it.
    for (arguments, signal, words) in [
        (&SOLVING[..], "-INT", "run the same command again"),
        (&SOLVING, "-TERM", "interrupted"),
        (&RESPONDING, "-TERM", "run the same command again"),
        (&BUILDING, "-INT", "before anything was kept"),
        (&SEARCHING, "-TERM", "interrupted"),
    ] {
        let child = endless_work(program.folder(), arguments);
        send(&child, signal);
        let sent = Instant::now();
        let Outcome { code, out, err } = end(child);
        assert_eq!((code, out.as_str(), err.lines().count()), (130, "", 1), "{signal}: {err}");
        assert!(err.contains("interrupted") && err.contains(words), "{err}");
        // A flop may be finished on a fast machine.
        assert!(arguments == RESPONDING || !err.contains("go on"), "nothing was kept: {err}");
        assert!(sent.elapsed() < Duration::from_secs(20));
    }
}

/// The main thread may be in the kernel for seconds, bringing a table to the disk: a second signal must not wait for
/// it.
#[test]
#[cfg(target_os = "linux")]
fn signals_are_heard_by_a_thread_that_does_nothing_else() {
    let mut child = endless_work(Path::new("."), &SOLVING);
    // The numbers of SIGHUP, SIGINT and SIGTERM are 1, 2 and 15.
    let asked = 1u64 << 0 | 1 << 1 | 1 << 14;
    let threads = std::fs::read_dir(format!("/proc/{}/task", child.id())).unwrap();
    let hears = |thread: std::fs::DirEntry| {
        let status = std::fs::read_to_string(thread.path().join("status")).unwrap();
        let field = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).unwrap().trim().to_owned();
        let blocked = u64::from_str_radix(&field("SigBlk:"), 16).unwrap();
        (blocked & asked != asked).then(|| (field("Name:"), blocked & asked))
    };
    let hearing: Vec<(String, u64)> = threads.filter_map(|thread| hears(thread.unwrap())).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(hearing, [("ctrl-c".to_owned(), 0)]);
}

/// `timeout` and batch systems signal a process and its group: the same wish twice, some milliseconds apart.
#[test]
fn signals_close_together_are_one_wish_and_a_training_is_saved() {
    let program = Program::new();
    write_buckets(&program.folder().join("buckets"));
    for (number, (signals, apart)) in
        [(["-TERM", "-TERM"], 0), (["-TERM", "-HUP"], 5), (["-INT", "-TERM"], 60)].into_iter().enumerate()
    {
        let out = format!("run{number}");
        let words = ["train", "--buckets", "buckets", "--iterations", "100000000", "--out", &out];
        let child = endless_work(program.folder(), &words);
        sleep(Duration::from_millis(800));
        for signal in signals {
            send(&child, signal);
            sleep(Duration::from_millis(apart));
        }
        let Outcome { code, err: said, .. } = end(child);
        assert_eq!((code, said.lines().count()), (130, 1), "{signals:?}: {said}");
        assert!(said.contains("run the same command again to go on"), "{signals:?}: {said}");
        assert!(program.folder().join(out).join("training/default/checkpoint").exists(), "{signals:?}");
    }
}

#[test]
#[ignore = "eighty interrupted trainings, some minutes"]
fn no_training_is_lost_without_a_word_under_timeout_or_pairs_of_signals() {
    let program = Program::new();
    write_buckets(&program.folder().join("buckets"));
    let words =
        |out: &str| ["train", "--buckets", "buckets", "--iterations", "100000000", "--out", out].map(str::to_owned);
    let mut ends = Vec::new();
    for run in 0..60 {
        let out = format!("timed{run}");
        let seconds = format!("{:.2}", 1.5 + 0.03 * f64::from(run));
        let child = Command::new("timeout")
            .args(["--preserve-status", &seconds])
            .arg(binary().get_program())
            .args(words(&out))
            .arg("--quiet")
            .current_dir(program.folder())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        ends.push((end(child), program.folder().join(out).join("training/default/checkpoint").exists()));
    }
    for pair in 0..20 {
        let out = format!("pair{pair}");
        let words = words(&out);
        let child = endless_work(program.folder(), &words.each_ref().map(String::as_str));
        sleep(Duration::from_millis(1000));
        for apart in [5 * pair, 0] {
            send(&child, "-TERM");
            sleep(Duration::from_millis(apart));
        }
        ends.push((end(child), program.folder().join(out).join("training/default/checkpoint").exists()));
    }
    let is_lost = |(Outcome { code, err, .. }, has_checkpoint): &&(Outcome, bool)| {
        *code != 130 || err.lines().count() != 1 || !err.contains("to go on") || !has_checkpoint
    };
    let lost: Vec<_> = ends.iter().filter(is_lost).map(|(outcome, kept)| (outcome.code, &outcome.err, kept)).collect();
    assert!(ends.len() == 80 && lost.is_empty(), "{} of {} lost: {lost:?}", lost.len(), ends.len());
}

/// A reader that does not read keeps the program in the kernel, where it cannot look at the flag.
#[test]
fn a_later_signal_ends_the_program_at_once_with_a_line() {
    let absent: Vec<String> = (0..4000).map(|number| format!("an-absent-file-{number}")).collect();
    let words: Vec<&str> = std::iter::once("verify").chain(absent.iter().map(String::as_str)).collect();
    let mut child = endless_work(Path::new("."), &words);
    send(&child, "-TERM");
    sleep(Duration::from_millis(1300));
    assert!(child.try_wait().unwrap().is_none(), "it waits for its reader");
    send(&child, "-TERM");
    let sent = Instant::now();
    // Its output is not read before its end.
    child.wait().unwrap();
    assert!(sent.elapsed() < Duration::from_secs(10));
    let Outcome { code, err: said, .. } = end(child);
    assert_eq!((code, said.lines().count()), (130, 1), "{said}");
    assert!(said.starts_with("equipoise: interrupted again and stopped at once"), "{said}");
}

#[test]
fn more_threads_than_help_are_not_started() {
    let program = Program::new();
    let said = program.run(&["solve", "--game", "kuhn", "--iterations", "10", "--threads", "1000"]);
    assert!(said.code == 0 && said.err.contains("--threads 1000: "), "{}", said.err);
    assert_eq!(program.json(&["solve", "--game", "kuhn", "--iterations", "10", "--threads", "2"])["iterations"], 10);
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let words = ["hand", "AhKd", "Qs7h2c", "--opponent-clusters", "johanson2013", "--quiet"];
    let mut child = start_in(Path::new("."), &words);
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()), (Some(0), ""));
}
