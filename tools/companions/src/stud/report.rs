//! The simulation as tables beside the published ones, as values for scripts and as pictures; what each part of the
//! system is worth, by the same games without it; and the claims: what must hold over all sets, and whether it does.
//!
//! One of them is that a style can be identified by what the system has learned about it. The thesis's authors judged
//! by eye from curves of the tendencies (10 of 12 persons as the questionnaire had them); here the nearest centroid
//! decides, trained on some sets of deals and tested on others.

use matches::statistics::score::Score;
use report::chart::{Chart, Marks, NamedPoint, Point, Series};
use serde_json::{Value, json};

use super::endgame::EndgameReport;
use super::estimate::{RULES, START};
use super::model::{Learning, Model, OpeningRule, Staying, Style};
use super::points::{POINTS, Worth};
use super::rules::Seat;
use super::simulation::{OPENINGS, PLACES, Plan, RowKind, Tally, deals_of_set, kinds_of};
use crate::claims::{Claim, Measured, Row, Table, Verdict, chart};
use crate::error::Result;
use crate::published::Published;
use crate::sums::{score, share_error, t_of, two_proportions, variance};

/// How far from the published numbers games won and superior showdowns may be.
const WON_WITHIN: f64 = 35.0;
const SHOWDOWNS_WITHIN: f64 = 25.0;

/// `confusion` is of sets that the classifier was not trained on: true style by its own.
pub(super) fn claims(
    published: &Published,
    results: &[Vec<Tally>],
    confusion: &[[u32; 4]; 4],
    endgames: &EndgameReport,
) -> Result<Vec<Claim>> {
    let tight = |kind: RowKind| kind.style.is_tight();
    let loose = |kind: RowKind| !kind.style.is_tight();
    let second = |kind: RowKind| kind.seat == Seat::Second;
    let aggressive = |kind: RowKind| kind.style.is_aggressive();
    let won = |tally: &Tally| f64::from(tally.won);
    let moves = |size: usize| t_between(results, &loose, &move |tally: &Tally| f64::from(tally.moves[size]));
    let end = t_between(results, &loose, &|tally| f64::from(tally.end_firings()));
    let much = t_between(results, &aggressive, &|tally| f64::from(tally.much_firings()));
    let showdowns = |of: &dyn Fn(RowKind) -> bool| total(results, of, &|tally| f64::from(tally.superior_showdowns));
    let weak_above = endgames.weak_bets_above;
    let difference = (weak_above.mean / weak_above.standard_error).abs();
    Ok(vec![
        published.claim_at_least("B1", t_between(results, &loose, &|tally| tally.gain as f64))?,
        published.claim_at_least("B2", t_between(results, &tight, &won))?,
        published.claim_at_least("B3", t_between(results, &second, &won))?,
        published.claim_at_least("B4", moves(0).min(moves(1)))?,
        published.claim_at_least("B5", showdowns(&loose) / showdowns(&tight))?,
        published.claim_at_least("B6", end.min(much))?,
        published.claim_at_least("B7", close_to_published(results, published)?)?,
        bluff_success(results, published)?,
        published.claim_at_least("B9", strong_at_the_end(results))?,
        published.claim_at_least("B10", 100.0 * accuracy(confusion))?,
        published.claim_at_most("E1", 100.0 * endgames.worst_equilibrium)?,
        published.claim_at_most("E2", 100.0 * endgames.system_exploitability())?,
        published.claim_at_most("E3", difference)?,
    ])
}

/// Student's t of the difference between the mean of some rows and that of the others, set by set.
fn t_between(results: &[Vec<Tally>], of: &dyn Fn(RowKind) -> bool, value: &dyn Fn(&Tally) -> f64) -> f64 {
    let difference = |set: &Vec<Tally>| {
        kinds_of(set).map(|(kind, tally)| if of(kind) { value(tally) } else { -value(tally) }).sum::<f64>()
    };
    t_of(&results.iter().map(difference).collect::<Vec<_>>())
}

/// The sum over some rows of all sets.
fn total(results: &[Vec<Tally>], of: &dyn Fn(RowKind) -> bool, value: &dyn Fn(&Tally) -> f64) -> f64 {
    let rows = results.iter().flat_map(|set| kinds_of(set));
    rows.filter(|(kind, _)| of(*kind)).map(|(_, tally)| value(tally)).sum()
}

