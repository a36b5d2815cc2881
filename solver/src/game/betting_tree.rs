//! The betting tree: every decision of a limit game with its legal actions, its chips and what comes after.

use std::fmt;
use std::ops::Index;

use super::game_definition::GameDefinition;
use super::game_error::{GameError, shown};
use crate::units::Chips;

/// What a player can do, in the order in which actions are numbered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Give up the pot (`f`); only where something is to be paid.
    Fold,
    /// Match the chips that the other player has put in, or check (`c`); always legal.
    Call,
    /// Bet or raise by the round's size (`r`); only below the round's cap.
    Raise,
}

impl Action {
    /// The letter in ACPC betting: `f`, `c` or `r`.
    pub const fn letter(self) -> char {
        match self {
            Self::Fold => 'f',
            Self::Call => 'c',
            Self::Raise => 'r',
        }
    }

    /// The action of a letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'f' => Some(Self::Fold),
            'c' => Some(Self::Call),
            'r' => Some(Self::Raise),
            _ => None,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.letter(), f)
    }
}

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
    /// The legal actions: fold, call, raise, without those that are not legal here.
    pub actions: &'static [Action],
    /// What follows each of the actions, in the same order.
    pub children: Vec<Child>,
    /// The decision and the action that led here; `None` at the root.
    pub parent: Option<(NodeId, Action)>,
}

/// All decisions of a game, numbered in depth-first preorder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BettingTree {
    nodes: Vec<Node>,
    rounds: usize,
}

/// Its node and children, the room in which lists grow, and its places in the layout.
const BYTES_OF_A_DECISION: u64 = 400;

/// The state of the betting before a decision.
#[derive(Clone, Copy)]
struct State {
    round: usize,
    player: usize,
    contributions: [Chips; 2],
    raises: usize,
    /// A player has acted in this round, so that a call ends it.
    acted: bool,
    parent: Option<(NodeId, Action)>,
}

impl BettingTree {
    /// The whole tree of a game. It has at most [`MAX_DECISION_NODES`](super::game_definition::MAX_DECISION_NODES)
    /// decisions; every definition has been checked for this.
    pub fn new(game: &GameDefinition) -> Self {
        let mut tree = Self { nodes: Vec::new(), rounds: game.rounds() };
        let player = game.first_player(0);
        tree.grow(
            game,
            State { round: 0, player, contributions: game.blinds(), raises: 0, acted: false, parent: None },
        );
        tree
    }

    /// About the bytes that a game's tree takes with its layout, before it is made.
    pub fn memory_bytes(game: &GameDefinition) -> u64 {
        let (mut entries, mut decisions) = (1u64, 0u64);
        for round in 0..game.rounds() {
            let raises = game.max_raises(round) as u64;
            decisions = decisions.saturating_add(entries.saturating_mul(2 * raises + 2));
            entries = entries.saturating_mul(2 * raises + 1);
        }
        decisions.saturating_mul(BYTES_OF_A_DECISION)
    }

    /// Adds the decision at a state and everything below it.
    fn grow(&mut self, game: &GameDefinition, state: State) -> NodeId {
        use Action::{Call, Fold, Raise};
        let State { round, player, contributions, .. } = state;
        let must_pay = contributions[player] < contributions[1 - player];
        let actions: &'static [Action] = match (must_pay, state.raises < game.max_raises(round)) {
            (false, false) => &[Call],
            (false, true) => &[Call, Raise],
            (true, false) => &[Fold, Call],
            (true, true) => &[Fold, Call, Raise],
        };
        // At most MAX_DECISION_NODES, so the number fits.
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { round, player, contributions, actions, children: Vec::new(), parent: state.parent });
        let children = actions.iter().map(|&action| self.follow_up(game, id, state, action)).collect();
        self.nodes[id.number()].children = children;
        id
    }

    fn follow_up(&mut self, game: &GameDefinition, id: NodeId, state: State, action: Action) -> Child {
        let State { round, player, mut contributions, raises, acted, .. } = state;
        let highest = contributions[0].max(contributions[1]);
        let parent = Some((id, action));
        let next = match action {
            Action::Fold => return Next::End(GameEnd::Fold { folder: player, contributions }),
            Action::Raise => {
                contributions[player] = highest + game.raise_size(round);
                State { round, player: 1 - player, contributions, raises: raises + 1, acted: true, parent }
            }
            Action::Call => {
                contributions[player] = highest;
                if !acted {
                    State { round, player: 1 - player, contributions, raises, acted: true, parent }
                } else if round + 1 == self.rounds {
                    return Next::End(GameEnd::Showdown { contributions });
                } else {
                    let player = game.first_player(round + 1);
                    State { round: round + 1, player, contributions, raises: 0, acted: false, parent }
                }
            }
        };
        Next::Decision(self.grow(game, next))
    }

    /// All decisions in the order of their numbers.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
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

    /// What follows a betting history such as `crc/cr`: a decision, or the end of the game.
    ///
    /// Slashes between rounds may be left out; where they are written, they must be where a round ends. The empty
    /// history leads to the root.
    ///
    /// # Errors
    /// [`GameError::History`] with the first character that is not possible there.
    pub fn follow(&self, history: &str) -> Result<Child, GameError> {
        let mut here = Next::Decision(NodeId::ROOT);
        // A slash is allowed once, directly after the action that ended a round.
        let mut round_ended = false;
        for (index, letter) in history.chars().enumerate() {
            let wrong = |expected: String, advice| {
                let (position, found) = (index + 1, format!("'{}'", shown(&letter.to_string())));
                GameError::History { history: shown(history), position, expected, found, advice }
            };
            let Next::Decision(id) = here else {
                return Err(wrong("nothing more".to_owned(), "the game is over there: shorten the betting"));
            };
            let node = &self[id];
            if letter == '/' && round_ended {
                round_ended = false;
                continue;
            }
            let action = Action::from_letter(letter);
            let Some(number) = node.actions.iter().position(|&legal| Some(legal) == action) else {
                let legal = node.actions.iter().map(|action| action.letter().to_string()).collect::<Vec<_>>();
                let advice = "betting reads like crc/cr, with one slash where a round has ended";
                return Err(wrong(legal.join(" or "), advice));
            };
            here = node.children[number];
            round_ended = matches!(here, Next::Decision(next) if self[next].round > node.round);
        }
        Ok(here)
    }

    /// The decision after a betting history; see [`follow`](Self::follow).
    ///
    /// # Errors
    /// [`GameError::History`] where the history cannot happen or ends the game.
    pub fn node_at(&self, history: &str) -> Result<NodeId, GameError> {
        match self.follow(history)? {
            Next::Decision(id) => Ok(id),
            Next::End(_) => Err(GameError::History {
                history: shown(history),
                position: history.chars().count() + 1,
                expected: "a decision to make".to_owned(),
                found: "the end of the game".to_owned(),
                advice: "shorten the betting",
            }),
        }
    }

    /// The betting that leads to a decision, rounds separated by slashes: `crc/` for the first decision on the flop.
    ///
    /// # Panics
    /// If the number is not one of this tree's.
    pub fn history(&self, id: NodeId) -> String {
        let mut reversed = Vec::new();
        let mut here = id;
        while let Some((parent, action)) = self[here].parent {
            if self[parent].round < self[here].round {
                reversed.push('/');
            }
            reversed.push(action.letter());
            here = parent;
        }
        reversed.into_iter().rev().collect()
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
                own.extend(self[parent].actions.iter().position(|&it| it == action).map(|number| (parent, number)));
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
