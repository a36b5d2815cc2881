//! Rounds as a few betting templates, one for each *shape*, and the ways to enter them.
//!
//! In limit games every way to enter a round is followed by the same betting and only the chips in the pot differ, so
//! a round has one template. In no-limit games it has a few: 5,461 ways into the river at 200 big blinds have ten
//! shapes. Histories of one shape can lie side by side in memory.

use std::collections::HashMap;

use super::action::Action;
use super::betting_tree::{BettingTree, GameEnd, Next, NodeId};
use super::game_error::GameError;
use crate::units::Chips;

/// The layout of all rounds, and where each decision of the betting tree lies in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeLayout {
    pub rounds: Vec<RoundLayout>,
    /// Per node of the tree.
    places: Vec<Place>,
}

/// Where a decision lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// Betting round, from 0.
    pub round: usize,
    /// Which way the round was entered, below [`RoundLayout::entries`].
    pub entry: usize,
    /// Which node of the entry's template.
    pub node: usize,
}

/// One round: its templates and its entries.
///
/// Entries are numbered with the earliest round as the major digit: those after the exits of entry 0 come first, then
/// those of entry 1. After a called all-in the later rounds are entered, too, with a template that has no decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundLayout {
    /// Ways to enter the round: 1, 7, 63 and 567 in limit hold'em.
    pub entries: usize,
    /// Per entry: what *each* player has put in there. 0 in the first round, whose blinds are in the template.
    pub entry_contribution: Vec<Chips>,
    /// Per entry: the previous round's entry and its exit that led here; empty in the first round.
    pub parent: Vec<(usize, usize)>,
    /// The round's shapes, in the order in which entries have them first.
    pub templates: Vec<Template>,
    /// Per entry: the number of its template.
    pub template_of_entry: Vec<usize>,
    /// Per entry: where its decisions, exits, folds and actions begin in the lists below; the exits' numbers are those
    /// of the next round's entries.
    first: Vec<First>,
    /// The decisions of the tree, `[entry][template node]`.
    node_ids: Vec<NodeId>,
    /// What *each* player has put in over the whole hand, `[entry][exit]`.
    exit_chips: Vec<Chips>,
    /// What each position has put in over the whole hand, `[entry][fold]`.
    fold_chips: Vec<[Chips; 2]>,
    /// Actions of all decisions over all entries.
    slots: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct First {
    node: usize,
    exit: usize,
    fold: usize,
    slot: usize,
}

/// The betting of a round without its chips.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Template {
    /// The decisions in depth-first preorder: 8 before the flop, 10 in later rounds of limit hold'em; none where both
    /// players are all-in.
    pub nodes: Vec<TemplateNode>,
    /// Ways on to the next round, or to the showdown in the last one, depth-first: 7, then 9 in limit hold'em; one
    /// where both players are all-in.
    pub exits: usize,
    /// Ways to end the game by folding, depth-first: the position (0 or 1) that folds.
    pub folders: Vec<usize>,
    /// Actions of all nodes together: 21, then 26 in limit hold'em.
    pub slots: usize,
}

/// A decision of a template.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TemplateNode {
    /// Position (0 or 1) to act.
    pub player: usize,
    /// The slot of the first action; the others follow.
    pub first_slot: usize,
    /// The legal actions in the order fold, call, raises.
    pub actions: Vec<Action>,
    /// What follows each of the actions: a decision of [`Template::nodes`], or an end of the round. Ends are numbered
    /// with the exits first, then the folds; see [`Template::folder`].
    pub children: Vec<Next<usize, usize>>,
    /// The template node, and the index into its actions, that led here; `None` for the first.
    pub parent: Option<(usize, usize)>,
}

/// One round's betting after one entry, as read from the tree.
#[derive(Default)]
struct Subtree {
    template: Template,
    node_ids: Vec<NodeId>,
    /// Per exit: what each player has put in.
    exit_chips: Vec<Chips>,
    fold_chips: Vec<[Chips; 2]>,
    /// Per fold: the template node and the action that folds.
    folding: Vec<(usize, usize)>,
    /// Per exit: the next round's first decision; none where there is nothing left to decide.
    next: Vec<Option<NodeId>>,
}

