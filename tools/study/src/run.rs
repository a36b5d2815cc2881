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
use tables::file::fingerprint::Parent;
use tables::file::sibling::write_text_atomically;
use tables::run::folder::RunFolder;
use tables::together::progress::Progress;
use tables::together::ranks::{Alone, JobPart, Ranks};

use super::error::StudyError;
use super::file::order::{StageOrder, Work};
use super::file::study::Study;
use super::machine::usage::AvailableResources;
use super::plan::needs::{shortage, stage_needs};
use super::report::doubling::Doubling;
use super::report::main_first;
use super::report::next_steps::NextSteps;
use super::report::standings::Standings;
use super::report::trained_folder::write_trained_page;
use super::results::league::LeagueFile;
use super::stages;
use super::stages::buckets::SharedInputs;
use super::stages::{PieceTask, StageContext};
use super::study_run::StudyRun;
use super::walk::{StageOutcome, Stages, Step, is_done, walk};

/// What a run leaves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RunSummary {
    #[serde(serialize_with = "tables::text::serialize")]
    pub run: PathBuf,
    #[serde(serialize_with = "tables::text::serialize")]
    pub report: PathBuf,
    /// The cross table of the training without a name, or of the only one.
    pub league: Option<League>,
    /// What every training's players won from each other.
    pub leagues: Vec<PlayedLeague>,
    /// What twice the training does to the lead, where the study trains that long.
    pub doubling: Option<Doubling>,
    /// What to do with the strategies, if there are any.
    pub next: Option<NextSteps>,
    pub stages: Vec<StageOutcome>,
}

/// The league of one of a study's trainings.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayedLeague {
    pub training: Option<String>,
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
    let mut worker = Worker::new(folder, ranks, progress);
    walk(&run, |step| worker.do_stage(step).map(Some))?;
    let mut leagues = Vec::new();
    for training in study.training_names() {
        if let Some(file) = LeagueFile::read(folder, training)? {
            leagues.push(PlayedLeague { training: training.map(str::to_owned), file });
        }
    }
    let main = leagues.iter().find(|it| it.training.is_none() || leagues.len() == 1);
    let league = main.and_then(|it| it.file.league.clone());
    let mut files: Vec<(Option<&str>, &LeagueFile)> =
        leagues.iter().map(|it| (it.training.as_deref(), &it.file)).collect();
    main_first(&mut files);
    let standings: Vec<Standings> =
        files.into_iter().filter_map(|(training, file)| Standings::of(training, file)).collect();
    let (doubling, next) = (Doubling::of(study, &standings), NextSteps::of(&run, &standings)?);
    let stages = worker.stages.outcomes;
    Ok(RunSummary { run: folder.root().to_owned(), report: folder.report(), league, leagues, doubling, next, stages })
}

/// Does stages one after the other.
struct Worker<'a> {
    stages: Stages<'a>,
    shared_inputs: SharedInputs,
}

impl<'a> Worker<'a> {
    fn new(folder: &'a RunFolder, ranks: &'a dyn Ranks, progress: &'a dyn Progress) -> Self {
        let stages = Stages { folder, ranks, progress, outcomes: Vec::new() };
        Self { stages, shared_inputs: SharedInputs::default() }
    }

    fn do_stage(&mut self, step: &Step<'_>) -> Result<Parent, StudyError> {
        if step.stage.forgets_features() {
            self.shared_inputs = SharedInputs::default();
        }
        let (ranks, outcomes, shared_inputs) =
            (self.stages.ranks, self.stages.outcomes.clone(), &mut self.shared_inputs);
        self.stages.run(step.name, &step.definition()?, |progress| {
            step.stage.work(StageContext { run: step.run, shared_inputs, outcomes: &outcomes, ranks, progress })
        })
    }

    /// Does those pieces of a stage that are a part's; returns the part of one that is not done, if any.
    fn do_pieces(&self, step: &Step<'_>, part: JobPart) -> Result<Option<JobPart>, StudyError> {
        let mut missing = None;
        for piece in 0..step.stage.pieces(step.run)? {
            let owner = JobPart::of_place(piece, part.of());
            let task = if owner == part { PieceTask::Do } else { PieceTask::Look };
            if !step.stage.work_piece(step.run, piece, task, self.stages.progress)? {
                missing = missing.or(Some(owner));
            }
        }
        Ok(missing)
    }
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
    #[serde(serialize_with = "tables::text::serialize")]
    pub run: PathBuf,
    pub stages: Vec<StageOutcome>,
    pub left: Vec<LeftStage>,
}

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
    let (mut worker, mut left) = (Worker::new(folder, &Alone, progress), Vec::new());
    walk(&run, |step| {
        let owner = owner(study.order(), step.work, part.of());
        if step.is_ready && owner == Some(part) {
            return worker.do_stage(step).map(Some);
        }
        if let Some((definition, Some(record))) = step.recorded()?
            && is_done(&record, &definition)
        {
            return Ok(Some(definition.as_parent(step.name)));
        }
        let missing = if step.is_ready { worker.do_pieces(step, part)? } else { None };
        let whose = owner.or(missing).map(|part| part.to_string());
        left.push(LeftStage { name: step.name.to_owned(), part: whose, waits: owner == Some(part) });
        Ok(None)
    })?;
    Ok(PartSummary { run: folder.root().to_owned(), stages: worker.stages.outcomes, left })
}

/// The part that the work belongs to, if any.
fn owner(order: &StageOrder, work: Work, of: u64) -> Option<JobPart> {
    match work {
        Work::Clusters(number) | Work::Buckets(number) | Work::OwnBuckets(number) => {
            Some(JobPart::of_place(number, of))
        }
        Work::Training(player) | Work::Export(player) | Work::OwnStrategy(player) => {
            Some(JobPart::of_place(order.first_of(player), of))
        }
        Work::Stability | Work::Exploitability(_) | Work::League(_) | Work::Report => None,
    }
}
