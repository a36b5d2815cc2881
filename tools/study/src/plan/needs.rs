//! What the stages of a run still need of memory and disk before anything starts, and the refusal of what does not fit
//! into the machine, with settings that would.

use abstraction::estimate::{Prepared, memory_bytes};
use abstraction::recipe::BucketRecipe;
use report::number_format;
use std::fmt;
use tables::run::record::{StageCost, StageStatus};

use crate::error::StudyError;
use crate::machine::available_resources::AvailableResources;
use crate::stage::record::{is_done, walk};
use crate::stage::size::{PROGRAM_BYTES, StageNeed};
use crate::study_run::StudyRun;

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
        let mut need = StageNeed {
            name: step.name.to_owned(),
            work: step.work,
            is_done: done.is_some(),
            spent: interrupted.map_or(StageCost::default(), |record| record.cost),
            prepared,
            memory_bytes: 0,
            disk_bytes: 0,
            passing_bytes: 0,
        };
        if done.is_none() {
            if step.stage.forgets_features() {
                (prepared, need.prepared) = (Prepared::default(), Prepared::default());
            }
            let sizes = step.stage.sizes(run, prepared)?;
            need.memory_bytes = sizes.memory + PROGRAM_BYTES;
            (need.disk_bytes, need.passing_bytes) = (sizes.disk, sizes.passing);
            prepared = step.stage.keeps(run, prepared)?;
        }
        needs.push(need);
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
        if let Some(available) = available.memory_bytes.filter(|&available| need.memory_bytes > available) {
            return Ok(Some(Shortage {
                stage: format!("the stage {}", need.name),
                needed: format!("{} of memory", number_format::bytes(need.memory_bytes)),
                available: number_format::bytes(available),
                advice: need.work.stage().smaller(run, need, available)?,
            }));
        }
    }
    let disk: u64 = needs.iter().map(|need| need.disk_bytes).sum();
    // While a file is written, the one it replaces is still there.
    let twice = needs.iter().map(|need| need.disk_bytes.max(2 * need.passing_bytes)).max().unwrap_or(0);
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
