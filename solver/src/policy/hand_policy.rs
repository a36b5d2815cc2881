//! A policy of a small game, hand by hand: one that another program made, to be measured.
//!
//! Each holding on each board has a row of its own, since such a policy may play a hand differently in different suits.
//! Its text is one JSON object, `{information set: [a probability for each legal action]}`; [`HandKeys`] has the names,
//! and actions stand in the order fold, call, raise. Instead of a list there may be an object by letter,
//! `{"c": 0.5, "r": 0.5}`.
//!
//! The text of a small game's policy: one JSON object from information sets to probabilities, read entry by entry, so
//! that an information set that stands there twice is seen.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::showdown::ShowdownOrder;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::collections::HashMap;
use std::fmt::{
    Write, {self},
};
use std::ops::Range;
use std::path::Path;
use tables::file::reading::{MOST_DOCUMENT_BYTES, read_text};
use tables::memory;
use tables::text::visible;

use super::fixed::TOLERANCE;
use super::hand_keys::{HandKeys, InformationSet};
use crate::boards::card_rules::extend;
use crate::boards::{Buckets, require_listable};
use crate::error::SolverError;
use crate::game::{GameDefinition, NodeId, Place, TreeLayout};
use crate::walk::{ChunkId, HistoryLanes, Real, Row, Strategies};

/// A sum is off by this much more where it is rounded: three times `0.333333` is allowed.
const ROUNDING: f64 = 1e-12;

/// A policy that has a row for every information set of a small game that it can reach.
pub struct HandPolicy {
    keys: HandKeys,
    layout: TreeLayout,
    lanes: HistoryLanes,
    /// All holdings, and the number of each by its cards.
    holes: Vec<CardSet>,
    number_of_hole: HashMap<u64, u32>,
    rounds: Vec<Round>,
    given: u64,
}

/// One round of the policy.
struct Round {
    /// The boards as they are dealt, and the number of each.
    boards: Vec<Vec<Card>>,
    number_of_board: HashMap<Vec<Card>, u32>,
    /// `[entry][board][hole][slot of its template]`; not a number where nothing was given.
    probabilities: Vec<f64>,
}

impl HandPolicy {
    /// Reads a policy from a file.
    pub fn read(game: &GameDefinition, path: &Path) -> Result<Self, SolverError> {
        Self::parse(game, &path.display().to_string(), &read_text(path, MOST_DOCUMENT_BYTES)?)
    }

    /// Reads a policy's text; `origin` is what errors call it.
    ///
    /// # Errors
    /// [`SolverError::Policy`] for text that is not of this form, information sets that the game does not have or that
    /// are given twice, rows that are not probabilities of the legal actions, and information sets that the policy can
    /// reach but that are missing; a game too large to be listed.
    pub fn parse(game: &GameDefinition, origin: &str, text: &str) -> Result<Self, SolverError> {
        let mut policy = Self::without_rows(game)?;
        let refused = |problem: String| SolverError::Policy { origin: origin.to_owned(), problem };
        read_entries(text, |name, row| policy.give(name, &row)).map_err(refused)?;
        policy.fill_unreached().map_err(refused)?;
        Ok(policy)
    }

    /// How many information sets were given.
    pub fn information_sets(&self) -> u64 {
        self.given
    }

    fn without_rows(game: &GameDefinition) -> Result<Self, SolverError> {
        require_listable(game)?;
        let keys = HandKeys::new(game);
        let layout = TreeLayout::new(&keys.tree);
        let lanes = HistoryLanes::new(&layout);
        let holes: Vec<CardSet> = keys.rules.holes(CardSet::EMPTY).collect();
        let number_of_hole = holes.iter().zip(0..).map(|(hole, number)| (hole.bits(), number)).collect();
        let mut boards: Vec<Vec<Card>> = vec![Vec::new()];
        let mut rounds = Vec::with_capacity(keys.rules.rounds());
        for (round, layout) in layout.rounds.iter().enumerate() {
            let more = keys.rules.board_cards(round) - boards[0].len();
            let mut dealt = Vec::new();
            boards.iter().for_each(|board| extend(&keys.rules, board, more, &mut dealt));
            boards = dealt;
            let cells = layout.slots() as u64 * (boards.len() * holes.len()) as u64;
            memory::require("the policy's table", cells.saturating_mul(size_of::<f64>() as u64))?;
            let numbered = boards.iter().zip(0..).map(|(board, number)| (board.clone(), number));
            rounds.push(Round {
                number_of_board: numbered.collect(),
                boards: boards.clone(),
                probabilities: vec![f64::NAN; cells as usize],
            });
        }
        Ok(Self { keys, layout, lanes, holes, number_of_hole, rounds, given: 0 })
    }

