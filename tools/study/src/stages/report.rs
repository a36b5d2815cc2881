//! The stage that writes the page about it all.

use abstraction::estimate::Prepared;
use serde_json::json;
use tables::buckets::hand_numbers::HandNumbers;
use tables::buckets::table::hands_of_round;
use tables::file::fingerprint::Parent;

use super::{Sizes, Stage, StageClock, StageContext, StageDefinition, StageNeed};
use crate::error::StudyError;
use crate::file::order::Work;
use crate::report::costs::ShownStage;
use crate::report::write_page;
use crate::study_run::StudyRun;
use crate::walk::StageOutcome;

/// A report with its pictures.
const REPORT_BYTES: u64 = 4 << 20;
/// Core seconds of each bucket file's section, and of the rest.
const A_SECTION: f64 = 0.05;

pub(super) struct WriteReport;

impl Stage for WriteReport {
    fn definition(&self, run: &StudyRun<'_>, before: &[Parent]) -> Result<StageDefinition, StudyError> {
        Ok(StageDefinition {
            recipe: json!({ "study": run.study.text, "version": env!("CARGO_PKG_VERSION") }),
            parents: before.to_vec(),
            products: vec![run.folder.report()],
        })
    }

    fn sizes(&self, run: &StudyRun<'_>, _prepared: Prepared) -> Result<Sizes, StudyError> {
        // Bucket files are gone through one after the other.
        let mut largest = 0;
        for number in run.order().made_buckets() {
            let entry = HandNumbers::entry_bytes(run.bucket_count(number)?);
            largest = largest.max(entry * hands_of_round(run.study.deck, run.order().bucket_files[number].round));
        }
        Ok(Sizes { memory: largest, disk: REPORT_BYTES, passing: 0 })
    }

    fn seconds(&self, clock: &mut StageClock<'_>, _need: &StageNeed) -> Result<f64, StudyError> {
        clock.scaled(A_SECTION * (1 + clock.run.order().made_buckets().count()) as f64)
    }

    fn shorter(&self, _run: &StudyRun<'_>) -> String {
        "leave some variants out".to_owned()
    }

    fn work(&self, StageContext { run, outcomes, .. }: StageContext<'_>) -> Result<(), StudyError> {
        write_report(run, outcomes)
    }
}

/// Writes the page and its pictures; `outcomes` are those of the stages that were run with it, if any.
pub(crate) fn write_report(run: &StudyRun<'_>, outcomes: &[StageOutcome]) -> Result<(), StudyError> {
    // The page itself is not finished while it is written.
    let finished = run.order().stages.iter().filter(|(_, work)| *work != Work::Report);
    let stages = finished.map(|(name, work)| ShownStage {
        name,
        kind: work.kind(),
        status: outcomes.iter().find(|outcome| outcome.name == *name).map_or("done", |outcome| outcome.status),
    });
    write_page(run, &stages.collect::<Vec<_>>())
}
