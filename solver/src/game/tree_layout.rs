//! One betting template per round: in limit games every way to enter a round is followed by the same betting.
//!
//! Only the chips already in the pot differ. So a round is a small template of decisions times a number of entries,
//! which lets histories lie side by side in memory.

use super::betting_tree::{Action, BettingTree, GameEnd, Next, NodeId};
use super::game_error::GameError;
use crate::units::Chips;

/// The layout of all rounds, and where each decision of the betting tree lies in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeLayout {
    pub rounds: Vec<RoundLayout>,
    /// Per node of the tree.
    places: Vec<Place>,
    /// Per round, `[entry][template node]`.
    node_ids: Vec<Vec<NodeId>>,
}

/// Where a decision lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// Betting round, from 0.
    pub round: usize,
    /// Which way the round was entered, below [`RoundLayout::entries`].
    pub entry: usize,
    /// Which node of the round's template.
    pub node: usize,
}

/// One round: a template of decisions, the same for each of its entries.
///
/// Entries are numbered with the earliest round as the major digit: the entry after exit `x` of entry `e` is
/// `e * exits + x`, where `exits` is how many exits the previous round has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundLayout {
    /// Ways to enter the round: 1, 7, 63 and 567 in hold'em.
    pub entries: usize,
    /// Per entry: what *each* player has put in there. 0 in the first round, whose blinds are in the template.
    pub entry_contribution: Vec<Chips>,
    /// Per entry: the previous round's entry and its exit that led here; empty in the first round.
    pub parent: Vec<(usize, usize)>,
    /// The decisions in depth-first preorder: 8 before the flop, 10 in later rounds of hold'em.
    pub template: Vec<TemplateNode>,
    /// Ways on to the next round, or to the showdown in the last one, depth-first: 7, then 9 in hold'em.
    pub exits: Vec<Exit>,
    /// Ways to end the game by folding, depth-first.
    pub folds: Vec<Fold>,
    /// Actions of all the template's nodes together: 21, then 26 in hold'em.
    pub slots: usize,
}

/// A decision of a template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TemplateNode {
    /// Position (0 or 1) to act.
    pub player: usize,
    /// The slot of the first action; the others follow.
    pub first_slot: usize,
    /// The legal actions in the order fold, call, raise.
    pub actions: Vec<Action>,
    /// What follows each of the actions: a decision of [`RoundLayout::template`], or an end of the round. Ends are
    /// numbered with the exits first, then the folds; see [`RoundLayout::fold`].
    pub children: Vec<Next<usize, usize>>,
    /// The template node, and the index into its actions, that led here; `None` for the first.
    pub parent: Option<(usize, usize)>,
}

/// A way on to the next round or to the showdown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Exit {
    /// What *each* player has put in during this round, in the first one with the blinds.
    pub added: Chips,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fold {
    /// Position (0 or 1) that folds.
    pub folder: usize,
    /// What each position has put in during this round, in the first one with the blinds.
    pub added: [Chips; 2],
}

/// One round's betting after one entry, as read from the tree.
#[derive(Default)]
struct Subtree {
    template: Vec<TemplateNode>,
    exits: Vec<Exit>,
    folds: Vec<Fold>,
    slots: usize,
    node_ids: Vec<NodeId>,
    /// Per fold: the template node and the action that folds.
    folding: Vec<(usize, usize)>,
    /// Per exit: the next round's first decision, none after the last round.
    next: Vec<Option<NodeId>>,
}

