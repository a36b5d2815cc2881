//! How long work will take on this machine: what must be measured is tried once, when it is first asked for.

use abstraction::estimate::{Prepared, TimeProbe};
use abstraction::features::opponent_clusters::OpponentClusters;
use abstraction::recipe::BucketRecipe;
use solver::run::estimate::seconds_a_board;
use tables::together::progress::Progress;

use crate::error::StudyError;
use crate::machine::undisturbed_clock::UndisturbedClock;
use crate::plan::in_order::{in_order, more_clusters};
use crate::study_run::StudyRun;

/// How long training is tried.
const SECONDS_TRIED: f64 = 0.7;

/// Estimates times.
pub(crate) struct StageClock<'a> {
    /// The study whose stages are timed.
    pub run: &'a StudyRun<'a>,
    progress: &'a dyn Progress,
    probe: Option<TimeProbe<'a>>,
    /// Seconds a board of training by training plan and bucket counts.
    boards: Vec<((usize, [usize; 4]), f64)>,
    /// Seconds of bucket files by recipe without its seed, and what was there before.
    buckets: Vec<((BucketRecipe, Prepared), f64)>,
}

impl<'a> StageClock<'a> {
    /// For the stages of a run; nothing is tried yet.
    pub fn new(run: &'a StudyRun<'a>, progress: &'a dyn Progress) -> Self {
        Self { run, progress, probe: None, boards: Vec::new(), buckets: Vec::new() }
    }

    /// What this machine was found to do.
    pub fn probe(&mut self) -> Result<&mut TimeProbe<'a>, StudyError> {
        if self.probe.is_none() {
            self.probe = Some(TimeProbe::new(self.progress, &UndisturbedClock)?);
        }
        Ok(self.probe.as_mut().expect("just made"))
    }

    /// Wall seconds here of work that took this many core seconds where it was measured.
    pub fn scaled(&mut self, core_seconds: f64) -> Result<f64, StudyError> {
        Ok(self.probe()?.scaled(core_seconds))
    }

    /// Wall seconds of a bucket file.
    pub fn bucket_seconds(&mut self, recipe: &BucketRecipe, prepared: Prepared) -> Result<f64, StudyError> {
        // Clusterings differ in their seeds alone.
        let key = (BucketRecipe { seed: 0, ..recipe.clone() }, prepared);
        if let Some((_, seconds)) = self.buckets.iter().find(|(tried, _)| *tried == key) {
            return Ok(*seconds);
        }
        let probe = self.probe()?;
        let clusters: Option<OpponentClusters> =
            recipe.feature.opponent_clusters().map(|clusters| probe.any_clusters(clusters)).transpose()?;
        let tried = probe.buckets_seconds(recipe, clusters.as_ref(), prepared)?;
        let others = self.buckets.iter().filter_map(|((other, was_there), seconds)| {
            let more = more_clusters(recipe, other)?;
            (*was_there == prepared).then_some((more, *seconds))
        });
        let seconds = in_order(tried, others);
        self.buckets.push((key, seconds));
        Ok(seconds)
    }

    /// Wall seconds of a board of a player's training.
    pub fn board_seconds(&mut self, player: usize) -> Result<f64, StudyError> {
        let plan = self.run.order().players[player].plan;
        let key = (plan, self.run.bucket_counts(player)?);
        if let Some((_, seconds)) = self.boards.iter().find(|(tried, _)| *tried == key) {
            return Ok(*seconds);
        }
        let rule = self.run.study.training[plan].rule()?;
        let seconds = seconds_a_board(key.1, rule, SECONDS_TRIED, &UndisturbedClock, self.progress)?;
        self.boards.push((key, seconds));
        Ok(seconds)
    }
}
