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

/// How often each action was taken.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Style {
    pub folds: u64,
    pub calls: u64,
    pub raises: u64,
}

impl Style {
    pub fn count(&mut self, action: Move) {
        *[&mut self.folds, &mut self.calls, &mut self.raises][action as usize] += 1;
    }

    pub fn actions(&self) -> u64 {
        self.folds + self.stays()
    }

    pub(super) fn stays(&self) -> u64 {
        self.calls + self.raises
    }

    /// The share of actions that are not folds (5.2), 0 to 1; 0 without actions.
    pub fn looseness(&self) -> f64 {
        self.stays() as f64 / self.actions().max(1) as f64
    }

    /// The share of bets and raises among them (5.3), 0 to 1; 0 where there are none.
    pub fn aggression(&self) -> f64 {
        self.raises as f64 / self.stays().max(1) as f64
    }
}

impl AddAssign for Style {
    fn add_assign(&mut self, other: Self) {
        self.folds += other.folds;
        self.calls += other.calls;
        self.raises += other.raises;
    }
}
