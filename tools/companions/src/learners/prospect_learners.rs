//! Four learners for the 36 prospect players: their groups, how well they predict, and what they do at given chips.

use evaluator::card_set::CardSet;
use solver::boards::card_rules::draw;
use tables::together::progress::{Cancelled, Progress};

use super::agreement::{eta_squared, permutation_p};
use super::clustering::{Clustering, Fit, Lessons, Settings, Start, cluster};
use super::logs::PlayerLogs;
use super::prospect_experiment::{Chips, INPUTS, inputs};
use super::prospect_game::Position;
use super::prospect_players::{GRID, PLAYERS, ProspectPlayer};
use crate::mlp::examples::{Examples, Target};
use crate::mlp::network::{Network, Output, most_probable};
use crate::mlp::optimiser::Optimiser;
use crate::streams::Purpose;

const SHOWN_CARDS: Purpose = Purpose(0xcbbb_9d5d_c105_9ed8);
/// How often cards are dealt out at random to see what a learner does at given chips.
const SHOWN_HANDS: u64 = 1_000;
const SHUFFLES: usize = 10_000;

/// The usual settings: networks of 56-64-64-64-3 and plain gradient descent as published (table 5.9), the rest chosen.
pub fn settings() -> Settings {
    Settings {
        widths: vec![INPUTS, 64, 64, 64, 3],
        output: Output::Actions,
        optimiser: Optimiser::Sgd { rate: 0.1 },
        batch: 32,
        learners: 4,
        repetitions: 12,
        settled: 12,
        lesson: 40_000,
        judged: 1_500,
        start: Start::FarthestFirst,
        lessons: Lessons::Equal,
        fit: Fit::Accuracy,
    }
}

/// What one seed gave.
#[derive(Clone, PartialEq, Debug)]
pub struct ProspectClustering {
    pub clustering: Clustering,
    /// How much of the variance of α - β lies between groups.
    pub eta2: f64,
    /// How often groups dealt out at random explain as much.
    pub p_value: f64,
    /// The mean accuracy of own learners on held-out games.
    pub held_out_accuracy: f64,
    /// The mean share of the most frequent action there.
    pub baseline: f64,
}

impl ProspectClustering {
    /// Groups, one row for each β from 0.5 on, one column for each α.
    pub fn grid(&self) -> Vec<Vec<usize>> {
        let label = |alpha: usize, beta: usize| self.clustering.labels[alpha * GRID + beta];
        (0..GRID).map(|beta| (0..GRID).map(|alpha| label(alpha, beta)).collect()).collect()
    }

    /// The learners in the order of their players' mean α - β; those without players come last.
    pub fn learners_by_difference(&self) -> Vec<usize> {
        let mean = |learner: usize| {
            let members: Vec<f64> =
                (0..PLAYERS).filter(|&it| self.clustering.labels[it] == learner).map(difference).collect();
            if members.is_empty() { f64::INFINITY } else { members.iter().sum::<f64>() / members.len() as f64 }
        };
        let mut order: Vec<usize> = (0..self.clustering.networks.len()).collect();
        order.sort_by(|&one, &other| mean(one).total_cmp(&mean(other)));
        order
    }
}

fn difference(player: usize) -> f64 {
    let ProspectPlayer { alpha, beta } = ProspectPlayer::of(player);
    alpha - beta
}

/// Groups the players of a log.
pub fn group(
    logs: &PlayerLogs,
    settings: &Settings,
    seed: u64,
    progress: &dyn Progress,
) -> Result<ProspectClustering, Cancelled> {
    let clustering = cluster(&logs.examples, &logs.training, settings, seed, progress)?;
    let differences: Vec<f64> = (0..PLAYERS).map(difference).collect();
    let own =
        |player: usize| clustering.networks[clustering.labels[player]].accuracy(&logs.examples, &logs.held_out[player]);
    let majority = |player: usize| logs.examples.majority(&logs.held_out[player]);
    let mean = |of: &dyn Fn(usize) -> f64| (0..PLAYERS).map(of).sum::<f64>() / PLAYERS as f64;
    Ok(ProspectClustering {
        eta2: eta_squared(&differences, &clustering.labels),
        p_value: permutation_p(&differences, &clustering.labels, SHUFFLES, seed),
        held_out_accuracy: mean(&own),
        baseline: mean(&majority),
        clustering,
    })
}

/// How often a learner's most probable action is a fold, a call or a raise at these chips and bets, over random cards
/// (tables 5.10 and 5.11), in per cent.
pub fn shares_at(network: &Network<f32>, position: &Position, chips: Chips, seed: u64) -> [f64; 3] {
    let mut examples = Examples::new(INPUTS);
    for number in 0..SHOWN_HANDS {
        let cards = draw(&mut SHOWN_CARDS.generator(seed, number), CardSet::FULL_DECK, 7);
        examples.push(inputs(position, &cards, chips), Target::Action { chosen: 0, legal: 0b111 });
    }
    let numbers: Vec<u32> = (0..SHOWN_HANDS as u32).collect();
    let mut shares = [0.0; 3];
    for answer in network.answers(&examples, &numbers).chunks_exact(3) {
        shares[most_probable(answer)] += 100.0 / SHOWN_HANDS as f64;
    }
    shares
}

/// The share of win rates of table 5.7, counted by the players with this α (a number in 0..6), at which they raise at
/// these chips and bets: no learning in it.
pub fn raising_share(alpha: usize, position: &Position) -> f64 {
    const RATES: [f64; 6] = [0.1, 0.3, 0.5, 0.7, 0.9, 1.0];
    let players = (0..GRID).map(|beta| ProspectPlayer::of(alpha * GRID + beta));
    let raises = players.flat_map(|player| RATES.map(|rate| player.choose(position, rate)));
    raises.filter(|&action| action == super::style::Move::Raise).count() as f64 / (GRID * RATES.len()) as f64
}
