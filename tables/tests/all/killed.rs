//! A process killed while it writes checkpoints leaves the one before or the new one, whole, and nothing in the next
//! one's way.
#![cfg(unix)]

use crate::small_files::place;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use tables::run::regret_table::{Checkpoint, CheckpointDescription, RegretTable};
use tables::run::table_home::TableHome;

const LAYOUT: [(&str, u64); 2] = [("regrets", 200_000), ("sums", 50_000)];
const FOLDER: &str = "EQUIPOISE_TEST_FOLDER_OF_THE_KILLED";

/// Writes a checkpoint; every other table lives in a working file beside it.
fn write(path: &Path, number: u32) {
    let home =
        if number.is_multiple_of(2) { TableHome::Memory } else { TableHome::WorkingFile(path.parent().unwrap()) };
    let mut table = RegretTable::fresh(&LAYOUT, home).unwrap();
    table.as_mut_slice("regrets").unwrap().fill(number as f32);
    table.as_mut_slice("sums").unwrap().fill(number as f32);
    let description = CheckpointDescription { recipe: json!({}), parents: vec![], meta: json!({"iterations": number}) };
    table.checkpoint(path, &description, &number.to_le_bytes()).unwrap();
}

/// The process to be killed: this test alone, started by the one below with a folder; without one it has nothing to do.
#[test]
fn write_checkpoints_until_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let path = PathBuf::from(folder).join("checkpoint");
    for number in 1.. {
        write(&path, number);
    }
}

#[test]
fn a_kill_at_any_moment_leaves_a_whole_checkpoint() {
    let (folder, path) = place("checkpoint");
    write(&path, 0);
    let mut left_under_way = 0;
    for kill in 0..25 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "killed::write_checkpoints_until_killed"])
            .env(FOLDER, folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(10 + 7 * kill % 60));
        // SIGKILL on unix: nothing of the child runs afterwards.
        child.kill().unwrap();
        child.wait().unwrap();
        let checkpoint = Checkpoint::open(&path).unwrap();
        let number: u32 = checkpoint.file().meta("iterations").unwrap();
        let table = RegretTable::load(&checkpoint, &LAYOUT, TableHome::Memory).unwrap();
        assert_eq!(checkpoint.state().unwrap(), number.to_le_bytes());
        for (name, _) in LAYOUT {
            assert!(table.as_slice(name).unwrap().iter().all(|&cell| cell == number as f32));
        }
        left_under_way += fs::read_dir(folder.path()).unwrap().count() - 1;
    }
    assert!(left_under_way > 0, "no kill met a checkpoint under way: nothing was tested");
    write(&path, 1);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
