//! Bucket files from recipe to disk: order, sums, recipe and parents, the same bytes on any number of threads.

use crate::naive::{embedded, in_bins, on_threads};
use crate::observer::StopAfter;
use crate::shared_source::{deals, small, source_of};
use abstraction::build_buckets::{BuildPlaces, BuildSummary, ClusterSource, build_buckets};
use abstraction::cluster_file::{read_clusters, write_clusters};
use abstraction::clustering::ClusteringError;
use abstraction::distance::Distance;
use abstraction::error::AbstractionError;
use abstraction::features::build_features::{FeatureSource, embedding_of};
use abstraction::features::hand_strength_distribution::distribution_of_hand;
use abstraction::features::opponent_clusters::OpponentClusters;
use abstraction::features::single_hand::SingleHand;
use abstraction::recipe::{BucketRecipe, Feature, Method, Sample};
use abstraction::street::Street;
use abstraction::street::certain_win;
use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::holding::StartingHand;
use evaluator::round::Round;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};
use tables::buckets::table::BucketTable;
use tables::error::Failure;
use tables::together::progress::Silent;
use tables::together::ranks::Alone;

const HSD: Feature = Feature::Hsd { bins: 50 };

fn flop_recipe(count: usize) -> BucketRecipe {
    BucketRecipe { max_iterations: 5, ..BucketRecipe::new(Street::new(small(), Round::Flop), HSD, count, 11) }
}

/// Flop buckets built in one thread and in peace, for what must come to the same bytes.
struct FlopFile {
    folder: tempfile::TempDir,
    recipe: BucketRecipe,
    summary: BuildSummary,
}

impl FlopFile {
    fn shared() -> &'static Self {
        static FILE: OnceLock<FlopFile> = OnceLock::new();
        FILE.get_or_init(|| {
            let (folder, recipe) = (tempfile::tempdir().unwrap(), flop_recipe(20));
            let summary = on_threads(1, || build(&recipe, &folder.path().join("flop"))).unwrap();
            Self { folder, recipe, summary }
        })
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("flop")
    }

    fn has_the_bytes_of(&self, other: &Path) -> bool {
        std::fs::read(self.path()).unwrap() == std::fs::read(other).unwrap()
    }
}

fn build(recipe: &BucketRecipe, path: &Path) -> Result<BuildSummary, AbstractionError> {
    build_buckets(recipe, None, &mut source_of(recipe.deck), places(path, &path.with_extension("clustering")), &Silent)
}

fn places<'a>(file: &'a Path, resume: &'a Path) -> BuildPlaces<'a> {
    BuildPlaces { file, resume, ranks: &Alone }
}

