//! Agents from files of full size: every hand of every street has its entry, so this takes some 300 MB and is not run
//! by default (`cargo test -p equipoise-matches --test all file_agents:: -- --ignored`).

use crate::made_agents::write_strategy;
use evaluator::deck::Deck;
use evaluator::hand_index::HandIndex;
use evaluator::round::Round;
use matches::agent_loader::AgentLoader;
use matches::league::{play_league, play_match};
use matches::method::Method;
use serde_json::json;
use solver::game::GameDefinition;
use std::fs;
use tables::buckets::table::{BucketTableContents, hands_of_round};
use tables::file::fingerprint::Parent;
use tables::together::progress::Silent;

const BUCKETS: usize = 3;

#[test]
#[ignore = "writes 280 MB of bucket files"]
fn strategies_of_one_run_share_their_buckets_and_both_methods_agree() {
    let folder = tempfile::tempdir().unwrap();
    let (buckets, strategies) = (folder.path().join("buckets"), folder.path().join("strategies"));
    fs::create_dir_all(&buckets).unwrap();
    fs::create_dir_all(&strategies).unwrap();
    let parents: Vec<Parent> = [Round::Flop, Round::Turn, Round::River]
        .into_iter()
        .map(|round| {
            let entries: Vec<u32> =
                (0..hands_of_round(Deck::FULL, round)).map(|hand| (hand % BUCKETS as u64) as u32).collect();
            let contents = BucketTableContents {
                deck: Deck::FULL,
                round,
                recipe: json!({"hand": "modulo 3", "round": round.name()}),
                parents: vec![],
                facts: json!({}),
                buckets: &entries,
                centres: &[0.0, 0.5, 1.0],
                hands_in_bucket: &[1; BUCKETS],
                deals_in_bucket: &[1; BUCKETS],
                mean_strength: &[0.0, 0.5, 1.0],
                cost_per_iteration: &[],
            };
            Parent::new(round.name(), contents.write(&buckets.join(format!("{round}.buckets"))).unwrap())
        })
        .collect();
    let counts = [169, BUCKETS as u32, BUCKETS as u32, BUCKETS as u32];
    let path = |salt: usize| strategies.join(format!("variant-{salt}.strategy"));
    for salt in 1..3 {
        // Every bucket of every street plays otherwise, so that a wrong bucket shows.
        let weights = |node: usize, bucket: usize, actions: &[_]| {
            (0..actions.len()).map(|action| (1 + (bucket + action + salt * node) % 4) as f32).collect()
        };
        write_strategy(&path(salt), &GameDefinition::holdem_limit(), parents.clone(), &counts, weights);
    }
    let mut loader = AgentLoader::new(&[]);
    let mut agents = Vec::new();
    for name in [path(1).to_str().unwrap(), path(2).to_str().unwrap(), "always-call"] {
        agents.push(loader.open(name).unwrap());
    }
    assert_eq!(agents[0].name(), "variant-1");
    assert_eq!(agents[0].bucket(Round::River, HandIndex(123_156_253)), (123_156_253 % BUCKETS) as u32);
    for round in Round::ALL {
        let hands: Vec<HandIndex> = (0..hands_of_round(Deck::FULL, round)).rev().step_by(101).map(HandIndex).collect();
        let mut found = vec![7];
        agents[0].look_up(round, &hands, &mut found);
        assert_eq!(found, hands.iter().map(|&hand| agents[0].bucket(round, hand)).collect::<Vec<_>>(), "{round}");
    }
    let by_boards = play_league(&agents, Method::Boards, 40, 1, &Silent).unwrap();
    let by_hands = play_league(&agents, Method::Hands, 400_000, 1, &Silent).unwrap();
    for row in 0..3 {
        for column in 0..3 {
            let apart = (by_boards.mbb_per_game[row][column] - by_hands.mbb_per_game[row][column]).abs();
            let width = by_boards.ci95[row][column].hypot(by_hands.ci95[row][column]);
            assert!(apart <= 1.53 * width, "{row} {column}: {by_boards:?} {by_hands:?}");
        }
    }
    let itself = play_match(&agents[0], &agents[0], Method::Boards, 3, 1, &Silent).unwrap();
    assert_eq!((itself.mbb_per_game, itself.ci95), (0.0, 0.0));
}
