//! Regret tables: fresh ones are zero, resumed ones change nothing on the disk, checkpoints are whole or absent.

mod small_files;

use serde_json::json;
use std::fs;
use std::path::Path;
use tables::array_file::ArrayFile;
use tables::error::TableError;
use tables::regret_table::{Checkpoint, CheckpointDescription, RegretTable};
use tables::resume_state::{decode_state, encode_state};

const LAYOUT: [(&str, u64); 2] = [("regrets", 5), ("sums", 3)];

fn description(iterations: u64) -> CheckpointDescription {
    CheckpointDescription { recipe: json!({"seed": 1}), parents: vec![], meta: json!({"iterations": iterations}) }
}

fn bits(cells: &[f32]) -> Vec<u32> {
    cells.iter().map(|cell| cell.to_bits()).collect()
}

#[test]
fn a_fresh_table_is_zero_and_its_arrays_can_be_changed_side_by_side() {
    let mut table = RegretTable::fresh(&[("a", 100_000), ("b", 1), ("empty", 0)]).unwrap();
    assert_eq!(table.layout(), [("a", 100_000), ("b", 1), ("empty", 0)]);
    assert!(table.as_slice("a").unwrap().iter().all(|&cell| cell == 0.0));
    let (b, a) = table.two_mut("b", "a").unwrap();
    a[99_999] = 1.0;
    b[0] = 2.0;
    assert_eq!(table.as_slice("a").unwrap()[99_999], 1.0);
    assert_eq!(table.as_slice("b").unwrap(), [2.0]);
    assert_eq!(table.as_mut_slice("empty").unwrap(), [0.0; 0]);
    assert!(table.two_mut("a", "a").is_none());
    assert!(table.two_mut("a", "c").is_none());
    assert!(table.as_slice("c").is_none());
}

#[test]
fn a_table_beyond_all_memory_is_an_error_and_no_panic() {
    for cells in [1 << 50, u64::MAX / 4, u64::MAX] {
        let error = RegretTable::fresh(&[("regrets", cells)]).unwrap_err();
        assert!(matches!(error, TableError::Io { .. }) && !error.is_input_error(), "{error}");
    }
}

#[test]
fn resumed_and_loaded_tables_hold_every_bit_of_the_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    small_files::checkpoint(&path).unwrap();
    let checkpoint = Checkpoint::open(&path).unwrap();
    assert_eq!(checkpoint.file().meta::<u64>("iterations").unwrap(), 99);
    let state: (u64, [u64; 4]) = decode_state(&path, checkpoint.state().unwrap()).unwrap();
    assert_eq!(state, (99, [1, 2, 3, 4]));
    for table in [RegretTable::resume(&checkpoint, &LAYOUT), RegretTable::load(&checkpoint, &LAYOUT)] {
        let table = table.unwrap();
        assert_eq!(table.layout(), LAYOUT);
        assert_eq!(bits(table.as_slice("regrets").unwrap()), bits(&small_files::REGRETS));
        assert_eq!(bits(table.as_slice("sums").unwrap()), bits(&small_files::SUMS));
    }
}

#[test]
fn changing_a_resumed_table_does_not_change_the_file_it_came_from() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    small_files::checkpoint(&path).unwrap();
    let before = fs::read(&path).unwrap();
    let checkpoint = Checkpoint::open(&path).unwrap();
    let mut table = RegretTable::resume(&checkpoint, &LAYOUT).unwrap();
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
    assert_eq!(RegretTable::load(&newer, &LAYOUT).unwrap().as_slice("regrets").unwrap(), [7.0; 5]);
    assert_eq!(newer.state().unwrap(), b"state");
}

#[test]
fn another_layout_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
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
        assert!(matches!(RegretTable::resume(&checkpoint, layout), Err(TableError::Shape { .. })));
        assert!(matches!(RegretTable::load(&checkpoint, layout), Err(TableError::Shape { .. })));
    }
}

#[test]
fn a_damaged_cell_is_found_by_loading_and_a_damaged_state_always() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    small_files::checkpoint(&path).unwrap();
    let original = fs::read(&path).unwrap();
    let place = |name: &str| Checkpoint::open(&path).unwrap().file().header().section(name).unwrap().offset as usize;
    let (cells, state) = (place("sums"), place("state"));
    for (at, in_state) in [(cells, false), (state, true)] {
        let mut bytes = original.clone();
        bytes[at] ^= 1;
        fs::write(&path, &bytes).unwrap();
        let checkpoint = Checkpoint::open(&path).unwrap();
        assert!(matches!(RegretTable::load(&checkpoint, &LAYOUT), Err(TableError::Damaged { .. })));
        assert!(RegretTable::resume(&checkpoint, &LAYOUT).is_ok());
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

#[test]
fn checkpoints_of_equal_tables_have_equal_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    small_files::checkpoint(&first).unwrap();
    let checkpoint = Checkpoint::open(&first).unwrap();
    let table = RegretTable::resume(&checkpoint, &LAYOUT).unwrap();
    let header = checkpoint.file().header().clone();
    let description = CheckpointDescription { recipe: header.recipe, parents: header.parents, meta: header.meta };
    table.checkpoint(&second, &description, checkpoint.state().unwrap()).unwrap();
    assert_eq!(fs::read(&first).unwrap(), fs::read(&second).unwrap());
    ArrayFile::open(&second).unwrap().verify().unwrap();
}
