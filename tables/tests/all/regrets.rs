//! Regret tables: fresh ones are zero, resumed ones change nothing on the disk, checkpoints are whole or absent, and
//! all that wherever the cells live.

use crate::small_files::{self, place};
use serde_json::json;
use std::fs;
use std::path::Path;
use tables::error::{Failure, TableError};
use tables::run::regret_table::{Checkpoint, CheckpointDescription, RegretTable};
use tables::run::state::{decode_state, encode_state};
use tables::run::table_home::TableHome;

const LAYOUT: [(&str, u64); 2] = [("regrets", 5), ("sums", 3)];

fn description(iterations: u64) -> CheckpointDescription {
    CheckpointDescription { recipe: json!({"seed": 1}), parents: vec![], meta: json!({"iterations": iterations}) }
}

fn bits(cells: &[f32]) -> Vec<u32> {
    cells.iter().map(|cell| cell.to_bits()).collect()
}

#[test]
fn a_fresh_table_is_zero_and_its_arrays_can_be_changed_side_by_side() {
    let folder = tempfile::tempdir().unwrap();
    for home in [TableHome::Memory, TableHome::WorkingFile(folder.path())] {
        let mut table = RegretTable::fresh(&[("a", 100_000), ("b", 1), ("empty", 0), ("c", 3)], home).unwrap();
        assert_eq!(table.layout(), [("a", 100_000), ("b", 1), ("empty", 0), ("c", 3)]);
        assert!(table.as_slice("a").unwrap().iter().all(|&cell| cell == 0.0));
        let [b, a] = table.disjoint_mut(["b", "a"]).unwrap();
        a.fill(1.0);
        b[0] = 2.0;
        assert!(table.as_slice("a").unwrap().iter().all(|&cell| cell == 1.0));
        assert_eq!(table.as_slice("b").unwrap(), [2.0]);
        assert_eq!(table.as_slice("c").unwrap(), [0.0; 3]);
        assert_eq!(table.as_mut_slice("empty").unwrap(), [0.0; 0]);
        assert!(table.disjoint_mut(["a", "a"]).is_none());
        assert!(table.disjoint_mut(["a", "d"]).is_none());
        assert!(table.as_slice("d").is_none());
    }
}

#[test]
fn a_table_beyond_all_memory_or_any_disk_is_an_error_and_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    // 15 TiB: below the longest file that ext4 allows, above the free space of any machine that runs tests.
    let homes = [(TableHome::Memory, 1 << 50), (TableHome::WorkingFile(folder.path()), 15 << 38)];
    for (home, many) in homes {
        for cells in [many, u64::MAX / 4, u64::MAX] {
            let error = RegretTable::fresh(&[("regrets", cells), ("sums", 1)], home).unwrap_err();
            let is_refused_before_it_is_taken = matches!(error, TableError::TooLittleMemory { .. });
            assert_eq!(is_refused_before_it_is_taken, home == TableHome::Memory, "{error}");
            assert_eq!(error.is_input_error(), home == TableHome::Memory, "{error}");
            let text = error.to_string();
            assert!(home == TableHome::Memory || text.contains("disk space") && !text.contains('\n'), "{text}");
        }
    }
    let error = RegretTable::fresh(&[("regrets", 15 << 38)], homes[1].0).unwrap_err().to_string();
    assert!(error.contains(&(15u64 << 40).to_string()), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let nowhere = folder.path().join("nowhere");
    let error = RegretTable::fresh(&LAYOUT, TableHome::WorkingFile(&nowhere)).unwrap_err();
    assert!(matches!(error, TableError::Io { .. }), "{error}");
}

/// Changes cells all over a table, the same ones in every table of the layout, visiting it block by block.
fn change_blocks(table: &mut RegretTable, cells: usize, start: f32) {
    let pages = table.pages();
    for (number, block) in table.as_mut_slice("regrets").unwrap().chunks_mut(cells).enumerate() {
        let first = number * cells;
        pages.read_ahead("regrets", first + block.len()..first + 2 * block.len());
        for (place, cell) in block.iter_mut().enumerate().step_by(7) {
            *cell = *cell * 0.5 + start + (first + place) as f32;
        }
        pages.release("regrets", first..first + block.len());
    }
}

