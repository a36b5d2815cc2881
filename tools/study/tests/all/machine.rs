//! What the machine has left and what the process used.
#![cfg(target_os = "linux")]

use abstraction::recipe::{BucketRecipe, Feature};
use abstraction::street::Street;
use evaluator::round::Round;
use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use study::error::StudyError;
use study::file::study::Study;
use study::machine::clock::{ThreadTimes, UndisturbedClock, day_of, model_of, processor_name};
use study::machine::usage::AvailableResources;
use study::plan::needs::{check_memory_for, shortage, stage_needs};
use study::study_run::StudyRun;
use tables::error::Failure;
use tables::memory::available_under;
use tables::run::table_home::TableHome;
use tables::together::time::Stopwatch;

use super::run_folder;

const PAPER: &str = include_str!("../../studies/paper.toml");

fn write(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn the_tightest_control_group_limits_memory() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path();
    assert_eq!(available_under(root), None);
    write(root, "proc/meminfo", "MemTotal:  9000 kB\nMemAvailable:    8000 kB\n");
    assert_eq!(available_under(root), Some(8000 * 1024));
    // Version 2: the limit of a group above counts, files in the cache do not.
    write(root, "proc/self/cgroup", "0::/outer/job\n");
    write(root, "sys/fs/cgroup/outer/job/memory.max", "max\n");
    write(root, "sys/fs/cgroup/outer/job/memory.current", "77\n");
    assert_eq!(available_under(root), Some(8000 * 1024));
    write(root, "sys/fs/cgroup/outer/memory.max", "1000000\n");
    write(root, "sys/fs/cgroup/outer/memory.current", "300000\n");
    write(root, "sys/fs/cgroup/outer/memory.stat", "anon 200000\nfile 100000\n");
    assert_eq!(available_under(root), Some(800_000));
    // Version 1.
    write(root, "proc/self/cgroup", "5:cpu:/\n4:memory:/job\n");
    write(root, "sys/fs/cgroup/memory/job/memory.limit_in_bytes", "500000\n");
    write(root, "sys/fs/cgroup/memory/job/memory.usage_in_bytes", "450000\n");
    assert_eq!(available_under(root), Some(50_000));
    // `ulimit -v`, in bytes, less what the process has mapped.
    let limits = |limit| {
        format!("Limit  Soft Limit  Hard Limit  Units\nMax address space         {limit}    unlimited    bytes\n")
    };
    write(root, "proc/self/status", "Name:\tx\nVmSize:\t      20 kB\n");
    write(root, "proc/self/limits", &limits("unlimited"));
    assert_eq!(available_under(root), Some(50_000));
    write(root, "proc/self/limits", &limits("40960"));
    assert_eq!(available_under(root), Some(20_480));
    // `ulimit -d`, less what the process may write to.
    write(root, "proc/self/status", "Name:\tx\nVmSize:\t      20 kB\nVmData:\t      11 kB\n");
    write(root, "proc/self/limits", &(limits("40960") + "Max data size     20480    unlimited    bytes\n"));
    assert_eq!(available_under(root), Some(9_216));
    // Addresses that the allocator reserves for each thread are not there for what is asked, though they may be unused.
    write(root, "proc/meminfo", "MemAvailable:    8000000 kB\n");
    write(root, "proc/self/cgroup", "");
    write(root, "proc/self/status", "Name:\tx\nVmSize:\t      1024 kB\nThreads:\t3\n");
    write(root, "proc/self/limits", &limits("524288000"));
    assert_eq!(available_under(root), Some((500 - 1 - 3 * 64) << 20));
}

#[test]
fn buckets_beyond_memory_are_refused_with_both_figures() {
    let available = |memory_bytes| AvailableResources { memory_bytes, disk_bytes: None };
    let recipe = BucketRecipe::new(Street::full(Round::River), Feature::Ochs { clusters: 8 }, 1_000, 1);
    assert!(check_memory_for(&recipe, available(None)).is_ok());
    assert!(check_memory_for(&recipe, available(Some(8 << 30))).is_ok());
    let refused = check_memory_for(&recipe, available(Some(1 << 30))).unwrap_err();
    let text = refused.to_string();
    assert!(text.starts_with("the river's clustering needs ") && text.contains("there is 1.0 GiB;"), "{text}");
    assert!(refused.is_input_error());
}

#[test]
fn this_machine_has_memory_and_disk_left() {
    let available = AvailableResources::now(Path::new("a/folder/that/is/not/there"));
    assert!(available.memory_bytes.unwrap() > 1 << 20 && available.disk_bytes.unwrap() > 0);
}