impl TreeLayout {
    /// The layout of a tree.
    pub fn new(tree: &BettingTree) -> Self {
        let no_place = Place { round: usize::MAX, entry: usize::MAX, node: usize::MAX };
        let mut layout = Self { rounds: Vec::new(), places: vec![no_place; tree.nodes().len()] };
        let mut entries = vec![(Some(NodeId::ROOT), Chips::ZERO)];
        let mut parent = Vec::new();
        for round in 0..tree.rounds() {
            let mut next_entries = Vec::new();
            let mut next_parent = Vec::new();
            let mut numbers = HashMap::new();
            let mut here = RoundLayout::new(entries.iter().map(|&(_, chips)| chips).collect(), parent);
            for (entry, &(root, chips)) in entries.iter().enumerate() {
                let subtree = root.map_or_else(|| Subtree::all_in(chips), |root| Subtree::read(tree, root));
                for (node, &id) in subtree.node_ids.iter().enumerate() {
                    layout.places[id.number()] = Place { round, entry, node };
                }
                next_parent.extend((0..subtree.next.len()).map(|exit| (entry, exit)));
                next_entries.extend(subtree.next.iter().copied().zip(subtree.exit_chips.iter().copied()));
                here.add(subtree, &mut numbers);
            }
            layout.rounds.push(here);
            (entries, parent) = (next_entries, next_parent);
        }
        layout
    }

    /// The layout of a tree whose rounds have one shape each, as in limit games.
    ///
    /// # Errors
    /// [`GameError::SeveralShapes`] for any other.
    pub fn of_one_shape(tree: &BettingTree) -> Result<Self, GameError> {
        let layout = Self::new(tree);
        let is_one = |round: &RoundLayout| round.templates.len() == 1 && round.shapes() == 1;
        match layout.rounds.iter().position(|round| !is_one(round)) {
            Some(round) => Err(GameError::SeveralShapes { round, shapes: layout.rounds[round].templates.len() }),
            None => Ok(layout),
        }
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
        let round = &self.rounds[place.round];
        let nodes = round.template(place.entry).nodes.len();
        assert!(place.node < nodes, "template node {} of {nodes}", place.node);
        round.node_ids[round.first[place.entry].node + place.node]
    }
}

impl RoundLayout {
    fn new(entry_contribution: Vec<Chips>, parent: Vec<(usize, usize)>) -> Self {
        Self {
            entries: entry_contribution.len(),
            entry_contribution,
            parent,
            templates: Vec::new(),
            template_of_entry: Vec::new(),
            first: Vec::new(),
            node_ids: Vec::new(),
            exit_chips: Vec::new(),
            fold_chips: Vec::new(),
            slots: 0,
        }
    }

    /// Adds the betting after the next entry; `numbers` are those of the templates so far.
    fn add(&mut self, subtree: Subtree, numbers: &mut HashMap<Template, usize>) {
        let [node, exit, fold] = [self.node_ids.len(), self.exit_chips.len(), self.fold_chips.len()];
        self.first.push(First { node, exit, fold, slot: self.slots });
        self.slots += subtree.template.slots;
        self.node_ids.extend(subtree.node_ids);
        self.exit_chips.extend(subtree.exit_chips);
        self.fold_chips.extend(subtree.fold_chips);
        let new = self.templates.len();
        let number = *numbers.entry(subtree.template).or_insert_with_key(|template| {
            self.templates.push(template.clone());
            new
        });
        self.template_of_entry.push(number);
    }

    /// The betting after an entry.
    #[inline]
    pub fn template(&self, entry: usize) -> &Template {
        &self.templates[self.template_of_entry[entry]]
    }

    /// The betting after every entry.
    ///
    /// # Panics
    /// May panic where the layout is not that of [`TreeLayout::of_one_shape`].
    #[inline]
    pub fn only_template(&self) -> &Template {
        &self.templates[0]
    }

    /// What *each* player has put in over the whole hand at an exit of an entry.
    #[inline]
    pub fn exit_chips(&self, entry: usize, exit: usize) -> Chips {
        self.exit_chips[self.first[entry].exit + exit]
    }

    /// What each position has put in over the whole hand at a fold (from 0, after the exits) of an entry.
    #[inline]
    pub fn fold_chips(&self, entry: usize, fold: usize) -> [Chips; 2] {
        self.fold_chips[self.first[entry].fold + fold]
    }

    /// The number of a fold (from 0, after the exits) of an entry among the folds of all entries.
    #[inline]
    pub fn fold_number(&self, entry: usize, fold: usize) -> usize {
        self.first[entry].fold + fold
    }

