//! `run`: every stage of a study; skips what is done, resumes what was cut off.

use clap::Args;
use matches::settings_league::SettingsLeague;
use report::number_format::{DASH, bytes, seconds};
use std::path::{Path, PathBuf};
use study::file::study::Study;
use study::run::PlayedLeague;
use tables::run_folder::RunFolder;

use super::league::table;
use crate::document::Document;
use crate::plain_table::columns;
use crate::session::Session;

/// Players of a cross table that fits a terminal.
const MOST_COLUMNS: usize = 12;

/// The flags of `run`.
#[derive(Args, Debug)]
pub struct Settings {
    /// A study file, or the name of a shipped study: quickstart, paper (the buckets of Johanson, Burch, Valenzano and
    /// Bowling, Evaluating State-Space Abstractions in Extensive-Form Games, AAMAS 2013), taniguchi-ito or
    /// taniguchi-ito-9000 (the experiment of Taniguchi and Ito, IPSJ SIG Technical Report 2015-ICS-179), ochs-counts,
    /// ochs-counts-9000, baselines, baselines-9000 or least-exploitable
    #[arg(value_name = "STUDY.toml")]
    study: PathBuf,
}

/// Runs the command.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    run_study(Study::named(&settings.study)?, session)
}

/// Runs a study in its folder.
pub fn run_study(study: Study, session: &Session) -> anyhow::Result<Document> {
    let (study, folder) = in_its_folder(study, session)?;
    let watched = folder.clone();
    session.goes_on_if(move || watched.holds_work());
    let summary = study::run::run(&study, &folder, &session.progress)?;
    let rows: Vec<Vec<String>> = summary
        .stages
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
    let mut text = columns(&["stage", "status", "time", "core time", "memory", "disk"], &rows);
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
    text += &format!("\n\nrun     {}\nreport  {}", summary.run.display(), summary.report.display());
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
        1 => "a single clustering, no intervals".to_owned(),
        count => format!("intervals over {count} clusterings and {} boards", league.boards),
    };
    format!("{}\n\n{over}; significant matches: {listed}", columns(&headings, &rows))
}

/// A study with the seed and the folder that were asked for.
pub fn in_its_folder(study: Study, session: &Session) -> anyhow::Result<(Study, RunFolder)> {
    let study = match session.given_seed {
        Some(seed) => study.with_seed(seed)?,
        None => study,
    };
    let folder = RunFolder::new(session.out_or(Path::new("runs").join(&study.name)));
    Ok((study, folder))
}

fn unknown() -> String {
    DASH.to_owned()
}
