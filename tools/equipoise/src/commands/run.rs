//! `run`, `quickstart` and `report`: every stage of a study, and the page about a run.

use clap::Args;
use matches::settings::league::SettingsLeague;
use matches::statistics::crossed::Drawn;
use report::number_format::{DASH, bytes, seconds};
use serde_json::json;
use std::path::PathBuf;
use study::error::StudyError;
use study::file::study::Study;
use study::report::answer::Verdict;
use study::report::doubling::Doubling;
use study::report::next_steps::NextSteps;
use study::run::{PlayedLeague, RunSummary, run_part, run_shared};
use study::walk::StageOutcome;
use tables::error::TableError;
use tables::run::folder::RunFolder;
use tables::text::written;
use tables::together::ranks::JobPart;

use super::league::table;
use crate::failure::wrong;
use crate::plain_table::{columns, facts};
use crate::session::{Document, Session};
use crate::study_choice::{StudyChoice, in_its_folder};

/// Players of a cross table that fits a terminal.
const MOST_COLUMNS: usize = 12;

/// The flags of `run`.
#[derive(Args, Debug)]
pub struct Settings {
    #[command(flatten)]
    study: StudyChoice,
    /// Do only this part of the clusters, buckets, trainings and exports, such as 1/3, 2/3 or 3/3: parts may be done at
    /// the same time, in one folder or in folders of several machines that are copied together later. Run it again once
    /// others have made what its stages wait for; the part that finishes last goes on with the league and the report
    #[arg(long, value_name = "K/N")]
    part: Option<JobPart>,
}

/// Runs the command.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    if let Some(list) = settings.study.listed()? {
        return Ok(list);
    }
    let (study, folder) = settings.study.in_its_folder(session)?;
    match settings.part {
        Some(part) => run_part_of(&study, &folder, part, session),
        None => run_in(&study, &folder, session),
    }
}

/// Runs one part of a study in its folder, then the rest if no part has work left.
fn run_part_of(study: &Study, folder: &RunFolder, part: JobPart, session: &Session) -> anyhow::Result<Document> {
    let watched = folder.clone();
    session.goes_on_if(move || watched.holds_work());
    let summary = run_part(study, folder, part, &session.progress)?;
    if summary.is_complete() {
        match study::run::run(study, folder, &session.progress) {
            // Another part is still there, and will do it.
            Err(StudyError::Table(TableError::Busy { .. })) => {}
            summary => return document(summary?),
        }
    }
    let mut text = stage_table(&summary.stages);
    let rows: Vec<Vec<String>> = summary
        .left
        .iter()
        .map(|stage| {
            let whose = match &stage.part {
                Some(_) if stage.waits => "this one, waits for others".to_owned(),
                Some(part) => part.clone(),
                None => "the last one".to_owned(),
            };
            vec![stage.name.clone(), whose]
        })
        .collect();
    text += &format!("\n\n{}\n\nrun     {}", columns(&["left", "part"], &rows), summary.run.display());
    let mut json = serde_json::to_value(&summary)?;
    json["part"] = json!(part.to_string());
    json["finished"] = json!(false);
    Ok(Document::new(json, text))
}

/// Runs a study in a folder.
pub fn run_in(study: &Study, folder: &RunFolder, session: &Session) -> anyhow::Result<Document> {
    let watched = folder.clone();
    session.goes_on_if(move || watched.holds_work());
    document(run_shared(study, folder, &*session.ranks, &session.progress)?)
}

/// What every stage took.
fn stage_table(stages: &[StageOutcome]) -> String {
    let rows: Vec<Vec<String>> = stages
        .iter()
        .map(|stage| {
            let cost = &stage.cost;
            vec![
                stage.name.clone(),
                stage.status.to_string(),
                seconds(cost.seconds),
                cost.core_seconds.map_or_else(unknown, seconds),
                cost.memory_bytes.map_or_else(unknown, bytes),
                cost.disk_bytes.map_or_else(unknown, bytes),
            ]
        })
        .collect();
    columns(&["stage", "status", "time", "core time", "memory", "disk"], &rows)
}

