//! `train`: counterfactual regret minimisation on a bucket set.

use clap::{Args, ValueEnum};
use matches::score::Score;
use serde_json::json;
use solver::run::state::Watch;
use solver::run::Trainer;
use solver::train::{Budget, Sampler, TrainingSettings, UpdateRule};
use solver::game::GameDefinition;
use std::path::{Path, PathBuf};
use study::duration::parse_duration;
use study::paging_progress::PagingProgress;
use study::play_settings::DEFAULT_WATCH_FLOPS;
use study::study_file::Study;
use study::train_strategies::{home_of_table, is_given_up, train_and_tell};
use tables::bucket_links::link_buckets;
use tables::progress::Progress;
use tables::run_folder::RunFolder;
use tables::table_home::TableHome;

use crate::bucket_choice::BucketChoice;
use crate::document::Document;
use crate::failure::wrong;
use crate::plain_table::{facts, grouped};
use crate::session::Session;

/// The variant where none is named.
pub const DEFAULT_VARIANT: &str = "default";

/// The flags of `train`.
#[derive(Args, Debug)]
pub struct Settings {
    /// A study whose training settings and folder are taken where flags do not say otherwise
    study: Option<PathBuf>,
    #[command(flatten)]
    buckets: BucketChoice,
    /// How cards are chosen: public (a board, all holdings), chance or external (one deal) [default: public]
    #[arg(long, value_name = "S")]
    sampler: Option<Sampler>,
    /// cfr, cfr+, linear, dcfr, dcfr:α,β,γ, or hs-dcfr, whose schedule needs --iterations [default: dcfr, that is dcfr:1.5,0,2]
    #[arg(long, value_name = "A", allow_hyphen_values = true)]
    algorithm: Option<UpdateRule>,
    /// Train until so many iterations are done, earlier sessions included
    #[arg(long, value_name = "N", conflicts_with = "time", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,
    /// Train for so long, earlier sessions included: 90s, 30m, 2h30m
    #[arg(long, value_name = "D", value_parser = parse_duration)]
    time: Option<f64>,
    /// Where regrets live: in memory, in a nameless working file on the disk of --out, or wherever they fit
    #[arg(long, value_enum, default_value_t = Table::Auto)]
    table: Table,
    /// Measure the exploitability in the real game after every so much training: 10m, 1h
    #[arg(long, value_name = "D", value_parser = parse_duration)]
    watch: Option<f64>,
    /// Flops drawn for each such measurement, the same ones every time
    #[arg(long, value_name = "N", default_value_t = DEFAULT_WATCH_FLOPS, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(2..=10_000), requires = "watch")]
    watch_flops: usize,
    /// What to call the result within the run
    #[arg(long, value_name = "NAME", default_value = DEFAULT_VARIANT)]
    variant: String,
}

/// Where the regret table lives.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Table {
    /// In memory if it fits, else on disk.
    Auto,
    /// In memory.
    Memory,
    /// In a working file.
    Disk,
}

