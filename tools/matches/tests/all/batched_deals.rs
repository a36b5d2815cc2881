//! Batches of deals held to a dealer who plays one game after the other.

use crate::made_agents::{HashedBuckets, erratic_agent, erratic_agent_with};
use crate::naive_dealer::{NaiveDeal, NaiveDealer};
use matches::agent::Agent;
use matches::dealt_batch::{Dealer, DealtBatch};
use matches::dealt_game::dice_of_deal;
use matches::method::play_deals;
use solver::policy::FixedPolicy;
use std::sync::Arc;
use tables::strategy::block::ProbabilityBits;
use tables::together::progress::Silent;

/// Agents of all kinds: two of one abstraction, one of another, one with finer probabilities, two who see no cards.
fn table() -> Vec<Agent> {
    let [shared, other] = [30, 11].map(|count| Arc::new(HashedBuckets::new(count)));
    vec![
        erratic_agent_with("first", shared.clone(), 1, ProbabilityBits::Eight),
        erratic_agent_with("second", shared, 2, ProbabilityBits::Four),
        erratic_agent("of other buckets", 7, 3),
        erratic_agent_with("finer", other, 4, ProbabilityBits::Sixteen),
        Agent::of_fixed(FixedPolicy::Uniform),
        Agent::of_fixed(FixedPolicy::CallRaise),
    ]
}

#[test]
fn a_batch_wins_the_chips_of_games_played_one_by_one() {
    let agents = table();
    let agents: Vec<&Agent> = agents.iter().collect();
    let mut pairs: Vec<_> = (0..agents.len()).flat_map(|first| (0..first).map(move |second| (first, second))).collect();
    // Someone against himself, too.
    pairs.push((2, 2));
    let dealer = Dealer::new(&agents).unwrap();
    let (naive, mut batch) = (NaiveDealer::new(), DealtBatch::new(&dealer, &pairs));
    let mut ends = [0; 2];
    // A batch's memory is used again: a long one, then shorter ones.
    for deals in [0..400, 400..401, 1_000_000..1_000_060] {
        let found = batch.play(5, deals.clone()).to_vec();
        assert_eq!(found.len(), pairs.len() * deals.clone().count());
        for (number, found) in deals.zip(found.chunks_exact(pairs.len())) {
            let deal = NaiveDeal::of(5, number);
            for (&(first, second), &found) in pairs.iter().zip(found) {
                let game =
                    |seats: [usize; 2]| naive.play(seats.map(|seat| agents[seat]), &deal, dice_of_deal(5, number));
                let expected = game([first, second]) - game([second, first]);
                assert_eq!(found, expected, "deal {number}, {first} against {second}");
                ends[usize::from(found != 0)] += 1;
            }
        }
    }
    assert!(ends.iter().all(|&count| count > 100), "{ends:?}");
}

#[test]
fn the_tallies_are_the_batches_whatever_their_size() {
    let agents = table();
    let agents: Vec<&Agent> = agents.iter().collect();
    // One pair makes batches of 2,048 deals, many pairs make small ones.
    let pairs: Vec<_> = (0..agents.len()).flat_map(|first| (0..first).map(move |second| (first, second))).collect();
    let together = play_deals(&agents, &pairs, 5_000, 9, &Silent).unwrap();
    for (&pair, together) in pairs.iter().zip(&together) {
        assert_eq!(play_deals(&agents, &[pair], 5_000, 9, &Silent).unwrap()[0], *together, "{pair:?}");
    }
}

#[test]
fn agents_are_distinguished_by_their_buckets() {
    let agents = table();
    let agents: Vec<&Agent> = agents.iter().collect();
    let dealer = Dealer::new(&agents).unwrap();
    assert_eq!(dealer.abstraction_of, [Some(0), Some(0), Some(1), Some(2), None, None]);
    assert_eq!(dealer.abstractions.len(), 3);
}
