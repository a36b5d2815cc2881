//! One deal between two seated agents: played with dice, or valued over all throws.

use evaluator::round::Round;
use rand_xoshiro::Xoshiro256PlusPlus;
use solver::game::Next;
use tables::strategy::block::MAX_ACTIONS;

use crate::action_thresholds::ActionThresholds;
use crate::agent::Agent;
use crate::betting_steps::{BettingSteps, Decision, End};
use crate::dealt_hands::DealtHands;

/// The buckets that an agent puts the two hands of a deal into, `[position][round]`.
pub type DealBuckets = [[u32; Round::ALL.len()]; 2];

/// The buckets of an agent for both hands of a deal.
pub fn buckets_of(agent: &Agent, dealt: &DealtHands) -> DealBuckets {
    if !agent.looks_at_cards() {
        return DealBuckets::default();
    }
    [0, 1].map(|position| Round::ALL.map(|round| agent.bucket(round, dealt.index(position, round))))
}

/// A deal with who sits where.
pub struct DealtGame<'a> {
    pub steps: &'a BettingSteps,
    /// By position.
    pub strategies: [&'a ActionThresholds; 2],
    /// Each position's buckets by round.
    pub buckets: [[u32; Round::ALL.len()]; 2],
    /// Whether position 0 has the better hand in the end (1), the worse (-1) or an equal one (0).
    pub ahead: i32,
}

impl DealtGame<'_> {
    /// Plays the game: the chips that position 0 wins.
    #[inline]
    pub fn play(&self, dice: Xoshiro256PlusPlus) -> i32 {
        self.play_observed(dice, |_| ())
    }

    /// The same for a caller who wants the number of every action.
    #[inline]
    pub fn play_observed(&self, mut dice: Xoshiro256PlusPlus, mut observe: impl FnMut(usize)) -> i32 {
        let act = |round: usize, entry: usize, decision: &Decision| {
            let action = self.strategies[decision.position].throw(self.cell(round, entry, decision), &mut dice);
            observe(action);
            action
        };
        self.steps.play(act, self.ahead)
    }

    /// What position 0 wins on average over both players' dice, in chips: a walk over all possible histories.
    pub fn value(&self) -> f64 {
        self.value_of_decision(0, 0, 0)
    }

    fn value_of_decision(&self, round: usize, entry: usize, number: usize) -> f64 {
        let steps = self.steps.round(round);
        let decision = &steps.decisions()[number];
        let probabilities = self.probabilities(round, entry, decision);
        let mut value = 0.0;
        for (action, probability) in probabilities.into_iter().enumerate() {
            if probability > 0.0 {
                value += probability
                    * match steps.follow(entry, decision, action) {
                        Next::Decision(next) => self.value_of_decision(round, entry, next),
                        Next::End(End::Round(next)) => self.value_of_decision(round + 1, next, 0),
                        Next::End(End::Fold(chips)) => f64::from(chips),
                        Next::End(End::Showdown(chips)) => f64::from(chips * self.ahead),
                    };
            }
        }
        value
    }

    /// How often the actions of a decision are taken, those beyond the legal ones 0.
    #[inline]
    pub fn probabilities(&self, round: usize, entry: usize, decision: &Decision) -> [f64; MAX_ACTIONS] {
        self.strategies[decision.position].probabilities(self.cell(round, entry, decision))
    }

    #[inline]
    fn cell(&self, round: usize, entry: usize, decision: &Decision) -> usize {
        let position = decision.position;
        self.strategies[position].first_cell(position, round, self.buckets[position][round], entry) + decision.turn
    }
}
