//! What the report shows, taken out of the run's files.

use abstraction::cluster_file::read_clusters;
use abstraction::features::hand_strength_distribution::distribution_of_hand;
use abstraction::features::opponent_cluster_hand_strength::ochs_of_hand;
use abstraction::features::opponent_clusters::OpponentClusters;
use abstraction::recipe::DEFAULT_BINS;
use evaluator::card::parse_cards;
use evaluator::card_set::CardSet;
use evaluator::holding::{Holding, STARTING_HANDS, StartingHand};
use matches::settings_league::SettingsLeague;
use report::axis::AxisTitle;
use report::category_bars::CategoryBars;
use report::cross_table::CrossTable;
use report::curve::{Curve, Point, Series};
use report::histogram::Histogram;
use report::starting_hand_grid::{Corner, GridCells, StartingHandGrid};
use serde::Deserialize;
use solver::game::{Action, BettingTree, GameDefinition, NodeId};
use std::path::Path;
use tables::strategy_reader::StrategyReader;

use crate::error::StudyError;
use crate::league_file::LeagueFile;

/// The example hand of the paper's figures 1 and 3.
const EXAMPLE_HOLE: &str = "Jc9h";
const EXAMPLE_FLOP: &str = "4d5d9d";
const EXAMPLE_RIVER: &str = "4d5d9d6cJs";

fn example(board: &str) -> (Holding, CardSet) {
    let cards = |text: &str| parse_cards(text).expect("the example is spelt right");
    let hole = cards(EXAMPLE_HOLE);
    (Holding::new(hole[0], hole[1]).expect("two different cards"), CardSet::of(&cards(board)))
}

/// The grid of opponent clusters of a file.
pub fn cluster_grid(path: &Path) -> Result<(OpponentClusters, String), StudyError> {
    let (clusters, _) = read_clusters(path)?;
    let of = clusters.table().iter().map(|&cluster| usize::from(cluster) + 1).collect();
    let grid = StartingHandGrid {
        title: format!("{} opponent clusters", clusters.count()),
        description: "Starting hands by cluster, 1 the weakest; suited hands above the diagonal".to_owned(),
        corner: Corner::default(),
        cells: GridCells::Categories { count: clusters.count(), of },
    };
    let svg = grid.to_svg();
    Ok((clusters, svg))
}

/// The strength distribution of the example hand on the flop.
pub fn example_distribution() -> String {
    let (hole, board) = example(EXAMPLE_FLOP);
    let (counts, _) = distribution_of_hand(hole, board, DEFAULT_BINS);
    let total: u64 = counts.iter().sum();
    let bins = counts.iter().map(|&count| count as f64 / total as f64).collect();
    Histogram::over_unit_interval(format!("Hand strength distribution of {hole} on {EXAMPLE_FLOP}"), bins).to_svg()
}

/// The example hand's strength against opponent clusters on the river.
pub fn example_ochs(clusters: &OpponentClusters) -> String {
    let (hole, board) = example(EXAMPLE_RIVER);
    let strengths: Vec<f64> =
        ochs_of_hand(hole, board, clusters).into_iter().map(|entry| entry.unwrap_or(f64::NAN)).collect();
    let title = format!("OCHS({}) of {hole} on {EXAMPLE_RIVER}", clusters.count());
    CategoryBars::numbered(&title, &strengths).to_svg()
}

/// How a strategy plays every starting hand at each decision before the flop, with a label for the decision.
pub fn preflop_grids(path: &Path) -> Result<Vec<(String, String)>, StudyError> {
    let reader = StrategyReader::open(path)?;
    let tree = BettingTree::new(&GameDefinition::holdem_limit());
    let mut grids = Vec::new();
    for (number, node) in tree.nodes().iter().enumerate().filter(|(_, node)| node.round == 0) {
        let shares = (0..STARTING_HANDS)
            .map(|hand| {
                let probabilities = reader.probabilities(number, hand)?;
                let mut shares = vec![0.0; 3];
                for (&action, probability) in node.actions.iter().zip(probabilities) {
                    let column = match action {
                        Action::Fold => 0,
                        Action::Call => 1,
                        Action::Raise => 2,
                    };
                    shares[column] = f64::from(probability);
                }
                Ok(shares)
            })
            .collect::<Result<_, StudyError>>()?;
        let history = tree.history(NodeId(number as u32));
        let seat = if node.player == 1 { "button" } else { "big blind" };
        let label = if history.is_empty() { format!("{seat} opens") } else { format!("{seat} after {history}") };
        let grid = StartingHandGrid {
            title: format!("Pre-flop: {label}"),
            description: "Share of fold, call and raise for each starting hand".to_owned(),
            corner: Corner::default(),
            cells: GridCells::Mixtures { actions: ["fold", "call", "raise"].map(str::to_owned).to_vec(), shares },
        };
        grids.push((label, grid.to_svg()));
    }
    Ok(grids)
}

