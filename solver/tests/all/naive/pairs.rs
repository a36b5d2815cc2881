//! What two players win from each other, pair of hands by pair of hands.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_strength::HandStrength;
use solver::game::{BettingTree, Child, GameDefinition, GameEnd, NodeId};
use std::collections::HashMap;

use super::Signatures;
use crate::support::Made;

/// What two hands play for below a decision: the chips that position 0 wins by folds, and the chips at stake in
/// showdowns; `play` gives the probabilities of a decision, the other player's included.
pub fn outcome<'a>(tree: &BettingTree, node: NodeId, play: &dyn Fn(usize, NodeId) -> &'a [f64]) -> [f64; 2] {
    let mut total = [0.0; 2];
    for (child, &probability) in tree[node].children.iter().zip(play(tree[node].player, node)) {
        if probability == 0.0 {
            continue;
        }
        let [folds, stake] = match *child {
            Child::Decision(next) => outcome(tree, next, play),
            Child::End(GameEnd::Fold { folder: 0, contributions }) => [-contributions[0].as_f64(), 0.0],
            Child::End(GameEnd::Fold { contributions, .. }) => [contributions[1].as_f64(), 0.0],
            Child::End(GameEnd::Showdown { contributions, .. }) => [0.0, contributions[0].as_f64()],
        };
        total = [total[0] + probability * folds, total[1] + probability * stake];
    }
    total
}

/// Two players, the first in position 0.
pub struct Pairs<'a> {
    tree: BettingTree,
    players: [&'a Made; 2],
    /// Hands in the same buckets on all rounds play alike: each pair of signatures is played out once.
    outcomes: HashMap<Vec<u32>, HashMap<Vec<u32>, [f64; 2]>>,
}

impl<'a> Pairs<'a> {
    pub fn new(game: &GameDefinition, players: [&'a Made; 2]) -> Self {
        Self { tree: BettingTree::new(game), players, outcomes: HashMap::new() }
    }

    /// What position 0 wins on a board with each holding from all those that it can meet together, and how many they
    /// are.
    pub fn on_board(&mut self, board: &[Card]) -> HashMap<CardSet, [f64; 2]> {
        let Self { tree, players, outcomes } = self;
        let holes: Vec<CardSet> = players[0].buckets.rules.holes(CardSet::of(board)).collect();
        let strength = |hole: &CardSet| HandStrength::of(hole.iter().fold(CardSet::of(board), |set, it| set.with(it)));
        let strengths: Vec<usize> = holes.iter().map(|hole| strength(hole).number()).collect();
        // By holding: which of the player's distinct signatures it has.
        let seen = players.map(|player| {
            let mut distinct: Vec<Vec<u32>> = Vec::new();
            let number = |&hole: &CardSet| {
                let signature = player.buckets.signature(hole, board);
                distinct.iter().position(|it| *it == signature).unwrap_or_else(|| {
                    distinct.push(signature);
                    distinct.len() - 1
                })
            };
            let of_hole: Vec<usize> = holes.iter().map(number).collect();
            (distinct, of_hole)
        });
        let [(own, own_of), (others, other_of)] = &seen;
        let outcomes_of = |own: &Vec<u32>| -> Vec<[f64; 2]> {
            let known = outcomes.entry(own.clone()).or_default();
            let outcome_of = |other: &Vec<u32>| {
                let buckets = [own, other];
                let play =
                    |player: usize, node: NodeId| players[player].policy.at(node, buckets[player][tree[node].round]);
                *known.entry(other.clone()).or_insert_with(|| outcome(tree, NodeId::ROOT, &play))
            };
            others.iter().map(outcome_of).collect()
        };
        let outcomes: Vec<Vec<[f64; 2]>> = own.iter().map(outcomes_of).collect();
        let mut values = HashMap::new();
        for (own, &hole) in holes.iter().enumerate() {
            let [won, met]: &mut [f64; 2] = values.entry(hole).or_default();
            for (other, _) in holes.iter().enumerate().filter(|(_, other)| !hole.intersects(**other)) {
                let [folds, stake] = outcomes[own_of[own]][other_of[other]];
                *won += folds + stake * f64::from(strengths[own].cmp(&strengths[other]) as i8);
                *met += 1.0;
            }
        }
        values
    }

    /// What position 0 wins a game on these boards.
    pub fn mean(&mut self, boards: &[Vec<Card>]) -> f64 {
        let (mut total, mut meetings) = (0.0, 0.0);
        for [won, met] in boards.iter().flat_map(|board| self.on_board(board).into_values()) {
            (total, meetings) = (total + won, meetings + met);
        }
        total / meetings
    }
}
