//! Which of the second experiment's statements hold, over several seeds of the clustering.

use super::reproduction::median;
use super::ring_agents::{AGENTS, RING_AGENTS};
use super::ring_experiment::Totals;
use super::ring_learners::{LEARNERS, RingClustering, distance_from_members};
use crate::claims::{Claim, Verdict};
use crate::error::CompanionError;
use crate::published::Published;

/// One seed's clustering with its learners at the table.
#[derive(Clone, PartialEq, Debug)]
pub struct AtTheTable {
    pub found: RingClustering,
    /// Everybody's totals where learners play their most probable action.
    pub most_probable: Vec<Totals>,
    /// The same where they sample.
    pub sampled: Vec<Totals>,
}

/// All claims, in the specification's order.
pub fn claims(published: &Published, totals: &[Totals], seeds: &[AtTheTable]) -> Result<Vec<Claim>, CompanionError> {
    let over_seeds = |of: &dyn Fn(&AtTheTable) -> f64| median(&seeds.iter().map(of).collect::<Vec<_>>());
    let gain = |player: usize| over_seeds(&|it| 100.0 * it.found.gain(player));
    let mean_gain =
        over_seeds(&|it| (0..AGENTS).map(|player| 100.0 * it.found.gain(player)).sum::<f64>() / AGENTS as f64);
    let far_from_paper = largest_style_difference(published, totals)?;
    let at_least = |id: &str, value: f64| -> Result<Claim, CompanionError> {
        published.claim(id, Some(value), Verdict::holds(value >= published.limit(id)?))
    };
    let apart = seeds.iter().filter(|it| a_is_apart(&it.found)).count() as f64 / seeds.len() as f64;
    let groups = over_seeds(&|it| it.found.clustering.sizes().iter().filter(|&&size| size > 0).count() as f64);
    let extremes = over_seeds(&|it| most_passive_excess(it).unwrap_or(f64::NAN));
    let sampled = over_seeds(&|it| largest_distance(&it.sampled, it));
    Ok(vec![
        published.claim_at_most("R1", far_from_paper)?,
        at_least("R2", mean_gain)?,
        at_least("R3", gain(1))?,
        at_least("R4", gain(0))?,
        published.claim("R5", Some(groups), Verdict::holds(groups >= published.limit("R5")? && apart > 0.5))?,
        published.claim("R6", Some(extremes), Verdict::holds(extremes < published.limit("R6")?))?,
        published.claim_at_most("R7", sampled)?,
    ])
}

/// C to L, the larger of looseness and aggression, in points.
fn largest_style_difference(published: &Published, totals: &[Totals]) -> Result<f64, CompanionError> {
    let rows = &published.table("5.2")?.rows;
    let difference = |player: usize| {
        let style = &totals[player].style;
        let ours = [style.looseness(), style.aggression()].map(|share| 100.0 * share);
        let paper = &rows[player].values[4..6];
        (ours[0] - paper[0]).abs().max((ours[1] - paper[1]).abs())
    };
    Ok((2..AGENTS).map(difference).fold(0.0, f64::max))
}

/// A and those who never raise have different learners.
fn a_is_apart(found: &RingClustering) -> bool {
    let labels = &found.clustering.labels;
    (0..AGENTS).filter(|&player| RING_AGENTS[player].is_passive()).all(|player| labels[player] != labels[0])
}

/// By how many points of aggression the learners of passive groups exceed their players' mean, at most. A group is
/// passive if its players raise less than one time in two.
fn most_passive_excess(it: &AtTheTable) -> Option<f64> {
    let labels = &it.found.clustering.labels;
    let is_passive = |learner: &usize| {
        let members = (0..AGENTS).filter(|&player| labels[player] == *learner);
        let aggression: Vec<f64> = members.map(|player| it.most_probable[player].style.aggression()).collect();
        // A mean of zero is left out: nothing can be below it.
        let mean = aggression.iter().sum::<f64>() / aggression.len().max(1) as f64;
        mean > 0.0 && mean < 0.5
    };
    let excess = |learner| Some(distance_from_members(&it.most_probable, &it.found.clustering, learner)?[1]);
    (0..LEARNERS).filter(is_passive).filter_map(excess).reduce(f64::max)
}

/// The largest distance of a learner from the mean of its players, in points of looseness or aggression.
fn largest_distance(totals: &[Totals], it: &AtTheTable) -> f64 {
    let distances = (0..LEARNERS).filter_map(|learner| distance_from_members(totals, &it.found.clustering, learner));
    distances.flatten().map(f64::abs).fold(0.0, f64::max)
}
