//! What the third experiment found: tables 5.10 and 5.11 beside ours, the groups, and the claims.
//!
//! Four learners for the 36 prospect players: their groups, how well they predict, and what they do at given chips.

use evaluator::card::parse_cards;
use evaluator::card_set::CardSet;
use report::axis::AxisTitle;
use report::curve::{Curve, Point, Series};
use report::scatter::{Scatter, ScatterPoint};
use serde_json::json;
use solver::boards::dealing::draw;
use tables::progress::{Cancelled, Progress};

use super::agreement::{eta_squared, permutation_p};
use super::clustering::{Clustering, Fit, Lessons, Plan, PlayerLogs, Start, cluster};
use super::prospect_experiment::{ActionCounts, Chips, INPUTS, inputs, play_pairings};
use super::prospect_game::{GRID, PLAYERS, Position, ProspectPlayer};
use super::strength_number::StrengthNumbers;
use crate::claims::{Claim, Measured, Row, Table, Verdict};
use crate::error::CompanionError;
use crate::learners::{Findings, Settings, median, seed_of};
use crate::mlp::examples::{Examples, Target};
use crate::mlp::network::{Network, Output, most_probable};
use crate::mlp::training::Optimiser;
use crate::pictures::Picture;
use crate::published::Published;
use crate::streams::{Purpose, in_order};
use crate::sums::share_error;

/// The hand of the thesis's example.
const EXAMPLE: &str = "7s4h7c7dAs2h6h";
/// Chips at which the players themselves are looked at.
const CHIPS: std::ops::RangeInclusive<i32> = -50..=10;

pub(super) fn prospect_part(
    settings: &Settings,
    published: &Published,
    progress: &dyn Progress,
) -> Result<Findings, CompanionError> {
    let played = [Chips::Carried, Chips::Reset].map(|chips| play_pairings(chips, settings.seed, progress));
    let [carried, reset] = played;
    let (carried, reset) = (carried?, reset?);
    let logs = if settings.chips == Chips::Carried { &carried } else { &reset };
    let one = |number: u64| group(&logs.logs, seed_of(settings.seed, number), progress);
    let seeds: Vec<ProspectClustering> = in_order(("prospect learners", "seeds"), settings.seeds, progress, one)?
        .into_iter()
        .collect::<Result<_, _>>()?;
    let Some(first) = seeds.first() else { return Ok(Findings::default()) };
    let example = StrengthNumbers::new().of(parse_cards(EXAMPLE).map_or(CardSet::EMPTY, |cards| CardSet::of(&cards)));
    let over_seeds = |of: &dyn Fn(&ProspectClustering) -> f64| median(&seeds.iter().map(of).collect::<Vec<_>>());
    let p_value = over_seeds(&|it| it.p_value);
    Ok(Findings {
        tables: vec![
            table_of_actions(&carried.actions, &reset.actions),
            table_of_shares("5.10", 0, settings, published, first)?,
            table_of_shares("5.11", 1, settings, published, first)?,
            table_of_players(),
        ],
        claims: claims(published, &seeds, [&carried.actions, &reset.actions], example)?,
        results: json!({
            "actions": logs.actions,
            "labels": first.grid(),
            "sizes": seeds.iter().map(|it| it.clustering.sizes()).collect::<Vec<_>>(),
            "eta2": over_seeds(&|it| it.eta2),
            "p_value": p_value,
            "held_out_accuracy": over_seeds(&|it| it.held_out_accuracy),
            "baseline": over_seeds(&|it| it.baseline),
            "strength_example": example,
        }),
        pictures: vec![map(first), curve()],
    })
}

fn claims(
    published: &Published,
    seeds: &[ProspectClustering],
    [carried, reset]: [&ActionCounts; 2],
    example: f64,
) -> Result<Vec<Claim>, CompanionError> {
    let over_seeds = |of: &dyn Fn(&ProspectClustering) -> f64| median(&seeds.iter().map(of).collect::<Vec<_>>());
    let expected: f64 = published.constant("strength_example")?;
    let far = |actions: &ActionCounts, share: f64| (100.0 * actions.shares()[0] - share).abs();
    let groups = over_seeds(&|it| it.clustering.sizes().iter().filter(|&&size| size > 0).count() as f64);
    let (eta, p_value) = (over_seeds(&|it| it.eta2), over_seeds(&|it| it.p_value));
    let gain = 100.0 * over_seeds(&|it| it.held_out_accuracy - it.baseline);
    let fall = fall_of_raises();
    Ok(vec![
        published.claim_at_most("P1", (example - expected).abs())?,
        published.claim_at_most("P2", far(carried, published.constant("folds_carried")?))?,
        published.claim_at_most("P3", far(reset, published.constant("folds_reset")?))?,
        published.claim("P4", Some(groups), Verdict::holds(groups >= published.limit("P4")?))?,
        published.claim("P5", Some(eta), Verdict::holds(eta >= published.limit("P5")? && p_value < 0.001))?,
        published.claim("P6", Some(gain), Verdict::holds(gain >= published.limit("P6")?))?,
        published.claim("P7", Some(fall), Verdict::holds(fall > published.limit("P7")?))?,
    ])
}

/// Facing the first bet of a round: pot 4, own bet 0, opponent's bet 4.
fn first_bet(chips: i32) -> Position {
    Position { chips, pot: 4, own_bet: 0, other_bet: 4, may_raise: true }
}

