//! The second experiment: four learners for twelve players, how well they predict, and how they play themselves; tables
//! 5.2, 5.5 and 5.6 beside ours, and the claims about them.

use matches::statistics::score::Ratio;
use report::chart::{Chart, Marks, NamedPoint};
use serde_json::{Value, json};
use tables::together::progress::Progress;

use super::clustering::{Clustering, Judged, Plan, PlayerLogs, cluster};
use super::limit_game::Style;
use super::own_places::{self, OwnPlaces};
use super::ring_game::{AGENTS, INPUTS, Play, RING_AGENTS, RingPlayer, Totals, play_games};
use super::{Settings, learner_names, median, over_seeds};
use crate::claims::{Claim, Measured, Reproduction, Table, Verdict, chart};
use crate::error::Result;
use crate::published::Published;

/// Games with the learners use cards of their own, and so do those in which learners look over players' shoulders.
const AT_THE_TABLE: u64 = 1 << 40;
const SHADOWED: u64 = 1 << 41;
/// The player that claims R3 and R8 are about.
const B: usize = 1;
const LEARNERS: usize = 4;

/// Networks of 107-64-64-3 and plain gradient descent as published (table 5.4), the rest chosen.
fn plan() -> Plan {
    Plan::of_actions(vec![INPUTS, 64, 64, 3], LEARNERS, 30)
}

struct Seated {
    /// Its learners in the order in which they resemble the thesis's best.
    judged: Judged,
    /// Everybody's totals, players before learners, where learners play their most probable action.
    most_probable: Vec<Totals>,
    sampled: Vec<Totals>,
    own_places: Vec<OwnPlaces>,
}

pub(super) fn ring_part(
    settings: &Settings,
    published: &Published,
    found: &mut Reproduction,
    progress: &dyn Progress,
) -> Result<()> {
    let games = settings.games.map_or_else(|| published.constant("games"), Ok)?;
    let groups: Vec<Vec<usize>> = published.constant("groups")?;
    let agents = RING_AGENTS.map(RingPlayer::Rules);
    let (totals, logs) = play_games(&agents, games, settings.cap, settings.seed, progress)?;
    let seeds = over_seeds(("ring learners", settings.seeds), settings.seed, progress, |seed| {
        let clustering = cluster(&logs.examples, &logs.training, &plan(), seed, progress)?;
        let clustering = in_published_order(&clustering, &groups);
        let at_table = |play| -> Result<Vec<Totals>> {
            let learners = clustering.networks.iter().map(|network| RingPlayer::Learner(network, play));
            let players: Vec<RingPlayer<'_>> = agents.into_iter().chain(learners).collect();
            Ok(play_games(&players, games, settings.cap, seed ^ AT_THE_TABLE, progress)?.0)
        };
        let (most_probable, sampled) = (at_table(Play::MostProbable)?, at_table(Play::Sampled)?);
        let learner_of = |player: usize| &clustering.networks[clustering.labels[player]];
        let pairs: Vec<_> = (0..AGENTS).map(|player| (RING_AGENTS[player], learner_of(player))).collect();
        let own_places = own_places::measure(&pairs, games, settings.cap, seed ^ SHADOWED, progress)?;
        Ok(Seated { most_probable, sampled, own_places, judged: logs.judge(clustering) })
    })?;
    let first = &seeds[0];
    let title = "the same table of learners and players, learners sampling their actions (the paper's played the most \
                 probable one)";
    let mut sampled = table_of_totals("5.6", published, &first.sampled)?;
    (sampled.id, sampled.title) = ("sampled".to_owned(), title.to_owned());
    found.tables.extend([
        table_of_totals("5.2", published, &totals)?,
        table_of_accuracy(published, &first.judged, &logs)?,
        table_of_totals("5.6", published, &first.most_probable)?,
        sampled,
        own_places::table(&first.own_places),
    ]);
    found.claims.extend(claims(published, &totals, &seeds)?);
    found.pictures.extend(maps(&totals, first));
    found.results["ring"] = json!({
        "agents": agents_json(&totals),
        "accuracy": first.judged.held_out,
        "baseline": first.judged.baseline,
        "own_places": seeds.iter().map(|it| &it.own_places).collect::<Vec<_>>(),
        "labels": seeds.iter().map(|it| &it.judged.clustering.labels).collect::<Vec<_>>(),
        "held_out_accuracy": median(&seeds, |it| {
            it.judged.mean_of(|player| it.judged.gain(player) + it.judged.baseline[player])
        }),
    });
    Ok(())
}