impl TreeLayout {
    /// The layout of a tree.
    ///
    /// # Errors
    /// [`GameError::UnequalSubtrees`] where a round's betting depends on how it was entered, which does not occur in
    /// limit games.
    pub fn new(tree: &BettingTree) -> Result<Self, GameError> {
        let no_place = Place { round: usize::MAX, entry: usize::MAX, node: usize::MAX };
        let mut layout = Self { rounds: Vec::new(), places: vec![no_place; tree.nodes().len()], node_ids: Vec::new() };
        let mut entries = vec![(NodeId::ROOT, Chips::ZERO)];
        let mut parent = Vec::new();
        for round in 0..tree.rounds() {
            let mut next_entries = Vec::new();
            let mut ids = Vec::new();
            let mut first: Option<Subtree> = None;
            for (entry, &(root, base)) in entries.iter().enumerate() {
                let unequal = GameError::UnequalSubtrees { round, entry };
                let subtree = Subtree::read(tree, root, base).ok_or(unequal.clone())?;
                for (node, &id) in subtree.node_ids.iter().enumerate() {
                    layout.places[id.number()] = Place { round, entry, node };
                }
                ids.extend_from_slice(&subtree.node_ids);
                let on = subtree.next.iter().zip(&subtree.exits);
                next_entries.extend(on.filter_map(|(next, exit)| Some(((*next)?, base + exit.added))));
                match &first {
                    None => first = Some(subtree),
                    Some(first) if first.same_betting(&subtree) => {}
                    Some(_) => return Err(unequal),
                }
            }
            let Subtree { template, exits, folds, slots, .. } = first.unwrap_or_default();
            let next_parent = (0..entries.len()).flat_map(|entry| (0..exits.len()).map(move |exit| (entry, exit)));
            let next_parent = next_parent.collect();
            let entry_contribution = entries.iter().map(|&(_, base)| base).collect();
            let entries_here = entries.len();
            layout.rounds.push(RoundLayout {
                entries: entries_here,
                entry_contribution,
                parent,
                template,
                exits,
                folds,
                slots,
            });
            layout.node_ids.push(ids);
            (entries, parent) = (next_entries, next_parent);
        }
        Ok(layout)
    }

    /// Where a decision of the tree lies.
    ///
    /// # Panics
    /// If the number is not one of the tree's.
    #[inline]
    pub fn place(&self, id: NodeId) -> Place {
        self.places[id.number()]
    }

    /// The decision at a place.
    ///
    /// # Panics
    /// If the place's round, entry or node does not exist.
    #[inline]
    pub fn node_id(&self, place: Place) -> NodeId {
        let nodes = self.rounds[place.round].template.len();
        assert!(place.node < nodes, "template node {} of {nodes}", place.node);
        self.node_ids[place.round][place.entry * nodes + place.node]
    }
}

impl RoundLayout {
    /// The fold at an end of the round; `None` where the end is an exit.
    pub fn fold(&self, end: usize) -> Option<&Fold> {
        end.checked_sub(self.exits.len()).map(|fold| &self.folds[fold])
    }

    /// The next round's entry after this round's `exit` from `entry`.
    #[inline]
    pub fn next_entry(&self, entry: usize, exit: usize) -> usize {
        entry * self.exits.len() + exit
    }
}

impl Subtree {
    /// Reads the betting of one round from its first decision, with `base` chips of each player already in.
    /// `None` where the players leave the round with unequal chips.
    fn read(tree: &BettingTree, root: NodeId, base: Chips) -> Option<Self> {
        let mut subtree = Self::default();
        subtree.visit(tree, root, base, None)?;
        // Only now is it known how many exits there are.
        for (fold, (node, action)) in subtree.folding.iter().enumerate() {
            subtree.template[*node].children[*action] = Next::End(subtree.exits.len() + fold);
        }
        Some(subtree)
    }

    fn visit(
        &mut self,
        tree: &BettingTree,
        id: NodeId,
        base: Chips,
        parent: Option<(usize, usize)>,
    ) -> Option<Next<usize, usize>> {
        let node = &tree[id];
        let number = self.template.len();
        let (player, actions) = (node.player, node.actions.to_vec());
        self.template.push(TemplateNode { player, first_slot: self.slots, actions, children: Vec::new(), parent });
        self.node_ids.push(id);
        self.slots += node.actions.len();
        for (index, child) in node.children.iter().enumerate() {
            let child = match *child {
                Next::End(GameEnd::Fold { folder, contributions }) => {
                    self.folds.push(Fold { folder, added: contributions.map(|chips| chips - base) });
                    self.folding.push((number, index));
                    Next::End(usize::MAX)
                }
                Next::End(GameEnd::Showdown { contributions }) => self.leave(contributions, base, None)?,
                Next::Decision(next) if tree[next].round != node.round => {
                    self.leave(tree[next].contributions, base, Some(next))?
                }
                Next::Decision(next) => self.visit(tree, next, base, Some((number, index)))?,
            };
            self.template[number].children.push(child);
        }
        Some(Next::Decision(number))
    }

    fn leave(&mut self, contributions: [Chips; 2], base: Chips, next: Option<NodeId>) -> Option<Next<usize, usize>> {
        if contributions[0] != contributions[1] {
            return None;
        }
        self.exits.push(Exit { added: contributions[0] - base });
        self.next.push(next);
        Some(Next::End(self.exits.len() - 1))
    }

    fn same_betting(&self, other: &Self) -> bool {
        (&self.template, &self.exits, &self.folds) == (&other.template, &other.exits, &other.folds)
    }
}
