//! What is known of a run's stages as they are processed in order: which are finished, and so which are ready.

use tables::file::fingerprint::Parent;
use tables::run::record::StageRecord;

use crate::error::StudyError;
use crate::file::order::Work;
use crate::stage::definition::StageDefinition;
use crate::stage::record::{is_done, record_of};
use crate::study_run::StudyRun;

/// The finished stages of a run so far, in order.
pub(crate) struct FinishedStages<'a> {
    run: &'a StudyRun<'a>,
    works: Vec<Work>,
    parents: Vec<Parent>,
}

/// A stage as its record describes it.
pub(crate) struct RecordedStage {
    /// What it makes and from what.
    pub definition: StageDefinition,
    /// Its record; none if it was never begun with this definition.
    pub record: Option<StageRecord>,
}

impl<'a> FinishedStages<'a> {
    /// None so far.
    pub fn none_of(run: &'a StudyRun<'a>) -> Self {
        Self { run, works: Vec::new(), parents: Vec::new() }
    }

    /// Whether everything that the work needs is finished.
    pub fn allow(&self, work: Work) -> bool {
        work.stage().needs(self.run.order()).iter().all(|need| self.works.contains(need))
    }

    /// What the work, for which these [suffice](Self::allow), makes and from what.
    pub fn definition_of(&self, work: Work) -> Result<StageDefinition, StudyError> {
        work.stage().definition(self.run, &self.parents)
    }

    /// The work and its record; `None` if what it needs is not finished or cannot be read.
    pub fn recorded(&self, name: &str, work: Work) -> Result<Option<RecordedStage>, StudyError> {
        if !self.allow(work) {
            return Ok(None);
        }
        let Ok(definition) = self.definition_of(work) else { return Ok(None) };
        let record = record_of(self.run.folder, name, &definition)?;
        Ok(Some(RecordedStage { definition, record }))
    }

    /// Adds a finished stage.
    pub fn add(&mut self, work: Work, parent: Parent) {
        self.works.push(work);
        self.parents.push(parent);
    }
}

impl RecordedStage {
    /// Whether nothing is left to do.
    pub fn is_done(&self) -> bool {
        self.record.as_ref().is_some_and(|record| is_done(record, &self.definition))
    }
}
