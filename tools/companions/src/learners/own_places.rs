//! What a learner does in the places that its player comes to: how well it knows the player (calibration), apart from
//! what follows where it goes its own way (drift).

use serde::Serialize;
use tables::together::progress::Progress;

use super::clustering::mean;
use super::limit_game::Cap;
use super::ring_game::{RingAgent, RingPlayer, play_games};
use crate::claims::{Claim, Measured, Row, Table, Verdict};
use crate::error::Result;
use crate::mlp::{Network, Target};

/// How far a learner may be from its player, in points.
const MOST_POINTS: f64 = 2.0;

/// Looseness and aggression, 0 to 1, of a player and of its learner in the same places.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OwnPlaces {
    pub name: char,
    /// What the player did.
    pub player: [f64; 2],
    /// What the learner would have done, by its probabilities.
    pub drawn: [f64; 2],
    /// What would have come of sampling them. A learner does not see what is legal: a raise beyond the cap becomes a
    /// call, a fold where nothing is to be paid a check.
    pub played: [f64; 2],
}

impl OwnPlaces {
    /// How far the learner's probabilities are from what the player did: the larger difference, in points.
    pub fn distance(&self) -> f64 {
        self.player.iter().zip(self.drawn).map(|(did, drawn)| 100.0 * (drawn - did).abs()).fold(0.0, f64::max)
    }
}

/// Lets learners look over their players' shoulders, in games of the players among themselves.
pub fn measure(
    players: &[(RingAgent, &Network)],
    games: u64,
    cap: Cap,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Vec<OwnPlaces>> {
    let shadowed: Vec<RingPlayer<'_>> =
        players.iter().map(|&(agent, network)| RingPlayer::Shadowed(agent, network)).collect();
    let (shadows, logs) = play_games(&shadowed, games, cap, seed, progress)?;
    let of = |(player, &(agent, network)): (usize, &(RingAgent, &Network))| {
        let places = [&logs.training[player][..], &logs.held_out[player]].concat();
        let answers = network.answers(&logs.examples, &places);
        let (mut did, mut drawn) = ([0.0; 3], [0.0; 3]);
        for (&place, answer) in places.iter().zip(answers.chunks_exact(3)) {
            drawn.iter_mut().zip(answer).for_each(|(sum, &share)| *sum += f64::from(share));
            if let Target::Action { chosen, .. } = logs.examples[place as usize].target {
                did[usize::from(chosen)] += 1.0;
            }
        }
        let played = shadows[player].style.0.map(|count| count as f64);
        OwnPlaces { name: agent.name, player: style(did), drawn: style(drawn), played: style(played) }
    };
    Ok(players.iter().enumerate().map(of).collect())
}

/// R8, from the places of a player whose learners have no other player: one that is shared cannot tell whose place it
/// is asked about.
pub fn calibration(places: &[&OwnPlaces]) -> Claim {
    let distances: Vec<f64> = places.iter().map(|it| it.distance()).collect();
    let distance = (!distances.is_empty()).then(|| mean(&distances));
    let statement =
        "in the places that B comes to, a learner that B has to itself does by its probabilities what B does";
    let expected = "looseness and aggression closer than 2 points in games not learned from, mean over such learners";
    // Without such a learner nothing follows.
    let verdict = distance.map_or(Verdict::Noise, |distance| Verdict::holds(distance < MOST_POINTS));
    Claim::ours("R8", statement, expected, distance, MOST_POINTS, verdict)
}

/// Looseness and aggression of folds, calls and raises.
fn style([folds, calls, raises]: [f64; 3]) -> [f64; 2] {
    let share = |part: f64, of: f64| if of > 0.0 { part / of } else { 0.0 };
    [share(calls + raises, folds + calls + raises), share(raises, calls + raises)]
}

pub(super) fn table(places: &[OwnPlaces]) -> Table {
    let row = |it: &OwnPlaces| {
        let cells = [0, 1].map(|of| [it.player[of], it.drawn[of], it.played[of]]);
        let cells: Vec<Measured> = cells.as_flattened().iter().map(|share| Measured::exact(100.0 * share)).collect();
        Row::ours(it.name, &cells)
    };
    let columns = ["looseness %", "its learner's", "as played", "aggression %", "its learner's", "as played"];
    let title = "players, and what their learners would have done in the same places: by their probabilities, and \
                 played by sampling, where what is not legal becomes a call (games not learned from, first seed)";
    Table::ours("own-places", title, &columns, places.iter().map(row).collect())
}
