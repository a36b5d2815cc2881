//! A rank that dies ends the job with a reason; the run goes on from its last checkpoint with any number of ranks.

use crate::job::Job;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::time::{Duration, Instant};

/// Kills a rank at each of some moments and goes on with another number of ranks; then compares with a run that was
/// left in peace.
fn killed_and_continued(kills: u64, iterations: &str) {
    let job = Job::with_buckets();
    let train = |folder: &'static str| ["train", "--buckets", "buckets", "--iterations", iterations, "--out", folder];
    let mut dead = 0;
    for kill_number in 0..20 * kills {
        if dead == kills {
            break;
        }
        let ranks = 2 + (kill_number % 3) as usize;
        let mut running = job.start(ranks, &train("killed"));
        let (victim, moment) = (kill_number as usize % ranks, Duration::from_millis(700 + 977 * kill_number % 7_000));
        let start = Instant::now();
        while start.elapsed() < moment && running.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(20));
        }
        let Some(pid) = job.pid_of_rank(victim) else {
            assert!(running.wait().unwrap().success());
            break;
        };
        kill(Pid::from_raw(pid), Signal::SIGKILL).unwrap();
        let output = running.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains(&format!("rank {victim} ")), "rank {victim}: {said}");
        dead += 1;
    }
    assert_eq!(dead, kills, "the run ended before");
    job.succeed(3, &train("killed"));
    job.succeed(1, &train("whole"));
    let [killed, whole] = ["killed", "whole"].map(|folder| job.strategy(1, folder));
    assert!(killed == whole);
}

#[test]
fn a_killed_rank_ends_the_job_and_the_run_goes_on() {
    killed_and_continued(2, "1500");
}

#[test]
#[ignore = "20 kills, some minutes"]
fn twenty_kills_change_nothing() {
    killed_and_continued(20, "100000");
}
