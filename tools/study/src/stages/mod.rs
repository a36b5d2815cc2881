//! The kinds of stages, one file each: definition, needs, seconds, sizes, advice and work.

mod buckets;
pub mod clusters;
mod exploitability;
mod export;
mod league;
mod league_parts;
pub(crate) mod report;
mod stability;
mod training;

use tables::file::fingerprint::Parent;

use super::error::StudyError;
use super::file::order::{StageOrder, Work};
use super::stage::Stage;
use super::stage::record::StageDefinition;
use super::study_run::StudyRun;

impl Work {
    /// The stage that does it.
    pub(crate) fn stage(self) -> Box<dyn Stage> {
        match self {
            Self::Clusters(number) => Box::new(clusters::MakeClusters { number }),
            Self::Buckets(number) => Box::new(buckets::MakeBuckets { number }),
            Self::Stability => Box::new(stability::MeasureStability),
            Self::Training(player) => Box::new(training::Train { player }),
            Self::Export(player) => Box::new(export::Export { player }),
            Self::Exploitability(plan) => Box::new(exploitability::MeasureExploitability { plan }),
            Self::League(plan) => Box::new(league::PlayLeague { plan }),
            Self::Report => Box::new(report::WriteReport),
        }
    }
}

impl StageOrder {
    /// The work that must be done before.
    pub fn needs(&self, work: Work) -> Vec<Work> {
        work.stage().needs(self)
    }
}

impl StudyRun<'_> {
    /// A stage's definition, once the stages it needs are done; `before` are the stages so far.
    pub fn definition(&self, work: Work, before: &[Parent]) -> Result<StageDefinition, StudyError> {
        work.stage().definition(self, before)
    }
}
