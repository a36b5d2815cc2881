//! `report`: one self-contained HTML page about a run.

use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use tables::run::folder::RunFolder;
use tables::text::written;

use crate::failure::wrong;
use crate::session::{Document, Session};

/// The flags of `report`.
#[derive(Args, Debug)]
pub struct Settings {
    /// The run's folder; the page goes into it, or into --out
    run: PathBuf,
}

/// Runs the command.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
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
