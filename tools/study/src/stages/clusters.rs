//! The stage that makes opponent clusters, or copies their file into the run folder.

use abstraction::cluster_file::{ClusterOrigin, read_clusters};
use abstraction::estimate::Prepared;
use abstraction::recipe::DEFAULT_BINS;
use serde_json::json;
use std::io::Write;
use std::path::Path;
use tables::error::{Action, TableError};
use tables::file::array::ArrayFile;
use tables::file::fingerprint::Parent;
use tables::file::reading::{MOST_DOCUMENT_BYTES, read_bytes};
use tables::file::sibling::SiblingFile;
use tables::together::progress::Progress;

use super::shared_inputs::SharedInputs;
use super::size::SMALL_FILE;
use super::{Sizes, Stage, StageClock, StageContext, StageDefinition, StageNeed};
use crate::error::StudyError;
use crate::file::settings::ClusterChoice;
use crate::study_run::StudyRun;

/// Seconds to copy a cluster file.
const COPYING: f64 = 0.1;

pub(super) struct MakeClusters {
    pub number: usize,
}

impl Stage for MakeClusters {
    fn definition(&self, run: &StudyRun<'_>, _before: &[Parent]) -> Result<StageDefinition, StudyError> {
        let file = &run.order().clusters[self.number];
        let recipe = match &file.choice {
            ClusterChoice::Made(origin) => origin.recipe(),
            ClusterChoice::File(path) => {
                let source = file.choice.source(run.folder)?;
                json!({ "file": ArrayFile::open(source.as_deref().unwrap_or(path))?.fingerprint() })
            }
        };
        let products = vec![run.folder.opponent_clusters(&file.file_name())?];
        Ok(StageDefinition { recipe, parents: Vec::new(), products })
    }

    fn sizes(&self, run: &StudyRun<'_>, prepared: Prepared) -> Result<Sizes, StudyError> {
        let river = Prepared { river: prepared.river || self.makes_river(run), ..prepared };
        Ok(Sizes { memory: river.bytes(), disk: SMALL_FILE, passing: 0 })
    }

    fn seconds(&self, clock: &mut StageClock<'_>, need: &StageNeed) -> Result<f64, StudyError> {
        Ok(match &clock.run.order().clusters[self.number].choice {
            ClusterChoice::Made(ClusterOrigin::Search(search)) => {
                clock.probe()?.clusters_seconds(Some(*search), need.prepared)
            }
            ClusterChoice::Made(_) => clock.probe()?.clusters_seconds(None, need.prepared),
            ClusterChoice::File(_) => COPYING,
        })
    }

    fn shorter(&self, _run: &StudyRun<'_>) -> String {
        "give fewer opponents.restarts".to_owned()
    }

    fn keeps(&self, run: &StudyRun<'_>, prepared: Prepared) -> Result<Prepared, StudyError> {
        Ok(match run.order().clusters[self.number].choice {
            ClusterChoice::Made(_) => {
                Prepared { river: prepared.river || self.makes_river(run), preflop: true, ..prepared }
            }
            ClusterChoice::File(_) => prepared,
        })
    }

    fn work(&self, context: StageContext<'_>) -> Result<(), StudyError> {
        make_clusters(context.run, self.number, context.shared_inputs, context.progress)
    }
}

impl MakeClusters {
    /// Whether the strengths of the river boards are made for it: the starting hands' distributions of the usual bins
    /// are part of the program.
    fn makes_river(&self, run: &StudyRun<'_>) -> bool {
        match &run.order().clusters[self.number].choice {
            ClusterChoice::Made(origin) => origin.bins() != DEFAULT_BINS,
            ClusterChoice::File(_) => false,
        }
    }
}

/// Makes opponent clusters, or copies their file into the run folder.
pub fn make_clusters(
    run: &StudyRun<'_>,
    number: usize,
    shared_inputs: &mut SharedInputs,
    progress: &dyn Progress,
) -> Result<(), StudyError> {
    let file = &run.order().clusters[number];
    let path = run.folder.opponent_clusters(&file.file_name())?;
    match &file.choice {
        ClusterChoice::Made(origin) => {
            Ok(origin.write(&path, shared_inputs.distributions(origin.bins(), progress)?, progress)?)
        }
        ClusterChoice::File(_) => copy_clusters(&file.choice.source(run.folder)?.unwrap_or_default(), &path),
    }
}

/// The run keeps the very file, so that its fingerprint stays.
fn copy_clusters(from: &Path, to: &Path) -> Result<(), StudyError> {
    if from == to {
        return Ok(());
    }
    // Only what is whole is copied.
    read_clusters(from)?;
    let bytes = read_bytes(from, MOST_DOCUMENT_BYTES)?;
    let copy = SiblingFile::create(to)?;
    copy.file().write_all(&bytes).map_err(|error| TableError::io(to, Action::Write, error))?;
    Ok(copy.commit()?)
}
