//! The report of a run: one HTML page and its pictures as SVG files.

use report::facts::Facts;
use report::number_format::{fixed, percent};
use report::page::Page;
use report::stage_table::{Stage, StageTable};
use std::path::PathBuf;
use tables::bucket_table::BucketTable;
use tables::run_folder::RunFolder;
use tables::sibling_file::write_text_atomically;
use tables::stage_record::StageRecord;

use crate::error::StudyError;
use crate::pictures;
use crate::run::{LeagueFile, read_league};
use crate::stage::StageOutcome;
use crate::study_file::Study;

/// Writes `report.html` and the pictures of a run; `outcomes` are this run's, or none for a run finished before.
///
/// # Errors
/// Files of the run that are missing or damaged.
pub fn write(folder: &RunFolder, outcomes: &[StageOutcome]) -> Result<PathBuf, StudyError> {
    let study = Study::read(&folder.study())?;
    let league = read_league(folder)?;
    let page = Page::new(format!("Equipoise: {}", study.name)).lead(&study.question);
    let page = league_section(page, folder, &league)?;
    let page = strategy_section(page, folder)?;
    let page = training_section(page, folder, &study)?;
    let page = abstraction_section(page, folder)?;
    let page = stage_section(page, folder, &study, outcomes)?;
    let page = page
        .section("How to make this again", "The study file, to be given to the command run.")
        .code(&study.text, "study.toml")
        .footer(format!("Made by equipoise {}", env!("CARGO_PKG_VERSION")));
    let path = folder.report();
    write_text_atomically(&path, &page.to_html())?;
    Ok(path)
}

/// Saves a picture as a file of its own and hands it on.
fn saved(folder: &RunFolder, name: &str, svg: String) -> Result<String, StudyError> {
    write_text_atomically(&folder.picture(name)?, &svg)?;
    Ok(svg)
}

fn league_section(page: Page, folder: &RunFolder, file: &LeagueFile) -> Result<Page, StudyError> {
    let intro = "Thousandths of a big blind per game (mbb/g), averaged over both seats. A star marks a 95 % interval that \
                 excludes zero; intervals are over sampled boards and say nothing about other clusterings or trainings.";
    let mut page = page.section("Who wins", intro);
    if let Some(table) = pictures::cross_table(file) {
        page = page.figure(&saved(folder, "league", table.to_svg())?, "Row's winnings against column");
        page = page.cross_table(&table, "The same as a table");
    }
    let mut facts = Facts::default();
    for it in &file.against_built_in {
        let value = format!("{} ± {} mbb/g", fixed(it.mbb_per_game, 1), fixed(it.ci95, 1));
        facts = facts.with(format!("{} against {}", it.player, it.opponent), &value);
    }
    Ok(if file.against_built_in.is_empty() { page } else { page.facts(&facts, "Against the built-in policies") })
}

fn strategy_section(page: Page, folder: &RunFolder) -> Result<Page, StudyError> {
    let intro = "The average strategy before the flop. Choose who acts and what was bet so far (c call, r raise).";
    let mut page = page.section("Pre-flop play", intro);
    for (variant, path) in folder.strategies()? {
        let grids = pictures::preflop_grids(&path)?;
        for (label, svg) in &grids {
            let name = format!("preflop-{variant}-{}", label.replace(' ', "-"));
            saved(folder, &name, svg.clone())?;
        }
        page = page.figure_set(grids, &format!("{variant} before the flop"));
        let opening = pictures::preflop_shares(&path)?;
        let share = |action: usize| {
            let combos = opening.iter().map(|(hand, shares)| hand.combos() as f64 * f64::from(shares[action]));
            combos.sum::<f64>() / 1326.0
        };
        let facts = Facts::default()
            .with("button folds", percent(share(0)))
            .with("button limps", percent(share(1)))
            .with("button raises", percent(share(2)));
        page = page.facts(&facts, &format!("{variant}: the button's first action over all hands"));
    }
    Ok(page)
}

