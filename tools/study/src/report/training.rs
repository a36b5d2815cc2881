//! The report's section on training: how long each strategy was trained, and what was measured on the way.

use report::axis::Axis;
use report::chart::{Chart, Marks, Point, Series};
use report::number_format::{DASH, fixed, seconds, whole};
use report::page::Page;
use report::page_parts::{DataTable, Download};
use solver::train::Sampler;
use std::fmt::Write;
use tables::run::folder::RunFolder;

use super::saved;
use crate::error::StudyError;
use crate::file::order::StageOrder;
use crate::file::training::Training;
use crate::results::training::{ExploitabilityPoint, TrainingCurve};

/// More rows than this are folded away.
const MANY: usize = 12;

/// More curves than this cannot be told apart.
const MOST_CURVES: usize = 8;

/// Adds the section, with the curves of the first clustering's strategies; none where nothing was trained. `trainings`
/// are those of the study, if there is one.
pub(crate) fn training_section(
    page: Page,
    folder: &RunFolder,
    order: &StageOrder,
    trainings: &[Training],
) -> Result<Page, StudyError> {
    let mut curves = Vec::new();
    let mut points = String::from("strategy,iterations,seconds,regret_mbb_per_game\n");
    let mut table = DataTable::new(&["strategy", "iterations", "time", "regret at the end, mbb/g"], 1);
    for player in &order.players {
        let Some(curve) = TrainingCurve::read(folder, &player.file)? else { continue };
        let row = [player.file.clone(), whole(curve.iterations), seconds(curve.seconds), last_regret(&curve)];
        table.rows.push(row.to_vec());
        for it in &curve.points {
            let _ = writeln!(points, "{},{},{},{}", player.file, it.iterations, it.seconds, it.regret);
        }
        if (order.variants[player.variant].clustering, player.training) == (1, 1) {
            curves.push((player.file.clone(), curve));
        }
    }
    if table.rows.is_empty() {
        return Ok(page);
    }
    let iterations = iterations_of(trainings);
    let intro = format!(
        "An iteration updates both players once. Curves are drawn against {iterations}: seconds depend on the machine \
         and on what else it had to do."
    );
    let mut page = page.section("Training", intro);
    let measured = |curve: &TrainingCurve| {
        let point = |it: &ExploitabilityPoint| Point {
            x: it.iterations as f64,
            y: it.mbb_per_game,
            half_width: Some(it.standard_error),
        };
        curve.exploitability.iter().map(point).collect()
    };
    let title = "Exploitability in the real game while training";
    let caption = "What a best response with exact cards wins, on sampled flops, with standard errors";
    if curves.iter().any(|(_, curve)| !curve.exploitability.is_empty()) {
        let chart = against_iterations(title, caption, iterations, &curves, measured);
        page = page.figure(saved(folder, "exploitability-in-training", chart.to_svg())?, caption);
    }
    for (number, some) in curves.chunks(MOST_CURVES).enumerate() {
        let name = if number == 0 { "training".to_owned() } else { format!("training-{}", number + 1) };
        let title = "Average positive regret while training";
        let caption =
            "Average positive regret over the boards seen: a cheap sign of convergence, no measure of exploitability";
        let regret =
            |curve: &TrainingCurve| curve.points.iter().map(|it| Point::new(it.iterations as f64, it.regret)).collect();
        let chart = against_iterations(title, caption, iterations, some, regret);
        page = page.figure(saved(folder, &name, chart.to_svg())?, caption);
    }
    let caption = "What each strategy was given";
    let page = match table.rows.len() {
        ..=MANY => page.table_beside(&table, caption),
        _ => page.folded(caption, |page| page.table(&table, "Every strategy")),
    };
    Ok(page.downloads(&[Download::csv("training.csv", points)]))
}

/// What was found on the way of some strategies; of those of which nothing was, nothing is drawn.
fn against_iterations(
    title: &str,
    description: &str,
    iterations: &str,
    curves: &[(String, TrainingCurve)],
    points: impl Fn(&TrainingCurve) -> Vec<Point>,
) -> Chart {
    let series = curves.iter().map(|(name, curve)| Series { name: name.clone(), points: points(curve) });
    Chart {
        title: title.to_owned(),
        description: description.to_owned(),
        x: Axis::logarithmic(iterations),
        y: Axis::logarithmic("mbb/g"),
        marks: Marks::Lines(series.filter(|series| !series.points.is_empty()).collect()),
    }
}

/// The regret at the end; where the training was cut short before it, that of the last point and its place.
fn last_regret(curve: &TrainingCurve) -> String {
    match curve.points.last() {
        None => DASH.to_owned(),
        Some(point) if point.iterations == curve.iterations => fixed(point.regret, 1),
        Some(point) => format!("{} after {}", fixed(point.regret, 1), whole(point.iterations)),
    }
}

/// What an iteration of these trainings is, where it is the same for all.
fn iterations_of(trainings: &[Training]) -> &'static str {
    let is_board = |training: &Training| training.sampler() == Sampler::Public;
    match (trainings.iter().any(is_board), trainings.iter().all(is_board)) {
        (true, true) => "iterations, a complete board each",
        (false, false) => "iterations, a deal of all cards each",
        _ => "iterations, a complete board or a deal of all cards each",
    }
}
