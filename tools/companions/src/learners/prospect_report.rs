//! The third experiment: four learners for the 36 prospect players, tables 5.10 and 5.11 beside ours, the groups, and
//! the claims.

use evaluator::card::parse_cards;
use evaluator::card_set::CardSet;
use report::chart::{Chart, Marks, NamedPoint, Point, Series};
use serde_json::json;
use solver::boards::card_rules::draw;
use solver::game::Action;
use std::collections::BTreeMap;
use tables::together::progress::Progress;

use super::clustering::{Clustering, Judged, Plan, cluster, eta_squared, permutation_p};
use super::prospect_game::{
    ACTIONS, Chips, GRID, INPUTS, PLAYERS, Position, ProspectLogs, ProspectPlayer, example, play_pairings,
};
use super::{Settings, learner_names, median, over_seeds};
use crate::claims::{Claim, Measured, Reproduction, Row, Table, Verdict, chart};
use crate::error::Result;
use crate::hand_ranks::strength_number;
use crate::mlp::{Network, most_probable};
use crate::published::Published;
use crate::streams::Purpose;

const SHOWN_CARDS: Purpose = Purpose(0xcbbb_9d5d_c105_9ed8);
/// How often cards are dealt out at random to see what a learner does at given chips.
const SHOWN_HANDS: u64 = 1_000;
const SHUFFLES: usize = 10_000;
const EXAMPLE: &str = "7s4h7c7dAs2h6h";

/// Networks of 56-64-64-64-3 and plain gradient descent as published (table 5.9), the rest chosen.
fn plan() -> Plan {
    Plan { lesson: 40_000, judged: 1_500, ..Plan::of_actions(vec![INPUTS, 64, 64, 64, 3], 4, 12) }
}

struct Grouped {
    judged: Judged,
    /// How much of the variance of α - β lies between groups.
    eta2: f64,
    /// How often groups dealt out at random explain as much.
    p_value: f64,
}

pub(super) fn prospect_part(
    settings: &Settings,
    published: &Published,
    found: &mut Reproduction,
    progress: &dyn Progress,
) -> Result<()> {
    let [carried, reset] = [Chips::Carried, Chips::Reset].map(|chips| play_pairings(chips, settings.seed, progress));
    let (carried, reset) = (carried?, reset?);
    let played = if settings.chips == Chips::Carried { &carried } else { &reset };
    let logs = &played.logs;
    let differences: Vec<f64> = (0..PLAYERS).map(difference).collect();
    let seeds = over_seeds(("prospect learners", settings.seeds), settings.seed, progress, |seed| {
        let judged = logs.judge(cluster(&logs.examples, &logs.training, &plan(), seed, progress)?);
        let labels = &judged.clustering.labels;
        Ok(Grouped {
            eta2: eta_squared(&differences, labels),
            p_value: permutation_p(&differences, labels, SHUFFLES, seed),
            judged,
        })
    })?;
    let first = &seeds[0].judged.clustering;
    let example = strength_number(parse_cards(EXAMPLE).map_or(CardSet::EMPTY, |cards| CardSet::of(&cards)));
    // Groups, one row for each β from 0.5 on, one column for each α.
    let label = |beta: usize, alpha: usize| first.labels[alpha * GRID + beta];
    let labels: Vec<Vec<usize>> = (0..GRID).map(|beta| (0..GRID).map(|alpha| label(beta, alpha)).collect()).collect();
    let learners = by_difference(first);
    found.tables.extend([
        table_of_actions([("chips carried", &carried), ("chips set back", &reset)]),
        table_of_shares("5.10", learners[0], settings, published)?,
        table_of_shares("5.11", learners[1], settings, published)?,
        table_of_players(),
    ]);
    found.claims.extend(claims(published, &seeds, [&carried, &reset], example)?);
    found.pictures.extend([map(first), curve()]);
    found.results["prospect"] = json!({
        "actions": ACTIONS.into_iter().zip(played.actions).collect::<BTreeMap<_, _>>(),
        "labels": labels,
        "sizes": seeds.iter().map(|it| it.judged.clustering.sizes()).collect::<Vec<_>>(),
        "eta2": median(&seeds, |it| it.eta2),
        "p_value": median(&seeds, |it| it.p_value),
        "held_out_accuracy": median(&seeds, |it| it.judged.accuracy()),
        "baseline": median(&seeds, |it| it.judged.mean_baseline()),
        "strength_example": example,
    });
    Ok(())
}

fn claims(
    published: &Published,
    seeds: &[Grouped],
    [carried, reset]: [&ProspectLogs; 2],
    example: f64,
) -> Result<Vec<Claim>> {
    let expected: f64 = published.constant("strength_example")?;
    let far = |played: &ProspectLogs, share: f64| (100.0 * played.shares()[0] - share).abs();
    let (eta, p_value) = (median(seeds, |it| it.eta2), median(seeds, |it| it.p_value));
    Ok(vec![
        published.claim_at_most("P1", (example - expected).abs())?,
        published.claim_at_most("P2", far(carried, published.constant("folds_carried")?))?,
        published.claim_at_most("P3", far(reset, published.constant("folds_reset")?))?,
        published.claim_at_least("P4", median(seeds, |it| it.judged.clustering.groups() as f64))?,
        published.claim("P5", Some(eta), Verdict::holds(eta >= published.limit("P5")? && p_value < 0.001))?,
        published.claim_at_least("P6", 100.0 * median(seeds, |it| it.judged.accuracy() - it.judged.mean_baseline()))?,
        published.claim_above("P7", fall_of_raises())?,
    ])
}

