//! What passes between memory and disk, as the kernel counts it.
#![cfg(target_os = "linux")]

use crate::observer::StopAfter;
use std::fs;
use std::io::Write;
use std::sync::Mutex;
use std::time::Duration;
use study::machine::usage::{PageTraffic, PagingProgress};
use tables::together::progress::{Progress, Update};

#[test]
fn traffic_is_read_from_the_right_fields() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(PageTraffic::of_process(folder.path()), None);
    // A program may call itself anything.
    let stat = "4711 (a) (b 1 2) S 1 2 3 4 5 6 7 8 33 9 100 200 0 0 20\n";
    fs::write(folder.path().join("stat"), stat).unwrap();
    assert_eq!(PageTraffic::of_process(folder.path()), None);
    let io = "rchar: 1\nwchar: 2\nread_bytes: 8192\nwrite_bytes: 12288\ncancelled_write_bytes: 4\n";
    fs::write(folder.path().join("io"), io).unwrap();
    let before = PageTraffic { major_faults: 33, read_bytes: 8192, written_bytes: 12288 };
    assert_eq!(PageTraffic::of_process(folder.path()), Some(before));
    let after = PageTraffic { major_faults: 217, read_bytes: 694_808_192, written_bytes: 196_012_288 };
    let rates = |seconds: u64| after.rates_since(&before, Duration::from_secs(seconds));
    assert_eq!(rates(2), "92 page faults/s, 347 MB/s read, 98 MB/s written");
    let none = "0 page faults/s, 0 MB/s read, 0 MB/s written";
    assert_eq!((rates(0).as_str(), before.rates_since(&after, Duration::from_secs(1)).as_str()), (none, none));
}

#[test]
fn traffic_follows_the_note_once_a_second_has_passed() {
    let shown = Mutex::new(None);
    let observer = StopAfter::when(|_, update| {
        *shown.lock().unwrap() = update.note.clone();
        true
    });
    let paging = PagingProgress::new(&observer);
    let update =
        |note: Option<&str>| Update { stage: "training", done: 1, of: 2, unit: "s", note: note.map(str::to_owned) };
    paging.report(&update(Some("7 boards")));
    assert_eq!(shown.lock().unwrap().as_deref(), Some("7 boards"));
    std::thread::sleep(Duration::from_millis(1_100));
    paging.report(&update(Some("9 boards")));
    let note: String = shown.lock().unwrap().clone().unwrap();
    assert!(note.starts_with("9 boards, ") && note.contains(" page faults/s, "), "{note}");
    paging.report(&update(None));
    assert!(shown.lock().unwrap().as_deref().unwrap().contains("MB/s written"));
    assert!(paging.cancelled());
}

#[test]
fn a_file_written_to_a_disk_is_counted() {
    // Beside the other products of the build, which lie on a disk where the folder for passing files may not.
    let mut file = tempfile::tempfile_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let Some(before) = PageTraffic::now() else { return };
    file.write_all(&vec![7; 3_000_000]).unwrap();
    file.sync_all().unwrap();
    let after = PageTraffic::now().unwrap();
    assert!(after.written_bytes >= before.written_bytes + 3_000_000, "{before:?} {after:?}");
}
