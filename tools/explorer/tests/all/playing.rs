//! Hands against a strategy: who may do what, and what is kept.

use crate::client::Site;
use crate::made_agents::erratic_agent;
use evaluator::deck::Deck;
use explorer::Explorer;
use explorer::explorer::OpenStrategies;
use explorer::play::PlaySettings;
use matches::agent::Agent;
use serde_json::{Value, json};
use solver::game::{BetSizes, GameDefinition, GameOptions};
use solver::policy::{Effort, FixedPolicy};
use std::fs;

fn table(site: &Site, what: &str, document: &Value) -> Value {
    let answer = site.post(&format!("/api/play/{what}"), document);
    assert_eq!(answer.status, 200, "{document}: {answer:?}");
    serde_json::from_str(&answer.body).unwrap()
}

/// Plays the hand on the table: raises where that is legal every other time, else checks or calls.
fn play_on(site: &Site, mut seen: Value) -> Value {
    let mut turn = 0;
    while seen["won"].is_null() {
        assert_eq!((&seen["other_hole"], &seen["review"]), (&Value::Null, &json!([])), "hidden while the hand goes on");
        let legal: Vec<&str> =
            seen["legal"].as_array().unwrap().iter().map(|it| it["letter"].as_str().unwrap()).collect();
        let action = if turn % 2 == 0 && legal.contains(&"r") { "r" } else { "c" };
        assert!(legal.contains(&action), "{legal:?}");
        turn += 1;
        let document = json!({"strategy": 0, "hand": seen["hand"], "betting": seen["betting"], "action": action});
        seen = table(site, "act", &document);
    }
    seen
}

#[test]
fn hands_are_played_counted_and_kept() {
    let site = Site::open();
    let mut seen = table(&site, "sit", &json!({"strategy": 0}));
    assert_eq!(seen["awaits_luck"], true);
    seen = table(&site, "luck", &json!({"strategy": 0}));
    assert_eq!(seen["awaits_luck"], false);
    let (mut chips, mut decisions) = (0, 0);
    for number in 0..6 {
        assert_eq!(seen["hand"], number);
        assert_eq!(seen["seat"], ["big blind", "button"][number as usize % 2]);
        seen = play_on(&site, seen);
        chips += seen["won"].as_i64().unwrap();
        assert_eq!((&seen["chips"], &seen["hands"]), (&Value::from(chips), &Value::from(number + 1)));
        assert_eq!(seen["other_hole"].is_string(), seen["is_showdown"].as_bool().unwrap());
        for decision in seen["review"].as_array().unwrap() {
            let actions = decision["actions"].as_array().unwrap();
            let sum: f64 = actions.iter().map(|it| it["probability"].as_f64().unwrap()).sum();
            assert!((sum - 1.0).abs() < 1e-5 && actions.iter().any(|it| it["name"] == decision["taken"]), "{decision}");
            decisions += 1;
        }
        // Sitting down again leads to the same table.
        assert_eq!(table(&site, "sit", &json!({"strategy": 0})), seen);
        if number < 5 {
            seen = table(&site, "next", &json!({"strategy": 0, "hand": number}));
        }
    }
    assert!(decisions > 6, "{decisions}");
    assert!((seen["raw"]["mbb_per_game"].as_f64().unwrap() - chips as f64 * 100.0 / 6.0).abs() < 0.06, "{seen}");
    // Luck is taken out of every hand, and what is left is known better.
    let half = |of: &str| seen[of]["ci95"].as_f64().unwrap();
    assert!(half("corrected") > 0.0 && half("corrected") < half("raw"), "{seen}");
    let read = |ending: &str| fs::read_to_string(site.folder.path().join(format!("play/first.{ending}"))).unwrap();
    let log = read("log");
    let states: Vec<&str> = log.lines().filter(|line| line.starts_with("STATE:")).collect();
    assert_eq!(states.len(), 6, "{log}");
    assert!(states[0].ends_with(":you|first") && states[1].ends_with(":first|you"), "{log}");
    assert!(read("phhs").contains("[6]\n") && !read("phhs").contains("[7]\n"));
    // No number is left after the last that there can be.
    let last = read("phhs").replace("[6]\n", "[4294967295]\n");
    fs::write(site.folder.path().join("play/second.phhs"), last).unwrap();
    let (status, reason) = site.post("/api/play/sit", &json!({"strategy": 1})).reason();
    assert!(status == 409 && reason.contains("begin with new files"), "{status} {reason}");
}

