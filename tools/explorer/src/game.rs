//! Heads-up limit hold'em, made ready once for all requests.

use evaluator::processor::Processor;
use solver::boards::CardRules;
use solver::game::{Action, BettingTree, GameDefinition, GameError, NodeId, TreeLayout};
use solver::units::{Chips, mbb_per_game};

/// The game with its betting tree.
pub struct Game {
    /// All decisions.
    pub tree: BettingTree,
    /// The same round by round.
    pub layout: TreeLayout,
    /// How the cards fall.
    pub rules: CardRules,
    /// Instruction set.
    pub processor: Processor,
    big_blind: Chips,
}

impl Game {
    /// Heads-up limit hold'em.
    pub fn holdem() -> Result<Self, GameError> {
        let definition = GameDefinition::holdem_limit();
        let tree = BettingTree::new(&definition);
        let layout = TreeLayout::new(&tree)?;
        let big_blind = definition.big_blind();
        Ok(Self { tree, layout, rules: CardRules::new(&definition), processor: Processor::detect(), big_blind })
    }

    /// Chips as thousandths of a big blind.
    pub fn mbb(&self, chips: f64) -> f64 {
        mbb_per_game(chips, self.big_blind)
    }

    /// What a position is called.
    pub fn seat(position: usize) -> &'static str {
        if position == 1 { "button" } else { "big blind" }
    }

    /// What players call an action at a decision.
    pub fn action_name(&self, decision: NodeId, action: Action) -> &'static str {
        let node = &self.tree[decision];
        let is_level = node.contributions[0] == node.contributions[1];
        match action {
            Action::Fold => "fold",
            Action::Call if is_level => "check",
            Action::Call => "call",
            // The blinds are the first bet before the flop.
            Action::Raise if is_level && node.round > 0 => "bet",
            Action::Raise => "raise",
        }
    }

    /// The decisions on the way to one, in order, each with the number of the action that was taken there.
    pub fn way_to(&self, decision: NodeId) -> Vec<(NodeId, usize)> {
        let (mut way, mut here) = (Vec::new(), decision);
        while let Some((parent, action)) = self.tree[here].parent {
            way.extend(self.tree[parent].actions.iter().position(|&it| it == action).map(|number| (parent, number)));
            here = parent;
        }
        way.reverse();
        way
    }
}
