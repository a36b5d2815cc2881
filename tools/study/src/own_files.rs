//! Bucket files and strategies of one's own in a study: where they lie, and whether they fit it.
//!
//! They stay where they are: the run has a link to each under a name of its own, by which all later stages know it. A
//! run belongs to the very files with which it began, as it belongs to one study: another file in their place is
//! refused by name, since strategies of the run name the old one by its fingerprint.

use matches::strategy_file::StrategyFile;
use std::path::{Path, PathBuf};
use tables::buckets::table::BucketTable;
use tables::error::{Failure, Kind};
use tables::file::array::ArrayFile;
use tables::file::fingerprint::Fingerprint;
use tables::run::folder::RunFolder;
use tables::run::record::StageRecord;

use super::error::StudyError;
use super::file::order::Work;
use super::file::settings::STREETS;
use super::file::street::StreetBuckets;
use super::study_run::StudyRun;
use super::walk::is_done;

/// A file that a study takes as it is; numbers are places in the order's lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OwnFile {
    Buckets(usize),
    /// The strategy of a player.
    Strategy(usize),
}

impl OwnFile {
    fn of(work: Work) -> Option<Self> {
        match work {
            Work::OwnBuckets(number) => Some(Self::Buckets(number)),
            Work::OwnStrategy(player) => Some(Self::Strategy(player)),
            _ => None,
        }
    }
}

/// The strategy file or bundle that a word stands for, as everywhere: itself, or that of a run or of one of its names.
fn strategy_of(word: PathBuf) -> Result<PathBuf, StudyError> {
    let is_run = |folder: &Path| RunFolder::new(folder).strategies().is_ok_and(|strategies| !strategies.is_empty());
    let is_in_run = !word.exists() && word.parent().is_some_and(is_run);
    Ok(if word.is_dir() || is_in_run { StrategyFile::open(&word)?.path().to_owned() } else { word })
}

impl StudyRun<'_> {
    /// The name under which the run knows it.
    pub(crate) fn own_link(&self, own: OwnFile) -> Result<PathBuf, StudyError> {
        Ok(match own {
            OwnFile::Buckets(number) => self.folder.buckets(&self.order().bucket_files[number].name)?,
            OwnFile::Strategy(player) => self.folder.strategy(&self.order().players[player].file)?,
        })
    }

    /// Where it is read: as it was given or, for a study that is read again in its run folder, where the run's link
    /// leads.
    pub(crate) fn own_path(&self, own: OwnFile) -> Result<PathBuf, StudyError> {
        let link = self.own_link(own)?;
        let file = match own {
            OwnFile::Buckets(number) => match &self.order().bucket_files[number].street {
                StreetBuckets::File(given) => Some(self.study.folder.join(given)),
                StreetBuckets::Made(_) => None,
            },
            OwnFile::Strategy(player) => {
                let word = self.order().own_strategy(player).map(|given| self.study.folder.join(given));
                word.map(strategy_of).transpose()?
            }
        };
        let file = file.unwrap_or_else(|| link.clone());
        Ok(if !file.exists() && link.exists() { link } else { file })
    }

    pub(crate) fn own_fingerprint(&self, own: OwnFile) -> Result<Fingerprint, StudyError> {
        Ok(ArrayFile::open(&self.own_path(own)?)?.fingerprint())
    }

    /// Folders in which buckets of the run's strategies are looked for: the run itself, and where strategies of one's
    /// own lie.
    pub(crate) fn bucket_folders(&self) -> Result<Vec<PathBuf>, StudyError> {
        // Before the run begins, there is no such folder to be searched.
        let mut folders: Vec<PathBuf> =
            Some(self.folder.root().to_owned()).filter(|it| it.is_dir()).into_iter().collect();
        let own = |player: &usize| self.order().own_strategy(*player).is_some();
        for player in (0..self.order().players.len()).filter(own) {
            let real = self.own_path(OwnFile::Strategy(player))?.canonicalize().ok();
            let folder = real.as_deref().and_then(Path::parent).map(Path::to_path_buf);
            folders.extend(folder.filter(|folder| !folders.contains(folder)));
        }
        Ok(folders)
    }

    /// Checks all of them before anything starts: that they are there, whole, of this street, deck and game, and those
    /// that the run began with.
    pub(crate) fn check_own_files(&self) -> Result<(), StudyError> {
        for (stage, work) in &self.order().stages {
            let Some(own) = OwnFile::of(*work) else { continue };
            self.check_own_file(stage, *work, own).map_err(|error| match error.kind() {
                Kind::Input => StudyError::OwnFile { place: self.place(own), problem: error.to_string() },
                _ => error,
            })?;
        }
        Ok(())
    }

    /// Where the study file asks for it.
    fn place(&self, own: OwnFile) -> String {
        let order = self.order();
        match own {
            OwnFile::Buckets(number) => {
                let user = order.variants.iter().find(|it| it.bucket_files.contains(&Some(number)));
                let setting = user.map_or("the study", |it| order.settings[it.setting].as_str());
                format!("{} of {setting}", order.bucket_files[number].round)
            }
            OwnFile::Strategy(player) => format!("strategy of {}", order.players[player].name),
        }
    }

    fn check_own_file(&self, stage: &str, work: Work, own: OwnFile) -> Result<(), StudyError> {
        let path = self.own_path(own)?;
        // Opens it, and reads its fingerprint.
        let definition = self.definition(work, &[])?;
        let record = StageRecord::read(&self.folder.stage(stage)?).unwrap_or(None);
        let fingerprint = definition.as_parent(stage).fingerprint;
        if record.as_ref().is_some_and(|record| record.fingerprint != fingerprint) {
            let problem = "another file than the one this run began with; put that one back, or give another --out";
            return Err(StudyError::Folder { path, problem: problem.to_owned() });
        }
        // What was read to its end before need not be read again.
        let was_read = record.is_some_and(|record| is_done(&record, &definition));
        match own {
            OwnFile::Buckets(number) => {
                let table = BucketTable::open(&path)?;
                table.require_all_hands_of(self.order().bucket_files[number].round)?;
                if table.is_local() {
                    self.study.check_trained_on_boards()?;
                }
                self.check_buckets(&table, was_read)
            }
            OwnFile::Strategy(_) => self.check_strategy(&path, was_read),
        }
    }

    fn check_strategy(&self, path: &Path, was_read: bool) -> Result<(), StudyError> {
        let strategy = StrategyFile::open(path)?;
        strategy.require_game(&self.study.definition()?)?;
        if !was_read {
            strategy.reader().file().verify()?;
        }
        let folders = self.bucket_folders()?;
        let buckets = strategy.bucket_set(&folders)?;
        strategy.require_bucket_counts(&buckets)?;
        for table in STREETS.iter().filter_map(|&round| buckets.table(round)) {
            if table.is_local() {
                self.study.check_played_on_boards()?;
            }
            self.check_buckets(table, was_read)?;
        }
        Ok(())
    }

    fn check_buckets(&self, table: &BucketTable, was_read: bool) -> Result<(), StudyError> {
        table.require_deck(self.study.deck)?;
        if !was_read {
            table.file().verify()?;
            table.check_buckets()?;
        }
        Ok(())
    }
}