/// What every bucket file must be: whole, its sums those of the round, weak before strong.
fn assert_whole(path: &Path, summary: &BuildSummary, street: Street) {
    let table = BucketTable::open(path).unwrap();
    table.file().verify().unwrap();
    table.check_buckets().unwrap();
    let (round, deals) = (street.round, deals(street.deck, street.round));
    let index = BoardFirst::of(street.deck, round);
    assert_eq!((table.round(), table.bucket_count()), (round, summary.buckets));
    assert_eq!((summary.points, table.buckets().len() as u64), (index.hands(), index.hands()));
    assert_eq!((summary.file.as_path(), summary.empty_buckets), (path, 0));
    assert!(summary.iterations > 0 && summary.within_cluster_cost >= 0.0 && summary.seconds > 0.0);

    let (mut hands, mut deals_found) = (vec![0; summary.buckets], vec![0; summary.buckets]);
    for (hand, bucket) in table.buckets().iter().enumerate() {
        hands[bucket as usize] += 1;
        deals_found[bucket as usize] += index.multiplicity(HandIndex(hand as u64)).unwrap();
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
    let two = folder.path().join("two");
    let file = FlopFile::shared();
    let together = on_threads(2, || build(&file.recipe, &two)).unwrap();
    let FlopFile { recipe, summary: alone, .. } = file;
    assert!(file.has_the_bytes_of(&two), "other bytes");
    assert_eq!(alone.buckets, 20);
    assert_eq!(&BuildSummary { file: file.path(), seconds: alone.seconds, ..together }, alone);
    assert_whole(&file.path(), alone, recipe.street());

    let table = BucketTable::open(&file.path()).unwrap();
    assert_eq!(table.file().header().recipe, recipe.to_json());
    assert!(table.file().header().parents.is_empty());
    assert_eq!(table.dimensions(), 50);
    assert_eq!(table.cost_per_iteration().len(), alone.iterations);
    assert!(table.mean_strength()[0] < 0.3 && table.mean_strength()[19] > 0.8, "{:?}", table.mean_strength());
    // Two bins from the centre on average, with 20 of them; far more with one for all.
    assert!((2.0..2.2).contains(&alone.within_cluster_cost), "{}", alone.within_cluster_cost);
}

#[test]
#[ignore = "the full deck's flop: half a minute of processor time"]
fn flop_buckets_of_the_full_deck_are_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("flop");
    let recipe = BucketRecipe { deck: Deck::FULL, ..flop_recipe(20) };
    let summary = build(&recipe, &path).unwrap();
    assert_eq!((summary.buckets, summary.distinct), (20, Some(1_035_371)));
    assert_whole(&path, &summary, recipe.street());
    let means = BucketTable::open(&path).unwrap().mean_strength().to_vec();
    assert!(means[0] < 0.3 && means[19] > 0.8, "{means:?}");
    // Fewer than two bins from the centre on average, with 20 of them; far more with one for all.
    assert!((0.1..2.0).contains(&summary.within_cluster_cost), "{}", summary.within_cluster_cost);
}

#[test]
fn embedded_flop_histograms_have_the_earth_movers_distance_or_the_squared_one() {
    let mut source = source_of(small());
    let counts = |hole, cards| distribution_of_hand(small(), hole, cards, 50).0;
    let flop = BoardFirst::of(small(), Round::Flop);
    let hands: Vec<_> = (0..12).map(|it| flop.unindex(HandIndex(it * flop.hands() / 12)).unwrap()).collect();
    let recipe = flop_recipe(20);
    let runouts = f64::from(recipe.street().runouts());
    for recipe in [recipe.clone(), recipe.with_distance(Distance::Euclidean)] {
        let embedding = embedding_of(&recipe, None).unwrap();
        let feature = source.feature(&recipe, None, &Silent).unwrap();
        let embedded: Vec<Vec<u16>> =
            hands.iter().map(|&(hole, cards)| embedded(&embedding, &feature.row_of_hand(hole, cards))).collect();
        for (place, &(hole, cards)) in hands.iter().enumerate().skip(1) {
            let (a, b) = (counts(hands[place - 1].0, hands[place - 1].1), counts(hole, cards));
            let found = f64::from(recipe.distance.between(&embedded[place - 1], &embedded[place])) / embedding.unit();
            let expected = match recipe.distance {
                Distance::EarthMover => in_bins(&a, &b),
                Distance::Euclidean => a.iter().zip(&b).map(|(&a, &b)| ((a as f64 - b as f64) / runouts).powi(2)).sum(),
            };
            assert!((found - expected).abs() < 1e-12, "{found}, {expected}");
        }
        assert!(embedded.iter().all(|row| recipe.distance.size(row) <= recipe.distance.largest_size()));
    }
}

#[test]
fn one_cluster_of_opponents_leaves_a_bucket_for_each_strength_and_no_more() {
    buckets_are_strengths(small(), 1_009);
}

#[test]
#[ignore = "the full deck's river: a quarter of a minute"]
fn one_cluster_of_opponents_leaves_a_bucket_for_each_strength_of_the_full_deck() {
    buckets_are_strengths(Deck::FULL, 1_000_003);
}

