//! What passes between memory and disk, as the kernel counts it.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::Write;
use std::time::Duration;
use study::process_usage::{PageTraffic, TrafficRates};

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
    let after = PageTraffic { major_faults: 37, read_bytes: 8192, written_bytes: 12388 };
    let rates = TrafficRates { major_faults: 2.0, read_bytes: 0.0, written_bytes: 50.0 };
    assert_eq!(after.rates_since(&before, Duration::from_secs(2)), rates);
    let none = TrafficRates { major_faults: 0.0, read_bytes: 0.0, written_bytes: 0.0 };
    assert_eq!(after.rates_since(&before, Duration::ZERO), none);
    assert_eq!(before.rates_since(&after, Duration::from_secs(1)), none);
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
