//! The stage that takes a bucket file or a strategy of one's own into the run: nothing is made, and nothing copied
//! where links can be made.

use abstraction::estimate::Prepared;
use serde_json::json;
use tables::file::fingerprint::Parent;
use tables::file::link::link_file;

use super::size::SMALL_FILE;
use super::{Sizes, Stage, StageClock, StageContext, StageDefinition, StageNeed};
use crate::error::StudyError;
use crate::own_files::OwnFile;
use crate::study_run::StudyRun;

pub(super) struct TakeFile {
    pub file: OwnFile,
}

impl Stage for TakeFile {
    fn definition(&self, run: &StudyRun<'_>, _before: &[Parent]) -> Result<StageDefinition, StudyError> {
        let recipe = json!({ "file": run.own_fingerprint(self.file)? });
        Ok(StageDefinition { recipe, parents: Vec::new(), products: vec![run.own_link(self.file)?] })
    }

    fn sizes(&self, _run: &StudyRun<'_>, _prepared: Prepared) -> Result<Sizes, StudyError> {
        Ok(Sizes { memory: 0, disk: SMALL_FILE, passing: 0 })
    }

    /// Files are read to their end before anything starts.
    fn seconds(&self, _clock: &mut StageClock<'_>, _need: &StageNeed) -> Result<f64, StudyError> {
        Ok(0.0)
    }

    fn shorter(&self, _run: &StudyRun<'_>) -> String {
        "leave some variants out".to_owned()
    }

    fn work(&self, StageContext { run, .. }: StageContext<'_>) -> Result<(), StudyError> {
        Ok(link_file(&run.own_path(self.file)?, &run.own_link(self.file)?)?)
    }
}