/// Looks at every hand that is `step` after the one before it.
fn buckets_are_strengths(deck: Deck, step: usize) {
    let folder = tempfile::tempdir().unwrap();
    let clusters_path = folder.path().join("clusters");
    let in_deck: Vec<u8> = StartingHand::all().map(|hand| u8::from(deck.has(hand))).collect();
    let everybody = OpponentClusters::new("everybody".to_owned(), deck, &in_deck).unwrap();
    let fingerprint = write_clusters(&clusters_path, &everybody, json!({ "clusters": 1 }), 0.0).unwrap();
    let (clusters, parent) = read_clusters(&clusters_path).unwrap();
    let recipe = BucketRecipe::new(Street::new(deck, Round::River), Feature::Ochs { clusters: 1 }, 2_500, 5);
    let path = folder.path().join("river");
    let opponents = Some(ClusterSource { clusters: &clusters, parent: &parent });
    let summary = build_buckets(
        &recipe,
        opponents,
        &mut source_of(deck),
        places(&path, &path.with_extension("clustering")),
        &Silent,
    )
    .unwrap();
    let distinct = summary.distinct.unwrap();
    assert!(distinct <= usize::from(certain_win(deck)) + 1, "twice the wins and the draws: {distinct}");
    assert_eq!(summary.buckets, distinct, "2,500 buckets cannot be filled");
    assert!(summary.within_cluster_cost < 1e-9, "every strength is its own centre: {}", summary.within_cluster_cost);
    assert_whole(&path, &summary, recipe.street());

    let table = BucketTable::open(&path).unwrap();
    assert_eq!(table.file().header().recipe, recipe.to_json());
    assert_eq!(table.file().header().parents, [parent]);
    assert_eq!(table.file().header().parents[0].fingerprint, fingerprint);
    assert_eq!(table.file().meta::<serde_json::Value>("facts").unwrap()["requested_buckets"], 2_500);
    let index = BoardFirst::of(deck, Round::River);
    for hand in (0..index.hands()).step_by(step) {
        let (hole, board) = index.unindex(HandIndex(hand)).unwrap();
        let strength = f32::from(SingleHand::new(deck, hole).halves(board)) / f32::from(certain_win(deck));
        let mean = table.mean_strength()[table.bucket(hand).unwrap().number()];
        assert!((mean - strength).abs() < 1e-6, "{hole} on {board}: {strength} in a bucket of {mean}");
    }
}

/// Stops a build once its clustering has reported a number of iterations.
fn up_to<'a>(most: u64, iterations: &'a Mutex<Vec<u64>>) -> StopAfter<'a> {
    StopAfter::when(move |_, update| {
        let is_iteration = update.stage == "flop clustering";
        if is_iteration {
            iterations.lock().unwrap().push(update.done);
        }
        is_iteration && update.done >= most
    })
}

#[test]
fn an_interrupted_build_leaves_no_bucket_file_and_goes_on_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let [path, resume] = ["flop", "flop.clustering"].map(|name| folder.path().join(name));
    let FlopFile { recipe, .. } = FlopFile::shared();
    let (told, again) = (Mutex::default(), Mutex::default());
    let error =
        build_buckets(recipe, None, &mut source_of(small()), places(&path, &resume), &up_to(3, &told)).unwrap_err();
    assert!(matches!(error, AbstractionError::Cancelled(_)), "{error}");
    assert!(!error.is_input_error());
    assert!(!path.exists() && resume.exists());
    build_buckets(recipe, None, &mut source_of(small()), places(&path, &resume), &up_to(u64::MAX, &again)).unwrap();
    assert!(FlopFile::shared().has_the_bytes_of(&path), "other bytes");
    assert!(!resume.exists());
    // The clustering went on with its third iteration, which is measured again.
    assert_eq!(again.into_inner().unwrap()[0], 3);
}

