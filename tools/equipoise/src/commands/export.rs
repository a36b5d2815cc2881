//! `export`: the compressed strategy files of a run's trainings.

use clap::Args;
use evaluator::round::Round;
use matches::bucket_files::find_bucket_file;
use serde::Serialize;
use serde_json::json;
use solver::cfr::Trainer;
use solver::cfr::training_state::CheckpointOrigin;
use std::path::{Path, PathBuf};
use tables::bucket_set::BucketSet;
use tables::run_folder::RunFolder;
use tables::strategy_reader::StrategyReader;

use crate::document::Document;
use crate::failure::wrong;
use crate::plain_table::{columns, grouped};
use crate::session::Session;

/// The flags of `export`.
#[derive(Args, Debug)]
pub struct Settings {
    /// The run's folder
    run: PathBuf,
    /// One variant instead of all
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// Folders with the bucket files, where the run does not hold them itself
    #[arg(long, value_name = "DIR")]
    buckets: Vec<PathBuf>,
}

#[derive(Serialize)]
struct Exported {
    variant: String,
    file: PathBuf,
    bytes: u64,
    information_sets: u64,
}

/// Runs the command.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let folder = RunFolder::new(&settings.run);
    let known = folder.variants()?.into_iter().map(|(variant, _)| variant).collect::<Vec<_>>();
    let chosen = match &settings.variant {
        None => known,
        Some(name) if known.contains(name) => vec![name.clone()],
        Some(name) => {
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return Err(wrong(format!("{}: no variant '{name}'; there is {known}", settings.run.display())));
        }
    };
    if chosen.is_empty() {
        let run = settings.run.display();
        return Err(wrong(format!("{run}: nothing has been trained there; run 'equipoise train --out {run}' first")));
    }
    let _lock = folder.lock()?;
    let mut exported = Vec::new();
    for variant in chosen {
        tables::progress::Progress::check(&session.progress)?;
        exported.push(export(&folder, variant, &settings.buckets)?);
    }
    let bytes: u64 = exported.iter().map(|it| it.bytes).sum();
    let information_sets: u64 = exported.iter().map(|it| it.information_sets).sum();
    // Several files stand for their folder.
    let file = match exported.as_slice() {
        [only] => only.file.clone(),
        several => several[0].file.parent().unwrap_or(Path::new("")).to_owned(),
    };
    let json = json!({ "file": file, "bytes": bytes, "information_sets": information_sets, "strategies": exported });
    let rows: Vec<Vec<String>> = exported
        .iter()
        .map(|it| vec![it.file.display().to_string(), grouped(it.bytes), grouped(it.information_sets)])
        .collect();
    Ok(Document::new(json, columns(&["file", "bytes", "information sets"], &rows)))
}

/// Exports one variant.
fn export(folder: &RunFolder, variant: String, bucket_folders: &[PathBuf]) -> anyhow::Result<Exported> {
    let checkpoint = folder.checkpoint(&variant)?;
    let origin = CheckpointOrigin::read(&checkpoint)?;
    let find = |street: Round| {
        let parent = origin.parents.iter().find(|parent| parent.name == street.name());
        let parent = parent
            .ok_or_else(|| wrong(format!("{}: names no {street} bucket file; train again", checkpoint.display())))?;
        Ok::<_, anyhow::Error>(find_bucket_file(&checkpoint, street, parent.fingerprint, folder, bucket_folders)?)
    };
    let buckets = BucketSet::open(&find(Round::Flop)?, &find(Round::Turn)?, &find(Round::River)?)?;
    let file = folder.strategy(&variant)?;
    Trainer::open(origin.game, buckets, origin.settings, &checkpoint)?.export(&file)?;
    let reader = StrategyReader::open(&file)?;
    let mut information_sets = 0;
    for node in 0..reader.node_count() {
        information_sets += u64::from(reader.buckets_per_round()[usize::from(reader.node(node)?.round)]);
    }
    Ok(Exported { variant, bytes: reader.file().file_bytes(), file, information_sets })
}