#[test]
fn luck_is_taken_out_of_hands_that_ended_before_it_was_known() {
    let deck = Deck::try_from(20).unwrap();
    // All hands of a sitting in which luck becomes known before one of them.
    let played = |known_before: u32| -> Value {
        let site = Site::open_on(deck);
        let (status, reason) = site.post("/api/play/luck", &json!({"strategy": 0})).reason();
        assert!(status == 409 && reason.contains("sit down first"), "{status} {reason}");
        let mut seen = table(&site, "sit", &json!({"strategy": 0}));
        for number in 0..4 {
            if number == known_before {
                seen = table(&site, "luck", &json!({"strategy": 0}));
            }
            seen = play_on(&site, seen);
            assert_eq!(seen["corrected"].is_null(), number < known_before, "{seen}");
            assert_eq!(seen["awaits_luck"], number < known_before);
            if number < 3 {
                seen = table(&site, "next", &json!({"strategy": 0, "hand": number}));
            }
        }
        json!([site.get("/api/hands?strategy=0"), seen["corrected"]])
    };
    let found = played(0);
    assert!(found[0]["hands"].as_array().unwrap().iter().all(|hand| hand["corrected"].is_number()), "{found}");
    assert_eq!(played(3), found);
}

#[test]
fn finished_hands_are_listed_shown_again_and_downloaded() {
    let site = Site::open();
    let first = play_on(&site, table(&site, "sit", &json!({"strategy": 0})));
    let second = table(&site, "next", &json!({"strategy": 0, "hand": first["hand"]}));
    let hands = site.get("/api/hands?strategy=0")["hands"].clone();
    assert_eq!(hands.as_array().unwrap().len(), 1, "the second one goes on");
    assert_eq!((&hands[0]["won"], &hands[0]["hole"]), (&first["won"], &first["hole"]));
    let again = site.get(&format!("/api/hands?strategy=0&hand={}", first["hand"]));
    for key in ["events", "review", "board", "betting", "other_hole", "won"] {
        assert_eq!(again[key], first[key], "{key}");
    }
    let (status, reason) = site.refusal(&format!("/api/hands?strategy=0&hand={}", second["hand"]));
    assert!(status == 400 && reason.contains("no such hand"), "its cards stay hidden: {reason}");
    let log = site.ask("GET /api/log?strategy=0", "", "").body;
    assert_eq!(log.lines().filter(|line| line.starts_with("STATE:")).count(), 1, "{log}");
    assert!(site.refusal("/api/log?strategy=1").1.contains("sit down first"));
    // A raise says what it is to: the first one before the flop is to two big blinds or more.
    let raise = first["events"].as_array().unwrap().iter().find(|event| event["action"] == "raise");
    assert!(raise.is_none_or(|event| event["to"].as_i64().unwrap() >= 20), "{raise:?}");
}

