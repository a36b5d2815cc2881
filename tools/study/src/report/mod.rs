//! The report of a run: one HTML page and its pictures as SVG files. Each section has a file of its own; this is their
//! order.

pub mod answer;
pub mod buckets;
mod cards;
pub(crate) mod costs;
pub mod doubling;
pub mod exploitability;
pub mod league;
pub mod next_steps;
mod preflop;
pub mod published;
pub mod settings;
pub mod standings;
pub(crate) mod trained_folder;
mod training;

use report::page::Page;
use report::page_parts::Facts;
use std::path::Path;
use tables::file::sibling::write_text_atomically;
use tables::run::folder::RunFolder;
use tables::run::record::StageRecord;

use super::error::StudyError;
use super::file::study::{SHIPPED, Study};
use super::machine::clock::day_of;
use super::references;
use super::results::exploitability::ExploitabilityFile;
use super::results::league::LeagueFile;
use super::results::quality;
use super::study_run::StudyRun;
use answer::answer_section;
use buckets::bucket_section;
use cards::card_section;
use costs::{ShownStage, cost_section};
use doubling::Doubling;
use exploitability::{exploitability_section, exploitability_verdict, known_verdict};
use league::stability_section;
use next_steps::NextSteps;
use preflop::preflop_section;
use published::published_section;
use settings::settings_section;
use standings::Standings;
use training::training_section;

/// Writes `report.html`, its pictures and the file of bucket quality. What the study did not ask for has no section.
pub(crate) fn write_page(run: &StudyRun<'_>, stages: &[ShownStage<'_>]) -> Result<(), StudyError> {
    let StudyRun { study, folder } = *run;
    let order = study.order();
    let mut leagues = leagues(folder, study)?;
    main_first(&mut leagues);
    let standings: Vec<Standings> =
        leagues.iter().filter_map(|(training, file)| Standings::of(*training, file)).collect();
    let (definition, reference) = (study.definition()?, references::shipped()?);
    let mut exploitabilities = Vec::new();
    for training in study.training_names() {
        let file = ExploitabilityFile::read(folder, training)?;
        exploitabilities.extend(file.map(|file| (training, file.by_reference(&definition, &reference))));
    }
    main_first(&mut exploitabilities);
    let next = NextSteps::of(run, &standings)?;
    let measured = exploitabilities.first().and_then(|(training, file)| exploitability_verdict(*training, file));
    let known = if measured.is_none() { known_verdict(run, &reference)? } else { None };
    let level = measured.or(known).or_else(|| next.as_ref().map(NextSteps::unmeasured));
    folder.begin_report()?;
    quality::write(order, folder)?;
    let shown: Vec<&str> = order
        .made_buckets()
        .map(|it| &order.bucket_files[it])
        .filter(|it| it.clustering == 1)
        .map(|it| it.name.as_str())
        .collect();

    let page = Page::new(format!("Equipoise: {}", study.name));
    let page = if study.question.is_empty() { page } else { page.lead(&study.question) };
    let page = page.made(made(folder, stages)?);
    let doubling = Doubling::of(study, &standings);
    let page = answer_section(page, folder, &leagues, doubling.as_ref(), level.as_ref())?;
    // A part of a study may not have all settings of the table.
    let published = study.published.as_ref().filter(|it| it.settings.iter().all(|name| study.only.has_setting(name)));
    let page = published_section(page, published, &standings);
    let page = exploitability_section(page, folder, &exploitabilities)?;
    let page = settings_section(page, run)?;
    let page = preflop_section(page, folder, order)?;
    let page = card_section(page, folder)?;
    let page = bucket_section(page, folder, &shown)?;
    let page = stability_section(page, folder);
    let page = training_section(page, folder, order, &study.training)?;
    let page = cost_section(page, folder, stages)?;
    let page = recipe_section(page, run);
    let page = next.iter().fold(page, |page, next| next.section(page));
    let page = page.footer(format!("Made by equipoise {}", env!("CARGO_PKG_VERSION")));
    Ok(write_text_atomically(&folder.report(), &page.to_html())?)
}

