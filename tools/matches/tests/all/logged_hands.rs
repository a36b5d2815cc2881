//! The log of a match by hands appears whole or not at all; one that broke off is read as far as it goes.

use crate::patience::StopsAfter;
use matches::acpc::log_reader::LoggedHands;
use matches::agent::Agent;
use matches::error::MatchError;
use matches::logged_hands::{LogPlaces, log_hands};
use solver::policy::FixedPolicy;
use std::sync::atomic::AtomicU64;
use tables::together::progress::Silent;

#[test]
fn a_log_that_is_cut_off_is_no_file_and_leaves_the_old_one() {
    let folder = tempfile::tempdir().unwrap();
    let (log, phh) = (folder.path().join("match.log"), folder.path().join("match.phhs"));
    std::fs::write(&log, "an older one").unwrap();
    let agents = [FixedPolicy::CallRaise, FixedPolicy::Uniform].map(|policy| Agent::of_fixed(policy).unwrap());
    let places = LogPlaces { log: Some(&log), phh: Some(&phh) };
    assert!(matches!(
        log_hands(agents.each_ref(), 10, 1, places, &StopsAfter(AtomicU64::new(0))),
        Err(MatchError::Cancelled(_))
    ));
    assert_eq!((std::fs::read_to_string(&log).unwrap().as_str(), phh.exists()), ("an older one", false));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    let score = log_hands(agents.each_ref(), 10, 1, places, &Silent).unwrap().score;
    assert!(std::fs::read_to_string(&log).unwrap().ends_with(&format!("{score}\n")) && phh.exists());
}

#[test]
fn a_last_line_that_broke_off_in_a_name_is_nobodys_hand() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.log");
    let agents = [FixedPolicy::CallRaise, FixedPolicy::Uniform].map(|policy| Agent::of_fixed(policy).unwrap());
    log_hands(agents.each_ref(), 4, 1, LogPlaces { log: Some(&path), phh: None }, &Silent).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    // Without the last letter and the line's end.
    std::fs::write(&path, &text[..text.find("SCORE").unwrap() - 2]).unwrap();
    let logs = LoggedHands::read(std::slice::from_ref(&path)).unwrap();
    assert_eq!((logs.hands.len(), logs.names().len(), logs.cut_off), (3, 2, vec![path]));
}
