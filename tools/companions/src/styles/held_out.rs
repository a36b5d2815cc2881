//! Which hands are learned from, and how well a method predicts the others.

use serde::Serialize;

use super::decisions::Decision;
use matches::statistics::score::Ratio;

/// What a hand is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Share {
    /// Learned from: three of five.
    Training,
    /// The number of groups is chosen by it: one of five.
    Choosing,
    /// Nothing is learned or chosen from it: one of five.
    HeldOut,
}

/// The share of a hand with this number. Two hands in a row go together: where duplicate matches were logged they
/// have the same cards.
pub fn share_of(hand: usize) -> Share {
    match hand / 2 % 5 {
        4 => Share::HeldOut,
        3 => Share::Choosing,
        _ => Share::Training,
    }
}

/// The mean natural logarithm of the probability that a method gave to what was done, per decision.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct LogLikelihood {
    /// The mean; higher is better, 0 is certain.
    pub mean: f64,
    /// Its standard error, over hands.
    pub se: f64,
    /// Half its 95 % interval, over hands.
    pub ci95: f64,
}

/// The mean of values of decisions (`numbers`), over hands.
pub fn mean_over_hands(decisions: &[Decision], numbers: &[u32], values: &[f64]) -> LogLikelihood {
    let mut ratio = Ratio::default();
    let (mut sum, mut count) = (0.0, 0.0);
    for (place, (&number, &value)) in numbers.iter().zip(values).enumerate() {
        sum += value;
        count += 1.0;
        let hand = decisions[number as usize].hand;
        let ends = numbers.get(place + 1).is_none_or(|&next| decisions[next as usize].hand != hand);
        if ends {
            ratio.add(sum, count);
            (sum, count) = (0.0, 0.0);
        }
    }
    let known = |value: Option<f64>| value.unwrap_or(0.0);
    let [mean, se] = [ratio.share(), ratio.standard_error()].map(known);
    LogLikelihood { mean, se, ci95: known(ratio.half_interval95()) }
}

/// How much better one method is than another on the same decisions, with the standard error of that difference.
pub fn difference(decisions: &[Decision], numbers: &[u32], one: &[f64], other: &[f64]) -> LogLikelihood {
    let differences: Vec<f64> = one.iter().zip(other).map(|(one, other)| one - other).collect();
    mean_over_hands(decisions, numbers, &differences)
}
