//! `verify`: every byte of files against their checksums.

use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use tables::array_file::ArrayFile;
use tables::error::TableError;
use tables::progress::{Progress, Update};

use crate::document::Document;
use crate::session::Session;
use crate::terminal::in_one_line;

/// The flags of `verify`.
#[derive(Args, Debug)]
pub struct Settings {
    /// Files made by this program
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Runs the command.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let mut outcomes = Vec::new();
    for file in &settings.files {
        let outcome = match verify(file, &session.progress) {
            Err(cancelled @ TableError::Cancelled(_)) => return Err(cancelled.into()),
            Ok(()) => None,
            Err(error) => {
                let is_unread = matches!(error, TableError::Io { .. });
                let word = if is_unread { "NOT READ" } else { "DAMAGED " };
                Some((word, in_one_line(&error.to_string())))
            }
        };
        outcomes.push((file, outcome));
    }
    let json = json!({
        "files": outcomes.iter().map(|(file, outcome)| json!({
            "file": file, "ok": outcome.is_none(), "error": outcome.as_ref().map(|(_, error)| error),
        })).collect::<Vec<_>>(),
    });
    let line = |(file, outcome): &(&PathBuf, Option<(&str, String)>)| match outcome {
        None => format!("ok        {}", file.display()),
        Some((word, error)) => format!("{word}  {error}"),
    };
    let text = outcomes.iter().map(line).collect::<Vec<_>>().join("\n");
    let mut document = Document::new(json, text);
    let damaged: Vec<&String> = outcomes.iter().filter_map(|(_, outcome)| Some(&outcome.as_ref()?.1)).collect();
    document.refusal = match damaged.as_slice() {
        [] => None,
        [only] => Some((*only).clone()),
        [first, ..] => Some(format!("{} of {} files are not whole; the first: {first}", damaged.len(), outcomes.len())),
    };
    Ok(document)
}

fn verify(file: &Path, progress: &dyn Progress) -> Result<(), TableError> {
    let stage = format!("verify {}", file.display());
    ArrayFile::open(file)?.verify_with(&Named { stage: &stage, progress })
}

/// Tells one file's stage from another's.
struct Named<'a> {
    stage: &'a str,
    progress: &'a dyn Progress,
}

impl Progress for Named<'_> {
    fn report(&self, update: &Update<'_>) {
        self.progress.report(&Update { stage: self.stage, note: update.note.clone(), ..*update });
    }

    fn cancelled(&self) -> bool {
        self.progress.cancelled()
    }
}
