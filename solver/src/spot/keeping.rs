//! Solving with a folder: what was learned survives an interruption, and the answer is a file.

use std::path::{Path, PathBuf};
use std::time::Instant;
use tables::error::TableError;
use tables::file::array::ArrayFile;
use tables::file::fixed_name::make_folder;
use tables::file::header::FileKind;
use tables::file::sibling::require_place;
use tables::run::lock::RunLock;
use tables::together::progress::Progress;

use super::kept::exploitability_percent;
use super::{Bits, Measures, Spot, SpotSolver, Stop};
use crate::error::SolverError;

/// Seconds of work that may be lost.
const BETWEEN_CHECKPOINTS: f64 = 30.0;
/// No more than this share of the time is spent on saving.
const SAVING: f64 = 0.05;

/// Where a spot is kept: `NAME.spot`, the answer, and `NAME.checkpoint`, from which the same spot is solved further.
#[derive(Clone, PartialEq, Debug)]
pub struct SpotPlace {
    folder: PathBuf,
    name: String,
}

impl SpotPlace {
    pub fn new(folder: &Path, name: &str) -> Self {
        Self { folder: folder.to_owned(), name: name.to_owned() }
    }

    pub fn answer(&self) -> PathBuf {
        self.folder.join(format!("{}.spot", self.name))
    }

    pub fn checkpoint(&self) -> PathBuf {
        self.folder.join(format!("{}.checkpoint", self.name))
    }

    /// How far the answer that is there was from equilibrium, in percent of the pot; `None` where there is none.
    ///
    /// # Errors
    /// Those of reading a file.
    pub fn kept_exploitability_percent(&self) -> Result<Option<f64>, TableError> {
        let answer = self.answer();
        match answer.exists() {
            true => Ok(exploitability_percent(&ArrayFile::open_kind(&answer, FileKind::Spot)?)),
            false => Ok(None),
        }
    }

    /// Solves a spot from where its checkpoint left it, and keeps the answer; one that began anew does not replace a
    /// better one.
    ///
    /// # Errors
    /// [`SolverError::Unfit`] where the checkpoint is of another spot, those of files, and an interruption; before that
    /// a checkpoint is written.
    pub fn solve(
        &self,
        spot: Spot,
        bits: Bits,
        stop: &Stop,
        progress: &dyn Progress,
    ) -> Result<(SpotSolver, Measures), SolverError> {
        make_folder(&self.folder)?;
        let (answer, checkpoint) = (self.answer(), self.checkpoint());
        // Other spots may be solved in the same folder meanwhile.
        let _lock = RunLock::take(&self.folder.join(format!("{}.lock", self.name)), &answer)?;
        spot.require_answer_place(&answer)?;
        require_place(&answer)?;
        require_place(&checkpoint)?;
        // Without its checkpoint a spot begins anew, and may be stopped sooner than it was before.
        let kept = if checkpoint.exists() { None } else { self.kept_exploitability_percent()? };
        let mut solver = match checkpoint.exists() {
            true => SpotSolver::resume(spot, bits, &checkpoint)?,
            false => SpotSolver::new(spot, bits)?,
        };
        let (begun, mut saved, mut saving) = (solver.iterations(), Instant::now(), 0.0);
        let outcome = solver.solve_and(stop, progress, &mut |solver| {
            let seconds = saved.elapsed().as_secs_f64();
            if seconds >= BETWEEN_CHECKPOINTS.max(saving / SAVING) {
                solver.write_checkpoint(&checkpoint)?;
                saving = saved.elapsed().as_secs_f64() - seconds;
                saved = Instant::now();
            }
            Ok(())
        });
        if solver.iterations() > begun {
            solver.write_checkpoint(&checkpoint)?;
        }
        outcome?;
        let found = solver.measure();
        let percent = 100.0 * found.exploitability() / solver.spot().definition().stakes.pot.as_f64();
        if kept.is_none_or(|kept| percent <= kept) {
            solver.write(&answer, &found)?;
        }
        Ok((solver, found))
    }
}
