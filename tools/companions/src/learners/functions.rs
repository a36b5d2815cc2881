//! The first experiment: 121 functions of two numbers, grouped by four learners without seeing their parameters.
//!
//! `f(x1, x2; p1, p2) = x1^p1 + p2·x2` (5.1), both parameters in 0, 0.2, …, 2. Table 5.1: networks of 2-4-4-1, ReLU,
//! RMSProp, squared error. Choices: learning rate 0.01, decay 0.9, batches of 32, random labels, and lessons of equal
//! length.

use report::axis::Axis;
use report::chart::{Chart, Marks, NamedPoint};
use serde::Serialize;
use serde_json::json;
use tables::together::progress::{Cancelled, Progress};

use super::agreement::{eta_squared, neighbour_agreement};
use super::clustering::{Clustering, Fit, Lessons, Plan, Start, cluster};
use super::{Findings, Settings, learner_names, over_seeds};
use crate::claims::{Measured, Row, Table};
use crate::error::CompanionError;
use crate::mlp::examples::{Examples, Target};
use crate::mlp::network::Output;
use crate::mlp::training::Optimiser;
use crate::published::Published;
use crate::streams::{Purpose, unit};

/// Values of each parameter.
pub const GRID: usize = 11;
/// Pairs of numbers at which each function is known.
pub const PAIRS: usize = 128;
const INPUTS: Purpose = Purpose(0xbb67_ae85_84ca_a73b);

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FunctionsResult {
    pub sizes: Vec<usize>,
    /// The share of neighbours on the grid in one group.
    pub neighbour_agreement: f64,
    /// How much of p1's variance lies between groups, among functions with p1 ≥ 1.4.
    pub eta2_p1_high: f64,
    /// The same of p2.
    pub eta2_p2_high: f64,
    /// How much of p1's variance lies between groups, among functions with p1 ≤ 0.6.
    pub eta2_p1_low: f64,
    /// The same of p2.
    pub eta2_p2_low: f64,
    /// Groups, one row for each p1 from 0 on, one column for each p2.
    pub labels: Vec<Vec<usize>>,
}

impl FunctionsResult {
    /// Whether this is the picture of figure 5.1.
    pub fn is_as_published(&self) -> bool {
        self.sizes.iter().all(|&size| size > 0)
            && self.neighbour_agreement >= 0.75
            && self.eta2_p1_high > self.eta2_p2_high
            && self.eta2_p2_low > self.eta2_p1_low
    }
}

/// The parameter with this number, 0 to 2.
pub fn parameter(number: usize) -> f64 {
    number as f64 * 0.2
}

/// (5.1).
pub fn function(x: [f64; 2], p: [f64; 2]) -> f64 {
    x[0].powf(p[0]) + p[1] * x[1]
}

pub fn plan() -> Plan {
    Plan {
        widths: vec![2, 4, 4, 1],
        output: Output::Number,
        optimiser: Optimiser::RmsProp { rate: 0.01, decay: 0.9 },
        batch: 32,
        learners: 4,
        repetitions: 40,
        settled: 40,
        lesson: GRID * GRID * PAIRS * 5 / 4,
        judged: PAIRS,
        start: Start::RandomLabels,
        lessons: Lessons::Equal,
        fit: Fit::SquaredError,
    }
}

/// All functions at their pairs, those of a function one after another.
pub fn examples(seed: u64) -> (Examples<f32>, Vec<Vec<u32>>) {
    let mut examples = Examples::new(2);
    let mut players = Vec::new();
    for function_number in 0..GRID * GRID {
        let p = [function_number / GRID, function_number % GRID].map(parameter);
        let mut generator = INPUTS.generator(seed, function_number as u64);
        let first = examples.len() as u32;
        for _ in 0..PAIRS {
            let x = [0; 2].map(|_| 5.0 * unit(&mut generator));
            let inputs = x.iter().enumerate().map(|(place, &x)| (place, x as f32));
            examples.push(inputs, Target::Number(function(x, p) as f32));
        }
        players.push((first..examples.len() as u32).collect());
    }
    (examples, players)
}

pub fn run(seed: u64, progress: &dyn Progress) -> Result<FunctionsResult, Cancelled> {
    let (examples, players) = examples(seed);
    Ok(measured(&cluster(&examples, &players, &plan(), seed, progress)?))
}

fn measured(clustering: &Clustering) -> FunctionsResult {
    let labels = &clustering.labels;
    // For part of the rows: how much of the values of one parameter the groups explain.
    let eta = |which: usize, first: usize, last: usize| {
        let functions = first * GRID..(last + 1) * GRID;
        let values: Vec<f64> = functions.clone().map(|it| parameter([it / GRID, it % GRID][which])).collect();
        eta_squared(&values, &labels[functions])
    };
    FunctionsResult {
        sizes: clustering.sizes(),
        neighbour_agreement: neighbour_agreement(labels, GRID),
        eta2_p1_high: eta(0, 7, 10),
        eta2_p2_high: eta(1, 7, 10),
        eta2_p1_low: eta(0, 0, 3),
        eta2_p2_low: eta(1, 0, 3),
        labels: labels.chunks(GRID).map(<[usize]>::to_vec).collect(),
    }
}

pub(super) fn functions_part(
    settings: &Settings,
    published: &Published,
    progress: &dyn Progress,
) -> Result<Findings, CompanionError> {
    let seeds = 2 * settings.seeds;
    let results = over_seeds(("functions", seeds), settings.seed, progress, |seed| run(seed, progress))?;
    let share = results.iter().filter(|it| it.is_as_published()).count() as f64 / seeds as f64;
    Ok(Findings {
        tables: vec![table(&results)],
        claims: vec![published.claim_at_least("F1", share)?],
        results: json!({ "seeds": results }),
        pictures: results.first().map(map).into_iter().collect(),
    })
}

/// Ours alone: the thesis shows a picture and no number.
fn table(results: &[FunctionsResult]) -> Table {
    let row = |(number, it): (usize, &FunctionsResult)| {
        let [least, most] =
            [it.sizes.iter().min(), it.sizes.iter().max()].map(|size| size.copied().unwrap_or(0) as f64);
        let eta = [it.eta2_p1_high, it.eta2_p2_high, it.eta2_p1_low, it.eta2_p2_low];
        let cells = [least, most, it.neighbour_agreement].into_iter().chain(eta).map(Measured::exact);
        Row::ours(format!("seed {}", number + 1), &cells.collect::<Vec<_>>())
    };
    let columns = [
        "smallest group",
        "largest group",
        "neighbours agree",
        "η²(p1), p1 ≥ 1.4",
        "η²(p2), p1 ≥ 1.4",
        "η²(p1), p1 ≤ 0.6",
        "η²(p2), p1 ≤ 0.6",
    ];
    let rows = results.iter().enumerate().map(row).collect();
    Table::ours("functions", "121 functions in four groups (figure 5.1 in numbers)", &columns, rows)
}

fn map(result: &FunctionsResult) -> Chart {
    let point = |place: usize| NamedPoint {
        name: String::new(),
        x: parameter(place / GRID),
        y: parameter(place % GRID),
        group: result.labels[place / GRID][place % GRID],
    };
    Chart {
        title: "Functions by their parameters".to_owned(),
        description: "Figure 5.1: each function at its parameters, coloured by its learner, first seed".to_owned(),
        x: Axis::linear("p1"),
        y: Axis::linear("p2"),
        marks: Marks::Points {
            groups: learner_names(result.sizes.len()),
            points: (0..GRID * GRID).map(point).collect(),
        },
    }
}