/// Learners have no order: of all orders, the first one whose groups share most players with the published ones.
fn in_published_order(clustering: &Clustering, groups: &[Vec<usize>]) -> Clustering {
    let shared = |order: &Vec<usize>| -> usize {
        let pairs = order.iter().zip(groups);
        pairs.map(|(&learner, group)| group.iter().filter(|&&it| clustering.labels[it] == learner).count()).sum()
    };
    let best = orders(clustering.networks.len()).into_iter().rev().max_by_key(shared);
    clustering.with_learners(&best.unwrap_or_default())
}

fn orders(count: usize) -> Vec<Vec<usize>> {
    (0..count).fold(vec![Vec::new()], |shorter, next| {
        let inserted = |order: Vec<usize>| {
            (0..=order.len()).map(move |place| [&order[..place], &[next], &order[place..]].concat())
        };
        shorter.into_iter().flat_map(inserted).collect()
    })
}

impl Seated {
    /// How far a learner's style is from the mean of its players', in points of looseness and of aggression; `None` for
    /// a learner without players. Both are measured at the same table.
    fn distance_from_members(&self, totals: &[Totals], learner: usize) -> Option<[f64; 2]> {
        let members = self.judged.clustering.members(learner);
        let own = &totals[AGENTS + learner].style;
        if members.is_empty() || own.actions() == 0 {
            return None;
        }
        Some([Style::looseness, Style::aggression].map(|of| {
            let mean = members.iter().map(|&member| of(&totals[member].style)).sum::<f64>() / members.len() as f64;
            100.0 * (of(own) - mean)
        }))
    }

    fn a_is_apart(&self) -> bool {
        let labels = &self.judged.clustering.labels;
        (0..AGENTS).filter(|&player| RING_AGENTS[player].is_passive()).all(|player| labels[player] != labels[0])
    }

    /// By how many points of aggression the learners of passive groups exceed their players' mean, at most. A group is
    /// passive if its players raise less than one time in two.
    fn most_passive_excess(&self) -> Option<f64> {
        let totals = &self.most_probable;
        let is_passive = |learner: &usize| {
            let members = self.judged.clustering.members(*learner);
            let aggression: f64 = members.iter().map(|&player| totals[player].style.aggression()).sum();
            // A mean of zero is left out: nothing can be below it.
            let mean = aggression / members.len().max(1) as f64;
            mean > 0.0 && mean < 0.5
        };
        let excess = |learner| Some(self.distance_from_members(totals, learner)?[1]);
        (0..LEARNERS).filter(is_passive).filter_map(excess).reduce(f64::max)
    }

    fn largest_distance(&self) -> f64 {
        let distances = (0..LEARNERS).filter_map(|learner| self.distance_from_members(&self.sampled, learner));
        distances.flatten().map(f64::abs).fold(0.0, f64::max)
    }

    fn has_a_learner_to_itself(&self, player: usize) -> bool {
        let labels = &self.judged.clustering.labels;
        labels.iter().filter(|&&label| label == labels[player]).count() == 1
    }
}

fn claims(published: &Published, totals: &[Totals], seeds: &[Seated]) -> Result<Vec<Claim>> {
    let apart = seeds.iter().filter(|it| it.a_is_apart()).count() as f64 / seeds.len() as f64;
    let groups = median(seeds, |it| it.judged.clustering.groups() as f64);
    let extremes = median(seeds, |it| it.most_passive_excess().unwrap_or(f64::NAN));
    let alone = seeds.iter().filter(|it| it.has_a_learner_to_itself(B));
    let places_of_b: Vec<&OwnPlaces> = alone.map(|it| &it.own_places[B]).collect();
    let gain = |player: usize| median(seeds, |it| 100.0 * it.judged.gain(player));
    Ok(vec![
        published.claim_at_most("R1", largest_style_difference(published, totals)?)?,
        published
            .claim_at_least("R2", median(seeds, |it| it.judged.mean_of(|player| 100.0 * it.judged.gain(player))))?,
        published.claim_at_least("R3", gain(B))?,
        published.claim_at_least("R4", gain(0))?,
        published.claim("R5", Some(groups), Verdict::holds(groups >= published.limit("R5")? && apart > 0.5))?,
        published.claim("R6", Some(extremes), Verdict::holds(extremes < published.limit("R6")?))?,
        published.claim_at_most("R7", median(seeds, Seated::largest_distance))?,
        own_places::calibration(&places_of_b),
    ])
}

