//! The walk through a run's stages, and one stage as it is run: skipped if it was done before, else done and recorded.

use serde::Serialize;
use serde_json::Value;
use std::collections::HashSet;
use std::path::PathBuf;
use tables::file::fingerprint::{Fingerprint, Parent};
use tables::file::mapped::give_back_freed_memory;
use tables::run::folder::RunFolder;
use tables::run::record::{StageCost, StageRecord, StageStatus};
use tables::together::progress::Progress;
use tables::together::ranks::Ranks;
use tables::together::time::seconds_of_others;

use crate::error::StudyError;
use crate::file::order::Work;
use crate::machine::clock::ended_now;
use crate::machine::usage::UsageClock;
use crate::stages::Stage;
use crate::stages::buckets::NamedProgress;
use crate::study_run::StudyRun;

/// How a stage of a run ended.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StageOutcome {
    pub name: String,
    /// `done`, or `skipped` where it was done before.
    pub status: &'static str,
    /// What it took, in earlier runs, too.
    #[serde(flatten)]
    pub cost: StageCost,
}

/// Runs stages in a folder and keeps their outcomes.
pub struct Stages<'a> {
    pub folder: &'a RunFolder,
    /// The processes that share the work: a stage's processor time is that of all.
    pub ranks: &'a dyn Ranks,
    pub progress: &'a dyn Progress,
    pub outcomes: Vec<StageOutcome>,
}

/// The record of a stage with this definition; `None` if there is none, or if its recipe or parents were different.
pub fn record_of(
    folder: &RunFolder,
    name: &str,
    definition: &StageDefinition,
) -> Result<Option<StageRecord>, StudyError> {
    let fingerprint = definition.as_parent(name).fingerprint;
    // A record that cannot be read counts as none: its stage is done again.
    let record = StageRecord::read(&folder.stage(name)?).unwrap_or(None);
    Ok(record.filter(|record| record.fingerprint == fingerprint))
}

/// Whether a recorded stage needs no more work: it was finished, and its products still exist.
pub fn is_done(record: &StageRecord, definition: &StageDefinition) -> bool {
    record.status == StageStatus::Done && definition.products.iter().all(|path| path.exists())
}

impl Stages<'_> {
    /// Runs `work` unless the stage is done with this recipe and these parents and its products still exist.
    ///
    /// Gives back the fingerprint by which later stages name this one as their parent.
    pub fn run(
        &mut self,
        name: &str,
        definition: &StageDefinition,
        work: impl FnOnce(&dyn Progress) -> Result<(), StudyError>,
    ) -> Result<Parent, StudyError> {
        let parent = definition.as_parent(name);
        let before = record_of(self.folder, name, definition)?;
        if let Some(record) = before.as_ref().filter(|record| is_done(record, definition)) {
            self.outcomes.push(StageOutcome { name: name.to_owned(), status: "skipped", cost: record.cost });
            return Ok(parent);
        }
        self.progress.check()?;
        // If the process is killed from here on, half-made products must not be mistaken for the whole ones recorded
        // before.
        if let Some(once) = before.as_ref().filter(|record| record.status == StageStatus::Done) {
            StageRecord { status: StageStatus::Interrupted, ..once.clone() }.write(&self.folder.stage(name)?)?;
        }
        // What earlier stages freed must not count as needed by this one.
        give_back_freed_memory();
        let clock = UsageClock::start();
        let named = NamedProgress { before: format!("{name}: "), behind: String::new(), progress: self.progress };
        let outcome = work(&named);
        let sizes = definition.products.iter().filter_map(|path| path.symlink_metadata().ok()).map(|file| file.len());
        let mut here = StageCost { disk_bytes: Some(sizes.sum()), ..clock.stop() };
        here.core_seconds = here.core_seconds.zip(seconds_of_others(self.ranks)).map(|(own, others)| own + others);
        let cost = before.map_or(here, |record| record.cost.followed_by(here));
        let status = if outcome.is_ok() { StageStatus::Done } else { StageStatus::Interrupted };
        let (name, ended) = (name.to_owned(), Some(ended_now()));
        let record = StageRecord { name, fingerprint: parent.fingerprint, status, cost, ended };
        let recorded = record.write(&self.folder.stage(&record.name)?);
        // The work's own failure says more than that it could not be recorded.
        outcome?;
        recorded?;
        self.outcomes.push(StageOutcome { name: record.name, status: "done", cost });
        Ok(parent)
    }
}

/// A stage on the walk through a run's stages.
pub(crate) struct Step<'a> {
    pub run: &'a StudyRun<'a>,
    pub name: &'a str,
    pub work: Work,
    pub stage: Box<dyn Stage>,
    /// Whether everything that it needs is finished.
    pub is_ready: bool,
    /// The finished stages before it.
    before: &'a [Parent],
}

/// The one walk through a run's stages in order: `visit` returns the name of a stage that is finished afterwards.
pub(crate) fn walk(
    run: &StudyRun<'_>,
    mut visit: impl FnMut(&Step<'_>) -> Result<Option<Parent>, StudyError>,
) -> Result<(), StudyError> {
    let (mut finished, mut before) = (HashSet::new(), Vec::new());
    for (name, work) in &run.order().stages {
        let stage = work.stage();
        let is_ready = run.order().needs(*work).iter().all(|need| finished.contains(need));
        if let Some(parent) = visit(&Step { run, name, work: *work, stage, is_ready, before: &before })? {
            finished.insert(*work);
            before.push(parent);
        }
    }
    Ok(())
}

impl Step<'_> {
    /// What a stage that is ready makes and from what.
    pub fn definition(&self) -> Result<StageDefinition, StudyError> {
        self.stage.definition(self.run, self.before)
    }

    /// The same with its record, if it was begun with this definition; `None` if what it needs is not finished or
    /// cannot be read.
    pub fn recorded(&self) -> Result<Option<(StageDefinition, Option<StageRecord>)>, StudyError> {
        if !self.is_ready {
            return Ok(None);
        }
        let Ok(definition) = self.definition() else { return Ok(None) };
        let record = record_of(self.run.folder, self.name, &definition)?;
        Ok(Some((definition, record)))
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct StageDefinition {
    pub recipe: Value,
    pub parents: Vec<Parent>,
    pub products: Vec<PathBuf>,
}

impl StageDefinition {
    /// The name by which later stages know this one.
    pub fn as_parent(&self, name: &str) -> Parent {
        Parent::new(name, Fingerprint::of("stage", &self.recipe, &self.parents))
    }
}
