//! `reproduce`: documents, files and refusals of the companion systems.

use crate::program::Program;
use std::fs;

/// Little of everything that is drawn; what is counted takes its time.
const SMALL: &str = "reproduce superiority --deals 20000 --matches 20 --boards 2";

#[test]
fn superiority_sets_every_published_table_beside_ours_and_writes_its_page() {
    let program = Program::new();
    let page = program.folder().join("page");
    let arguments = format!("{SMALL} --turn as-printed --out page");
    let document = program.json(&arguments.split(' ').collect::<Vec<_>>());
    assert_eq!((&document["companion"], &document["seed"]), (&"superiority".into(), &1.into()));
    let ids: Vec<&str> = document["tables"].as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap()).collect();
    for id in ["1", "2", "4", "7", "8", "9", "10", "11", "12", "13", "14", "knowledge", "limit"] {
        assert!(ids.contains(&id), "table {id}");
    }
    let claim = |id: &str| document["claims"].as_array().unwrap().iter().find(|claim| claim["id"] == id).unwrap();
    // What is counted does not depend on how little was drawn.
    for (id, verdict) in [("S3", "reproduced"), ("S8", "reproduced"), ("P1", "impossible"), ("P3", "impossible")] {
        assert_eq!(claim(id)["verdict"], verdict, "{id}");
    }
    // Nor do the paper's own numbers, or errors of a third of a point in the turn's.
    assert_eq!([&claim("P4")["verdict"], &claim("P2")["verdict"]], ["noise", "explained"]);
    assert_eq!(
        (&document["settings"]["turn"], &claim("P2")["full_id"]),
        (&"as-printed".into(), &"superiority P2".into())
    );
    let results = &document["results"];
    for key in ["starting_hand_rate", "one_pair_rate", "one_pair_rate_full_rules", "high_card_rate", "completion"] {
        assert!(results[key].is_object(), "{key}");
    }
    let ceiling = results["ceiling"]["river"]["ties_right"].as_f64().unwrap();
    assert!((ceiling - 77.7).abs() < 0.1, "{ceiling}");
    let river = &results["accuracy"]["river"]["OP:34.2, other:45"];
    assert!(river["ties_left_out"].as_f64() < river["ties_right"].as_f64());
    let played = &results["accuracy"]["turn"]["HK:28, OP:26, other:45"]["ties_left_out"];
    let printed = &results["accuracy_turn_as_printed"]["HK:28, OP:26, other:45"]["ties_left_out"];
    assert!(played.as_f64().unwrap() - printed.as_f64().unwrap() > 4.0, "{played} and {printed}");
    for variant in ["A", "B", "C"] {
        assert!(results["limit"][variant]["always_call_mbb_ci95"].is_number());
    }
    let html = fs::read_to_string(page.join("superiority.html")).unwrap();
    assert!(html.contains("<svg") && html.contains("superiority, table 12") && html.ends_with("</html>\n"));
    assert!(html.contains("superiority P2: explained to within"));
    assert_eq!(fs::read_dir(&page).unwrap().count(), 1, "nothing but the page");
}
