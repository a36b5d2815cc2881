//! Bucket files from recipe to disk: order, sums, recipe and parents, the same bytes on any number of threads.

use abstraction::build_buckets::{BuildSummary, ClusterSource, build_buckets};
use abstraction::cluster_file::{read_clusters, write_clusters};
use abstraction::clustering::ClusteringError;
use abstraction::distance::{Distance, earth_mover};
use abstraction::error::AbstractionError;
use abstraction::features::build_features::FeatureSource;
use abstraction::features::opponent_clusters::OpponentClusters;
use abstraction::features::river_strengths::{CERTAIN_WIN, halves_of_hand};
use abstraction::recipe::{BucketRecipe, Feature};
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::round::Round;
use serde_json::json;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use tables::bucket_table::BucketTable;
use tables::progress::{Progress, Silent, Update};

const HSD: Feature = Feature::Hsd { bins: 50 };

/// River strengths and turn histograms are made once; a failed test must not fail the others.
fn source() -> MutexGuard<'static, FeatureSource> {
    static SOURCE: OnceLock<Mutex<FeatureSource>> = OnceLock::new();
    SOURCE.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner)
}

fn flop_recipe(count: usize) -> BucketRecipe {
    BucketRecipe { max_iterations: 12, ..BucketRecipe::new(Round::Flop, HSD, count, 11) }
}

fn build(recipe: &BucketRecipe, path: &Path) -> Result<BuildSummary, AbstractionError> {
    build_buckets(recipe, None, &mut source(), path, &Silent)
}

/// What every bucket file must be: whole, its sums those of the round, weak before strong.
fn assert_whole(path: &Path, summary: &BuildSummary, round: Round, deals: u64) {
    let table = BucketTable::open(path).unwrap();
    table.file().verify().unwrap();
    table.check_buckets().unwrap();
    let index = BoardFirst::of(round);
    assert_eq!((table.round(), table.bucket_count()), (round, summary.buckets));
    assert_eq!((summary.points, table.buckets().len() as u64), (index.hands(), index.hands()));
    assert_eq!((summary.file.as_path(), summary.empty_buckets), (path, 0));
    assert!(summary.iterations > 0 && summary.within_cluster_cost >= 0.0 && summary.seconds > 0.0);

    let (mut hands, mut deals_found) = (vec![0; summary.buckets], vec![0; summary.buckets]);
    for (hand, &bucket) in table.buckets().iter().enumerate() {
        hands[usize::from(bucket)] += 1;
        deals_found[usize::from(bucket)] += index.multiplicity(HandIndex(hand as u64)).unwrap();
    }
    assert_eq!(table.hands_in_bucket(), hands);
    assert_eq!(table.deals_in_bucket(), deals_found);
    assert_eq!(deals_found.iter().sum::<u64>(), deals);
    assert!(table.mean_strength().is_sorted(), "{:?}", table.mean_strength());
    let means = table.mean_strength().iter().zip(&deals_found);
    let half = means.map(|(&mean, &deals)| f64::from(mean) * deals as f64).sum::<f64>() / deals as f64;
    assert!((half - 0.5).abs() < 1e-6, "all hands together win half: {half}");
}

#[test]
fn flop_buckets_are_whole_ordered_and_the_same_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let recipe = flop_recipe(20);
    let build_on = |threads: usize| {
        let path = folder.path().join(format!("{threads}"));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let summary = pool.install(|| build(&recipe, &path)).unwrap();
        (path, summary)
    };
    let ((one, alone), (two, together)) = (build_on(1), build_on(2));
    assert!(std::fs::read(&one).unwrap() == std::fs::read(&two).unwrap(), "other bytes");
    assert_eq!((alone.buckets, alone.distinct), (20, 1_035_371));
    assert_eq!(BuildSummary { file: one.clone(), seconds: alone.seconds, ..together }, alone);
    assert_whole(&one, &alone, Round::Flop, 22_100 * 1_176);

    let table = BucketTable::open(&one).unwrap();
    assert_eq!(table.file().header().recipe, recipe.to_json());
    assert!(table.file().header().parents.is_empty());
    assert_eq!(table.dimensions(), 50);
    assert_eq!(table.cost_per_iteration().len(), alone.iterations);
    assert!(table.mean_strength()[0] < 0.3 && table.mean_strength()[19] > 0.8, "{:?}", table.mean_strength());
    // Fewer than two bins from the centre on average, with 20 of them; far more with one for all.
    assert!((0.1..2.0).contains(&alone.within_cluster_cost), "{}", alone.within_cluster_cost);
}

