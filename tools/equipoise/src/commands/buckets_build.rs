//! `buckets build`: one street's bucket file.

use abstraction::build_buckets::{ClusterSource, build_buckets};
use abstraction::distance::Distance;
use abstraction::features::build_features::FeatureSource;
use abstraction::recipe::{BucketRecipe, DEFAULT_BINS, Feature};
use clap::{Args, ValueEnum};
use evaluator::round::Round;
use tables::run_folder::RunFolder;

use crate::document::Document;
use crate::failure::wrong;
use crate::opponent_source::OpponentChoice;
use crate::plain_table::{facts, grouped};
use crate::session::Session;

/// Where bucket files go if nobody says.
const DEFAULT_FOLDER: &str = "runs/buckets";

/// What describes a hand.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum FeatureName {
    /// Hand strength distribution.
    Hsd,
    /// Strength against opponent clusters.
    Ochs,
}

/// The flags of `buckets build`.
#[derive(Args, Debug)]
pub struct Settings {
    /// flop, turn or river
    street: Round,
    /// What describes a hand
    #[arg(long, value_enum)]
    feature: FeatureName,
    /// How many buckets
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=65_535))]
    count: u32,
    #[command(flatten)]
    opponents: OpponentChoice,
    /// Bins of strength histograms [default: 50]
    #[arg(long, value_name = "B", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=500))]
    bins: Option<u16>,
    /// What makes two hands alike: emd or l2 [default: emd for hsd, l2 for ochs]
    #[arg(long)]
    distance: Option<Distance>,
    /// Starts of the clustering; the best result is kept
    #[arg(long, value_name = "R", default_value_t = 1, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    restarts: u32,
    /// Rows of the sample the clustering runs on [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    sample_rows: Option<usize>,
    /// Most iterations a start [default: 100]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    max_iterations: Option<u32>,
}

/// Runs the command.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let uses_clusters = settings.feature == FeatureName::Ochs;
    let names_clusters = settings.opponents.clusters.is_some() || settings.opponents.opponent_clusters.is_some();
    if names_clusters && !uses_clusters {
        return Err(wrong("--feature hsd: has no opponent clusters; leave them out or give --feature ochs"));
    }
    if settings.bins.is_some() && uses_clusters {
        return Err(wrong("--feature ochs: has no bins; leave --bins out or give --feature hsd"));
    }
    let bins = settings.bins.unwrap_or(DEFAULT_BINS);
    let feature = |clusters| if uses_clusters { Feature::Ochs { clusters } } else { Feature::Hsd { bins } };
    let mut recipe = BucketRecipe::new(settings.street, feature(1), settings.count as usize, session.seed());
    recipe.distance = settings.distance.unwrap_or(recipe.distance);
    recipe.restarts = settings.restarts;
    recipe.sample_rows = settings.sample_rows;
    recipe.max_iterations = settings.max_iterations.map_or(recipe.max_iterations, |most| most as usize);
    // Before anything is made; the number of clusters has been checked by itself.
    recipe.check()?;
    let folder = RunFolder::new(session.out_or(DEFAULT_FOLDER));
    let _lock = folder.lock()?;
    let mut source = FeatureSource::default();
    let (size, clusters) = if uses_clusters {
        let (clusters, parent) = settings.opponents.kept_clusters(&mut source, &folder, session)?;
        recipe.feature = feature(clusters.count());
        (settings.opponents.short_name(), Some((clusters, parent)))
    } else {
        (bins.to_string(), None)
    };
    let opponents = clusters.as_ref().map(|(clusters, parent)| ClusterSource { clusters, parent });
    let name = if uses_clusters { "ochs" } else { "hsd" };
    let path = folder.buckets(&format!("{}-{name}{size}-{}", settings.street, settings.count))?;
    let summary = build_buckets(&recipe, opponents, &mut source, &path, &session.progress)?;
    let unit = match recipe.distance {
        Distance::EarthMover => "bins",
        Distance::Euclidean => "squared strength",
    };
    let text = facts(&[
        ("file", summary.file.display().to_string()),
        ("buckets", format!("{} ({} empty)", grouped(summary.buckets as u64), summary.empty_buckets)),
        ("hands", grouped(summary.points)),
        ("different features", grouped(summary.distinct as u64)),
        ("iterations", summary.iterations.to_string()),
        ("cost", format!("{:.6} {unit} (mean per deal)", summary.within_cluster_cost)),
        ("seconds", format!("{:.1}", summary.seconds)),
    ]);
    Ok(Document::new(serde_json::to_value(&summary)?, text))
}