    /// Takes a row from the text.
    fn give(&mut self, name: &str, row: &GivenRow) -> Result<(), String> {
        let set = self.keys.parse(name)?;
        let tree = &self.keys.tree;
        let probabilities = row.in_order(&tree.action_texts(&tree[set.decision]))?;
        if let Some(wrong) = probabilities.iter().find(|it| !(it.is_finite() && **it >= 0.0)) {
            return Err(format!("expected probabilities, found {wrong}"));
        }
        let sum: f64 = probabilities.iter().sum();
        if (sum - 1.0).abs() > TOLERANCE + ROUNDING {
            return Err(format!("expected probabilities that sum to 1, found the sum {sum}"));
        }
        let written = self.keys.written(&set);
        let (round, cells) = self.cells(set.decision, &set.board, set.hole);
        let cells = &mut self.rounds[round].probabilities[cells];
        if !cells[0].is_nan() {
            return Err(format!("the information set {written} is given twice"));
        }
        for (cell, probability) in cells.iter_mut().zip(&probabilities) {
            *cell = probability / sum;
        }
        self.given += 1;
        Ok(())
    }

    /// Lets information sets that the policy's own actions never reach play evenly, since nothing depends on them.
    fn fill_unreached(&mut self) -> Result<(), String> {
        let (mut missing, mut first) = (0u64, None);
        for number in 0..self.keys.tree.nodes().len() {
            let decision = NodeId(number as u32);
            let own = self.keys.tree.own_actions_before(decision);
            for board in self.rounds[self.keys.tree[decision].round].boards.clone() {
                let dead = CardSet::of(&board);
                for hole in self.keys.rules.holes(dead) {
                    let (round, cells) = self.cells(decision, &board, hole);
                    if !self.rounds[round].probabilities[cells.start].is_nan() {
                        continue;
                    }
                    let is_avoided = own.iter().any(|&(earlier, action)| {
                        let (round, cells) = self.cells(earlier, &board, hole);
                        self.rounds[round].probabilities[cells.start + action] == 0.0
                    });
                    if is_avoided {
                        let evenly = 1.0 / cells.len() as f64;
                        self.rounds[round].probabilities[cells].fill(evenly);
                    } else {
                        missing += 1;
                        first.get_or_insert_with(|| InformationSet { hole, board: board.clone(), decision });
                    }
                }
            }
        }
        let Some(first) = first else { return Ok(()) };
        let (first, given) = (self.keys.written(&first), self.given);
        let are = if missing == 1 {
            "information set that it can reach is"
        } else {
            "information sets that it can reach are"
        };
        Err(format!("{missing} {are} missing, first {first} ({given} are given)"))
    }

    /// The round of a decision, and where in its table the actions of a hand lie; the board may be a later round's.
    fn cells(&self, decision: NodeId, board: &[Card], hole: CardSet) -> (usize, Range<usize>) {
        let Place { round, entry, node } = self.layout.place(decision);
        let (table, layout) = (&self.rounds[round], &self.layout.rounds[round]);
        let board = table.number_of_board[&board[..self.keys.rules.board_cards(round)]] as usize;
        let hole = self.number_of_hole[&hole.bits()] as usize;
        let (template, hands) = (layout.template(entry), table.boards.len() * self.holes.len());
        let node = &template.nodes[node];
        let hand = board * self.holes.len() + hole;
        let first = layout.first_slot(entry) * hands + hand * template.slots + node.first_slot;
        (round, first..first + node.actions.len())
    }
}

impl Buckets for HandPolicy {
    fn count(&self, round: usize) -> usize {
        self.rounds[round].boards.len() * self.holes.len()
    }

    fn row(&self, round: usize, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        let first = self.rounds[round].number_of_board[board] * self.holes.len() as u32;
        row.clear();
        let number = |id: u16| self.number_of_hole[&self.keys.rules.hole(id).bits()];
        row.extend(order.ids().iter().map(|&id| first + number(id)));
    }
}