/// C to L, the larger of looseness and aggression, in points.
fn largest_style_difference(published: &Published, totals: &[Totals]) -> Result<f64> {
    let rows = &published.table("5.2")?.rows;
    let difference = |player: usize| {
        let style = &totals[player].style;
        let ours = [style.looseness(), style.aggression()].map(|share| 100.0 * share);
        let paper = &rows[player].values[4..6];
        (ours[0] - paper[0]).abs().max((ours[1] - paper[1]).abs())
    };
    Ok((2..AGENTS).map(difference).fold(0.0, f64::max))
}

fn largest_winnings(totals: &[Totals]) -> f64 {
    totals.iter().map(|it| it.won.abs()).fold(0.0, f64::max)
}

/// Score, actions, style. Standard errors of shares are over games; the paper's are ours at the paper's number of
/// actions.
fn table_of_totals(id: &str, published: &Published, totals: &[Totals]) -> Result<Table> {
    let largest = largest_winnings(totals);
    let actions: Vec<f64> = published.table(id)?.rows.iter().map(|row| row.values[1..4].iter().sum()).collect();
    published.beside(id, |row| {
        let Some(it) = totals.get(row) else { return Vec::new() };
        let [folds, calls, raises] = it.style.0.map(|count| Measured::exact(count as f64));
        let share = |ratio: &Ratio| {
            let se = ratio.standard_error().unwrap_or(f64::NAN);
            let paper = (it.style.actions() as f64 / actions[row]).sqrt();
            Measured::new(100.0 * ratio.share().unwrap_or(f64::NAN), 100.0 * se).with_paper_se(100.0 * se * paper)
        };
        let score = Measured::new(it.won / largest, it.won_squares.sqrt() / largest);
        vec![score, folds, calls, raises, share(&it.looseness), share(&it.aggression)]
    })
}

/// Ours on held-out games; the thesis's on those that were learned from.
fn table_of_accuracy(published: &Published, first: &Judged, logs: &PlayerLogs) -> Result<Table> {
    let mut table = published.beside("5.5", |player| {
        let decisions = logs.held_out[player].len() as f64;
        let shares = first.held_out[player].iter().chain([&first.baseline[player]]);
        shares.map(|&share| Measured::percent(share, decisions)).collect()
    })?;
    table.title += " (ours on held-out games, first seed)";
    Ok(table)
}

fn agents_json(totals: &[Totals]) -> Value {
    let largest = largest_winnings(totals);
    let agent = |(number, it): (usize, &Totals)| {
        json!({
            "name": RING_AGENTS[number].name.to_string(),
            "score": it.won / largest,
            "fold": it.style.0[0],
            "check_call": it.style.0[1],
            "bet_raise": it.style.0[2],
            "looseness": it.style.looseness(),
            "aggression": it.style.aggression(),
        })
    };
    totals.iter().enumerate().map(agent).collect()
}

fn point(name: String, it: &Totals, group: usize) -> NamedPoint {
    NamedPoint { name, x: 100.0 * it.style.looseness(), y: 100.0 * it.style.aggression(), group }
}

fn agents(totals: &[Totals], first: &Seated) -> Vec<NamedPoint> {
    let labels = RING_AGENTS.iter().zip(totals).zip(&first.judged.clustering.labels);
    labels.map(|((agent, it), &label)| point(agent.name.to_string(), it, label)).collect()
}

fn maps(totals: &[Totals], first: &Seated) -> Vec<Chart> {
    let map = |title, description, points| {
        let marks = Marks::Points { groups: learner_names(LEARNERS), points };
        chart(title, description, ["looseness, %", "aggression, %"], marks)
    };
    let of_players = "Figure 5.2 with the groups of table 5.5: looseness and aggression of the twelve players, \
                      coloured by learner, first seed";
    let of_learners = "Learners that play their most probable action (argmax) are more extreme than their players; \
                       learners that sample are among them; first seed";
    let mut points = agents(&first.sampled, first);
    for (totals, mark) in [(&first.most_probable, "argmax"), (&first.sampled, "sampled")] {
        let learners = totals[AGENTS..].iter().enumerate();
        points.extend(learners.map(|(number, it)| point(format!("{} {mark}", number + 1), it, number)));
    }
    vec![
        map("Players by style", of_players, agents(totals, first)),
        map("Players and learners at one table", of_learners, points),
    ]
}
