//! The stages of one player's strategy: training and export.

use solver::run::state::Watch;
use solver::run::Trainer;
use solver::train::{Budget, TrainingSettings};
use solver::error::SolverError;
use solver::run::estimate::TrainingSize;
use solver::game::GameDefinition;
use solver::policy::export::ExportForm;
use std::path::Path;
use tables::bucket_set::BucketSet;
use tables::error::TableError;
use tables::progress::Progress;
use tables::run_folder::RunFolder;
use tables::sibling_file::{remove_if_there, write_text_atomically};
use tables::table_home::TableHome;

use crate::error::StudyError;
use crate::machine_room::MachineRoom;
use crate::paging_progress::PagingProgress;
use crate::repeats::training_seed;
use crate::stage_definition::StudyRun;
use crate::stage_order::Player;

/// Trains a player until its budget is spent.
///
/// # Errors
/// Files that cannot be read or written, an interruption.
pub fn train(run: &StudyRun<'_>, player: usize, progress: &dyn Progress) -> Result<(), StudyError> {
    let player = &run.order.players[player];
    let training = &run.study.training[player.plan];
    let set = buckets(run, player.variant)?;
    let home = home_of_table(&set, run.folder.root())?;
    let mut trainer = open(run, player, set, home)?;
    let paging = PagingProgress::new(progress);
    let progress = if home == TableHome::Memory { progress } else { &paging };
    train_and_tell(&mut trainer, training.budget()?, training.watch()?, run.folder, &player.file, progress)
}

/// Trains until the budget is spent and writes the curve; that of a training which is cut short, too, as far as it came.
///
/// # Errors
/// Files that cannot be written, an interruption.
pub fn train_and_tell(
    trainer: &mut Trainer,
    budget: Budget,
    watch: Option<Watch>,
    folder: &RunFolder,
    player: &str,
    progress: &dyn Progress,
) -> Result<(), StudyError> {
    let checkpoint = folder.checkpoint(player)?;
    let outcome = trainer.run(budget, watch, &checkpoint, progress);
    // A curve without a checkpoint would say that the regrets were given up.
    let told = if outcome.is_ok() || checkpoint.exists() {
        write_text_atomically(&folder.training_curve(player)?, &trainer.state().curve_text())
    } else {
        Ok(())
    };
    // The training's own failure says more than that its curve could not be written.
    outcome?;
    Ok(told?)
}

/// Writes a trained player's strategy file, and gives the regrets up if they are not to be kept.
///
/// # Errors
/// Files that cannot be read or written, an interruption.
pub fn export(run: &StudyRun<'_>, player: usize, progress: &dyn Progress) -> Result<(), StudyError> {
    let player = &run.order.players[player];
    let strategy = run.folder.strategy(&player.file)?;
    if strategy.exists() && is_given_up(run.folder, &player.file)? {
        // Written, and its regrets removed, but a kill came before the stage was recorded: nothing can be made anew.
        return Ok(());
    }
    // Only read: a map of the checkpoint, however large.
    let trainer = open(run, player, buckets(run, player.variant)?, TableHome::CopyOnWrite)?;
    trainer.export_as(ExportForm::default(), progress, &strategy)?;
    drop(trainer);
    if !run.study.training[player.plan].keep_checkpoints {
        remove_if_there(&run.folder.checkpoint(&player.file)?)?;
    }
    Ok(())
}

/// Whether a player was trained and its regrets were then given up: it cannot be trained longer, and a training under its name
/// would begin anew.
///
/// # Errors
/// A name that no player can have.
pub fn is_given_up(folder: &RunFolder, player: &str) -> Result<bool, TableError> {
    Ok(folder.training_curve(player)?.exists() && !folder.checkpoint(player)?.exists())
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

fn open(run: &StudyRun<'_>, player: &Player, buckets: BucketSet, home: TableHome<'_>) -> Result<Trainer, StudyError> {
    let training = &run.study.training[player.plan];
    let seed = training_seed(run.study.seed, player.training);
    let settings = TrainingSettings::for_budget(training.sampler()?, training.rule()?, seed, training.budget()?);
    let checkpoint = run.folder.checkpoint(&player.file)?;
    Ok(Trainer::open(GameDefinition::holdem_limit(), buckets, settings, &checkpoint, home)?)
}
