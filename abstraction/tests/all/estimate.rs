//! Estimates made before a build.

use crate::look_counter::LookCounter;
use crate::shared_source::source;
use abstraction::build_buckets::{BuildPlaces, build_buckets};
use abstraction::cluster_file::ClusterSearch;
use abstraction::estimate::{Prepared, TimeProbe, disk_bytes, memory_bytes};
use abstraction::recipe::{BucketRecipe, Feature};
use abstraction::street::Street;
use evaluator::deck::Deck;
use evaluator::round::Round;
use tables::buckets::table::hands_of_round;
use tables::together::progress::Silent;
use tables::together::ranks::Alone;

fn flop(bins: u16, count: usize) -> BucketRecipe {
    BucketRecipe::new(Street::full(Round::Flop), Feature::Hsd { bins }, count, 1)
}

fn river(clusters: usize) -> BucketRecipe {
    BucketRecipe::new(Street::full(Round::River), Feature::Ochs { clusters }, 9_000, 1)
}

#[test]
fn the_disk_space_is_that_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let (file, resume) = (folder.path().join("a.buckets"), folder.path().join("a.clustering"));
    let recipe = BucketRecipe::new(Street::full(Round::Flop), Feature::Strength, 700, 1);
    let places = BuildPlaces { file: &file, resume: &resume, ranks: &Alone };
    let recipe = BucketRecipe { max_iterations: 2, ..recipe };
    build_buckets(&recipe, None, &mut source(), places, &Silent).unwrap();
    let found = file.metadata().unwrap().len();
    assert!((found..found + (1 << 17)).contains(&disk_bytes(&recipe)), "{found} {}", disk_bytes(&recipe));
    // One bucket more than 16 bits can tell apart takes two bytes more of every hand.
    let [narrow, wide] = [1 << 16, (1 << 16) + 1].map(|count| disk_bytes(&flop(10, count)));
    assert_eq!(wide - narrow, 2 * hands_of_round(Deck::FULL, Round::Flop) + 4 * 10 + 20);
}

#[test]
fn the_memory_is_near_what_was_measured() {
    // Peaks of builds of 500 buckets alone in their process, in MiB; the program itself takes 16 of them.
    let nothing = Prepared::default();
    let strength = |round| BucketRecipe::new(Street::full(round), Feature::Strength, 500, 1);
    let turn = |feature| BucketRecipe::new(Street::full(Round::Turn), feature, 500, 1);
    for (recipe, measured) in [
        (flop(10, 500), 577),
        (flop(50, 500), 1_189),
        (turn(Feature::Hsd { bins: 10 }), 567),
        (turn(Feature::Hsd { bins: 50 }), 1_174),
        (turn(Feature::Ochs { clusters: 8 }), 934),
        (strength(Round::Flop), 383),
        (strength(Round::Turn), 525),
        (strength(Round::River), 1_542),
        (river(1), 1_023),
        (river(2), 1_619),
        (river(3), 1_797),
        (river(4), 1_769),
        (river(6), 2_344),
        (river(8), 3_409),
        (river(10), 3_886),
        (river(12), 4_190),
        (river(16), 5_319),
    ] {
        let estimate = (memory_bytes(&recipe, nothing) as f64 / f64::from(1 << 20) + 16.0) / f64::from(measured);
        assert!((0.95..1.15).contains(&estimate), "{estimate} times {measured}: {recipe:?}");
    }
}

#[test]
fn memory_grows_with_what_is_kept_and_with_the_recipe() {
    let nothing = Prepared::default();
    let kept = nothing.after(&flop(50, 500));
    assert_eq!((kept.river, kept.turn), (true, Some(50)));
    // Opponents on the river need no river strengths, but those stay where they are.
    assert!(memory_bytes(&river(6), kept) > memory_bytes(&river(6), nothing));
    assert!(memory_bytes(&river(8), nothing) > memory_bytes(&river(6), nothing));
    // Clusters count once the rows are there: before, gathering them takes more.
    assert!(memory_bytes(&flop(50, 600_000), kept) > memory_bytes(&flop(50, 60), kept));
    // Rows that do not fit are made again block by block.
    assert!(memory_bytes(&river(169), nothing) < memory_bytes(&river(16), nothing));
    let turn = BucketRecipe::new(Street::full(Round::Turn), Feature::Hsd { bins: 50 }, 500, 1);
    assert_eq!(kept.after(&turn).turn, None);
}

#[test]
fn times_grow_with_the_work() {
    let clock = LookCounter::default();
    let mut probe = TimeProbe::new(Deck::FULL, &Silent, &clock).unwrap();
    let nothing = Prepared::default();
    let made = nothing.after(&flop(20, 10));
    let many = probe.buckets_seconds(&flop(20, 5_000), None, made).unwrap();
    assert!(probe.buckets_seconds(&flop(20, 5_000), None, nothing).unwrap() > many);
    let restarted = BucketRecipe { restarts: 5, ..flop(20, 5_000) };
    let restarted = probe.buckets_seconds(&restarted, None, made).unwrap();
    assert!((2.0..=5.0).contains(&(restarted / many)), "{restarted} {many}");
    // A sample saves iterations over all rows, and a limit of one iteration saves all but the first.
    let sampled = BucketRecipe { sample: abstraction::recipe::Sample::Rows(100_000), ..flop(20, 5_000) };
    assert!(probe.buckets_seconds(&sampled, None, made).unwrap() < many);
    let short = BucketRecipe { max_iterations: 1, ..flop(20, 5_000) };
    assert!(probe.buckets_seconds(&short, None, made).unwrap() < many);
    // In other bins than those whose distributions and clusters are shipped: the shipped ones take no time at all.
    let search = |restarts| Some(ClusterSearch { restarts, bins: 40, ..ClusterSearch::new(Deck::FULL, 8, 2) });
    let prepared = Prepared { river: true, preflop: true, turn: None };
    assert!(probe.clusters_seconds(search(10), prepared) < probe.clusters_seconds(search(1_000), prepared));
    assert!(probe.clusters_seconds(search(10), prepared) < probe.clusters_seconds(search(10), nothing));
    assert!(probe.buckets_seconds(&river(8), None, nothing).is_err(), "OCHS needs clusters");
}
