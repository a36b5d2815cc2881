//! What a study will take, stage by stage, before it starts.

pub mod needs;
pub mod repeats;

use report::number_format;
use serde::Serialize;
use tables::run::folder::RunFolder;
use tables::together::progress::Progress;

use super::error::StudyError;
use super::file::study::Study;
use super::machine::speeds::Speeds;
use super::machine::usage::AvailableResources;
use super::stages::size::{StageClock, Unreported};
use super::study_run::StudyRun;
use needs::{PlannedStage, PlannedStatus, Shortage, StageNeed, shortage, stage_needs};

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Plan {
    pub stages: Vec<PlannedStage>,
    /// Times and disk space summed, the largest memory.
    pub total: PlannedStage,
    pub available_memory_bytes: Option<u64>,
    pub free_disk_bytes: Option<u64>,
    pub fits: bool,
    pub advice: Option<String>,
}

/// Plans a study in a folder; `seconds` is the time there is, if it is limited. This machine is measured.
pub fn plan(
    study: &Study,
    folder: &RunFolder,
    seconds: Option<f64>,
    progress: &dyn Progress,
) -> Result<Plan, StudyError> {
    plan_with(study, folder, seconds, &mut Speeds::default(), progress)
}

/// The same with what is known of this machine's speed already; what had to be measured is kept where `speeds` are.
pub fn plan_with(
    study: &Study,
    folder: &RunFolder,
    seconds: Option<f64>,
    speeds: &mut Speeds,
    progress: &dyn Progress,
) -> Result<Plan, StudyError> {
    let run = StudyRun::begin(study, folder)?;
    // Before the probe takes its part.
    let available = AvailableResources::now(folder.root());
    let needs = stage_needs(&run)?;
    let trial = Unreported(progress);
    let mut clock = StageClock::new(&run, speeds, progress, &trial);
    let mut stages = Vec::new();
    for need in &needs {
        let seconds = if need.is_done() { 0.0 } else { need.work.stage().seconds(&mut clock, need)? };
        stages.push(PlannedStage { seconds, ..need.planned.clone() });
    }
    speeds.keep();
    let is_done = |stage: &PlannedStage| stage.status == PlannedStatus::Done;
    let total = PlannedStage {
        name: "total".to_owned(),
        status: if stages.iter().all(is_done) { PlannedStatus::Done } else { PlannedStatus::ToDo },
        seconds: stages.iter().map(|stage| stage.seconds).sum(),
        memory_bytes: stages.iter().map(|stage| stage.memory_bytes).max().unwrap_or(0),
        disk_bytes: stages.iter().map(|stage| stage.disk_bytes).sum(),
        passing_bytes: stages.iter().map(|stage| stage.passing_bytes).max().unwrap_or(0),
    };
    let missing = match shortage(&run, &needs, available)? {
        None => seconds.and_then(|seconds| lack_of_time(&run, &needs, &stages, &total, seconds)),
        missing => missing,
    };
    Ok(Plan {
        stages,
        total,
        available_memory_bytes: available.memory_bytes,
        free_disk_bytes: available.disk_bytes,
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
    Some(Shortage {
        stage: format!("the run, most of it the stage {},", stages[longest].name),
        needed: format!("about {}", number_format::seconds(total.seconds)),
        available: number_format::seconds(seconds),
        advice: needs[longest].work.stage().shorter(run),
    })
}
