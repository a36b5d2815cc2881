//! `manual`: manual pages and shell completions, made from the very flags that are parsed.

use clap::{Args, CommandFactory};
use clap_complete::{Generator, Shell};
use serde_json::json;
use std::path::Path;
use tables::file::sibling::write_text_atomically;
use tables::text::written;

use crate::arguments::Arguments;
use crate::plain_table::facts;
use crate::session::{Document, Session};

const DEFAULT_FOLDER: &str = "runs/manual";

#[derive(Args, Debug)]
pub struct Settings {}

pub fn run(_: &Settings, session: &Session) -> anyhow::Result<Document> {
    let folder = session.new_folder(DEFAULT_FOLDER)?;
    let (pages, completions) = (folder.join("man1"), folder.join("completions"));
    for folder in [&pages, &completions] {
        std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    }
    clap_mangen::generate_to(Arguments::command(), &pages).map_err(|error| unwritable(&pages, &error))?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::Elvish, Shell::PowerShell] {
        // The library's own way to a file panics where the disk is full.
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut Arguments::command(), "equipoise", &mut text);
        let file = completions.join(shell.file_name("equipoise"));
        write_text_atomically(&file, &String::from_utf8_lossy(&text))?;
    }
    let text = facts(&[
        ("manual pages", format!("{} (man -l {}/equipoise.1)", pages.display(), pages.display())),
        ("completions", completions.display().to_string()),
    ]);
    Ok(Document::new(json!({ "pages": written(&pages), "completions": written(&completions) }), text))
}

fn unwritable(folder: &Path, error: &std::io::Error) -> anyhow::Error {
    anyhow::anyhow!("{}: cannot be written ({error}); give another --out", folder.display())
}
