//! `buckets import`: a bucket file of the user's own abstraction.

use abstraction::import_buckets::import_buckets;
use clap::Args;
use evaluator::round::Round;
use exchange::npy::read_numbers;
use std::path::PathBuf;
use tables::buckets::table::hands_of_round;
use tables::run::folder::{RunFolder, Subfolder};

use crate::failure::wrong;
use crate::plain_table::{facts, grouped};
use crate::session::{Document, Session};

const DEFAULT_FOLDER: &str = "runs/buckets";

#[derive(Args, Debug)]
pub struct Settings {
    /// flop, turn or river
    street: Round,
    /// A .npy array of whole numbers from 0 to 4194303, of any integer type: the number of the bucket of each canonical
    /// hand, in the order of `unindex STREET --all --unordered`
    array: PathBuf,
    /// What the bucket file is called [default: the street's name]
    #[arg(long)]
    name: Option<String>,
}

pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let street = settings.street;
    if street == Round::Preflop {
        return Err(wrong("preflop: has no bucket file, all 169 starting hands are kept; give flop, turn or river"));
    }
    let folder = RunFolder::new(session.out_or(DEFAULT_FOLDER));
    let name = settings.name.clone().unwrap_or_else(|| street.to_string());
    let file = folder.buckets(&name)?;
    let numbers = read_numbers(&settings.array, hands_of_round(street))?;
    let source = settings.array.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let _lock = folder.lock_for(&[Subfolder::Buckets])?;
    if file.exists() {
        // Strategies may have been trained on it.
        return Err(wrong(format!("{}: is there already; give another --name, or remove it", file.display())));
    }
    let summary = import_buckets(street, numbers, &source, &file, &session.progress)?;
    let text = facts(&[
        ("file", summary.file.display().to_string()),
        ("buckets", grouped(summary.buckets as u64)),
        ("hands", grouped(summary.points)),
        ("strength explained", format!("{:.4} % of its variance", 100.0 * summary.strength_variance_explained)),
    ]);
    Ok(Document::new(serde_json::to_value(&summary)?, text))
}
