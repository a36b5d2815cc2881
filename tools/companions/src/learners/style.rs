//! How a player plays in two numbers: how seldom it folds, and how often it bets rather than calls.

use std::ops::AddAssign;

use crate::mlp::Target;

/// What a player may do, as learners see it: checking is calling nothing, a bet is the first raise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    Fold,
    Call,
    Raise,
}

impl Move {
    /// All of them, in the order of a network's answers.
    pub const ALL: [Self; 3] = [Self::Fold, Self::Call, Self::Raise];

    /// The action as the thesis has learners see it: which actions are legal they do not know.
    pub(super) fn target(self) -> Target<f32> {
        Target::Action { chosen: self as u8, legal: 0b111 }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Style {
    pub folds: u64,
    pub calls: u64,
    pub raises: u64,
}

impl Style {
    pub fn count(&mut self, action: Move) {
        match action {
            Move::Fold => self.folds += 1,
            Move::Call => self.calls += 1,
            Move::Raise => self.raises += 1,
        }
    }

    pub fn actions(&self) -> u64 {
        self.folds + self.calls + self.raises
    }

    /// The share of actions that are not folds (5.2), 0 to 1; 0 without actions.
    pub fn looseness(&self) -> f64 {
        share(self.calls + self.raises, self.actions())
    }

    /// The share of bets and raises among them (5.3), 0 to 1; 0 where there are none.
    pub fn aggression(&self) -> f64 {
        share(self.raises, self.calls + self.raises)
    }
}

impl AddAssign for Style {
    fn add_assign(&mut self, other: Self) {
        self.folds += other.folds;
        self.calls += other.calls;
        self.raises += other.raises;
    }
}

fn share(part: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { part as f64 / of as f64 }
}