#[test]
fn a_table_lives_in_memory_where_it_fits_and_on_disk_where_not() {
    let folder = Path::new("runs/mine");
    let home = |memory_bytes, table_bytes| {
        AvailableResources { memory_bytes, disk_bytes: None }.table_home(table_bytes, folder)
    };
    let gigabyte = 1 << 30;
    assert_eq!(home(Some(4 * gigabyte), 2 * gigabyte), TableHome::Memory);
    assert_eq!(home(Some(4 * gigabyte), 6 * gigabyte), TableHome::WorkingFile(folder));
    // Batches and bucket files need room, too.
    assert_eq!(home(Some(4 * gigabyte), 4 * gigabyte - 1), TableHome::WorkingFile(folder));
    assert_eq!(home(None, u64::MAX), TableHome::Memory);
    assert_eq!(home(Some(gigabyte), u64::MAX), TableHome::WorkingFile(folder));
}

#[test]
fn what_does_not_fit_is_refused_with_cheaper_settings() {
    let (_root, folder) = run_folder();
    let refusal = |text: &str, available: AvailableResources| {
        let study = Study::parse(text, Path::new("test.toml")).unwrap();
        let run = StudyRun { study: &study, folder: &folder };
        shortage(&run, &stage_needs(&run).unwrap(), available).unwrap()
    };
    let memory = |bytes| AvailableResources { memory_bytes: Some(bytes), disk_bytes: None };
    assert_eq!(refusal(PAPER, memory(64 << 30)), None);
    assert_eq!(refusal(PAPER, AvailableResources::default()), None);
    let found = refusal(PAPER, memory(4 << 30)).unwrap();
    assert_eq!(found.stage, "the stage buckets-river-C10");
    assert!(found.advice.contains("opponents.clusters of at most"), "{found}");
    let error = StudyError::Shortage(found);
    assert!(error.is_input_error() && !error.to_string().contains('\n'));
    assert_eq!(refusal(PAPER, memory(900 << 20)).unwrap().stage, "the stage buckets-flop");
    assert!(refusal(PAPER, memory(900 << 20)).unwrap().advice.contains("flop.bins"));
    // Percentiles cost little memory, a table of 20,000 buckets a street much.
    let street = "feature = \"strength\"\nmethod = \"percentiles\"\nbuckets = 20000\n";
    let trained = format!(
        "name = \"x\"\n[flop]\n{street}[turn]\n{street}[river]\n{street}[training]\nsampler = \"public\"\n\
         algorithm = \"linear\"\ntime = \"1h\"\n"
    );
    let found = refusal(&trained, memory(2500 << 20)).unwrap();
    assert!(found.stage == "the stage training-base" && found.advice.contains("buckets a street"), "{found}");
    let found = refusal(PAPER, AvailableResources { memory_bytes: None, disk_bytes: Some(500 << 20) }).unwrap();
    assert!(found.needed.contains("disk") && found.advice.contains("--out"), "{found}");
}

#[test]
fn a_checkpoint_that_goes_again_needs_room_for_two_while_it_is_written() {
    let (_root, folder) = run_folder();
    let street = "feature = \"strength\"\nmethod = \"percentiles\"\nbuckets = 2000\n";
    let text = format!(
        "name = \"x\"\n[flop]\n{street}[turn]\n{street}[river]\n{street}[training]\nsampler = \"public\"\n\
         algorithm = \"linear\"\ntime = \"1h\"\nkeep_checkpoints = false\n"
    );
    let study = Study::parse(&text, Path::new("test.toml")).unwrap();
    let run = StudyRun { study: &study, folder: &folder };
    let needs = stage_needs(&run).unwrap();
    let disk = |free| AvailableResources { memory_bytes: None, disk_bytes: Some(free) };
    let kept: u64 = needs.iter().map(|it| it.planned.disk_bytes).sum();
    let largest = needs.iter().map(|it| it.planned.disk_bytes).max().unwrap();
    let passing = needs.iter().map(|it| it.planned.passing_bytes).max().unwrap();
    assert!(2 * passing > largest, "the checkpoint is the largest file: {passing}, {largest}");
    assert_eq!(shortage(&run, &needs, disk(kept + 2 * passing)).unwrap(), None);
    assert!(shortage(&run, &needs, disk(kept + 2 * passing - 1)).unwrap().is_some());
}

