//! `inspect`: what a file is and how to make it again.

use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use tables::array_file::ArrayFile;
use tables::fingerprint::canonical_text;
use tables::format_version::FORMAT_VERSION;

use crate::document::Document;
use crate::plain_table::{facts, grouped};

/// The flags of `inspect`.
#[derive(Args, Debug)]
pub struct Settings {
    /// Any file made by this program
    file: PathBuf,
}

/// Runs the command.
pub fn run(settings: &Settings) -> anyhow::Result<Document> {
    let file = ArrayFile::open(&settings.file)?;
    let header = file.header();
    let json = json!({
        "file": settings.file,
        "kind": header.kind,
        "version": FORMAT_VERSION,
        "fingerprint": header.fingerprint,
        "recipe": header.recipe,
        "parents": header.parents,
        "meta": header.meta,
        "sections": header.sections,
        "bytes": file.file_bytes(),
    });
    let mut rows = vec![
        ("kind", header.kind.to_string()),
        ("version", FORMAT_VERSION.to_string()),
        ("fingerprint", header.fingerprint.to_string()),
        ("recipe", canonical_text(&header.recipe)),
        ("meta", canonical_text(&header.meta)),
        ("bytes", grouped(file.file_bytes())),
    ];
    rows.extend(header.parents.iter().map(|parent| ("parent", format!("{} {}", parent.name, parent.fingerprint))));
    rows.extend(header.sections.iter().map(|section| {
        let shape: Vec<String> = section.shape.iter().map(|&extent| grouped(extent)).collect();
        ("section", format!("{} {} [{}]", section.name, section.element.name(), shape.join(" × ")))
    }));
    Ok(Document::new(json, facts(&rows)))
}
