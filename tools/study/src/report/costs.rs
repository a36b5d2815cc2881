//! The report's section on cost: time, memory and disk of every stage, and of every kind of stage where there are many.
//!
//! Commands that a report gives to its readers, with the folders as they were typed.
//!
//! The report of a folder without a study: what `train`, `export` and `buckets` left there.

use report::number_format::DASH;
use report::page::Page;
use report::page_parts::{DataTable, Facts};
use report::stage_table::{Stage, StageTable};
use solver::run::checkpoint::CheckpointOrigin;
use std::collections::BTreeSet;
use std::path::Path;
use tables::buckets::table::BucketTable;
use tables::file::fingerprint::Parent;
use tables::file::sibling::write_text_atomically;
use tables::run::folder::RunFolder;
use tables::run::record::StageRecord;

use super::buckets::{bucket_section, card_section};
use super::preflop::preflop_section;
use super::training::training_section;
use crate::error::StudyError;
use crate::file::order::{Player, StageOrder, Variant};

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

/// What a shell leaves as it is, beside letters and digits.
const PLAIN: &str = "_-+=.,:/@%";

/// The command that writes the page of this folder again, where it lies now.
pub(crate) fn page_again(folder: &RunFolder) -> String {
    let command = format!("equipoise report {}", typed(folder.root()));
    match folder.report().parent() {
        Some(elsewhere) if elsewhere != folder.root() => format!("{command} --out {}", typed(elsewhere)),
        _ => command,
    }
}

/// A path as an argument to a shell.
pub(crate) fn typed(path: &Path) -> String {
    let text = path.to_string_lossy();
    let is_plain = |letter: char| letter.is_alphanumeric() || PLAIN.contains(letter);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.into_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// Writes the page about a folder's trainings and buckets, and its pictures.
pub(crate) fn write_trained_page(folder: &RunFolder) -> Result<(), StudyError> {
    let trained: BTreeSet<String> =
        folder.variants()?.into_iter().chain(folder.strategies()?).map(|(name, _)| name).collect();
    // Links to files that were moved away are left out.
    let buckets: Vec<(String, BucketTable)> = folder
        .bucket_files()?
        .into_iter()
        .filter(|(_, path)| path.exists())
        .map(|(name, path)| Ok((name, BucketTable::open(&path)?)))
        .collect::<Result<_, StudyError>>()?;
    if trained.is_empty() && buckets.is_empty() {
        let problem = "holds no study, training or buckets; give a folder made by 'equipoise quickstart', 'equipoise \
                       run' or 'equipoise train'";
        return Err(StudyError::Folder { path: folder.root().to_owned(), problem: problem.to_owned() });
    }
    folder.begin_report()?;
    let root = folder.root().display();
    let order = order_of(trained);
    let names: Vec<&str> = buckets.iter().map(|(name, _)| name.as_str()).collect();
    let mut page = Page::new(format!("Equipoise: {root}"))
        .lead("What lies in a folder without a study: nothing here compares one strategy with another.");
    if !folder.opponent_cluster_files()?.is_empty() {
        page = card_section(page, folder)?;
    }
    let page = bucket_section(page, folder, &names)?;
    let page = preflop_section(page, folder, &order)?;
    let page = training_section(page, folder, &order, &[])?;
    let page = origin_section(page, folder, &order, &buckets)?;
    Ok(write_text_atomically(&folder.report(), &page.to_html())?)
}

/// Every training as a setting of its own, as the sections of strategies need it.
fn order_of(names: BTreeSet<String>) -> StageOrder {
    let mut order = StageOrder::default();
    for (number, name) in names.into_iter().enumerate() {
        order.settings.push(name.clone());
        order.variants.push(Variant { name: name.clone(), setting: number, clustering: 1, bucket_files: [None; 3] });
        order.players.push(Player { name: name.clone(), file: name, variant: number, plan: 0, training: 1 });
    }
    order
}

/// How each strategy was trained, and what to do next.
fn origin_section(
    page: Page,
    folder: &RunFolder,
    order: &StageOrder,
    buckets: &[(String, BucketTable)],
) -> Result<Page, StudyError> {
    let root = typed(folder.root());
    let mut table = DataTable::new(&["strategy", "sampler", "algorithm", "opponent", "seed", "buckets"], 1);
    let mut facts = Facts::default()
        .with("program", format!("equipoise {}", env!("CARGO_PKG_VERSION")))
        .with("this page again", page_again(folder));
    for Player { file: name, .. } in &order.players {
        let checkpoint = folder.checkpoint(name)?;
        if !checkpoint.exists() {
            continue;
        }
        let CheckpointOrigin { settings, parents, .. } = CheckpointOrigin::read(&checkpoint)?;
        let named = |parent: &Parent| {
            let file = buckets.iter().find(|(_, table)| table.fingerprint() == parent.fingerprint);
            file.map_or_else(|| DASH.to_owned(), |(name, _)| name.clone())
        };
        let rule = settings.rule.to_string();
        let files: Vec<String> = parents.iter().map(named).collect();
        table.rows.push(vec![
            name.clone(),
            settings.sampler.to_string(),
            rule,
            settings.opponent.to_string(),
            settings.seed.to_string(),
            files.join(", "),
        ]);
        if !folder.strategy(name)?.exists() {
            facts = facts.with(
                format!("a strategy file of {name}, which has none yet"),
                format!("equipoise export {root} --variant {name}"),
            );
        }
    }
    let page = page.section("How this was made", "Buckets stand in the order flop, turn, river.");
    let page = if table.rows.is_empty() { page } else { page.table(&table, "What each strategy was trained with") };
    Ok(page.facts(&facts, "").footer(format!("Made by equipoise {}", env!("CARGO_PKG_VERSION"))))
}
