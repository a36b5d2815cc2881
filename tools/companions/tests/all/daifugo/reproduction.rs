//! `reproduce daifugo` as a library call: its claims, its keys, the same bytes for any number of threads.

use companions::claims::Reproduction;
use companions::daifugo::fixed_players::FixedPlayer;
use companions::daifugo::table::POINTS;
use companions::daifugo::{Settings, published, reproduce};
use tables::error::Failure;
use tables::together::progress::Silent;

use crate::support::on_any_threads;

fn small() -> Settings {
    Settings {
        seeds: 3,
        ladder_games: 3_000,
        training_games: 3_000,
        test_games: 2_000,
        endgames: 4,
        ..Settings::of_paper(4, &published().unwrap()).unwrap()
    }
}

fn without_times(reproduction: &Reproduction) -> String {
    let mut json = reproduction.to_json();
    json["seconds"] = 0.into();
    json["results"]["games_per_second"] = 0.into();
    json.to_string()
}

#[test]
fn the_published_constants_are_those_of_the_game() {
    let published = published().unwrap();
    assert_eq!(published.constant::<Vec<i32>>("points").unwrap(), POINTS);
    let settings = Settings::of_paper(1, &published).unwrap();
    assert_eq!((settings.training_games, settings.test_games, settings.seeds), (30_000, 50_000, 20));
    assert_eq!(published.claim_ids().count(), 8);
}

#[test]
fn the_same_seed_gives_the_same_bytes_with_any_number_of_threads() {
    let one = on_any_threads(|| without_times(&reproduce(&small(), &Silent).unwrap()));
    let other = without_times(&reproduce(&Settings { seed: 5, ..small() }, &Silent).unwrap());
    assert_ne!(one, other);
}

#[test]
fn scripts_find_the_keys_they_rely_on() {
    let json = reproduce(&small(), &Silent).unwrap().to_json();
    let results = &json["results"];
    let rung = &results["ladder"][3];
    assert_eq!([&rung["upper"], &rung["lower"]], ["psunder12no8", "psunder12"]);
    assert_eq!(rung["games"], 3_000);
    assert!(rung["points_per_game"].is_f64() && rung["se"].is_f64());
    let training = results["training"].as_array().unwrap();
    assert_eq!(training.len(), 6);
    assert_eq!([&training[0]["opponent"], &training[5]["opponent"]], ["psinallstate", "psunder12"]);
    assert!(training[0]["seed"].is_u64() && training[0]["seed"] != training[1]["seed"]);
    assert_eq!(training[0]["curve"].as_array().unwrap().len(), 6);
    for examiner in ["psinallstate", "psunder12", "psunder12no8"] {
        let greedy = &training[5]["greedy"][examiner];
        assert!(greedy["points_per_game"].is_f64() && greedy["se"].is_f64());
    }
    assert!(results["values"]["3"]["2"]["2"].is_f64() && results["values"]["2"]["4"]["3"].is_f64());
    assert!(results["games_per_second"].as_f64().unwrap() > 0.0);
    let turns = results["turns_per_game"].as_f64().unwrap();
    assert!((70.0..90.0).contains(&turns), "{turns} turns a game; elsewhere 79");
    let ids: Vec<&str> = json["claims"].as_array().unwrap().iter().map(|claim| claim["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8"]);
    let note = json["claims"][6]["note"].as_str().unwrap();
    assert!(note.contains("−0.0185") && note.contains("the paper trained once"), "{note}");
    let mut tables = json["tables"].as_array().unwrap().iter();
    assert!(tables.all(|table| table["rows"].as_array().is_some_and(|it| !it.is_empty())));
}

#[test]
fn the_lowest_rung_turns_round_with_another_enemy() {
    let settings = Settings { ladder_games: 40_000, seeds: 2, endgames: 0, ..small() };
    let ours = |settings: &Settings| {
        let ladder = reproduce(settings, &Silent).unwrap().to_json()["results"]["ladder"].clone();
        [&ladder[0], &ladder[4]]
            .map(|rung| (rung["lower"].as_str().unwrap().to_owned(), rung["points_per_game"].as_f64().unwrap()))
    };
    let [random, lowest] = ours(&settings);
    assert!(random.0 == "random" && random.1 > 0.015, "{random:?}");
    assert!(lowest.0 == "lowest" && lowest.1 < -0.5, "{lowest:?}");
    let [first, fifth] = ours(&Settings { enemy: FixedPlayer::Lowest, ..settings });
    assert!(first.0 == "lowest" && first.1 < -0.5 && fifth.0 == "random");
}

#[test]
fn counts_that_cannot_be_played_are_refused_by_name() {
    let cases = [
        (Settings { seeds: 1, ..small() }, "--seeds: 1"),
        (Settings { learners: 6, ..small() }, "--learners: 6"),
        (Settings { learners: 0, ..small() }, "--learners: 0"),
        (Settings { ladder_games: 1, ..small() }, "--ladder-games: 1"),
        (Settings { training_games: 2_999, ..small() }, "--training-games: 2999"),
        (Settings { test_games: 0, ..small() }, "--test-games: 0"),
    ];
    for (settings, expected) in cases {
        let error = reproduce(&settings, &Silent).unwrap_err();
        assert!(error.is_input_error() && error.to_string().starts_with(expected), "{error}");
    }
}
