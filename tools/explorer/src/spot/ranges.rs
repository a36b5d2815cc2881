//! The hands with which each seat reaches a spot: the product of its own actions' probabilities.

use evaluator::holding::HOLDINGS;
use matches::agent::Agent;
use solver::game::{NodeId, Place};
use tables::strategy::block::MAX_ACTIONS;

use super::betting_spot::Spot;
use super::board_buckets::board_buckets;
use crate::game::Game;

/// Both seats' hands at a spot.
pub struct Ranges {
    /// `[position][holding number]`: how likely the seat's own actions lead there; 0 for holdings that share a card
    /// with the board.
    pub reach: [Vec<f64>; 2],
    /// `[round][holding number]`: the buckets of all rounds so far; `None` where a card is on the board.
    pub buckets: Vec<Vec<Option<u32>>>,
}

impl Ranges {
    /// The hands of a strategy against itself.
    pub fn of(game: &Game, agent: &Agent, spot: &Spot) -> Self {
        let rounds = 0..=spot.street.number();
        let buckets: Vec<_> = rounds.map(|round| board_buckets(game, agent, round, spot.board_of(round))).collect();
        let possible = &buckets[spot.street.number()];
        let everybody: Vec<f64> = possible.iter().map(|bucket| f64::from(u8::from(bucket.is_some()))).collect();
        let mut reach = [everybody.clone(), everybody];
        for (decision, action) in game.way_to(spot.decision) {
            let node = &game.tree[decision];
            let place = game.layout.place(decision);
            for (reach, &bucket) in reach[node.player].iter_mut().zip(&buckets[node.round]) {
                *reach *= bucket.map_or(0.0, |bucket| probabilities(agent, place, bucket)[action]);
            }
        }
        Self { reach, buckets }
    }

    /// How a decision's actions are taken on these cards, by holding number; `None` where a card is on the board.
    pub fn shares(&self, game: &Game, agent: &Agent, decision: NodeId) -> Vec<Option<[f64; MAX_ACTIONS]>> {
        let place = game.layout.place(decision);
        let possible = self.buckets.last().map_or(&[][..], Vec::as_slice);
        let of_round = self.buckets[place.round].iter().zip(possible);
        let shares: Vec<_> = of_round
            .map(|(&bucket, possible)| bucket.filter(|_| possible.is_some()).map(|it| probabilities(agent, place, it)))
            .collect();
        debug_assert_eq!(shares.len(), HOLDINGS);
        shares
    }
}

/// How often each of a decision's actions is taken with a bucket.
pub fn probabilities(agent: &Agent, place: Place, bucket: u32) -> [f64; MAX_ACTIONS] {
    let whole = agent.parts_of_whole() as f64;
    agent.weights(place, bucket).map(|part| f64::from(part) / whole)
}
