//! What is worked out below each flop: the same on any number of threads, kept and resumed flop by flop, and done in
//! parts.

use crate::support::{Measured, StopAfter, limit_game, on_threads};
use serde_json::json;
use solver::measure::exploitability::{FlopPlayer, FlopWork, KeptFlops};
use std::path::Path;
use tables::error::TableError;
use tables::together::progress::{Progress, Silent};
use tables::together::ranks::JobPart;

fn measured() -> Measured {
    Measured::new(&limit_game(4, 4, 2, "3 2 2", "0 2 1"), 4, 2)
}

fn open(folder: &Path, policy: &str) -> KeptFlops {
    KeptFlops::open(folder, json!(policy)).unwrap()
}

/// How many files of finished flops there are with an ending, of all that was measured.
pub fn kept_files(folder: &Path, ending: &str) -> usize {
    let list = |folder: &Path| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let entries = list(folder).flat_map(|measured| list(&measured));
    entries.filter(|path| path.extension().is_some_and(|it| it == ending)).count()
}

#[test]
fn threads_change_nothing() {
    let measured = measured();
    let on = |threads| on_threads(threads, || measured.values(FlopWork::BestResponse));
    assert_eq!(on(1), on(3));
}

#[test]
fn finished_flops_are_kept_beside_each_other_and_a_resumed_run_ends_alike() {
    let measured = measured();
    let flops = measured.game.flops();
    let boards: u64 = flops.iter().map(|flop| flop.complete_boards(measured.game.rules())).sum();
    let folder = tempfile::tempdir().unwrap();
    let kept = open(folder.path(), "one policy");
    for (work, ending) in [(FlopWork::BestResponse, "response"), (FlopWork::OwnPlay, "own"), (FlopWork::Match, "match")]
    {
        let play = |progress: &dyn Progress| measured.with_batch(work, Some(&kept), progress, |batch| batch.play());
        let files = || kept_files(folder.path(), ending);
        let expected = measured.values(work);
        assert!(play(&StopAfter::reports(10)).is_err());
        assert!((1..2 * flops.len()).contains(&files()), "{}", files());
        assert_eq!(play(&Silent).unwrap(), expected);
        assert_eq!(files(), 2 * flops.len());
        // What is there is taken as it is, and its boards are counted at once.
        kept.flop(work, &flops[5], 1).write(&expected[4][0]).unwrap();
        let counter = StopAfter::reports(usize::MAX);
        let resumed = play(&counter).unwrap();
        assert_eq!(resumed[5], [expected[5][0].clone(), expected[4][0].clone()]);
        assert_eq!(resumed[6..], expected[6..]);
        // Told in one piece before any work: a rate is that of the work alone.
        assert_eq!(counter.heard.into_inner().unwrap(), [(2 * boards, "boards")]);
    }
}