/// How often a decision's first actions are taken over all 1,326 holdings, and by single starting hands.
pub fn preflop_shares(path: &Path) -> Result<Vec<(StartingHand, [f32; 3])>, StudyError> {
    let reader = StrategyReader::open(path)?;
    StartingHand::all().map(|hand| Ok((hand, reader.probabilities(0, hand.number())?))).collect()
}

/// A variant's training as its curve file tells it.
#[derive(Clone, Debug, Deserialize)]
pub struct VariantCurve {
    /// The variant's name.
    #[serde(skip)]
    pub variant: String,
    /// Iterations done.
    pub iterations: u64,
    /// Seconds trained.
    pub seconds: f64,
    /// Iterations, seconds, regret in mbb/g.
    pub points: Vec<(u64, f64, f64)>,
    /// Iterations, seconds, exploitability in mbb/g and its standard error, as far as it was measured.
    pub exploitability: Vec<(u64, f64, f64, f64)>,
}

/// The exploitability curves of all variants, if any was measured.
pub fn exploitability_curve(curves: &[VariantCurve]) -> Option<String> {
    let series = |curve: &VariantCurve| {
        let point = |&(_, seconds, mbb, error): &(u64, f64, f64, f64)| Point {
            half_width: Some(1.96 * error),
            ..Point::new(seconds, mbb)
        };
        Series { name: curve.variant.clone(), points: curve.exploitability.iter().map(point).collect() }
    };
    let curve = Curve {
        title: "Exploitability in the real game while training".to_owned(),
        description: "What a best response with exact cards wins, on sampled flops, with 95 % confidence intervals"
            .to_owned(),
        x: AxisTitle::logarithmic("seconds of training"),
        y: AxisTitle::logarithmic("mbb/g"),
        series: curves.iter().map(series).filter(|series| !series.points.is_empty()).collect(),
    };
    (!curve.series.is_empty()).then(|| curve.to_svg())
}

/// The regret curves of all variants.
pub fn training_curve(curves: &[VariantCurve]) -> String {
    let series = |curve: &VariantCurve| Series {
        name: curve.variant.clone(),
        points: curve.points.iter().map(|&(_, seconds, regret)| Point::new(seconds, regret)).collect(),
    };
    let curve = Curve {
        title: "Average positive regret while training".to_owned(),
        description: "Over the boards seen: a cheap sign of convergence, no measure of exploitability".to_owned(),
        x: AxisTitle::logarithmic("seconds of training"),
        y: AxisTitle::logarithmic("mbb/g"),
        series: curves.iter().map(series).collect(),
    };
    curve.to_svg()
}

/// The cross table of the league.
pub fn cross_table(file: &LeagueFile) -> Option<CrossTable> {
    let league = file.league.as_ref()?;
    Some(CrossTable {
        title: "Everyone against everyone".to_owned(),
        description: "What the row wins from the column, with the half width of the 95 % confidence interval"
            .to_owned(),
        unit: "mbb/g".to_owned(),
        players: league.players.clone(),
        values: league.mbb_per_game.clone(),
        half_widths: league.ci95.clone(),
        significant: league.significant(),
        means: league.mean.clone(),
        decimals: 1,
        full_colour_at: None,
    })
}

/// The cross table of settings that were made several times.
pub fn settings_table(league: &SettingsLeague) -> CrossTable {
    let count = league.settings.len();
    let (mut values, mut half_widths) = (vec![vec![0.0; count]; count], vec![vec![0.0; count]; count]);
    let mut significant = vec![vec![false; count]; count];
    for pair in &league.pairs {
        let (first, second) = (pair.first, pair.second);
        (values[first][second], values[second][first]) = (pair.mbb_per_game, -pair.mbb_per_game);
        // Nothing is known of the interval of a single clustering.
        let half_width = pair.jackknife95.unwrap_or(f64::INFINITY);
        (half_widths[first][second], half_widths[second][first]) = (half_width, half_width);
        (significant[first][second], significant[second][first]) = (pair.significant, pair.significant);
    }
    CrossTable {
        title: "Settings against each other".to_owned(),
        description:
            "What the row's clusterings win from the column's on average, with the half width of the 95 % interval"
                .to_owned(),
        unit: "mbb/g".to_owned(),
        players: league.settings.clone(),
        values,
        half_widths,
        significant: Some(significant),
        means: league.mean.clone(),
        decimals: 1,
        full_colour_at: None,
    }
}
