//! A study by several processes, each of which does one part of the stages that do not need each other.
//!
//! Opponent clusters, bucket files and players are dealt out among the parts; a player's training and its export stay
//! together, and so do trainings that go on from each other. Once all strategies are there, so are the parts of leagues
//! and the players whose exploitability is measured. No part does the work that brings everything together:
//! [`run`](crate::run::run) does what is left. Parts may share a folder, or have folders of their own that are copied
//! together: what another part has finished is found by its record, as after an interruption.

use serde::Serialize;
use std::path::PathBuf;
use tables::job_part::JobPart;
use tables::progress::Progress;
use tables::ranks::Alone;
use tables::run_folder::RunFolder;
use tables::sibling_file::write_text_atomically;

use crate::error::StudyError;
use crate::file::order::{StageOrder, Work};
use crate::file::study::Study;
use crate::machine::available_resources::AvailableResources;
use crate::plan::needs::stage_needs;
use crate::plan::shortage::shortage;
use crate::stage::record::{StageOutcome, Stages, is_done, record_of};
use crate::stage::shared_inputs::SharedInputs;
use crate::stage::{PieceTask, StageContext};
use crate::study_run::StudyRun;

/// What a process with a part of a study leaves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PartSummary {
    /// The run folder.
    pub run: PathBuf,
    /// Its own stages, in order.
    pub stages: Vec<StageOutcome>,
    /// What is not done yet, in order.
    pub left: Vec<LeftStage>,
}

/// A stage that is not done yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LeftStage {
    /// Its name.
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
///
/// # Errors
/// The first stage that fails; what was done before stays.
pub fn run_part(
    study: &Study,
    folder: &RunFolder,
    part: JobPart,
    progress: &dyn Progress,
) -> Result<PartSummary, StudyError> {
    let run = StudyRun::begin(study, folder)?;
    if let Some(missing) = shortage(&run, &stage_needs(&run)?, AvailableResources::now(folder.root()))? {
        return Err(StudyError::Shortage(missing));
    }
    let _locks = folder.lock_part(part)?;
    // Another process may have begun one meanwhile.
    run.refuse_another_study()?;
    write_text_atomically(&folder.study(), &study.text)?;
    let mut stages = Stages { folder, progress, outcomes: Vec::new() };
    let mut shared_inputs = SharedInputs::default();
    let (mut done, mut before, mut left) = (Vec::new(), Vec::new(), Vec::new());
    for (name, work) in &study.order().stages {
        let stage = work.stage();
        let owner = owner(study.order(), *work, part.of());
        let is_ready = stage.needs(study.order()).iter().all(|need| done.contains(need));
        if is_ready && owner == Some(part) {
            if stage.forgets_features() {
                shared_inputs = SharedInputs::default();
            }
            let definition = stage.definition(&run, &before)?;
            let shared_inputs = &mut shared_inputs;
            let work = |progress: &dyn Progress| {
                stage.work(StageContext { run: &run, shared_inputs, outcomes: &[], ranks: &Alone, progress })
            };
            before.push(stages.run(name, &definition, work)?);
        } else {
            let definition = if is_ready { stage.definition(&run, &before).ok() } else { None };
            let record = definition.as_ref().map(|it| record_of(folder, name, it)).transpose()?.flatten();
            let finished = definition.zip(record).filter(|(definition, record)| is_done(record, definition));
            let Some((definition, _)) = finished else {
                let pieces = if is_ready { stage.pieces(&run)? } else { 0 };
                let mut whose = owner;
                for piece in 0..pieces {
                    let piece_owner = JobPart::of_place(piece, part.of());
                    let task = if piece_owner == part { PieceTask::Do } else { PieceTask::Look };
                    let shared_inputs = &mut shared_inputs;
                    let shop = StageContext { run: &run, shared_inputs, outcomes: &[], ranks: &Alone, progress };
                    if !stage.work_piece(shop, piece, task)? {
                        whose = whose.or(Some(piece_owner));
                    }
                }
                let waits = owner == Some(part);
                left.push(LeftStage { name: name.clone(), part: whose.map(|part| part.to_string()), waits });
                continue;
            };
            before.push(definition.as_parent(name));
        }
        done.push(*work);
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
