//! One training: until its budget is spent, with its regrets where they fit and its curve in the end. Stages of a study
//! are trained this way, and single variants without a study.

use evaluator::round::Round;
use matches::bucket_lookup::find_bucket_file;
use solver::boards::{Buckets, FineBuckets};
use solver::game::GameDefinition;
use solver::policy::ExportForm;
use solver::run::checkpoint::CheckpointOrigin;
use solver::run::estimate::{TrainingSize, opponent_bytes};
use solver::run::state::TrainingState;
use solver::run::{Trainer, TrainingBuckets};
use solver::train::{Opponent, TrainingSettings};
use std::path::{Path, PathBuf};
use std::time::Instant;
use tables::buckets::set::{BucketSet, link_buckets};
use tables::buckets::table::BucketTable;
use tables::error::TableError;
use tables::file::header::FileKind;
use tables::file::place::require_kind;
use tables::file::sibling::write_text_atomically;
use tables::run::folder::{RunFolder, Subfolder};
use tables::run::regret_table::Checkpoint;
use tables::run::table_home::TableHome;
use tables::together::progress::Progress;
use tables::together::ranks::Ranks;

use crate::error::StudyError;
use crate::file::training::TrainingGoal;
use crate::machine::usage::AvailableResources;
use crate::machine::usage::PagingProgress;
use crate::results::training::Regrets;

/// Where a regret table lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TablePlace {
    /// In memory if it fits, else on disk.
    Auto,
    Memory,
    /// In a nameless working file in the run's folder.
    Disk,
}

tables::words!(TablePlace, "a place of a table", { Auto => "auto", Memory => "memory", Disk => "disk" });

impl TablePlace {
    pub const WORDS: [&str; 3] = ["auto", "memory", "disk"];

    /// The home of the table of a game for some buckets.
    pub fn home<'f>(self, game: &GameDefinition, buckets: &TrainingBuckets, folder: &'f Path) -> TableHome<'f> {
        match self {
            Self::Auto => {
                let opponents = buckets.opponent.as_ref().map_or(0, |opponent| {
                    let [flop, turn] = [1, 2].map(|round| opponent.count(round));
                    opponent_bytes(game, Some(flop), turn)
                });
                let table_bytes = TrainingSize::of(game, buckets.learner.counts()).table_bytes + opponents;
                AvailableResources::now(folder).table_home(table_bytes, folder)
            }
            Self::Memory => TableHome::Memory,
            Self::Disk => TableHome::WorkingFile(folder),
        }
    }
}

pub struct SingleTraining<'a> {
    pub variant: &'a str,
    pub game: GameDefinition,
    pub buckets: TrainingBuckets,
    pub settings: TrainingSettings,
    pub goal: TrainingGoal,
    pub table: TablePlace,
    /// The run on coarser buckets with which it begins, if any, and where to look for its bucket files.
    pub begins_with: Option<Beginning<'a>>,
    pub ranks: &'a dyn Ranks,
}

pub struct Beginning<'a> {
    pub run: &'a Path,
    pub variant: &'a str,
    /// Further folders with its bucket files.
    pub folders: &'a [PathBuf],
}

impl Beginning<'_> {
    /// Starts a run from it if the run has not begun. One that has begun goes on if it once started from this one.
    fn begin(&self, trainer: &mut Trainer) -> Result<(), StudyError> {
        let run = RunFolder::new(self.run);
        let checkpoint = run.checkpoint(self.variant)?;
        if let Some(first) = trainer.began_with() {
            return match Checkpoint::open(&checkpoint)?.file().fingerprint() {
                found if found == first.fingerprint => Ok(()),
                found => {
                    Err(StudyError::OtherBeginning { run: self.run.to_owned(), expected: first.fingerprint, found })
                }
            };
        }
        let origin = CheckpointOrigin::read(&checkpoint)?;
        let named = NamedBuckets { checkpoint: &checkpoint, origin: &origin, run: &run, folders: self.folders };
        let buckets = TrainingBuckets { learner: named.learner()?, opponent: named.opponent()? };
        let home = TableHome::CopyOnWrite;
        let coarse = Trainer::open(origin.game.clone(), buckets, origin.settings.clone(), &checkpoint, home)?;
        Ok(trainer.begin_with(&coarse, Checkpoint::open(&checkpoint)?.file().fingerprint())?)
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct TrainedVariant {
    pub iterations_before: u64,
    pub state: TrainingState,
    pub checkpoint: PathBuf,
    /// The strategy file, written when the training was done.
    pub strategy: PathBuf,
    /// How long that took.
    pub export_seconds: f64,
}

impl SingleTraining<'_> {
    /// Trains the variant in a run's folder and writes its strategy file; goes on where an earlier session ended. A
    /// training that is cut short leaves the file of the session before, if there is one.
    pub fn train(self, folder: &RunFolder, progress: &dyn Progress) -> Result<TrainedVariant, StudyError> {
        let Self { variant, game, buckets, settings, goal, table, begins_with, ranks } = self;
        buckets.require_fit_for(settings.sampler)?;
        let _lock = folder.lock_for(&[Subfolder::Buckets, Subfolder::Training, Subfolder::Strategies])?;
        if Regrets::of(folder, variant)? == Regrets::GivenUp {
            return Err(StudyError::GivenUp { variant: variant.to_owned(), folder: folder.root().to_owned() });
        }
        let (checkpoint, strategy) = (folder.checkpoint(variant)?, folder.strategy(variant)?);
        // Before hours of work: a place that cannot be written.
        require_kind(&strategy, FileKind::Strategy)?;
        let home = table.home(&game, &buckets, folder.root());
        let mut trainer = Trainer::open(game, buckets, settings, &checkpoint, home)?;
        begins_with.map_or(Ok(()), |beginning| beginning.begin(&mut trainer))?;
        // Links only once the run is known to be of these buckets: with others beside its own it could not go on
        // without their names.
        link_buckets(folder, trainer.buckets())?;
        let iterations_before = trainer.state().iterations;
        train_and_record(&mut trainer, goal, folder, variant, home, ranks, progress)?;
        let began = Instant::now();
        trainer.export_as(ExportForm::default(), progress, &strategy)?;
        let export_seconds = began.elapsed().as_secs_f64();
        Ok(TrainedVariant { iterations_before, state: trainer.state().clone(), checkpoint, strategy, export_seconds })
    }
}

