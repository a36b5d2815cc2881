//! The ends of a last round as a table: in which order they are valued, and how their values become one.
//!
//! In a last round that begins without blinds every decision but the first ends by an *exit*: a call, or the second
//! check. Where a bet is faced there is a fold beside it. Each exit is a *column*. Columns are in the order in which a
//! holding's value is made: what follows a raise comes before the call beside it, so that one running value suffices
//! for a chain of raises; only where a decision leads to several others is a value laid aside.
//!
//! The opponent comes to a fold of the player's as often as to the call beside it, and to a fold of its own as often as
//! it came to the decision without calling or raising. So no fold needs a sum over holdings of its own.

use std::ops::Range;

use crate::game::{Next, TemplateNode};
use crate::walk::lanes::Shape;

/// The most columns of a block: running sums of so many rows stay in registers, and those of all cards in the
/// first-level cache.
pub const MOST_COLUMNS: usize = 5;

/// A last round's ends.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct EndTable {
    pub columns: Vec<Column>,
    /// Columns that are valued together, at most [`MOST_COLUMNS`].
    pub blocks: Vec<Range<usize>>,
    /// `[column]`
    pub block_of_column: Vec<usize>,
    /// The column of each end: of an exit itself, of a fold the one that it is beside.
    pub column_of_end: Vec<usize>,
    /// How many values are laid aside at once.
    pub levels: usize,
}

/// An exit and what is beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    pub exit: usize,
    pub fold: Option<FoldBeside>,
    /// Who decides there.
    pub decider: usize,
    /// Whether raises of the same decision have been valued before.
    pub has_raises: bool,
    pub choice: Choice,
    /// What is done with the running value after the column.
    pub then: Option<Then>,
}

/// A fold of the decision that leads to an exit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoldBeside {
    pub end: usize,
    /// The column to which the folder comes as often as to the decision; `None` for the round's beginning.
    pub arrival: Option<usize>,
    /// The columns to which the folder comes as often as it raises.
    pub raises: Vec<usize>,
}

/// A decision that leads to several others: the running value is that of one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Then {
    pub decider: usize,
    /// Where values are laid aside.
    pub level: usize,
    /// Whether those before it have one there.
    pub joins: bool,
    /// Whether others follow.
    pub lays_aside: bool,
    pub choice: Choice,
}

/// Which of a decision's options is at hand, where actions are numbered without the fold.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Choice {
    /// The decider's first free number there, see [`free_slots`].
    pub first: usize,
    /// How many there are.
    pub free: usize,
    /// The option.
    pub option: usize,
    /// The options that were valued before: from which one, to which one.
    pub before: (usize, usize),
}

/// The slots of one player's probabilities from which all others follow: of each decision all but the fold, or all but
/// the last where nothing is to be paid.
pub(crate) fn free_slots(nodes: &[TemplateNode], player: usize) -> Vec<usize> {
    let own = nodes.iter().filter(|node| node.player == player);
    own.flat_map(|node| (node.first_slot..).take(node.children.len()).skip(left_out(node)).take(free(node))).collect()
}

/// How many of a decision's probabilities are free.
pub(super) fn free(node: &TemplateNode) -> usize {
    node.children.len() - 1
}

/// How many actions come before the first free one: the fold.
pub(super) fn left_out(node: &TemplateNode) -> usize {
    usize::from(node.actions.first() == Some(&crate::game::Action::Fold))
}

impl EndTable {
    /// The table of a shape; `None` where a fold has no exit beside it, as in a round that begins with blinds.
    pub fn of(shape: &Shape) -> Option<Self> {
        let mut table = Self { column_of_end: vec![usize::MAX; shape.ends], ..Self::default() };
        match shape.root() {
            Next::Decision(root) => table.visit(&shape.nodes, root, 0)?,
            Next::End(exit) => table.show_down(exit),
        }
        table.place_folds(&shape.nodes)?;
        let count = table.columns.len();
        // As many as fit, but no block much smaller than the others.
        let blocks = count.div_ceil(MOST_COLUMNS);
        let start = |block: usize| (block * count).div_ceil(blocks);
        table.blocks = (0..blocks).map(|block| start(block)..start(block + 1)).collect();
        let numbered = table.blocks.iter().enumerate();
        table.block_of_column = numbered.flat_map(|(block, columns)| vec![block; columns.len()]).collect();
        Some(table)
    }

