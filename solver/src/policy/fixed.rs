//! The built-in policies, which look at no card: always-fold, always-call, always-raise, always-all-in, call-raise and
//! uniform.
//!
//! How a hand acts, as a caller gives it: the probabilities of folding, calling and raising.

use evaluator::words::did_you_mean;
use std::fmt;
use std::str::FromStr;

use crate::game::Action;
use crate::walk::{ChunkId, HistoryLanes, Real, RoundLanes, Row, Shape, Strategies};

/// A policy that ignores the cards. A raise becomes a call where the cap is reached; a fold becomes a check where there
/// is nothing to pay.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FixedPolicy {
    /// Folds to any bet.
    AlwaysFold,
    /// Checks and calls.
    AlwaysCall,
    /// Bets and raises while it may, by the smallest size.
    AlwaysRaise,
    /// Bets and raises while it may, by the largest size.
    AlwaysAllIn,
    /// Calls or raises by the smallest size, one half each.
    CallRaise,
    /// Every legal action with the same probability.
    Uniform,
}

impl FixedPolicy {
    /// Those that differ in limit games, which have one size.
    pub const LIMIT: [Self; 5] =
        [Self::AlwaysFold, Self::AlwaysCall, Self::AlwaysRaise, Self::CallRaise, Self::Uniform];
    /// All of them.
    pub const ALL: [Self; 6] = {
        let [fold, call, raise, half, uniform] = Self::LIMIT;
        [fold, call, raise, Self::AlwaysAllIn, half, uniform]
    };

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AlwaysFold => "always-fold",
            Self::AlwaysCall => "always-call",
            Self::AlwaysRaise => "always-raise",
            Self::AlwaysAllIn => "always-all-in",
            Self::CallRaise => "call-raise",
            Self::Uniform => "uniform",
        }
    }

    /// The probabilities of a decision's legal actions.
    pub fn probabilities(self, actions: &[Action]) -> Vec<f64> {
        let wanted: &[Action] = match self {
            Self::AlwaysFold => &[Action::Fold],
            Self::AlwaysCall => &[Action::Call],
            Self::AlwaysRaise => &[Action::Raise(0)],
            // The last action is the largest raise, if there is any.
            Self::AlwaysAllIn => &actions[actions.len().saturating_sub(1)..],
            Self::CallRaise => &[Action::Call, Action::Raise(0)],
            Self::Uniform => actions,
        };
        // An illegal action becomes a call or, where limps are excluded, a fold.
        let legal = |action: &Action| actions.contains(action);
        let instead = [Action::Call, Action::Fold].into_iter().find(legal);
        let played = |action: Action| if legal(&action) { action } else { instead.unwrap_or(action) };
        let share = 1.0 / wanted.len() as f64;
        let probability =
            |&action: &Action| share * wanted.iter().filter(|&&wanted| played(wanted) == action).count() as f64;
        actions.iter().map(probability).collect()
    }

    /// The policy's strategies for a game's lanes.
    pub fn strategies(self, lanes: &HistoryLanes) -> FixedStrategies {
        let of_shape = |shape: &Shape| shape.nodes.iter().flat_map(|node| self.probabilities(&node.actions)).collect();
        let of_round = |round: &RoundLanes| {
            let of_shapes: Vec<Vec<f64>> = round.shapes.iter().map(of_shape).collect();
            round.shape_of_chunk.iter().map(|&shape| of_shapes[shape].clone()).collect()
        };
        FixedStrategies { rounds: lanes.rounds.iter().map(of_round).collect() }
    }
}

impl fmt::Display for FixedPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for FixedPolicy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names = Self::ALL.map(Self::name);
        Self::ALL.into_iter().find(|policy| policy.name() == text).ok_or_else(|| {
            let meant = did_you_mean(text, names);
            format!("'{text}' is not a built-in policy; there are {}{meant}", names.join(", "))
        })
    }
}

/// The probabilities of a fixed policy, `[round][chunk][slot]`.
pub struct FixedStrategies {
    rounds: Vec<Vec<Vec<f64>>>,
}

impl<T: Real> Strategies<T> for FixedStrategies {
    fn load(&self, at: ChunkId, _player: usize, _buckets: &[u32], strategies: &mut [Row<T>]) {
        let probabilities = &self.rounds[at.round][at.chunk];
        for strategy in strategies.chunks_exact_mut(probabilities.len().max(1)) {
            for (row, &probability) in strategy.iter_mut().zip(probabilities) {
                *row = Row::splat(T::of(probability));
            }
        }
    }
}

/// How far the sum of the three may be from 1.
pub(crate) const TOLERANCE: f64 = 1e-6;

/// Whether they are probabilities: numbers of at least 0 that sum to 1.
pub fn is_sound(row: &[f64; 3]) -> bool {
    // NaN fails both tests.
    row.iter().all(|&probability| probability >= 0.0) && (row.iter().sum::<f64>() - 1.0).abs() <= TOLERANCE
}

/// The same where only some actions are legal: the probability of an illegal fold or raise goes to the call.
pub fn made_legal([fold, call, raise]: [f64; 3], actions: &[Action]) -> [f64; 3] {
    let [may_fold, may_raise] = [Action::Fold, Action::Raise(0)].map(|action| actions.contains(&action));
    let to_call = call + if may_fold { 0.0 } else { fold } + if may_raise { 0.0 } else { raise };
    [if may_fold { fold } else { 0.0 }, to_call, if may_raise { raise } else { 0.0 }]
}