/// What a whole run has found.
fn document(summary: RunSummary) -> anyhow::Result<Document> {
    let mut text = stage_table(&summary.stages);
    for PlayedLeague { training, file } in &summary.leagues {
        if let Some(training) = training {
            text += &format!("\n\nTraining {training}");
        }
        if let Some(settings) = &file.settings {
            text += &format!("\n\n{}", settings_table(settings));
        }
        // Wider ones are for the report.
        if let Some(league) = file.league.as_ref().filter(|league| league.players.len() <= MOST_COLUMNS) {
            text += &format!("\n\n{}", table(league));
        }
    }
    if let Some(Verdict { claim, number, meaning }) = summary.doubling.as_ref().map(Doubling::verdict) {
        // The page's numbers do not break; a terminal need not know.
        text += &format!("\n\n{claim}\n{number} {meaning}").replace('\u{a0}', " ");
    }
    text += &format!("\n\nrun     {}\nreport  {}", summary.run.display(), summary.report.display());
    if let Some(NextSteps { look, exploit, exploit_core_seconds }) = &summary.next {
        let measure = format!("how far from equilibrium, about {} of a core", seconds(*exploit_core_seconds));
        let steps = [("look at the strategies, and play", look.clone()), (measure.as_str(), exploit.clone())];
        text += &format!("\n\n{}", facts(&steps));
    }
    Ok(Document::new(serde_json::to_value(&summary)?, text))
}

/// Settings that were made several times, for people.
fn settings_table(league: &SettingsLeague) -> String {
    let interval = |half_width: Option<f64>| half_width.map_or_else(unknown, |it| format!("± {it:.1}"));
    let rows: Vec<Vec<String>> = (0..league.settings.len())
        .map(|setting| {
            vec![
                league.settings[setting].clone(),
                format!("{:+.1}", league.mean[setting].mbb_per_game),
                interval(league.mean[setting].interval95),
                league.spread_within[setting].map_or_else(unknown, |it| format!("{it:.1}")),
            ]
        })
        .collect();
    let headings = ["setting", "mbb/g against the others", "95 %", "spread of its clusterings"];
    let pairs = league.pairs.iter().filter(|pair| pair.winnings.significant);
    let name = |setting: usize| &league.settings[setting];
    let listed: Vec<String> = pairs
        .map(|pair| {
            format!("{} wins {:+.1} from {}", name(pair.first), pair.winnings.estimate.mbb_per_game, name(pair.second))
        })
        .collect();
    let listed = if listed.is_empty() { "none".to_owned() } else { listed.join("; ") };
    let over = match league.clusterings {
        _ if league.drawn == Drawn::Trainings => {
            format!("intervals over {} trainings and {} boards", league.trainings, league.boards)
        }
        1 => "a single clustering, no intervals".to_owned(),
        count => format!("intervals over {count} clusterings and {} boards", league.boards),
    };
    format!("{}\n\n{over}; significant matches: {listed}", columns(&headings, &rows))
}

fn unknown() -> String {
    DASH.to_owned()
}

/// `quickstart` has only the common options.
#[derive(Args, Debug)]
pub struct QuickstartSettings {}

/// Runs the command.
pub fn quickstart(_settings: &QuickstartSettings, session: &Session) -> anyhow::Result<Document> {
    let (study, folder) = in_its_folder(Study::quickstart()?, session)?;
    run_in(&study, &folder, session)
}

/// The flags of `report`.
#[derive(Args, Debug)]
pub struct ReportSettings {
    /// The run's folder; the page goes into it, or into --out
    run: PathBuf,
}

/// Runs the command.
pub fn report(settings: &ReportSettings, session: &Session) -> anyhow::Result<Document> {
    if !settings.run.is_dir() {
        let run = settings.run.display();
        return Err(wrong(format!(
            "{run}: no such folder; give one made by 'equipoise quickstart', 'equipoise run' or 'equipoise train'"
        )));
    }
    let folder = RunFolder::new(&settings.run);
    let folder = match &session.out {
        Some(out) => folder.with_report_in(out),
        None => folder,
    };
    let file = study::run::write_report(&folder)?;
    Ok(Document::new(json!({ "file": written(&file) }), file.display().to_string()))
}
