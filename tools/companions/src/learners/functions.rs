//! The first experiment: 121 functions of two numbers, grouped by four learners without seeing their parameters.
//!
//! `f(x1, x2; p1, p2) = x1^p1 + p2·x2` (5.1), both parameters in 0, 0.2, …, 2. Table 5.1: networks of 2-4-4-1, ReLU,
//! RMSProp, squared error. Choices: learning rate 0.01, decay 0.9, batches of 32, random labels, and lessons of equal
//! length.

use report::chart::{Chart, Marks, NamedPoint};
use serde::Serialize;
use serde_json::json;
use tables::together::progress::Progress;

use super::clustering::{Fit, Plan, Start, cluster, eta_squared, neighbour_agreement};
use super::{Settings, learner_names, over_seeds};
use crate::claims::{Measured, Reproduction, Row, Table, chart};
use crate::error::Result;
use crate::mlp::training::Optimiser;
use crate::mlp::{Example, Output, Target};
use crate::published::Published;
use crate::streams::{Purpose, unit};

pub const GRID: usize = 11;
const PAIRS: usize = 128;
const INPUTS: Purpose = Purpose(0xbb67_ae85_84ca_a73b);

/// The groups in numbers. η² of a parameter is how much of its variance lies between groups, among functions with high
/// p1 (from 1.4 on) or with low p1 (up to 0.6).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FunctionsResult {
    pub sizes: Vec<usize>,
    pub neighbour_agreement: f64,
    pub eta2_p1_high: f64,
    pub eta2_p2_high: f64,
    pub eta2_p1_low: f64,
    pub eta2_p2_low: f64,
    /// Groups, one row for each p1 from 0 on, one column for each p2.
    pub labels: Vec<Vec<usize>>,
}

impl FunctionsResult {
    pub fn is_as_published(&self) -> bool {
        self.sizes.iter().all(|&size| size > 0)
            && self.neighbour_agreement >= 0.75
            && self.eta2_p1_high > self.eta2_p2_high
            && self.eta2_p2_low > self.eta2_p1_low
    }
}

pub fn parameter(number: usize) -> f64 {
    number as f64 * 0.2
}

/// (5.1).
pub fn function(x: [f64; 2], p: [f64; 2]) -> f64 {
    x[0].powf(p[0]) + p[1] * x[1]
}

fn plan() -> Plan {
    Plan {
        output: Output::Number,
        optimiser: Optimiser::RmsProp { rate: 0.01, decay: 0.9 },
        lesson: GRID * GRID * PAIRS * 5 / 4,
        judged: PAIRS,
        start: Start::RandomLabels,
        fit: Fit::SquaredError,
        ..Plan::of_actions(vec![2, 4, 4, 1], 4, 40)
    }
}

fn examples(seed: u64) -> (Vec<Example>, Vec<Vec<u32>>) {
    let mut examples = Vec::new();
    for function_number in 0..GRID * GRID {
        let p = [function_number / GRID, function_number % GRID].map(parameter);
        let mut generator = INPUTS.generator(seed, function_number as u64);
        examples.extend((0..PAIRS).map(|_| {
            let x = [0; 2].map(|_| 5.0 * unit(&mut generator));
            Example::new(x.map(|x| x as f32).into_iter().enumerate(), Target::Number(function(x, p) as f32))
        }));
    }
    let numbers: Vec<u32> = (0..examples.len() as u32).collect();
    (examples, numbers.chunks(PAIRS).map(<[u32]>::to_vec).collect())
}

pub fn run(seed: u64, progress: &dyn Progress) -> Result<FunctionsResult> {
    let (examples, players) = examples(seed);
    let clustering = cluster(&examples, &players, &plan(), seed, progress)?;
    let labels = &clustering.labels;
    // For part of the rows: how much of the values of one parameter the groups explain.
    let eta = |which: usize, first: usize, last: usize| {
        let functions = first * GRID..(last + 1) * GRID;
        let values: Vec<f64> = functions.clone().map(|it| parameter([it / GRID, it % GRID][which])).collect();
        eta_squared(&values, &labels[functions])
    };
    Ok(FunctionsResult {
        sizes: clustering.sizes(),
        neighbour_agreement: neighbour_agreement(labels, GRID),
        eta2_p1_high: eta(0, 7, 10),
        eta2_p2_high: eta(1, 7, 10),
        eta2_p1_low: eta(0, 0, 3),
        eta2_p2_low: eta(1, 0, 3),
        labels: labels.chunks(GRID).map(<[usize]>::to_vec).collect(),
    })
}

pub(super) fn functions_part(
    settings: &Settings,
    published: &Published,
    found: &mut Reproduction,
    progress: &dyn Progress,
) -> Result<()> {
    let seeds = 2 * settings.seeds;
    let results = over_seeds(("functions", seeds), settings.seed, progress, |seed| run(seed, progress))?;
    let share = results.iter().filter(|it| it.is_as_published()).count() as f64 / seeds as f64;
    found.tables.push(table(&results));
    found.claims.push(published.claim_at_least("F1", share)?);
    found.pictures.extend(results.first().map(map));
    found.results["functions"] = json!({ "seeds": results });
    Ok(())
}

fn table(results: &[FunctionsResult]) -> Table {
    let row = |(number, it): (usize, &FunctionsResult)| {
        let [least, most] =
            [it.sizes.iter().min(), it.sizes.iter().max()].map(|size| size.copied().unwrap_or(0) as f64);
        let eta = [it.eta2_p1_high, it.eta2_p2_high, it.eta2_p1_low, it.eta2_p2_low];
        let cells = [least, most, it.neighbour_agreement].into_iter().chain(eta).map(Measured::exact);
        Row::ours(format!("seed {}", number + 1), &cells.collect::<Vec<_>>())
    };
    let of_groups = ["smallest group", "largest group", "neighbours agree"];
    let of_parameters = ["η²(p1), p1 ≥ 1.4", "η²(p2), p1 ≥ 1.4", "η²(p1), p1 ≤ 0.6", "η²(p2), p1 ≤ 0.6"];
    let columns = [&of_groups[..], &of_parameters].concat();
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
    let description = "Figure 5.1: each function at its parameters, coloured by its learner, first seed";
    let points = (0..GRID * GRID).map(point).collect();
    let marks = Marks::Points { groups: learner_names(result.sizes.len()), points };
    chart("Functions by their parameters", description, ["p1", "p2"], marks)
}
