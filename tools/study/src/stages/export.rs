//! The stage that writes a player's strategy file.

use abstraction::estimate::Prepared;
use serde_json::json;
use solver::policy::export::ExportForm;
use tables::file::fingerprint::Parent;
use tables::file::sibling::remove_if_there;
use tables::run::table_home::TableHome;

use super::size::{bucket_bytes, training_size};
use super::training::{SHORTER_TRAINING, fewer_buckets, open_trainer};
use super::{Sizes, Stage, StageClock, StageContext, StageDefinition, StageNeed};
use crate::error::StudyError;
use crate::results::training::Regrets;
use crate::study_run::StudyRun;

/// Core seconds to open the buckets, and to read and write a gigabyte of table: measured.
const OPENING: f64 = 0.4;
const A_GIGABYTE: f64 = 6.0;

pub(super) struct Export {
    pub player: usize,
}

impl Stage for Export {
    fn definition(&self, run: &StudyRun<'_>, before: &[Parent]) -> Result<StageDefinition, StudyError> {
        let (player, _) = run.player(self.player);
        let name = format!("training-{}", player.file);
        Ok(StageDefinition {
            recipe: json!({ "bits": 8 }),
            parents: before.iter().filter(|parent| parent.name == name).cloned().collect(),
            products: vec![run.folder.strategy(&player.file)?],
        })
    }

    fn sizes(&self, run: &StudyRun<'_>, _prepared: Prepared) -> Result<Sizes, StudyError> {
        let size = training_size(run, self.player)?;
        let memory = size.table_bytes + bucket_bytes(run.bucket_counts(self.player)?) + 2 * size.strategy_bytes;
        Ok(Sizes { memory, disk: size.strategy_bytes, passing: 0 })
    }

    fn seconds(&self, clock: &mut StageClock<'_>, _need: &StageNeed) -> Result<f64, StudyError> {
        let gigabytes = training_size(clock.run, self.player)?.table_bytes as f64 / 1e9;
        clock.scaled(OPENING + A_GIGABYTE * gigabytes)
    }

    fn shorter(&self, _run: &StudyRun<'_>) -> String {
        SHORTER_TRAINING.to_owned()
    }

    fn smaller(&self, run: &StudyRun<'_>, _need: &StageNeed, available: u64) -> Result<String, StudyError> {
        fewer_buckets(run, self.player, available, |_| Ok(0))
    }

    fn work(&self, StageContext { run, progress, .. }: StageContext<'_>) -> Result<(), StudyError> {
        let (player, training) = run.player(self.player);
        let strategy = run.folder.strategy(&player.file)?;
        if strategy.exists() && Regrets::of(run.folder, &player.file)? == Regrets::GivenUp {
            // Written, and its regrets removed, but the process was killed before the stage was recorded: nothing can
            // be made anew.
            return Ok(());
        }
        // Only read: a map of the checkpoint, however large.
        let trainer = open_trainer(run, self.player, TableHome::CopyOnWrite)?;
        trainer.export_as(ExportForm::default(), progress, &strategy)?;
        drop(trainer);
        // A longer training that has not begun goes on with them, and gives them up then.
        let longer = run.order().continued_by(self.player).map(|longer| &run.order().players[longer].file);
        let is_awaited =
            longer.map_or(Ok(false), |file| Ok::<_, StudyError>(Regrets::of(run.folder, file)? == Regrets::NoneYet))?;
        if !training.keeps_checkpoints() && !is_awaited {
            remove_if_there(&run.folder.checkpoint(&player.file)?)?;
        }
        Ok(())
    }
}