#[test]
fn flop_histograms_become_cumulative_counts_whose_distance_is_the_earth_movers() {
    let mut source = source();
    let rows = source.histograms(Round::Flop, 50, Distance::EarthMover, &Silent).unwrap();
    let squares = source.histograms(Round::Flop, 50, Distance::Euclidean, &Silent).unwrap();
    assert_eq!(rows.distinct.len(), squares.distinct.len());
    let counts = |row: usize| rows.distinct.row(row).iter().map(|&count| u64::from(count)).collect::<Vec<u64>>();
    for row in (0..rows.distinct.len() - 1).step_by(10_007) {
        let embedded = |values: &[u16], distance: Distance| {
            f64::from(distance.between(&values[row * 50..][..50], &values[(row + 1) * 50..][..50]))
        };
        let (a, b) = (counts(row), counts(row + 1));
        let emd = embedded(&rows.values, Distance::EarthMover) / rows.unit;
        assert!((emd - earth_mover::in_bins(&a, &b)).abs() < 1e-12, "{emd}");
        let squared: f64 = a.iter().zip(&b).map(|(&a, &b)| ((a as f64 - b as f64) / 1_081.0).powi(2)).sum();
        let found = embedded(&squares.values, Distance::Euclidean) / squares.unit;
        assert!((found - squared).abs() < 1e-12, "{found}, {squared}");
    }
    for (values, distance) in [(&rows.values, Distance::EarthMover), (&squares.values, Distance::Euclidean)] {
        assert!(values.chunks_exact(50).all(|row| distance.size(row) <= distance.largest_size()), "{distance}");
    }
}

#[test]
fn one_cluster_of_opponents_leaves_a_bucket_for_each_strength_and_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let clusters_path = folder.path().join("clusters");
    let everybody = OpponentClusters::new("everybody".to_owned(), &[1; 169]).unwrap();
    let fingerprint = write_clusters(&clusters_path, &everybody, json!({ "clusters": 1 }), 0.0).unwrap();
    let (clusters, parent) = read_clusters(&clusters_path).unwrap();
    let recipe = BucketRecipe::new(Round::River, Feature::Ochs { clusters: 1 }, 2_500, 5);
    let path = folder.path().join("river");
    let opponents = Some(ClusterSource { clusters: &clusters, parent: &parent });
    let summary = build_buckets(&recipe, opponents, &mut source(), &path, &Silent).unwrap();
    assert!(summary.distinct <= 1_981, "2w + d is 0 to 1980: {}", summary.distinct);
    assert_eq!(summary.buckets, summary.distinct, "2,500 buckets cannot be filled");
    assert!(summary.within_cluster_cost < 1e-9, "every strength is its own centre: {}", summary.within_cluster_cost);
    assert_whole(&path, &summary, Round::River, 2_598_960 * 1_081);

    let table = BucketTable::open(&path).unwrap();
    assert_eq!(table.file().header().recipe, recipe.to_json());
    assert_eq!(table.file().header().parents, [parent]);
    assert_eq!(table.file().header().parents[0].fingerprint, fingerprint);
    assert_eq!(table.file().meta::<serde_json::Value>("facts").unwrap()["requested_buckets"], 2_500);
    let index = BoardFirst::of(Round::River);
    for hand in (0..index.hands()).step_by(1_000_003) {
        let (hole, board) = index.unindex(HandIndex(hand)).unwrap();
        let strength = f32::from(halves_of_hand(hole, board)) / f32::from(CERTAIN_WIN);
        let mean = table.mean_strength()[table.bucket(hand).unwrap().number()];
        assert!((mean - strength).abs() < 1e-6, "{hole} on {board}: {strength} in a bucket of {mean}");
    }
}

