//! The report's section on bucket quality: how large the buckets are, and what their clustering cost.
//!
//! The report's section on cards: opponent clusters to click through, and what describes an example hand.

use abstraction::cluster_file::read_clusters;
use abstraction::explain::bucket::{mean_buckets_on_a_board, recipe_of};
use abstraction::explain::quality::{BucketQuality, GIANT, SizeHistogram, bucket_quality, cost_unit};
use abstraction::features::opponent_clusters::OpponentClusters;
use report::curve::{Curve, Point, Series};
use report::histogram::Histogram;
use report::number_format::{DASH, compact, fixed, percent, whole};
use report::page::Page;
use report::page_parts::DataTable;
use report::plot_frame::AxisTitle;
use report::strategy_browser::{ClusterBrowser, Clustering};
use tables::buckets::table::BucketTable;
use tables::run::folder::RunFolder;

use super::pictures::{
    saved, {self},
};
use crate::error::StudyError;

/// Bins of the histogram of mean strengths, of width 0.04.
const STRENGTH_BINS: usize = 25;

/// Adds the section on the bucket files of those names, as far as they are there, and writes its pictures into the
/// run's folder. Without any of them there is no section.
pub fn bucket_section(page: Page, folder: &RunFolder, names: &[&str]) -> Result<Page, StudyError> {
    let intro = format!(
        "Sizes are counted in deals of hole cards and board; a giant is a bucket of more than {} times the mean size. \
         The effective number of buckets is that of equally large ones that would tell as much of a deal. The strength \
         explained is the share of the variance of (expected) strength that lies between buckets rather than within. \
         A board of training brings one update to each bucket that some hand on it is in.",
        compact(GIANT)
    );
    let (mut sized, mut clustered) = (DataTable::new(&SIZE_COLUMNS, 1), DataTable::new(&CLUSTERING_COLUMNS, 1));
    let (mut sizes, mut strengths, mut costs) = (Vec::new(), Vec::new(), Vec::new());
    for &name in names {
        let path = folder.buckets(name)?;
        if !path.exists() {
            continue;
        }
        let table = BucketTable::open(&path)?;
        let quality = bucket_quality(&table)?;
        // A file of another version of the program has costs without a unit.
        let unit = recipe_of(&table).map_or("", |recipe| cost_unit(&recipe));
        sized.rows.push(size_row(name, &quality, mean_buckets_on_a_board(&table)));
        clustered.rows.push(clustering_row(name, &quality, unit));
        let label = name.to_owned();
        sizes.push((label.clone(), saved(folder, &format!("sizes-{name}"), size_histogram(name, &quality.sizes))?));
        let svg = strength_histogram(name, table.mean_strength());
        strengths.push((label.clone(), saved(folder, &format!("strengths-{name}"), svg)?));
        if quality.cost_per_iteration.len() > 1 {
            let svg = cost_curve(name, unit, &quality.cost_per_iteration);
            costs.push((label, saved(folder, &format!("cost-{name}"), svg)?));
        }
    }
    if sized.rows.is_empty() {
        return Ok(page);
    }
    let page = page.section("Buckets", intro).table(&sized, "How large the buckets of the first clustering are");
    let page = page.table(&clustered, "How they were clustered");
    let page = page.figure_set(sizes, "How many buckets are of which size, in powers of two about the mean size");
    let page = page.figure_set(strengths, "How many buckets have which mean strength");
    Ok(page.figure_set(costs, "The clustering's cost after each iteration"))
}

const SIZE_COLUMNS: [&str; 7] =
    ["file", "hands", "buckets", "effective buckets", "buckets on a board", "deals a bucket", "giants"];

fn size_row(name: &str, quality: &BucketQuality, on_a_board: Option<f64>) -> Vec<String> {
    let [least, _, median, _, most] = quality.deals_at_quartiles;
    let largest = quality
        .giants
        .first()
        .map_or(String::new(), |giant| format!("; the largest {} of all deals", percent(giant.share)));
    vec![
        name.to_owned(),
        whole(quality.hands),
        format!("{} ({} empty)", whole(quality.buckets as u64), whole(quality.empty_buckets)),
        fixed(quality.effective_buckets, 0),
        on_a_board.map_or(DASH.to_owned(), |mean| fixed(mean, 1)),
        format!("{} to {}, median {}", whole(least), whole(most), whole(median)),
        format!("{}{largest}", whole(quality.giant_buckets as u64)),
    ]
}

const CLUSTERING_COLUMNS: [&str; 5] =
    ["file", "different features", "mean distance from the centre", "iterations", "strength explained"];

