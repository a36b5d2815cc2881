//! `judge` and `styles` on logs of other programs: other turn orders, other blinds, one name for two players, hands
//! that cannot be read.

use crate::program::{Program, player};
use serde_json::{Value, json};
use solver::game::GameDefinition;

#[path = "../../../matches/tests/all/logs/mod.rs"]
mod logs;
use logs::{game_text, played_log};

/// A log of one who always raises and one who always calls, who change seats with every hand; without a score.
fn log(game: &str, head: &str, hands: u32, names: [&str; 2]) -> String {
    let text = played_log(&GameDefinition::parse(game).unwrap(), head, hands, names, false);
    text[..text.find("SCORE").unwrap()].to_owned()
}

const ODD_LOG: &str = "# name/game/hands/seed m odd.game 2 1\n\
     STATE:0:rc/rc/rc/rc:8s2h|Kd5c/7hAdTd/4s/Kc:-70|70:Raiser|Caller\n\
     STATE:1:crc/crc/crc/crc:JsKs|Qs8d/Qd7s9d/Ac/Td:70|-70:Caller|Raiser\n";

#[test]
fn a_log_of_another_turn_order_is_read_by_its_game_and_a_game_not_known_is_a_remark() {
    let program = Program::new();
    program.write("odd.log", ODD_LOG);
    let said = "odd.log: its head names the game 'odd.game', which is not known here";
    let outcome = program.run(&["judge", "odd.log", "--json"]);
    assert!(outcome.code == 0 && outcome.err.contains(said) && outcome.out.contains(said), "{}", outcome.err);
    assert_eq!(program.json(&["judge", "odd.log", "--game", "holdem"])["remarks"].as_array().unwrap().len(), 1);

    let odd = game_text(&[("firstPlayer", "1 1 1 1")]);
    program.write("rules.txt", &odd);
    program.write("long.log", log(&odd, "odd.game", 240, ["Raiser", "Caller"]));
    let words = |game: &'static [&'static str]| [&["styles", "long.log", "--clusters", "1"][..], game].concat();
    let raised =
        |found: &Value| ["Raiser", "Caller"].map(|name| player(found, name)["preflop_raise"].as_f64().unwrap());
    assert_eq!(raised(&program.json(&words(&["--game", "rules.txt"]))), [1.0, 0.0]);
    // A strategy of the competition's game has no part in it.
    let words = ["judge", "odd.log", "--game", "rules.txt", "--strategy", "always-raise", "--player", "Raiser"];
    program.refuses(&[(&words, "odd.log: line 2: Raiser plays another game here")]);
    // The file that the head names serves as well as --game.
    program.write("odd.game", &odd);
    let found = program.json(&["styles", "long.log", "--clusters", "1"]);
    assert_eq!(raised(&found), [1.0, 0.0]);
    assert!(!found["remarks"].to_string().contains("odd.game"), "{found}");
    program.refuses(&[(&["judge", "odd.log", "--game", "kuhn"], "odd.log: line 2: 'STATE:0:")]);
}

#[test]
fn blinds_of_any_size_give_the_same_thousandths_of_a_big_blind() {
    let program = Program::new();
    let holdem = game_text(&[]);
    program.write("a.log", log(&holdem, "holdem", 8, ["Raiser", "Caller"]));
    let sizes = [
        ("b.log", [("blind", "100 50"), ("raiseSize", "100 100 200 200")]),
        ("c.log", [("blind", "2 1"), ("raiseSize", "2 2 4 4")]),
    ];
    for strategy in [&[][..], &["--strategy", "always-call", "--player", "Caller"]] {
        let judged = |words: &[&str]| program.json(&[&["judge"], words, strategy].concat());
        let expected = judged(&["a.log"]);
        for (log_name, changes) in &sizes {
            let game = game_text(changes);
            program.write("scaled.game", &game);
            program.write(log_name, log(&game, "elsewhere.game", 8, ["Raiser", "Caller"]));
            let found = judged(&[*log_name]);
            assert_eq!((&found["players"], &found["correction"]), (&expected["players"], &expected["correction"]));
            assert!(found["remarks"].to_string().contains("elsewhere.game"), "{found}");
            if strategy.is_empty() {
                assert_eq!(judged(&[*log_name, "--game", "scaled.game"])["players"], expected["players"]);
            }
        }
    }
}