    /// The next round's entry after this round's `exit` from `entry`.
    #[inline]
    pub fn next_entry(&self, entry: usize, exit: usize) -> usize {
        self.first[entry].exit + exit
    }

    /// The actions of all entries before this one.
    #[inline]
    pub fn first_slot(&self, entry: usize) -> usize {
        self.first[entry].slot
    }

    /// How many entries have each template, in the order of the templates.
    pub fn entries_of_templates(&self) -> Vec<usize> {
        let mut counts = vec![0; self.templates.len()];
        self.template_of_entry.iter().for_each(|&number| counts[number] += 1);
        counts
    }

    /// The templates with decisions, each with the number of its entries.
    fn played(&self) -> impl Iterator<Item = (&Template, usize)> {
        self.templates.iter().zip(self.entries_of_templates()).filter(|(template, _)| !template.nodes.is_empty())
    }

    /// Ways to enter the round with something left to decide.
    pub fn ways_in(&self) -> usize {
        self.played().map(|(_, entries)| entries).sum()
    }

    /// How many different betting trees follow them.
    pub fn shapes(&self) -> usize {
        self.played().count()
    }

    /// Decisions over all entries.
    pub fn decisions(&self) -> usize {
        self.node_ids.len()
    }

    /// Actions of all decisions over all entries.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// Ways on and folds over all entries with decisions.
    pub fn ends(&self) -> usize {
        self.played().map(|(template, entries)| template.ends() * entries).sum()
    }

    /// Which share of vectors of so many lanes is used where each holds entries of one shape; 0 without any.
    pub fn lanes_used(&self, lanes: usize) -> f64 {
        let filled: usize = self.played().map(|(_, entries)| entries.next_multiple_of(lanes)).sum();
        if filled == 0 { 0.0 } else { self.ways_in() as f64 / filled as f64 }
    }
}

impl Template {
    /// Exits and folds together.
    pub fn ends(&self) -> usize {
        self.exits + self.folders.len()
    }

    /// Who folds at an end of the round; `None` where the end is an exit.
    pub fn folder(&self, end: usize) -> Option<usize> {
        end.checked_sub(self.exits).map(|fold| self.folders[fold])
    }
}

impl Subtree {
    /// Reads the betting of one round from its first decision.
    fn read(tree: &BettingTree, root: NodeId) -> Self {
        let mut subtree = Self::default();
        subtree.visit(tree, root, None);
        // Only now is it known how many exits there are.
        for (fold, (node, action)) in subtree.folding.iter().enumerate() {
            subtree.template.nodes[*node].children[*action] = Next::End(subtree.template.exits + fold);
        }
        subtree
    }

    /// No betting, where both players are all-in with so many chips.
    fn all_in(chips: Chips) -> Self {
        let mut subtree = Self::default();
        subtree.leave(chips, None);
        subtree
    }

    fn visit(&mut self, tree: &BettingTree, id: NodeId, parent: Option<(usize, usize)>) -> Next<usize, usize> {
        let node = &tree[id];
        let (number, first_slot) = (self.template.nodes.len(), self.template.slots);
        let (player, actions) = (node.player, node.actions.to_vec());
        self.template.nodes.push(TemplateNode { player, first_slot, actions, children: Vec::new(), parent });
        self.node_ids.push(id);
        self.template.slots += node.actions.len();
        for (index, child) in node.children.iter().enumerate() {
            let child = match *child {
                Next::End(GameEnd::Fold { folder, contributions }) => {
                    self.template.folders.push(folder);
                    self.fold_chips.push(contributions);
                    self.folding.push((number, index));
                    Next::End(usize::MAX)
                }
                Next::End(GameEnd::Showdown { contributions, .. }) => self.leave(contributions[0], None),
                Next::Decision(next) if tree[next].round != node.round => {
                    self.leave(tree[next].contributions[0], Some(next))
                }
                Next::Decision(next) => self.visit(tree, next, Some((number, index))),
            };
            self.template.nodes[number].children.push(child);
        }
        Next::Decision(number)
    }

    /// A way on, for which both players have put in the same.
    fn leave(&mut self, chips: Chips, next: Option<NodeId>) -> Next<usize, usize> {
        self.exit_chips.push(chips);
        self.next.push(next);
        self.template.exits += 1;
        Next::End(self.template.exits - 1)
    }
}
