//! What the report shows, taken out of the run's files.

use abstraction::features::hand_strength_distribution::distribution_of_hand;
use abstraction::features::opponent_cluster_hand_strength::ochs_of_hand;
use abstraction::features::opponent_clusters::OpponentClusters;
use abstraction::recipe::DEFAULT_BINS;
use evaluator::card::parse_cards;
use evaluator::card_set::CardSet;
use evaluator::holding::Holding;
use report::category_chart::CategoryBars;
use report::curve::{Curve, Point, Series};
use report::histogram::Histogram;
use report::plot_frame::AxisTitle;
use report::starting_hand_grid::{Corner, GridCells, StartingHandGrid};
use tables::file::sibling::write_text_atomically;
use tables::run::folder::RunFolder;

use crate::error::StudyError;
use crate::results::training::{ExploitabilityPoint, TrainingCurve};

/// The example hand of the paper's figures 1 and 3.
const EXAMPLE_HOLE: &str = "Jc9h";
const EXAMPLE_FLOP: &str = "4d5d9d";
const EXAMPLE_RIVER: &str = "4d5d9d6cJs";

fn example(board: &str) -> (Holding, CardSet) {
    let cards = |text: &str| parse_cards(text).expect("the example is spelt right");
    let hole = cards(EXAMPLE_HOLE);
    (Holding::new(hole[0], hole[1]).expect("two different cards"), CardSet::of(&cards(board)))
}

/// Saves a picture as a file of its own and hands it on.
pub(crate) fn saved(folder: &RunFolder, name: &str, svg: String) -> Result<String, StudyError> {
    write_text_atomically(&folder.picture(name)?, &svg)?;
    Ok(svg)
}

/// The grid of opponent clusters.
pub(crate) fn cluster_grid(clusters: &OpponentClusters) -> String {
    let of = clusters.table().iter().map(|&cluster| usize::from(cluster) + 1).collect();
    let grid = StartingHandGrid {
        title: format!("{} opponent clusters", clusters.count()),
        description: "Starting hands by cluster, 1 the weakest; suited hands above the diagonal".to_owned(),
        corner: Corner::default(),
        cells: GridCells::Categories { count: clusters.count(), of },
    };
    grid.to_svg()
}

/// The strength distribution of the example hand on the flop.
pub(crate) fn example_distribution() -> String {
    let (hole, board) = example(EXAMPLE_FLOP);
    let (counts, _) = distribution_of_hand(hole, board, DEFAULT_BINS);
    let total: u64 = counts.iter().sum();
    let bins = counts.iter().map(|&count| count as f64 / total as f64).collect();
    Histogram::over_unit_interval(format!("Hand strength distribution of {hole} on {EXAMPLE_FLOP}"), bins).to_svg()
}

/// The example hand's strength against opponent clusters on the river.
pub(crate) fn example_ochs(clusters: &OpponentClusters) -> String {
    let (hole, board) = example(EXAMPLE_RIVER);
    let strengths: Vec<f64> =
        ochs_of_hand(hole, board, clusters).into_iter().map(|entry| entry.unwrap_or(f64::NAN)).collect();
    let title = format!("OCHS({}) of {hole} on {EXAMPLE_RIVER}", clusters.count());
    CategoryBars::numbered(&title, &strengths).to_svg()
}

/// The button's first action with every starting hand: shares of fold, call and raise.
pub(crate) fn opening_grid(strategy: &str, shares: &[[f64; 3]]) -> String {
    let grid = StartingHandGrid {
        title: format!("{strategy}: the button opens"),
        description: "Share of fold, call and raise for each starting hand".to_owned(),
        corner: Corner::default(),
        cells: GridCells::Mixtures {
            actions: ["fold", "call", "raise"].map(str::to_owned).to_vec(),
            shares: shares.iter().map(|shares| shares.to_vec()).collect(),
        },
    };
    grid.to_svg()
}

/// A player's training curve under its name.
pub type NamedCurve = (String, TrainingCurve);

/// The exploitability curves of some players, if any was measured, against what `iterations` calls them.
pub(crate) fn exploitability_curve(curves: &[NamedCurve], iterations: &str) -> Option<String> {
    let point = |it: &ExploitabilityPoint| Point {
        half_width: Some(it.standard_error),
        ..Point::new(it.iterations as f64, it.mbb_per_game)
    };
    let series = |(name, curve): &NamedCurve| Series {
        name: name.clone(),
        points: curve.exploitability.iter().map(point).collect(),
    };
    let curve = Curve {
        title: "Exploitability in the real game while training".to_owned(),
        description: "What a best response with exact cards wins, on sampled flops, with standard errors".to_owned(),
        x: AxisTitle::logarithmic(iterations),
        y: AxisTitle::logarithmic("mbb/g"),
        series: curves.iter().map(series).filter(|series| !series.points.is_empty()).collect(),
    };
    (!curve.series.is_empty()).then(|| curve.to_svg())
}

/// The regret curves of some players against what `iterations` calls them.
pub fn training_curve(curves: &[NamedCurve], iterations: &str) -> String {
    let series = |(name, curve): &NamedCurve| Series {
        name: name.clone(),
        points: curve.points.iter().map(|it| Point::new(it.iterations as f64, it.regret)).collect(),
    };
    let curve = Curve {
        title: "Average positive regret while training".to_owned(),
        description: "Over the boards seen: a cheap sign of convergence, no measure of exploitability".to_owned(),
        x: AxisTitle::logarithmic(iterations),
        y: AxisTitle::logarithmic("mbb/g"),
        series: curves.iter().map(series).collect(),
    };
    curve.to_svg()
}
