//! The report's section on cost: time, memory and disk of every stage, and of every kind of stage where there are many.

use report::page::Page;
use report::stage_table::{Stage, StageTable};
use tables::run::folder::RunFolder;
use tables::run::record::StageRecord;

use crate::error::StudyError;

/// With more stages than this, those of a kind are summed up first.
const MANY: usize = 30;

/// A stage as the section needs it.
pub(crate) struct ShownStage<'a> {
    /// Its name, under which its cost is recorded.
    pub name: &'a str,
    /// What it is called together with others of its kind.
    pub kind: &'static str,
    /// How it ended.
    pub status: &'static str,
}

/// Adds the section.
pub(crate) fn cost_section(page: Page, folder: &RunFolder, shown: &[ShownStage<'_>]) -> Result<Page, StudyError> {
    let mut stages = Vec::new();
    for ShownStage { name, kind, status } in shown {
        let Some(record) = StageRecord::read(&folder.stage(name)?)? else { continue };
        let stage = Stage {
            name: (*name).to_owned(),
            status: (*status).to_owned(),
            wall_seconds: Some(record.cost.seconds),
            core_seconds: record.cost.core_seconds,
            memory_bytes: record.cost.memory_bytes,
            disk_bytes: record.cost.disk_bytes,
            note: String::new(),
        };
        stages.push((*kind, stage));
    }
    if stages.is_empty() {
        return Ok(page);
    }
    let intro = "What each stage took on the machine that ran it. Core time is summed over all cores; memory is the \
                 largest in use.";
    let mut page = page.section("Time and memory", intro);
    if stages.len() > MANY {
        page = page.stages(&table(by_kind(&stages)), "Stages of a kind together");
    }
    Ok(page.stages(&table(stages.into_iter().map(|(_, stage)| stage).collect()), "Stages in order"))
}

fn table(stages: Vec<Stage>) -> StageTable {
    let description = "Wall time, core time, memory and disk space of each stage".to_owned();
    StageTable { title: "Stages".to_owned(), description, stages }
}

/// One row for each kind, in the order in which they first appear: times and disk summed, memory the largest.
fn by_kind(stages: &[(&'static str, Stage)]) -> Vec<Stage> {
    let mut kinds: Vec<(&str, usize, Stage)> = Vec::new();
    for (kind, stage) in stages {
        let Some((_, count, sum)) = kinds.iter_mut().find(|(known, ..)| known == kind) else {
            kinds.push((kind, 1, stage.clone()));
            continue;
        };
        *count += 1;
        let added =
            |one: Option<f64>, other: Option<f64>| one.into_iter().chain(other).reduce(|one, other| one + other);
        sum.wall_seconds = added(sum.wall_seconds, stage.wall_seconds);
        sum.core_seconds = added(sum.core_seconds, stage.core_seconds);
        sum.memory_bytes = sum.memory_bytes.max(stage.memory_bytes);
        sum.disk_bytes = sum.disk_bytes.into_iter().chain(stage.disk_bytes).reduce(u64::saturating_add);
    }
    let row = |(kind, count, sum): (&str, usize, Stage)| Stage {
        name: kind.to_owned(),
        status: String::new(),
        note: if count == 1 { "1 stage".to_owned() } else { format!("{count} stages") },
        ..sum
    };
    kinds.into_iter().map(row).collect()
}
