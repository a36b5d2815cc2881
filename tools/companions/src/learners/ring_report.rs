//! What the second experiment found: tables 5.2, 5.5 and 5.6 beside ours, and the claims about them.

use serde_json::json;
use tables::together::progress::Progress;

use super::reproduction::{Findings, Settings, median, seed_of};
use super::ring_agents::{AGENTS, RING_AGENTS};
use super::ring_claims::{AtTheTable, claims};
use super::ring_experiment::{Play, RingPlayer, Totals, play_games};
use super::ring_learners::{LEARNERS, RingClustering, group, play_with_learners, settings as learner_settings};
use crate::claims::{Measured, Table};
use crate::error::CompanionError;
use crate::numbered_work::in_order;
use crate::pictures::{MapPoint, Picture};
use crate::published::Published;
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
        let found = group(&logs, &groups, &learner_settings(), seed, progress)?;
        let at_table =
            |play| play_with_learners(&found.clustering, play, games, settings.cap, seed ^ AT_THE_TABLE, progress);
        let (most_probable, sampled) = (at_table(Play::MostProbable)?, at_table(Play::Sampled)?);
        Ok(AtTheTable { found, most_probable, sampled })
    };
    let seeds: Vec<AtTheTable> = in_order(("ring learners", "seeds"), settings.seeds, progress, cluster)?
        .into_iter()
        .collect::<Result<_, tables::together::progress::Cancelled>>()?;
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
    let share = |ratio: &matches::statistics::score::Ratio| {
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

fn point(name: String, it: &Totals, group: usize) -> MapPoint {
    MapPoint { name, x: 100.0 * it.style.looseness(), y: 100.0 * it.style.aggression(), group }
}

fn map(title: &str, totals: &[Totals], found: &RingClustering) -> Picture {
    let agent =
        |number: usize| point(RING_AGENTS[number].name.to_string(), &totals[number], found.clustering.labels[number]);
    Picture::Map {
        title: title.to_owned(),
        description:
            "Figure 5.2 with the groups of table 5.5: looseness and aggression of the twelve players, coloured by \
                      learner, first seed"
                .to_owned(),
        x: "looseness, %".to_owned(),
        y: "aggression, %".to_owned(),
        groups: groups(),
        points: (0..AGENTS).map(agent).collect(),
    }
}

fn map_with_learners(first: &AtTheTable) -> Picture {
    let of_play = |totals: &[Totals], mark: &str| -> Vec<MapPoint> {
        let learner = |number: usize| point(format!("{} {mark}", number + 1), &totals[AGENTS + number], number);
        (0..LEARNERS).map(learner).collect()
    };
    let agent = |number: usize| {
        let group = first.found.clustering.labels[number];
        point(RING_AGENTS[number].name.to_string(), &first.sampled[number], group)
    };
    let players = (0..AGENTS).map(agent);
    Picture::Map {
        title: "Players and learners at one table".to_owned(),
        description:
            "Learners that play their most probable action (argmax) are more extreme than their players; learners \
                      that sample are among them; first seed"
                .to_owned(),
        x: "looseness, %".to_owned(),
        y: "aggression, %".to_owned(),
        groups: groups(),
        points: players
            .chain(of_play(&first.most_probable, "argmax"))
            .chain(of_play(&first.sampled, "sampled"))
            .collect(),
    }
}
