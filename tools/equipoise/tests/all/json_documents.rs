//! The JSON documents: one per command, with the keys that are promised and the values that are known.

use crate::program::Program;
use serde_json::{Value, json};

fn near(value: &Value, expected: f64, tolerance: f64) {
    let found = value.as_f64().unwrap();
    assert!((found - expected).abs() <= tolerance, "{found} is not within {tolerance} of {expected}");
}

fn keys(document: &Value) -> Vec<&str> {
    document.as_object().unwrap().keys().map(String::as_str).collect()
}

fn has_keys(document: &Value, expected: &[&str]) {
    for key in expected {
        assert!(keys(document).contains(key), "no '{key}' among {:?}", keys(document));
    }
}

const HAND_KEYS: [&str; 7] = ["street", "index", "index_unordered", "strength", "hsd", "ochs", "buckets"];

#[test]
fn a_river_hand_has_its_strength_and_opponents() {
    // Figure 3 of Johanson et al. 2013.
    let hand = Program::new().json(&["hand", "Jc9h", "4d5d9d6cJs", "--opponent-clusters", "johanson2013"]);
    has_keys(&hand, &HAND_KEYS);
    assert_eq!(hand["street"], "river");
    let hsd: Vec<f64> = serde_json::from_value(hand["hsd"].clone()).unwrap();
    assert_eq!((hsd.len(), hsd.iter().sum::<f64>()), (50, 1.0));
    let strength = hand["strength"].as_f64().unwrap();
    assert_eq!(hsd[(strength * 50.0) as usize], 1.0);
    let ochs: Vec<f64> = serde_json::from_value(hand["ochs"].clone()).unwrap();
    assert_eq!(ochs.len(), 8);
    assert!(ochs.iter().all(|entry| (0.0..=1.0).contains(entry)));
    assert_eq!(hand["buckets"], json!([]));
}

#[test]
fn a_flop_hand_has_the_published_histogram() {
    // Figure 1: the bin [0.68, 0.70) holds one eighth.
    let hand = Program::new().json(&["hand", "Jc9h", "4d", "5d", "9d", "--opponent-clusters", "johanson2013"]);
    near(&hand["hsd"][34], 0.125, 0.0005);
    assert_eq!(hand["street"], "flop");
}

#[test]
fn a_turn_hand_does_not_change_with_the_names_of_suits_or_the_order_typed() {
    let program = Program::new();
    let typed = |hole, board| {
        let arguments = ["hand", hole, board, "--opponent-clusters", "johanson2013", "--bins", "10"];
        let document = program.json(&arguments);
        HAND_KEYS.map(|key| document[key].clone())
    };
    let first = typed("AhKd", "Qs7h2c3c");
    for (hole, board) in [("kdah", "7h 2c,Qs 3c"), ("AsKc", "Qh7s2d3d")] {
        let same = typed(hole, board);
        // The runs of cards to come follow the suits: sums of fractions may differ in their last bits.
        for (entry, other) in first[5].as_array().unwrap().iter().zip(same[5].as_array().unwrap()) {
            near(entry, other.as_f64().unwrap(), 1e-12);
        }
        assert_eq!((&first[..5], &first[6]), (&same[..5], &same[6]));
    }
    let hsd: Vec<f64> = serde_json::from_value(first[4].clone()).unwrap();
    assert_eq!(hsd.len(), 10);
    near(&json!(hsd.iter().sum::<f64>()), 1.0, 1e-12);
    // Another card on the turn is another hand with rounds kept apart, the same set of cards is not with boards
    // unordered.
    let other = typed("AhKd", "Qs7h3c2c");
    assert_ne!(first[1], other[1]);
    assert_eq!(first[2], other[2]);
}