#[test]
fn a_table_in_a_working_file_ends_like_one_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let room = folder.path().join("room");
    fs::create_dir(&room).unwrap();
    // Longer than what is copied at a time, and no whole number of pages.
    let layout = [("regrets", 5_000_001), ("sums", 1_001)];
    let checkpoints = [TableHome::Memory, TableHome::WorkingFile(&room)].map(|home| {
        let path = folder.path().join(format!("checkpoint-{}", home == TableHome::Memory));
        let mut table = RegretTable::fresh(&layout, home).unwrap();
        change_blocks(&mut table, 700_001, 1.0);
        table.as_mut_slice("sums").unwrap()[1_000] = 3.0;
        table.checkpoint(&path, &description(1), b"state").unwrap();
        let before = fs::read(&path).unwrap();
        let mut table = RegretTable::resume(&Checkpoint::open(&path).unwrap(), &layout, home).unwrap();
        change_blocks(&mut table, 700_001, 2.0);
        assert!(fs::read(&path).unwrap() == before, "a change reached the checkpoint");
        table.checkpoint(&path, &description(2), b"state").unwrap();
        // Not even while the table is in use has its file a name.
        assert_eq!(fs::read_dir(&room).unwrap().count(), 0);
        assert!(table.as_slice("regrets").unwrap()[4_999_995] > 1e6);
        [before, fs::read(&path).unwrap()]
    });
    assert!(checkpoints[0] == checkpoints[1]);
}

#[test]
fn a_working_file_clears_away_what_a_killed_process_left_at_the_moment_of_naming() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(".regrets.working.equipoise-4000000000.tmp"), b"left").unwrap();
    fs::write(folder.path().join("regrets.working"), b"another's own").unwrap();
    RegretTable::fresh(&LAYOUT, TableHome::WorkingFile(folder.path())).unwrap();
    let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["regrets.working"]);
}

#[test]
fn several_ranks_make_their_working_files_in_one_folder_at_the_same_moment() {
    let folder = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..50 {
                    RegretTable::fresh(&[("regrets", 16)], TableHome::WorkingFile(folder.path())).unwrap();
                }
            });
        }
    });
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn telling_of_cells_that_are_not_there_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for home in [TableHome::Memory, TableHome::WorkingFile(folder.path())] {
        let mut table = RegretTable::fresh(&LAYOUT, home).unwrap();
        table.as_mut_slice("regrets").unwrap().fill(4.0);
        let pages = table.pages();
        for cells in [0..0, std::ops::Range { start: 3, end: 2 }, 4..usize::MAX, usize::MAX..usize::MAX] {
            pages.read_ahead("regrets", cells.clone());
            pages.release("regrets", cells.clone());
            pages.release("unknown", cells);
        }
        assert_eq!(table.as_slice("regrets").unwrap(), [4.0; 5]);
        assert_eq!(table.as_slice("sums").unwrap(), [0.0; 3]);
    }
}

#[test]
fn resumed_and_loaded_tables_hold_every_bit_of_the_checkpoint() {
    let (folder, path) = place("checkpoint");
    small_files::checkpoint(&path).unwrap();
    let checkpoint = Checkpoint::open(&path).unwrap();
    assert_eq!(checkpoint.file().meta::<u64>("iterations").unwrap(), 99);
    let state: (u64, [u64; 4]) = decode_state(&path, checkpoint.state().unwrap()).unwrap();
    assert_eq!(state, (99, [1, 2, 3, 4]));
    let resumed = |home| RegretTable::resume(&checkpoint, &LAYOUT, home);
    let on_disk = TableHome::WorkingFile(folder.path());
    for table in
        [resumed(TableHome::Memory), resumed(on_disk), RegretTable::load(&checkpoint, &LAYOUT, TableHome::Memory)]
    {
        let table = table.unwrap();
        assert_eq!(table.layout(), LAYOUT);
        assert_eq!(bits(table.as_slice("regrets").unwrap()), bits(&small_files::REGRETS));
        assert_eq!(bits(table.as_slice("sums").unwrap()), bits(&small_files::SUMS));
    }
}

