//! The report of a folder without a study: what `train`, `export` and `buckets` left there.

use matches::strategy_file::StrategyFile;
use report::number_format::DASH;
use report::page::Page;
use report::page_parts::{DataTable, Facts};
use solver::run::checkpoint::CheckpointOrigin;
use std::collections::BTreeSet;
use tables::buckets::table::BucketTable;
use tables::file::fingerprint::Parent;
use tables::file::sibling::write_text_atomically;
use tables::run::folder::RunFolder;

use super::buckets::bucket_section;
use super::cards::card_section;
use super::next_steps::NextSteps;
use super::preflop::preflop_section;
use super::training::training_section;
use super::{page_again, typed};
use crate::error::StudyError;
use crate::file::order::{Player, StageOrder, Variant};
use crate::file::training::DEFAULT_WATCH_FLOPS;
use crate::stages::exploitability::response_seconds;

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
    let first = order.players.iter().find_map(|player| next_steps(folder, &player.file).transpose()).transpose()?;
    let page = first.iter().fold(page, |page, next| next.section(page));
    Ok(write_text_atomically(&folder.report(), &page.to_html())?)
}

/// What to do with a strategy of the folder, if it is there.
fn next_steps(folder: &RunFolder, name: &str) -> Result<Option<NextSteps>, StudyError> {
    let file = folder.strategy(name)?;
    if !file.exists() {
        return Ok(None);
    }
    let game = StrategyFile::open(&file)?.game().clone();
    NextSteps::with(folder, name, response_seconds(&game) * DEFAULT_WATCH_FLOPS as f64)
}

/// Every training as a setting of its own, as the sections of strategies need it.
fn order_of(names: BTreeSet<String>) -> StageOrder {
    let mut order = StageOrder::default();
    for (number, name) in names.into_iter().enumerate() {
        order.settings.push(name.clone());
        order.variants.push(Variant {
            name: name.clone(),
            setting: number,
            clustering: 1,
            bucket_files: [None; 3],
            strategies: Vec::new(),
        });
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