/// The training that came before, where a study has several.
fn after(training: Option<&str>) -> String {
    training.map_or(String::new(), |training| format!(", after the training {training}"))
}

/// Saves a picture as a file of its own and hands it on.
fn saved(folder: &RunFolder, name: &str, svg: String) -> Result<String, StudyError> {
    write_text_atomically(&folder.picture(name)?, &svg)?;
    Ok(svg)
}

/// When its last stage was finished, by which program and on which processors; what is not recorded is left out.
fn made(folder: &RunFolder, stages: &[ShownStage<'_>]) -> Result<String, StudyError> {
    let (mut last, mut processors) = (None, Vec::new());
    for stage in stages {
        let Some(ended) = StageRecord::read(&folder.stage(stage.name)?)?.and_then(|record| record.ended) else {
            continue;
        };
        last = last.max(Some(ended.unix_seconds));
        if !processors.contains(&ended.processor) {
            processors.push(ended.processor);
        }
    }
    let day = last.map(day_of);
    let program = format!("equipoise {}", env!("CARGO_PKG_VERSION"));
    Ok(day.into_iter().chain([program]).chain(processors).collect::<Vec<String>>().join(" · "))
}

/// The leagues of all trainings, if the study has one. A study may end with its buckets, or with strategies that never
/// met.
fn leagues<'s>(folder: &RunFolder, study: &'s Study) -> Result<Vec<(Option<&'s str>, LeagueFile)>, StudyError> {
    let mut leagues = Vec::new();
    for name in study.training_names().filter(|_| study.league.is_some()) {
        match LeagueFile::read(folder, name)? {
            Some(file) => leagues.push((name, file)),
            None => {
                let problem = "no league has been played; run the study first".to_owned();
                return Err(StudyError::Folder { path: folder.league_of(name)?, problem });
            }
        }
    }
    Ok(leagues)
}

fn recipe_section(page: Page, StudyRun { study, folder }: &StudyRun<'_>) -> Page {
    let name = &study.name;
    let shipped = SHIPPED.iter().find(|(_, text)| *text == study.text).map(|(name, _)| *name);
    let file = shipped.map_or_else(|| format!("{name}.toml"), str::to_owned);
    let intro = "The same program, study and seed make the same buckets to the byte, with any number of threads. \
                 Training counted in iterations repeats itself to the byte on one kind of processor; training by time \
                 ends at another iteration each time.";
    let facts = Facts::default()
        .with("program", format!("equipoise {}", env!("CARGO_PKG_VERSION")))
        .with("command", format!("equipoise run {file} --out {}", typed(folder.root())))
        .with("this page again", page_again(folder))
        .with("time, memory and disk beforehand", format!("equipoise plan {file}"));
    let caption =
        if shipped.is_some() { "The study, part of the program" } else { "The study: save it under that name" };
    let page = page.section("How to make this again", intro).facts(&facts, "Commands for a shell");
    page.folded(caption, |page| page.code(&study.text, "The study file"))
}

/// Puts the results of the training that a study is about before the others: the one without a name, else the last.
pub(crate) fn main_first<T>(results: &mut [(Option<&str>, T)]) {
    let without_name = results.iter().position(|(training, _)| training.is_none());
    let main = without_name.unwrap_or(results.len().saturating_sub(1));
    if main < results.len() {
        results[..=main].rotate_right(1);
    }
}

/// What a shell leaves as it is, beside letters and digits.
const PLAIN: &str = "_-+=.,:/@%";

/// The command that writes the page of this folder again, where it lies now.
fn page_again(folder: &RunFolder) -> String {
    let command = format!("equipoise report {}", typed(folder.root()));
    match folder.report().parent() {
        Some(elsewhere) if elsewhere != folder.root() => format!("{command} --out {}", typed(elsewhere)),
        _ => command,
    }
}

/// A path as an argument to a shell.
fn typed(path: &Path) -> String {
    let text = path.to_string_lossy();
    let is_plain = |letter: char| letter.is_alphanumeric() || PLAIN.contains(letter);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.into_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}
