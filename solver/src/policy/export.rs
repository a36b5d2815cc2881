//! From the tables of a training run to a strategy file: which strategy, how finely, and every decision's block.
//!
//! The strategies of a training run: the average, which is what converges, and the current one.
//!
//! Where the player's own strategy never reached a decision, the average's sums are empty: the current strategy stands
//! in there, regret matching of the regrets as they are, or the uniform one where no regret is positive. The current
//! strategy wanders about the equilibrium and need not converge, but costs no sums and is purer than the average.

use rayon::prelude::*;
use serde_json::{Value, json};
use std::path::Path;
use tables::file::fingerprint::{Fingerprint, Parent};
use tables::strategy::block::{NodeStrategy, ProbabilityBits};
use tables::strategy::writer::{StrategyDescription, StrategyNode, StrategyWriter};
use tables::together::progress::{Counter, Progress};
use tables::words;

use super::answers::ChunkDecisions;
use super::fineness::{OwnReach, Threshold, steps_by_own_reach};
use crate::boards::Buckets;
use crate::error::SolverError;
use crate::game::{BettingTree, GameDefinition, TreeLayout};
use crate::train::TableLayout;
use crate::train::tables::Cells;
use crate::train::update_rule::normalise;
use crate::walk::prepared_game::rounded;
use crate::walk::{ChunkId, HistoryLanes, Real, Row, Strategies};

/// Which strategy of a training run is meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TrainedStrategy {
    /// The average over all iterations, which is what converges.
    #[default]
    Average,
    /// The one that follows from the final regrets.
    Current,
}

words!(TrainedStrategy, "a strategy of a training", { Average => "average", Current => "current" });

/// What a strategy file holds of a training run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ExportForm {
    pub strategy: TrainedStrategy,
    /// How finely its probabilities are kept.
    pub bits: ProbabilityBits,
    /// Which actions are too rare to be kept at all.
    pub threshold: Threshold,
}

impl ExportForm {
    /// What differs from the usual form, in words for a file's name: `current`, `16bit`, `threshold8`.
    pub fn words(self) -> Vec<String> {
        let usual = Self::default();
        let strategy = (self.strategy != usual.strategy).then(|| self.strategy.to_string());
        let bits = (self.bits != usual.bits).then(|| format!("{}bit", self.bits));
        let threshold = (self.threshold != usual.threshold).then(|| format!("threshold{}", self.threshold));
        strategy.into_iter().chain(bits).chain(threshold).collect()
    }

    /// Records in a recipe what differs from the usual form, and where probabilities are kept more coarsely.
    fn enter(self, recipe: &mut Value) {
        let usual = Self::default();
        if self.strategy != usual.strategy {
            recipe["strategy"] = json!(self.strategy.to_string());
        }
        if self.bits != usual.bits {
            recipe["bits"] = json!(self.bits);
        }
        if self.threshold != usual.threshold {
            recipe["threshold_percent"] = json!(self.threshold.percent());
        }
        if let (TrainedStrategy::Average, Some(steps)) = (self.strategy, steps_by_own_reach(self.bits)) {
            recipe["steps_by_own_reach"] = json!(steps);
        }
    }
}

/// Where a strategy comes from, as recorded in its file.
#[derive(Clone, PartialEq, Debug)]
pub struct StrategyOrigin {
    /// The game (ACPC text), how it was trained and for how many iterations.
    pub recipe: Value,
    /// The bucket files, named `flop`, `turn` and `river`.
    pub parents: Vec<Parent>,
    /// Further facts.
    pub facts: Value,
}

/// The tables of a training run, read only.
#[derive(Clone, Copy)]
pub struct TrainedTables<'a> {
    pub game: &'a GameDefinition,
    /// The abstraction.
    pub buckets: &'a dyn Buckets,
    /// The game's lanes.
    pub lanes: &'a HistoryLanes,
    /// Where the cells lie.
    pub layout: &'a TableLayout,
    /// Sums of regrets.
    pub regrets: &'a [Cells<f32>],
    pub strategy_sums: &'a [Cells<f32>],
}

