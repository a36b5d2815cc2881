//! Runs a study: every stage in order, skipped when done and resumed when cut off.
//!
//! A study by several processes, each of which does one part of the stages that do not need each other.
//!
//! Opponent clusters, bucket files and players are dealt out among the parts; a player's training and its export stay
//! together, and so do trainings that go on from each other. Once all strategies are there, so are the parts of leagues
//! and the players whose exploitability is measured. No part does the work that brings everything together:
//! [`run`] does what is left. Parts may share a folder, or have folders of their own that are copied
//! together: what another part has finished is found by its record, as after an interruption.

use matches::league::League;
use serde::Serialize;
use std::path::PathBuf;
use tables::file::sibling::write_text_atomically;
use tables::run::folder::RunFolder;
use tables::together::progress::Progress;
use tables::together::ranks::{Alone, JobPart, Ranks};

use super::error::StudyError;
use super::file::order::{StageOrder, Work};
use super::file::study::Study;
use super::machine::available_resources::AvailableResources;
use super::plan::needs::{shortage, stage_needs};
use super::report::trained_folder::write_trained_page;
use super::results::league::LeagueFile;
use super::stage::record::{FinishedStages, RecordedStage, StageOutcome, Stages};
use super::stage::shared_inputs::SharedInputs;
use super::stage::{PieceTask, StageContext};
use super::stages;
use super::study_run::StudyRun;

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
fn fitting_run<'a>(study: &'a Study, folder: &'a RunFolder) -> Result<StudyRun<'a>, StudyError> {
    let run = StudyRun::begin(study, folder)?;
    match shortage(&run, &stage_needs(&run)?, AvailableResources::now(folder.root()))? {
        Some(missing) => Err(StudyError::Shortage(missing)),
        None => Ok(run),
    }
}

/// Makes the locked folder the study's own.
fn claim_folder(run: &StudyRun<'_>) -> Result<(), StudyError> {
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

/// What a process with a part of a study leaves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PartSummary {
    /// The run folder.
    #[serde(serialize_with = "tables::text::serialize")]
    pub run: PathBuf,
    /// Its own stages, in order.
    pub stages: Vec<StageOutcome>,
    /// What is not done yet, in order.
    pub left: Vec<LeftStage>,
}

/// A stage that is not done yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LeftStage {
    pub name: String,
    /// The part that does it, such as `2/3`; none for a stage that brings everything together.
    pub part: Option<String>,
    /// Whether it is this part's own, and waits for stages of others.
    pub waits: bool,
}

impl PartSummary {
    /// Whether everything that is divided is done.
    pub fn is_complete(&self) -> bool {
        self.left.iter().all(|stage| stage.part.is_none())
    }
}

/// Does one part of a study in a folder, as far as its inputs are there.
pub fn run_part(
    study: &Study,
    folder: &RunFolder,
    part: JobPart,
    progress: &dyn Progress,
) -> Result<PartSummary, StudyError> {
    let run = fitting_run(study, folder)?;
    let _locks = folder.lock_part(part)?;
    claim_folder(&run)?;
    let mut stages = Stages { folder, ranks: &Alone, progress, outcomes: Vec::new() };
    let mut shared_inputs = SharedInputs::default();
    let (mut finished, mut left) = (FinishedStages::none_of(&run), Vec::new());
    for (name, work) in &study.order().stages {
        let stage = work.stage();
        let owner = owner(study.order(), *work, part.of());
        let is_ready = finished.allow(*work);
        if is_ready && owner == Some(part) {
            if stage.forgets_features() {
                shared_inputs = SharedInputs::default();
            }
            let shared_inputs = &mut shared_inputs;
            let do_it = |progress: &dyn Progress| {
                stage.work(StageContext { run: &run, shared_inputs, outcomes: &[], ranks: &Alone, progress })
            };
            let parent = stages.run(name, &finished.definition_of(*work)?, do_it)?;
            finished.add(*work, parent);
        } else if let Some(done) = finished.recorded(name, *work)?.filter(RecordedStage::is_done) {
            finished.add(*work, done.definition.as_parent(name));
        } else {
            let pieces = if is_ready { stage.pieces(&run)? } else { 0 };
            let mut whose = owner;
            for piece in 0..pieces {
                let piece_owner = JobPart::of_place(piece, part.of());
                let task = if piece_owner == part { PieceTask::Do } else { PieceTask::Look };
                let shared_inputs = &mut shared_inputs;
                let context = StageContext { run: &run, shared_inputs, outcomes: &[], ranks: &Alone, progress };
                if !stage.work_piece(context, piece, task)? {
                    whose = whose.or(Some(piece_owner));
                }
            }
            let waits = owner == Some(part);
            left.push(LeftStage { name: name.clone(), part: whose.map(|part| part.to_string()), waits });
        }
    }
    Ok(PartSummary { run: folder.root().to_owned(), stages: stages.outcomes, left })
}

/// The part that the work belongs to, if any.
fn owner(order: &StageOrder, work: Work, of: u64) -> Option<JobPart> {
    match work {
        Work::Clusters(number) | Work::Buckets(number) => Some(JobPart::of_place(number, of)),
        Work::Training(player) | Work::Export(player) => Some(JobPart::of_place(order.first_of(player), of)),
        Work::Stability | Work::Exploitability(_) | Work::League(_) | Work::Report => None,
    }
}
