//! The refusal of a study, or of one street's buckets, that do not fit into the machine, with settings that would.

use abstraction::estimate::{Prepared, memory_bytes};
use abstraction::recipe::BucketRecipe;
use report::number_format;

use crate::error::StudyError;
use crate::machine::available_resources::AvailableResources;
use crate::shortage::Shortage;
use crate::stage::need::StageNeed;
use crate::stage::size::PROGRAM_BYTES;
use crate::study_run::StudyRun;

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
    let keeps = run.study.trainings().any(|training| training.keep_checkpoints);
    let checkpoints = if keeps { "give training.keep_checkpoints = false, " } else { "" };
    format!("{checkpoints}compare fewer opponent clusters, give fewer buckets, or choose another disk with --out")
}