fn training_section(page: Page, folder: &RunFolder, study: &Study) -> Result<Page, StudyError> {
    let mut curves = Vec::new();
    let mut facts = Facts::default();
    for &count in &study.opponents.clusters {
        let variant = Study::variant(count);
        let path = folder.training_curve(&variant)?;
        let file = |problem: String| StudyError::File { path: path.clone(), problem };
        let text = std::fs::read_to_string(&path).map_err(|error| file(error.to_string()))?;
        let curve: serde_json::Value = serde_json::from_str(&text).map_err(|error| file(error.to_string()))?;
        let points = serde_json::from_value(curve["points"].clone()).map_err(|error| file(error.to_string()))?;
        let seconds = curve["seconds"].as_f64().unwrap_or(f64::NAN);
        facts = facts.with(&variant, format!("{} boards in {} s", curve["iterations"], fixed(seconds, 1)));
        curves.push((variant, points));
    }
    let svg = saved(folder, "training", pictures::training_curve(&curves))?;
    let intro = "Each iteration draws one complete board and updates both players for all their hands on it.";
    Ok(page
        .section("Training", intro)
        .figure(
            &svg,
            "Average positive regret over the boards seen: a cheap sign of convergence, no measure of exploitability",
        )
        .facts(&facts, "Iterations"))
}

fn abstraction_section(page: Page, folder: &RunFolder) -> Result<Page, StudyError> {
    let intro =
        "Opponent clusters by earth mover's distance between pre-flop strength distributions, weighted by combos.";
    let mut page = page.section("Cards", intro);
    let mut clusters: Vec<_> = Vec::new();
    for (name, path) in folder.opponent_cluster_files()? {
        let (found, svg) = pictures::cluster_grid(&path)?;
        clusters.push((found, saved(folder, &format!("clusters-{name}"), svg)?));
    }
    clusters.sort_by_key(|(found, _)| found.count());
    let grids = clusters.iter().map(|(found, svg)| (format!("{} clusters", found.count()), svg.clone())).collect();
    page = page.figure_set(grids, "Opponent clusters, 1 the weakest");
    let svg = saved(folder, "example-hsd", pictures::example_distribution())?;
    page = page.figure(&svg, "A flop hand's distribution of strength on the river");
    let mut bars = Vec::new();
    for (found, _) in &clusters {
        let svg = saved(folder, &format!("example-ochs{}", found.count()), pictures::example_ochs(found))?;
        bars.push((format!("OCHS({})", found.count()), svg));
    }
    page = page.figure_set(bars, "A river hand's strength against each cluster of opponents");
    let mut facts = Facts::default();
    for (name, path) in folder.bucket_files()? {
        let table = BucketTable::open(&path)?;
        let file_facts: serde_json::Value = table.file().meta("facts")?;
        let hands = table.buckets().len();
        let text = format!(
            "{} buckets for {hands} hands, {} distinct; mean distance {}",
            table.bucket_count(),
            file_facts["distinct_rows"],
            file_facts["within_cluster_cost"]
        );
        facts = facts.with(&name, &text);
    }
    Ok(page.facts(&facts, "Bucket files"))
}

fn stage_section(page: Page, folder: &RunFolder, study: &Study, outcomes: &[StageOutcome]) -> Result<Page, StudyError> {
    let mut names: Vec<String> = study.opponents.clusters.iter().map(|count| format!("clusters-{count}")).collect();
    names.extend(["buckets-flop", "buckets-turn"].map(str::to_owned));
    let variants: Vec<String> = study.opponents.clusters.iter().map(|&count| Study::variant(count)).collect();
    names.extend(variants.iter().map(|variant| format!("buckets-river-{variant}")));
    names.extend(variants.iter().flat_map(|it| [format!("training-{it}"), format!("export-{it}")]));
    names.push("league".to_owned());
    let mut stages = Vec::new();
    for name in names {
        let Some(record) = StageRecord::read(&folder.stage(&name)?)? else { continue };
        let status = outcomes.iter().find(|outcome| outcome.name == name).map_or("done", |outcome| outcome.status);
        stages.push(Stage {
            disk_bytes: product_bytes(folder, &name),
            wall_seconds: Some(record.seconds),
            status: status.to_owned(),
            name,
            ..Stage::default()
        });
    }
    let table = StageTable {
        title: "Stages".to_owned(),
        description: "Wall time and disk space of each stage".to_owned(),
        stages,
    };
    Ok(page.section("Cost", "What each stage took on the machine that ran it.").stages(&table, "Stages in order"))
}

fn product_bytes(folder: &RunFolder, stage: &str) -> Option<u64> {
    let (kind, name) = stage.split_once('-')?;
    let path = match kind {
        "clusters" => folder.opponent_clusters(&format!("ochs{name}")),
        "buckets" => folder.buckets(name),
        "training" => folder.checkpoint(name),
        "export" => folder.strategy(name),
        _ => return None,
    };
    std::fs::metadata(path.ok()?).ok().map(|file| file.len())
}
