//! The simulation as tables beside the published ones, as values for scripts and as pictures; and what each part of the
//! system is worth, by the same games without it.

use matches::statistics::score::Score;
use report::chart::{Chart, Marks, NamedPoint, Point, Series};
use serde_json::{Value, json};

use super::estimate::RULES;
use super::model::{Learning, Model, OpeningRule, Staying, Style};
use super::points::{POINTS, Worth};
use super::rules::Seat;
use super::simulation::{OPENINGS, Plan, RowKind, Tally, deals_of_set, kinds_of};
use crate::claims::{Measured, Row, Table, chart};
use crate::error::Result;
use crate::published::Published;
use crate::sums::{score, share_error, variance};

type Count = fn(&Tally) -> f64;

/// What is counted over a row of games, with its key; the first seven are the columns of tables 4.2 to 4.4.
const COUNTS: [(&str, Count); 11] = [
    ("gain", |it| it.gain as f64),
    ("won", |it| f64::from(it.won)),
    ("bluffs", |it| f64::from(it.bluffs)),
    ("bluff_success", |it| f64::from(it.bluff_success)),
    ("superior_showdowns", |it| f64::from(it.superior_showdowns)),
    ("moves_10000", |it| f64::from(it.moves[0])),
    ("moves_20000", |it| f64::from(it.moves[1])),
    ("bluffs_from_turn6", |it| f64::from(it.bluffs_from_turn6)),
    ("bluff_success_from_turn5", |it| f64::from(it.bluff_success_from_turn5)),
    ("end_firings", |it| f64::from(it.end_firings())),
    ("much_firings", |it| f64::from(it.much_firings())),
];

pub(super) fn over_sets(results: &[Vec<Tally>], row: usize, of: impl Fn(&Tally) -> f64) -> Score {
    score(&results.iter().map(|set| of(&set[row])).collect::<Vec<_>>())
}

/// One of tables 4.2 to 4.4; its first row is `first_row` of the results. The standard error of a published number is
/// the standard deviation between our sets, of which the thesis has one.
pub(super) fn table(published: &Published, id: &str, results: &[Vec<Tally>], first_row: usize) -> Result<Table> {
    published.beside(id, |row| {
        let scores = COUNTS[..7].iter().map(|(_, of)| over_sets(results, first_row + row, of));
        scores.map(|score| Measured::of(&score).with_paper_se(variance(&score).sqrt())).collect()
    })
}

/// Table 4.1: how often each hand comes in the deals of a set.
pub(crate) fn hands_table(published: &Published, plan: &Plan) -> Result<Table> {
    let sets: Vec<_> = (0..plan.sets).map(|set| deals_of_set(plan, plan.first_set + set)).collect();
    let deals = (plan.games as u64 * plan.sets) as f64;
    published.beside("4.1", |seat| {
        let mut counts = [0u32; POINTS];
        for deal in sets.iter().flatten() {
            counts[Worth::of(deal.0[seat].held_on(7)).points()] += 1;
        }
        let measured = |&count: &u32| {
            let share = f64::from(count) / deals;
            let (ours, theirs) = (share_error(share, deals), share_error(share, 500.0));
            Measured::new(500.0 * share, 500.0 * ours).with_paper_se(500.0 * theirs)
        };
        counts.iter().take(7).map(measured).collect()
    })
}

pub(super) fn rows_json(results: &[Vec<Tally>]) -> Vec<Value> {
    let row = |(row, kind): (usize, RowKind)| {
        let tendency = |rule: usize| over_sets(results, row, |tally| tally.tendencies.0[rule]).mean;
        let mut record = json!({
            "opening": OPENINGS[kind.opening].1,
            "model": kind.style.letters(),
            "seat": if kind.seat == Seat::First { "first" } else { "second" },
            "tendencies": (0..RULES).map(tendency).collect::<Vec<_>>(),
        });
        for (key, of) in COUNTS {
            let score = over_sets(results, row, of);
            record[key] = json!(score.mean);
            if ["gain", "won"].contains(&key) {
                record[format!("{key}_se")] = json!(score.standard_error);
            }
        }
        record
    };
    RowKind::all().into_iter().enumerate().map(row).collect()
}

/// Games between two points of a curve.
const CURVE_STEP: usize = 25;

