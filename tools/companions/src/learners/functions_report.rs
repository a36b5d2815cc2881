//! What the first experiment found, over several seeds.

use serde_json::json;
use tables::together::progress::Progress;

use super::functions::{FunctionsResult, GRID, parameter, run};
use super::reproduction::{Findings, Settings, seed_of};
use crate::claims::{Measured, Row, Table, Verdict};
use crate::error::CompanionError;
use crate::numbered_work::in_order;
use crate::pictures::{MapPoint, Picture};
use crate::published::Published;

pub(super) fn functions_part(
    settings: &Settings,
    published: &Published,
    progress: &dyn Progress,
) -> Result<Findings, CompanionError> {
    let seeds = 2 * settings.seeds;
    let one = |number: u64| run(seed_of(settings.seed, number), progress);
    let results: Vec<FunctionsResult> =
        in_order(("functions", "seeds"), seeds, progress, one)?.into_iter().collect::<Result<_, _>>()?;
    let share = results.iter().filter(|it| it.is_as_published()).count() as f64 / seeds as f64;
    let verdict = Verdict::holds(share >= published.limit("F1")?);
    Ok(Findings {
        tables: vec![table(&results)],
        claims: vec![published.claim("F1", Some(share), verdict)?],
        results: json!({ "seeds": results }),
        pictures: results.first().map(map).into_iter().collect(),
    })
}

/// Ours alone: the thesis shows a picture and no number.
fn table(results: &[FunctionsResult]) -> Table {
    let row = |(number, it): (usize, &FunctionsResult)| {
        let least = it.sizes.iter().min().copied().unwrap_or(0) as f64;
        let most = it.sizes.iter().max().copied().unwrap_or(0) as f64;
        let eta = [it.eta2_p1_high, it.eta2_p2_high, it.eta2_p1_low, it.eta2_p2_low];
        let cells: Vec<Measured> =
            [least, most, it.neighbour_agreement].into_iter().chain(eta).map(Measured::exact).collect();
        Row::new(format!("seed {}", number + 1), &[], &cells)
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
    Table {
        id: "functions".to_owned(),
        title: "121 functions in four groups (figure 5.1 in numbers)".to_owned(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: results.iter().enumerate().map(row).collect(),
    }
}

fn map(result: &FunctionsResult) -> Picture {
    let point = |place: usize| MapPoint {
        name: String::new(),
        x: parameter(place / GRID),
        y: parameter(place % GRID),
        group: result.labels[place / GRID][place % GRID],
    };
    Picture::Map {
        title: "Functions by their parameters".to_owned(),
        description: "Figure 5.1: each function at its parameters, coloured by its learner, first seed".to_owned(),
        x: "p1".to_owned(),
        y: "p2".to_owned(),
        groups: (1..=result.sizes.len()).map(|number| format!("learner {number}")).collect(),
        points: (0..GRID * GRID).map(point).collect(),
    }
}
