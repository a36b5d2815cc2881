//! What an agent or a match is refused for: each time an input error of one line that names what and where.

use crate::made_agents::write_strategy;
use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::round::Round;
use evaluator::showdown::ShowdownOrder;
use matches::agent::Agent;
use matches::error::MatchError;
use matches::league::{play_league, play_match};
use matches::method::Method;
use serde_json::json;
use solver::boards::{Buckets, HandBuckets, OneBucket};
use solver::game::GameDefinition;
use solver::policy::{FixedPolicy, StoredPolicy};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tables::buckets::table::BucketTableContents;
use tables::error::{Failure, TableError};
use tables::file::fingerprint::{Fingerprint, Parent};
use tables::together::progress::Silent;

fn refused(name: &str, folders: &[PathBuf]) -> MatchError {
    let error = Agent::open(name, folders).err().expect("it must be refused");
    assert!(error.is_input_error() && error.to_string().lines().count() == 1, "{error}");
    error
}

/// A bucket file with few hands; opening a set of them fails, but by its header it can be found.
fn short_bucket_file(path: &Path, round: Round, seed: u64) -> Fingerprint {
    BucketTableContents {
        deck: Deck::FULL,
        round,
        recipe: json!({"seed": seed}),
        parents: vec![],
        facts: json!({}),
        buckets: &[0, 0],
        centres: &[0.5],
        hands_in_bucket: &[2],
        deals_in_bucket: &[2],
        mean_strength: &[0.5],
        cost_per_iteration: &[],
    }
    .write(path)
    .unwrap()
}

fn strategy(path: &Path, game: &GameDefinition, parents: Vec<Parent>) -> String {
    let buckets = vec![1; game.rounds()];
    write_strategy(path, game, parents, &buckets, |_, _, actions| vec![1.0; actions.len()]);
    path.display().to_string()
}

/// A strategy for so many buckets that takes all actions alike.
fn even_policy(buckets: &[u32]) -> StoredPolicy {
    let (folder, game) = (tempfile::tempdir().unwrap(), GameDefinition::holdem_limit());
    let path = folder.path().join("even.strategy");
    write_strategy(&path, &game, vec![], buckets, |_, _, actions| vec![1.0; actions.len()]);
    StoredPolicy::read(&game, &path).unwrap()
}

fn parents(fingerprints: [Fingerprint; 3]) -> Vec<Parent> {
    [Round::Flop, Round::Turn, Round::River]
        .into_iter()
        .zip(fingerprints)
        .map(|(street, fingerprint)| Parent::new(street.name(), fingerprint))
        .collect()
}

#[test]
fn a_name_that_nobody_has() {
    let error = refused("always-fould", &[]);
    assert!(matches!(error, MatchError::UnknownAgent { .. }));
    assert!(error.to_string().contains("always-fould") && error.to_string().contains("always-fold"), "{error}");
}

#[test]
fn a_file_that_is_no_strategy_one_of_another_game_and_one_without_named_buckets() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.strategy");
    fs::write(&path, "fold more").unwrap();
    let error = refused(path.to_str().unwrap(), &[]);
    assert!(error.to_string().contains("notes.strategy"), "{error}");
    let path = strategy(&folder.path().join("leduc.strategy"), &GameDefinition::leduc(), vec![]);
    assert!(matches!(refused(&path, &[]), MatchError::WrongGame { .. }));
    let path = strategy(&folder.path().join("orphan.strategy"), &GameDefinition::holdem_limit(), vec![]);
    assert!(matches!(refused(&path, &[]), MatchError::NoParent { street: Round::Flop, .. }));
}