#[test]
fn a_state_of_another_recipe_or_a_damaged_one_is_not_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let [path, resume, kept] = ["flop", "flop.clustering", "kept"].map(|name| folder.path().join(name));
    let FlopFile { recipe, .. } = FlopFile::shared();
    let other = BucketRecipe { seed: 12, ..recipe.clone() };
    build_buckets(&other, None, &mut source_of(small()), places(&path, &resume), &up_to(3, &Mutex::default()))
        .unwrap_err();
    std::fs::copy(&resume, &kept).unwrap();
    build_buckets(recipe, None, &mut source_of(small()), places(&path, &resume), &Silent).unwrap();
    assert!(FlopFile::shared().has_the_bytes_of(&path), "other bytes");

    std::fs::rename(&kept, &resume).unwrap();
    let mut bytes = std::fs::read(&resume).unwrap();
    let place = bytes.len() / 2;
    bytes[place] ^= 1;
    std::fs::write(&resume, bytes).unwrap();
    let error = build_buckets(&other, None, &mut source_of(small()), places(&path, &resume), &Silent).unwrap_err();
    assert!(error.is_input_error() && error.to_string().contains("flop.clustering"), "{error}");
}

#[test]
fn classical_features_and_percentiles_make_whole_files_and_explain_strength() {
    // The smaller the deck, the more deals are equally strong.
    files_are_whole_and_explain_strength(small(), 112);
}

#[test]
#[ignore = "five files of the full deck's flop: a quarter of a minute"]
fn classical_features_and_percentiles_make_whole_files_of_the_full_deck() {
    files_are_whole_and_explain_strength(Deck::FULL, 110);
}

/// The largest part of a cut has fewer deals than `most_percent` of the smallest.
fn files_are_whole_and_explain_strength(deck: Deck, most_percent: u64) {
    let folder = tempfile::tempdir().unwrap();
    let explained = [
        (Feature::Strength, Method::KMeans),
        (Feature::Strength, Method::Percentiles),
        (Feature::StrengthSquared, Method::KMeans),
        (Feature::StrengthSquared, Method::Percentiles),
        (Feature::Strength, Method::SplitPercentiles),
    ]
    .map(|(feature, method)| {
        let recipe = BucketRecipe { method, ..BucketRecipe::new(Street::new(deck, Round::Flop), feature, 40, 3) };
        let path = folder.path().join(format!("{}-{method}", feature.name()));
        let summary = build(&recipe, &path).unwrap();
        assert_eq!((summary.buckets, summary.converged), (40, true), "{} {method}", feature.name());
        assert_whole(&path, &summary, recipe.street());
        let table = BucketTable::open(&path).unwrap();
        assert_eq!(BucketRecipe::from_json(&table.file().header().recipe).unwrap(), recipe);
        if method.is_a_cut() {
            let deals = table.deals_in_bucket();
            let (least, most) = (deals.iter().min().unwrap(), deals.iter().max().unwrap());
            assert!(most * 100 < least * most_percent, "parts of equally many deals: {least} to {most}");
        }
        summary.strength_variance_explained
    });
    // Forty buckets along the strength itself leave little of its variance; squares order hands otherwise.
    assert!(explained[0] > 0.998 && explained[1] > 0.995 && explained[0] < 1.0, "{explained:?}");
    assert!(explained[2] < explained[0] && explained[2] > 0.9, "{explained:?}");
    assert!((explained[4] - explained[1]).abs() < 1e-3, "few strengths of the flop are split: {explained:?}");
}

#[test]
fn split_percentiles_fill_as_many_buckets_as_are_asked_for() {
    as_many_are_filled(small(), 5_000);
}

#[test]
#[ignore = "two files of the full deck's flop"]
fn split_percentiles_fill_as_many_buckets_of_the_full_deck() {
    as_many_are_filled(Deck::FULL, 60_000);
}

