//! The simulation as tables beside the published ones, as values for scripts and as pictures.
//!
//! What each part of the system is worth: the same games without it.

use report::axis::AxisTitle;
use report::curve::{Curve, Point, Series};
use report::scatter::{Scatter, ScatterPoint};
use serde_json::{Value, json};

use super::decisions::OpeningRule;
use super::estimate::RULES;
use super::model::{Learning, Model, Staying, Style};
use super::points::Worth;
use super::rules::Seat;
use super::simulation::{OPENINGS, Plan, RowKind, Tally, deals_of_set};
use crate::claims::{Measured, Row, Table};
use crate::error::CompanionError;
use crate::pictures::Picture;
use crate::published::Published;
use crate::sums::{score, share_error, variance};

/// The columns of tables 4.2 to 4.4.
fn columns(tally: &Tally) -> [f64; 7] {
    [
        tally.gain as f64,
        f64::from(tally.won),
        f64::from(tally.bluffs),
        f64::from(tally.bluff_success),
        f64::from(tally.superior_showdowns),
        f64::from(tally.moves[0]),
        f64::from(tally.moves[1]),
    ]
}

/// One of tables 4.2 to 4.4; its first row is `first_row` of the results. The standard error of a published number is
/// the standard deviation between our sets, of which the thesis has one.
pub fn table(
    published: &Published,
    id: &str,
    results: &[Vec<Tally>],
    first_row: usize,
) -> Result<Table, CompanionError> {
    published.beside(id, |row| {
        let column = |column: usize| {
            let score = score(&each(results, first_row + row, &|tally| columns(tally)[column]));
            Measured::new(score.mean, score.standard_error).with_paper_se(variance(&score).sqrt())
        };
        (0..7).map(column).collect()
    })
}

