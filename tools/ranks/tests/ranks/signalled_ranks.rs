//! A signal to any rank ends the job like one to the first: what was trained is saved.

use crate::job::Job;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::process::{Child, Output};
use std::time::{Duration, Instant};

/// How long a job may take to end once one of its ranks was asked to stop.
const SOON: Duration = Duration::from_secs(60);

/// Sends a signal to a rank after a while and waits for the end.
fn signalled(job: &Job, mut running: Child, rank: usize, signal: Signal, after: Duration) -> Output {
    std::thread::sleep(after);
    kill(Pid::from_raw(job.pid_of_rank(rank).expect("the rank runs")), signal).unwrap();
    let asked = Instant::now();
    while running.try_wait().unwrap().is_none() && asked.elapsed() < SOON {
        std::thread::sleep(Duration::from_millis(50));
    }
    if running.try_wait().unwrap().is_none() {
        running.kill().unwrap();
        panic!("{signal} to rank {rank} was not heeded");
    }
    running.wait_with_output().unwrap()
}

#[test]
fn a_signal_to_any_rank_saves_what_was_trained() {
    let job = Job::with_buckets();
    let train = |folder: &'static str, iterations: &'static str| {
        ["train", "--buckets", "buckets", "--iterations", iterations, "--out", folder]
    };
    let cases = [(Signal::SIGTERM, 1, "term"), (Signal::SIGINT, 2, "int"), (Signal::SIGHUP, 1, "hup")];
    for (signal, rank, folder) in cases {
        // Days, if it went on.
        let running = job.start(3, &train(folder, "100000000"));
        let output = signalled(&job, running, rank, signal, Duration::from_secs(4));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && said.contains("interrupted; run the same command again"),
            "{signal}: {said}"
        );
        assert!(job.path(folder).join("training/default/checkpoint").exists(), "{signal}: {said}");
    }
    // Nothing is lost, and nothing is done twice.
    let inspected = job.inspect("term/training/default/checkpoint");
    let done = inspected["meta"]["iterations"].as_u64().expect("a checkpoint knows how far it is");
    let whole = (done + 5).to_string();
    let goes_on: Vec<&str> = ["train", "--buckets", "buckets", "--iterations", &whole, "--out", "term"].to_vec();
    job.succeed(2, &goes_on);
    job.succeed(1, &["train", "--buckets", "buckets", "--iterations", &whole, "--out", "whole"]);
    assert!(job.strategy(1, "term") == job.strategy(1, "whole"));
}

#[test]
fn a_signal_to_a_rank_without_work_ends_the_work_of_the_first() {
    let job = Job::new();
    // Only the first rank measures, for minutes.
    let running = job.start(2, &["exploit", "uniform", "--flops", "2000"]);
    let output = signalled(&job, running, 1, Signal::SIGTERM, Duration::from_secs(4));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("interrupted"), "{said}");
}
