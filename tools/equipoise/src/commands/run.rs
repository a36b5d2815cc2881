//! `run`: every stage of a study; skips what is done, resumes what was cut off.

use clap::Args;
use report::number_format::{DASH, bytes, seconds};
use std::path::{Path, PathBuf};
use study::study_file::Study;
use tables::run_folder::RunFolder;

use super::league::table;
use crate::document::Document;
use crate::plain_table::columns;
use crate::session::Session;

/// The flags of `run`.
#[derive(Args, Debug)]
pub struct Settings {
    /// A study file, or the name of a shipped study: quickstart or paper
    #[arg(value_name = "STUDY.toml")]
    study: PathBuf,
}

/// Runs the command.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    run_study(Study::named(&settings.study)?, session)
}

/// Runs a study in its folder.
pub fn run_study(study: Study, session: &Session) -> anyhow::Result<Document> {
    let (study, folder) = in_its_folder(study, session);
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
    if let Some(league) = &summary.league {
        text += &format!("\n\n{}", table(league));
    }
    text += &format!("\n\nrun     {}\nreport  {}", summary.run.display(), summary.report.display());
    Ok(Document::new(serde_json::to_value(&summary)?, text))
}

/// A study with the seed and the folder that were asked for.
pub fn in_its_folder(study: Study, session: &Session) -> (Study, RunFolder) {
    let study = match session.given_seed {
        Some(seed) => study.with_seed(seed),
        None => study,
    };
    let folder = RunFolder::new(session.out_or(Path::new("runs").join(&study.name)));
    (study, folder)
}

fn unknown() -> String {
    DASH.to_owned()
}
