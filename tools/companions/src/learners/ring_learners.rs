//! The second experiment: four learners for twelve players, how well they predict, and how they play themselves.

use tables::together::progress::{Cancelled, Progress};

use super::clustering::{Clustering, Fit, Lessons, Settings, Start, cluster};
use super::logs::PlayerLogs;
use super::ring_agents::{AGENTS, RING_AGENTS};
use super::ring_experiment::{INPUTS, Play, RingPlayer, Totals, play_games};
use super::ring_game::Cap;
use crate::mlp::network::Output;
use crate::mlp::optimiser::Optimiser;

/// How many learners the thesis has.
pub const LEARNERS: usize = 4;

/// The usual settings: networks of 107-64-64-3 and plain gradient descent as published (table 5.4), the rest chosen.
pub fn settings() -> Settings {
    Settings {
        widths: vec![INPUTS, 64, 64, 3],
        output: Output::Actions,
        optimiser: Optimiser::Sgd { rate: 0.1 },
        batch: 32,
        learners: LEARNERS,
        repetitions: 30,
        settled: 30,
        lesson: 20_000,
        judged: 3_000,
        start: Start::FarthestFirst,
        lessons: Lessons::Equal,
        fit: Fit::Accuracy,
    }
}

/// What one seed's clustering gave.
#[derive(Clone, PartialEq, Debug)]
pub struct RingClustering {
    /// The clustering, its learners in the order in which they resemble the thesis's best.
    pub clustering: Clustering,
    /// Accuracy on held-out games, `[player][learner]`.
    pub held_out: Vec<Vec<f64>>,
    /// The share of each player's most frequent action in held-out games.
    pub baseline: Vec<f64>,
    /// Held-out decisions of each player.
    pub decisions: Vec<usize>,
}

impl RingClustering {
    /// By how much a player's own learner beats its most frequent action.
    pub fn gain(&self, player: usize) -> f64 {
        self.held_out[player][self.clustering.labels[player]] - self.baseline[player]
    }

    /// The mean accuracy of own learners.
    pub fn mean_accuracy(&self) -> f64 {
        (0..AGENTS).map(|player| self.gain(player) + self.baseline[player]).sum::<f64>() / AGENTS as f64
    }
}

/// Groups the players of a log.
pub fn group(
    logs: &PlayerLogs,
    published_groups: &[Vec<usize>],
    settings: &Settings,
    seed: u64,
    progress: &dyn Progress,
) -> Result<RingClustering, Cancelled> {
    let clustering = renumbered(cluster(&logs.examples, &logs.training, settings, seed, progress)?, published_groups);
    let accuracy = |numbers: &Vec<u32>| {
        clustering.networks.iter().map(|network| network.accuracy(&logs.examples, numbers)).collect()
    };
    Ok(RingClustering {
        held_out: logs.held_out.iter().map(accuracy).collect(),
        baseline: logs.held_out.iter().map(|numbers| logs.examples.majority(numbers)).collect(),
        decisions: logs.held_out.iter().map(Vec::len).collect(),
        clustering,
    })
}

/// Learners have no order: of all orders, the one whose groups share most players with the published ones.
fn renumbered(clustering: Clustering, groups: &[Vec<usize>]) -> Clustering {
    let shared = |learner: usize, group: usize| {
        groups.get(group).map_or(0, |members| members.iter().filter(|&&it| clustering.labels[it] == learner).count())
    };
    let mut best: Option<(usize, Vec<usize>)> = None;
    for order in orders(clustering.networks.len()) {
        let score = order.iter().enumerate().map(|(group, &learner)| shared(learner, group)).sum();
        if best.as_ref().is_none_or(|(most, _)| score > *most) {
            best = Some((score, order));
        }
    }
    let Some((_, order)) = best else { return clustering };
    let place = |learner: usize| order.iter().position(|&it| it == learner).unwrap_or(learner);
    Clustering {
        labels: clustering.labels.iter().map(|&label| place(label)).collect(),
        networks: order.iter().map(|&learner| clustering.networks[learner].clone()).collect(),
        fits: clustering.fits.iter().map(|fits| order.iter().map(|&learner| fits[learner]).collect()).collect(),
        steps: order.iter().map(|&learner| clustering.steps[learner]).collect(),
        repetitions: clustering.repetitions,
    }
}

/// All orders of `0..count`.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for next in 0..count {
        let inserted = |order: &Vec<usize>| {
            let order = order.clone();
            (0..=order.len()).map(move |place| {
                let mut longer = order.clone();
                longer.insert(place, next);
                longer
            })
        };
        all = all.iter().flat_map(inserted).collect();
    }
    all
}

/// The twelve players and the learners at one table.
pub fn play_with_learners(
    clustering: &Clustering,
    play: Play,
    games: u64,
    cap: Cap,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Vec<Totals>, Cancelled> {
    let learners = clustering.networks.iter().map(|network| RingPlayer::Learner(network, play));
    let players: Vec<RingPlayer<'_>> = RING_AGENTS.map(RingPlayer::Rules).into_iter().chain(learners).collect();
    Ok(play_games(&players, games, cap, seed, progress)?.0)
}

/// How far a learner's style is from the mean of its players', in points of looseness and of aggression; `None` for a
/// learner without players. Both are measured at the same table.
pub fn distance_from_members(totals: &[Totals], clustering: &Clustering, learner: usize) -> Option<[f64; 2]> {
    let members: Vec<usize> = (0..AGENTS).filter(|&player| clustering.labels[player] == learner).collect();
    let own = &totals[AGENTS + learner].style;
    if members.is_empty() || own.actions() == 0 {
        return None;
    }
    let mean = |of: fn(&super::style::Style) -> f64| {
        members.iter().map(|&member| of(&totals[member].style)).sum::<f64>() / members.len() as f64
    };
    use super::style::Style;
    Some([100.0 * (own.looseness() - mean(Style::looseness)), 100.0 * (own.aggression() - mean(Style::aggression))])
}
