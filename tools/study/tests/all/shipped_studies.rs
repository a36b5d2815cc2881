//! The studies that come with the program, and those that stand with their results, ask for what documents and other
//! studies say.

use abstraction::distance::Distance;
use abstraction::recipe::{Feature, Method, Sample};
use evaluator::round::Round;
use solver::train::{Budget, Opponent, UpdateRule};
use std::collections::BTreeSet;
use std::path::Path;
use study::file::order::StageOrder;
use study::file::study::{QUICKSTART, SHIPPED, Study};

use super::{all_known, known};

#[test]
fn the_quickstart_asks_for_what_the_readme_says() {
    let study = Study::quickstart().unwrap();
    assert_eq!(study.opponents.clusters, [6, 8, 10, 12]);
    let order = StageOrder::of(&study).unwrap();
    assert!(order.bucket_files.iter().all(|file| study.recipe(file, 8).unwrap().count == 500));
    let training = &study.training[0];
    assert_eq!(training.rule(), UpdateRule::DCFR);
    assert_eq!(training.budget().unwrap(), Budget::Iterations(7_000));
}

#[test]
fn the_paper_asks_for_the_papers_abstraction() {
    let study = known("paper");
    let order = StageOrder::of(&study).unwrap();
    assert_eq!(order.variants.len(), 4);
    for file in &order.bucket_files {
        let recipe = study.recipe(file, 8).unwrap();
        let feature = match file.round {
            Round::River => Feature::Ochs { clusters: 8 },
            _ => Feature::Hsd { bins: 50 },
        };
        let distance = if file.round == Round::River { Distance::Euclidean } else { Distance::EarthMover };
        assert_eq!((recipe.count, recipe.feature, recipe.distance), (9_000, feature, distance));
        assert_eq!((recipe.sample, recipe.restarts, recipe.method), (Sample::All, 1, Method::KMeans));
    }
    assert!(study.training.is_empty() && study.league.is_none());
}

#[test]
fn a_file_goes_before_a_shipped_study_of_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("paper");
    assert!(Study::named(&path).is_err());
    std::fs::write(&path, QUICKSTART).unwrap();
    assert_eq!(Study::named(&path).unwrap().name, "quickstart");
}

#[test]
fn every_study_of_ours_is_one_and_has_the_name_of_its_place() {
    let names: Vec<String> = all_known().into_iter().map(|study| study.name).collect();
    assert!(names.iter().all(|name| known(name).name == *name) && names.len() == SHIPPED.len() + 11, "{names:?}");
    let files = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("studies")).unwrap();
    assert_eq!(files.count(), SHIPPED.len());
}

