//! Variants of a study and the stages they share.

use study::file::order::Work;
use study::file::study::QUICKSTART;

use super::{check_order, order, stage_names};

const RIVER: &str = "[river]\nfeature = \"ochs\"\nbuckets = 100\n";

#[test]
fn the_quickstart_has_the_stages_and_files_it_always_had() {
    let order = order(QUICKSTART);
    let counts = ["6", "8", "10", "12"];
    let mut expected: Vec<String> = counts.iter().map(|count| format!("clusters-{count}")).collect();
    expected.extend(["buckets-flop", "buckets-turn"].map(str::to_owned));
    expected.extend(counts.iter().map(|count| format!("buckets-river-C{count}")));
    // The shorter training first: the longer one goes on from it.
    let trained = |ending: &str| counts.map(|it| [format!("training-C{it}{ending}"), format!("export-C{it}{ending}")]);
    expected.extend(trained("-half").into_iter().zip(trained("")).flat_map(|(half, whole)| [half, whole].concat()));
    expected.extend(["league-half", "league", "report"].map(str::to_owned));
    assert_eq!(stage_names(&order), expected);
    let files: Vec<&str> = order.bucket_files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(files, ["flop", "turn", "river-C6", "river-C8", "river-C10", "river-C12"]);
    let clusters: Vec<String> = order.clusters.iter().map(|it| it.file_name()).collect();
    assert_eq!(clusters, ["ochs6", "ochs8", "ochs10", "ochs12"]);
}

#[test]
fn cluster_files_and_the_published_table_are_variants_named_after_them() {
    let opponents = "[opponents]\nclusters = [8]\nfiles = [\"mine.clusters\", \"johanson2013\"]\n";
    let order = order(&format!("name = \"x\"\n{opponents}{RIVER}"));
    let names: Vec<&str> = order.variants.iter().map(|variant| variant.name.as_str()).collect();
    assert_eq!(names, ["C8", "mine", "johanson2013"]);
    let expected = ["clusters-8", "clusters-mine", "clusters-johanson2013", "buckets-river-C8", "buckets-river-mine"];
    assert_eq!(stage_names(&order)[..5], expected);
    // Files are looked for beside the study.
    assert!(format!("{:?}", order.clusters[1]).contains("studies/mine.clusters"));
}

#[test]
fn variants_share_what_they_do_not_change() {
    let text = format!(
        "name = \"x\"\n[opponents]\nclusters = [6, 8]\n[flop]\nfeature = \"hsd\"\nbuckets = 50\n\
         [turn]\nfeature = \"ochs\"\nbuckets = 60\n{RIVER}\
         [[variant]]\nname = \"percentiles\"\nopponents = 8\n\
         [variant.river]\nfeature = \"strength\"\nmethod = \"percentiles\"\nbuckets = 100\n\
         [[variant]]\nname = \"same\"\nopponents = 6\n\
         [variant.river]\nfeature = \"ochs\"\nbuckets = 100\ndistance = \"l2\"\n"
    );
    let order = order(&text);
    let files: Vec<&str> = order.bucket_files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(files, ["flop", "turn-C6", "turn-C8", "river-C6", "river-C8", "river-percentiles"]);
    let of = |name: &str| order.variants.iter().find(|variant| variant.name == name).unwrap().bucket_files;
    assert_eq!(of("percentiles"), [Some(0), Some(2), Some(5)]);
    // A street spelt out to what it would be anyway is no other street.
    assert_eq!(of("same"), of("C6"));
    assert_eq!(of("C8"), [Some(0), Some(2), Some(4)]);
    // Percentiles of strength wait for no clusters.
    assert_eq!(order.needs(Work::Buckets(5)), []);
    assert_eq!(order.needs(Work::Buckets(4)), [Work::Clusters(1)]);
}

#[test]
fn a_study_without_opponents_has_one_variant() {
    let order = order("name = \"x\"\n[flop]\nfeature = \"strength\"\nbuckets = 9\n[stability]\nseeds = 1\n");
    assert_eq!(stage_names(&order), ["buckets-flop", "stability", "report"]);
    assert_eq!(order.variants.len(), 1);
}

#[test]
fn a_variant_takes_the_only_opponents_there_are() {
    let text = format!("name = \"x\"\n[opponents]\nclusters = [8]\n{RIVER}");
    let more = "[[variant]]\nname = \"emd\"\n[variant.river]\nfeature = \"ochs\"\nbuckets = 100\ndistance = \"emd\"\n";
    let order = order(&format!("{text}{more}"));
    assert_eq!(order.bucket_files[1].clusters, Some(0));
    assert_eq!(order.clusters.len(), 1);
}

#[test]
fn stages_wait_for_what_they_are_made_from() {
    let order = order(QUICKSTART);
    check_order(&order);
    // Players 4 to 7 are those trained half as long; export takes the checkpoint before the longer training goes on.
    assert_eq!(order.needs(Work::Training(4)), [Work::Buckets(0), Work::Buckets(1), Work::Buckets(2)]);
    let buckets = [Work::Buckets(0), Work::Buckets(1), Work::Buckets(3)];
    assert_eq!(order.needs(Work::Training(1)), [&buckets[..], &[Work::Export(5)]].concat());
    assert_eq!(order.needs(Work::League(0)).len(), 4);
    assert_eq!(order.needs(Work::Report).len(), order.stages.len() - 1);
}
