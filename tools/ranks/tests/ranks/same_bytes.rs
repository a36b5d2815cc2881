//! Every stage that ranks share gives the bytes of one process.

use crate::job::Job;

#[test]
fn buckets_are_the_same_for_any_number_of_ranks() {
    let job = Job::new();
    let build = ["buckets", "build", "flop", "--feature", "hsd", "--bins", "10", "--count", "60", "--deck", "20"];
    let file = |ranks: usize| {
        let folder = ranks.to_string();
        job.succeed(ranks, &[&build[..], &["--out", &folder]].concat());
        std::fs::read(job.path(folder).join("buckets/flop-hsd10-60.buckets")).unwrap()
    };
    let alone = file(1);
    for ranks in [2, 3, 4, 8] {
        assert!(file(ranks) == alone, "{ranks} ranks");
    }
}

#[test]
fn a_strategy_is_the_same_for_any_number_of_ranks() {
    let job = Job::with_buckets();
    let file = |ranks: usize, more: &[&str]| {
        let folder = format!("{ranks}-{}", more.len());
        let train = ["train", "--buckets", "buckets", "--iterations", "30", "--out", &folder];
        job.succeed(ranks, &[&train[..], more].concat());
        job.strategy(ranks, &folder)
    };
    let alone = file(1, &[]);
    for ranks in [2, 3, 4, 8] {
        assert!(file(ranks, &[]) == alone, "{ranks} ranks");
    }
    let exact = ["--opponent", "exact", "--opponent-turn", "buckets/turn.buckets", "--opponent-flop"];
    let exact = [&exact[..], &["buckets/flop.buckets"]].concat();
    assert!(file(2, &exact) == file(1, &exact));
}

#[test]
fn a_study_is_the_same_for_two_ranks() {
    let job = Job::new();
    let study = "name = \"small\"\ndeck = 20\n[flop]\nfeature = \"hsd\"\nbins = 5\nbuckets = 20\nmax_iterations = 8\n\
                 [stability]\nseeds = 1\n";
    std::fs::write(job.path("small.toml"), study).unwrap();
    let files = |ranks: usize| {
        let folder = ranks.to_string();
        job.succeed(ranks, &["run", "small.toml", "--out", &folder]);
        ["buckets/flop.buckets", "quality.json"].map(|file| std::fs::read(job.path(&folder).join(file)).unwrap())
    };
    assert!(files(2) == files(1));
}

#[test]
fn ranks_of_different_processors_give_the_same_strategy() {
    let job = Job::with_buckets();
    let strategy = |folder: &str, processors: &[&str]| {
        let mut command = job.mpirun();
        for (rank, processor) in processors.iter().enumerate() {
            command.args(if rank > 0 { &[":"][..] } else { &[] });
            command.args(["-n", "1", "-x", &format!("EQUIPOISE_PROCESSOR={processor}")]).arg(crate::job::binary());
            command.args(["train", "--buckets", "buckets", "--iterations", "12", "--threads", "1", "--out", folder]);
        }
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        job.strategy(1, folder)
    };
    assert!(strategy("mixed", &["avx2", "portable", "avx512"]) == strategy("alike", &["avx512"]));
}
