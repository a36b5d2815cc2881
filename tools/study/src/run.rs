//! Runs a study: every stage in order, skipped when done and resumed when cut off.

use matches::league::League;
use serde::Serialize;
use std::path::PathBuf;
use tables::file::sibling::write_text_atomically;
use tables::run::folder::RunFolder;
use tables::together::progress::Progress;
use tables::together::ranks::{Alone, Ranks};

use crate::error::StudyError;
use crate::file::study::Study;
use crate::machine::available_resources::AvailableResources;
use crate::plan::needs::stage_needs;
use crate::plan::shortage::shortage;
use crate::report::trained::write_trained_page;
use crate::results::league::LeagueFile;
use crate::stage::StageContext;
use crate::stage::finished::FinishedStages;
use crate::stage::record::{StageOutcome, Stages};
use crate::stage::shared_inputs::SharedInputs;
use crate::stages;
use crate::study_run::StudyRun;

/// What a run leaves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RunSummary {
    /// The run folder.
    #[serde(serialize_with = "tables::text::serialize")]
    pub run: PathBuf,
    /// The report.
    #[serde(serialize_with = "tables::text::serialize")]
    pub report: PathBuf,
    /// The cross table, where the study has one training only.
    pub league: Option<League>,
    /// What every training's players won from each other.
    pub leagues: Vec<PlayedLeague>,
    /// All stages in order.
    pub stages: Vec<StageOutcome>,
}

/// The league of one of a study's trainings.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayedLeague {
    /// The training's name, if it has one.
    pub training: Option<String>,
    /// What was found.
    #[serde(flatten)]
    pub file: LeagueFile,
}

/// Runs all stages of a study in a folder, skipping what is done.
pub fn run(study: &Study, folder: &RunFolder, progress: &dyn Progress) -> Result<RunSummary, StudyError> {
    run_shared(study, folder, &Alone, progress)
}

/// The same with clusterings and trainings shared by several ranks, of which this one is the first.
pub fn run_shared(
    study: &Study,
    folder: &RunFolder,
    ranks: &dyn Ranks,
    progress: &dyn Progress,
) -> Result<RunSummary, StudyError> {
    let run = fitting_run(study, folder)?;
    let _lock = folder.lock()?;
    claim_folder(&run)?;
    let mut stages = Stages { folder, ranks, progress, outcomes: Vec::new() };
    let mut shared_inputs = SharedInputs::default();
    let mut finished = FinishedStages::none_of(&run);
    for (name, work) in &study.order().stages {
        let stage = work.stage();
        if stage.forgets_features() {
            shared_inputs = SharedInputs::default();
        }
        let outcomes = stages.outcomes.clone();
        let shared_inputs = &mut shared_inputs;
        let do_it = |progress: &dyn Progress| {
            stage.work(StageContext { run: &run, shared_inputs, outcomes: &outcomes, ranks, progress })
        };
        let parent = stages.run(name, &finished.definition_of(*work)?, do_it)?;
        finished.add(*work, parent);
    }
    let mut leagues = Vec::new();
    for training in study.trainings() {
        if let Some(file) = LeagueFile::read(folder, training.name.as_deref())? {
            leagues.push(PlayedLeague { training: training.name.clone(), file });
        }
    }
    let league = if leagues.len() == 1 { leagues[0].file.league.clone() } else { None };
    Ok(RunSummary { run: folder.root().to_owned(), report: folder.report(), league, leagues, stages: stages.outcomes })
}

/// Begins a run; refuses one that needs more memory or disk than is left.
pub(crate) fn fitting_run<'a>(study: &'a Study, folder: &'a RunFolder) -> Result<StudyRun<'a>, StudyError> {
    let run = StudyRun::begin(study, folder)?;
    match shortage(&run, &stage_needs(&run)?, AvailableResources::now(folder.root()))? {
        Some(missing) => Err(StudyError::Shortage(missing)),
        None => Ok(run),
    }
}

/// Makes the locked folder the study's own.
pub(crate) fn claim_folder(run: &StudyRun<'_>) -> Result<(), StudyError> {
    // Another process may have begun one before the lock was taken.
    run.refuse_another_study()?;
    Ok(write_text_atomically(&run.folder.study(), &run.study.text)?)
}

/// Writes the report of a finished run again, or that of a folder where something was trained without a study.
pub fn write_report(folder: &RunFolder) -> Result<PathBuf, StudyError> {
    if folder.study().exists() {
        let study = Study::read(&folder.study())?;
        stages::report::write_report(&StudyRun { study: &study, folder }, &[])?;
    } else {
        write_trained_page(folder)?;
    }
    Ok(folder.report())
}
