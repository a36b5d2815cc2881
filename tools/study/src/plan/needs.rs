//! What the stages of a run still need of memory and disk before anything starts, and the refusal of what does not fit
//! into the machine, with settings that would.

use abstraction::estimate::{Prepared, memory_bytes};
use abstraction::recipe::BucketRecipe;
use report::number_format;
use serde::Serialize;
use std::fmt;
use tables::run::record::{StageCost, StageStatus};

use crate::error::StudyError;
use crate::file::order::Work;
use crate::machine::usage::AvailableResources;
use crate::stages::size::{PROGRAM_BYTES, Sizes};
use crate::study_run::StudyRun;
use crate::walk::{is_done, walk};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PlannedStatus {
    Done,
    Interrupted,
    #[serde(rename = "to do")]
    ToDo,
}

tables::words!(PlannedStatus, "a status", {
    Done => "done", Interrupted => "interrupted", ToDo => "to do",
});

/// One stage to come; what it takes is 0 if it is done.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlannedStage {
    pub name: String,
    pub status: PlannedStatus,
    /// Wall time.
    pub seconds: f64,
    /// The most memory in use at once.
    pub memory_bytes: u64,
    /// Disk space of what it leaves.
    pub disk_bytes: u64,
    /// Disk space that it gives back once the next stage is done.
    pub passing_bytes: u64,
}

/// A stage, and what its estimates depend on.
pub struct StageNeed {
    /// Without its seconds, which take a probe of the machine.
    pub planned: PlannedStage,
    pub work: Work,
    /// What it took already, if it was cut off.
    pub spent: StageCost,
    /// What earlier stages of this run have left in memory for it.
    pub prepared: Prepared,
}

impl StageNeed {
    pub fn is_done(&self) -> bool {
        self.planned.status == PlannedStatus::Done
    }
}

/// The needs of all stages in order.
pub fn stage_needs(run: &StudyRun<'_>) -> Result<Vec<StageNeed>, StudyError> {
    let (mut needs, mut prepared) = (Vec::new(), Prepared::default());
    walk(run, |step| {
        let recorded = step.recorded()?;
        let done = recorded
            .as_ref()
            .filter(|(definition, record)| record.as_ref().is_some_and(|record| is_done(record, definition)));
        let before = recorded.as_ref().and_then(|(_, record)| record.as_ref());
        let interrupted = before.filter(|record| record.status == StageStatus::Interrupted);
        let status = match (done, interrupted) {
            (Some(_), _) => PlannedStatus::Done,
            (None, Some(record)) if record.cost.seconds > 0.0 => PlannedStatus::Interrupted,
            _ => PlannedStatus::ToDo,
        };
        if done.is_none() && step.stage.forgets_features() {
            prepared = Prepared::default();
        }
        let spent = interrupted.map_or(StageCost::default(), |record| record.cost);
        let (name, mut sizes) = (step.name.to_owned(), Sizes::default());
        let before = prepared;
        if done.is_none() {
            sizes = step.stage.sizes(run, prepared)?;
            sizes.memory += PROGRAM_BYTES;
            prepared = step.stage.keeps(run, prepared)?;
        }
        let Sizes { memory: memory_bytes, disk: disk_bytes, passing: passing_bytes } = sizes;
        let planned = PlannedStage { name, status, seconds: 0.0, memory_bytes, disk_bytes, passing_bytes };
        needs.push(StageNeed { planned, work: step.work, spent, prepared: before });
        Ok(done.map(|(definition, _)| definition.as_parent(step.name)))
    })?;
    Ok(needs)
}

/// Buckets of one street, before anything of them is made.
pub fn check_memory_for(recipe: &BucketRecipe, available: AvailableResources) -> Result<(), StudyError> {
    let needed = memory_bytes(recipe, Prepared::default()) + PROGRAM_BYTES;
    match available.memory_bytes {
        Some(available) if needed > available => Err(StudyError::Shortage(Shortage {
            stage: format!("the {}'s clustering", recipe.round),
            needed: format!("{} of memory", number_format::bytes(needed)),
            available: number_format::bytes(available),
            advice: "give fewer clusters or bins or --feature strength, or free some memory".to_owned(),
        })),
        _ => Ok(()),
    }
}

/// The first stage that does not fit into the machine, or the disk space of all.
pub fn shortage(
    run: &StudyRun<'_>,
    needs: &[StageNeed],
    available: AvailableResources,
) -> Result<Option<Shortage>, StudyError> {
    for need in needs {
        if let Some(available) = available.memory_bytes.filter(|&available| need.planned.memory_bytes > available) {
            return Ok(Some(Shortage {
                stage: format!("the stage {}", need.planned.name),
                needed: format!("{} of memory", number_format::bytes(need.planned.memory_bytes)),
                available: number_format::bytes(available),
                advice: need.work.stage().smaller(run, need, available)?,
            }));
        }
    }
    let disk: u64 = needs.iter().map(|need| need.planned.disk_bytes).sum();
    // While a file is written, the one it replaces is still there.
    let twice = needs.iter().map(|need| need.planned.disk_bytes.max(2 * need.planned.passing_bytes)).max().unwrap_or(0);
    Ok(available.disk_bytes.filter(|&free| disk + twice > free).map(|free| Shortage {
        stage: "the run folder".to_owned(),
        needed: format!("{} of disk space", number_format::bytes(disk + twice)),
        available: number_format::bytes(free),
        advice: disk_advice(run),
    }))
}

fn disk_advice(run: &StudyRun<'_>) -> String {
    let keeps = run.study.trainings().any(|training| training.keeps_checkpoints());
    let checkpoints = if keeps { "give training.keeps_checkpoints() = false, " } else { "" };
    format!("{checkpoints}compare fewer opponent clusters, give fewer buckets, or choose another disk with --out")
}

/// How many opponent clusters more another recipe has, if that is all it differs in beside its seed.
pub fn more_clusters(recipe: &BucketRecipe, other: &BucketRecipe) -> Option<i64> {
    let (clusters, others) = (recipe.feature.opponent_clusters()?, other.feature.opponent_clusters()?);
    let feature = recipe.feature.with_opponent_clusters(others);
    let alike = BucketRecipe { seed: other.seed, feature, ..recipe.clone() };
    (alike == *other).then_some(others as i64 - clusters as i64)
}

/// A measured time, kept consistent with those of recipes with more or fewer clusters: measurements scatter by more
/// than a cluster takes, and more clusters never take less time.
pub fn in_order(tried: f64, others: impl Iterator<Item = (i64, f64)>) -> f64 {
    let (mut least, mut most) = (0.0f64, f64::INFINITY);
    for (more, seconds) in others {
        if more < 0 {
            least = least.max(seconds);
        } else {
            most = most.min(seconds);
        }
    }
    tried.clamp(least, most.max(least))
}

/// Why something cannot be run here.
#[derive(Clone, PartialEq, Debug)]
pub struct Shortage {
    /// What does not fit: the first such stage of a study, its folder, or a piece of work of its own.
    pub stage: String,
    pub needed: String,
    pub available: String,
    pub advice: String,
}

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stage, needed, available, advice } = self;
        write!(f, "{stage} needs {needed}, there is {available}; {advice}")
    }
}
