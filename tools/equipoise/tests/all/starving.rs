//! Too little memory or disk is reported in one line, and what was there before stays whole.
#![cfg(target_os = "linux")]

use crate::program::Program;
use std::path::Path;
use std::process::{Command, Output};

/// The one line of a refusal with this exit code.
fn refusal(output: &Output, code: i32) -> String {
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!((output.status.code(), said.lines().count()), (Some(code), 1), "{said}");
    assert!(said.starts_with("equipoise: ") && output.stdout.is_empty(), "{said}");
    said
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.filter(|name| name != "lock").collect();
    names.sort();
    names
}

/// What a line of shell left that was limited in memory, in kilobytes of addresses.
fn starved(program: &Program, kilobytes: u32, line: &str) -> Output {
    program.shell(&format!("ulimit -v {kilobytes}; exec {line}")).output().unwrap()
}

const RIVER: &str =
    "equipoise buckets build river --feature ochs --opponent-clusters johanson2013 --count 100 --quiet --out made";

#[test]
fn a_limit_of_addresses_is_told_before_the_work() {
    let program = Program::new();
    let said = refusal(&starved(&program, 2_000_000, RIVER), 2);
    assert!(said.contains("the river's clustering needs") && said.contains("of memory"), "{said}");
    for study in ["quickstart", "paper"] {
        let said = refusal(&starved(&program, 400_000, &format!("equipoise plan {study} --quiet")), 2);
        assert!(said.contains("356585268 bytes of memory"), "{said}");
    }
    let made = program.folder().join("made");
    assert!(!made.join("buckets").exists() || names(&made.join("buckets")).is_empty(), "no bucket file");
}

/// A limit game in the competition's form.
fn game(suits: u32, ranks: u32, hole_cards: u32, raises: &str, board_cards: &str) -> String {
    let rounds = raises.split(' ').count();
    let per_round = |word: &str| vec![word; rounds].join(" ");
    format!(
        "GAMEDEF\nlimit\nnumPlayers = 2\nnumRounds = {rounds}\nblind = 1 1\nraiseSize = {}\nfirstPlayer = {}\n\
         maxRaises = {raises}\nnumSuits = {suits}\nnumRanks = {ranks}\nnumHoleCards = {hole_cards}\n\
         numBoardCards = {board_cards}\nEND GAMEDEF\n",
        per_round("2"),
        per_round("1"),
    )
}

#[test]
fn games_of_any_size_are_solved_or_refused_before_they_take_the_memory() {
    let program = Program::new();
    let games = [
        // In columns, board by board, and with more betting than cards.
        game(2, 3, 1, "2 2", "0 1"),
        game(4, 13, 2, "2 2", "0 1"),
        game(4, 13, 1, "2 2 2", "0 1 1"),
        game(2, 13, 1, "3 3 3", "0 1 1"),
        game(4, 13, 1, "30 30", "0 1"),
        game(1, 5, 1, "255 255", "0 0"),
        game(4, 13, 2, "255", "0"),
        game(4, 13, 2, "9 9 9", "0 0 1"),
        game(1, 3, 1, "60 60 30", "0 0 0"),
    ];
    let (mut solved, mut refused) = (0, 0);
    for (number, text) in games.iter().enumerate() {
        program.write(&format!("{number}.game"), text);
        for kilobytes in [200_000, 300_000, 450_000, 700_000] {
            let line = format!("equipoise solve --game {number}.game --iterations 0 --quiet --threads 2");
            let output = starved(&program, kilobytes, &line);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            match output.status.code() {
                Some(0) => solved += 1,
                Some(2) => {
                    assert!(said.lines().count() == 1 && said.contains("bytes of memory"), "{line}: {said}");
                    refused += 1;
                }
                other => panic!("{line} with {kilobytes}: {other:?} {said}"),
            }
        }
    }
    assert!(solved >= 4 && refused >= 8, "{solved} solved, {refused} refused");
    let said = refusal(&starved(&program, 400_000, "equipoise selftest --quiet"), 2);
    assert!(said.contains("the self-test: needs"), "{said}");
}

#[test]
fn memory_that_runs_out_in_the_midst_of_the_work_ends_it_with_a_line() {
    let program = Program::new();
    for limit in [250_000, 300_000] {
        // Clusters that are computed: the limit is above what is asked for at once, and below what is needed.
        let output = starved(&program, limit, "equipoise opponent-clusters --clusters 7 --bins 49 --quiet");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{limit}: {said}");
        assert!(said.lines().count() == 1 && said.contains("memory"), "{limit}: {said}");
    }
}