/// The tendency of strong hands at the end as it is learned, by style: the lost figures 4.1.1 to 4.3.4 in one.
pub fn curves(results: &[Vec<Tally>]) -> Chart {
    let series = Style::ALL.map(|style| {
        let rows = results.iter().flat_map(|set| kinds_of(set)).filter(|(kind, _)| kind.style == style);
        let rows: Vec<&Tally> = rows.map(|(_, tally)| tally).collect();
        let games = rows.first().map_or(0, |tally| tally.end_strong.len());
        let point = |game: usize| {
            let score = score(&rows.iter().map(|tally| tally.end_strong[game - 1]).collect::<Vec<_>>());
            let half_width = Some(score.ci95()).filter(|it| it.is_finite());
            Point { x: game as f64, y: score.mean, half_width }
        };
        let points = (1..=games).filter(|game| game % CURVE_STEP == 0 || *game == games).map(point).collect();
        Series { name: style.letters().to_owned(), points }
    });
    let description = "Mean tendency of the rules for strong hands at the end, by the opponent's style. \
        Below 50: the opponent who is still there is stronger than the enumeration says.";
    let title = "What the system learns about the end of a game";
    chart(title, description, ["games played", "tendency, %"], Marks::Lines(series.to_vec()))
}

pub fn map(results: &[Vec<Tally>]) -> Chart {
    let point = |(row, kind): (usize, RowKind)| {
        let share = |count: &dyn Fn(&Tally) -> u32| {
            let all = |tally: &Tally| f64::from(tally.firings.iter().sum::<u32>().max(1));
            100.0 * over_sets(results, row, |tally| f64::from(count(tally)) / all(tally)).mean
        };
        let name = format!("{}, {}", kind.name(), OPENINGS[kind.opening].1);
        NamedPoint { name, x: share(&Tally::end_firings), y: share(&Tally::much_firings), group: kind.style as usize }
    };
    let description = "Each row of tables 4.2 to 4.4: the share of rules of the end, and of rules of much.";
    let axes = ["rules of the end, %", "rules of much, %"];
    let groups = Style::ALL.map(|style| style.letters().to_owned()).to_vec();
    let points = RowKind::all().into_iter().enumerate().map(point).collect();
    chart("Styles by the rules that fire", description, axes, Marks::Points { groups, points })
}

/// What is left of the system without one of its parts, by the missing part.
pub(super) const ABLATIONS: [(&str, Model); 3] = [
    ("bluffs when inferior", Model { staying: Staying::Tight, ..Model::SYSTEM }),
    ("learning", Model { learning: Learning::Never, ..Model::SYSTEM }),
    ("opening the second weakest card at times", Model { opening: OpeningRule::AlwaysWeakest, ..Model::SYSTEM }),
];

/// How much the whole system gains and wins over each smaller one per row of games, set by set on the same deals; and
/// how many games would distinguish the difference in gain from 0 at 95 %.
pub(crate) fn ablation_table(whole: &[Vec<Tally>], changed: &[Vec<Vec<Tally>>], games: usize) -> (Table, Value) {
    let (mut rows, mut values) = (Vec::new(), Vec::new());
    for ((part, _), smaller) in ABLATIONS.iter().zip(changed) {
        let difference = |of: Count| {
            let set = |(whole, smaller): (&Vec<Tally>, &Vec<Tally>)| {
                let rows = whole.iter().zip(smaller);
                rows.map(|(whole, smaller)| of(whole) - of(smaller)).sum::<f64>() / smaller.len() as f64
            };
            score(&whole.iter().zip(smaller).map(set).collect::<Vec<_>>())
        };
        let (gain, won) = (difference(COUNTS[0].1), difference(COUNTS[1].1));
        let played = (games * smaller.first().map_or(0, Vec::len)) as f64;
        // A mean of n sets differs from 0 once it is 1.96 standard errors away.
        let needed = played * variance(&gain) * (1.96 / gain.mean).powi(2);
        rows.push(Row::ours(*part, &[Measured::of(&gain), Measured::of(&won), Measured::exact(needed)]));
        values.push(json!({
            "part": part,
            "gain": gain.mean, "gain_se": gain.standard_error, "gain_ci95": gain.ci95(),
            "won": won.mean, "won_se": won.standard_error,
            "games_needed": Some(needed).filter(|it| it.is_finite()),
        }));
    }
    let columns = ["gain", "games won", "games that would show the gain"];
    let title = format!(
        "what a part of the system is worth: with it less without it, {games} games a row, models that open at random"
    );
    (Table::ours("ablation", title, &columns, rows), Value::Array(values))
}
