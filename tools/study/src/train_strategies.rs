//! The stages of one variant's strategy: training and export.

use serde_json::json;
use solver::cfr::{Trainer, TrainingSettings};
use solver::game::GameDefinition;
use tables::bucket_set::BucketSet;
use tables::progress::Progress;
use tables::sibling_file::write_text_atomically;

use crate::error::StudyError;
use crate::play_settings::Training;
use crate::stage_definition::StudyRun;

/// Trains a variant until its budget is spent.
///
/// # Errors
/// Files that cannot be read or written, an interruption.
pub fn train(
    run: &StudyRun<'_>,
    variant: usize,
    training: &Training,
    progress: &dyn Progress,
) -> Result<(), StudyError> {
    let name = &run.order.variants[variant].name;
    let mut trainer = open(run, variant, training)?;
    trainer.run(training.budget()?, None, &run.folder.checkpoint(name)?, progress)?;
    let state = trainer.state();
    let points: Vec<_> = state.curve.iter().map(|it| (it.iterations, it.seconds, it.regret)).collect();
    let text = json!({
        "iterations": state.iterations, "seconds": state.seconds, "core_seconds": state.core_seconds, "points": points,
    });
    Ok(write_text_atomically(&run.folder.training_curve(name)?, &text.to_string())?)
}

/// Writes a trained variant's strategy file.
///
/// # Errors
/// Files that cannot be read or written.
pub fn export(run: &StudyRun<'_>, variant: usize, training: &Training) -> Result<(), StudyError> {
    let strategy = run.folder.strategy(&run.order.variants[variant].name)?;
    Ok(open(run, variant, training)?.export(&strategy)?)
}

fn open(run: &StudyRun<'_>, variant: usize, training: &Training) -> Result<Trainer, StudyError> {
    let paths = run.bucket_paths(variant)?;
    let [flop, turn, river] = &paths[..] else {
        let (what, expected) = ("training", "buckets of flop, turn and river".to_owned());
        return Err(StudyError::Setting { what, expected, found: format!("{} streets", paths.len()) });
    };
    let set = BucketSet::open(flop, turn, river)?;
    let (sampler, rule, seed) = (training.sampler()?, training.rule()?, run.study.seed);
    let settings = TrainingSettings::for_budget(sampler, rule, seed, training.budget()?);
    let checkpoint = run.folder.checkpoint(&run.order.variants[variant].name)?;
    Ok(Trainer::open(GameDefinition::holdem_limit(), set, settings, &checkpoint)?)
}