/// Trains until the budget is spent and writes the curve; also that of a training that is cut short, as far as it came.
pub(crate) fn train_and_record(
    trainer: &mut Trainer,
    TrainingGoal { budget, watch }: TrainingGoal,
    folder: &RunFolder,
    player: &str,
    home: TableHome<'_>,
    ranks: &dyn Ranks,
    progress: &dyn Progress,
) -> Result<(), StudyError> {
    let checkpoint = folder.begin_training(player)?;
    let paging = PagingProgress::new(progress);
    let progress = if home == TableHome::Memory { progress } else { &paging };
    let outcome = trainer.run_shared(budget, watch, &checkpoint, ranks, progress);
    // A curve without a checkpoint would say that the regrets were given up.
    let recorded = if outcome.is_ok() || checkpoint.exists() {
        write_text_atomically(&folder.training_curve(player)?, &trainer.state().curve_text())
    } else {
        Ok(())
    };
    // The training's own failure says more than that its curve could not be written.
    outcome?;
    Ok(recorded?)
}

/// The buckets of an opponent with exact cards; without a file of the flop all its hands stand for themselves.
pub fn exact_opponent(flop: Option<&Path>, turn: &Path) -> Result<FineBuckets, TableError> {
    FineBuckets::new(flop.map(BucketTable::open).transpose()?, BucketTable::open(turn)?)
}

/// Where the bucket files of a checkpoint are looked for: in its own run, then in other folders.
pub struct NamedBuckets<'a> {
    pub checkpoint: &'a Path,
    pub origin: &'a CheckpointOrigin,
    pub run: &'a RunFolder,
    pub folders: &'a [PathBuf],
}

impl NamedBuckets<'_> {
    /// The files of the strategy that is trained.
    pub fn learner(&self) -> Result<BucketSet, StudyError> {
        let find = |street: Round| match self.find(street.name(), street)? {
            Some(file) => Ok(file),
            None => Err(self.unnamed(street.name())),
        };
        Ok(BucketSet::open(&find(Round::Flop)?, &find(Round::Turn)?, &find(Round::River)?)?)
    }

    /// Those of its opponent, if that is one with exact cards.
    pub fn opponent(&self) -> Result<Option<FineBuckets>, StudyError> {
        if self.origin.settings.opponent == Opponent::Itself {
            return Ok(None);
        }
        let turn = self.find("opponent_turn", Round::Turn)?.ok_or_else(|| self.unnamed("opponent's turn"))?;
        let flop = self.find("opponent_flop", Round::Flop)?;
        Ok(Some(exact_opponent(flop.as_deref(), &turn)?))
    }

    fn find(&self, name: &str, street: Round) -> Result<Option<PathBuf>, StudyError> {
        let Some(parent) = self.origin.parents.iter().find(|parent| parent.name == name) else { return Ok(None) };
        let runs = std::slice::from_ref(self.run);
        Ok(Some(find_bucket_file(self.checkpoint, street, parent.fingerprint, runs, self.folders)?))
    }

    fn unnamed(&self, what: &str) -> StudyError {
        let problem = format!("names no {what} bucket file; train again");
        StudyError::Folder { path: self.checkpoint.to_owned(), problem }
    }
}
