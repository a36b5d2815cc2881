//! The betting of hold'em as the dealer walks it: what a step needs lies together.

use evaluator::round::Round;
use solver::game::{BettingTree, Child, GameDefinition, GameError, NodeId, Place, TreeLayout};
use tables::strategy_block::MAX_ACTIONS;

/// One decision.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// The betting round.
    pub round: Round,
    /// Position (0 or 1) to act.
    pub position: usize,
    /// Where strategies keep it.
    pub place: Place,
    /// What follows each legal action; those beyond the legal ones are never taken.
    next: [Step; MAX_ACTIONS],
}

/// What follows an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Another decision.
    Decision(u32),
    /// Somebody folded; the chips that position 0 wins.
    Fold(i32),
    /// The better hand wins so many chips.
    Showdown(i32),
}

/// All decisions.
pub struct BettingSteps {
    decisions: Vec<Decision>,
}

impl BettingSteps {
    /// The steps of heads-up limit hold'em.
    ///
    /// # Errors
    /// None that hold'em gives.
    pub fn holdem() -> Result<Self, GameError> {
        let tree = BettingTree::new(&GameDefinition::holdem_limit());
        let layout = TreeLayout::new(&tree)?;
        let decision = |(number, node): (usize, &solver::game::Node)| {
            let mut next = [Step::Fold(0); MAX_ACTIONS];
            for (step, child) in next.iter_mut().zip(&node.children) {
                *step = match *child {
                    Child::Decision(next) => Step::Decision(next.0),
                    Child::Fold { folder: 0, contributions } => Step::Fold(-contributions[0].0),
                    Child::Fold { folder, contributions } => Step::Fold(contributions[folder].0),
                    Child::Showdown { contributions } => Step::Showdown(contributions[0].0),
                };
            }
            let place = layout.place(NodeId(number as u32));
            Decision { round: Round::ALL[node.round], position: node.player, place, next }
        };
        Ok(Self { decisions: tree.nodes().iter().enumerate().map(decision).collect() })
    }

    /// Plays one game: `act` names the number of the action at each decision, `ahead` whether position 0 has the better hand
    /// (1), the worse (-1) or an equal one (0). The result is what position 0 wins, in chips.
    #[inline]
    pub fn play(&self, mut act: impl FnMut(&Decision) -> usize, ahead: i32) -> i32 {
        let mut here = 0;
        loop {
            let decision = &self.decisions[here];
            match decision.next[act(decision)] {
                Step::Decision(next) => here = next as usize,
                Step::Fold(chips) => return chips,
                Step::Showdown(chips) => return chips * ahead,
            }
        }
    }
}