#[test]
fn an_index_leads_back_to_its_hand() {
    let program = Program::new();
    for (street, index, unordered) in [
        ("preflop", 168, false),
        ("flop", 1_286_791, false),
        ("turn", 55_190_537, false),
        ("river", 2_428_287_419u64, false),
        ("river", 1_234_567_890, false),
        ("turn", 13_960_049, true),
        ("river", 123_156_253, true),
    ] {
        let number = index.to_string();
        let mut arguments = vec!["unindex", street, &number];
        arguments.extend(unordered.then_some("--unordered"));
        let hand = program.json(&arguments);
        has_keys(&hand, &["hole", "board"]);
        if street == "preflop" {
            assert_eq!((&hand["hole"], &hand["board"]), (&json!("AdAc"), &json!("")));
            continue;
        }
        let (hole, board) = (hand["hole"].as_str().unwrap(), hand["board"].as_str().unwrap());
        let back = program.json(&["hand", hole, board, "--opponent-clusters", "johanson2013", "--bins", "2"]);
        assert_eq!(back[if unordered { "index_unordered" } else { "index" }], index, "{street}");
    }
}

#[test]
fn games_are_counted() {
    let program = Program::new();
    let holdem = program.json(&["game", "holdem"]);
    assert_eq!(holdem["decision_nodes"], json!([8, 70, 630, 5_670]));
    assert_eq!(holdem["information_sets"], 13_803_249_787_132u64);
    assert_eq!((&holdem["deals"][0], &holdem["canonical_deals"][0]), (&json!(1_326), &json!(169)));
    assert_eq!(program.json(&["game", "kuhn"])["information_sets"], 12);
    assert_eq!((&holdem["betting"], &holdem["stack"], &holdem["sizes"]), (&json!("limit"), &json!(null), &json!(null)));
    let river = &holdem["rounds"][3];
    assert_eq!([&river["entries"], &river["shapes"], &river["slots"]].map(Value::as_u64), [567, 1, 14_742].map(Some));
}

#[test]
fn the_betting_tree_of_a_no_limit_game_is_counted() {
    let program = Program::new();
    let sizes = "cap = [3, 2, 2, 2]\n[all]\nbet = [\"100%\", \"a\"]\nraise = [\"100%\", \"a\"]\n";
    program.write("sizes.toml", sizes);
    let words = ["game", "holdem-nolimit", "--stack", "100", "--sizes", "sizes.toml"];
    let found = program.json(&words);
    assert_eq!((&found["betting"], &found["stack"]), (&json!("no-limit"), &json!(10_000)));
    assert_eq!(found["sizes"]["all"], json!({ "bet": ["100%", "a"], "raise": ["100%", "a"] }));
    let rounds = found["rounds"].as_array().unwrap();
    let of_rounds = |key: &str| Value::Array(rounds.iter().map(|round| round[key].clone()).collect());
    assert_eq!(of_rounds("decisions"), json!([12, 60, 236, 700]));
    assert_eq!(of_rounds("slots"), json!([33, 160, 608, 1_728]));
    assert_eq!(of_rounds("entries"), json!([1, 5, 25, 93]));
    assert_eq!((&found["rounds"][3]["shapes"], &found["rounds"][3]["all_in_entries"]), (&json!(3), &json!(154)));
    let deals = [169, 1_286_792, 55_190_538, 2_428_287_420u64];
    let total = |counts: [u64; 4]| counts.iter().zip(deals).map(|(count, deals)| count * deals).sum::<u64>();
    assert_eq!(found["information_sets"], total([12, 60, 236, 700]));
    assert_eq!(found["table_bytes"], 8 * total([33, 160, 608, 1_728]));
    let raise = &found["rounds"][0]["sizes"][0];
    assert_eq!((&raise["size"], &raise["kind"], &raise["seat"]), (&json!("100%"), &json!("raise"), &json!(null)));
    let shown = program.run(&words).out;
    assert!(shown.contains("no-limit, stacks of 10,000 chips (100 big blinds)"), "{shown}");
    assert!(shown.contains("below minimum") && shown.contains("river bet 100%"), "{shown}");

    let push_fold = program.json(&["game", "push-fold", "--stack", "7.5", "--deck", "20"]);
    assert_eq!((&push_fold["stack"], &push_fold["decision_nodes"]), (&json!(750), &json!([2, 0, 0, 0])));
    assert_eq!(push_fold["canonical_deals"][0], 25);
}

