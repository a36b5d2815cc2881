//! `reproduce`: documents, files and refusals of the companion systems.

use crate::program::Program;
use std::fs;

/// Little of everything that is drawn; what is counted takes its time.
const SMALL: [&str; 8] = ["reproduce", "superiority", "--deals", "20000", "--matches", "20", "--boards", "2"];

#[test]
fn superiority_sets_every_published_table_beside_ours_and_writes_its_page() {
    let program = Program::new();
    let page = program.folder().join("page");
    let document = program.json(&[&SMALL[..], &["--out", page.to_str().unwrap()]].concat());
    assert_eq!((&document["companion"], &document["seed"]), (&"superiority".into(), &1.into()));
    let ids: Vec<&str> = document["tables"].as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap()).collect();
    for id in ["1", "2", "4", "7", "8", "9", "10", "11", "12", "13", "14", "knowledge", "limit"] {
        assert!(ids.contains(&id), "table {id}");
    }
    let claim = |id: &str| document["claims"].as_array().unwrap().iter().find(|claim| claim["id"] == id).unwrap();
    // What is counted does not depend on how little was drawn.
    for (id, verdict) in [("S3", "reproduced"), ("S8", "ours: holds"), ("P1", "impossible"), ("P4", "noise")] {
        assert_eq!(claim(id)["verdict"], verdict, "{id}");
    }
    let results = &document["results"];
    for key in ["starting_hand_rate", "one_pair_rate", "one_pair_rate_full_rules", "high_card_rate", "completion"] {
        assert!(results[key].is_object(), "{key}");
    }
    let ceiling = results["ceiling"]["river"]["ties_right"].as_f64().unwrap();
    assert!((ceiling - 77.7).abs() < 0.1, "{ceiling}");
    let river = &results["accuracy"]["river"]["OP:34.2, other:45"];
    assert!(river["ties_left_out"].as_f64() < river["ties_right"].as_f64());
    for variant in ["A", "B", "C"] {
        assert!(results["limit"][variant]["always_call_mbb_ci95"].is_number());
    }
    let html = fs::read_to_string(page.join("superiority.html")).unwrap();
    assert!(html.contains("<svg") && html.contains("table 12") && html.ends_with("</html>\n"));
    assert_eq!(fs::read_dir(&page).unwrap().count(), 1, "nothing but the page");
}