/// Table 4.1: how often each hand comes in the deals of a set.
pub(crate) fn hands_table(published: &Published, plan: &Plan) -> Result<Table, CompanionError> {
    let sets: Vec<_> = (0..plan.sets).map(|set| deals_of_set(plan, plan.first_set + set)).collect();
    let deals = (plan.games as u64 * plan.sets) as f64;
    published.beside("4.1", |seat| {
        let mut counts = [0u32; crate::stud::points::POINTS];
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

/// A number of one row, set by set.
pub fn each(results: &[Vec<Tally>], row: usize, of: &dyn Fn(&Tally) -> f64) -> Vec<f64> {
    results.iter().map(|set| of(&set[row])).collect()
}

/// The rows under the keys that scripts rely on: means over sets.
pub(crate) fn rows_json(kinds: &[RowKind], results: &[Vec<Tally>]) -> Vec<Value> {
    let row = |(row, kind): (usize, &RowKind)| {
        let of = |of: &dyn Fn(&Tally) -> f64| score(&each(results, row, of));
        let count = |count: &dyn Fn(&Tally) -> u32| of(&|tally| f64::from(count(tally))).mean;
        let (gain, won) = (of(&|tally| tally.gain as f64), of(&|tally| f64::from(tally.won)));
        let tendency = |rule: usize| of(&|tally| tally.tendencies.0[rule]).mean;
        json!({
            "opening": OPENINGS[kind.opening].1,
            "model": kind.style.letters(),
            "seat": if kind.seat == Seat::First { "first" } else { "second" },
            "gain": gain.mean, "gain_se": gain.standard_error,
            "won": won.mean, "won_se": won.standard_error,
            "bluffs": count(&|it| it.bluffs),
            "bluffs_from_turn6": count(&|it| it.bluffs_from_turn6),
            "bluff_success": count(&|it| it.bluff_success),
            "bluff_success_from_turn5": count(&|it| it.bluff_success_from_turn5),
            "superior_showdowns": count(&|it| it.superior_showdowns),
            "moves_10000": count(&|it| it.moves[0]),
            "moves_20000": count(&|it| it.moves[1]),
            "end_firings": count(&Tally::end_firings),
            "much_firings": count(&Tally::much_firings),
            "tendencies": (0..RULES).map(tendency).collect::<Vec<_>>(),
        })
    };
    kinds.iter().enumerate().map(row).collect()
}

/// Games between two points of a curve.
const CURVE_STEP: usize = 25;

/// The tendency of strong hands at the end as it is learned, by style: the lost figures 4.1.1 to 4.3.4 in one.
pub fn curves(kinds: &[RowKind], results: &[Vec<Tally>]) -> Picture {
    let series = Style::ALL.map(|style| {
        let rows: Vec<&Tally> = results
            .iter()
            .flat_map(|set| kinds.iter().zip(set).filter(|(kind, _)| kind.style == style).map(|(_, tally)| tally))
            .collect();
        let games = rows.first().map_or(0, |tally| tally.end_strong.len());
        let point = |game: usize| {
            let score = score(&rows.iter().map(|tally| tally.end_strong[game - 1]).collect::<Vec<_>>());
            let half_width = Some(score.ci95()).filter(|it| it.is_finite());
            Point { x: game as f64, y: score.mean, half_width }
        };
        let points = (1..=games).filter(|game| game % CURVE_STEP == 0 || *game == games).map(point).collect();
        Series { name: style.letters().to_owned(), points }
    });
    Picture::Curve(Curve {
        title: "What the system learns about the end of a game".to_owned(),
        description: "Mean tendency of the rules for strong hands at the end, by the opponent's style. \
            Below 50: the opponent who is still there is stronger than the enumeration says."
            .to_owned(),
        x: AxisTitle::linear("games played"),
        y: AxisTitle::linear("tendency, %"),
        series: series.to_vec(),
    })
}

/// Each row by how often rules of the end and of much fired.
pub fn map(kinds: &[RowKind], results: &[Vec<Tally>]) -> Picture {
    let point = |(row, kind): (usize, &RowKind)| {
        let share = |count: &dyn Fn(&Tally) -> u32| {
            let all = |tally: &Tally| f64::from(tally.firings.iter().sum::<u32>().max(1));
            100.0 * score(&each(results, row, &|tally| f64::from(count(tally)) / all(tally))).mean
        };
        let name = format!("{}, {}", kind.name(), OPENINGS[kind.opening].1);
        ScatterPoint { name, x: share(&Tally::end_firings), y: share(&Tally::much_firings), group: kind.style as usize }
    };
    Picture::Map(Scatter {
        title: "Styles by the rules that fire".to_owned(),
        description: "Each row of tables 4.2 to 4.4: the share of rules of the end, and of rules of much.".to_owned(),
        x: AxisTitle::linear("rules of the end, %"),
        y: AxisTitle::linear("rules of much, %"),
        groups: Style::ALL.map(|style| style.letters().to_owned()).to_vec(),
        points: kinds.iter().enumerate().map(point).collect(),
    })
}

/// The system without one of its parts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Ablation {
    /// What is missing.
    pub name: &'static str,
    pub model: Model,
}

/// The systems that are compared with the whole one.
pub(crate) const ABLATIONS: [Ablation; 3] = [
    Ablation { name: "bluffs when inferior", model: Model { staying: Staying::Tight, ..Model::SYSTEM } },
    Ablation { name: "learning", model: Model { learning: Learning::Never, ..Model::SYSTEM } },
    Ablation {
        name: "opening the second weakest card at times",
        model: Model { opening: OpeningRule::AlwaysWeakest, ..Model::SYSTEM },
    },
];

/// How much the whole system gains and wins over each smaller one per row of games, set by set on the same deals; and
/// how many games would distinguish the difference in gain from 0 at 95 %.
pub(crate) fn ablation_table(whole: &[Vec<Tally>], changed: &[Vec<Vec<Tally>>], games: usize) -> (Table, Value) {
    let mut rows = Vec::new();
    let mut values = Vec::new();
    for (ablation, smaller) in ABLATIONS.iter().zip(changed) {
        let differences = |of: &dyn Fn(&Tally) -> f64| -> Vec<f64> {
            let sets = whole.iter().zip(smaller);
            let set = |(whole, smaller): (&Vec<Tally>, &Vec<Tally>)| {
                let rows = whole.iter().zip(smaller);
                rows.map(|(whole, smaller)| of(whole) - of(smaller)).sum::<f64>() / smaller.len() as f64
            };
            sets.map(set).collect()
        };
        let (gain, won) = (score(&differences(&|it| it.gain as f64)), score(&differences(&|it| f64::from(it.won))));
        let played = (games * smaller.first().map_or(0, Vec::len)) as f64;
        // A mean of n sets differs from 0 once it is 1.96 standard errors away.
        let needed = played * variance(&gain) * (1.96 / gain.mean).powi(2);
        let of = |it: &matches::statistics::score::Score| Measured::new(it.mean, it.standard_error);
        rows.push(Row::new(ablation.name, &[], &[of(&gain), of(&won), Measured::exact(needed)]));
        values.push(json!({
            "part": ablation.name,
            "gain": gain.mean, "gain_se": gain.standard_error, "gain_ci95": gain.ci95(),
            "won": won.mean, "won_se": won.standard_error,
            "games_needed": Some(needed).filter(|it| it.is_finite()),
        }));
    }
    let columns = ["gain", "games won", "games that would show the gain"].map(str::to_owned).to_vec();
    let title = format!(
        "what a part of the system is worth: with it less without it, {games} games a row, models that open at random"
    );
    (Table { id: "ablation".to_owned(), title, columns, rows }, Value::Array(values))
}