impl<T: Real> Strategies<T> for HandPolicy {
    fn load(&self, at: ChunkId, player: usize, buckets: &[u32], strategies: &mut [Row<T>]) {
        let (shape, table) = (self.lanes.shape(at), &self.rounds[at.round].probabilities);
        let (count, slots) = (Buckets::count(self, at.round), shape.slots);
        let own = || shape.nodes.iter().filter(|node| node.player == player);
        for (&bucket, strategy) in buckets.iter().zip(strategies.chunks_exact_mut(slots.max(1))) {
            for node in own() {
                strategy[node.first_slot..][..node.actions.len()].fill(Row::default());
            }
            for (lane, entry) in self.lanes.rounds[at.round].entries[at.chunk].iter().enumerate() {
                let Some(entry) = *entry else { continue };
                let first = self.layout.rounds[at.round].first_slot(entry) * count + bucket as usize * slots;
                let given = &table[first..][..slots];
                for slot in own().flat_map(|node| node.first_slot..node.first_slot + node.actions.len()) {
                    strategy[slot].0[lane] = T::of(given[slot]);
                }
            }
        }
    }
}

/// The probabilities of one information set as they are written.
pub(crate) enum GivenRow {
    /// In the order of the legal actions.
    List(Vec<f64>),
    Words(Vec<(String, f64)>),
}

impl GivenRow {
    /// One number for each legal action.
    fn in_order(&self, words: &[String]) -> Result<Vec<f64>, String> {
        let expected = || format!("expected a probability for each of {}", words.join(", "));
        match self {
            Self::List(numbers) if numbers.len() == words.len() => Ok(numbers.clone()),
            Self::List(numbers) => Err(format!("{}, found {} numbers", expected(), numbers.len())),
            Self::Words(entries) => {
                let of_word = |word: &String| {
                    let found: Vec<f64> = entries.iter().filter(|(it, _)| it == word).map(|it| it.1).collect();
                    if let [only] = found[..] { Some(only) } else { None }
                };
                let numbers: Option<Vec<f64>> = words.iter().map(of_word).collect();
                numbers.filter(|numbers| numbers.len() == entries.len()).ok_or_else(|| {
                    let found: Vec<_> = entries.iter().map(|(word, _)| visible(word)).collect();
                    format!("{}, found {}", expected(), if found.is_empty() { "none".into() } else { found.join(", ") })
                })
            }
        }
    }
}

/// Reads all entries; `give` takes each, and says what is wrong with it.
fn read_entries(text: &str, give: impl FnMut(&str, GivenRow) -> Result<(), String>) -> Result<(), String> {
    let mut reader = serde_json::Deserializer::from_str(text);
    Entries(give).deserialize(&mut reader).and_then(|()| reader.end()).map_err(|error| error.to_string())
}

/// The text of a policy, one information set a line.
pub(crate) fn policy_text<'r>(rows: impl Iterator<Item = (String, &'r [f64])>) -> String {
    let mut text = String::from("{");
    for (number, (name, row)) in rows.enumerate() {
        let numbers: Vec<String> = row.iter().map(f64::to_string).collect();
        let comma = if number == 0 { "" } else { "," };
        let _ = write!(text, "{comma}\n\"{name}\": [{}]", numbers.join(", "));
    }
    text + "\n}\n"
}

struct Entries<G>(G);

impl<'de, G: FnMut(&str, GivenRow) -> Result<(), String>> DeserializeSeed<'de> for Entries<G> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, G: FnMut(&str, GivenRow) -> Result<(), String>> Visitor<'de> for Entries<G> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a policy, {information set: [a probability for each legal action]}")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut entries: A) -> Result<(), A::Error> {
        while let Some(name) = entries.next_key::<String>()? {
            let row = entries.next_value::<GivenRow>()?;
            (self.0)(&name, row).map_err(|problem| A::Error::custom(format!("'{}': {problem}", visible(&name))))?;
        }
        Ok(())
    }
}

impl<'de> serde::Deserialize<'de> for GivenRow {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Rows)
    }
}

struct Rows;

impl<'de> Visitor<'de> for Rows {
    type Value = GivenRow;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("probabilities, such as [0.5, 0.5]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut numbers: A) -> Result<GivenRow, A::Error> {
        let mut row = Vec::new();
        while let Some(number) = numbers.next_element()? {
            row.push(number);
        }
        Ok(GivenRow::List(row))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut letters: A) -> Result<GivenRow, A::Error> {
        let mut row = Vec::new();
        while let Some(entry) = letters.next_entry()? {
            row.push(entry);
        }
        Ok(GivenRow::Words(row))
    }
}