#[test]
fn rows_of_features_that_do_not_fit_are_refused_before_the_work() {
    let program = Program::new();
    for street in ["flop", "turn"] {
        let line = format!("equipoise features {street} --feature hsd --bins 500 --quiet --out m");
        let said = refusal(&starved(&program, 2_000_000, &line), 2);
        let needs = format!("features of the {street}: needs ");
        assert!(said.contains(&needs) && said.contains("are available"), "{said}");
        assert!(names(&program.folder().join("m")).is_empty(), "no part of an array");
    }
}

#[test]
fn completions_that_do_not_fit_leave_no_part_of_a_file() {
    let program = Program::new();
    // Files of at most 20 kB, where a manual page fits and completions do not.
    let line = "trap '' XFSZ; ulimit -f 40; exec equipoise manual --quiet --out manual";
    let said = refusal(&program.shell(line).output().unwrap(), 1);
    assert!(said.contains("manual/completions/") && !said.contains("fault in the program"), "{said}");
    assert!(names(&program.folder().join("manual/completions")).is_empty());
}

/// A small file system in memory that goes away with the value.
struct SmallDisk<'a>(&'a Path);

impl<'a> SmallDisk<'a> {
    fn mount(folder: &'a Path, options: &str) -> Self {
        std::fs::create_dir_all(folder).unwrap();
        let status = Command::new("mount").args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(folder).status();
        assert!(status.unwrap().success(), "only root may mount");
        Self(folder)
    }

    fn change(&self, options: &str) {
        let status = Command::new("mount").args(["-o", &format!("remount,{options}")]).arg(self.0).status();
        assert!(status.unwrap().success());
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0).status();
    }
}

#[test]
#[ignore = "mounts small file systems: root only"]
fn a_full_disk_is_told_and_earlier_work_is_whole() {
    let program = Program::new();
    let folder = program.folder().join("disk");
    let disk = SmallDisk::mount(&folder, "size=6m");
    let percentiles = "--feature strength --method percentiles --count 30 --quiet --out disk/run";
    let flop = program.shell(&format!("equipoise buckets build flop {percentiles}")).output().unwrap();
    assert!(flop.status.success(), "{flop:?}");
    let before = names(&folder.join("run/buckets"));
    let said = refusal(&program.shell(&format!("equipoise buckets build turn {percentiles}")).output().unwrap(), 1);
    assert!(said.contains("the file needs") || said.contains("space"), "{said}");
    assert_eq!(names(&folder.join("run/buckets")), before);
    let file = format!("disk/run/buckets/{}", before[0]);
    assert!(program.shell(&format!("equipoise verify {file} --quiet")).output().unwrap().status.success());
    // Small files, one after the other, until no more fit; then more room, and on.
    let exact = "equipoise match always-fold always-raise --method exact --quiet --json --out disk/kept";
    let said = refusal(&program.shell(exact).output().unwrap(), 1);
    assert!(said.contains("disk/kept"), "{said}");
    let kept = program.kept_flops("disk/kept");
    assert!(!kept.is_empty() && kept.iter().all(|path| path.extension() == Some("match".as_ref())), "{kept:?}");
    disk.change("size=200m");
    let found = program.shell(exact).output().unwrap();
    assert!(found.status.success(), "{found:?}");
    let found: serde_json::Value = serde_json::from_slice(&found.stdout).unwrap();
    assert_eq!(found["mbb_per_game"], -750.0);
    // A file system that may only be read.
    disk.change("ro");
    let said = refusal(&program.shell(&format!("equipoise buckets build turn {percentiles}")).output().unwrap(), 1);
    assert!(said.contains("disk/run"), "{said}");
    assert_eq!(names(&folder.join("run/buckets")), before);
}

#[test]
#[ignore = "makes a control group: root only"]
fn a_control_groups_limit_is_told_before_the_work() {
    // Version 1, or version 2 where all controllers share a tree.
    let (root, limit) = match Path::new("/sys/fs/cgroup/memory").exists() {
        true => ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
        false => ("/sys/fs/cgroup", "memory.max"),
    };
    let group = Path::new(root).join(format!("starving-{}", std::process::id()));
    std::fs::create_dir(&group).expect("only root may make a control group");
    std::fs::write(group.join(limit), "1000000000").unwrap();
    let program = Program::new();
    let line = format!("echo $$ > {}/cgroup.procs; exec {RIVER}", group.display());
    let output = program.shell(&line).output().unwrap();
    std::fs::remove_dir(&group).unwrap();
    let said = refusal(&output, 2);
    assert!(said.contains("the river's clustering needs") && said.contains("of memory"), "{said}");
}
