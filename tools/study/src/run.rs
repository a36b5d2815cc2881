//! Runs a study: every stage in order, skipped when done and resumed when cut off.

use matches::league::League;
use serde::Serialize;
use std::path::PathBuf;
use tables::progress::Progress;
use tables::run_folder::RunFolder;
use tables::sibling_file::write_text_atomically;

use crate::error::StudyError;
use crate::exploitability_file;
use crate::league_file::LeagueFile;
use crate::league_parts::play_league_of;
use crate::machine_room::MachineRoom;
use crate::make_buckets::Ingredients;
use crate::report_page;
use crate::shortage::shortage;
use crate::stage::{StageOutcome, Stages};
use crate::stage_definition::StudyRun;
use crate::stage_needs::stage_needs;
use crate::stage_order::{StageOrder, Work};
use crate::study_file::Study;
use crate::train_strategies::{export, train};

/// What a run leaves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RunSummary {
    /// The run folder.
    pub run: PathBuf,
    /// The report.
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
///
/// # Errors
/// The first stage that fails; what was done before stays.
pub fn run(study: &Study, folder: &RunFolder, progress: &dyn Progress) -> Result<RunSummary, StudyError> {
    let order = StageOrder::of(study)?;
    let run = StudyRun { study, order: &order, folder };
    for clusters in &order.clusters {
        clusters.choice.count(folder)?;
    }
    refuse_another_study(study, folder)?;
    if let Some(missing) = shortage(&run, &stage_needs(&run)?, MachineRoom::now(folder.root()))? {
        return Err(StudyError::Shortage(missing));
    }
    let _lock = folder.lock()?;
    // Another process may have begun one meanwhile.
    refuse_another_study(study, folder)?;
    write_text_atomically(&folder.study(), &study.text)?;
    let mut stages = Stages { folder, progress, outcomes: Vec::new() };
    let mut ingredients = Ingredients::default();
    let mut before = Vec::new();
    for (name, work) in &order.stages {
        if matches!(work, Work::Training(_)) {
            // Features are large, and training needs none.
            ingredients = Ingredients::default();
        }
        let definition = run.definition(*work, &before)?;
        let so_far = stages.outcomes.clone();
        let parent = stages.run(name, &definition, |progress| match *work {
            Work::Clusters(number) => ingredients.make_clusters(&run, number, progress),
            Work::Buckets(number) => ingredients.make_buckets(&run, number, progress),
            Work::Stability => ingredients.measure_stability(&run, progress),
            Work::Training(player) => train(&run, player, progress),
            Work::Export(player) => export(&run, player, progress),
            Work::Exploitability(plan) => exploitability_file::measure(&run, plan, progress),
            Work::League(plan) => play_league_of(&run, plan, progress),
            Work::Report => report_page::write(folder, &so_far).map(drop),
        })?;
        before.push(parent);
    }
    let mut leagues = Vec::new();
    for training in &study.training {
        if let Some(file) = LeagueFile::read(folder, training.name.as_deref())? {
            leagues.push(PlayedLeague { training: training.name.clone(), file });
        }
    }
    let league = if leagues.len() == 1 { leagues[0].file.league.clone() } else { None };
    Ok(RunSummary { run: folder.root().to_owned(), report: folder.report(), league, leagues, stages: stages.outcomes })
}

/// A run folder belongs to one study: another one would overwrite the files that its checkpoints and strategies name.
pub(crate) fn refuse_another_study(study: &Study, folder: &RunFolder) -> Result<(), StudyError> {
    let path = folder.study();
    let Ok(before) = std::fs::read_to_string(&path) else { return Ok(()) };
    // Comments and layout may change.
    let values = |text: &str| toml::from_str::<toml::Table>(text).ok();
    if values(&before) == values(&study.text) {
        return Ok(());
    }
    let problem = "this folder holds the run of another study; give another --out, or remove the folder".to_owned();
    Err(StudyError::Folder { path, problem })
}

/// Writes the report of a finished run again.
///
/// # Errors
/// A folder without a study.
pub fn write_report(folder: &RunFolder, _progress: &dyn Progress) -> Result<PathBuf, StudyError> {
    report_page::write(folder, &[])
}
