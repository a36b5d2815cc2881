//! The report's section on bucket quality: how large the buckets are, and what their clustering cost.

use abstraction::explain::bucket::{mean_buckets_on_a_board, recipe_of};
use abstraction::explain::quality::{BucketQuality, GIANT, SizeHistogram, bucket_quality, cost_unit};
use report::axis::Axis;
use report::chart::{Chart, Marks, Point, Series};
use report::number_format::{DASH, compact, fixed, percent, whole};
use report::page::Page;
use report::page_parts::DataTable;
use tables::buckets::table::BucketTable;
use tables::run::folder::RunFolder;

use super::saved;
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
    let [mut summed_up, mut sized, mut clustered] =
        [&SUMMARY_COLUMNS[..], &SIZE_COLUMNS, &CLUSTERING_COLUMNS].map(|columns| DataTable::new(columns, 1));
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
        summed_up.rows.push(summary_row(name, &quality, mean_buckets_on_a_board(&table)));
        sized.rows.push(size_row(name, &quality));
        clustered.rows.push(clustering_row(name, &quality, unit));
        let kept = |kind: &str, chart: Chart| {
            Ok::<_, StudyError>((name.to_owned(), saved(folder, &format!("{kind}-{name}"), chart.to_svg())?))
        };
        sizes.push(kept("sizes", size_histogram(name, &quality.sizes))?);
        strengths.push(kept("strengths", strength_histogram(name, table.mean_strength()))?);
        if quality.cost_per_iteration.len() > 1 {
            costs.push(kept("cost", cost_curve(name, unit, &quality.cost_per_iteration))?);
        }
    }
    if summed_up.rows.is_empty() {
        return Ok(page);
    }
    let page = page.section("Buckets", intro).table(&summed_up, "The buckets of the first clustering");
    Ok(page.folded("Sizes, strengths and distances of the buckets", |page| {
        page.table(&sized, "How large they are")
            .figure_set(sizes, "How many buckets are of which size, in powers of two about the mean size")
            .figure_set(strengths, "How many buckets have which mean strength")
            .figure_set(costs, "The clustering's cost after each iteration")
            .table_beside(&clustered, "How far hands are from the centre of their bucket")
    }))
}

const SUMMARY_COLUMNS: [&str; 7] =
    ["file", "hands", "buckets", "effective buckets", "buckets on a board", "iterations", "strength explained"];

fn summary_row(name: &str, quality: &BucketQuality, on_a_board: Option<f64>) -> Vec<String> {
    let empty = match quality.empty_buckets {
        0 => String::new(),
        count => format!(", {} of them empty", whole(count)),
    };
    let iterations = match quality.cost_per_iteration.len() {
        0 => DASH.to_owned(),
        count if quality.converged == Some(false) => format!("{count}, stopped before converging"),
        count => count.to_string(),
    };
    vec![
        name.to_owned(),
        whole(quality.hands),
        format!("{}{empty}", whole(quality.buckets as u64)),
        fixed(quality.effective_buckets, 0),
        on_a_board.map_or(DASH.to_owned(), |mean| fixed(mean, 1)),
        iterations,
        quality.strength_variance_explained.map_or(DASH.to_owned(), percent),
    ]
}

const SIZE_COLUMNS: [&str; 3] = ["file", "deals a bucket", "giants"];

fn size_row(name: &str, quality: &BucketQuality) -> Vec<String> {
    let [least, _, median, _, most] = quality.deals_at_quartiles;
    let largest = quality
        .giants
        .first()
        .map_or(String::new(), |giant| format!("; the largest {} of all deals", percent(giant.share)));
    vec![
        name.to_owned(),
        format!("{} to {}, median {}", whole(least), whole(most), whole(median)),
        format!("{}{largest}", whole(quality.giant_buckets as u64)),
    ]
}

const CLUSTERING_COLUMNS: [&str; 3] = ["file", "different features", "mean distance"];

fn clustering_row(name: &str, quality: &BucketQuality, unit: &str) -> Vec<String> {
    vec![
        name.to_owned(),
        quality.distinct_rows.map_or(DASH.to_owned(), whole),
        quality.within_cluster_cost.map_or(DASH.to_owned(), |cost| format!("{} {unit}", compact(cost))),
    ]
}

/// Buckets by mean strength, in equal bins.
fn strength_histogram(name: &str, strengths: &[f32]) -> Chart {
    let mut values = vec![0.0; STRENGTH_BINS];
    for &strength in strengths.iter().filter(|strength| (0.0..=1.0).contains(*strength)) {
        values[((f64::from(strength) * STRENGTH_BINS as f64) as usize).min(STRENGTH_BINS - 1)] += 1.0;
    }
    Chart {
        title: format!("Mean strength of the buckets of {name}"),
        description: "Buckets by the mean strength of the deals in them".to_owned(),
        x: Axis::between("mean strength: share of opponents' hands beaten", 0.0, 1.0),
        y: Axis::counts("buckets"),
        marks: Marks::Bars { values, marker: None },
    }
}

fn size_histogram(name: &str, sizes: &SizeHistogram) -> Chart {
    let (low, values) = (f64::from(sizes.lowest), sizes.buckets.iter().map(|&buckets| buckets as f64).collect());
    let high = low + sizes.buckets.len() as f64;
    Chart {
        title: format!("Sizes of {name}"),
        description: "Buckets by the binary logarithm of their deals over the mean".to_owned(),
        x: Axis::between("binary logarithm of a bucket's deals over the mean", low, high),
        y: Axis::counts("buckets"),
        marks: Marks::Bars { values, marker: Some((0.0, "mean size at".to_owned())) },
    }
}

fn cost_curve(name: &str, unit: &str, costs: &[f64]) -> Chart {
    let points = costs.iter().enumerate().map(|(number, &cost)| Point::new(number as f64 + 1.0, cost)).collect();
    Chart {
        title: format!("Clustering of {name}"),
        description: "The deal-weighted mean distance from the centre falls with every iteration".to_owned(),
        x: Axis::logarithmic("iteration"),
        y: Axis::linear(format!("mean distance, {unit}").trim_end_matches(", ")),
        marks: Marks::Lines(vec![Series { name: "cost".to_owned(), points }]),
    }
}
