//! Regrets and strategy sums of one decision, sixteen hands side by side: the only file here that knows how the solver
//! learns.
//!
//! Regret matching and the update rule are the solver's own; its lanes hold histories there and hands here.

use solver::train::update_rule::{normalise, positive};
use solver::walk::{LANES, Row};

pub use solver::train::update_rule::{Step, UpdateRule};

/// Hands in a row.
pub const HANDS_IN_ROW: usize = LANES;
/// A number for each of sixteen hands.
pub type HandRow = Row<f64>;

/// What one decision has learned; everything is `[action][row]`.
#[derive(Clone, Debug)]
pub struct RegretRows {
    actions: usize,
    rows: usize,
    regrets: Vec<HandRow>,
    sums: Vec<HandRow>,
}

impl RegretRows {
    /// A decision between `actions` for `rows` of hands.
    pub fn new(actions: usize, rows: usize) -> Self {
        let zeros = vec![HandRow::default(); actions * rows];
        Self { actions, rows, regrets: zeros.clone(), sums: zeros }
    }

    /// The strategy that follows from the regrets.
    pub fn current(&self) -> Vec<HandRow> {
        self.matched(|cell| positive(self.regrets[cell]))
    }

    /// The average strategy; equal probabilities for hands that never came here.
    pub fn average(&self) -> Vec<HandRow> {
        self.matched(|cell| self.sums[cell])
    }

    /// Learns from what each action would have gained over the strategy, and how likely the player itself was to come
    /// here.
    pub fn learn(&mut self, step: &Step, strategy: &[HandRow], reach: &[HandRow], gains: &[HandRow]) {
        let (keep, weight) = (HandRow::splat(step.keep_average), HandRow::splat(step.average_weight));
        for cell in 0..self.actions * self.rows {
            self.regrets[cell] = step.grow(step.shrink(self.regrets[cell]), gains[cell]);
            self.sums[cell] = self.sums[cell] * keep + reach[cell % self.rows] * strategy[cell] * weight;
        }
    }

    fn matched(&self, weight: impl Fn(usize) -> HandRow) -> Vec<HandRow> {
        let mut matched = vec![HandRow::default(); self.actions * self.rows];
        let mut weights = vec![HandRow::default(); self.actions];
        for row in 0..self.rows {
            for (action, it) in weights.iter_mut().enumerate() {
                *it = weight(action * self.rows + row);
            }
            normalise(&mut weights);
            for (action, &it) in weights.iter().enumerate() {
                matched[action * self.rows + row] = it;
            }
        }
        matched
    }
}
