//! Ranks that do not find what the first one has are named, and nothing is begun.

use crate::job::{Job, binary};
use crate::small_buckets::write_round;
use evaluator::round::Round;

/// Two ranks train, each in a folder of its own below the job's; gives the exit code and what they said.
fn train_apart(job: &Job, more: &[&str]) -> (i32, String) {
    let mut command = job.mpirun();
    for rank in 0..2 {
        command.args(if rank > 0 { &[":"][..] } else { &[] });
        command.args(["-n", "1", "-wdir"]).arg(job.path(format!("rank-{rank}"))).arg(binary());
        command.args(["train", "--buckets", "buckets", "--iterations", "5", "--out", "run", "--threads", "1"]);
        command.args(more).arg("--quiet");
    }
    let output = command.output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// A folder for each of two ranks, with the same bucket files but for the salt of the second one's river.
fn folders(salt: u64) -> Job {
    let job = Job::new();
    for rank in 0..2 {
        let folder = job.path(format!("rank-{rank}/buckets"));
        std::fs::create_dir_all(&folder).unwrap();
        for round in [Round::Flop, Round::Turn, Round::River] {
            let salt = if rank == 1 && round == Round::River { salt } else { 0 };
            write_round(round, salt, &folder.join(format!("{round}.buckets")));
        }
    }
    job
}

#[test]
fn another_bucket_file_is_found_and_named() {
    let (code, said) = train_apart(&folders(7), &[]);
    assert!(code != 0 && said.contains("rank 1: ") && said.contains("river.buckets"), "{code}: {said}");
}

/// Two ranks with arguments of their own; gives the exit code and what they said.
fn run_with(job: &Job, of_ranks: [&[&str]; 2]) -> (i32, String) {
    let mut command = job.mpirun();
    for (rank, words) in of_ranks.into_iter().enumerate() {
        command.args(if rank > 0 { &[":"][..] } else { &[] }).args(["-n", "1"]).arg(binary()).args(words);
    }
    let output = command.output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn arguments_that_one_rank_refuses_end_the_job() {
    let job = Job::new();
    let fine = ["buckets", "build", "flop", "--feature", "hsd", "--count", "5", "--quiet"];
    let refused = [&fine[..], &["--threads", "many"]].concat();
    let (code, said) = run_with(&job, [&fine, &refused]);
    assert!(code == 2 && said.contains("rank 1: arguments: ") && said.contains("'many'"), "{code}: {said}");
    // What the first refuses is shown as ever.
    let (code, said) = run_with(&job, [&refused, &fine]);
    assert!(code == 2 && said.contains("equipoise: arguments: ") && !said.contains("rank 1: "), "{code}: {said}");
    assert!(!job.path("buckets").exists() && !job.path("runs").exists());
}

#[test]
fn equal_files_in_different_places_are_no_fault_and_a_folder_that_cannot_be_written_is() {
    let job = folders(0);
    let (code, said) = train_apart(&job, &[]);
    assert_eq!(code, 0, "{said}");
    // The second rank's table lies in the run's folder, and there is a file in its way.
    std::fs::remove_dir_all(job.path("rank-0/run")).unwrap();
    std::fs::write(job.path("rank-1/run"), "").unwrap();
    let (code, said) = train_apart(&job, &["--table", "disk"]);
    assert!(code != 0 && said.contains("rank 1: ") && said.contains("run"), "{code}: {said}");
    assert!(!job.path("rank-0/run/checkpoints").exists() || is_empty(&job.path("rank-0/run/checkpoints")));
}

fn is_empty(folder: &std::path::Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none())
}