#[test]
fn changing_a_resumed_table_does_not_change_the_file_it_came_from() {
    let (_folder, path) = place("checkpoint");
    small_files::checkpoint(&path).unwrap();
    let before = fs::read(&path).unwrap();
    let checkpoint = Checkpoint::open(&path).unwrap();
    let mut table = RegretTable::resume(&checkpoint, &LAYOUT, TableHome::Memory).unwrap();
    table.as_mut_slice("regrets").unwrap().fill(7.0);
    assert_eq!(fs::read(&path).unwrap(), before);
    checkpoint.file().verify().unwrap();

    // A new checkpoint takes over the name while the table still lives on the old file.
    table.checkpoint(&path, &description(100), b"state").unwrap();
    table.as_mut_slice("regrets").unwrap().fill(8.0);
    checkpoint.file().verify().unwrap();
    assert_eq!(table.as_slice("sums").unwrap(), small_files::SUMS);
    let newer = Checkpoint::open(&path).unwrap();
    newer.file().verify().unwrap();
    assert_eq!(RegretTable::load(&newer, &LAYOUT, TableHome::Memory).unwrap().as_slice("regrets").unwrap(), [7.0; 5]);
    assert_eq!(newer.state().unwrap(), b"state");
}

#[test]
fn another_layout_is_refused() {
    let (_folder, path) = place("checkpoint");
    small_files::checkpoint(&path).unwrap();
    let checkpoint = Checkpoint::open(&path).unwrap();
    let wrong: [&[(&str, u64)]; 5] = [
        &[],
        &[("regrets", 5)],
        &[("regrets", 5), ("sums", 4)],
        &[("sums", 3), ("regrets", 5)],
        &[("regrets", 5), ("sums", 3), ("more", 1)],
    ];
    for layout in wrong {
        assert!(matches!(RegretTable::resume(&checkpoint, layout, TableHome::Memory), Err(TableError::Shape { .. })));
        assert!(matches!(RegretTable::load(&checkpoint, layout, TableHome::Memory), Err(TableError::Shape { .. })));
    }
}

#[test]
fn a_damaged_cell_is_found_by_loading_and_a_damaged_state_always() {
    let (_folder, path) = place("checkpoint");
    for (section, in_state) in [("sums", false), ("state", true)] {
        small_files::checkpoint(&path).unwrap();
        small_files::alter(&path, section, 0, &[0x55]);
        let checkpoint = Checkpoint::open(&path).unwrap();
        assert!(matches!(RegretTable::load(&checkpoint, &LAYOUT, TableHome::Memory), Err(TableError::Damaged { .. })));
        assert!(RegretTable::resume(&checkpoint, &LAYOUT, TableHome::Memory).is_ok());
        assert_eq!(matches!(checkpoint.state(), Err(TableError::Damaged { .. })), in_state);
    }
}

#[test]
fn a_state_that_claims_too_much_is_refused_without_allocating_it() {
    let path = Path::new("checkpoint");
    let bytes = encode_state(&vec![1u64, 2, 3]).unwrap();
    assert_eq!(decode_state::<Vec<u64>>(path, &bytes).unwrap(), [1, 2, 3]);
    for length in [4, 1 << 40, u64::MAX] {
        let mut wrong = bytes.clone();
        wrong[..8].copy_from_slice(&length.to_le_bytes());
        assert!(matches!(decode_state::<Vec<u64>>(path, &wrong), Err(TableError::Shape { .. })), "{length}");
    }
    let longer = [bytes, vec![0]].concat();
    assert!(matches!(decode_state::<Vec<u64>>(path, &longer), Err(TableError::Shape { .. })));
}
