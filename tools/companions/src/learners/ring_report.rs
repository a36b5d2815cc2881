//! What the second experiment found: tables 5.2, 5.5 and 5.6 beside ours, and the claims about them.
//!
//! The second experiment: four learners for twelve players, how well they predict, and how they play themselves.
//!
//! Which of the second experiment's statements hold, over several seeds of the clustering.

use report::axis::AxisTitle;
use report::scatter::{Scatter, ScatterPoint};
use serde_json::json;
use tables::progress::{Cancelled, Progress};

use super::clustering::{Clustering, Fit, Lessons, Plan, PlayerLogs, Start, cluster};
use super::ring_experiment::{INPUTS, Play, RingPlayer, Totals, play_games};
use super::ring_game::{AGENTS, Cap, RING_AGENTS};
use crate::claims::{Claim, Measured, Table, Verdict};
use crate::error::CompanionError;
use crate::learners::{Findings, Settings, median, seed_of};
use crate::mlp::network::Output;
use crate::mlp::training::Optimiser;
use crate::pictures::Picture;
use crate::published::Published;
use crate::streams::in_order;
use crate::sums::share_error;

/// Games with the learners use cards of their own.
const AT_THE_TABLE: u64 = 1 << 40;

pub(super) fn ring_part(
    settings: &Settings,
    published: &Published,
    progress: &dyn Progress,
) -> Result<Findings, CompanionError> {
    let games = settings.games.map_or_else(|| published.constant("games"), Ok)?;
    let groups: Vec<Vec<usize>> = published.constant("groups")?;
    let agents = RING_AGENTS.map(RingPlayer::Rules);
    let (totals, logs) = play_games(&agents, games, settings.cap, settings.seed, progress)?;
    let cluster = |number: u64| {
        let seed = seed_of(settings.seed, number);
        let found = group(&logs, &groups, seed, progress)?;
        let at_table =
            |play| play_with_learners(&found.clustering, play, games, settings.cap, seed ^ AT_THE_TABLE, progress);
        let (most_probable, sampled) = (at_table(Play::MostProbable)?, at_table(Play::Sampled)?);
        Ok(AtTheTable { found, most_probable, sampled })
    };
    let seeds: Vec<AtTheTable> = in_order(("ring learners", "seeds"), settings.seeds, progress, cluster)?
        .into_iter()
        .collect::<Result<_, tables::progress::Cancelled>>()?;
    let Some(first) = seeds.first() else { return Ok(Findings::default()) };
    let accuracies: Vec<f64> = seeds.iter().map(|it| it.found.mean_accuracy()).collect();
    Ok(Findings {
        tables: vec![
            table_of_totals("5.2", published, &totals)?,
            table_of_accuracy(published, &first.found)?,
            table_of_totals("5.6", published, &first.most_probable)?,
            Table {
                id: "sampled".to_owned(),
                title:
                    "the same table of learners and players, learners sampling their actions (the paper's played the \
                        most probable one)"
                        .to_owned(),
                ..table_of_totals("5.6", published, &first.sampled)?
            },
        ],
        claims: claims(published, &totals, &seeds)?,
        results: json!({
            "agents": agents_json(&totals),
            "accuracy": first.found.held_out,
            "baseline": first.found.baseline,
            "labels": seeds.iter().map(|it| &it.found.clustering.labels).collect::<Vec<_>>(),
            "held_out_accuracy": median(&accuracies),
        }),
        pictures: vec![map("Players by style", &totals, &first.found), map_with_learners(first)],
    })
}

fn table_of_totals(id: &str, published: &Published, totals: &[Totals]) -> Result<Table, CompanionError> {
    let largest = totals.iter().map(|it| it.won.abs()).fold(0.0, f64::max);
    let actions: Vec<f64> = published.table(id)?.rows.iter().map(|row| row.values[1..4].iter().sum()).collect();
    published.beside(id, |row| totals.get(row).map_or(Vec::new(), |it| cells(it, largest, actions[row])))
}

/// Score, actions, style. Standard errors of shares are over games; the paper's are ours at the paper's number of
/// actions.
fn cells(it: &Totals, largest: f64, paper_actions: f64) -> Vec<Measured> {
    let counts = [it.style.folds, it.style.calls, it.style.raises].map(|count| Measured::exact(count as f64));
    let share = |ratio: &matches::statistics::ratio::Ratio| {
        let se = ratio.standard_error().unwrap_or(f64::NAN);
        let paper = (it.style.actions() as f64 / paper_actions).sqrt();
        Measured::new(100.0 * ratio.share().unwrap_or(f64::NAN), 100.0 * se).with_paper_se(100.0 * se * paper)
    };
    let score = Measured::new(it.won / largest, it.won_error() / largest);
    std::iter::once(score).chain(counts).chain([share(&it.looseness), share(&it.aggression)]).collect()
}

