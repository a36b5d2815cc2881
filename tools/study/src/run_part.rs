//! A study by several processes, each of which does one part of the stages that do not need each other.
//!
//! Opponent clusters, bucket files and players are dealt out among the parts; a player's training and its export stay
//! together, and so do trainings that go on from each other. Once all strategies are there, so are the parts of leagues
//! and the players whose exploitability is measured. No part does the work that brings everything together:
//! [`run`](crate::run::run) does what is left. Parts may share a folder, or have folders of their own that are copied
//! together: what another part has finished is found by its record, as after an interruption.

use serde::Serialize;
use std::path::PathBuf;
use tables::run::folder::RunFolder;
use tables::together::progress::Progress;
use tables::together::ranks::{Alone, JobPart};

use crate::error::StudyError;
use crate::file::order::{StageOrder, Work};
use crate::file::study::Study;
use crate::run::{claim_folder, fitting_run};
use crate::stage::finished::{FinishedStages, RecordedStage};
use crate::stage::record::{StageOutcome, Stages};
use crate::stage::shared_inputs::SharedInputs;
use crate::stage::{PieceTask, StageContext};

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
