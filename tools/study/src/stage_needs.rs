//! What the stages of a run still need of memory and disk, and the refusal of what does not fit, before anything starts.

use abstraction::estimate::{Prepared, disk_bytes, memory_bytes};
use abstraction::recipe::{BucketRecipe, Feature};
use solver::estimate::TrainingSize;
use std::fmt;
use tables::bucket_table::hands_of_round;
use tables::stage_record::{StageCost, StageStatus};

use crate::error::StudyError;
use crate::machine_room::MachineRoom;
use crate::opponents::ClusterChoice;
use crate::stability::recipes_of_other_seeds;
use crate::stage::{is_done, record_of};
use crate::stage_definition::StudyRun;
use crate::stage_order::Work;

/// The program itself, its tables and threads.
const PROGRAM_BYTES: u64 = 60 << 20;
/// Of the most memory that earlier stages had in use, so much stays with the process although it was freed: measured.
const KEPT_BACK: f64 = 0.4;
/// A cluster file, a league or a record.
const SMALL_FILE: u64 = 16 << 10;
/// A report with its pictures.
const REPORT_BYTES: u64 = 4 << 20;

/// How one stage stands and what it needs.
#[derive(Clone, PartialEq, Debug)]
pub struct StageNeed {
    /// Its name.
    pub name: String,
    /// What it does.
    pub work: Work,
    /// Whether it needs no more work.
    pub is_done: bool,
    /// What it took already, if it was cut off.
    pub spent: StageCost,
    /// What earlier stages of this run have left in memory for it.
    pub prepared: Prepared,
    /// The most memory it has in use at once; 0 if it is done.
    pub memory_bytes: u64,
    /// What it leaves on disk; 0 if it is done.
    pub disk_bytes: u64,
}

/// Why a study cannot be run here.
#[derive(Clone, PartialEq, Debug)]
pub struct Shortage {
    /// The first stage that does not fit, or all.
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
        write!(f, "study: {stage} needs {needed}, there is {available}; {advice}")
    }
}

/// The needs of all stages in order.
///
/// # Errors
/// Cluster files that cannot be read, recipes that cannot be followed.
pub fn stage_needs(run: &StudyRun<'_>) -> Result<Vec<StageNeed>, StudyError> {
    let (mut needs, mut before, mut done) = (Vec::new(), Vec::new(), Vec::new());
    let mut prepared = Prepared::default();
    let mut most_so_far = 0;
    for (name, work) in &run.order.stages {
        let is_ready = run.folder.root().exists() && run.order.needs(*work).iter().all(|need| done.contains(need));
        // What cannot be read is not done.
        let definition = if is_ready { run.definition(*work, &before).ok() } else { None };
        let record = match &definition {
            Some(definition) => record_of(run.folder, name, definition)?,
            None => None,
        };
        let is_done = definition.as_ref().zip(record.as_ref()).is_some_and(|(it, record)| is_done(record, it));
        let spent =
            record.filter(|it| it.status == StageStatus::Interrupted).map_or(StageCost::default(), |it| it.cost);
        let mut need =
            StageNeed { name: name.clone(), work: *work, is_done, spent, prepared, memory_bytes: 0, disk_bytes: 0 };
        if is_done {
            done.push(*work);
            before.extend(definition.map(|it| it.as_parent(name)));
        } else {
            if matches!(work, Work::Training(_)) {
                (prepared, need.prepared) = (Prepared::default(), Prepared::default());
            }
            let (own, disk) = sizes(run, *work, prepared)?;
            // What was kept back serves again: a stage like the largest before it needs no more than that did.
            let kept_back = (most_so_far as f64 * KEPT_BACK) as u64;
            most_so_far = own.max(most_so_far);
            (need.memory_bytes, need.disk_bytes) = ((own + kept_back).min(most_so_far), disk);
            prepared = after(run, *work, prepared)?;
        }
        needs.push(need);
    }
    Ok(needs)
}

