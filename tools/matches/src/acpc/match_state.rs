//! A point in a hand: the betting so far, action by action, and the line that shows a player the state of the match,
//! `MATCHSTATE:1:0:rc/:|2hAc/5sKs7s`.

use solver::game::{GameDefinition, GameEnd, PlayedAction, PlayedBetting, PlayedDecision};
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
    pub fn seen_by(position: usize, hand: u32, betting: &PlayedBetting<'_>, cards: &TableCards) -> Self {
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
        let betting = PlayedBetting::read(game.definition(), fields.next()?).ok()?;
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
    Action(PlayedAction, Option<Warning>),
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
    IllegalAction(PlayedAction),
    /// A raise to a total below the least or above the most that is legal.
    UnfitTotal { asked: Option<Chips>, taken: Chips },
}

impl Warning {
    /// Whether it is about an action that another one was taken for.
    pub fn is_about_action(self) -> bool {
        matches!(self, Self::UnreadableAction | Self::IllegalAction(_) | Self::UnfitTotal { .. })
    }

    /// What was sent, without what became of it.
    pub fn sent(self) -> String {
        match self {
            Self::NotAState => "sent a line that is not a state of this game".to_owned(),
            Self::OtherState => "answered another state than the last one".to_owned(),
            Self::UnreadableAction => "gave no action that can be read (f, c or r)".to_owned(),
            Self::IllegalAction(action) => format!("gave the action {action}, which is not legal here"),
            Self::UnfitTotal { asked: Some(asked), .. } => {
                format!("gave the action r{asked}, which is not a legal total here")
            }
            Self::UnfitTotal { asked: None, .. } => "gave a raise to more chips than anybody has".to_owned(),
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sent())?;
        match self {
            Self::NotAState | Self::OtherState => f.write_str("; ignored"),
            Self::UnreadableAction | Self::IllegalAction(_) => f.write_str("; taken as a call"),
            Self::UnfitTotal { taken, .. } => write!(f, "; taken as r{taken}"),
        }
    }
}

/// Reads a line (without its end) that came while `decision` was to be made and `state` was the last line sent.
///
/// As in the competition's dealer, the first letter decides, and the digits after `r` in no-limit games; anything after
/// it is ignored. A total that is too small or too large is lifted or cut to the next legal one.
pub fn read_answer(game: &AcpcGame, decision: &PlayedDecision, state: &str, line: &[u8]) -> Answer {
    if matches!(line.first(), Some(b'#' | b';')) {
        return Answer::Ignored(None);
    }
    // Nearly every line begins with the state that was sent, which need not be parsed.
    let answer = match line.strip_prefix(state.as_bytes()) {
        Some(rest) if rest.first().is_none_or(|&next| next == b':') => rest.get(1..).unwrap_or_default(),
        _ => {
            let is_state = str::from_utf8(line).is_ok_and(|line| MatchState::parse(game, line).is_some());
            return Answer::Ignored(Some(if is_state { Warning::OtherState } else { Warning::NotAState }));
        }
    };
    let instead = |warning| Answer::Action(PlayedAction::Call, Some(warning));
    let Some(action) = first_action(game, answer) else { return instead(Warning::UnreadableAction) };
    if decision.allows(action) {
        return Answer::Action(action, None);
    }
    match (action, decision.raise_to(decision.total(action))) {
        (PlayedAction::RaiseTo(asked), PlayedAction::RaiseTo(taken)) => {
            let asked = Some(asked).filter(|&asked| asked < Chips(i32::MAX));
            Answer::Action(PlayedAction::RaiseTo(taken), Some(Warning::UnfitTotal { asked, taken }))
        }
        _ => instead(Warning::IllegalAction(action)),
    }
}

/// The action that an answer begins with; a raise without its total is none in a no-limit game. More digits than chips
/// can have are as many chips as there can be.
fn first_action(game: &AcpcGame, answer: &[u8]) -> Option<PlayedAction> {
    let is_limit = game.definition().stack().is_none();
    match answer.first()? {
        b'f' => Some(PlayedAction::Fold),
        b'c' => Some(PlayedAction::Call),
        b'r' if is_limit => Some(PlayedAction::Raise),
        b'r' => {
            let digits: Vec<u8> = answer[1..].iter().copied().take_while(u8::is_ascii_digit).collect();
            let text = str::from_utf8(&digits).ok().filter(|text| !text.is_empty())?;
            Some(PlayedAction::RaiseTo(Chips(text.parse().unwrap_or(i32::MAX))))
        }
        _ => None,
    }
}

/// The rules that a match is played by. Without a limit any amount may be bet, whatever sizes the game was given with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AcpcGame {
    definition: GameDefinition,
}

impl AcpcGame {
    pub fn new(definition: GameDefinition) -> Self {
        Self { definition: definition.at_table() }
    }

    pub fn definition(&self) -> &GameDefinition {
        &self.definition
    }

    pub fn start(&self) -> PlayedBetting<'_> {
        PlayedBetting::new(&self.definition)
    }
}

/// What position 0 wins, in chips, where all cards of the table are known; `None` while the hand goes on.
pub fn winnings(betting: &PlayedBetting<'_>, cards: &TableCards) -> Option<Chips> {
    Some(match betting.end()? {
        GameEnd::Fold { folder: 0, contributions } => -contributions[0],
        GameEnd::Fold { folder, contributions } => contributions[folder],
        GameEnd::Showdown { contributions, .. } => Chips(contributions[0].0 * cards.ahead() as i32),
    })
}
