//! `daifugo` and `reproduce daifugo` from the command line: documents, files, refusals.

use crate::program::Program;

const FIVE: &str = "psunder12no8,psunder12,psinallstate,pairsave,enemy";

#[test]
fn five_players_share_no_points_between_them() {
    let program = Program::new();
    let arguments = ["daifugo", "play", "--players", FIVE, "--games", "3000", "--seed", "7"];
    let played = program.json(&arguments);
    let players = played["players"].as_array().unwrap();
    let points: Vec<f64> = players.iter().map(|player| player["points_per_game"].as_f64().unwrap()).collect();
    assert!(points.iter().sum::<f64>().abs() < 1e-9, "{points:?}");
    assert!(points[0] > 0.0 && points[4] < 0.0, "{points:?}");
    assert_eq!((players[4]["name"].as_str(), played["games"].as_u64()), (Some("enemy"), Some(3000)));
    assert!(played["games_per_second"].as_f64().unwrap() > 0.0);
    let with_two = program.json(&[&arguments[..], &["--threads", "2"]].concat());
    assert_eq!(with_two["players"], played["players"]);
}

#[test]
fn what_was_learned_sits_down_at_the_table() {
    let program = Program::new();
    let learn = ["daifugo", "learn", "--against", "psunder12", "--games", "2000", "--out", "learned.values"];
    let learned = program.json(&learn);
    assert_eq!(learned["file"], "learned.values");
    assert_eq!(learned["curve"].as_array().unwrap().len(), 4);
    let bytes = std::fs::read(program.folder().join("learned.values")).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.starts_with("kind = \"equipoise daifugo values\"\nversion = 2\n"), "{text}");
    assert!(text.contains("rules = \"uec2007-paper\"") && text.contains("against = \"psunder12\""), "{text}");
    program.json(&learn);
    assert_eq!(std::fs::read(program.folder().join("learned.values")).unwrap(), bytes, "the same seed, other bytes");
    let table = "usemel:learned.values,psunder12,psunder12,psunder12,psunder12";
    let played = program.json(&[
        "daifugo",
        "play",
        "--players",
        table,
        "--games",
        "500",
        "--rules",
        "uec2007-paper,no-eight-cut",
    ]);
    assert_eq!(played["rules"], "spade-three,suit-lock,all-pass");
    // A folder that is not there is no wrong word but a place that cannot be written.
    let line = program.refusal(1, &[&learn[..6], &["--out", "no/such/folder/f"]].concat());
    assert!(line.contains("no/such/folder/f"), "{line}");
    // Every way to spoil the file ends in one line.
    program.write("learned.values", &bytes[..bytes.len() - 30]);
    let line = program.refusal(2, &["daifugo", "play", "--players", table]);
    assert!(line.contains("learned.values") && line.contains("undamaged") && line.contains("daifugo learn"), "{line}");
}

#[test]
fn the_paper_is_reproduced_at_a_small_size() {
    let program = Program::new();
    let small = ["reproduce", "daifugo", "--seeds", "2", "--games", "3000", "--out", "page"];
    let shown = program.run(&small).out;
    assert!(shown.starts_with("daifugo (") && shown.contains(" of 8 claims reproduced in "), "{shown}");
    assert!(shown.contains("z: the difference in standard errors of both"), "{shown}");
    // Other papers have a table 1 and a claim P1 as well.
    assert!(shown.contains("\ndaifugo, table 1: ") && shown.contains("\ndaifugo D7  "), "{shown}");
    assert!(shown.contains("\ndaifugo D7: an independent program agrees (−0.0185)"), "{shown}");
    let page = program.read("page/daifugo.html");
    assert!(page.contains("UseMEL learns") && page.contains("PSUnder12No8 over PSUnder12"));
}