/// Ours on held-out games; the thesis's on those that were learned from.
fn table_of_accuracy(published: &Published, found: &RingClustering) -> Result<Table, CompanionError> {
    let table = published.beside("5.5", |player| {
        let of = |share: f64| Measured::new(100.0 * share, 100.0 * share_error(share, found.decisions[player] as f64));
        let learners = found.held_out[player].iter().map(|&share| of(share));
        learners.chain([of(found.baseline[player])]).collect()
    })?;
    let title = format!("{} (ours on held-out games, first seed)", table.title);
    Ok(Table { title, ..table })
}

fn agents_json(totals: &[Totals]) -> serde_json::Value {
    let largest = totals.iter().map(|it| it.won.abs()).fold(0.0, f64::max);
    let agent = |(number, it): (usize, &Totals)| {
        json!({
            "name": RING_AGENTS[number].name.to_string(),
            "score": it.won / largest,
            "fold": it.style.folds,
            "check_call": it.style.calls,
            "bet_raise": it.style.raises,
            "looseness": it.style.looseness(),
            "aggression": it.style.aggression(),
        })
    };
    totals.iter().enumerate().map(agent).collect()
}

fn groups() -> Vec<String> {
    (1..=LEARNERS).map(|number| format!("learner {number}")).collect()
}

fn point(name: String, it: &Totals, group: usize) -> ScatterPoint {
    ScatterPoint { name, x: 100.0 * it.style.looseness(), y: 100.0 * it.style.aggression(), group }
}

fn map(title: &str, totals: &[Totals], found: &RingClustering) -> Picture {
    let agent =
        |number: usize| point(RING_AGENTS[number].name.to_string(), &totals[number], found.clustering.labels[number]);
    Picture::Map(Scatter {
        title: title.to_owned(),
        description:
            "Figure 5.2 with the groups of table 5.5: looseness and aggression of the twelve players, coloured by \
                      learner, first seed"
                .to_owned(),
        x: AxisTitle::linear("looseness, %"),
        y: AxisTitle::linear("aggression, %"),
        groups: groups(),
        points: (0..AGENTS).map(agent).collect(),
    })
}

fn map_with_learners(first: &AtTheTable) -> Picture {
    let of_play = |totals: &[Totals], mark: &str| -> Vec<ScatterPoint> {
        let learner = |number: usize| point(format!("{} {mark}", number + 1), &totals[AGENTS + number], number);
        (0..LEARNERS).map(learner).collect()
    };
    let agent = |number: usize| {
        let group = first.found.clustering.labels[number];
        point(RING_AGENTS[number].name.to_string(), &first.sampled[number], group)
    };
    let players = (0..AGENTS).map(agent);
    Picture::Map(Scatter {
        title: "Players and learners at one table".to_owned(),
        description:
            "Learners that play their most probable action (argmax) are more extreme than their players; learners \
                      that sample are among them; first seed"
                .to_owned(),
        x: AxisTitle::linear("looseness, %"),
        y: AxisTitle::linear("aggression, %"),
        groups: groups(),
        points: players
            .chain(of_play(&first.most_probable, "argmax"))
            .chain(of_play(&first.sampled, "sampled"))
            .collect(),
    })
}

/// How many learners the thesis has.
pub const LEARNERS: usize = 4;

/// The usual plan: networks of 107-64-64-3 and plain gradient descent as published (table 5.4), the rest chosen.
pub fn plan() -> Plan {
    Plan {
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
    pub decisions: Vec<usize>,
}

impl RingClustering {
    /// By how much a player's own learner beats its most frequent action.
    pub fn gain(&self, player: usize) -> f64 {
        self.held_out[player][self.clustering.labels[player]] - self.baseline[player]
    }

    pub fn mean_accuracy(&self) -> f64 {
        (0..AGENTS).map(|player| self.gain(player) + self.baseline[player]).sum::<f64>() / AGENTS as f64
    }
}

pub fn group(
    logs: &PlayerLogs,
    published_groups: &[Vec<usize>],
    seed: u64,
    progress: &dyn Progress,
) -> Result<RingClustering, Cancelled> {
    let clustering = renumbered(cluster(&logs.examples, &logs.training, &plan(), seed, progress)?, published_groups);
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
    let mean = |of: fn(&crate::learners::style::Style) -> f64| {
        members.iter().map(|&member| of(&totals[member].style)).sum::<f64>() / members.len() as f64
    };
    use crate::learners::style::Style;
    Some([100.0 * (own.looseness() - mean(Style::looseness)), 100.0 * (own.aggression() - mean(Style::aggression))])
}

/// One seed's clustering with its learners at the table.
#[derive(Clone, PartialEq, Debug)]
pub struct AtTheTable {
    pub found: RingClustering,
    /// Everybody's totals where learners play their most probable action.
    pub most_probable: Vec<Totals>,
    pub sampled: Vec<Totals>,
}

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
