//! What the stages of a run still need of memory and disk, before anything starts.

use abstraction::estimate::Prepared;
use tables::run::record::{StageCost, StageStatus};

use crate::error::StudyError;
use crate::stage::finished::FinishedStages;
use crate::stage::need::StageNeed;
use crate::stage::size::PROGRAM_BYTES;
use crate::study_run::StudyRun;

/// The needs of all stages in order.
pub fn stage_needs(run: &StudyRun<'_>) -> Result<Vec<StageNeed>, StudyError> {
    let (mut needs, mut finished) = (Vec::new(), FinishedStages::none_of(run));
    let mut prepared = Prepared::default();
    for (name, work) in &run.order().stages {
        let stage = work.stage();
        // What cannot be read is not done.
        let recorded = if run.folder.root().exists() { finished.recorded(name, *work)? } else { None };
        let done = recorded.as_ref().filter(|stage| stage.is_done());
        let interrupted = recorded.as_ref().and_then(|stage| stage.record.as_ref());
        let interrupted = interrupted.filter(|record| record.status == StageStatus::Interrupted);
        let mut need = StageNeed {
            name: name.clone(),
            work: *work,
            is_done: done.is_some(),
            spent: interrupted.map_or(StageCost::default(), |record| record.cost),
            prepared,
            memory_bytes: 0,
            disk_bytes: 0,
            passing_bytes: 0,
        };
        if let Some(stage) = done {
            finished.add(*work, stage.definition.as_parent(name));
        } else {
            if stage.forgets_features() {
                (prepared, need.prepared) = (Prepared::default(), Prepared::default());
            }
            let sizes = stage.sizes(run, prepared)?;
            need.memory_bytes = sizes.memory + PROGRAM_BYTES;
            (need.disk_bytes, need.passing_bytes) = (sizes.disk, sizes.passing);
            prepared = stage.keeps(run, prepared)?;
        }
        needs.push(need);
    }
    Ok(needs)
}