#[test]
fn both_commands_give_one_result_and_one_interval_and_say_that_it_is_of_95_percent() {
    let program = Program::new();
    program.json(&["match", "call-raise", "uniform", "--hands", "300", "--log", "a.log"]);
    let judged = program.json(&["judge", "a.log"]);
    let found = program.json(&["styles", "a.log", "--clusters", "1", "--features", "strength"]);
    for name in ["call-raise", "uniform"] {
        let (judged, found) = (player(&judged, name), player(&found, name));
        for (key, other) in [("mbb_per_game", "mbb_per_game"), ("ci95", "mbb_per_game_ci95")] {
            let [one, other] = [&judged[key], &found[other]].map(|value| value.as_f64().unwrap());
            assert!((one - other).abs() < 1e-6 * one.abs(), "{key}: {one} {other}");
        }
        let [se, half] = ["aggression_se", "aggression_ci95"].map(|key| found[key].as_f64().unwrap());
        assert!(half > 1.9 * se && half < 2.1 * se, "{se} {half}");
    }
    let shown = program.run(&["styles", "a.log", "--clusters", "1", "--features", "strength", "--quiet"]).out;
    let head = shown.lines().next().unwrap();
    let columns = ["looseness %", "aggression %", "fold to bet %", "raise preflop %", "showdown %", "mbb/g"];
    assert!(columns.iter().all(|column| head.contains(&format!("{column} (95 %)"))), "{head}");
    let half = format!("± {:.0} ", player(&judged, "uniform")["ci95"].as_f64().unwrap());
    assert!(shown.contains(&half), "{half}: {shown}");
}

#[test]
fn hands_that_cannot_be_read_are_left_out_and_named_where_that_is_asked_for() {
    let program = Program::new();
    let good = log(&game_text(&[]), "holdem", 200, ["A", "B"]);
    program.write("bad.log", good.replacen("STATE:3:", "STATE:3;", 1).replacen(":A|B\n", ":A|B|\n", 1));
    for command in [&["judge", "bad.log"][..], &["styles", "bad.log", "--clusters", "1", "--features", "strength"]] {
        let line = program.refusal(2, command);
        assert!(line.contains("bad.log: line 2: 'STATE:0:") && line.contains("it names 3 players"), "{line}");
        let found = program.json(&[command, &["--skip"]].concat());
        assert_eq!(found["hands"], 198);
        let skipped = found["skipped"].as_array().unwrap();
        let places: Vec<(&Value, &Value)> = skipped.iter().map(|it| (&it["file"], &it["line"])).collect();
        assert_eq!(places, [(&json!("bad.log"), &json!(2)), (&json!("bad.log"), &json!(5))]);
        assert!(skipped.iter().all(|it| it["reason"].as_str().unwrap().contains("expected a finished hand")));
        let remarks = found["remarks"].to_string();
        assert!(remarks.contains("2 of 200 hands cannot be read and are left out"), "{remarks}");
        let shown = program.run(&[command, &["--skip", "--quiet"]].concat()).out;
        assert!(shown.contains("left out: bad.log: line 5: 'STATE:3;"), "{shown}");
    }
    program.write("good.log", &good);
    assert_eq!(program.json(&["judge", "good.log"])["skipped"], json!([]));
}

#[test]
fn two_players_of_one_name_are_kept_apart_by_their_seats() {
    let program = Program::new();
    program.write("self.log", log(&game_text(&[]), "holdem", 200, ["A", "A"]));
    let judged = program.json(&["judge", "self.log"]);
    let found = program.json(&["styles", "self.log", "--clusters", "1", "--features", "strength"]);
    for name in ["A (1)", "A (2)"] {
        assert!(player(&judged, name)["ci95"].as_f64().unwrap() > 0.0, "{judged}");
        assert_eq!(player(&found, name)["hands"], 200);
    }
    let raised = ["A (1)", "A (2)"].map(|name| player(&found, name)["preflop_raise"].as_f64().unwrap());
    assert_eq!(raised, [1.0, 0.0]);
    assert!(found["remarks"].to_string().contains("both players are called 'A'"), "{found}");
}
