//! The log of a match by hands appears whole or not at all.

use crate::patience::StopsAfter;
use matches::agent::Agent;
use matches::error::MatchError;
use matches::logged_hands::{LogPlaces, log_hands};
use solver::policy::FixedPolicy;
use std::sync::atomic::AtomicU64;
use tables::progress::Silent;

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
    let score = log_hands(agents.each_ref(), 10, 1, places, &Silent).unwrap();
    assert!(std::fs::read_to_string(&log).unwrap().ends_with(&format!("{score}\n")) && phh.exists());
}