/// Memory and disk of a stage.
fn sizes(run: &StudyRun<'_>, work: Work, prepared: Prepared) -> Result<(u64, u64), StudyError> {
    let (memory, disk) = match work {
        Work::Clusters(_) => (memory_bytes(&starting_hands(), prepared), SMALL_FILE),
        Work::Buckets(number) => {
            let recipe = run.bucket_recipe(number)?;
            (memory_bytes(&recipe, prepared), disk_bytes(&recipe))
        }
        Work::Stability => {
            let (mut most, mut scratch) = (0, 0);
            for recipe in seeds_of_all(run)?.concat() {
                // A comparison sorts eight bytes a hand beside both files.
                let hands = hands_of_round(recipe.round);
                most = most.max(memory_bytes(&recipe, prepared)).max(12 * hands);
                scratch = scratch.max(disk_bytes(&recipe));
            }
            (most, scratch + SMALL_FILE)
        }
        Work::Training(variant) => {
            let size = training_size(run, variant)?;
            (size.table_bytes + bucket_bytes(), size.table_bytes + SMALL_FILE)
        }
        Work::Export(variant) => {
            let size = training_size(run, variant)?;
            (size.table_bytes + bucket_bytes() + 2 * size.strategy_bytes, size.strategy_bytes)
        }
        Work::League => {
            let mut players = 0;
            for variant in 0..run.order.variants.len() {
                players += 2 * training_size(run, variant)?.strategy_bytes + bucket_bytes();
            }
            (players, SMALL_FILE)
        }
        Work::Report => (bucket_bytes(), REPORT_BYTES),
    };
    Ok((memory + PROGRAM_BYTES, disk))
}

/// What making opponent clusters has in memory is the strengths of the river boards, as for the least river buckets.
fn starting_hands() -> BucketRecipe {
    BucketRecipe::new(evaluator::round::Round::Flop, Feature::Strength, 1, 0)
}

/// What stays in memory after a stage.
fn after(run: &StudyRun<'_>, work: Work, prepared: Prepared) -> Result<Prepared, StudyError> {
    Ok(match work {
        Work::Clusters(number) => match run.order.clusters[number] {
            ClusterChoice::Made(_) => Prepared { river: true, preflop: true, ..prepared },
            ClusterChoice::File(_) => prepared,
        },
        Work::Buckets(number) => prepared.after(&run.bucket_recipe(number)?),
        _ => prepared,
    })
}

/// The recipes of the stability stage, file by file.
pub(crate) fn seeds_of_all(run: &StudyRun<'_>) -> Result<Vec<Vec<BucketRecipe>>, StudyError> {
    let seeds = run.study.stability.as_ref().map_or(0, |stability| stability.seeds);
    let files = 0..run.order.bucket_files.len();
    files.map(|number| Ok(recipes_of_other_seeds(&run.bucket_recipe(number)?, seeds))).collect()
}

/// The bucket counts of a variant, before the flop first.
pub(crate) fn bucket_counts(run: &StudyRun<'_>, variant: usize) -> Result<[usize; 4], StudyError> {
    let mut counts = [169; 4];
    for (count, number) in counts[1..].iter_mut().zip(run.order.variants[variant].bucket_files.iter().flatten()) {
        *count = run.bucket_recipe(*number)?.count;
    }
    Ok(counts)
}

/// The size of a variant's training.
pub(crate) fn training_size(run: &StudyRun<'_>, variant: usize) -> Result<TrainingSize, StudyError> {
    Ok(TrainingSize::of_holdem(bucket_counts(run, variant)?)?)
}

/// The buckets of all hands of all streets.
fn bucket_bytes() -> u64 {
    evaluator::round::Round::ALL.iter().map(|&round| 2 * hands_of_round(round)).sum()
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
                needed: format!("{} of memory", gibibytes(need.memory_bytes)),
                available: gibibytes(available),
                advice: advice_on_memory(run, need, available)?,
            }));
        }
    }
    let disk: u64 = needs.iter().map(|need| need.disk_bytes).sum();
    // While a file is written, the one it replaces is still there.
    let twice = needs.iter().map(|need| need.disk_bytes).max().unwrap_or(0);
    Ok(room.disk_bytes.filter(|&free| disk + twice > free).map(|free| Shortage {
        stage: "the run folder".to_owned(),
        needed: format!("{} of disk space", gibibytes(disk + twice)),
        available: gibibytes(free),
        advice: "compare fewer opponent clusters, give fewer buckets, or choose another disk with --out".to_owned(),
    }))
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
        Work::Training(variant) | Work::Export(variant) => {
            let most = bucket_counts(run, variant)?.into_iter().max().unwrap_or(1);
            let fitting = (1..most).rev().find(|&count| {
                TrainingSize::of_holdem([169, count, count, count])
                    .is_ok_and(|size| size.table_bytes + bucket_bytes() + PROGRAM_BYTES <= available)
            });
            fitting.map_or_else(
                || "leave [training] out".to_owned(),
                |count| format!("give at most {count} buckets a street, or leave [training] out"),
            )
        }
        Work::League => "compare fewer variants, or give fewer buckets".to_owned(),
        _ => "free some memory, or give fewer buckets".to_owned(),
    })
}

pub(crate) fn gibibytes(bytes: u64) -> String {
    report::number_format::bytes(bytes)
}