#[test]
fn the_advice_for_a_training_is_the_most_buckets_that_fit() {
    let (_root, folder) = run_folder();
    for deck in ["", "deck = 20\n"] {
        // Found for a number of buckets: what its training needs, or what is wrong with so much memory.
        let found = |buckets: u32, available| {
            let street = format!("feature = \"strength\"\nmethod = \"percentiles\"\nbuckets = {buckets}\n");
            let text = format!(
                "name = \"x\"\n{deck}[flop]\n{street}[turn]\n{street}[river]\n{street}[training]\n\
                 sampler = \"public\"\nalgorithm = \"linear\"\niterations = 100\n"
            );
            let study = Study::parse(&text, Path::new("test.toml")).unwrap();
            let run = StudyRun { study: &study, folder: &folder };
            let needs = stage_needs(&run).unwrap();
            let training = needs.iter().map(|it| &it.planned).find(|it| it.name == "training-base").unwrap();
            let memory = AvailableResources { memory_bytes: available, disk_bytes: None };
            (training.memory_bytes, shortage(&run, &needs, memory).unwrap())
        };
        let (just_enough, _) = found(20_000, None);
        let (_, refusal) = found(30_000, Some(just_enough));
        let advice = refusal.unwrap().advice;
        assert!(advice.contains("give at most 20000 buckets a street"), "{deck}{advice}");
    }
}

#[test]
fn time_spent_waiting_for_others_is_not_counted() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path();
    let own = Path::new("4/task/7");
    assert_eq!(ThreadTimes::of_process(root, own), None);
    // One second of the thread that asks, four of two others; the waiting behind them does not matter.
    write(root, "task/7/schedstat", "1000000000 500000000 3\n");
    write(root, "task/8/schedstat", "3000000000 2500000000 1\n");
    write(root, "task/9/schedstat", "1000000000 9500000000 1\n");
    let times = ThreadTimes::of_process(root, own).unwrap();
    assert_eq!(times, ThreadTimes { own: 1.0, others: 4.0 });
    // What is done side by side takes two cores two of nine seconds, and one core four.
    assert_eq!((times.undisturbed(9.0, 2), times.undisturbed(9.0, 1)), (3.0, 5.0));
    // It cannot have taken longer than it did.
    assert_eq!(times.undisturbed(2.5, 2), 2.5);
    // Nothing but waiting for a disk.
    assert_eq!(ThreadTimes::default().undisturbed(5.0, 2), 5.0);
    write(root, "task/8/schedstat", "no numbers\n");
    assert_eq!(ThreadTimes::of_process(root, own), None);
}

/// Work of two parts: one thread alone, then all at once.
fn worked(units: u64) -> u64 {
    let count = |from: u64| (from..from + units).fold(0, |sum: u64, it| std::hint::black_box(sum.wrapping_add(it)));
    let alone = count(0);
    rayon::broadcast(|context| count(context.index() as u64)).into_iter().fold(alone, u64::wrapping_add)
}

#[test]
#[ignore = "keeps all cores busy and measures time"]
fn work_among_many_others_is_timed_as_on_an_empty_machine() {
    let timed = || {
        let measured = UndisturbedClock.start();
        std::hint::black_box(worked(20_000_000));
        measured()
    };
    let fastest = |tries: usize| (0..tries).map(|_| timed()).fold(f64::INFINITY, f64::min);
    let alone = fastest(5);
    // Other processes, whose threads are not this one's, on all cores.
    let mut others: Vec<Child> =
        (0..8).map(|_| Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap()).collect();
    let among_others = fastest(5);
    for other in &mut others {
        other.kill().unwrap();
        other.wait().unwrap();
    }
    // The wall's clock says four to five times as long; two threads that share a core's units say up to twice.
    assert!((0.3..3.0).contains(&(among_others / alone)), "{among_others} s among others, {alone} s alone");
}

#[test]
fn an_undisturbed_clock_is_never_ahead_of_the_wall() {
    let (wall, measured) = (std::time::Instant::now(), UndisturbedClock.start());
    let mut sum = 0u64;
    while wall.elapsed().as_secs_f64() < 0.2 {
        sum = std::hint::black_box(sum.wrapping_add(1));
    }
    let (seconds, wall) = (measured(), wall.elapsed().as_secs_f64());
    assert!(0.0 < seconds && seconds <= wall, "{seconds} of {wall}");
}

#[test]
fn days_are_those_of_the_calendar() {
    // The beginning, both sides of a leap day in a year of four hundred, and the end of a year.
    for (unix_seconds, day) in [
        (0, "1970-01-01"),
        (951_782_399, "2000-02-28"),
        (951_782_400, "2000-02-29"),
        (951_868_800, "2000-03-01"),
        (1_767_225_599, "2025-12-31"),
        (1_767_225_600, "2026-01-01"),
    ] {
        assert_eq!(day_of(unix_seconds), day);
    }
}

#[test]
fn a_processor_is_called_what_the_kernel_calls_it() {
    assert_eq!(model_of("processor\t: 0\nmodel name\t: A  Chip   @ 2 GHz\nmodel name\t: B\n"), "A Chip @ 2 GHz");
    assert_eq!(model_of("BogoMIPS : 50.00\n"), std::env::consts::ARCH);
    let name = processor_name();
    assert!(name.ends_with(" threads") || name.ends_with(" 1 thread"), "{name}");
}
