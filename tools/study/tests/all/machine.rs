//! What the machine has left and what the process used.
#![cfg(target_os = "linux")]

use abstraction::recipe::{BucketRecipe, Feature};
use evaluator::round::Round;
use std::fs;
use std::path::Path;
use study::error::StudyError;
use study::file::shipped::PAPER;
use study::file::study::Study;
use study::machine::room::{MachineRoom, available_memory};
use study::plan::needs::stage_needs;
use study::plan::shortage::{check_memory_for, shortage};
use study::study_run::StudyRun;
use tables::run_folder::RunFolder;
use tables::table_home::TableHome;

fn write(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn the_tightest_control_group_limits_memory() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path();
    assert_eq!(available_memory(root), None);
    write(root, "proc/meminfo", "MemTotal:  9000 kB\nMemAvailable:    8000 kB\n");
    assert_eq!(available_memory(root), Some(8000 * 1024));
    // Version 2: the limit of a group above counts, files in the cache do not.
    write(root, "proc/self/cgroup", "0::/outer/job\n");
    write(root, "sys/fs/cgroup/outer/job/memory.max", "max\n");
    write(root, "sys/fs/cgroup/outer/job/memory.current", "77\n");
    assert_eq!(available_memory(root), Some(8000 * 1024));
    write(root, "sys/fs/cgroup/outer/memory.max", "1000000\n");
    write(root, "sys/fs/cgroup/outer/memory.current", "300000\n");
    write(root, "sys/fs/cgroup/outer/memory.stat", "anon 200000\nfile 100000\n");
    assert_eq!(available_memory(root), Some(800_000));
    // Version 1.
    write(root, "proc/self/cgroup", "5:cpu:/\n4:memory:/job\n");
    write(root, "sys/fs/cgroup/memory/job/memory.limit_in_bytes", "500000\n");
    write(root, "sys/fs/cgroup/memory/job/memory.usage_in_bytes", "450000\n");
    assert_eq!(available_memory(root), Some(50_000));
    // `ulimit -v`, in bytes, less what the process has mapped.
    let limits = |limit| {
        format!("Limit  Soft Limit  Hard Limit  Units\nMax address space         {limit}    unlimited    bytes\n")
    };
    write(root, "proc/self/status", "Name:\tx\nVmSize:\t      20 kB\n");
    write(root, "proc/self/limits", &limits("unlimited"));
    assert_eq!(available_memory(root), Some(50_000));
    write(root, "proc/self/limits", &limits("40960"));
    assert_eq!(available_memory(root), Some(20_480));
}

#[test]
fn buckets_beyond_memory_are_refused_with_both_figures() {
    let room = |memory_bytes| MachineRoom { memory_bytes, disk_bytes: None };
    let recipe = BucketRecipe::new(Round::River, Feature::Ochs { clusters: 8 }, 1_000, 1);
    assert!(check_memory_for(&recipe, room(None)).is_ok());
    assert!(check_memory_for(&recipe, room(Some(8 << 30))).is_ok());
    let refused = check_memory_for(&recipe, room(Some(1 << 30))).unwrap_err();
    let text = refused.to_string();
    assert!(text.starts_with("the river's clustering needs ") && text.contains("there is 1.0 GiB;"), "{text}");
    assert!(refused.is_input_error());
}

#[test]
fn this_machine_has_memory_and_disk_left() {
    let room = MachineRoom::now(Path::new("a/folder/that/is/not/there"));
    assert!(room.memory_bytes.unwrap() > 1 << 20 && room.disk_bytes.unwrap() > 0);
}

#[test]
fn a_table_lives_in_memory_where_it_fits_and_on_disk_where_not() {
    let folder = Path::new("runs/mine");
    let home =
        |memory_bytes, table_bytes| MachineRoom { memory_bytes, disk_bytes: None }.table_home(table_bytes, folder);
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
    let temporary = tempfile::tempdir().unwrap();
    let folder = RunFolder::new(temporary.path().join("run"));
    let refusal = |text: &str, room: MachineRoom| {
        let study = Study::parse(text, Path::new("test.toml")).unwrap();
        let run = StudyRun { study: &study, folder: &folder };
        shortage(&run, &stage_needs(&run).unwrap(), room).unwrap()
    };
    let memory = |bytes| MachineRoom { memory_bytes: Some(bytes), disk_bytes: None };
    assert_eq!(refusal(PAPER, memory(64 << 30)), None);
    assert_eq!(refusal(PAPER, MachineRoom::default()), None);
    let found = refusal(PAPER, memory(4 << 30)).unwrap();
    assert_eq!(found.stage, "the stage buckets-river-C8");
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
    let found = refusal(PAPER, MachineRoom { memory_bytes: None, disk_bytes: Some(500 << 20) }).unwrap();
    assert!(found.needed.contains("disk") && found.advice.contains("--out"), "{found}");
}
