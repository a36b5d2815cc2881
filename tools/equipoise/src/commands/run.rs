//! `run`: every stage of a study; skips what is done, resumes what was cut off.

use clap::Args;
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
    /// A study file
    #[arg(value_name = "STUDY.toml")]
    study: PathBuf,
}

/// Runs the command.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    run_study(Study::read(&settings.study)?, session)
}

/// Runs a study in its folder.
pub fn run_study(study: Study, session: &Session) -> anyhow::Result<Document> {
    let study = match session.given_seed {
        Some(seed) => study.with_seed(seed),
        None => study,
    };
    let folder = RunFolder::new(session.out_or(Path::new("runs").join(&study.name)));
    let summary = study::run::run(&study, &folder, &session.progress)?;
    let rows: Vec<Vec<String>> = summary
        .stages
        .iter()
        .map(|stage| vec![stage.name.clone(), stage.status.to_string(), format!("{:.1} s", stage.seconds)])
        .collect();
    let mut text = columns(&["stage", "status", "time"], &rows);
    if let Some(league) = &summary.league {
        text += &format!("\n\n{}", table(league));
    }
    text += &format!("\n\nrun     {}\nreport  {}", summary.run.display(), summary.report.display());
    Ok(Document::new(serde_json::to_value(&summary)?, text))
}
