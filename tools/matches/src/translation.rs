//! A strategy at a table where other amounts are bet than it knows: every action is read as one of its own tree, and
//! its own actions are said in the chips of the table.
//!
//! A bet or raise of a share x of the pot lies between two sizes A < B of the tree, and is read as A with the
//! probability
//!
//! ```text
//! f(x) = (B - x)(1 + A) / ((B - A)(1 + x))
//! ```
//!
//! or else as B: the pseudo-harmonic mapping of Ganzfried and Sandholm, "Action Translation in Extensive-Form Games
//! with Large Action Spaces" (2013). Shares are of the pot after the amount faced has been called. Below the smallest
//! size, A is checking (0), as long as the round goes on after it; above the largest one, that is taken. All-in is read
//! as all-in where the tree has it.
//!
//! Where the tree has no bet or raise, one is read as a check or call, and called. Where the betting goes on after the
//! tree's hand is over (a large bet was read as all-in and called, or the tree has no limp) the strategy checks and
//! calls.

use solver::game::{Action, BettingTree, Child, GameDefinition, Next, Node, NodeId, PlayedAction, PlayedDecision};
use solver::game::{Place, TreeLayout};
use solver::units::Chips;

/// The betting that a strategy knows.
pub struct OwnTree {
    game: GameDefinition,
    tree: BettingTree,
    layout: TreeLayout,
}

/// Where a hand has come to in a strategy's own tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnPlace {
    /// At one of its decisions, whoever is to act there.
    At(NodeId),
    /// A raise that the tree does not have was read as a call: its player is to call it, and this follows.
    Owes(Child),
    /// The tree's hand is over.
    Over,
}

impl OwnPlace {
    /// Before the first action.
    pub const START: Self = Self::At(NodeId::ROOT);

    fn after(child: Child) -> Self {
        match child {
            Next::Decision(id) => Self::At(id),
            Next::End(_) => Self::Over,
        }
    }
}

impl OwnTree {
    pub fn new(game: &GameDefinition) -> Self {
        let tree = BettingTree::new(game);
        Self { game: game.clone(), layout: TreeLayout::new(&tree), tree }
    }

    pub fn game(&self) -> &GameDefinition {
        &self.game
    }

    pub fn tree(&self) -> &BettingTree {
        &self.tree
    }

    /// Whether a decision of the tree is one of the same player and round as the table's.
    pub fn fits(&self, id: NodeId, table: &PlayedDecision) -> bool {
        (self.tree[id].player, self.tree[id].round) == (table.player, table.round)
    }

    /// The place in the strategy's tables of a decision.
    pub fn place(&self, decision: NodeId) -> Place {
        self.layout.place(decision)
    }

    /// The actions of one of the tree's decisions as they are said at a decision of the table, in the tree's order:
    /// bets and raises as the same share of the pot, lifted or cut to what is legal, all-in as all-in.
    pub fn said(&self, id: NodeId, table: &PlayedDecision) -> Vec<PlayedAction> {
        let node = &self.tree[id];
        let say = |(&action, &total): (&Action, &Chips)| match action {
            Action::Fold if table.may_fold() => PlayedAction::Fold,
            Action::Fold | Action::Call => PlayedAction::Call,
            Action::Raise(_) if Some(total) == self.game.stack() => table.raise_to(Chips(i32::MAX)),
            Action::Raise(_) => {
                let highest = table.contributions[0].max(table.contributions[1]);
                let more = self.share_of_pot(node, total) * 2.0 * highest.as_f64();
                table.raise_to(highest + Chips(more.round() as i32))
            }
        };
        node.actions.iter().zip(&node.totals).map(say).collect()
    }

    /// Where an action at a decision of the table leads to. `is_own`: the strategy's player took it. `dice`, from 0 to
    /// below 1, decides between two sizes.
    pub fn after(
        &self,
        here: OwnPlace,
        table: &PlayedDecision,
        action: PlayedAction,
        is_own: bool,
        dice: impl FnOnce() -> f64,
    ) -> OwnPlace {
        let id = match here {
            OwnPlace::At(id) => id,
            OwnPlace::Owes(next) if action == PlayedAction::Call => return OwnPlace::after(next),
            OwnPlace::Owes(_) | OwnPlace::Over => return OwnPlace::Over,
        };
        let node = &self.tree[id];
        // A word of its own needs no reading.
        let said = is_own.then(|| self.said(id, table).into_iter().position(|it| it == action)).flatten();
        if let Some(number) = said {
            return OwnPlace::after(node.children[number]);
        }
        let number_of = |wanted: Action| node.actions.iter().position(|&it| it == wanted);
        match action {
            PlayedAction::Fold => OwnPlace::Over,
            PlayedAction::Call => {
                number_of(Action::Call).map_or(OwnPlace::Over, |it| OwnPlace::after(node.children[it]))
            }
            PlayedAction::Raise | PlayedAction::RaiseTo(_) => {
                let first = node.actions.iter().position(|it| matches!(it, Action::Raise(_)));
                match (first, number_of(Action::Call)) {
                    (Some(first), _) => OwnPlace::after(node.children[self.read(id, first, table, action, dice)]),
                    (None, Some(call)) if self.leaves_round_open(node, call) => OwnPlace::after(node.children[call]),
                    (None, Some(call)) => OwnPlace::Owes(node.children[call]),
                    (None, None) => OwnPlace::Over,
                }
            }
        }
    }

    /// The number of the tree's action that a bet or raise is read as; its raises begin with the number `first`.
    fn read(
        &self,
        id: NodeId,
        first: usize,
        table: &PlayedDecision,
        action: PlayedAction,
        dice: impl FnOnce() -> f64,
    ) -> usize {
        let node = &self.tree[id];
        let last = node.actions.len() - 1;
        let (highest, total) = (table.contributions[0].max(table.contributions[1]), table.total(action));
        let is_all_in = table.raise.as_ref().is_some_and(|raise| total == *raise.end());
        if is_all_in && Some(node.totals[last]) == self.game.stack() {
            return last;
        }
        let share = (total - highest).as_f64() / (2.0 * highest.as_f64());
        let share_of = |number: usize| self.share_of_pot(node, node.totals[number]);
        let above = (first..=last).find(|&number| share <= share_of(number)).unwrap_or(last);
        // Checking leaves the other player to act in the same round, or it is no smaller size.
        let check = node.actions.iter().position(|&it| it == Action::Call);
        let check = check.filter(|&call| self.leaves_round_open(node, call));
        let (below, size_below) = match above.checked_sub(1).filter(|&below| below >= first) {
            Some(below) => (below, share_of(below)),
            None => match check {
                Some(check) => (check, 0.0),
                None => return above,
            },
        };
        let (a, b) = (size_below, share_of(above));
        let as_smaller = (b - share) * (1.0 + a) / ((b - a) * (1.0 + share));
        if share < b && dice() < as_smaller { below } else { above }
    }

    /// Whether the other player is to act in the same round after a check or a limp of this number.
    fn leaves_round_open(&self, node: &Node, call: usize) -> bool {
        matches!(node.children[call], Next::Decision(next)
            if self.tree[next].round == node.round && self.tree[next].player != node.player)
    }

    /// What a total is beyond the amount faced, as a share of the pot once that has been called.
    fn share_of_pot(&self, node: &Node, total: Chips) -> f64 {
        let highest = node.contributions[0].max(node.contributions[1]);
        (total - highest).as_f64() / (2.0 * highest.as_f64())
    }
}
