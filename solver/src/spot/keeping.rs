//! Solving with a folder: what was learned survives an interruption, and the answer is a file.

use std::path::{Path, PathBuf};
use std::time::Instant;
use tables::file::fixed_name::make_folder;
use tables::file::sibling::require_place;
use tables::run::lock::RunLock;
use tables::together::progress::Progress;

use super::{Bits, Measures, SolvedSpot, Spot, SpotSolver, Stop};
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

    /// Solves a spot from where its checkpoint left it, and keeps the answer, unless a better one is kept already.
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
        // Without its checkpoint a spot begins anew, and may be stopped sooner than it was before.
        let gap = 100.0 * found.exploitability() / solver.spot().definition().stakes.pot.as_f64();
        let kept = if answer.exists() { SolvedSpot::open(&answer)?.exploitability_percent() } else { None };
        if kept.is_none_or(|kept| gap <= kept) {
            solver.write(&answer, &found)?;
        }
        Ok((solver, found))
    }
}
