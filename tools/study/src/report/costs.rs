//! The report's section on cost: time, memory and disk of every stage, and of every kind of stage where there are many.

use report::number_format::{DASH, bytes, seconds};
use report::page::Page;
use report::page_parts::DataTable;
use tables::run::folder::RunFolder;
use tables::run::record::{StageCost, StageRecord};

use crate::error::StudyError;

/// With more stages than this, those of a kind are summed up.
const MANY: usize = 8;

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
    let mut stages: Vec<(&ShownStage<'_>, StageCost)> = Vec::new();
    for stage in shown {
        stages.extend(StageRecord::read(&folder.stage(stage.name)?)?.map(|record| (stage, record.cost)));
    }
    if stages.is_empty() {
        return Ok(page);
    }
    let costs = || stages.iter().map(|(_, cost)| *cost);
    let [wall, core, memory, disk] = amounts(sum(costs()));
    let intro = format!(
        "In all {wall} of wall time and {core} of core time (summed over all cores), at most {memory} of memory, and \
         {disk} of disk."
    );
    // In the order in which they first appear.
    let mut kinds: Vec<(&str, Vec<StageCost>)> = Vec::new();
    for (ShownStage { kind, .. }, cost) in &stages {
        match kinds.iter_mut().find(|(known, _)| known == kind) {
            Some((_, costs)) => costs.push(*cost),
            None => kinds.push((kind, vec![*cost])),
        }
    }
    let of_kind = |(kind, costs): &(&str, Vec<StageCost>)| {
        let note = if costs.len() == 1 { "1 stage".to_owned() } else { format!("{} stages", costs.len()) };
        row(kind, "", &note, sum(costs.iter().copied()))
    };
    let summed_up = table(&stages, kinds.iter().map(of_kind).collect());
    let rows = stages.iter().map(|(stage, cost)| row(stage.name, stage.status, "", *cost)).collect();
    let in_order = table(&stages, rows);
    Ok(page.section("Time and memory", intro).folded("Every stage", |page| {
        let page = if stages.len() > MANY {
            page.table(&summed_up, "Stages of a kind together, the largest memory")
        } else {
            page
        };
        page.table(&in_order, "Stages in order")
    }))
}

/// Rows of stages, and a last one that sums them all up.
fn table(stages: &[(&ShownStage<'_>, StageCost)], rows: Vec<Vec<String>>) -> DataTable {
    let mut table = DataTable::new(&["stage", "status", "note", "wall time", "core time", "memory", "disk"], 3);
    table.rows = rows;
    if stages.len() > 1 {
        table.rows.push(row("total", "", "memory: the largest", sum(stages.iter().map(|(_, cost)| *cost))));
    }
    table
}

fn row(name: &str, status: &str, note: &str, cost: StageCost) -> Vec<String> {
    [name, status, note].map(str::to_owned).into_iter().chain(amounts(cost)).collect()
}

/// Wall time, core time, memory and disk as they are written.
fn amounts(cost: StageCost) -> [String; 4] {
    let time = |time: Option<f64>| time.map_or(DASH.to_owned(), seconds);
    let size = |size: Option<u64>| size.map_or(DASH.to_owned(), bytes);
    [time(Some(cost.seconds)), time(cost.core_seconds), size(cost.memory_bytes), size(cost.disk_bytes)]
}

/// Times and disk summed, memory the largest; what is known of nothing stays unknown.
fn sum(costs: impl Iterator<Item = StageCost>) -> StageCost {
    costs.fold(StageCost::default(), |sum, cost| StageCost {
        seconds: sum.seconds + cost.seconds,
        core_seconds: sum.core_seconds.into_iter().chain(cost.core_seconds).reduce(|one, other| one + other),
        memory_bytes: sum.memory_bytes.max(cost.memory_bytes),
        disk_bytes: sum.disk_bytes.into_iter().chain(cost.disk_bytes).reduce(u64::saturating_add),
    })
}
