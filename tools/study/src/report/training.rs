//! The report's section on training: how long each strategy was trained, and what was measured on the way.

use report::data_table::DataTable;
use report::number_format::{fixed, seconds, whole};
use report::page::Page;
use tables::run_folder::RunFolder;

use crate::error::StudyError;
use crate::file::order::StageOrder;
use crate::report::pictures::{self, saved};
use crate::results::training_curve::TrainingCurve;

/// More curves than this cannot be told apart.
const MOST_CURVES: usize = 8;

/// Adds the section, with the curves of the first clustering's strategies; none where nothing was trained.
///
/// # Errors
/// Curve files that cannot be read, pictures that cannot be written.
pub fn training_section(page: Page, folder: &RunFolder, order: &StageOrder) -> Result<Page, StudyError> {
    let mut curves = Vec::new();
    let mut table = DataTable::new(&["strategy", "iterations", "time", "regret at the end, mbb/g"], 1);
    for player in &order.players {
        let Some(curve) = TrainingCurve::read(folder, &player.file)? else { continue };
        let regret = curve.points.last().map_or(f64::NAN, |point| point.regret);
        let row = [player.file.clone(), whole(curve.iterations), seconds(curve.seconds), fixed(regret, 1)];
        table.rows.push(row.to_vec());
        if (order.variants[player.variant].clustering, player.training) == (1, 1) {
            curves.push((player.file.clone(), curve));
        }
    }
    if table.rows.is_empty() {
        return Ok(page);
    }
    let intro =
        "Each iteration draws one complete board (samplers chance and external: one deal) and updates both players.";
    let mut page = page.section("Training", intro);
    if let Some(svg) = pictures::exploitability_curve(&curves) {
        let caption = "What a best response with exact cards wins, on sampled flops, with standard errors";
        page = page.figure(saved(folder, "exploitability-in-training", svg)?, caption);
    }
    for (number, some) in curves.chunks(MOST_CURVES).enumerate() {
        let name = if number == 0 { "training".to_owned() } else { format!("training-{}", number + 1) };
        let caption =
            "Average positive regret over the boards seen: a cheap sign of convergence, no measure of exploitability";
        page = page.figure(saved(folder, &name, pictures::training_curve(some))?, caption);
    }
    Ok(page.table(&table, "What each strategy was given"))
}