/// Runs the command.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let study = settings.study.as_deref().map(Study::named).transpose()?;
    let of_study = match study.as_ref().map(|study| &study.training[..]) {
        Some([training]) => Some(training),
        None | Some([]) => None,
        Some(_) => {
            return Err(wrong(
                "train: the study has several trainings; run it, or give --sampler and the others instead",
            ));
        }
    };
    let sampler = match (settings.sampler, of_study) {
        (Some(sampler), _) => sampler,
        (None, Some(training)) => training.sampler()?,
        (None, None) => Sampler::Public,
    };
    let rule = match (settings.algorithm, of_study) {
        (Some(rule), _) => rule,
        (None, Some(training)) => training.rule()?,
        (None, None) => UpdateRule::DCFR,
    };
    let seed = session.given_seed.or(study.as_ref().map(|study| study.seed)).unwrap_or_else(|| session.seed());
    let budget = match (settings.iterations, settings.time, of_study) {
        (Some(iterations), _, _) => Budget::Iterations(iterations),
        (None, Some(seconds), _) => Budget::Seconds(seconds),
        (None, None, Some(training)) => training.budget()?,
        (None, None, None) => return Err(wrong("train: no budget; give --iterations N or --time D")),
    };
    let training = TrainingSettings::for_budget(sampler, rule, seed, budget);
    training.expect_trainable()?;
    let watch = match (settings.watch, of_study) {
        (Some(every_seconds), _) => Some(Watch { every_seconds, flops: settings.watch_flops }),
        (None, Some(training)) => training.watch()?,
        (None, None) => None,
    };
    let root = match (&session.out, &study) {
        (Some(out), _) => out.clone(),
        (None, Some(study)) => Path::new("runs").join(&study.name),
        (None, None) => return Err(wrong("train: no folder to keep the training in; give one with --out RUN")),
    };
    // The buckets before the folder: whatever is wrong with them leaves nothing behind. Links to them only once the run is known
    // to be theirs: with others beside its own it could not go on without their names.
    let buckets = settings.buckets.open(&root)?;
    let folder = RunFolder::new(root);
    let _lock = folder.lock()?;
    if is_given_up(&folder, &settings.variant)? {
        return Err(wrong(format!(
            "train: {} was trained in {} and its regrets were not kept; it cannot be trained longer, give another --variant \
             or --out",
            settings.variant,
            folder.root().display()
        )));
    }
    let checkpoint = folder.checkpoint(&settings.variant)?;
    let home = match settings.table {
        Table::Auto => home_of_table(&buckets, folder.root())?,
        Table::Memory => TableHome::Memory,
        Table::Disk => TableHome::WorkingFile(folder.root()),
    };
    let mut trainer = Trainer::open(GameDefinition::holdem_limit(), buckets, training, &checkpoint, home)?;
    link_buckets(&folder, trainer.buckets())?;
    let before = trainer.state().iterations;
    let paging = PagingProgress::new(&session.progress);
    let progress: &dyn Progress = if home == TableHome::Memory { &session.progress } else { &paging };
    train_and_tell(&mut trainer, budget, watch, &folder, &settings.variant, progress)?;
    let state = trainer.state();
    let regret = state.curve.last().map(|point| point.regret);
    let json = json!({
        "variant": settings.variant,
        "iterations": state.iterations,
        "iterations_before": before,
        "seconds": state.seconds,
        "core_seconds": state.core_seconds,
        "regret_mbb_per_game": regret,
        "touched_information_sets": state.touched,
        "exploitability": state.exploitability.iter().map(|point| json!({
            "iterations": point.iterations,
            "seconds": point.seconds,
            "mbb_per_game": point.mbb_per_game,
            "standard_error": point.standard_error,
        })).collect::<Vec<_>>(),
        "checkpoint": checkpoint,
    });
    let iterations = match (before, state.iterations - before) {
        (0, all) => grouped(all),
        (_, 0) => format!("{}, all of them before: the budget was spent already", grouped(before)),
        (_, new) => format!("{}, {} of them now", grouped(state.iterations), grouped(new)),
    };
    let mut rows = vec![
        ("iterations", iterations),
        ("seconds", format!("{:.1} ({:.1} core-seconds)", state.seconds, state.core_seconds)),
    ];
    rows.extend(regret.map(|regret| ("average regret", format!("{regret:.1} mbb/g"))));
    let measured = state.exploitability.last();
    rows.extend(measured.map(|point| {
        let level = match watch {
            Some(Watch { flops, .. }) => {
                let (mean, standard_error) = (point.mbb_per_game, point.standard_error);
                let score = Score { mean, standard_error, observations: flops as u64 };
                format!("{:.1} ± {:.1} mbb/g (95 %)", score.mean, score.ci95())
            }
            // On how many flops is not known any more.
            None => format!("{:.1} mbb/g, measured in a session before this,", point.mbb_per_game),
        };
        ("exploitability", format!("{level} after {}", grouped(point.iterations)))
    }));
    rows.push(("checkpoint", checkpoint.display().to_string()));
    Ok(Document::new(json, facts(&rows)))
}