/// The different numbers of buckets of a study's files.
fn bucket_counts(study: &Study) -> Vec<usize> {
    let counts = study.order().bucket_files.iter().map(|file| study.recipe(file, 8).unwrap().count);
    counts.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Files of the same name have the same recipe in both studies, so that they may be copied; gives their number.
fn shared_recipes(one: &Study, other: &Study) -> usize {
    let mut shared = 0;
    for file in &one.order().bucket_files {
        if let Some(there) = other.order().bucket_files.iter().find(|it| it.name == file.name) {
            assert_eq!(one.recipe(file, 8).unwrap(), other.recipe(there, 8).unwrap(), "{}", file.name);
            shared += 1;
        }
    }
    shared
}

#[test]
fn studies_of_counts_make_what_they_say() {
    let counts = known("ochs-counts");
    let order = counts.order();
    assert_eq!((order.settings.len(), order.variants.len(), order.players.len()), (9, 45, 90));
    assert_eq!(bucket_counts(&counts), [1_000]);
    // 5 flops, 5 turns, 45 rivers.
    assert_eq!(order.bucket_files.len(), 55);
    let large = known("ochs-counts-9000");
    let order = large.order();
    assert_eq!((order.settings.len(), order.variants.len(), order.players.len()), (8, 24, 144));
    assert_eq!(order.goes_on_from, [None, Some(0), None, Some(2), Some(3), Some(4)]);
    assert_eq!(bucket_counts(&large), [9_000]);
    for study in [&counts, &large] {
        let budgets: Vec<Budget> = study.training.iter().map(|training| training.budget().unwrap()).collect();
        assert_eq!(budgets[0], Budget::Iterations(300_000), "the paper's own");
    }
}

#[test]
fn studies_that_ask_again_have_the_recipes_of_the_counts_and_go_on_in_training() {
    let large = known("ochs-counts-9000");
    let asked_again = ["ochs-budgets-9000", "ochs-distances-9000", "ochs-exact-9000", "plain-cfr-9000"].map(known);
    assert_eq!(asked_again.each_ref().map(|study| shared_recipes(study, &large)), [12, 18, 12, 10]);
    let [budgets, distances, exact, plain_cfr] = asked_again.each_ref().map(Study::order);
    assert_eq!((budgets.settings.len(), budgets.players.len(), budgets.bucket_files.len()), (2, 60, 12));
    assert_eq!(budgets.goes_on_from, [None, Some(0), Some(1), Some(2), Some(3)]);
    assert_eq!((distances.settings.len(), distances.players.len()), (12, 216));
    // 3 flops, 3 turns, 10 rivers by clusters three times, two of percentiles.
    assert_eq!(distances.bucket_files.len(), 3 + 3 + 30 + 2);
    assert_eq!(distances.goes_on_from, [None, Some(0), Some(1)]);
    // And the buckets of an opponent with exact cards.
    assert_eq!((exact.settings.len(), exact.players.len(), exact.bucket_files.len()), (2, 24, 12 + 2));
    assert_eq!(exact.goes_on_from, [None, Some(0)]);
    assert_eq!(plain_cfr.settings, ["C6", "C8", "C12", "split-percentiles"]);
    assert_eq!((plain_cfr.players.len(), plain_cfr.bucket_files.len()), (24, 2 + 2 + 6 + 1));
    assert_eq!(plain_cfr.goes_on_from, [None, Some(0), Some(1)]);
}

#[test]
fn baselines_share_all_files_but_those_of_percentiles() {
    assert_eq!(known("baselines").order().settings, ["C8", "percentiles", "strength", "strength-only"]);
    let baselines = known("baselines-9000");
    let order = baselines.order();
    assert_eq!(order.settings, ["C8", "C8-emd", "percentiles"]);
    let others = order.bucket_files.iter().filter(|file| !file.name.contains("percentiles")).count();
    assert_eq!(shared_recipes(&baselines, &known("ochs-counts-9000")), others);
}

#[test]
fn studies_of_training_have_their_rules_and_opponents() {
    let better = known("better-buckets");
    assert_eq!(better.order().settings.len(), 9);
    assert!(better.training.iter().all(|training| training.opponent() == Opponent::Exact));
    assert_eq!(bucket_counts(&better), [1_000, 4_000, 5_000]);
    // Three rules, each trained three times and written on the way.
    let longer = known("training-longer");
    let rules: Vec<UpdateRule> = longer.training.iter().map(|training| training.rule()).collect();
    let later = UpdateRule::Discounted { alpha: 1.5, beta: 0.0, gamma: 1.0 };
    assert_eq!(rules, [[UpdateRule::DCFR; 3], [later; 3], [UpdateRule::CfrPlus; 3]].concat());
    assert_eq!(longer.order().goes_on_from.iter().filter(|from| from.is_none()).count(), 3);
    assert_eq!((longer.repeats.trainings, bucket_counts(&longer)), (3, vec![100]));
    let safe = known("least-exploitable");
    assert_eq!(safe.training[0].opponent(), Opponent::Exact);
    // Its learner has the paper's buckets; two more are its opponent's.
    assert_eq!((shared_recipes(&safe, &known("paper")), safe.order().bucket_files.len()), (3, 5));
}

#[test]
fn both_studies_of_taniguchi_and_ito_differ_in_size_alone() {
    let studies = ["taniguchi-ito", "taniguchi-ito-9000"].map(known);
    for (study, count) in studies.iter().zip([500, 9_000]) {
        let order = study.order();
        assert_eq!(order.settings, ["C6", "C8", "C10", "C12"]);
        assert!(order.bucket_files.iter().all(|file| {
            let recipe = study.recipe(file, 8).unwrap();
            (recipe.count, recipe.distance) == (count, Distance::EarthMover)
        }));
        assert_eq!(study.training[0].rule(), UpdateRule::Cfr);
        assert_eq!(study.training[0].budget().unwrap(), Budget::Iterations(300_000));
        let published = study.published.as_ref().unwrap();
        // What one wins the other loses, and the means are those of the paper.
        for row in 0..4 {
            assert!((0..4).all(|column| published.mbb_per_game[row][column] == -published.mbb_per_game[column][row]));
            let mean = published.mbb_per_game[row].iter().sum::<f64>() / 3.0;
            assert!((mean - [-17.92, -13.2, 7.33, 23.79][row]).abs() < 0.01, "{mean}");
        }
    }
    assert_eq!(studies[0].published, studies[1].published);
}
