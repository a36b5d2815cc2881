//! Decisions that are given rather than learned: what if he always bets his draws?

use evaluator::holding::{HOLDINGS, Holding};
use evaluator::range::{Range, RangeError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use tables::file::reading::read_text;

use super::definition::SpotError;
use crate::game::{BettingTree, NodeId};

/// The longest file that is accepted, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 22;
/// How far the probabilities of a holding may be from adding up to 1.
const ROUNDING: f32 = 0.001;

/// A decision whose probabilities are given for some holdings, on every board; the others keep learning.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Lock {
    /// The betting that leads to the decision.
    pub line: String,
    /// Hands as a range names them (`AKs`, `TT+`, `AhKh`), and for each a probability for each action, in the tree's
    /// order; of two that name a holding the one that names fewer counts.
    pub hands: BTreeMap<String, Vec<f32>>,
}

/// A lock with its decision, by holding.
#[derive(Clone, PartialEq, Debug)]
pub struct LockedNode {
    pub node: NodeId,
    /// By holding number: the probabilities, none for holdings that learn.
    pub probabilities: Vec<Vec<f32>>,
}

impl Lock {
    /// Reads the probabilities of a file: JSON, `{"AKs": [0.5, 0.5], "AhKh": [1, 0]}`.
    ///
    /// # Errors
    /// [`SpotError::Unreadable`] where it is missing or not of this form; [`Self::locked`] checks the rest.
    pub fn read(line: &str, path: &Path) -> Result<Self, SpotError> {
        let unreadable = |problem: String| SpotError::Unreadable { problem };
        let text = read_text(path, MAX_FILE_BYTES).map_err(|error| unreadable(error.to_string()))?;
        Self::parse(line, &text).map_err(|error| unreadable(format!("{}: {error}", path.display())))
    }

    /// The same of a text.
    pub fn parse(line: &str, text: &str) -> Result<Self, SpotError> {
        let hands = serde_json::from_str(text).map_err(|error| {
            let advice = "give JSON such as {\"AKs\": [0.5, 0.5]}, a probability for each action";
            SpotError::Unreadable { problem: format!("{error}; {advice}") }
        })?;
        Ok(Self { line: line.to_owned(), hands })
    }

    /// The decision, with the probabilities by holding.
    ///
    /// # Errors
    /// [`SpotError::Game`] where the betting leads to no decision, and [`SpotError::Lock`] for hands and probabilities
    /// that are none.
    pub(super) fn locked(&self, tree: &BettingTree) -> Result<LockedNode, SpotError> {
        let wrong = |problem: String| SpotError::Lock { line: self.line.clone(), problem };
        let node = tree.node_at(&self.line)?;
        let actions = tree.action_texts(&tree[node]);
        let mut probabilities = vec![Vec::new(); HOLDINGS];
        let mut named = Vec::new();
        for (hand, given) in &self.hands {
            let holdings = holdings_of(hand).map_err(|problem| wrong(format!("'{hand}': {problem}")))?;
            named.push((holdings, hand, given));
        }
        named.sort_by_key(|(holdings, ..)| std::cmp::Reverse(holdings.len()));
        // Per holding: how many holdings the word names that gave it.
        let mut given_with = vec![usize::MAX; HOLDINGS];
        for (holdings, hand, given) in named {
            let sum: f32 = given.iter().sum();
            if given.len() != actions.len() {
                let (count, names) = (given.len(), actions.join(", "));
                return Err(wrong(format!("'{hand}' has {count} probabilities, expected one for each of {names}")));
            }
            if !given.iter().all(|it| (0.0..=1.0).contains(it)) || (sum - 1.0).abs() > ROUNDING {
                return Err(wrong(format!("the probabilities of '{hand}' are not from 0 to 1 or do not add up to 1")));
            }
            for &holding in &holdings {
                if std::mem::replace(&mut given_with[holding.number()], holdings.len()) == holdings.len() {
                    return Err(wrong(format!("'{hand}': {holding} is given twice")));
                }
                probabilities[holding.number()] = given.iter().map(|it| it / sum).collect();
            }
        }
        Ok(LockedNode { node, probabilities })
    }
}

/// The holdings that a word of a range names.
fn holdings_of(hand: &str) -> Result<Vec<Holding>, &'static str> {
    if hand.contains([':', ',']) || hand.contains(char::is_whitespace) {
        return Err("give one word of a range, such as AKs, TT+ or AhKh, without a weight");
    }
    let range: Range = hand.parse().map_err(|error: RangeError| error.problem)?;
    Ok(Holding::all().filter(|&holding| range.weight(holding) > 0.0).collect())
}