#[test]
fn parts_done_apart_make_the_same_as_one_process() {
    let measured = measured();
    let expected = measured.values(FlopWork::BestResponse);
    let whole = tempfile::tempdir().unwrap();
    let others = tempfile::tempdir().unwrap();
    let part = |number| JobPart::new(number, 3).unwrap();
    let files = |folder: &Path| kept_files(folder, "response");
    let play = |folder: &Path, number| {
        let kept = KeptFlops::open_part(folder, json!("one policy"), part(number)).unwrap();
        // Two do not do the same part at once, and nobody does all while one does a part; others may do theirs.
        let opened = |part| KeptFlops::open_part(folder, json!("one policy"), part);
        assert!(matches!(opened(part(number)), Err(TableError::Busy { .. })));
        assert!(opened(part(number % 3 + 1)).is_ok());
        assert!(matches!(KeptFlops::open(folder, json!("one policy")), Err(TableError::Busy { .. })));
        measured.with_batch(FlopWork::BestResponse, Some(&kept), &Silent, |batch| {
            batch.play_part(part(number)).unwrap();
            batch.missing().unwrap()
        })
    };
    let all = 2 * expected.len();
    let missing = play(whole.path(), 2);
    assert_eq!(missing.len() + files(whole.path()), all);
    // Others' pieces are named with whose they are.
    assert!(missing.iter().all(|piece| !part(2).takes(piece.place)));
    assert!(missing.iter().any(|piece| part(1).takes(piece.place)));
    let done = files(whole.path());
    // A part done twice finds itself done.
    assert_eq!(play(whole.path(), 2), missing);
    assert_eq!(files(whole.path()), done);
    for number in [1, 3] {
        play(others.path(), number);
    }
    // Folders copied together.
    for policy in std::fs::read_dir(others.path()).unwrap() {
        let policy = policy.unwrap();
        for file in std::fs::read_dir(policy.path()).unwrap() {
            let file = file.unwrap();
            std::fs::copy(file.path(), whole.path().join(policy.file_name()).join(file.file_name())).unwrap();
        }
    }
    let kept = open(whole.path(), "one policy");
    assert_eq!(kept.part_count(), Some(3));
    assert_eq!(files(whole.path()), all);
    measured.with_batch(FlopWork::BestResponse, Some(&kept), &StopAfter::reports(0), |batch| {
        assert_eq!(batch.missing().unwrap(), [])
    });
    let resumed = measured.with_batch(FlopWork::BestResponse, Some(&kept), &Silent, |batch| batch.play().unwrap());
    assert_eq!(resumed, expected);
}

#[test]
fn results_against_another_policy_are_not_taken() {
    let measured = measured();
    let flops = measured.game.flops();
    let [player, _] = &measured.players(FlopWork::BestResponse);
    let (values, cells) = (player.flop_values(&flops[3]), player.flop_cells());
    let folder = tempfile::tempdir().unwrap();
    let [kept, other] = ["one policy", "another policy"].map(|policy| open(folder.path(), policy));
    let read = |kept: &KeptFlops, position, cells| kept.flop(FlopWork::BestResponse, &flops[3], position).read(cells);
    kept.flop(FlopWork::BestResponse, &flops[3], 0).write(&values).unwrap();
    assert_eq!(read(&kept, 0, cells).unwrap(), Some(values.clone()));
    assert_eq!(read(&kept, 1, cells).unwrap(), None);
    assert!(matches!(read(&kept, 0, cells + 1), Err(TableError::Shape { .. })));
    assert!(matches!(KeptFlops::open(folder.path(), json!("one policy")), Err(TableError::Busy { .. })));
    assert_eq!(read(&other, 0, cells).unwrap(), None);
    // Nor are they replaced.
    other.flop(FlopWork::BestResponse, &flops[3], 0).write(&player.flop_values(&flops[4])).unwrap();
    assert_eq!(read(&kept, 0, cells).unwrap(), Some(values));
    assert_eq!(kept_files(folder.path(), "response"), 2);
}

#[test]
fn a_damaged_result_is_worked_out_again() {
    let measured = measured();
    let expected = measured.values(FlopWork::BestResponse);
    let folder = tempfile::tempdir().unwrap();
    let kept = open(folder.path(), "one policy");
    let play = || measured.with_batch(FlopWork::BestResponse, Some(&kept), &Silent, |batch| batch.play().unwrap());
    assert_eq!(play(), expected);
    let mut files: Vec<_> = std::fs::read_dir(kept.folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|it| it == "response"));
    let whole = std::fs::read(&files[0]).unwrap();
    for place in [8, whole.len() / 3, whole.len() / 2, whole.len() - 1] {
        let mut damaged = whole.clone();
        damaged[place] ^= 1;
        std::fs::write(&files[0], damaged).unwrap();
        assert_eq!(play(), expected, "byte {place}");
        assert!(std::fs::read(&files[0]).unwrap() == whole, "byte {place}");
    }
    for length in [whole.len() / 3, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&files[0], &whole[..length]).unwrap();
        assert_eq!(play(), expected, "{length} bytes");
    }
}
