//! Betting as text, both ways: `crc/cr` in limit games; in no-limit games `r` is followed by the total that the player
//! has put in over the whole hand, as in `r300c/cr900f`.

use super::action::Action;
use super::betting_tree::{BettingTree, Child, GameEnd, Next, Node, NodeId};
use super::game_error::{GameError, shown};

/// How bets and raises are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RaiseText {
    /// `r`, for there is one size.
    Letter,
    /// `r` and the player's total over the whole hand.
    Total,
}

impl BettingTree {
    /// An action of a decision as it is written: `f`, `c`, `r` or `r300`.
    ///
    /// # Panics
    /// If the decision has no action of that number.
    pub fn action_text(&self, node: &Node, number: usize) -> String {
        match (node.actions[number], self.raise_text) {
            (Action::Raise(_), RaiseText::Total) => format!("r{}", node.totals[number]),
            (action, _) => action.to_string(),
        }
    }

    /// All actions of a decision as they are written, in order.
    pub fn action_texts(&self, node: &Node) -> Vec<String> {
        (0..node.actions.len()).map(|number| self.action_text(node, number)).collect()
    }

    /// What follows a betting history such as `crc/cr` or `r300c/cr900`: a decision, or the end of the game.
    ///
    /// Slashes between rounds may be left out; where they are written, they must be where a round ends. After a called
    /// all-in there may be one for each round still to be dealt. The empty history leads to the root.
    ///
    /// # Errors
    /// [`GameError::History`] with the first character that is not possible there.
    pub fn follow(&self, history: &str) -> Result<Child, GameError> {
        let mut here = Next::Decision(NodeId::ROOT);
        // Slashes that may come next: one where an action ended a round.
        let mut slashes = 0;
        let mut rest = history;
        while let Some(letter) = rest.chars().next() {
            if letter == '/' && slashes > 0 {
                (slashes, rest) = (slashes - 1, &rest[1..]);
                continue;
            }
            let digits = match (letter, self.raise_text) {
                ('r', RaiseText::Total) => rest[1..].bytes().take_while(u8::is_ascii_digit).count(),
                _ => 0,
            };
            let (word, behind) = rest.split_at(letter.len_utf8() + digits);
            let wrong = |expected: String, advice| GameError::History {
                history: shown(history),
                position: history[..history.len() - rest.len()].chars().count() + 1,
                expected,
                found: format!("'{}'", shown(word)),
                advice,
            };
            let Next::Decision(id) = here else {
                return Err(wrong("nothing more".to_owned(), "the game is over there: shorten the betting"));
            };
            let node = &self[id];
            let legal = self.action_texts(node);
            let Some(number) = legal.iter().position(|it| it == word) else {
                let advice = match self.raise_text {
                    RaiseText::Letter => "betting reads like crc/cr, with one slash where a round has ended",
                    RaiseText::Total => {
                        "betting reads like r300c/cr900, each raise with the player's total over all streets"
                    }
                };
                return Err(wrong(legal.join(" or "), advice));
            };
            (here, rest) = (node.children[number], behind);
            slashes = match here {
                Next::Decision(next) => self[next].round - node.round,
                Next::End(GameEnd::Showdown { round, .. }) => self.rounds() - 1 - round,
                Next::End(GameEnd::Fold { .. }) => 0,
            };
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
        let mut words = Vec::new();
        let mut here = id;
        while let Some((parent, action)) = self[here].parent {
            if self[parent].round < self[here].round {
                words.push("/".to_owned());
            }
            let node = &self[parent];
            words.extend(node.number_of(action).map(|number| self.action_text(node, number)));
            here = parent;
        }
        words.into_iter().rev().collect()
    }
}
