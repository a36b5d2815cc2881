//! The stages of one variant's strategy: training and export.

use solver::cfr::{Trainer, TrainingSettings};
use solver::error::SolverError;
use solver::estimate::TrainingSize;
use solver::game::GameDefinition;
use solver::policy::export::ExportForm;
use std::path::Path;
use tables::bucket_set::BucketSet;
use tables::progress::Progress;
use tables::sibling_file::write_text_atomically;
use tables::table_home::TableHome;

use crate::error::StudyError;
use crate::machine_room::MachineRoom;
use crate::paging_progress::PagingProgress;
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
    let set = buckets(run, variant)?;
    let home = home_of_table(&set, run.folder.root())?;
    let mut trainer = open(run, variant, training, set, home)?;
    let paging = PagingProgress::new(progress);
    let progress = if home == TableHome::Memory { progress } else { &paging };
    trainer.run(training.budget()?, training.watch()?, &run.folder.checkpoint(name)?, progress)?;
    Ok(write_text_atomically(&run.folder.training_curve(name)?, &trainer.state().curve_text())?)
}

/// Writes a trained variant's strategy file.
///
/// # Errors
/// Files that cannot be read or written, an interruption.
pub fn export(
    run: &StudyRun<'_>,
    variant: usize,
    training: &Training,
    progress: &dyn Progress,
) -> Result<(), StudyError> {
    let strategy = run.folder.strategy(&run.order.variants[variant].name)?;
    // Only read: a map of the checkpoint, however large.
    let trainer = open(run, variant, training, buckets(run, variant)?, TableHome::CopyOnWrite)?;
    Ok(trainer.export_as(ExportForm::default(), progress, &strategy)?)
}

/// Where the regret table for some buckets should live on this machine: in memory, or in a working file in the run's folder.
///
/// # Errors
/// None for hold'em.
pub fn home_of_table<'a>(buckets: &BucketSet, folder: &'a Path) -> Result<TableHome<'a>, SolverError> {
    let table_bytes = TrainingSize::of_holdem(buckets.counts())?.table_bytes;
    Ok(MachineRoom::now(folder).table_home(table_bytes, folder))
}

fn buckets(run: &StudyRun<'_>, variant: usize) -> Result<BucketSet, StudyError> {
    let paths = run.bucket_paths(variant)?;
    let [flop, turn, river] = &paths[..] else {
        let (what, expected) = ("training", "buckets of flop, turn and river".to_owned());
        return Err(StudyError::Setting { what, expected, found: format!("{} streets", paths.len()) });
    };
    Ok(BucketSet::open(flop, turn, river)?)
}

fn open(
    run: &StudyRun<'_>,
    variant: usize,
    training: &Training,
    buckets: BucketSet,
    home: TableHome<'_>,
) -> Result<Trainer, StudyError> {
    let (sampler, rule, seed) = (training.sampler()?, training.rule()?, run.study.seed);
    let settings = TrainingSettings::for_budget(sampler, rule, seed, training.budget()?);
    let checkpoint = run.folder.checkpoint(&run.order.variants[variant].name)?;
    Ok(Trainer::open(GameDefinition::holdem_limit(), buckets, settings, &checkpoint, home)?)
}
