//! `manual`: manual pages, shell completions and a reference in Markdown, made from the very flags that are parsed.

use clap_complete::{Generator, Shell};
use serde_json::json;
use std::path::Path;
use tables::file::sibling::write_text_atomically;
use tables::text::written;

use crate::command_reference::command_reference;
use crate::help::{program, program_to_complete};
use crate::plain_table::facts;
use crate::session::{Document, Session};

pub fn run(session: &Session) -> anyhow::Result<Document> {
    let folder = session.new_folder("runs/manual")?;
    let (pages, completions) = (folder.join("man1"), folder.join("completions"));
    for folder in [&pages, &completions] {
        std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    }
    clap_mangen::generate_to(program(), &pages).map_err(|error| unwritable(&pages, &error))?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::Elvish, Shell::PowerShell] {
        // The library's own way to a file panics where the disk is full.
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut program_to_complete(), "equipoise", &mut text);
        let file = completions.join(shell.file_name("equipoise"));
        write_text_atomically(&file, &String::from_utf8_lossy(&text))?;
    }
    let reference = folder.join("commands.md");
    write_text_atomically(&reference, &command_reference(program()))?;
    let text = facts(&[
        ("manual pages", format!("{} (man -l {}/equipoise.1)", pages.display(), pages.display())),
        ("completions", completions.display().to_string()),
        ("reference", reference.display().to_string()),
    ]);
    let files = json!({
        "pages": written(&pages), "completions": written(&completions), "reference": written(&reference),
    });
    Ok(Document::new(files, text))
}

fn unwritable(folder: &Path, error: &std::io::Error) -> anyhow::Error {
    anyhow::anyhow!("{}: cannot be written ({error}); give another --out", folder.display())
}