#[test]
fn what_is_out_of_turn_changes_nothing() {
    let site = Site::open();
    let refusal = |what: &str, document: &Value| site.post(&format!("/api/play/{what}"), document).reason();
    let (status, reason) = refusal("act", &json!({"strategy": 0, "hand": 0, "betting": "", "action": "c"}));
    assert!(status == 409 && reason.contains("sit down"), "{status} {reason}");
    let seen = table(&site, "sit", &json!({"strategy": 0}));
    let (hand, betting) = (&seen["hand"], &seen["betting"]);
    for (status, what, document) in [
        (409, "act", json!({"strategy": 0, "hand": 7, "betting": betting, "action": "c"})),
        (409, "act", json!({"strategy": 0, "hand": hand, "betting": "rrrr", "action": "c"})),
        (409, "act", json!({"strategy": 0, "hand": hand, "action": "c"})),
        (409, "next", json!({"strategy": 0, "hand": hand})),
        (409, "next", json!({"strategy": 1, "hand": hand})),
        (400, "act", json!({"strategy": 0, "hand": hand, "betting": betting, "action": "x"})),
        (400, "act", json!({"strategy": 0, "hand": hand, "betting": betting, "action": "cc"})),
        (400, "act", json!({"strategy": 0, "hand": -1, "betting": betting, "action": "c"})),
        (400, "sit", json!({"strategy": "first"})),
        (400, "sit", json!({"strategy": 3})),
        (400, "sit", json!({"strategy": 18446744073709551615u64})),
        (400, "sit", json!([])),
    ] {
        let (found, reason) = refusal(what, &document);
        assert_eq!(found, status, "{document}: {reason}");
        assert!(!reason.is_empty(), "{document}");
    }
    let nested = "[".repeat(10_000);
    let headers = format!("Content-Type: application/json\r\nContent-Length: {}\r\n", nested.len());
    assert_eq!(site.ask("POST /api/play/sit", &headers, &nested).status, 400);
    assert_eq!(site.ask("GET /api/play/sit", "", "").status, 405);
    assert_eq!(table(&site, "sit", &json!({"strategy": 0})), seen);
}

#[test]
fn hands_that_cannot_be_kept_are_not_dealt() {
    let site = Site::open();
    fs::write(site.folder.path().join("play"), "no folder").unwrap();
    let (status, reason) = site.post("/api/play/sit", &json!({"strategy": 0})).reason();
    assert!(status == 500 && reason.contains("play"), "{status} {reason}");
}

#[test]
fn strategies_of_different_names_have_different_files() {
    let names = ["é", "è", "a b", "a-b", "a/b", ".a", "a", "李", "", "con", "a\u{301}", "\u{e1}"];
    let agents = names.iter().map(|name| erratic_agent(name, 5, 1)).collect();
    let folder = tempfile::tempdir().unwrap();
    let play = PlaySettings { folder: folder.path().join("play"), person: "you".to_owned(), seed: Some(7) };
    let site = Site::of_handler(folder, Explorer::new(OpenStrategies::of_agents(agents), &[], play).unwrap());
    let mut stems = std::collections::HashSet::new();
    for (number, name) in names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        let seen = table(&site, "sit", &json!({"strategy": number}));
        let log = seen["files"][0].as_str().unwrap();
        let stem = log.rsplit('/').next().unwrap().strip_suffix(".log").unwrap().to_owned();
        let is_kept = matches!(*name, "é" | "è" | "a-b" | "a" | "李" | "\u{e1}");
        assert_eq!(stem == *name, is_kept, "{name}: {stem}");
        // What had to change has some digits of a fingerprint.
        let end = stem.rsplit('-').next().unwrap();
        assert!(is_kept || (end.len() == 8 && end.bytes().all(|it| it.is_ascii_hexdigit())), "{name}: {stem}");
        assert!(stems.insert(stem), "{name}");
    }
    let files = fs::read_dir(site.folder.path().join("play")).unwrap().count();
    assert_eq!(files, 2 * (names.len() - 1));
}

#[test]
fn whoever_solves_rivers_again_has_files_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let play = PlaySettings { folder: folder.path().join("play"), person: "you".to_owned(), seed: Some(7) };
    let agents = OpenStrategies::of_agents(vec![erratic_agent("one", 5, 1)]);
    let explorer = Explorer::new(agents, &[], play).unwrap().playing_rivers_solved_again(Effort::Iterations(3));
    let site = Site::of_handler(folder, explorer);
    let seen = table(&site, "sit", &json!({"strategy": 0}));
    assert_eq!((&seen["opponent"], &seen["awaits_luck"]), (&json!("one-resolved"), &json!(false)));
    assert!(seen["files"][0].as_str().unwrap().ends_with("one-resolved.log"), "{seen}");
}

