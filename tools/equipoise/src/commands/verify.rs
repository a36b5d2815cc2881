//! `verify`: every byte of files against their checksums.

use abstraction::cluster_file::read_clusters;
use abstraction::error::AbstractionError;
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use tables::contents;
use tables::error::{Failure, Kind, TableError};
use tables::file::header::FileKind;
use tables::text::written;
use tables::together::progress::{Progress, Update};

use crate::session::{Document, Session};
use crate::terminal::in_one_line;

#[derive(Args, Debug)]
pub struct Settings {
    /// Files made by this program
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// What a file turned out to be.
struct Outcome<'a> {
    file: &'a Path,
    /// `ok`, or why it is not.
    state: &'static str,
    error: Option<String>,
}

pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let mut outcomes = Vec::new();
    for file in &settings.files {
        let (state, error) = match verify(file, &session.progress) {
            Err(error) if error.kind() == Kind::Stopped => return Err(error.into()),
            Ok(()) => ("ok", None),
            Err(error) => (state_of(&error), Some(in_one_line(&error.to_string()))),
        };
        outcomes.push(Outcome { file, state, error });
    }
    let json = json!({
        "files": outcomes.iter().map(|Outcome { file, state, error }| json!({
            "file": written(file), "ok": error.is_none(), "state": state, "error": error,
        })).collect::<Vec<_>>(),
    });
    let line = |Outcome { file, state, error }: &Outcome<'_>| match error {
        None => format!("{state:<8} {}", file.display()),
        Some(error) => format!("{:<8} {error}", state.to_uppercase()),
    };
    let text = outcomes.iter().map(line).collect::<Vec<_>>().join("\n");
    let mut document = Document::new(json, text);
    let refused: Vec<&String> = outcomes.iter().filter_map(|outcome| outcome.error.as_ref()).collect();
    document.refusal = match refused.as_slice() {
        [] => None,
        [only] => Some((*only).clone()),
        [first, ..] => {
            Some(format!("{} of {} files could not be verified; the first: {first}", refused.len(), outcomes.len()))
        }
    };
    Ok(document)
}

/// A file counts as damaged only if no whole file of this program could look like it: one that is missing, not ours or
/// of another version may be whole.
fn state_of(error: &AbstractionError) -> &'static str {
    match error {
        AbstractionError::Table(TableError::Io { .. } | TableError::BigEndian { .. }) => "unread",
        AbstractionError::Table(
            TableError::NotOurs { .. } | TableError::NotOrdinary { .. } | TableError::Version { .. },
        ) => "foreign",
        _ => "damaged",
    }
}

fn verify(file: &Path, progress: &dyn Progress) -> Result<(), AbstractionError> {
    let stage = format!("verify {}", file.display());
    if contents::verify(file, &Named { stage: &stage, progress })? == FileKind::OpponentClusters {
        read_clusters(file)?;
    }
    Ok(())
}

/// Distinguishes one file's stage from another's.
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