/// How many of the eight numbers of B7 are close to the published ones.
fn close_to_published(results: &[Vec<Tally>], published: &Published) -> Result<f64> {
    let table = published.table("4.2")?;
    let mean = |row: usize, of: fn(&Tally) -> f64| over_sets(results, row, of).mean;
    let firsts = table.rows.iter().zip(RowKind::all()).enumerate().filter(|(_, (_, kind))| kind.seat == Seat::First);
    let close = firsts.flat_map(|(row, (published, _))| {
        let won = (mean(row, |tally| f64::from(tally.won)) - published.values[1]).abs() <= WON_WITHIN;
        let shown =
            (mean(row, |tally| f64::from(tally.superior_showdowns)) - published.values[4]).abs() <= SHOWDOWNS_WITHIN;
        [won, shown]
    });
    Ok(close.filter(|&close| close).count() as f64)
}

/// B8: how much more often bluffs succeed against tight models, in percentage points.
fn bluff_success(results: &[Vec<Tally>], published: &Published) -> Result<Claim> {
    let of = |tight: bool| {
        let rows = move |kind: RowKind| kind.style.is_tight() == tight;
        let successes = total(results, &rows, &|tally| f64::from(tally.bluff_success));
        (successes, total(results, &rows, &|tally| f64::from(tally.bluffs_from_turn6)))
    };
    let (tight, loose) = (of(true), of(false));
    let z = two_proportions(tight, loose);
    let verdict = match z {
        _ if z > 3.0 => Verdict::Reproduced,
        _ if z < -3.0 => Verdict::NotReproduced,
        _ => Verdict::Noise,
    };
    published.claim("B8", Some(100.0 * (tight.0 / tight.1 - loose.0 / loose.1)), verdict)
}

fn strong_at_the_end(results: &[Vec<Tally>]) -> f64 {
    let tendency = |tally: &Tally| tally.end_strong.last().copied().unwrap_or(START);
    let tight = |set: &Vec<Tally>| {
        let rows = kinds_of(set).filter(|(kind, _)| kind.style.is_tight());
        let below: Vec<f64> = rows.map(|(_, tally)| START - tendency(tally)).collect();
        below.iter().sum::<f64>() / below.len() as f64
    };
    let below = t_of(&results.iter().map(tight).collect::<Vec<_>>());
    below.min(t_between(results, &|kind| !kind.style.is_tight(), &tendency))
}

/// Numbers that describe what was learned in one row of games: 18 tendencies in [0, 1] and 9 shares of firings.
pub const FEATURES: usize = RULES + PLACES;
pub type Features = [f64; FEATURES];

/// A nearest-centroid classifier; each feature is measured in its own standard deviations.
#[derive(Clone, PartialEq, Debug)]
pub struct Classifier {
    centroids: [Features; Style::ALL.len()],
    scales: Features,
}

impl Classifier {
    pub fn new(examples: &[(Style, Features)]) -> Self {
        let mean = |of: &dyn Fn(Style) -> bool| -> Features {
            let chosen: Vec<&Features> = examples.iter().filter(|it| of(it.0)).map(|it| &it.1).collect();
            let count = chosen.len().max(1) as f64;
            std::array::from_fn(|feature| chosen.iter().map(|it| it[feature]).sum::<f64>() / count)
        };
        let all = mean(&|_| true);
        let scales = std::array::from_fn(|feature| {
            let squares: f64 = examples.iter().map(|(_, it)| (it[feature] - all[feature]).powi(2)).sum();
            let deviation = (squares / examples.len().max(1) as f64).sqrt();
            // What never varies says nothing.
            if deviation > 0.0 { 1.0 / deviation } else { 0.0 }
        });
        Self { centroids: Style::ALL.map(|style| mean(&|it| it == style)), scales }
    }

    pub(crate) fn style_of(&self, features: &Features) -> Style {
        let distance = |style: Style| -> f64 {
            let centroid = &self.centroids[style as usize];
            (0..FEATURES).map(|it| ((features[it] - centroid[it]) * self.scales[it]).powi(2)).sum()
        };
        let [first, rest @ ..] = Style::ALL;
        rest.into_iter().fold(first, |best, style| if distance(style) < distance(best) { style } else { best })
    }

    /// How often examples of true style (row) are called by each name (column), in the order of [`Style::ALL`].
    pub fn confusion(&self, examples: &[(Style, Features)]) -> [[u32; 4]; 4] {
        let mut confusion = [[0; 4]; 4];
        for (style, features) in examples {
            confusion[*style as usize][self.style_of(features) as usize] += 1;
        }
        confusion
    }
}

/// The share of examples on the diagonal of a confusion table; 0 without examples.
pub fn accuracy(confusion: &[[u32; 4]; 4]) -> f64 {
    let right: u32 = (0..4).map(|style| confusion[style][style]).sum();
    let all: u32 = confusion.iter().flatten().sum();
    f64::from(right) / f64::from(all.max(1))
}

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