fn difference(player: usize) -> f64 {
    let ProspectPlayer { alpha, beta } = ProspectPlayer::of(player);
    alpha - beta
}

/// Facing the first bet of a round: pot 4, own bet 0, opponent's bet 4.
fn first_bet(chips: i32) -> Position {
    Position { chips, pot: 4, own_bet: 0, other_bet: 4, may_raise: true }
}

/// The share of win rates of table 5.7, counted by the players with this α (a number in 0..6), at which they raise at
/// these chips and bets: no learning in it.
pub fn raising_share(alpha: usize, position: &Position) -> f64 {
    const RATES: [f64; 6] = [0.1, 0.3, 0.5, 0.7, 0.9, 1.0];
    let players = (0..GRID).map(|beta| ProspectPlayer::of(alpha * GRID + beta));
    let actions = players.flat_map(|player| RATES.map(|rate| player.choose(position, rate)));
    actions.filter(|&action| action == Action::Raise(0)).count() as f64 / (GRID * RATES.len()) as f64
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

fn table_of_actions(logs: [(&str, &ProspectLogs); 2]) -> Table {
    let row = |(name, played): (&str, &ProspectLogs)| {
        Row::ours(name, &played.shares().map(|share| Measured::percent(share, played.total() as f64)))
    };
    Table::ours("actions", "actions in the log of 36 players, %", &ACTIONS, logs.map(row).to_vec())
}

/// How often a learner's most probable action is a fold, a call or a raise at given chips and bets, over random cards.
fn table_of_shares(id: &str, learner: &Network, settings: &Settings, published: &Published) -> Result<Table> {
    let positions: Vec<[i32; 4]> = published.constant(&format!("shown_{}", id.replace('.', "_")))?;
    published.beside(id, |row| {
        let Some(&[chips, pot, own_bet, other_bet]) = positions.get(row) else { return Vec::new() };
        let position = Position { chips, pot, own_bet, other_bet, may_raise: true };
        let shares = shares_at(learner, &position, settings.chips, settings.seed);
        shares
            .map(|share| Measured { ours: Some(share), ..Measured::percent(share / 100.0, SHOWN_HANDS as f64) })
            .to_vec()
    })
}

/// Learners have no names: they are counted in the order of their players' mean α - β; those without players come last.
fn by_difference(clustering: &Clustering) -> Vec<&Network> {
    let mean = |learner: usize| {
        let members = clustering.members(learner);
        let sum: f64 = members.iter().map(|&player| difference(player)).sum();
        if members.is_empty() { f64::INFINITY } else { sum / members.len() as f64 }
    };
    let mut order: Vec<usize> = (0..clustering.networks.len()).collect();
    order.sort_by(|&one, &other| mean(one).total_cmp(&mean(other)));
    order.into_iter().map(|learner| &clustering.networks[learner]).collect()
}

fn shares_at(network: &Network, position: &Position, chips: Chips, seed: u64) -> [f64; 3] {
    let shown = |number: u64| {
        let cards = draw(&mut SHOWN_CARDS.generator(seed, number), CardSet::FULL_DECK, 7);
        (example(position, &cards, chips, Action::Call), number as u32)
    };
    let (examples, numbers): (Vec<_>, Vec<u32>) = (0..SHOWN_HANDS).map(shown).unzip();
    let mut shares = [0.0; 3];
    for answer in network.answers(&examples, &numbers).chunks_exact(3) {
        shares[most_probable(answer)] += 100.0 / SHOWN_HANDS as f64;
    }
    shares
}

fn name_of_alpha(alpha: usize) -> String {
    format!("α = {:.1}", ProspectPlayer::of(alpha * GRID).alpha)
}

/// No learning: at how many of the six win rates the players themselves raise, by their chips.
fn table_of_players() -> Table {
    let shown = [-50, -30, -20, -12, -10, -9, -8, -7, -6, -4, -2, 0, 2, 5, 10];
    let row = |alpha: usize| {
        let cells = shown.map(|chips| Measured::exact(100.0 * raising_share(alpha, &first_bet(chips))));
        Row::ours(name_of_alpha(alpha), &cells)
    };
    let title = "the players themselves: share of win rates and β at which they raise the first bet, %, by chips";
    Table::ours("players", title, &shown, (0..GRID).map(row).collect())
}

fn map(first: &Clustering) -> Chart {
    let point = |number: usize| {
        let ProspectPlayer { alpha, beta } = ProspectPlayer::of(number);
        NamedPoint { name: String::new(), x: alpha, y: beta, group: first.labels[number] }
    };
    let description = "Figure 5.5: each player at its parameters, coloured by its learner, first seed";
    let groups = learner_names(first.networks.len());
    let points = (0..PLAYERS).map(point).collect();
    chart("Players by α and β", description, ["α", "β"], Marks::Points { groups, points })
}

fn curve() -> Chart {
    let point = |alpha, chips| Point::new(f64::from(chips), 100.0 * raising_share(alpha, &first_bet(chips)));
    let series = |alpha: usize| Series {
        name: name_of_alpha(alpha),
        points: (-50..=10).map(|chips| point(alpha, chips)).collect(),
    };
    let description = "The share of win rates and β at which players raise the first bet, by the chips they have won \
                       or lost; a call that wins gains from -8 on";
    let lines = Marks::Lines([0, 2, 5].map(series).to_vec());
    chart("Where players stop raising", description, ["chips", "raises, %"], lines)
}
