//! A limit game of two players as dealer and players walk through it: its definition with its betting tree.

use solver::game::{BettingTree, GameDefinition};

use super::betting_walk::BettingWalk;

/// A game and its betting tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AcpcGame {
    definition: GameDefinition,
    tree: BettingTree,
}

impl AcpcGame {
    /// The game of a definition.
    pub fn new(definition: GameDefinition) -> Self {
        let tree = BettingTree::new(&definition);
        Self { definition, tree }
    }

    /// The rules.
    pub fn definition(&self) -> &GameDefinition {
        &self.definition
    }

    /// All decisions.
    pub fn tree(&self) -> &BettingTree {
        &self.tree
    }

    /// The betting of a new hand.
    pub fn start(&self) -> BettingWalk<'_> {
        BettingWalk::new(&self.tree)
    }
}
