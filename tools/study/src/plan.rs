//! What a study will take, stage by stage, before it starts.

use report::number_format;
use serde::Serialize;
use tables::progress::Progress;
use tables::run_folder::RunFolder;

use crate::error::StudyError;
use crate::machine_room::MachineRoom;
use crate::run::refuse_another_study;
use crate::shortage::{Shortage, shortage};
use crate::stage_clock::StageClock;
use crate::stage_definition::StudyRun;
use crate::stage_needs::{StageNeed, stage_needs};
use crate::stage_order::{StageOrder, Work};
use crate::study_file::Study;

/// One stage to come.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlannedStage {
    /// Its name.
    pub name: String,
    /// `done`, `interrupted` or `to do`.
    pub status: &'static str,
    /// Wall time; 0 if it is done.
    pub seconds: f64,
    /// The most memory in use at once, in bytes; 0 if it is done.
    pub memory_bytes: u64,
    /// Disk space of what it leaves, in bytes; 0 if it is done.
    pub disk_bytes: u64,
    /// Disk space that it gives back once the next stage is done, in bytes; 0 if it is done.
    pub passing_bytes: u64,
}

/// All stages to come.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Plan {
    /// The stages in order.
    pub stages: Vec<PlannedStage>,
    /// Times and disk space summed, the largest memory.
    pub total: PlannedStage,
    /// Memory that is there.
    pub available_memory_bytes: Option<u64>,
    /// Disk space that is there.
    pub free_disk_bytes: Option<u64>,
    /// Whether it can be run here.
    pub fits: bool,
    /// Why not, and what to do.
    pub advice: Option<String>,
}

/// Plans a study in a folder; `seconds` is the time there is, if it is limited.
///
/// # Errors
/// What [`crate::run::run`] refuses before it starts, and an interruption of the probe.
pub fn plan(
    study: &Study,
    folder: &RunFolder,
    seconds: Option<f64>,
    progress: &dyn Progress,
) -> Result<Plan, StudyError> {
    let order = StageOrder::of(study)?;
    let run = StudyRun { study, order: &order, folder };
    for clusters in &order.clusters {
        clusters.choice.count(folder)?;
    }
    refuse_another_study(study, folder)?;
    // Before the probe takes its part.
    let room = MachineRoom::now(folder.root());
    let needs = stage_needs(&run)?;
    let mut clock = StageClock::new(&run, progress);
    let mut stages = Vec::new();
    for need in &needs {
        let status = match (need.is_done, need.spent.seconds > 0.0) {
            (true, _) => "done",
            (false, true) => "interrupted",
            (false, false) => "to do",
        };
        stages.push(PlannedStage {
            name: need.name.clone(),
            status,
            seconds: if need.is_done { 0.0 } else { clock.seconds(need)? },
            memory_bytes: need.memory_bytes,
            disk_bytes: need.disk_bytes,
            passing_bytes: need.passing_bytes,
        });
    }
    let total = PlannedStage {
        name: "total".to_owned(),
        status: if stages.iter().all(|stage| stage.status == "done") { "done" } else { "to do" },
        seconds: stages.iter().map(|stage| stage.seconds).sum(),
        memory_bytes: stages.iter().map(|stage| stage.memory_bytes).max().unwrap_or(0),
        disk_bytes: stages.iter().map(|stage| stage.disk_bytes).sum(),
        passing_bytes: stages.iter().map(|stage| stage.passing_bytes).max().unwrap_or(0),
    };
    let missing = match shortage(&run, &needs, room)? {
        None => seconds.and_then(|seconds| lack_of_time(&run, &needs, &stages, &total, seconds)),
        missing => missing,
    };
    Ok(Plan {
        stages,
        total,
        available_memory_bytes: room.memory_bytes,
        free_disk_bytes: room.disk_bytes,
        fits: missing.is_none(),
        advice: missing.map(|it| it.to_string()),
    })
}

/// The stage that takes longest, and how to shorten it.
fn lack_of_time(
    run: &StudyRun<'_>,
    needs: &[StageNeed],
    stages: &[PlannedStage],
    total: &PlannedStage,
    seconds: f64,
) -> Option<Shortage> {
    if total.seconds <= seconds {
        return None;
    }
    let longest = (0..stages.len()).max_by(|&a, &b| stages[a].seconds.total_cmp(&stages[b].seconds))?;
    let advice = match needs[longest].work {
        Work::Training(_) | Work::Export(_) => "give a shorter training.time or fewer training.iterations".to_owned(),
        Work::League(_) => "give fewer league.boards or league.hands".to_owned(),
        Work::Exploitability(_) => "give fewer exploitability.flops or exploitability.clusterings".to_owned(),
        Work::Stability => "give fewer stability.seeds".to_owned(),
        Work::Buckets(number) => {
            let (round, street) = (run.order.bucket_files[number].round, &run.order.bucket_files[number].street);
            let rows = (50 * street.buckets).max(200_000);
            match (street.sample_rows, street.sample_fraction) {
                (None, None) => {
                    format!("give {round}.sample_rows = {rows}, fewer buckets, or a smaller max_iterations")
                }
                _ => format!("give fewer rows of a sample, fewer buckets or a smaller max_iterations for the {round}"),
            }
        }
        Work::Clusters(_) => "give fewer opponents.restarts".to_owned(),
        Work::Report => "leave some variants out".to_owned(),
    };
    Some(Shortage {
        stage: format!("the run, most of it the stage {},", stages[longest].name),
        needed: format!("about {}", number_format::seconds(total.seconds)),
        available: number_format::seconds(seconds),
        advice,
    })
}
