//! Rules whose consequents are left to chance: the expectation over all 2ⁿ ways to throw them, in closed form.
//!
//! Each of n firing rules says *Positive* with a probability of its own and *Negative* otherwise; Mamdani's answer r
//! depends only on the greatest strength among those that say Positive and among those that say Negative. The rule that
//! fires most strongly gives one of the two; the other is that of the strongest rule that disagrees with it. So n cases
//! take the place of 2ⁿ.

/// A rule that fires, and how likely it says Positive.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Consequent {
    /// Firing strength in (0, 1].
    pub strength: f64,
    /// Probability of Positive in [0, 1].
    pub positive: f64,
}

/// Expectation over all consequents of the centre of gravity of *Negative* `max(0, −x)` and *Positive* `max(0, x)` on
/// [−1, 1], each cut off at its strength. Exactly 0 where every probability is ½, and where nothing fires.
pub fn expected_centroid(consequents: &[Consequent]) -> f64 {
    let mut sorted = consequents.to_vec();
    sorted.sort_by(|one, other| other.strength.total_cmp(&one.strength));
    let Some((strongest, rest)) = sorted.split_first() else { return 0.0 };
    // How likely all rules so far agree on Positive, and on Negative.
    let (mut positive, mut negative) = (strongest.positive, 1.0 - strongest.positive);
    let mut expectation = 0.0;
    for rule in rest {
        // The two cases that mirror each other are taken together, so that equal chances cancel to the last bit.
        let disagree = positive * (1.0 - rule.positive) - negative * rule.positive;
        expectation += disagree * two_sided_centroid(strongest.strength, rule.strength);
        positive *= rule.positive;
        negative *= 1.0 - rule.positive;
    }
    expectation + (positive - negative) * two_sided_centroid(strongest.strength, 0.0)
}

/// Centre of gravity of `min(positive, x)` on [0, 1] beside `min(negative, −x)` on [−1, 0]; not both strengths 0.
pub fn two_sided_centroid(positive: f64, negative: f64) -> f64 {
    let area = |strength: f64| strength - strength * strength / 2.0;
    let moment = |strength: f64| strength / 2.0 - strength.powi(3) / 6.0;
    (moment(positive) - moment(negative)) / (area(positive) + area(negative))
}
