//! What the stages of a run still need of memory and disk, before anything starts.

use abstraction::estimate::{Prepared, disk_bytes, memory_bytes};
use abstraction::recipe::{BucketRecipe, Feature};
use solver::run::estimate::TrainingSize;
use std::collections::BTreeSet;
use tables::bucket_table::hands_of_round;
use tables::stage_record::{StageCost, StageStatus};

use crate::error::StudyError;
use crate::league_parts::players_open_at_once;
use crate::opponents::ClusterChoice;
use crate::stability::recipes_of_other_seeds;
use crate::stage::{is_done, record_of};
use crate::stage_definition::StudyRun;
use crate::stage_order::Work;

/// The program itself, its tables and threads.
pub(crate) const PROGRAM_BYTES: u64 = 60 << 20;
/// Of the most memory that earlier stages had in use, so much stays with the process although it was freed: measured.
const KEPT_BACK: f64 = 0.4;
/// A cluster file, a league or a record.
const SMALL_FILE: u64 = 16 << 10;
/// About what best responses have in memory beside the policy: the flops at work and their values.
const RESPONSE_BYTES: u64 = 1 << 30;
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
    /// What it has on disk only until the next stage is done; 0 if it is done.
    pub passing_bytes: u64,
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
        let mut need = StageNeed {
            name: name.clone(),
            work: *work,
            is_done,
            spent,
            prepared,
            memory_bytes: 0,
            disk_bytes: 0,
            passing_bytes: 0,
        };
        if is_done {
            done.push(*work);
            before.extend(definition.map(|it| it.as_parent(name)));
        } else {
            if matches!(work, Work::Training(_)) {
                (prepared, need.prepared) = (Prepared::default(), Prepared::default());
            }
            let Sizes { memory: own, disk, passing } = sizes(run, *work, prepared)?;
            // What was kept back serves again: a stage like the largest before it needs no more than that did.
            let kept_back = (most_so_far as f64 * KEPT_BACK) as u64;
            most_so_far = own.max(most_so_far);
            need.memory_bytes = (own + kept_back).min(most_so_far);
            (need.disk_bytes, need.passing_bytes) = (disk, passing);
            prepared = after(run, *work, prepared)?;
        }
        needs.push(need);
    }
    Ok(needs)
}

/// Bytes of memory, of what stays on disk and of what passes away there.
struct Sizes {
    memory: u64,
    disk: u64,
    passing: u64,
}

/// Memory and disk of a stage.
fn sizes(run: &StudyRun<'_>, work: Work, prepared: Prepared) -> Result<Sizes, StudyError> {
    let mut passing = 0;
    let (memory, disk) = match work {
        Work::Clusters(_) => (memory_bytes(&starting_hands(), prepared), SMALL_FILE),
        Work::Buckets(number) => {
            let recipe = run.bucket_recipe(number)?;
            (memory_bytes(&recipe, prepared), disk_bytes(&recipe))
        }
        Work::Stability => {
            let mut most = 0;
            for number in 0..run.order.bucket_files.len() {
                // A comparison sorts eight bytes a hand beside both files.
                most = most.max(12 * hands_of_round(run.order.bucket_files[number].round));
            }
            for recipe in made_again(run)? {
                most = most.max(memory_bytes(&recipe, prepared));
                passing = passing.max(disk_bytes(&recipe));
            }
            (most, SMALL_FILE)
        }
        Work::Training(player) => {
            let size = training_size(run, player)?;
            let is_kept = run.study.training[run.order.players[player].plan].keep_checkpoints;
            passing = if is_kept { 0 } else { size.table_bytes };
            (size.table_bytes + bucket_bytes(), size.table_bytes + SMALL_FILE - passing)
        }
        Work::Export(player) => {
            let size = training_size(run, player)?;
            (size.table_bytes + bucket_bytes() + 2 * size.strategy_bytes, size.strategy_bytes)
        }
        Work::Exploitability(plan) => {
            (largest_player(run, run.measured(plan).into_iter())? + RESPONSE_BYTES, SMALL_FILE)
        }
        Work::League(plan) => {
            let count = run.order.players_of(plan).count();
            let boards = run.study.league.as_ref().and_then(|league| league.boards).unwrap_or(0);
            let values = boards * 8 * (count * count.saturating_sub(1) / 2) as u64;
            // Parts that were played hold all values once more.
            passing = values;
            let open = match run.study.league.as_ref().map(|league| league.method.as_str()) {
                Some("hands") => count,
                _ => players_open_at_once(count),
            };
            let players = open as u64 * largest_player(run, run.order.players_of(plan))?;
            (players + 2 * values, SMALL_FILE + 64 * (count * count) as u64)
        }
        Work::Report => (bucket_bytes(), REPORT_BYTES),
    };
    Ok(Sizes { memory: memory + PROGRAM_BYTES, disk, passing })
}

/// A strategy unpacked, with its buckets, for the largest of some players.
fn largest_player(run: &StudyRun<'_>, players: impl Iterator<Item = usize>) -> Result<u64, StudyError> {
    // Counting a training takes a while, and most players are alike.
    let counts: BTreeSet<[usize; 4]> = players.map(|it| bucket_counts(run, it)).collect::<Result<_, _>>()?;
    let mut most = 0;
    for counts in counts {
        most = most.max(2 * TrainingSize::of_holdem(counts)?.strategy_bytes);
    }
    Ok(most + bucket_bytes())
}

/// What making opponent clusters has in memory is the strengths of the river boards, as for the least river buckets.
fn starting_hands() -> BucketRecipe {
    BucketRecipe::new(evaluator::round::Round::Flop, Feature::Strength, 1, 0)
}

/// What stays in memory after a stage.
fn after(run: &StudyRun<'_>, work: Work, prepared: Prepared) -> Result<Prepared, StudyError> {
    Ok(match work {
        Work::Clusters(number) => match run.order.clusters[number].choice {
            ClusterChoice::Made(_) => Prepared { river: true, preflop: true, ..prepared },
            ClusterChoice::File(_) => prepared,
        },
        Work::Buckets(number) => prepared.after(&run.bucket_recipe(number)?),
        _ => prepared,
    })
}

/// The buckets that the stability stage makes only to compare them: none where the study has other clusterings.
pub(crate) fn made_again(run: &StudyRun<'_>) -> Result<Vec<BucketRecipe>, StudyError> {
    let seeds = run.study.stability.filter(|_| run.study.repeats.clusterings == 1).map_or(0, |it| it.seeds);
    let mut recipes = Vec::new();
    for number in 0..run.order.bucket_files.len() {
        recipes.extend(recipes_of_other_seeds(&run.bucket_recipe(number)?, seeds));
    }
    Ok(recipes)
}

/// The bucket counts of a player, before the flop first.
pub(crate) fn bucket_counts(run: &StudyRun<'_>, player: usize) -> Result<[usize; 4], StudyError> {
    let files = run.order.variants[run.order.players[player].variant].bucket_files;
    let mut counts = [169; 4];
    for (count, number) in counts[1..].iter_mut().zip(files.into_iter().flatten()) {
        *count = run.bucket_recipe(number)?.count;
    }
    Ok(counts)
}

/// The size of a player's training.
pub(crate) fn training_size(run: &StudyRun<'_>, player: usize) -> Result<TrainingSize, StudyError> {
    Ok(TrainingSize::of_holdem(bucket_counts(run, player)?)?)
}

/// The buckets of all hands of all streets.
pub(crate) fn bucket_bytes() -> u64 {
    evaluator::round::Round::ALL.iter().map(|&round| 2 * hands_of_round(round)).sum()
}