fn as_many_are_filled(deck: Deck, count: usize) {
    let folder = tempfile::tempdir().unwrap();
    let built = [Method::Percentiles, Method::SplitPercentiles].map(|method| {
        let recipe =
            BucketRecipe { method, ..BucketRecipe::new(Street::new(deck, Round::Flop), Feature::Strength, count, 3) };
        let path = folder.path().join(method.to_string());
        let summary = build(&recipe, &path).unwrap();
        assert_whole(&path, &summary, recipe.street());
        (summary, BucketTable::open(&path).unwrap())
    });
    let [(whole, _), (split, table)] = &built;
    assert!(whole.buckets < count && split.buckets == count, "{} {}", whole.buckets, split.buckets);
    // A part of some 85 or 433 deals, and a hand of up to 24 more or less at either end.
    let part = deals(deck, Round::Flop) / count as u64;
    let found = table.deals_in_bucket();
    assert!(found.iter().all(|&deals| deals.abs_diff(part) <= 24), "{found:?}");
}

#[test]
fn recipes_that_cannot_be_followed_are_refused_before_any_work() {
    let ochs = |clusters| Feature::Ochs { clusters };
    let recipe = |round, feature, count| BucketRecipe::new(Street::full(round), feature, count, 0);
    let flop = recipe(Round::Flop, HSD, 100);
    let wrong = [
        (recipe(Round::Preflop, HSD, 169), "street"),
        (recipe(Round::Preflop, ochs(8), 169), "street"),
        (BucketRecipe { method: Method::Percentiles, ..flop.clone() }, "feature"),
        (BucketRecipe { sample: Sample::Fraction(0.0), ..flop.clone() }, "sample fraction"),
        (
            BucketRecipe { method: Method::Percentiles, restarts: 2, ..recipe(Round::Flop, Feature::Strength, 9) },
            "percentiles",
        ),
        (recipe(Round::Flop, Feature::Hsd { bins: 0 }, 100), "bins"),
        (recipe(Round::Turn, Feature::Hsd { bins: 501 }, 100), "bins"),
        (recipe(Round::River, ochs(0), 100), "clusters"),
        (recipe(Round::River, ochs(170), 100), "clusters"),
        (recipe(Round::River, ochs(8), 100), "opponent clusters"),
    ];
    // Refusing costs no river pass: any work would end as an interruption.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let refused = |recipe: &BucketRecipe, opponents: Option<ClusterSource<'_>>| {
        let stop = StopAfter::reports(0);
        let error = build_buckets(recipe, opponents, &mut FeatureSource::default(), places(&path, &path), &stop);
        let error = error.unwrap_err();
        assert!(error.is_input_error(), "{error}");
        error
    };
    for (recipe, setting) in wrong {
        let error = refused(&recipe, None);
        assert!(matches!(error, AbstractionError::Recipe { what, .. } if what == setting), "{setting}: {error}");
    }
    // Wrong settings of the clustering are its own to name.
    for (recipe, setting) in [
        (BucketRecipe { count: 0, ..flop.clone() }, "count"),
        (BucketRecipe { count: (1 << 20) + 1, ..flop.clone() }, "count"),
        (BucketRecipe { restarts: 0, ..flop.clone() }, "restarts"),
        (BucketRecipe { max_iterations: 0, ..flop.clone() }, "max_iterations"),
        (BucketRecipe { sample: Sample::Rows(1_999), ..flop.clone() }, "sample_rows"),
    ] {
        let error = refused(&recipe, None);
        let AbstractionError::Clustering(ClusteringError::Setting { what, .. }) = error else { panic!("{error}") };
        assert_eq!(what, setting);
    }
    // Clusters of another number than the recipe's.
    let printed = OpponentClusters::johanson_2013();
    let clusters_path = folder.path().join("clusters");
    write_clusters(&clusters_path, &printed, json!({}), 1.3475).unwrap();
    let (clusters, parent) = read_clusters(&clusters_path).unwrap();
    let opponents = Some(ClusterSource { clusters: &clusters, parent: &parent });
    let error = refused(&recipe(Round::River, ochs(7), 100), opponents);
    assert!(error.to_string().contains("a file of 7 clusters, found 8 clusters"), "{error}");
    assert!(!path.exists());
    assert!(flop.check().is_ok() && recipe(Round::River, ochs(169), 1 << 20).check().is_ok());
}