    /// The free numbers of a player's calls, and of its checks by which the round ends or goes on.
    pub(crate) fn calls(&self, player: usize) -> impl Iterator<Item = usize> {
        let exits = self.columns.iter().map(|column| (column.decider, column.choice));
        let first = self.columns.iter().filter_map(|column| column.then.map(|then| (then.decider, then.choice)));
        let own = exits.chain(first).filter(move |&(decider, choice)| decider == player && choice.option == 0);
        own.filter(|(_, choice)| choice.free > 0).map(|(_, choice)| choice.first)
    }

    /// Adds the column of a showdown after a called all-in: nobody decides.
    fn show_down(&mut self, exit: usize) {
        self.column_of_end[exit] = self.columns.len();
        let (fold, decider, has_raises, choice, then) = (None, 0, false, Choice::default(), None);
        self.columns.push(Column { exit, fold, decider, has_raises, choice, then });
    }

    /// Adds the columns of a decision and of all that follow it.
    fn visit(&mut self, nodes: &[TemplateNode], number: usize, level: usize) -> Option<()> {
        let node = &nodes[number];
        let choice = |option, before| Choice {
            first: nodes[..number].iter().filter(|it| it.player == node.player).map(free).sum(),
            free: free(node),
            option,
            before,
        };
        let first_option = left_out(node);
        let subtrees: Vec<(usize, usize)> = decisions(node).collect();
        let first_raise = subtrees.first().map_or(0, |&(action, _)| action - first_option);
        for (place, &(action, next)) in subtrees.iter().enumerate() {
            self.visit(nodes, next, level + usize::from(place > 0))?;
            let (joins, lays_aside, option) = (place > 0, place + 1 < subtrees.len(), action - first_option);
            if joins || lays_aside {
                self.levels = self.levels.max(level + 1);
                let choice = choice(option, (first_raise, option));
                self.columns.last_mut()?.then = Some(Then { decider: node.player, level, joins, lays_aside, choice });
            }
        }
        match exit(node) {
            Some((action, exit)) => {
                self.column_of_end[exit] = self.columns.len();
                let option = action - first_option;
                let before = (first_raise, first_raise + subtrees.len());
                self.columns.push(Column {
                    exit,
                    fold: None,
                    decider: node.player,
                    has_raises: !subtrees.is_empty(),
                    choice: choice(option, before),
                    then: None,
                });
                Some(())
            }
            // The first player's check leads to a decision as its bets do.
            None => (number == 0 && !subtrees.is_empty()).then_some(()),
        }
    }

    /// Puts each fold beside the exit of its decision.
    fn place_folds(&mut self, nodes: &[TemplateNode]) -> Option<()> {
        let column_at = |table: &Self, node: &TemplateNode| exit(node).map(|(_, exit)| table.column_of_end[exit]);
        for node in nodes {
            let is_fold = |child: &&Next<usize, usize>| matches!(child, Next::End(_));
            let Some(Next::End(end)) = node.children.iter().take(left_out(node)).find(is_fold) else { continue };
            let column = column_at(self, node)?;
            let (parent, _) = node.parent?;
            let raises: Option<Vec<usize>> = decisions(node).map(|(_, next)| column_at(self, &nodes[next])).collect();
            let arrival = column_at(self, &nodes[parent]);
            self.column_of_end[*end] = column;
            self.columns[column].fold = Some(FoldBeside { end: *end, arrival, raises: raises? });
        }
        Some(())
    }
}

/// The actions of a decision that lead to other ones.
fn decisions(node: &TemplateNode) -> impl Iterator<Item = (usize, usize)> {
    let next = node.children.iter().enumerate();
    next.filter_map(|(action, child)| if let Next::Decision(next) = *child { Some((action, next)) } else { None })
}

/// The call or check by which the round ends.
fn exit(node: &TemplateNode) -> Option<(usize, usize)> {
    let first = left_out(node);
    let mut ends = node.children.iter().enumerate().skip(first);
    ends.find_map(|(action, child)| if let Next::End(exit) = *child { Some((action, exit)) } else { None })
}
