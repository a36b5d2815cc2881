//! `report`: one self-contained HTML page about a run.

use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use tables::run_folder::RunFolder;

use crate::document::Document;
use crate::failure::wrong;

/// The flags of `report`.
#[derive(Args, Debug)]
pub struct Settings {
    /// The run's folder
    run: PathBuf,
}

/// Runs the command.
pub fn run(settings: &Settings) -> anyhow::Result<Document> {
    if !settings.run.is_dir() {
        let run = settings.run.display();
        return Err(wrong(format!(
            "{run}: no such folder; give one made by 'equipoise quickstart' or 'equipoise run'"
        )));
    }
    let file = study::run::write_report(&RunFolder::new(&settings.run))?;
    Ok(Document::new(json!({ "file": file }), file.display().to_string()))
}