impl<'a> TrainedTables<'a> {
    /// A strategy of the run as a player that the walk can follow, unrounded.
    pub fn strategies<T: Real>(&self, which: TrainedStrategy) -> Box<dyn Strategies<T> + 'a> {
        let Self { lanes, layout, regrets, strategy_sums, .. } = *self;
        let strategy_sums = if which == TrainedStrategy::Average { strategy_sums } else { &[] };
        Box::new(TrainedStrategies { lanes, layout, regrets, strategy_sums })
    }

    /// Writes the strategy file: one block for each decision, in the tree's order.
    pub fn export(
        &self,
        form: ExportForm,
        origin: StrategyOrigin,
        progress: &dyn Progress,
        path: &Path,
    ) -> Result<Fingerprint, SolverError> {
        let tree = BettingTree::new(self.game);
        let strategies = self.strategies::<f32>(form.strategy);
        // The current strategy has no record of how often it reaches each decision.
        let reach = (form.strategy == TrainedStrategy::Average).then(|| OwnReach::of(self));
        let decisions = ChunkDecisions::of_all_chunks(&tree, &TreeLayout::new(&tree), self.lanes);
        let done = Counter::new(progress, "export", "decisions", tree.nodes().len() as u64);
        let blocks_of = |chunk: &ChunkDecisions| -> Result<Vec<(usize, Vec<u8>)>, SolverError> {
            let blocks = self.blocks_of_chunk(chunk, &*strategies, form, reach.as_ref(), progress)?;
            done.add(blocks.len() as u64)?;
            Ok(blocks)
        };
        let mut blocks: Vec<Vec<u8>> = vec![Vec::new(); tree.nodes().len()];
        for (number, block) in decisions.par_iter().map(blocks_of).collect::<Result<Vec<_>, _>>()?.into_iter().flatten()
        {
            blocks[number] = block;
        }
        let StrategyOrigin { mut recipe, parents, facts } = origin;
        form.enter(&mut recipe);
        let buckets_per_round = (0..tree.rounds()).map(|round| self.layout.buckets(round) as u32).collect();
        let description = StrategyDescription { recipe, parents, buckets_per_round, facts };
        let mut writer = StrategyWriter::with_bits(description, form.bits);
        for (node, block) in tree.nodes().iter().zip(&blocks) {
            let (round, player, actions) = (node.round as u8, node.player as u8, node.actions.len() as u8);
            writer.push(StrategyNode { round, player, actions }, block)?;
        }
        Ok(writer.write(path)?)
    }

    /// The compressed strategies of a chunk's decisions, each with the decision's number.
    fn blocks_of_chunk(
        &self,
        &ChunkDecisions { at, ref decisions }: &ChunkDecisions,
        strategies: &dyn Strategies<f32>,
        ExportForm { bits, threshold, .. }: ExportForm,
        reach: Option<&OwnReach>,
        progress: &dyn Progress,
    ) -> Result<Vec<(usize, Vec<u8>)>, SolverError> {
        let (slots_of_bucket, count) = (self.lanes.shape(at).slots, self.layout.buckets(at.round));
        let buckets: Vec<u32> = (0..count as u32).collect();
        let mut rows = vec![Row::<f32>::default(); count * slots_of_bucket];
        for player in 0..2 {
            strategies.load(at, player, &buckets, &mut rows);
        }
        let mut blocks = Vec::with_capacity(decisions.len());
        for decision in decisions {
            progress.check()?;
            let slots = decision.slots.clone();
            let mut node = NodeStrategy::with_bits(slots.len(), count, bits)
                .expect("a decision has as many actions as a file keeps");
            let mut probabilities = Vec::with_capacity(slots.len());
            for (bucket, strategy) in rows.chunks_exact(slots_of_bucket).enumerate() {
                probabilities.clear();
                probabilities.extend(strategy[slots.clone()].iter().map(|row| row.0[decision.lane]));
                threshold.apply(&mut probabilities);
                let steps = reach.map_or(bits.parts(), |reach| {
                    let rows = self.layout.bucket(at, bucket);
                    let sums = self.strategy_sums[rows][slots.clone()].iter().map(|row| row[decision.lane]);
                    reach.steps(bits, at.round, bucket, decision.player, sums.sum())
                });
                let fits = node.set_in_steps(bucket, &probabilities, steps);
                debug_assert!(fits);
            }
            blocks.push((decision.number, node.compress()?));
        }
        Ok(blocks)
    }
}

/// A strategy of a run as a player that the walk can follow.
pub struct TrainedStrategies<'a, T> {
    /// The game's lanes.
    pub lanes: &'a HistoryLanes,
    /// Where the cells lie.
    pub layout: &'a TableLayout,
    /// Sums of regrets.
    pub regrets: &'a [Cells<T>],
    /// Sums of strategies; empty for the current strategy.
    pub strategy_sums: &'a [Cells<T>],
}

impl<T: Real> TrainedStrategies<'_, T> {
    /// The weight of an action: its strategy sum, or its positive regret in the lanes where all sums are empty.
    #[inline(always)]
    fn weights(&self, first_row: usize, slots: std::ops::Range<usize>, weights: &mut [Row<T>]) {
        let sums_of = |slot: usize| self.strategy_sums.get(first_row + slot).copied().unwrap_or_default();
        let mut total = Row::default();
        for slot in slots.clone() {
            total = total + Row::from(sums_of(slot));
        }
        for slot in slots {
            let (sums, regrets) = (sums_of(slot), self.regrets[first_row + slot]);
            for (lane, weight) in weights[slot].0.iter_mut().enumerate() {
                *weight = if total.0[lane].is_nothing() { regrets[lane].larger(T::default()) } else { sums[lane] };
            }
        }
    }
}

impl<C: Real, T: Real> Strategies<T> for TrainedStrategies<'_, C> {
    fn load(&self, at: ChunkId, player: usize, buckets: &[u32], strategies: &mut [Row<T>]) {
        let shape = self.lanes.shape(at);
        let mut weights = vec![Row::default(); shape.slots];
        for (&bucket, strategy) in buckets.iter().zip(strategies.chunks_exact_mut(shape.slots.max(1))) {
            let first_row = self.layout.bucket(at, bucket as usize).start;
            for node in shape.nodes.iter().filter(|node| node.player == player) {
                let slots = node.first_slot..node.first_slot + node.children.len();
                self.weights(first_row, slots.clone(), &mut weights);
                normalise(&mut weights[slots.clone()]);
                for slot in slots {
                    strategy[slot] = rounded(weights[slot]);
                }
            }
        }
    }
}