/// By how much the share of raises of α = 0.5 falls from where a call that wins still loses (`b + m < 0`) to where it
/// gains: over four chips on each side of the border.
fn fall_of_raises() -> f64 {
    let mean = |chips: std::ops::Range<i32>| {
        let count = chips.len() as f64;
        chips.map(|it| raising_share(0, &first_bet(it))).sum::<f64>() / count
    };
    mean(-12..-8) - mean(-8..-4)
}

fn table_of_actions(carried: &ActionCounts, reset: &ActionCounts) -> Table {
    let row = |name: &str, actions: &ActionCounts| {
        let all = [actions.fold, actions.check, actions.call, actions.bet, actions.raise].iter().sum::<u64>() as f64;
        let cell = |share: f64| Measured::new(100.0 * share, 100.0 * share_error(share, all));
        Row::new(name, &[], &actions.shares().map(cell))
    };
    Table {
        id: "actions".to_owned(),
        title: "actions in the log of 36 players, %".to_owned(),
        columns: ["fold", "check", "call", "bet", "raise"].map(str::to_owned).to_vec(),
        rows: vec![row("chips carried", carried), row("chips set back", reset)],
    }
}

/// Learners have no names: `place` counts those with players by their mean α - β, 0 being the smallest.
fn table_of_shares(
    id: &str,
    place: usize,
    settings: &Settings,
    published: &Published,
    first: &ProspectClustering,
) -> Result<Table, CompanionError> {
    let positions: Vec<[i32; 4]> = published.constant(&format!("shown_{}", id.replace('.', "_")))?;
    let learner = first.learners_by_difference()[place];
    let network = &first.clustering.networks[learner];
    published.beside(id, |row| {
        let Some(&[chips, pot, own_bet, other_bet]) = positions.get(row) else { return Vec::new() };
        let position = Position { chips, pot, own_bet, other_bet, may_raise: true };
        let shares = shares_at(network, &position, settings.chips, settings.seed);
        shares.map(|share| Measured::new(share, 100.0 * share_error(share / 100.0, 1_000.0))).to_vec()
    })
}

/// No learning: at how many of the six win rates the players themselves raise, by their chips.
fn table_of_players() -> Table {
    let shown: Vec<i32> = [-50, -30, -20, -12, -10, -9, -8, -7, -6, -4, -2, 0, 2, 5, 10].to_vec();
    let row = |alpha: usize| {
        let cells: Vec<Measured> =
            shown.iter().map(|&chips| Measured::exact(100.0 * raising_share(alpha, &first_bet(chips)))).collect();
        Row::new(format!("α = {:.1}", ProspectPlayer::of(alpha * GRID).alpha), &[], &cells)
    };
    Table {
        id: "players".to_owned(),
        title: "the players themselves: share of win rates and β at which they raise the first bet, %, by chips"
            .to_owned(),
        columns: shown.iter().map(i32::to_string).collect(),
        rows: (0..GRID).map(row).collect(),
    }
}

fn map(first: &ProspectClustering) -> Picture {
    let point = |number: usize| {
        let ProspectPlayer { alpha, beta } = ProspectPlayer::of(number);
        ScatterPoint { name: String::new(), x: alpha, y: beta, group: first.clustering.labels[number] }
    };
    Picture::Map(Scatter {
        title: "Players by α and β".to_owned(),
        description: "Figure 5.5: each player at its parameters, coloured by its learner, first seed".to_owned(),
        x: AxisTitle::linear("α"),
        y: AxisTitle::linear("β"),
        groups: (1..=first.clustering.networks.len()).map(|number| format!("learner {number}")).collect(),
        points: (0..PLAYERS).map(point).collect(),
    })
}

fn curve() -> Picture {
    let series = |alpha: usize| Series {
        name: format!("α = {:.1}", ProspectPlayer::of(alpha * GRID).alpha),
        points: CHIPS
            .map(|chips| Point {
                x: f64::from(chips),
                y: 100.0 * raising_share(alpha, &first_bet(chips)),
                half_width: None,
            })
            .collect(),
    };
    Picture::Curve(Curve {
        title: "Where players stop raising".to_owned(),
        description:
            "The share of win rates and β at which players raise the first bet, by the chips they have won or lost; a \
                      call that wins gains from -8 on"
                .to_owned(),
        x: AxisTitle::linear("chips"),
        y: AxisTitle::linear("raises, %"),
        series: [0, 2, 5].map(series).to_vec(),
    })
}

const SHOWN_CARDS: Purpose = Purpose(0xcbbb_9d5d_c105_9ed8);
/// How often cards are dealt out at random to see what a learner does at given chips.
const SHOWN_HANDS: u64 = 1_000;
const SHUFFLES: usize = 10_000;

/// The usual plan: networks of 56-64-64-64-3 and plain gradient descent as published (table 5.9), the rest chosen.
pub fn plan() -> Plan {
    Plan {
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

pub fn group(logs: &PlayerLogs, seed: u64, progress: &dyn Progress) -> Result<ProspectClustering, Cancelled> {
    let clustering = cluster(&logs.examples, &logs.training, &plan(), seed, progress)?;
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
    raises.filter(|&action| action == crate::learners::style::Move::Raise).count() as f64 / (GRID * RATES.len()) as f64
}
