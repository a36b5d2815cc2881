//! `export`: the compressed strategy files of a run's trainings, and what their rounding costs.

use clap::Args;
use serde_json::{Value, json};
use solver::policy::{ExportForm, Threshold, TrainedStrategy};
use std::path::{Path, PathBuf};
use study::runs::export::{Exported, PriceBoards, RunExport};
use tables::run::folder::RunFolder;
use tables::strategy::block::ProbabilityBits;
use tables::text::written;

use crate::bucket_places::BucketPlaces;
use crate::plain_table::{columns, grouped};
use crate::session::{Document, Session};

/// The flags of `export`.
#[derive(Args, Debug)]
pub struct Settings {
    /// The run, or one of its trainings as RUN/NAME
    run: PathBuf,
    /// One variant instead of all
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    #[command(flatten)]
    buckets: BucketPlaces,
    /// Which strategy: the average over all iterations, or the current one, which the regrets give at the end
    #[arg(long, value_name = "average|current", default_value = "average")]
    strategy: TrainedStrategy,
    /// Bits of a stored probability: 4, 8 or 16
    #[arg(long, value_name = "BITS", default_value = "8", allow_negative_numbers = true)]
    bits: ProbabilityBits,
    /// Leave out actions that are taken with less than this many hundredths of probability, 0 to 33: after a short
    /// training they are mostly noise, after a long one they are not
    #[arg(long, value_name = "PERCENT", default_value = "0", conflicts_with = "price", allow_negative_numbers = true)]
    threshold: Threshold,
    /// Measure what the rounding costs, on a number of boards, at least 2 (--seed decides which) [default: 200]: what
    /// the strategy in memory wins from the file
    #[arg(long, value_name = "BOARDS", num_args = 0..=1, default_missing_value = "200", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    price: Option<u64>,
}

/// What is said of a price below zero.
const NEGATIVE_PRICE: &str = "a negative price: the file wins from the strategy in memory, by chance or after a short \
                              training:\nrounding leaves out rare actions, which are mostly noise then";

/// Runs the command.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let (run, named) = match settings.variant {
        Some(_) => (RunFolder::new(&settings.run), None),
        None => RunFolder::of_training(&settings.run)?,
    };
    let export = RunExport {
        variant: settings.variant.as_deref().or(named.as_deref()),
        buckets: &settings.buckets.places,
        form: ExportForm { strategy: settings.strategy, bits: settings.bits, threshold: settings.threshold },
        out: session.out.as_deref(),
        price: settings.price.map(|boards| PriceBoards { boards, seed: session.seed() }),
    };
    let exported = export.write(&run, &session.progress)?;
    let bytes: u64 = exported.iter().map(|it| it.bytes).sum();
    let information_sets: u64 = exported.iter().map(|it| it.information_sets).sum();
    // Several files stand for their folder.
    let file = match exported.as_slice() {
        [only] => only.file.clone(),
        several => several[0].file.parent().unwrap_or(Path::new("")).to_owned(),
    };
    let mut json =
        json!({ "file": written(&file), "bytes": bytes, "information_sets": information_sets, "strategies": exported });
    let mut heads = vec!["file", "bytes", "information sets"];
    if settings.price.is_some() {
        // One file's price, or a list in the order of the files.
        json["price"] = match exported.as_slice() {
            [only] => json!(only.price),
            several => several.iter().map(|it| json!(it.price)).collect::<Value>(),
        };
        heads.push("price of rounding, mbb/g");
    }
    let row = |it: &Exported| {
        let mut row = vec![it.file.display().to_string(), grouped(it.bytes), grouped(it.information_sets)];
        row.extend(it.price.as_ref().map(|price| format!("{:.4} ± {:.4}", price.mbb_per_game, price.ci95)));
        row
    };
    let rows: Vec<Vec<String>> = exported.iter().map(row).collect();
    let mut text = columns(&heads, &rows);
    if exported.iter().filter_map(|it| it.price.as_ref()).any(|price| price.mbb_per_game < 0.0) {
        text += "\n\n";
        text += NEGATIVE_PRICE;
    }
    Ok(Document::new(json, text))
}
