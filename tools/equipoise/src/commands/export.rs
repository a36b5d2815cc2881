//! `export`: the compressed strategy files of a run's trainings, and what their rounding costs.

use clap::Args;
use evaluator::round::Round;
use matches::bucket_files::find_bucket_file;
use matches::score::Score;
use serde::Serialize;
use serde_json::{Value, json};
use solver::run::Trainer;
use solver::run::checkpoint::CheckpointOrigin;
use solver::measure::rounding_price::{THIRD_PLAYER, rounding_price};
use solver::policy::{ExportForm, StoredPolicy, TrainedStrategy};
use std::path::{Path, PathBuf};
use study::train_strategies::is_given_up;
use tables::bucket_set::BucketSet;
use tables::run_folder::RunFolder;
use tables::strategy_bits::ProbabilityBits;
use tables::strategy_reader::StrategyReader;
use tables::table_home::TableHome;

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
    /// Which strategy: the average over all iterations, or the current one, which the regrets give at the end
    #[arg(long, value_name = "average|current", default_value = "average")]
    strategy: TrainedStrategy,
    /// Bits of a stored probability: 4, 8 or 16
    #[arg(long, value_name = "BITS", default_value = "8", allow_negative_numbers = true)]
    bits: ProbabilityBits,
    /// Measure what the rounding to so many bits costs, on so many boards (--seed decides which), at least 2 [default: 200]
    #[arg(long, value_name = "BOARDS", num_args = 0..=1, default_missing_value = "200", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    price: Option<u64>,
}

/// One strategy file.
#[derive(Serialize)]
struct Exported {
    variant: String,
    file: PathBuf,
    bytes: u64,
    information_sets: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    price: Option<Price>,
}

/// What rounding loses, in mbb/g with half the 95 % confidence interval over boards.
#[derive(Serialize)]
struct Price {
    mbb_per_game: f64,
    ci95: f64,
    boards: u64,
    against_third: AgainstThird,
}

/// What the rounded strategy wins less from a third player, on the same boards.
#[derive(Serialize)]
struct AgainstThird {
    player: String,
    mbb_per_game: f64,
    ci95: f64,
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
    let mut kept = Vec::new();
    for variant in chosen {
        // A study may keep no regrets; then the strategy it wrote is all there is.
        if !is_given_up(&folder, &variant)? {
            kept.push(variant);
        } else if settings.variant.is_some() {
            return Err(kept_no_regrets(&folder, &variant)?);
        }
    }
    if kept.is_empty() {
        return Err(wrong(format!(
            "{}: no training kept its regrets; its strategy files are final",
            folder.root().display()
        )));
    }
    let mut exported = Vec::new();
    for variant in kept {
        tables::progress::Progress::check(&session.progress)?;
        exported.push(export(&folder, variant, settings, session)?);
    }
    let bytes: u64 = exported.iter().map(|it| it.bytes).sum();
    let information_sets: u64 = exported.iter().map(|it| it.information_sets).sum();
    // Several files stand for their folder.
    let file = match exported.as_slice() {
        [only] => only.file.clone(),
        several => several[0].file.parent().unwrap_or(Path::new("")).to_owned(),
    };
    let mut json =
        json!({ "file": file, "bytes": bytes, "information_sets": information_sets, "strategies": exported });
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
    Ok(Document::new(json, columns(&heads, &rows)))
}

/// The refusal of a variant whose strategy cannot be made again.
fn kept_no_regrets(folder: &RunFolder, variant: &str) -> anyhow::Result<anyhow::Error> {
    let strategy = folder.strategy(variant)?;
    Ok(wrong(format!(
        "{variant}: its regrets were not kept (keep_checkpoints = false); its strategy is {}",
        strategy.display()
    )))
}

/// Exports one variant.
fn export(folder: &RunFolder, variant: String, settings: &Settings, session: &Session) -> anyhow::Result<Exported> {
    let checkpoint = folder.checkpoint(&variant)?;
    let origin = CheckpointOrigin::read(&checkpoint)?;
    let find = |street: Round| {
        let parent = origin.parents.iter().find(|parent| parent.name == street.name());
        let parent = parent
            .ok_or_else(|| wrong(format!("{}: names no {street} bucket file; train again", checkpoint.display())))?;
        Ok::<_, anyhow::Error>(find_bucket_file(&checkpoint, street, parent.fingerprint, folder, &settings.buckets)?)
    };
    let buckets = BucketSet::open(&find(Round::Flop)?, &find(Round::Turn)?, &find(Round::River)?)?;
    let form = ExportForm { strategy: settings.strategy, bits: settings.bits };
    let in_run = folder.strategy_form(&variant, &form.words())?;
    let file = match (&session.out, in_run.file_name()) {
        (Some(folder), Some(name)) => session.new_folder(folder)?.join(name),
        _ => in_run,
    };
    let trainer = Trainer::open(origin.game, buckets, origin.settings, &checkpoint, TableHome::CopyOnWrite)?;
    trainer.export_as(form, &session.progress, &file)?;
    let price = settings.price.map(|boards| price(&trainer, form, &file, boards, session)).transpose()?;
    let reader = StrategyReader::open(&file)?;
    let mut information_sets = 0;
    for node in 0..reader.node_count() {
        information_sets += u64::from(reader.buckets_per_round()[usize::from(reader.node(node)?.round)]);
    }
    Ok(Exported { variant, bytes: reader.file().file_bytes(), file, information_sets, price })
}

/// Plays the strategy in memory against the file just written.
fn price(trainer: &Trainer, form: ExportForm, file: &Path, boards: u64, session: &Session) -> anyhow::Result<Price> {
    let tables = trainer.trained();
    let rounded = StoredPolicy::read(tables.game, file)?;
    let price = rounding_price(&tables, form.strategy, &rounded, boards, session.seed(), &session.progress)?;
    let score = |boards: &[f64]| Score::of(boards.iter().copied());
    let (head_to_head, third) = (score(&price.head_to_head), score(&price.against_third));
    Ok(Price {
        mbb_per_game: head_to_head.mean,
        ci95: head_to_head.ci95(),
        boards,
        against_third: AgainstThird { player: THIRD_PLAYER.to_string(), mbb_per_game: third.mean, ci95: third.ci95() },
    })
}
