//! Results of a study as it finds them in its folder.

use std::cell::OnceCell;
use std::fs;
use study::results::exploitability::ExploitabilityFile;
use study::results::league::LeagueFile;
use study::results::training::{StabilityFile, TrainingCurve};
use tables::run::folder::RunFolder;
use tables::run::record::StageRecord;
use tempfile::TempDir;

thread_local! {
    static FOLDER: OnceCell<TempDir> = const { OnceCell::new() };
}

/// A file of results is refused or read.
pub fn try_input(data: &[u8]) {
    let place = if std::path::Path::new("/dev/shm").is_dir() { "/dev/shm" } else { "." };
    FOLDER.with(|folder| {
        let folder = folder.get_or_init(|| tempfile::tempdir_in(place).expect("a temporary folder"));
        let run = RunFolder::new(folder.path());
        let curve = run.training_curve("v").expect("a name");
        let stage = run.stage("s").expect("a name");
        for path in [&curve, &stage] {
            fs::create_dir_all(path.parent().expect("a folder")).expect("room for it");
        }
        match data.first().copied().unwrap_or(0) % 5 {
            0 => put(&run.league(), data, || drop(LeagueFile::read(&run, None))),
            1 => put(&run.exploitability(None).expect("a name"), data, || drop(ExploitabilityFile::read(&run, None))),
            2 => put(&run.stability(), data, || drop(StabilityFile::read(&run))),
            3 => put(&curve, data, || drop(TrainingCurve::read(&run, "v"))),
            _ => put(&stage, data, || drop(StageRecord::read(&stage))),
        }
    });
}

/// Reads what follows the first byte as a file.
fn put(path: &std::path::Path, data: &[u8], read: impl FnOnce()) {
    fs::write(path, data.get(1..).unwrap_or_default()).expect("room for it");
    read();
}