fn clustering_row(name: &str, quality: &BucketQuality, unit: &str) -> Vec<String> {
    let end = if quality.converged == Some(false) { " (stopped before converging)" } else { "" };
    vec![
        name.to_owned(),
        quality.distinct_rows.map_or(DASH.to_owned(), whole),
        quality.within_cluster_cost.map_or(DASH.to_owned(), |cost| format!("{} {unit}", compact(cost))),
        format!("{}{end}", whole(quality.cost_per_iteration.len() as u64)),
        quality.strength_variance_explained.map_or(DASH.to_owned(), |share| format!("{} %", fixed(100.0 * share, 4))),
    ]
}

/// Buckets by mean strength, in equal bins.
fn strength_histogram(name: &str, strengths: &[f32]) -> String {
    let mut bins = vec![0.0; STRENGTH_BINS];
    for &strength in strengths.iter().filter(|strength| (0.0..=1.0).contains(*strength)) {
        bins[((f64::from(strength) * STRENGTH_BINS as f64) as usize).min(STRENGTH_BINS - 1)] += 1.0;
    }
    let histogram = Histogram {
        description: "Buckets by the mean strength of the deals in them".to_owned(),
        x_title: "mean strength: share of opponents' hands beaten".to_owned(),
        y_title: "buckets".to_owned(),
        ..Histogram::over_unit_interval(format!("Mean strength of the buckets of {name}"), bins)
    };
    histogram.to_svg()
}

fn size_histogram(name: &str, sizes: &SizeHistogram) -> String {
    let histogram = Histogram {
        title: format!("Sizes of {name}"),
        description: "Buckets by the binary logarithm of their deals over the mean".to_owned(),
        x_title: "binary logarithm of a bucket's deals over the mean".to_owned(),
        y_title: "buckets".to_owned(),
        low: f64::from(sizes.lowest),
        high: f64::from(sizes.lowest) + sizes.buckets.len() as f64,
        bins: sizes.buckets.iter().map(|&buckets| buckets as f64).collect(),
        mark: Some((0.0, "mean size at".to_owned())),
    };
    histogram.to_svg()
}

fn cost_curve(name: &str, unit: &str, costs: &[f64]) -> String {
    let points = costs.iter().enumerate().map(|(number, &cost)| Point::new(number as f64 + 1.0, cost));
    let curve = Curve {
        title: format!("Clustering of {name}"),
        description: "The deal-weighted mean distance from the centre falls with every iteration".to_owned(),
        x: AxisTitle::logarithmic("iteration"),
        y: AxisTitle::linear(format!("mean distance, {unit}").trim_end_matches(", ")),
        series: vec![Series { name: "cost".to_owned(), points: points.collect() }],
    };
    curve.to_svg()
}

/// Adds the section; a run without opponent clusters shows the example hand alone.
pub(crate) fn card_section(page: Page, folder: &RunFolder) -> Result<Page, StudyError> {
    let intro = "Opponent clusters are starting hands whose strength on the river is distributed alike (earth mover's \
                 distance, weighted by the number of hole cards). They lie from the weakest, 1, to the strongest.";
    let mut files: Vec<(String, OpponentClusters)> = Vec::new();
    for (name, path) in folder.opponent_cluster_files()? {
        let (clusters, _) = read_clusters(&path)?;
        saved(folder, &format!("clusters-{name}"), pictures::cluster_grid(&clusters))?;
        files.push((name, clusters));
    }
    files.sort_by_key(|(_, clusters)| clusters.count());
    let clustering = |(name, clusters): &(String, OpponentClusters)| {
        let alone = files.iter().filter(|(_, other)| other.count() == clusters.count()).count() == 1;
        let count = clusters.count();
        let of = clusters.table().iter().map(|&cluster| usize::from(cluster) + 1).collect();
        Clustering {
            name: if alone { clusters_of(count) } else { format!("{}: {name}", clusters_of(count)) },
            count,
            of,
        }
    };
    let page = if files.is_empty() {
        page.section("An example hand", "What a hand may become is one way of saying which hands are alike.")
    } else {
        let name = "Starting hands by opponent cluster".to_owned();
        let clusterings = files.iter().map(clustering).collect();
        let browser = ClusterBrowser { id: "clusters".to_owned(), name: name.clone(), clusterings };
        page.section("Opponent clusters", intro).clusterings(&browser, &name)
    };
    let svg = saved(folder, "example-hsd", pictures::example_distribution())?;
    let page = page.figure(&svg, "An example: how strong one flop hand may become on the river");
    let mut bars = Vec::new();
    // One of each count is enough for an example.
    for (place, (_, clusters)) in files.iter().enumerate() {
        if place == 0 || files[place - 1].1.count() != clusters.count() {
            let count = clusters.count();
            let svg = saved(folder, &format!("example-ochs{count}"), pictures::example_ochs(clusters))?;
            bars.push((clusters_of(count), svg));
        }
    }
    Ok(page.figure_set(bars, "The same hand on a river: its strength against each of so many clusters of opponents"))
}

fn clusters_of(count: usize) -> String {
    if count == 1 { "1 cluster".to_owned() } else { format!("{count} clusters") }
}
