//! What every stage is: a recipe with its parents and products, what it needs, and its work. Its kinds are in
//! [`super::stages`], one file each.

pub mod record;
pub mod shared_inputs;
pub mod size;

use abstraction::estimate::Prepared;
use tables::file::fingerprint::Parent;
use tables::together::progress::Progress;
use tables::together::ranks::Ranks;

use super::error::StudyError;
use super::file::order::{StageOrder, Work};
use super::study_run::StudyRun;
use record::StageOutcome;
use shared_inputs::SharedInputs;

pub(crate) use record::StageDefinition;
pub(crate) use size::{Sizes, StageClock, StageNeed};

/// All there is to know of a stage. A new kind is a type that has this, a variant of [`Work`] and its place in
/// [`StageOrder`].
pub(crate) trait Stage {
    /// What stages of this kind are called where they are summed up.
    fn kind(&self) -> &'static str;

    /// The work that must be done before.
    fn needs(&self, order: &StageOrder) -> Vec<Work>;

    /// Recipe, parents and products, once the stages it needs are done; `before` are the stages so far.
    fn definition(&self, run: &StudyRun<'_>, before: &[Parent]) -> Result<StageDefinition, StudyError>;

    /// The memory and disk space it takes, given what earlier stages left in memory.
    fn sizes(&self, run: &StudyRun<'_>, prepared: Prepared) -> Result<Sizes, StudyError>;

    /// Wall seconds that it will still take.
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
