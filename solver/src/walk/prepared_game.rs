//! What every walk of a game needs, made once: rules, lanes, stakes and working memory.

use evaluator::processor::Processor;

use super::board_walk::Scratch;
use super::history_lanes::{HistoryLanes, Real, Stakes};
use crate::game::{BettingTree, GameDefinition, GameError, TreeLayout};
use crate::public_board::CardRules;

/// A game made ready for walks.
pub struct PreparedGame<T> {
    /// How the cards fall.
    pub rules: CardRules,
    /// The betting histories in lanes.
    pub lanes: HistoryLanes,
    /// What ends are worth.
    pub stakes: Stakes<T>,
    /// Working memory.
    pub scratch: Scratch<T>,
    /// Instruction set.
    pub processor: Processor,
}

impl<T: Real> PreparedGame<T> {
    /// Prepares a game.
    ///
    /// # Errors
    /// [`GameError::UnequalSubtrees`], which limit games do not give.
    pub fn new(game: &GameDefinition) -> Result<Self, GameError> {
        let layout = TreeLayout::new(&BettingTree::new(game))?;
        let lanes = HistoryLanes::new(&layout);
        let stakes = Stakes::new(&layout, &lanes);
        let rules = CardRules::new(game);
        Ok(Self { rules, lanes, stakes, scratch: Scratch::default(), processor: Processor::detect() })
    }
}
