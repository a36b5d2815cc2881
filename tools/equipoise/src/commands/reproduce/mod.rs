//! `reproduce`: the experiments of the companion systems again, each published table beside ours.

mod page;
mod shown_tables;
pub mod stud;
pub mod superiority;

use clap::Subcommand;
use companions::claims::Reproduction;
use serde_json::{Value, json};
use std::path::PathBuf;
use tables::sibling_file::{SiblingFile, write_text_atomically};

use crate::document::Document;
use crate::session::Session;

/// Which companion's experiments.
#[derive(Subcommand, Debug)]
pub enum Companion {
    /// Hold'em by rules of thumb about winning rates
    #[command(after_help = "Example: equipoise reproduce superiority --seed 7 --out runs/superiority")]
    Superiority(superiority::Settings),
    /// A player of seven-card stud that bluffs by fuzzy inference
    #[command(after_help = "Example: equipoise reproduce stud --sets 20 --seed 7 --out runs/stud")]
    Stud(stud::Settings),
    /// All of them at their usual settings, on one HTML page
    #[command(after_help = "Example: equipoise reproduce all --out runs/companions")]
    All,
}

/// Runs the command.
pub fn run(companion: &Companion, session: &Session) -> anyhow::Result<Document> {
    let page = page_file(companion, session)?;
    let reproductions = match companion {
        Companion::Superiority(settings) => vec![superiority::reproduce(settings, session)?],
        Companion::Stud(settings) => vec![stud::reproduce(settings, session)?],
        Companion::All => vec![
            superiority::reproduce(&superiority::Settings::default(), session)?,
            stud::reproduce(&stud::Settings::default(), session)?,
        ],
    };
    if let Some(page) = &page {
        write_text_atomically(page, &page::page(&reproductions).to_html())?;
    }
    let text: Vec<String> = reproductions.iter().map(shown_tables::text).collect();
    let mut text = text.join("\n\n");
    if let Some(page) = &page {
        text += &format!("\n\n{}", page.display());
    }
    let mut documents: Vec<Value> = reproductions.iter().map(Reproduction::to_json).collect();
    let json = match companion {
        Companion::All => json!({ "companions": documents, "file": page }),
        _ => documents.pop().unwrap_or_default(),
    };
    Ok(Document::new(json, text))
}

/// Where the HTML page goes: `all` always writes one, a single companion where `--out` says.
fn page_file(companion: &Companion, session: &Session) -> anyhow::Result<Option<PathBuf>> {
    let name = match companion {
        Companion::All => "companions.html",
        Companion::Superiority(_) => "superiority.html",
        Companion::Stud(_) => "stud.html",
    };
    if session.out.is_none() && !matches!(companion, Companion::All) {
        return Ok(None);
    }
    let file = session.new_folder("runs/companions")?.join(name);
    // Before the work: a place that cannot be written costs nothing.
    SiblingFile::create(&file)?;
    Ok(Some(file))
}
