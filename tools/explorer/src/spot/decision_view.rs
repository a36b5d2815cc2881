//! What is to be seen of a decision: every holding, the 169 starting hands, and all of them together.

use evaluator::holding::{HOLDINGS, Holding, STARTING_HANDS};
use matches::agent::Agent;
use tables::strategy::block::MAX_ACTIONS;
use tables::strategy::reader::LEAST_REACH;

use super::betting_spot::Spot;
use super::ranges::Ranges;
use crate::game::Game;

/// A decision as one strategy plays it.
pub struct DecisionView {
    /// The hands with which each seat gets there.
    pub ranges: Ranges,
    /// By holding number: how often the actions are taken; `None` where a card is on the board.
    pub shares: Vec<Option<[f64; MAX_ACTIONS]>>,
    /// By starting hand number.
    pub classes: Vec<ClassView>,
    /// Over all holdings, weighted by reach; `None` where nobody comes there.
    pub mean: Option<[f64; MAX_ACTIONS]>,
    /// The least reach that is shown as one.
    pub least_reach: f64,
}

/// One starting hand: the mean over its holdings that the board leaves.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ClassView {
    /// How many holdings the board leaves.
    pub holdings: usize,
    /// How likely each seat is to get there with it.
    pub reach: [f64; 2],
    /// How often the actions are taken, weighted by reach, or plainly where it is never reached.
    pub shares: [f64; MAX_ACTIONS],
}

impl DecisionView {
    /// How a strategy plays a spot.
    pub fn of(game: &Game, agent: &Agent, spot: &Spot) -> Self {
        let ranges = Ranges::of(game, agent, spot);
        let shares = ranges.shares(game, agent, spot.decision);
        let seat = game.tree[spot.decision].player;
        let mut of_class = vec![Mean::default(); STARTING_HANDS];
        let mut of_all = Mean::default();
        for (holding, shares) in Holding::all().zip(&shares) {
            let Some(shares) = shares else { continue };
            let reach = [0, 1].map(|position| ranges.reach[position][holding.number()]);
            of_class[holding.starting_hand().number()].add(reach, reach[seat], shares);
            of_all.add(reach, reach[seat], shares);
        }
        debug_assert_eq!(shares.len(), HOLDINGS);
        let classes = of_class.iter().map(Mean::class).collect();
        let mean = (of_all.reach[seat] > 0.0).then(|| of_all.class().shares);
        Self { ranges, shares, classes, mean, least_reach: LEAST_REACH }
    }
}

/// Sums over holdings.
#[derive(Clone, Copy, Default)]
struct Mean {
    holdings: usize,
    reach: [f64; 2],
    weight: f64,
    weighted: [f64; MAX_ACTIONS],
    plain: [f64; MAX_ACTIONS],
}

impl Mean {
    fn add(&mut self, reach: [f64; 2], weight: f64, shares: &[f64; MAX_ACTIONS]) {
        self.holdings += 1;
        self.weight += weight;
        self.reach.iter_mut().zip(reach).for_each(|(sum, reach)| *sum += reach);
        for (action, share) in shares.iter().enumerate() {
            self.weighted[action] += weight * share;
            self.plain[action] += share;
        }
    }

    fn class(&self) -> ClassView {
        let count = self.holdings.max(1) as f64;
        let shares = if self.weight > 0.0 {
            self.weighted.map(|sum| sum / self.weight)
        } else {
            self.plain.map(|sum| sum / count)
        };
        ClassView { holdings: self.holdings, reach: self.reach.map(|sum| sum / count), shares }
    }
}
