//! The report of a run: one HTML page and its pictures as SVG files.

use report::facts::Facts;
use report::number_format::{fixed, percent, whole};
use report::page::Page;
use report::stage_table::{Stage, StageTable};
use std::path::PathBuf;
use tables::run_folder::RunFolder;
use tables::sibling_file::write_text_atomically;
use tables::stage_record::StageRecord;

use crate::bucket_section::bucket_section;
use crate::error::StudyError;
use crate::exploitability_file::ExploitabilityFile;
use crate::league_file::LeagueFile;
use crate::pictures::{self, VariantCurve};
use crate::quality_file;
use crate::stability::StabilityFile;
use crate::stage::StageOutcome;
use crate::stage_order::{Player, StageOrder, Work, with_ending};
use crate::study_file::Study;

/// Writes `report.html` and the pictures of a run; `outcomes` are this run's, or none for a run finished before.
///
/// # Errors
/// Files of the run that are missing or damaged.
pub fn write(folder: &RunFolder, outcomes: &[StageOutcome]) -> Result<PathBuf, StudyError> {
    let study = Study::read(&folder.study())?;
    let order = StageOrder::of(&study)?;
    let mut page = Page::new(format!("Equipoise: {}", study.name)).lead(&study.question);
    // A study may end with its buckets, or with strategies that never met.
    for training in &study.training {
        let name = training.name.as_deref();
        if study.league.is_some() {
            let not_played = || {
                folder.league_of(name).map(|path| StudyError::Folder {
                    path,
                    problem: "no league has been played; run the study first".to_owned(),
                })
            };
            let Some(league) = LeagueFile::read(folder, name)? else { return Err(not_played()?) };
            page = league_section(page, folder, name, &league)?;
        }
        if let Some(file) = ExploitabilityFile::read(folder, name)? {
            page = exploitability_section(page, name, &file);
        }
    }
    if !study.training.is_empty() {
        page = strategy_section(page, folder, &order)?;
        page = training_section(page, folder, &order)?;
    }
    quality_file::write(&order, folder)?;
    let page = abstraction_section(page, folder)?;
    let page = bucket_section(page, folder)?;
    let page = stability_section(page, folder, &study);
    let page = stage_section(page, folder, &order, outcomes)?;
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

/// A heading with the training that it is about, where there are several.
fn heading(words: &str, training: Option<&str>) -> String {
    training.map_or(words.to_owned(), |training| format!("{words}: training {training}"))
}

fn league_section(
    page: Page,
    folder: &RunFolder,
    training: Option<&str>,
    file: &LeagueFile,
) -> Result<Page, StudyError> {
    let intro = "Thousandths of a big blind per game (mbb/g), averaged over both seats. A star marks a 95 % interval that \
                 excludes zero; intervals are over sampled boards and say nothing about other clusterings or trainings.";
    let mut page = page.section(heading("Who wins", training), intro);
    if let Some(settings) = &file.settings {
        let table = pictures::settings_table(settings);
        let caption = "What the row's clusterings win from the column's on average; 95 % intervals by a jackknife that \
                       leaves out whole clusterings on both sides";
        page = page.figure(&saved(folder, &with_ending("settings", training), table.to_svg())?, caption);
        page = page.cross_table(&table, "The settings as a table");
    }
    if let Some(table) = pictures::cross_table(file) {
        page = page
            .figure(&saved(folder, &with_ending("league", training), table.to_svg())?, "Row's winnings against column");
        page = page.cross_table(&table, "The same as a table");
    }
    let mut facts = Facts::default();
    for it in &file.against_built_in {
        let value = format!("{} ± {} mbb/g", fixed(it.mbb_per_game, 1), fixed(it.ci95, 1));
        facts = facts.with(format!("{} against {}", it.player, it.opponent), &value);
    }
    Ok(if file.against_built_in.is_empty() { page } else { page.facts(&facts, "Against the built-in policies") })
}

fn exploitability_section(page: Page, training: Option<&str>, file: &ExploitabilityFile) -> Page {
    let intro = "What a best response with exact cards wins in the real game, in mbb/g, on the same sampled flops for all; \
                 ± is half the 95 % interval over these flops.";
    let mut players = Facts::default();
    for it in &file.players {
        players =
            players.with(&it.player, format!("{} ± {}", fixed(it.mbb_per_game, 1), fixed(1.96 * it.standard_error, 1)));
    }
    let mut settings = Facts::default();
    for it in &file.settings {
        let spread = it.standard_deviation.map_or(String::new(), |it| format!(", standard deviation {}", fixed(it, 1)));
        settings = settings.with(&it.setting, format!("{}{spread}", fixed(it.mbb_per_game, 1)));
    }
    let page = page.section(heading("Exploitability", training), intro);
    page.facts(&settings, "Mean of each setting's strategies").facts(&players, "Every strategy")
}

/// Of every setting the first clustering and training.
fn strategy_section(page: Page, folder: &RunFolder, order: &StageOrder) -> Result<Page, StudyError> {
    let intro = "The average strategy before the flop. Choose who acts and what was bet so far (c call, r raise).";
    let mut page = page.section("Pre-flop play", intro);
    let is_first = |it: &&Player| (order.variants[it.variant].clustering, it.training) == (1, 1);
    let mut names: Vec<&str> = order.players.iter().filter(is_first).map(|player| player.file.as_str()).collect();
    names.sort_unstable();
    for variant in names {
        let path = folder.strategy(variant)?;
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

fn training_section(page: Page, folder: &RunFolder, order: &StageOrder) -> Result<Page, StudyError> {
    let mut curves = Vec::new();
    let mut facts = Facts::default();
    for variant in order.players.iter().map(|player| player.file.clone()) {
        let path = folder.training_curve(&variant)?;
        let file = |problem: String| StudyError::File { path: path.clone(), problem };
        let text = std::fs::read_to_string(&path).map_err(|error| file(error.to_string()))?;
        let curve: VariantCurve = serde_json::from_str(&text).map_err(|error| file(error.to_string()))?;
        let done = format!("{} in {} s", whole(curve.iterations), fixed(curve.seconds, 1));
        facts = facts.with(&variant, done);
        curves.push(VariantCurve { variant, ..curve });
    }
    let svg = saved(folder, "training", pictures::training_curve(&curves))?;
    let intro =
        "Each iteration draws one complete board (samplers chance and external: one deal) and updates both players.";
    let mut page = page.section("Training", intro);
    if let Some(svg) = pictures::exploitability_curve(&curves) {
        let caption = "What a best response with exact cards wins, on sampled flops, with 95 % confidence intervals";
        page = page.figure(&saved(folder, "exploitability", svg)?, caption);
    }
    Ok(page
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
    Ok(page.figure_set(bars, "A river hand's strength against each cluster of opponents"))
}

/// Nothing for a study that did not ask.
fn stability_section(page: Page, folder: &RunFolder, study: &Study) -> Page {
    if study.stability.is_none() {
        return page;
    }
    let mut facts = Facts::default();
    for it in StabilityFile::read(folder).comparisons {
        let value = format!(
            "adjusted Rand index {}, mutual information {} bits ({})",
            fixed(it.adjusted_rand_index, 4),
            fixed(it.mutual_information, 3),
            percent(it.normalised_mutual_information)
        );
        let other = it.other.map_or_else(|| format!("seed {}", it.seed), |other| format!("beside {other}"));
        facts = facts.with(format!("{}, {other}", it.file), value);
    }
    let intro = "The same recipes with other seeds, compared with the buckets above deal by deal. An adjusted Rand index of \
                 1 means equal buckets, 0 that they are unrelated; the mutual information is what one bucket tells of \
                 the other, also as a share of all there is to tell.";
    page.section("Luck of the seed", intro).facts(&facts, "Buckets beside those of other seeds")
}

fn stage_section(
    page: Page,
    folder: &RunFolder,
    order: &StageOrder,
    outcomes: &[StageOutcome],
) -> Result<Page, StudyError> {
    let mut stages = Vec::new();
    // The page itself is not finished while it is written.
    for (name, _) in order.stages.iter().filter(|(_, work)| *work != Work::Report) {
        let Some(record) = StageRecord::read(&folder.stage(name)?)? else { continue };
        let status = outcomes.iter().find(|outcome| outcome.name == *name).map_or("done", |outcome| outcome.status);
        stages.push(Stage {
            name: name.clone(),
            status: status.to_owned(),
            wall_seconds: Some(record.cost.seconds),
            core_seconds: record.cost.core_seconds,
            memory_bytes: record.cost.memory_bytes,
            disk_bytes: record.cost.disk_bytes,
            note: String::new(),
        });
    }
    let table = StageTable {
        title: "Stages".to_owned(),
        description: "Wall time, core time, memory and disk space of each stage".to_owned(),
        stages,
    };
    Ok(page.section("Cost", "What each stage took on the machine that ran it.").stages(&table, "Stages in order"))
}
