//! `opponent-clusters`: the 169 starting hands in clusters, weakest first.

use abstraction::cluster_file::write_clusters;
use abstraction::features::build_features::FeatureSource;
use abstraction::features::opponent_clusters::{DEFAULT_RESTARTS, OpponentClusters};
use abstraction::recipe::DEFAULT_BINS;
use clap::{ArgGroup, Args};
use evaluator::card::{RANKS, rank_letter};
use evaluator::holding::StartingHand;
use serde_json::{Map, Value, json};
use tables::run_folder::RunFolder;

use crate::document::Document;
use crate::failure::wrong;
use crate::opponent_source::{JOHANSON_2013, Search, cost, named_recipe};
use crate::plain_table::columns;
use crate::session::Session;

/// The flags of `opponent-clusters`.
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("which").required(true).args(["clusters", "named"])))]
pub struct Settings {
    /// How many clusters to compute
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(1..=169))]
    clusters: Option<u8>,
    /// Published clusters by their name: johanson2013
    #[arg(long, value_name = "NAME")]
    named: Option<String>,
    /// Starts of the search; the best result is kept
    #[arg(long, value_name = "R", default_value_t = DEFAULT_RESTARTS as u32, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    restarts: u32,
    /// Bins of the strength histograms
    #[arg(long, value_name = "B", default_value_t = DEFAULT_BINS, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=500))]
    bins: u16,
}

/// Runs the command.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    if let Some(name) = settings.named.as_deref().filter(|&name| name != JOHANSON_2013) {
        return Err(wrong(format!("--named '{name}': no clusters have this name; there is {JOHANSON_2013}")));
    }
    let folder = session.out.as_ref().map(RunFolder::new);
    // The folder before the work: it should not fail after it.
    let _lock = folder.as_ref().map(RunFolder::lock).transpose()?;
    let distributions = FeatureSource::default().preflop(settings.bins, &session.progress)?;
    let (clusters, recipe, name) = match settings.clusters {
        Some(count) => {
            let search =
                Search { count, bins: settings.bins, seed: session.seed(), restarts: settings.restarts as usize };
            (search.compute(&distributions)?, search.recipe(), format!("ochs{count}"))
        }
        None => (OpponentClusters::johanson_2013(), named_recipe(), JOHANSON_2013.to_owned()),
    };
    let cost = cost(&distributions, &clusters)?;
    let file = match &folder {
        Some(folder) => {
            let path = folder.opponent_clusters(&name)?;
            write_clusters(&path, &clusters, recipe, cost)?;
            Some(path)
        }
        None => None,
    };
    let classes: Map<String, Value> =
        StartingHand::all().map(|class| (class.to_string(), Value::from(clusters.cluster_of(class) + 1))).collect();
    let json = json!({
        "name": clusters.name(),
        "clusters": clusters.count(),
        "classes": classes,
        "combos": clusters.combos(),
        "cost": cost,
        "bins": settings.bins,
        "file": file,
    });
    let mut text = grid(&clusters);
    text += "\n\n(upper right suited, lower left offsuit, diagonal pairs)\n\n";
    let rows: Vec<Vec<String>> = clusters
        .combos()
        .iter()
        .enumerate()
        .map(|(number, combos)| vec![(number + 1).to_string(), combos.to_string()])
        .collect();
    text += &columns(&["cluster", "combos"], &rows);
    text += &format!("\n\ncost {cost:.4} bins (mean EMD per combo)");
    if let Some(file) = &file {
        text += &format!("\nwritten to {}", file.display());
    }
    Ok(Document::new(json, text))
}

/// The clusters of the 13 × 13 grid, deuce to ace.
fn grid(clusters: &OpponentClusters) -> String {
    let width = clusters.count().to_string().len() + 1;
    let ranks = 0..RANKS as u8;
    let heading: String = ranks.clone().map(|rank| format!("{:>width$}", rank_letter(rank))).collect();
    let mut lines = vec![format!("  {heading}")];
    for row in ranks.clone() {
        let cells = ranks.clone().map(|column| {
            let class = StartingHand::new(row, column, row < column);
            format!("{:>width$}", clusters.cluster_of(class) + 1)
        });
        lines.push(format!("{} {}", rank_letter(row), cells.collect::<String>()));
    }
    lines.join("\n")
}
