//! Bucket files compared, and the buckets of a hand explained.

use crate::program::Program;
use abstraction::recipe::{BucketRecipe, Feature};
use abstraction::street::Street;
use evaluator::deck::Deck;
use evaluator::round::Round;
use serde_json::{Value, json};
use std::path::Path;
use tables::buckets::table::BucketTableContents;
use tables::file::array::ArrayFile;
use tables::file::fingerprint::Parent;

/// A deck, what is known of it, and a hand on a river.
struct OnDeck {
    deck: &'static str,
    flop_deals: u64,
    starting_hands: usize,
    clusters: [&'static str; 2],
    river: &'static str,
}

/// Cuts the flop into `count` percentiles; gives the file's name.
fn flop_file(program: &Program, deck: &str, count: &str) -> String {
    let percentiles = ["--feature", "strength", "--method", "percentiles", "--out", "run", "--deck", deck];
    let arguments: Vec<&str> = ["buckets", "build", "flop", "--count", count].into_iter().chain(percentiles).collect();
    program.json(&arguments)["file"].as_str().unwrap().to_owned()
}

/// A file of a street's first five hands in two buckets, two in the second; centres are all zero and all `top`.
fn few_hands(path: &Path, recipe: &BucketRecipe, top: f32, parents: &[Parent]) {
    let dimensions = recipe.feature.dimensions();
    let contents = BucketTableContents {
        deck: Deck::FULL,
        round: recipe.round,
        recipe: recipe.to_json(),
        parents: parents.to_vec(),
        facts: json!({}),
        buckets: &[0, 1, 0, 0, 1],
        centres: &[vec![0.0; dimensions], vec![top; dimensions]].concat(),
        hands_in_bucket: &[3, 2],
        deals_in_bucket: &[30, 20],
        mean_strength: &[0.25, 0.75],
        cost_per_iteration: &[1.0],
    };
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    contents.write(path).unwrap();
}

#[test]
fn two_bucket_files_are_compared_and_a_flop_bucket_is_explained() {
    // C(32, 3) flops, C(29, 2) hands on each.
    let (flop_deals, starting_hands) = (2_013_760, 64);
    let clusters = ["--clusters", "3"];
    compared_and_explained(&OnDeck { deck: "32", flop_deals, starting_hands, clusters, river: "Qs7h8c7d9c" });
}

#[test]
#[ignore = "two bucket files of the full deck, ten seconds of processor time"]
fn two_bucket_files_of_the_full_deck_are_compared_and_a_flop_bucket_is_explained() {
    let (flop_deals, starting_hands) = (25_989_600, 169);
    let clusters = ["--opponent-clusters", "johanson2013"];
    compared_and_explained(&OnDeck { deck: "52", flop_deals, starting_hands, clusters, river: "Qs7h2c3d9c" });
}

fn compared_and_explained(on: &OnDeck) {
    let program = Program::new();
    let [coarse, fine] = ["20", "40"].map(|count| flop_file(&program, on.deck, count));
    let same = program.json(&["buckets", "compare", &coarse, &coarse]);
    assert_eq!((&same["adjusted_rand_index"], &same["variation_of_information"]), (&json!(1.0), &json!(0.0)));
    let compared = program.json(&["buckets", "compare", &coarse, &fine]);
    let information = compared["mutual_information"].as_f64().unwrap();
    let [of_coarse, of_fine] = [0, 1].map(|file| compared["entropy"][file].as_f64().unwrap());
    // The cut into 40 nearly refines the cut into 20: it says nearly everything about it.
    assert!(of_coarse - information < 0.05 && information <= of_coarse && of_coarse < of_fine, "{compared}");
    let rand = compared["adjusted_rand_index"].as_f64().unwrap();
    assert!((0.6..0.7).contains(&rand), "two of three joined pairs are still joined: {rand}");
    assert_eq!(compared["by_category"].as_array().unwrap().len(), 9);
    assert_eq!(compared["by_starting_hand"].as_array().unwrap().len(), on.starting_hands);
    let shown = program.run(&["buckets", "compare", &coarse, &fine, "--quiet"]);
    assert_eq!(shown.out.lines().filter(|line| line.contains("bits") && line.contains('%')).count(), 9 + 10);

    let quality = &program.json(&["inspect", &coarse])["quality"];
    assert_eq!(
        (&quality["buckets"], &quality["deals"], &quality["empty_buckets"]),
        (&json!(20), &json!(on.flop_deals), &json!(0))
    );
    assert!((19.9..=20.0).contains(&quality["effective_buckets"].as_f64().unwrap()), "{quality}");
    assert!(program.run(&["inspect", &coarse]).out.contains("effective buckets"));

    let explained = |board: &str| {
        let files = ["--deck", on.deck, "--buckets", &coarse, &fine];
        program.json(&[&["hand", "AhKd", board][..], &on.clusters, &files].concat())
    };
    let hand = explained(on.river);
    for (number, of) in [(0, 20), (1, 40)] {
        let found = &hand["buckets"][number];
        assert_eq!((&found["street"], &found["of"], &found["missing"]), (&json!("flop"), &json!(of), &Value::Null));
        assert_eq!(found["placement"]["nearest"][0]["bucket"], found["bucket"]);
        assert_eq!(found["occupancy"]["mates"].as_array().unwrap().len(), 8);
        // Percentiles hold about the same number of deals, weak hands in the first.
        let share = found["occupancy"]["share"].as_f64().unwrap() * f64::from(of);
        assert!((0.9..1.1).contains(&share), "{share}");
        let strength = found["occupancy"]["mean_strength"].as_f64().unwrap();
        let row = found["placement"]["row"][0].as_f64().unwrap();
        assert!((row - strength).abs() < 0.05, "{row}, {strength}");
    }
    // The flop is explained the same without the cards that came after it.
    assert_eq!(explained(&on.river[..6])["buckets"], hand["buckets"]);
}

#[test]
fn opponent_clusters_are_found_in_the_run_folder_or_given_and_held_to_their_fingerprint() {
    let program = Program::new();
    let search = ["opponent-clusters", "--clusters", "3", "--restarts", "2", "--out"];
    let clusters = |folder, seed| {
        let arguments = [&search[..], &[folder, "--seed", seed]].concat();
        program.json(&arguments)["file"].as_str().unwrap().to_owned()
    };
    let (right, wrong) = (clusters("run", "1"), clusters("elsewhere", "2"));
    let fingerprint = ArrayFile::open(&program.folder().join(&right)).unwrap().fingerprint();
    let recipe = BucketRecipe::new(Street::full(Round::River), Feature::Ochs { clusters: 3 }, 2, 1);
    let parents = [Parent::new("opponent_clusters", fingerprint)];
    for folder in ["run", "alone"] {
        let path = program.folder().join(folder).join("buckets/river.buckets");
        few_hands(&path, &recipe, 1_000.0, &parents);
    }
    let known = program.json(&["unindex", "river", "1", "--unordered"]);
    let (hole, board) = (known["hole"].as_str().unwrap(), known["board"].as_str().unwrap());
    let explained = |file: &str, given: &str| {
        program.json(&["hand", hole, board, "--opponent-clusters", given, "--buckets", file])["buckets"][0].clone()
    };
    let inside = explained("run/buckets/river.buckets", "johanson2013");
    assert_eq!((&inside["bucket"], &inside["missing"]), (&json!(1), &Value::Null));
    assert_eq!(inside["placement"]["row"].as_array().unwrap().len(), 3);
    assert_eq!(inside["placement"]["unit"], "squared strength");
    assert_eq!(explained("alone/buckets/river.buckets", &right)["placement"], inside["placement"]);
    for given in ["johanson2013", &wrong] {
        let outside = explained("alone/buckets/river.buckets", given);
        assert_eq!((&outside["bucket"], &outside["placement"]), (&json!(1), &Value::Null));
        let missing = outside["missing"].as_str().unwrap();
        assert!(missing.contains(&fingerprint.to_string()) && missing.contains("--opponent-clusters"), "{missing}");
        let occupancy = &outside["occupancy"];
        assert_eq!(
            (&occupancy["deals"], &occupancy["share"], &occupancy["size_rank"]),
            (&json!(20), &json!(0.4), &json!(2))
        );
        assert_eq!(occupancy["mates"].as_array().unwrap().len(), 1);
    }
}

#[test]
fn files_that_do_not_fit_are_refused_in_one_line() {
    let program = Program::new();
    let recipe = |round| BucketRecipe::new(Street::full(round), Feature::Strength, 2, 1);
    for round in [Round::Flop, Round::Turn] {
        few_hands(&program.folder().join(format!("{round}.buckets")), &recipe(round), 9.0, &[]);
    }
    program.refuses(&[
        (&["buckets", "compare", "flop.buckets", "turn.buckets"][..], "turn.buckets: street: expected the flop"),
        (&["buckets", "compare", "flop.buckets", "flop.buckets"], "number of flop hands"),
        (&["buckets", "compare", "flop.buckets", "none"], "none"),
        (&["hand", "AhKd", "Qs7h2c", "--buckets", "turn.buckets"], "a board of 4 cards"),
        (&["hand", "AhKd", "Qs7h2c", "--buckets", "flop.buckets"], "no bucket at hand"),
    ]);
}

#[test]
fn several_seeds_show_how_far_clusters_are_luck() {
    let program = Program::new();
    let few = ["opponent-clusters", "--clusters", "8", "--restarts", "1"];
    let alone = program.json(&few);
    assert_eq!(alone["seeds"], Value::Null);
    let several = program.json(&[&few[..], &["--seeds", "3"]].concat());
    let costs: Vec<f64> = serde_json::from_value(several["seeds"]["costs_by_seed"].clone()).unwrap();
    assert_eq!((costs.len(), json!(costs[0])), (3, alone["cost"].clone()));
    assert_eq!(several["cost"].as_f64(), costs.iter().copied().reduce(f64::min));
    let second = program.json(&[&few[..], &["--seed", "2"]].concat());
    assert_eq!(second["cost"], costs[1]);
    let published = &several["seeds"]["johanson2013"];
    assert!((published["cost"].as_f64().unwrap() - 1.3475).abs() < 5e-5, "{published}");
    assert!(published["cheapest"]["equal_classes"].as_u64().unwrap() > 80, "{published}");
    let other = program.json(&["opponent-clusters", "--clusters", "3", "--restarts", "1", "--seeds", "2"]);
    assert_eq!(other["seeds"]["johanson2013"], Value::Null);
}

fn made(program: &Program, folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(program.folder().join(folder)).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// An array with one of five labels for every flop hand of 20 cards, in the 64 bits that argmin gives.
pub fn labels_of_flop_hands() -> Vec<u8> {
    let header = "{'descr': '<i8', 'fortran_order': False, 'shape': (7760,), }";
    let mut array = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
    array.extend(format!("{header:<117}\n").bytes());
    array.extend((0..7_760u32).flat_map(|hand| i64::from(hand % 5).to_le_bytes()));
    array
}

#[test]
fn an_import_replaces_no_other_buckets() {
    let program = Program::new();
    program.write("mine.npy", labels_of_flop_hands());
    let words = ["buckets", "import", "flop", "mine.npy", "--name", "mine", "--out", "run", "--deck", "20"];
    let summary = program.json(&words);
    assert_eq!((&summary["buckets"], &summary["points"]), (&json!(5), &json!(7_760)));
    assert_eq!(made(&program, "run"), ["buckets", "lock"], "no other folders than the one that is needed");
    program.refuses(&[(
        &["buckets", "import", "flop", "nowhere.npy", "--out", "run"],
        "nowhere.npy: cannot open it (No such file",
    )]);
    let file = program.folder().join("run/buckets/mine.buckets");
    let before = std::fs::read(&file).unwrap();
    program.refuses(&[(&words, "mine.buckets: is there already")]);
    assert!(std::fs::read(&file).unwrap() == before);
    // What does not fit is described in units, and the largest number is the same in all messages.
    program.write("short.npy", &labels_of_flop_hands()[..928]);
    let line = program.refusal(2, &["buckets", "import", "flop", "short.npy", "--out", "run", "--deck", "20"]);
    assert!(line.contains("7760 whole numbers from 0 to 4194303, found 928 bytes in the whole file"), "{line}");
    // Without a name it is called after the array, so that another array is not in its way.
    for (array_file, name) in [("my flop (2).npy", "my-flop--2-"), ("other.npy", "other")] {
        program.write(array_file, labels_of_flop_hands());
        let made = program.json(&["buckets", "import", "flop", array_file, "--out", "run", "--deck", "20"]);
        assert_eq!(made["file"], format!("run/buckets/{name}.buckets"));
    }
}

#[test]
fn an_array_of_features_says_which_number_stands_for_one() {
    let program = Program::new();
    let words = ["features", "flop", "--feature", "strength", "--out", "arrays", "--deck", "20"];
    let made = program.json(&words);
    assert_eq!((made["one"].as_u64(), made["shape"][0].as_u64()), (Some(65_535), Some(7_760)));
    let array = std::fs::read(program.folder().join(made["file"].as_str().unwrap())).unwrap();
    let numbers = &array[array.len() - 2 * 7_760..];
    let strength = |index: u64| u16::from_le_bytes([numbers[2 * index as usize], numbers[2 * index as usize + 1]]);
    // The strength that `hand` gives, in those parts.
    for hand in [["AhAd", "AsAcKs"], ["TcJd", "AsKsQs"], ["JcTh", "QdKdTd"]] {
        let told = program.json(&[&["hand", "--deck", "20"][..], &hand[..]].concat());
        let expected = told["strength"].as_f64().unwrap() * 65_535.0;
        let found = f64::from(strength(told["index_unordered"].as_u64().unwrap()));
        assert!((found - expected).abs() <= 1.0, "{hand:?}: {found} instead of {expected}");
    }
    let shown = program.run(&[&words[..], &["--quiet"]].concat());
    assert!(shown.out.contains("65,535 = 1"), "{}", shown.out);
}
