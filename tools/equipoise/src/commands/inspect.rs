//! `inspect` and `verify`: what a file is and how to make it again, and whether every byte is as it was written.

use abstraction::cluster_file::read_clusters;
use abstraction::error::AbstractionError;
use abstraction::explain::quality::{BucketQuality, bucket_quality};
use clap::Args;
use matches::error::MatchError;
use matches::strategy_place::StrategyPlace;
use serde_json::json;
use std::path::{Path, PathBuf};
use tables::buckets::table::BucketTable;
use tables::contents;
use tables::error::{Failure, Kind, TableError};
use tables::file::array::ArrayFile;
use tables::file::header::{FileKind, version_of};
use tables::text::written;
use tables::together::progress::{Named, Progress};

use crate::plain_table::{facts, grouped};
use crate::recipe_words::{in_words, make_again};
use crate::session::{Document, Session};
use crate::terminal::in_one_line;

#[derive(Args, Debug)]
pub struct Settings {
    /// Any file made by this program, or a run, whose strategy is shown (RUN, or RUN/NAME of several)
    file: PathBuf,
}

pub fn run(settings: &Settings) -> anyhow::Result<Document> {
    let path = match StrategyPlace::of(&settings.file) {
        Ok(place) => place.path,
        // No run and no strategy of one: a file, or nothing at all.
        Err(MatchError::UnknownAgent { .. }) => settings.file.clone(),
        Err(error) => return Err(error.into()),
    };
    let file = ArrayFile::open(&path)?;
    let header = file.header();
    let quality = match header.kind {
        FileKind::Buckets => Some(bucket_quality(&BucketTable::open(&path)?)?),
        _ => None,
    };
    let again = make_again(&settings.file, header);
    let json = json!({
        "file": written(&path),
        "kind": header.kind,
        "version": version_of(&header.recipe),
        "fingerprint": header.fingerprint,
        "recipe": header.recipe,
        "make_again": again,
        "parents": header.parents,
        "meta": header.meta,
        "sections": header.sections,
        "bytes": file.file_bytes(),
        "quality": quality,
    });
    let mut rows = vec![
        ("file", path.display().to_string()),
        ("kind", header.kind.to_string()),
        ("version", version_of(&header.recipe).to_string()),
        ("fingerprint", header.fingerprint.to_string()),
        ("recipe", in_words(&header.recipe)),
        ("facts", in_words(&header.meta)),
        ("bytes", grouped(file.file_bytes())),
    ];
    rows.extend(again.map(|command| ("make it again with", command)));
    rows.extend(header.parents.iter().map(|parent| ("parent", format!("{} {}", parent.name, parent.fingerprint))));
    rows.extend(header.sections.iter().map(|section| {
        let shape: Vec<String> = section.shape.iter().map(|&extent| grouped(extent)).collect();
        ("section", format!("{} {} [{}]", section.name, section.element.name(), shape.join(" × ")))
    }));
    rows.extend(quality.iter().flat_map(sizes));
    Ok(Document::new(json, facts(&rows)))
}

fn sizes(quality: &BucketQuality) -> [(&'static str, String); 4] {
    let [least, first, median, third, most] = quality.deals_at_quartiles.map(grouped);
    [
        ("buckets", format!("{} ({} empty)", grouped(quality.buckets as u64), quality.empty_buckets)),
        ("effective buckets", format!("{:.1}", quality.effective_buckets)),
        ("deals in a bucket", format!("{least} to {most}, quartiles {first}, {median}, {third}")),
        ("more than ten times the mean", format!("{} buckets", quality.giant_buckets)),
    ]
}

#[derive(Args, Debug)]
pub struct VerifySettings {
    /// Files made by this program
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

struct Outcome<'a> {
    file: &'a Path,
    /// `ok`, or why it is not.
    state: &'static str,
    error: Option<String>,
}

pub fn verify(settings: &VerifySettings, session: &Session) -> anyhow::Result<Document> {
    let mut outcomes = Vec::new();
    for file in &settings.files {
        let (state, error) = match verify_file(file, &session.progress) {
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

fn verify_file(file: &Path, progress: &dyn Progress) -> Result<(), AbstractionError> {
    let stage = format!("verify {}", file.display());
    if contents::verify(file, &Named { stage: &stage, progress })? == FileKind::OpponentClusters {
        read_clusters(file)?;
    }
    Ok(())
}
