//! The self-test finds what it should on this build.

use crate::program::Program;

#[test]
fn every_known_answer_is_found() {
    let document = Program::new().json(&["selftest"]);
    let checks = document["checks"].as_array().unwrap();
    assert!(checks.len() >= 15, "{}", checks.len());
    for check in checks {
        let mut keys: Vec<&str> = check.as_object().unwrap().keys().map(String::as_str).collect();
        keys.sort_unstable();
        assert_eq!(keys, ["expected", "found", "name", "ok"]);
        assert_eq!(check["ok"], true, "{check}");
    }
}
