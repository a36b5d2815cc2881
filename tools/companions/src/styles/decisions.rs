//! Every decision of a log: where the betting stood, what could be done, what was done.

use rayon::prelude::*;
use solver::game::Action;

use super::log_input::{Hands, LoggedHand};

/// One decision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Decision {
    /// Who decided.
    pub player: usize,
    /// The number of the hand.
    pub hand: usize,
    /// The position of the player who decided, 0 the big blind.
    pub position: usize,
    /// The decision's number in the betting trees of all games, one after another.
    pub node: usize,
    pub round: usize,
    /// What is to be paid, in chips of which a big blind has 10.
    pub to_pay: i32,
    /// What the player who decides has put in during this round.
    pub own: i32,
    /// What the opponent has put in.
    pub other: i32,
    /// All chips on the table.
    pub pot: i32,
    /// Bets and raises of this round so far.
    pub raises: u32,
    /// A bit for each action that was legal: fold, call, raise.
    pub legal: u8,
    /// What was done: 0 fold, 1 check or call, 2 bet or raise.
    pub chosen: usize,
}

impl Decision {
    /// Whether action `number` was legal.
    pub fn allows(&self, number: usize) -> bool {
        self.legal >> number & 1 == 1
    }
}

/// The number of an action, as networks answer: fold, call, raise.
pub fn number_of(action: Action) -> usize {
    match action {
        Action::Fold => 0,
        Action::Call => 1,
        Action::Raise => 2,
    }
}

/// The decisions of all hands, in their order.
pub fn decisions(hands: &Hands) -> Vec<Decision> {
    let mut first_nodes = vec![0];
    for game in &hands.games {
        first_nodes.push(first_nodes[first_nodes.len() - 1] + game.tree().nodes().len());
    }
    let of_hand = |(number, hand): (usize, &LoggedHand)| decisions_of(hands, number, hand, first_nodes[hand.game]);
    hands.hands.par_iter().enumerate().map(of_hand).collect::<Vec<_>>().concat()
}

fn decisions_of(hands: &Hands, number: usize, hand: &LoggedHand, first_node: usize) -> Vec<Decision> {
    let game = hands.game_of(hand);
    let big_blind = game.definition().big_blind().0;
    let mut betting = game.start();
    let mut made = Vec::new();
    // What both had put in when the round began; before the flop the blinds count as bets of the round.
    let (mut round, mut before, mut raises) = (0, 0, 0);
    for action in hand.record.betting.chars().filter_map(Action::from_letter) {
        let (Some(node), Some(id)) = (betting.decision(), betting.decision_number()) else { break };
        let contributions = node.contributions.map(|chips| (i64::from(chips.0) * 10 / i64::from(big_blind)) as i32);
        if node.round != round {
            (round, before, raises) = (node.round, contributions[0].min(contributions[1]), 0);
        }
        let (own, other) = (contributions[node.player], contributions[1 - node.player]);
        made.push(Decision {
            player: hand.players[node.player],
            hand: number,
            position: node.player,
            node: first_node + id.number(),
            round,
            to_pay: other - own,
            own: own - before,
            other: other - before,
            pot: own + other,
            raises,
            legal: node.actions.iter().fold(0, |bits, &action| bits | 1 << number_of(action)),
            chosen: number_of(action),
        });
        raises += u32::from(action == Action::Raise);
        betting.act(action);
    }
    made
}
