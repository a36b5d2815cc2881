//! The refusal of a study, or of one street's buckets, that do not fit into the machine, with settings that would.

use abstraction::estimate::{Prepared, memory_bytes};
use abstraction::recipe::{BucketRecipe, Feature};
use report::number_format;
use solver::run::estimate::TrainingSize;
use std::fmt;

use crate::error::StudyError;
use crate::machine_room::MachineRoom;
use crate::stage_definition::StudyRun;
use crate::stage_needs::{PROGRAM_BYTES, StageNeed, bucket_bytes, bucket_counts};
use crate::stage_order::Work;

/// Why something cannot be run here.
#[derive(Clone, PartialEq, Debug)]
pub struct Shortage {
    /// What does not fit: the first such stage of a study, its folder, or a piece of work of its own.
    pub stage: String,
    /// What there is too little of, in words.
    pub needed: String,
    /// What there is, in words.
    pub available: String,
    /// Cheaper settings.
    pub advice: String,
}

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stage, needed, available, advice } = self;
        write!(f, "{stage} needs {needed}, there is {available}; {advice}")
    }
}

/// Buckets of one street, before anything of them is made.
///
/// # Errors
/// [`StudyError::Shortage`] where less memory is left than they need; nothing is refused where nobody knows.
pub fn check_memory_for(recipe: &BucketRecipe, room: MachineRoom) -> Result<(), StudyError> {
    let needed = memory_bytes(recipe, Prepared::default()) + PROGRAM_BYTES;
    match room.memory_bytes {
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
///
/// # Errors
/// Recipes that cannot be followed.
pub fn shortage(run: &StudyRun<'_>, needs: &[StageNeed], room: MachineRoom) -> Result<Option<Shortage>, StudyError> {
    for need in needs {
        if let Some(available) = room.memory_bytes.filter(|&available| need.memory_bytes > available) {
            return Ok(Some(Shortage {
                stage: format!("the stage {}", need.name),
                needed: format!("{} of memory", number_format::bytes(need.memory_bytes)),
                available: number_format::bytes(available),
                advice: advice_on_memory(run, need, available)?,
            }));
        }
    }
    let disk: u64 = needs.iter().map(|need| need.disk_bytes).sum();
    // While a file is written, the one it replaces is still there.
    let twice = needs.iter().map(|need| need.disk_bytes.max(2 * need.passing_bytes)).max().unwrap_or(0);
    Ok(room.disk_bytes.filter(|&free| disk + twice > free).map(|free| Shortage {
        stage: "the run folder".to_owned(),
        needed: format!("{} of disk space", number_format::bytes(disk + twice)),
        available: number_format::bytes(free),
        advice: disk_advice(run),
    }))
}

fn disk_advice(run: &StudyRun<'_>) -> String {
    let keeps = run.study.training.iter().any(|training| training.keep_checkpoints);
    let checkpoints = if keeps { "give training.keep_checkpoints = false, " } else { "" };
    format!("{checkpoints}compare fewer opponent clusters, give fewer buckets, or choose another disk with --out")
}

/// Settings of a stage that would fit.
fn advice_on_memory(run: &StudyRun<'_>, need: &StageNeed, available: u64) -> Result<String, StudyError> {
    let fits = |recipe: &BucketRecipe| memory_bytes(recipe, need.prepared) + PROGRAM_BYTES <= available;
    Ok(match need.work {
        Work::Buckets(number) => {
            let recipe = run.bucket_recipe(number)?;
            let round = recipe.round;
            let cheaper = |feature: Feature| BucketRecipe { feature, ..recipe.clone() };
            let found = match recipe.feature {
                Feature::Ochs { clusters } => (1..clusters.min(17))
                    .rev()
                    .find(|&clusters| fits(&cheaper(Feature::Ochs { clusters })))
                    .map(|clusters| format!("give opponents.clusters of at most {clusters}")),
                Feature::Hsd { bins } => (1..bins)
                    .rev()
                    .find(|&bins| fits(&cheaper(Feature::Hsd { bins })))
                    .map(|bins| format!("give {round}.bins = {bins} or fewer")),
                _ => None,
            };
            found.unwrap_or_else(|| format!("leave the {round} out, or give {round}.feature = \"strength\""))
        }
        Work::Training(player) | Work::Export(player) => {
            let most = bucket_counts(run, player)?.into_iter().max().unwrap_or(1);
            let fitting = (1..most).rev().find(|&count| {
                TrainingSize::of_holdem([169, count, count, count])
                    .is_ok_and(|size| size.table_bytes + bucket_bytes() + PROGRAM_BYTES <= available)
            });
            fitting.map_or_else(
                || "leave [training] out".to_owned(),
                |count| format!("give at most {count} buckets a street, or leave [training] out"),
            )
        }
        Work::League(_) => "compare fewer variants, or give fewer buckets".to_owned(),
        _ => "free some memory, or give fewer buckets".to_owned(),
    })
}
