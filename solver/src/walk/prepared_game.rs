//! What every walk of a game needs, made once: rules, lanes, stakes and the instruction set.

use evaluator::processor::Processor;

use super::lanes::HistoryLanes;
use super::real::Real;
use super::stakes::Stakes;
use crate::boards::CardRules;
use crate::game::{BettingTree, GameDefinition, GameError, TreeLayout};

/// A game made ready for walks.
pub struct PreparedGame<T> {
    /// How the cards are dealt.
    pub rules: CardRules,
    /// The betting histories in lanes.
    pub lanes: HistoryLanes,
    /// What ends are worth.
    pub stakes: Stakes<T>,
    /// Instruction set.
    pub processor: Processor,
}

impl<T: Real> PreparedGame<T> {
    /// Prepares a game.
    pub fn new(game: &GameDefinition) -> Result<Self, GameError> {
        let layout = TreeLayout::new(&BettingTree::new(game))?;
        let lanes = HistoryLanes::new(&layout);
        let stakes = Stakes::new(&layout, &lanes);
        Ok(Self { rules: CardRules::new(game), lanes, stakes, processor: Processor::detect() })
    }
}