#[test]
fn buckets_are_found_by_fingerprint_and_missed_by_street() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let elsewhere = folder.path().join("elsewhere");
    let other_run = folder.path().join("other");
    for made in [run.join("buckets"), run.join("strategies"), elsewhere.clone(), other_run.join("buckets")] {
        fs::create_dir_all(made).unwrap();
    }
    let flop = short_bucket_file(&run.join("buckets/any-name.buckets"), Round::Flop, 1);
    fs::write(run.join("buckets/broken.buckets"), "not a bucket file").unwrap();
    let other_turn = short_bucket_file(&run.join("buckets/turn.buckets"), Round::Turn, 2);
    let turn = short_bucket_file(&elsewhere.join("t.buckets"), Round::Turn, 3);
    let river = Fingerprint::of("buckets", &json!({"seed": 4}), &[]);
    let path = run.join("strategies/x.strategy");
    let path = strategy(&path, &GameDefinition::holdem_limit(), parents([flop, turn, river]));

    // The turn's file is another one.
    let text = match refused(&path, &[]) {
        error @ MatchError::NoBuckets { street: Round::Turn, .. } => error.to_string(),
        error => panic!("{error}"),
    };
    assert!(text.contains(&turn.to_string()) && text.contains(&other_turn.to_string()), "{text}");
    // With the folder that has it, the river's is missing, also in another run.
    let folders = [elsewhere.clone(), other_run.clone()];
    match refused(&path, &folders) {
        MatchError::NoBuckets { street: Round::River, expected, found: None, .. } => assert_eq!(expected, river),
        error => panic!("{error}"),
    }
    // All three are found, one of them in another run: now their shortness is what is wrong.
    let found = short_bucket_file(&other_run.join("buckets/river.buckets"), Round::River, 4);
    assert_eq!(found, river);
    let error = refused(&path, &folders);
    assert!(matches!(error, MatchError::Table(_)) && error.to_string().contains("any-name"), "{error}");
    // A folder that does not exist is named.
    let error = refused(&path, &[folder.path().join("nowhere")]);
    assert!(matches!(error, MatchError::Folder { .. }) && error.to_string().contains("nowhere"), "{error}");
}

#[test]
fn a_strategy_with_another_number_of_buckets() {
    let error =
        Agent::of_stored("two", &GameDefinition::holdem_limit(), even_policy(&[1, 1, 2, 1]), Arc::new(OneBucket))
            .err()
            .unwrap();
    assert!(matches!(error, MatchError::UnfitBuckets { street: Round::Turn, expected: 2, found: 1, .. }), "{error}");
}

/// One bucket a round, which no hand has by itself.
struct NeedFlop;

impl Buckets for NeedFlop {
    fn count(&self, _round: usize) -> usize {
        1
    }

    fn row(&self, round: usize, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        OneBucket.row(round, board, order, row);
    }
}

impl HandBuckets for NeedFlop {
    fn refuse_flop_dependent(&self, who: &'static str) -> Result<(), TableError> {
        Err(TableError::FlopNeeded { path: "river.buckets".into(), who })
    }

    fn bucket(&self, _round: usize, _hole: CardSet, _board: CardSet) -> u32 {
        unreachable!("asked without the flop")
    }
}

#[test]
fn strategies_that_need_the_flop_play_boards_and_no_single_hands() {
    let local =
        Agent::of_stored("local", &GameDefinition::holdem_limit(), even_policy(&[1; 4]), Arc::new(NeedFlop)).unwrap();
    let calls = Agent::of_fixed(FixedPolicy::AlwaysCall);
    for players in [[&local, &calls], [&calls, &local]] {
        let [first, second] = players;
        play_match(first, second, Method::Boards, 2, 1, &Silent).unwrap();
        let error = play_match(first, second, Method::Hands, 2, 1, &Silent).unwrap_err();
        assert!(matches!(error, MatchError::Table(TableError::FlopNeeded { .. })), "{error}");
        assert!(error.is_input_error() && error.to_string().contains("need the flop"), "{error}");
    }
}

#[test]
fn amounts_that_cannot_be_played() {
    let calls = Agent::of_fixed(FixedPolicy::AlwaysCall);
    for (method, amount) in [(Method::Hands, 0), (Method::Hands, 3), (Method::Boards, 0)] {
        let error = play_match(&calls, &calls, method, amount, 1, &Silent).unwrap_err();
        assert!(matches!(error, MatchError::Amount { .. }) && error.is_input_error(), "{error}");
    }
    assert!(matches!("exactly".parse::<Method>(), Err(MatchError::UnknownMethod { .. })));
    assert_eq!("hands".parse::<Method>().unwrap(), Method::Hands);
    let error = play_league(&[calls], Method::Hands, 2, 1, &Silent).unwrap_err();
    assert!(matches!(error, MatchError::TooFewPlayers { found: 1 }) && error.is_input_error());
}
