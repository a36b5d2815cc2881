//! The report's section on bucket quality: how large the buckets are, and what their clustering cost.

use abstraction::bucket_quality::{BucketQuality, GIANT, SizeHistogram, bucket_quality, cost_unit};
use abstraction::explain_bucket::recipe_of;
use report::axis::AxisTitle;
use report::curve::{Curve, Point, Series};
use report::facts::Facts;
use report::histogram::Histogram;
use report::number_format::{compact, fixed, percent, whole};
use report::page::Page;
use tables::bucket_table::BucketTable;
use tables::run_folder::RunFolder;
use tables::sibling_file::write_text_atomically;

use crate::error::StudyError;

/// Adds the section, and writes its pictures into the run's folder; a run without bucket files has none.
///
/// # Errors
/// Bucket files that cannot be read, or pictures that cannot be written.
pub fn bucket_section(page: Page, folder: &RunFolder) -> Result<Page, StudyError> {
    let files = folder.bucket_files()?;
    if files.is_empty() {
        return Ok(page);
    }
    let intro = "Sizes are counted in deals of hole cards and board. The effective number of buckets is that of equally \
                 large ones that would tell as much of a deal. The strength explained is the share of the variance of \
                 (expected) strength that lies between buckets rather than within.";
    let mut page = page.section("Buckets", intro);
    let (mut sizes, mut costs) = (Vec::new(), Vec::new());
    for (name, path) in files {
        let table = BucketTable::open(&path)?;
        let quality = bucket_quality(&table)?;
        // A file of another version of the program has costs without a unit.
        let unit = recipe_of(&table).map_or("", |recipe| cost_unit(&recipe));
        page = page.facts(&facts(&quality, unit), &name);
        sizes.push((name.clone(), saved(folder, &format!("sizes-{name}"), size_histogram(&name, &quality.sizes))?));
        if quality.cost_per_iteration.len() > 1 {
            let svg = cost_curve(&name, unit, &quality.cost_per_iteration);
            costs.push((name.clone(), saved(folder, &format!("cost-{name}"), svg)?));
        }
    }
    let page = page.figure_set(sizes, "How many buckets are of which size, in powers of two about the mean size");
    Ok(page.figure_set(costs, "The clustering's cost after each iteration"))
}

fn saved(folder: &RunFolder, name: &str, svg: String) -> Result<String, StudyError> {
    write_text_atomically(&folder.picture(name)?, &svg)?;
    Ok(svg)
}

fn facts(quality: &BucketQuality, unit: &str) -> Facts {
    let [least, _, median, _, most] = quality.deals_at_quartiles;
    let mut facts = Facts::default()
        .with("hands", format!("{} of the {}", whole(quality.hands), quality.street))
        .with("buckets", format!("{} ({} empty)", whole(quality.buckets as u64), whole(quality.empty_buckets)))
        .with("effective buckets", fixed(quality.effective_buckets, 0))
        .with("deals a bucket", format!("{} to {}, median {}", whole(least), whole(most), whole(median)));
    let giants: Vec<String> = quality
        .giants
        .iter()
        .map(|giant| format!("bucket {} ({} of all deals)", whole(giant.bucket as u64), percent(giant.share)))
        .collect();
    let listed = if giants.is_empty() { String::new() } else { format!("; the largest: {}", giants.join(", ")) };
    let name = format!("more than {} times the mean", compact(GIANT));
    facts = facts.with(name, format!("{}{listed}", whole(quality.giant_buckets as u64)));
    if let Some(rows) = quality.distinct_rows {
        facts = facts.with("different features", whole(rows));
    }
    if let Some(cost) = quality.within_cluster_cost {
        facts = facts.with("mean distance from the centre", format!("{} {unit}", compact(cost)));
    }
    let iterations = whole(quality.cost_per_iteration.len() as u64);
    let end = if quality.converged == Some(false) { " (stopped before converging)" } else { "" };
    facts = facts.with("iterations", format!("{iterations}{end}"));
    match quality.strength_variance_explained {
        Some(share) => facts.with("strength explained", format!("{} %", fixed(100.0 * share, 4))),
        None => facts,
    }
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
