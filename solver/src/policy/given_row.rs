//! How a hand acts, as a caller gives it: the probabilities of folding, calling and raising.

use crate::game::Action;

/// How far the sum of the three may be from 1.
pub const TOLERANCE: f64 = 1e-6;

/// Whether they are probabilities: numbers of at least 0 that sum to 1.
pub fn is_sound(row: &[f64; 3]) -> bool {
    // NaN fails both tests.
    row.iter().all(|&probability| probability >= 0.0) && (row.iter().sum::<f64>() - 1.0).abs() <= TOLERANCE
}

/// The same where only some actions are legal: the probability of an illegal fold or raise goes to the call.
pub fn made_legal([fold, call, raise]: [f64; 3], actions: &[Action]) -> [f64; 3] {
    let [may_fold, may_raise] = [Action::Fold, Action::Raise].map(|action| actions.contains(&action));
    let to_call = call + if may_fold { 0.0 } else { fold } + if may_raise { 0.0 } else { raise };
    [if may_fold { fold } else { 0.0 }, to_call, if may_raise { raise } else { 0.0 }]
}
