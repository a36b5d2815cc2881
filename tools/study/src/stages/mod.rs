//! What every stage is, and its kinds, one file each: definition, seconds, sizes, advice and work.

pub mod buckets;
pub(crate) mod exploitability;
mod league;
mod league_parts;
mod own_files;
pub(crate) mod report;
pub mod size;
mod stability;
mod training;

use abstraction::estimate::Prepared;
use tables::file::fingerprint::Parent;
use tables::together::progress::Progress;
use tables::together::ranks::Ranks;

use super::error::StudyError;
use super::file::order::Work;
use super::own_files::OwnFile;
use super::study_run::StudyRun;
use super::walk::StageOutcome;
use buckets::SharedInputs;

pub(crate) use super::plan::needs::StageNeed;
pub(crate) use super::walk::StageDefinition;
pub(crate) use size::{Sizes, StageClock};

/// All there is to know of a stage. A new kind is a type that has this, a variant of [`Work`] and its place in
/// [`StageOrder`].
pub(crate) trait Stage {
    /// Recipe, parents and products, once the stages it needs are done; `before` are the stages so far.
    fn definition(&self, run: &StudyRun<'_>, before: &[Parent]) -> Result<StageDefinition, StudyError>;

    /// The memory and disk space it takes, given what earlier stages left in memory.
    fn sizes(&self, run: &StudyRun<'_>, prepared: Prepared) -> Result<Sizes, StudyError>;

    fn seconds(&self, clock: &mut StageClock<'_>, need: &StageNeed) -> Result<f64, StudyError>;

    fn shorter(&self, run: &StudyRun<'_>) -> String;

    /// Settings with which it would fit into the memory available.
    fn smaller(&self, _run: &StudyRun<'_>, _need: &StageNeed, _available: u64) -> Result<String, StudyError> {
        Ok("free some memory, or give fewer buckets".to_owned())
    }

    /// Whether the features of earlier stages are given back before it: they are large, and not every stage needs any.
    fn forgets_features(&self) -> bool {
        false
    }

    /// What stays in memory for the next stage.
    fn keeps(&self, _run: &StudyRun<'_>, prepared: Prepared) -> Result<Prepared, StudyError> {
        Ok(prepared)
    }

    /// How many independent pieces its work divides into: its own work finds those that are done, and brings them
    /// together.
    fn pieces(&self, _run: &StudyRun<'_>) -> Result<usize, StudyError> {
        Ok(0)
    }

    /// Checks one of the pieces or does it; returns whether it is done afterwards.
    fn work_piece(
        &self,
        _run: &StudyRun<'_>,
        _piece: usize,
        _task: PieceTask,
        _progress: &dyn Progress,
    ) -> Result<bool, StudyError> {
        Ok(true)
    }

    fn work(&self, context: StageContext<'_>) -> Result<(), StudyError>;
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PieceTask {
    Look,
    Do,
}

pub(crate) struct StageContext<'a> {
    pub run: &'a StudyRun<'a>,
    /// What earlier stages left in memory.
    pub shared_inputs: &'a mut SharedInputs,
    /// How the stages before it ended.
    pub outcomes: &'a [StageOutcome],
    /// The processes that share what can be shared.
    pub ranks: &'a dyn Ranks,
    pub progress: &'a dyn Progress,
}

impl Work {
    pub(crate) fn stage(self) -> Box<dyn Stage> {
        match self {
            Self::Clusters(number) => Box::new(buckets::MakeClusters { number }),
            Self::Buckets(number) => Box::new(buckets::MakeBuckets { number }),
            Self::OwnBuckets(number) => Box::new(own_files::TakeFile { file: OwnFile::Buckets(number) }),
            Self::OwnStrategy(player) => Box::new(own_files::TakeFile { file: OwnFile::Strategy(player) }),
            Self::Stability => Box::new(stability::MeasureStability),
            Self::Training(player) => Box::new(training::Train { player }),
            Self::Export(player) => Box::new(training::Export { player }),
            Self::Exploitability(plan) => Box::new(exploitability::MeasureExploitability { plan }),
            Self::League(plan) => Box::new(league::PlayLeague { plan }),
            Self::Report => Box::new(report::WriteReport),
        }
    }

    /// What stages of this kind are called where they are summed up.
    pub(crate) fn kind(self) -> &'static str {
        match self {
            Self::Clusters(_) => "opponent clusters",
            Self::Buckets(_) => "buckets",
            Self::OwnBuckets(_) | Self::OwnStrategy(_) => "files of one's own",
            Self::Stability => "comparison of seeds",
            Self::Training(_) => "training",
            Self::Export(_) => "export",
            Self::Exploitability(_) => "exploitability",
            Self::League(_) => "league",
            Self::Report => "report",
        }
    }
}

impl StudyRun<'_> {
    /// A stage's definition, once the stages it needs are done; `before` are the stages so far.
    pub fn definition(&self, work: Work, before: &[Parent]) -> Result<StageDefinition, StudyError> {
        work.stage().definition(self, before)
    }
}