#[test]
fn the_value_is_the_first_players_whatever_the_position() {
    // Kuhn poker with the seats exchanged: position 1 acts first.
    let program = Program::new();
    let text = "GAMEDEF\nlimit\nnumPlayers = 2\nnumRounds = 1\nblind = 1 1\nraiseSize = 1\nfirstPlayer = 2\n\
        maxRaises = 1\nnumSuits = 1\nnumRanks = 3\nnumHoleCards = 1\nnumBoardCards = 0\nEND GAMEDEF\n";
    program.write("turned.game", text);
    let solved = program.json(&["solve", "--game", "turned.game", "--algorithm", "cfr+", "--iterations", "2000"]);
    near(&solved["value"], -1.0 / 18.0, 1e-4);
}

#[test]
fn the_published_clusters_have_their_published_sizes() {
    let clusters = Program::new().json(&["opponent-clusters", "--named", "johanson2013"]);
    has_keys(&clusters, &["clusters", "classes", "combos", "cost"]);
    assert_eq!(clusters["clusters"], 8);
    assert_eq!(clusters["combos"], json!([224, 188, 164, 202, 140, 206, 160, 42]));
    assert_eq!(keys(&clusters["classes"]).len(), 169);
    assert_eq!((&clusters["classes"]["AA"], &clusters["classes"]["32o"]), (&json!(8), &json!(1)));
    near(&clusters["cost"], 1.3475, 5e-5);
}

#[test]
fn built_in_policies_play_matches_and_leagues() {
    let program = Program::new();
    let folds = program.json(&["match", "always-fold", "always-raise", "--boards", "3"]);
    has_keys(&folds, &["mbb_per_game", "ci95", "games", "method"]);
    near(&folds["mbb_per_game"], -750.0, 1e-6);
    assert_eq!(folds["method"], "boards");
    let hands = program.json(&["match", "always-fold", "always-raise", "--method", "hands", "--hands", "1000"]);
    assert_eq!((&hands["mbb_per_game"], &hands["games"]), (&json!(-750.0), &json!(1000)));
    let league = program.json(&["league", "always-fold", "always-raise", "uniform", "--hands", "2000"]);
    has_keys(&league, &["players", "mbb_per_game", "ci95", "mean"]);
    assert_eq!(league["players"], json!(["always-fold", "always-raise", "uniform"]));
    assert_eq!(league["mbb_per_game"][1][0], 750.0);
}

#[test]
fn players_of_one_name_have_rows_of_their_own_in_a_league() {
    let program = Program::new();
    let words = ["league", "uniform", "uniform", "always-call", "uniform", "--boards", "2", "--deck", "20"];
    let players = program.json(&words)["players"].clone();
    assert_eq!(players, json!(["uniform", "uniform-2", "always-call", "uniform-3"]));
}

#[test]
fn a_league_says_which_differences_are_more_than_chance_and_draws_itself() {
    let program = Program::new();
    let (csv, picture) = (program.folder().join("league.csv"), program.folder().join("league.svg"));
    let files = ["--csv", csv.to_str().unwrap(), "--picture", picture.to_str().unwrap()];
    let players = ["league", "always-fold", "always-raise", "uniform", "--boards", "20"];
    let league = program.json(&[&players[..], &files[..]].concat());
    has_keys(&league, &["mean_ci95", "p_corrected", "differences"]);
    let difference = &league["differences"][0];
    has_keys(difference, &["first", "second", "mbb_per_game", "ci95", "p_value", "p_corrected", "significant"]);
    assert_eq!((&difference["first"], &difference["significant"]), (&json!("always-fold"), &json!(true)));
    let csv = std::fs::read_to_string(csv).unwrap();
    assert!(csv.starts_with("kind,first,second") && csv.contains("\nmatch,always-fold,always-raise,-750,0,"), "{csv}");
    let picture = std::fs::read_to_string(picture).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("750.0*") && picture.contains("corrected"), "{picture}");
    let nowhere = program.folder().join("nowhere").join("league.svg");
    let line = program.refusal(1, &[&players[..], &["--picture", nowhere.to_str().unwrap()][..]].concat());
    assert!(line.contains("nowhere"), "{line}");
}

#[test]
fn a_seed_decides_and_threads_do_not() {
    let program = Program::new();
    let play = |seed, threads| {
        program.json(&["match", "uniform", "call-raise", "--hands", "4000", "--seed", seed, "--threads", threads])
    };
    assert_eq!(play("7", "1"), play("7", "2"));
    assert_ne!(play("7", "1"), play("8", "1"));
}