/// A page on no-limit policies of 20 big blinds.
fn no_limit_site() -> Site {
    let sizes = BetSizes::parse("cap = [3, 2, 2, 2]\n[all]\nbet = ['100%', 'a']\nraise = ['100%', 'a']\n").unwrap();
    let options = GameOptions { stack: Some(20.0), sizes: Some(sizes) };
    let game = GameDefinition::named_with("holdem-nolimit", &options).unwrap();
    let agents = [FixedPolicy::AlwaysCall, FixedPolicy::Uniform].map(|policy| Agent::of_fixed_in(policy, &game));
    Site::of_strategies(OpenStrategies::of_agents(agents.into()))
}

#[test]
fn without_a_limit_any_amount_is_bet_and_the_strategys_own_are_offered() {
    let site = no_limit_site();
    let seen = table(&site, "sit", &json!({"strategy": 0}));
    table(&site, "act", &json!({"strategy": 0, "hand": 0, "betting": seen["betting"], "action": "r2000"}));
    // On the button of the second hand.
    let seen = table(&site, "next", &json!({"strategy": 0, "hand": 0}));
    let offered: Vec<(&str, &str)> = seen["legal"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["action"].as_str().unwrap(), it["name"].as_str().unwrap()))
        .collect();
    assert_eq!(offered, [("f", "fold"), ("c", "call"), ("r300", "raise to 300"), ("r2000", "all-in 2000")]);
    assert_eq!(seen["raise"], json!({"least": 200, "most": 2000, "before": 0}));
    let act = |betting: &str, action: &str| {
        let document = json!({"strategy": 0, "hand": 1, "betting": betting, "action": action});
        site.post("/api/play/act", &document)
    };
    for (action, status, said) in [("r199", 409, "r200 to r2000"), ("r", 409, "r200 to r2000"), ("x9", 400, "r300")] {
        let (found, reason) = act("", action).reason();
        assert!(found == status && reason.contains(said), "{action}: {found} {reason}");
    }
    let seen: Value = serde_json::from_str(&act("", "r777").body).unwrap();
    assert_eq!(seen["betting"], "r777c/c");
    assert_eq!(seen["raise"], json!({"least": 100, "most": 1223, "before": 777}));
    let seen: Value = serde_json::from_str(&act("r777c/c", "r2000").body).unwrap();
    assert_eq!((&seen["betting"], &seen["paid"]), (&json!("r777c/cr2000c//"), &json!([2000, 2000])));
    assert_eq!(seen["review"][1]["taken"], "all-in 1223");
    let log = fs::read_to_string(site.folder.path().join("play/always-call.log")).unwrap();
    assert!(log.contains(" holdem-nolimit-20bb ") && log.contains(":r777c/cr2000c//:"), "{log}");
}

#[test]
fn without_a_limit_sizes_have_their_amounts_and_a_spot_is_solved_in_chips_of_the_hand() {
    let site = no_limit_site();
    let names = |address: &str| -> Vec<String> {
        let found = site.get(address);
        found["actions"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("/api/spot?strategy=1&board=&betting="), ["fold", "call", "raise to 300", "all-in 2000"]);
    assert_eq!(names("/api/spot?strategy=1&board=AsKhTc7d2d&betting=cc/cc/cc/"), ["check", "bet 200", "all-in 1900"]);
    let asked = json!({"strategy": 1, "board": "AsKhTc7d2d", "betting": "cc/cc/cc/", "to": "1%", "page": "p"});
    let solved = site.post("/api/exact/solve", &asked);
    assert_eq!(solved.status, 200, "{solved:?}");
    let exact = "/api/spot?strategy=2&board=AsKhTc7d2d&betting=cc/cc/cc/";
    assert_eq!(names(exact), ["check", "bet 200", "all-in 1900"]);
    let after = site.get(exact)["actions"][1]["leads_to"].clone();
    assert_eq!(after, "cc/cc/cc/r300");
    // What was bet is to be paid, wherever the tree begins.
    assert_eq!(site.get("/api/spot?strategy=2&board=AsKhTc7d2d&betting=cc/cc/cc/r300")["to_call"], 200);
    assert!(site.get("/api/values?strategy=2&board=AsKhTc7d2d&betting=cc/cc/cc/r300")["mbb"].is_array());
}
