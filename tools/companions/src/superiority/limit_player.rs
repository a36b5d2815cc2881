//! The player at a limit table: bets in antes of a big blind, rounded down to whole raises.
//!
//! This is our own reading, since the paper bets multiples of the ante without a limit. The paper's bet is drawn in
//! antes above the call; a raise is made if that comes to at least one and the round allows it, otherwise the player
//! calls or checks.

use super::player::{Estimate, SuperiorityPlayer};
use evaluator::round::Round;
use solver::game::{Action, BettingTree, Node, NodeId};
use solver::units::Chips;

use super::judgement::Judgement;

/// One rule changed, to see what it costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amendment {
    /// The paper's player.
    None,
    /// A superior hand may fold as well, by the same draw.
    SuperiorMayFold,
    /// A superior hand that wins less than half of its showdowns folds, after the flop, once its bet has been raised.
    FoldsToRaises,
    /// An inferior hand never bets or raises.
    NoBluffs,
    /// Nobody raises once the opponent has raised or bet.
    NoReraises,
}

impl Amendment {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::None, Self::SuperiorMayFold, Self::FoldsToRaises, Self::NoBluffs, Self::NoReraises];

    /// In names of strategy files; empty for the paper's player.
    pub const fn name(self) -> &'static str {
        ["", "superior-may-fold", "folds-to-raises", "no-bluffs", "no-reraises"][self as usize]
    }
}

/// A hand that wins as often as it loses, in %.
const EVEN: f64 = 50.0;

/// What a decision at the table looks like to the player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Decision {
    /// Something is to be paid.
    pub facing_bet: bool,
    /// The round allows another raise.
    pub may_raise: bool,
    /// What the opponent has put in on this street, in antes.
    pub bet: f64,
    /// After the flop: the player has bet on this street, and more is asked for.
    pub bet_was_raised: bool,
}

impl Decision {
    /// The decision at a node of the betting tree. The ante is the big blind.
    pub fn at(tree: &BettingTree, id: NodeId, big_blind: Chips) -> Self {
        let node = &tree[id];
        let before = before_round(tree, node);
        let facing_bet = node.actions.contains(&Action::Fold);
        Self {
            facing_bet,
            may_raise: node.actions.contains(&Action::Raise),
            bet: (node.contributions[1 - node.player] - before).as_f64() / big_blind.as_f64(),
            bet_was_raised: facing_bet && node.round > 0 && node.contributions[node.player] > before,
        }
    }
}

/// What each player had put in before this street.
fn before_round(tree: &BettingTree, node: &Node) -> Chips {
    let mut first = node;
    while let Some((parent, _)) = first.parent.filter(|&(parent, _)| tree[parent].round == node.round) {
        first = &tree[parent];
    }
    // Before the flop the blinds belong to the street.
    if first.round == 0 { Chips::ZERO } else { first.contributions[0] }
}

/// How often an estimate folds, calls (or checks) and raises; sums to 1.
pub fn probabilities(estimate: Estimate, decision: Decision, amendment: Amendment) -> [f64; 3] {
    let Estimate { superior, rate } = estimate;
    if amendment == Amendment::FoldsToRaises && superior && rate < EVEN && decision.bet_was_raised {
        return [1.0, 0.0, 0.0];
    }
    let stays = if decision.facing_bet && (!superior || amendment == Amendment::SuperiorMayFold) {
        // Not folded if a number drawn from 0 to 100 is at most the winning rate.
        (rate / 100.0).clamp(0.0, 1.0)
    } else {
        1.0
    };
    let raises = match amendment {
        _ if !decision.may_raise => 0.0,
        Amendment::NoReraises if decision.facing_bet => 0.0,
        _ if superior => superior_raises(rate),
        Amendment::NoBluffs => 0.0,
        // r uniform in 0..2 antes comes to at least one half of the time.
        _ => 0.5,
    };
    [1.0 - stays, stays * (1.0 - raises), stays * raises]
}

/// How often `rate / 10 · R` antes, R uniform in 0.5..1.5, are at least one: always from 20 % on. Hands below that are
/// superior because of what they may become.
fn superior_raises(rate: f64) -> f64 {
    if rate > 0.0 { (1.5 - 10.0 / rate).clamp(0.0, 1.0) } else { 0.0 }
}

impl SuperiorityPlayer {
    /// What the player does with a starting hand.
    pub fn play_starting_hand(&self, number: usize, decision: Decision, amendment: Amendment) -> [f64; 3] {
        probabilities(self.of_starting_hand(number, decision.bet), decision, amendment)
    }

    /// What the player does with a judged hand.
    pub fn play_judgement(
        &self,
        round: Round,
        judgement: Judgement,
        decision: Decision,
        amendment: Amendment,
    ) -> [f64; 3] {
        probabilities(self.of_judgement(round, judgement, decision.bet), decision, amendment)
    }
}
