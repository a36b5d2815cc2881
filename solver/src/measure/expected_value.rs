//! The expected value of one policy against another: exact over all cards of the players, board by board.

use evaluator::card::Card;

use crate::public_board::{Buckets, PublicBoard};
use crate::walk::{BoardWalk, NoLearner, PreparedGame, Real, Side, Strategies};

/// A player: how hands are told apart, and how each is played.
#[derive(Clone, Copy)]
pub struct Player<'a, T> {
    /// The abstraction.
    pub buckets: &'a dyn Buckets,
    /// The strategy on it.
    pub strategies: &'a dyn Strategies<T>,
}

impl<T: Real> PreparedGame<T> {
    /// What the player in position 0 wins a game on one complete board, in chips.
    ///
    /// `dealt` is memory for the board, used again from call to call.
    pub fn value_on_board(&self, players: [Player<'_, T>; 2], board: &[Card], dealt: &mut PublicBoard) -> f64 {
        dealt.deal(&self.rules, board, players.map(|player| player.buckets));
        let side = |seat: usize| Side { strategies: players[seat].strategies, rows: &dealt.rows[seat] };
        let walk = BoardWalk {
            lanes: &self.lanes,
            stakes: &self.stakes,
            order: &dealt.order,
            sides: [side(0), side(1)],
            player: 0,
            learner: &NoLearner,
            scratch: &self.scratch,
            processor: self.processor,
        };
        walk.values().iter().map(|value| value.as_f64()).sum::<f64>() / self.rules.meetings()
    }
}