/// Watches a stage and stops it once its clustering has begun.
struct StopInClustering;

impl Progress for StopInClustering {
    fn report(&self, update: &Update<'_>) {
        assert!(update.done <= update.of || update.of == 0, "{update:?}");
        if update.stage == "flop clustering" {
            CLUSTERING.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    }

    fn cancelled(&self) -> bool {
        CLUSTERING.load(std::sync::atomic::Ordering::Relaxed)
    }
}

static CLUSTERING: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

#[test]
fn an_interrupted_build_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("flop");
    let error = build_buckets(&flop_recipe(9), None, &mut source(), &path, &StopInClustering).unwrap_err();
    assert!(matches!(error, AbstractionError::Cancelled(_)), "{error}");
    assert!(!error.is_input_error());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn recipes_that_cannot_be_followed_are_refused_before_any_work() {
    let ochs = |clusters| Feature::Ochs { clusters };
    let recipe = |round, feature, count| BucketRecipe::new(round, feature, count, 0);
    let flop = recipe(Round::Flop, HSD, 100);
    let wrong = [
        (recipe(Round::Preflop, HSD, 169), "street"),
        (recipe(Round::Preflop, ochs(8), 169), "street"),
        (recipe(Round::River, HSD, 100), "feature"),
        (recipe(Round::Flop, Feature::Hsd { bins: 0 }, 100), "bins"),
        (recipe(Round::Turn, Feature::Hsd { bins: 501 }, 100), "bins"),
        (recipe(Round::River, ochs(0), 100), "clusters"),
        (recipe(Round::River, ochs(170), 100), "clusters"),
        (recipe(Round::River, ochs(8), 100), "opponent clusters"),
    ];
    // A source of its own, still empty afterwards: refusing costs no river pass.
    let mut source = FeatureSource::default();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let start = std::time::Instant::now();
    for (recipe, setting) in wrong {
        let error = build_buckets(&recipe, None, &mut source, &path, &Silent).unwrap_err();
        assert!(matches!(error, AbstractionError::Recipe { what, .. } if what == setting), "{setting}: {error}");
        assert!(error.is_input_error());
    }
    let settings = [
        (BucketRecipe { count: 0, ..flop.clone() }, "count"),
        (BucketRecipe { count: 65_536, ..flop.clone() }, "count"),
        (BucketRecipe { restarts: 0, ..flop.clone() }, "restarts"),
        (BucketRecipe { max_iterations: 0, ..flop.clone() }, "max_iterations"),
        (BucketRecipe { sample_rows: Some(1_999), ..flop.clone() }, "sample_rows"),
    ];
    for (recipe, setting) in settings {
        let error = build_buckets(&recipe, None, &mut source, &path, &Silent).unwrap_err();
        let found =
            matches!(&error, AbstractionError::Clustering(ClusteringError::Setting { what, .. }) if *what == setting);
        assert!(found && error.is_input_error(), "{setting}: {error}");
    }
    // Clusters of another number than the recipe's.
    let printed = OpponentClusters::johanson_2013();
    let clusters_path = folder.path().join("clusters");
    write_clusters(&clusters_path, &printed, json!({}), 1.3475).unwrap();
    let (clusters, parent) = read_clusters(&clusters_path).unwrap();
    let opponents = Some(ClusterSource { clusters: &clusters, parent: &parent });
    let error = build_buckets(&recipe(Round::River, ochs(7), 100), opponents, &mut source, &path, &Silent).unwrap_err();
    assert!(error.to_string().contains("a file of 7 clusters, found 8 clusters"), "{error}");
    assert!(!path.exists());
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
    assert!(flop.check().is_ok() && recipe(Round::River, ochs(169), 65_535).check().is_ok());
}
