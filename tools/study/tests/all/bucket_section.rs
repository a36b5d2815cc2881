//! The report's section on buckets, from files made by hand.

use abstraction::recipe::{BucketRecipe, Feature};
use abstraction::street::Street;
use evaluator::deck::Deck;
use evaluator::round::Round;
use report::page::Page;
use serde_json::json;
use study::report::buckets::bucket_section;
use tables::buckets::table::BucketTableContents;
use tables::run::folder::RunFolder;

use super::{begun_folder, check_contains, run_folder};

fn write(folder: &RunFolder, name: &str, recipe: serde_json::Value, costs: &[f64]) {
    let mut deals = vec![1_000; 30];
    deals[7] = 100_000;
    let mut strengths = [0.5; 30];
    (strengths[0], strengths[29]) = (0.0, 1.0);
    let contents = BucketTableContents {
        deck: Deck::FULL,
        round: Round::Turn,
        recipe,
        parents: Vec::new(),
        facts: json!({
            "requested_buckets": 33, "within_cluster_cost": 0.375, "converged": false, "distinct_rows": 4_321,
            "strength_variance_explained": 0.998_765,
        }),
        buckets: &[0],
        centres: &[0.5; 30],
        hands_in_bucket: &[10; 30],
        deals_in_bucket: &deals,
        mean_strength: &strengths,
        cost_per_iteration: costs,
    };
    contents.write(&folder.buckets(name).unwrap()).unwrap();
}

#[test]
fn sizes_and_costs_of_every_bucket_file_are_told_and_drawn() {
    let (_root, folder) = begun_folder();
    let recipe = BucketRecipe::new(Street::full(Round::Turn), Feature::Hsd { bins: 50 }, 33, 1);
    write(&folder, "turn", recipe.to_json(), &[0.5, 0.4, 0.375]);
    // Of another version of the program: no unit; clustered in one step: no curve.
    write(&folder, "turn-old", json!({ "made": "otherwise" }), &[0.375]);
    let html = bucket_section(Page::new("A run"), &folder, &["turn", "turn-old", "turn-not-made"]).unwrap().to_html();
    let parts = [
        "30, 3 of them empty",
        "1,000 to 100,000, median 1,000",
        // 100,000 of 129,000 deals.
        "1; the largest 78 % of all deals",
        "4,321",
        "0.375 bins",
        "3, stopped before converging",
        "99.9 %",
        "Sizes of turn-old",
        "Clustering of turn",
        "Mean strength of the buckets of turn",
        // All but the weakest and the strongest lie in the middle.
        "0 to 0.04: 1",
        "0.48 to 0.52: 28",
        "0.96 to 1: 1",
    ];
    check_contains(&html, &parts);
    for (name, there) in [
        ("sizes-turn", true),
        ("cost-turn", true),
        ("sizes-turn-old", true),
        ("strengths-turn", true),
        ("cost-turn-old", false),
    ] {
        assert_eq!(folder.picture(name).unwrap().exists(), there, "{name}");
    }
}

#[test]
fn a_run_without_buckets_has_no_such_section() {
    let page = bucket_section(Page::new("A run"), &run_folder().1, &["turn"]).unwrap();
    assert!(!page.to_html().contains("Buckets"));
}
