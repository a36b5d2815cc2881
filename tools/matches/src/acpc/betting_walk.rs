//! The betting of one hand, action by action, with the text that the protocol writes for it (`crc/cr`).

use solver::game::{Action, BettingTree, Child, GameEnd, Node, NodeId};
use solver::units::Chips;

use super::table_cards::TableCards;

/// A point in the betting of a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BettingWalk<'a> {
    tree: &'a BettingTree,
    here: Child,
    round: usize,
    text: String,
}

impl<'a> BettingWalk<'a> {
    pub fn new(tree: &'a BettingTree) -> Self {
        Self { tree, here: Child::Decision(NodeId::ROOT), round: 0, text: String::new() }
    }

    /// Reads betting as the protocol writes it: one slash where a round has ended, `crc/` at the start of the second.
    /// `None` if it cannot happen or is written differently.
    pub fn parse(tree: &'a BettingTree, text: &str) -> Option<Self> {
        Self::read(tree, text).ok()
    }

    /// As [`Self::parse`], with the reason where it is refused.
    pub fn read(tree: &'a BettingTree, text: &str) -> Result<Self, String> {
        let mut walk = Self::new(tree);
        for letter in text.chars().filter(|&letter| letter != '/') {
            if letter.is_ascii_digit() {
                return Err("its raises have sizes, which limit betting does not".to_owned());
            }
            let action = Action::from_letter(letter);
            if !action.is_some_and(|action| walk.act(action)) {
                return Err(format!("its betting cannot have '{}' after '{}'", letter.escape_debug(), walk.text));
            }
        }
        if walk.text == text { Ok(walk) } else { Err(format!("its betting would be written '{}'", walk.text)) }
    }

    /// Plays an action for the position to act; returns false and does nothing if it is illegal or the hand is over.
    pub fn act(&mut self, action: Action) -> bool {
        let Some(node) = self.decision() else { return false };
        let Some(number) = node.actions.iter().position(|&legal| legal == action) else { return false };
        let next = node.children[number];
        self.text.push(action.letter());
        if let Child::Decision(id) = next
            && self.tree[id].round > self.round
        {
            self.round = self.tree[id].round;
            self.text.push('/');
        }
        self.here = next;
        true
    }

    pub fn decision(&self) -> Option<&'a Node> {
        self.decision_number().map(|id| &self.tree[id])
    }

    /// The number of the decision to be made; `None` once the hand is over.
    pub fn decision_number(&self) -> Option<NodeId> {
        match self.here {
            Child::Decision(id) => Some(id),
            Child::End(_) => None,
        }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The round in which the last action was taken, or the next one if that ended a round; from 0.
    pub fn round(&self) -> usize {
        self.round
    }

    /// What each position has put in so far, blinds included.
    pub fn contributions(&self) -> [Chips; 2] {
        match self.here {
            Child::Decision(id) => self.tree[id].contributions,
            Child::End(GameEnd::Fold { contributions, .. } | GameEnd::Showdown { contributions }) => contributions,
        }
    }

    /// Whether the hand ended without a fold.
    pub fn is_showdown(&self) -> bool {
        matches!(self.here, Child::End(GameEnd::Showdown { .. }))
    }

    /// What position 0 wins, in chips, where all cards of the table are known; `None` while the hand goes on.
    pub fn winnings(&self, cards: &TableCards) -> Option<Chips> {
        match self.here {
            Child::Decision(_) => None,
            Child::End(GameEnd::Fold { folder: 0, contributions }) => Some(-contributions[0]),
            Child::End(GameEnd::Fold { folder, contributions }) => Some(contributions[folder]),
            Child::End(GameEnd::Showdown { contributions }) => Some(Chips(contributions[0].0 * cards.ahead() as i32)),
        }
    }
}
