//! A point in a hand: the betting so far, action by action, and the line that shows a player the state of the match,
//! `MATCHSTATE:1:0:rc/:|2hAc/5sKs7s`.

use solver::game::{Action, BettingTree, Child, GameDefinition, GameEnd, Node, NodeId};
use solver::units::Chips;
use std::fmt;

use super::table_cards::TableCards;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchState {
    pub position: usize,
    pub hand: u32,
    /// The betting so far, rounds separated by slashes.
    pub betting: String,
    pub cards: TableCards,
}

impl MatchState {
    /// What a position sees of a hand whose cards are all known: the other side's cards at a showdown only.
    pub fn seen_by(position: usize, hand: u32, betting: &BettingWalk<'_>, cards: &TableCards) -> Self {
        let cards = cards.seen_by(position, betting.round(), betting.is_showdown());
        Self { position, hand, betting: betting.text().to_owned(), cards }
    }

    /// Reads a line without its end: a state, and the text after one more colon if there is one (an answer's action).
    ///
    /// `None` for anything that is not, character for character, a state of this game in which the viewer's cards are
    /// known.
    pub fn parse<'a>(game: &AcpcGame, line: &'a str) -> Option<(Self, Option<&'a str>)> {
        let mut fields = line.splitn(6, ':');
        if fields.next()? != "MATCHSTATE" {
            return None;
        }
        let position = fields.next()?.parse::<usize>().ok().filter(|&position| position < 2)?;
        let hand = fields.next()?.parse().ok()?;
        let betting = BettingWalk::parse(game.tree(), fields.next()?)?;
        let cards = TableCards::parse(game.definition(), betting.round(), fields.next()?)?;
        let rest = fields.next();
        if cards.hole[position].is_empty() {
            return None;
        }
        let state = Self { position, hand, betting: betting.text().to_owned(), cards };
        // Numbers and cards can be read in more ways than they are written in.
        let length = line.len() - rest.map_or(0, |rest| rest.len() + 1);
        (state.to_string() == line[..length]).then_some((state, rest))
    }
}

impl fmt::Display for MatchState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MATCHSTATE:{}:{}:{}:{}", self.position, self.hand, self.betting, self.cards)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A legal action; with a warning if it replaces what the player sent.
    Action(Action, Option<Warning>),
    /// Nothing; the dealer goes on waiting. Comments are ignored without a warning.
    Ignored(Option<Warning>),
}

/// Something odd that does not end the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Warning {
    /// A line that is neither a state nor a comment.
    NotAState,
    /// An answer to a state other than the last one sent.
    OtherState,
    /// No action where one should be.
    UnreadableAction,
    /// An action that is not legal here.
    IllegalAction(Action),
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAState => f.write_str("sent a line that is not a state of this game; ignored"),
            Self::OtherState => f.write_str("answered another state than the last one; ignored"),
            Self::UnreadableAction => f.write_str("gave no action that can be read (f, c or r); taken as a call"),
            Self::IllegalAction(action) => {
                write!(f, "gave the action {action}, which is not legal here; taken as a call")
            }
        }
    }
}

/// Reads a line (without its end) that came while `decision` was to be made and `state` was the last line sent.
///
/// As in the competition's dealer, the first letter decides; anything after it is ignored.
pub fn read_answer(game: &AcpcGame, decision: &Node, state: &str, line: &[u8]) -> Answer {
    if matches!(line.first(), Some(b'#' | b';')) {
        return Answer::Ignored(None);
    }
    // Nearly every line begins with the state that was sent, which need not be parsed.
    let action = match line.strip_prefix(state.as_bytes()) {
        Some(rest) if rest.first().is_none_or(|&next| next == b':') => rest.get(1),
        _ => {
            let is_state = str::from_utf8(line).is_ok_and(|line| MatchState::parse(game, line).is_some());
            return Answer::Ignored(Some(if is_state { Warning::OtherState } else { Warning::NotAState }));
        }
    };
    match action.and_then(|&letter| Action::from_letter(letter as char)) {
        None => Answer::Action(Action::Call, Some(Warning::UnreadableAction)),
        Some(action) if decision.actions.contains(&action) => Answer::Action(action, None),
        Some(action) => Answer::Action(Action::Call, Some(Warning::IllegalAction(action))),
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AcpcGame {
    definition: GameDefinition,
    tree: BettingTree,
}

impl AcpcGame {
    pub fn new(definition: GameDefinition) -> Self {
        let tree = BettingTree::new(&definition);
        Self { definition, tree }
    }

    pub fn definition(&self) -> &GameDefinition {
        &self.definition
    }

    pub fn tree(&self) -> &BettingTree {
        &self.tree
    }

    pub fn start(&self) -> BettingWalk<'_> {
        BettingWalk::new(&self.tree)
    }
}

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
            Child::End(GameEnd::Fold { contributions, .. } | GameEnd::Showdown { contributions, .. }) => contributions,
        }
    }

    pub fn is_showdown(&self) -> bool {
        matches!(self.here, Child::End(GameEnd::Showdown { .. }))
    }

    /// What position 0 wins, in chips, where all cards of the table are known; `None` while the hand goes on.
    pub fn winnings(&self, cards: &TableCards) -> Option<Chips> {
        match self.here {
            Child::Decision(_) => None,
            Child::End(GameEnd::Fold { folder: 0, contributions }) => Some(-contributions[0]),
            Child::End(GameEnd::Fold { folder, contributions }) => Some(contributions[folder]),
            Child::End(GameEnd::Showdown { contributions, .. }) => {
                Some(Chips(contributions[0].0 * cards.ahead() as i32))
            }
        }
    }
}
