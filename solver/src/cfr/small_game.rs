//! A small game solved on all its boards, in double precision.

use tables::progress::{Progress, Update};

use super::deal_sampler::Sampler;
use super::iteration::Iterations;
use super::table_layout::TableLayout;
use super::traversal::{Cells, ChunkTables};
use super::update_rule::UpdateRule;
use crate::error::SolverError;
use crate::game::GameDefinition;
use crate::lossless_buckets::LosslessBuckets;
use crate::measure::expected_value::{Player, PreparedGame};
use crate::measure::exploitability::{Exploitability, exploitability};
use crate::policy::average::AverageStrategies;
use crate::walk::LANES;

/// Runs so many iterations on every hand and board of a game and measures the average strategy; with none it measures
/// the uniform policy.
///
/// # Errors
/// A game too large to be listed, or an interruption.
pub fn solve(
    game: &GameDefinition,
    rule: UpdateRule,
    iterations: u64,
    progress: &dyn Progress,
) -> Result<Exploitability, SolverError> {
    let buckets = LosslessBuckets::new(game)?;
    let prepared = PreparedGame::<f64>::new(game)?;
    let layout = TableLayout::new(&prepared.lanes, &buckets);
    let empty = || vec![[0.0; LANES]; layout.rows()];
    let (mut regrets, mut strategy_sums, mut pending): (Vec<Cells<f64>>, _, _) = (empty(), empty(), empty());
    let mut plan = Iterations::new(&prepared, &buckets, Sampler::Full, rule, 0, iterations);
    let tables = ChunkTables::new(&prepared.lanes, &layout, &mut regrets, &mut strategy_sums, &mut pending);
    for iteration in 1..=iterations {
        progress.check()?;
        plan.run(&tables, iteration);
        progress.report(&Update { stage: "solve", done: iteration, of: iterations, unit: "iterations", note: None });
    }
    drop(tables);
    let average =
        AverageStrategies { lanes: &prepared.lanes, layout: &layout, regrets: &regrets, strategy_sums: &strategy_sums };
    let player = Player { buckets: &buckets, strategies: &average };
    Ok(exploitability(&prepared, [player, player]))
}
