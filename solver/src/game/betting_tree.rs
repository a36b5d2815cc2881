//! The betting tree: every decision of a game with its legal actions, its chips and what comes after.

use std::ops::Index;

use super::action::Action;
use super::betting_state::BettingState;
use super::betting_text::RaiseText;
use super::game_definition::{Betting, GameDefinition};
use super::sizes::Offer;
use super::tree_size;
use crate::units::Chips;

/// A decision node's number: depth-first preorder over the whole game, 0 at the root.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The first decision of the game.
    pub const ROOT: Self = Self(0);

    /// The number as an index.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize
    }
}

/// What follows an action: another decision or an end. The whole tree, a round's template and the walks all use it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Next<D, E> {
    /// Another decision.
    Decision(D),
    /// The end: of the game in the tree, of the round in a template.
    End(E),
}

/// What follows an action in the tree; a decision of the next round where that node's `round` is greater.
pub type Child = Next<NodeId, GameEnd>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameEnd {
    /// The folder loses their contribution to the other player.
    Fold {
        /// Position (0 or 1) that folded.
        folder: usize,
        /// What each position has put in.
        contributions: [Chips; 2],
    },
    /// The better hand takes the other's contribution; both contributions are equal.
    Showdown {
        /// The betting round that ended it: before the last one where both are all-in, and the board is dealt to its
        /// end.
        round: usize,
        /// What each position has put in.
        contributions: [Chips; 2],
    },
}

/// One decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Betting round, from 0.
    pub round: usize,
    /// Position (0 or 1) to act.
    pub player: usize,
    /// What each position has put in so far, blinds included.
    pub contributions: [Chips; 2],
    /// The legal actions: fold, call, raises by size, without those that are not legal here.
    pub actions: &'static [Action],
    /// What each of them makes the player's own chips over the whole hand, in the same order.
    pub totals: Vec<Chips>,
    /// What follows each of the actions, in the same order.
    pub children: Vec<Child>,
    /// The decision and the action that led here; `None` at the root.
    pub parent: Option<(NodeId, Action)>,
}

impl Node {
    /// The number of an action among those of the decision.
    pub(super) fn number_of(&self, action: Action) -> Option<usize> {
        self.actions.iter().position(|&it| it == action)
    }
}

/// All decisions of a game, numbered in depth-first preorder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BettingTree {
    nodes: Vec<Node>,
    rounds: usize,
    pub(super) raise_text: RaiseText,
}

/// Its node and children, the room in which lists grow, and its places in the layout.
const BYTES_OF_A_DECISION: u64 = 400;

impl BettingTree {
    /// The whole tree of a game. It has at most [`MAX_DECISION_NODES`](super::game_definition::MAX_DECISION_NODES)
    /// decisions; every definition has been checked for this.
    pub fn new(game: &GameDefinition) -> Self {
        let raise_text = match game.betting {
            Betting::Limit => RaiseText::Letter,
            Betting::NoLimit { .. } => RaiseText::Total,
        };
        let mut tree = Self { nodes: Vec::new(), rounds: game.rounds(), raise_text };
        tree.grow(game, BettingState::first(game), None);
        tree
    }

    /// About the bytes that a game's tree takes with its layout, before it is made.
    pub fn memory_bytes(game: &GameDefinition) -> u64 {
        tree_size::decisions(game).unwrap_or(u64::MAX).saturating_mul(BYTES_OF_A_DECISION)
    }

    /// Adds the decision at a state and everything below it.
    fn grow(&mut self, game: &GameDefinition, state: BettingState, parent: Option<(NodeId, Action)>) -> NodeId {
        let BettingState { round, player, contributions, .. } = state;
        let raises = state.raises(game);
        let actions = state.actions(game, raises.len());
        let totals: Vec<Chips> = actions.iter().map(|&action| state.total(action, &raises)).collect();
        // At most MAX_DECISION_NODES, so the number fits.
        let id = NodeId(self.nodes.len() as u32);
        let node = Node { round, player, contributions, actions, totals: totals.clone(), children: Vec::new(), parent };
        self.nodes.push(node);
        let follow = |(&action, total)| match state.after(game, action, total) {
            Next::Decision(next) => Next::Decision(self.grow(game, next, Some((id, action)))),
            Next::End(end) => Next::End(end),
        };
        self.nodes[id.number()].children = actions.iter().zip(totals).map(follow).collect();
        id
    }

    /// Every size that a no-limit `game`, whose tree this is, lists for a decision; none in limit games and where
    /// all-in has to be called.
    ///
    /// # Panics
    /// If the number is not one of this tree's.
    pub fn offers(&self, game: &GameDefinition, id: NodeId) -> Vec<Offer> {
        self.state(game, id).offers(game)
    }

    /// The state at a decision, played from the beginning.
    fn state(&self, game: &GameDefinition, id: NodeId) -> BettingState {
        let Some((parent, action)) = self[id].parent else { return BettingState::first(game) };
        let total = self[parent].number_of(action).map_or(Chips::ZERO, |number| self[parent].totals[number]);
        let before = self.state(game, parent);
        match before.after(game, action, total) {
            Next::Decision(state) => state,
            Next::End(_) => before,
        }
    }

    /// All decisions in the order of their numbers.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The numbers of all decisions, in the same order.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// How many betting rounds there are.
    pub fn rounds(&self) -> usize {
        self.rounds
    }

    /// How many decisions each round has, over all ways to enter it: 8, 70, 630 and 5,670 in hold'em.
    pub fn decision_nodes(&self) -> Vec<usize> {
        let mut counts = vec![0; self.rounds];
        for node in &self.nodes {
            counts[node.round] += 1;
        }
        counts
    }

    /// The earlier decisions of the player to act on the way to a decision, the last first, each with the number of the
    /// action that was taken there. The product of their probabilities is how often the player's own actions lead to
    /// the decision, leaving out the opponent's actions and the cards.
    ///
    /// # Panics
    /// If the number is not one of this tree's.
    pub fn own_actions_before(&self, id: NodeId) -> Vec<(NodeId, usize)> {
        let player = self[id].player;
        let (mut own, mut here) = (Vec::new(), id);
        while let Some((parent, action)) = self[here].parent {
            if self[parent].player == player {
                own.extend(self[parent].number_of(action).map(|number| (parent, number)));
            }
            here = parent;
        }
        own
    }
}

impl Index<NodeId> for BettingTree {
    type Output = Node;

    #[inline]
    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.number()]
    }
}
