//! The log of a match by hands appears whole or not at all; one that broke off is read as far as it goes.

use crate::logs::{played, read, two_agents, write};
use crate::observer::StopAfter;
use matches::error::MatchError;
use matches::logged_hands::{LogPlaces, log_hands};
use tables::together::progress::Silent;

#[test]
fn a_log_that_is_cut_off_is_no_file_and_leaves_the_old_one() {
    let folder = tempfile::tempdir().unwrap();
    let (log, phh) = (folder.path().join("match.log"), folder.path().join("match.phhs"));
    std::fs::write(&log, "an older one").unwrap();
    let agents = two_agents();
    let places = LogPlaces { log: Some(&log), phh: Some(&phh) };
    let cut_off = log_hands(agents.each_ref(), 10, 1, places, &StopAfter::reports(0));
    assert!(matches!(cut_off, Err(MatchError::Cancelled(_))));
    assert_eq!((std::fs::read_to_string(&log).unwrap().as_str(), phh.exists()), ("an older one", false));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    let score = log_hands(agents.each_ref(), 10, 1, places, &Silent).unwrap().score;
    assert!(std::fs::read_to_string(&log).unwrap().ends_with(&format!("{score}\n")) && phh.exists());
}

#[test]
fn a_last_line_that_broke_off_in_a_name_is_nobodys_hand() {
    let folder = tempfile::tempdir().unwrap();
    let [text, _] = played(4);
    // Without the last letter and the line's end.
    let path = write(folder.path(), "match.log", &text[..text.find("SCORE").unwrap() - 2]);
    let logs = read(&path);
    assert_eq!((logs.hands.len(), logs.names().len(), logs.cut_off), (3, 2, vec![path]));
}
