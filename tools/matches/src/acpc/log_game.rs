//! Which game a log is of: the one that was given, the one its head names, or limit hold'em at any stakes where neither
//! is known; and when two definitions are one game.
//!
//! Stakes are a unit of money: a limit game at blinds of 50 and 100 is the game at 5 and 10. So is hold'em whose
//! definition counts the positions from the button: the hands are then turned round, and position 0 is the big blind as
//! always.

use solver::game::GameDefinition;
use std::path::{Path, PathBuf};

use super::error::shown;
use super::log_reader::LogHead;
use super::match_state::AcpcGame;

/// The file of the competition that defines heads-up limit hold'em.
const COMPETITION_FILE: &str = "holdem.limit.2p.reverse_blinds.game";
/// Its file of heads-up no-limit hold'em, 200 big blinds deep.
const NO_LIMIT_FILE: &str = "holdem.nolimit.2p.reverse_blinds.game";

/// The most games that logs read together may be of.
const MOST_GAMES: usize = 32;

#[derive(Debug)]
pub(super) struct Games(Vec<AcpcGame>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GamePlace {
    pub number: usize,
    /// Whether the definition has the positions the other way round.
    pub is_turned: bool,
}

impl Games {
    /// Hold'em as the competition plays it is always the first.
    pub fn new() -> Self {
        Self(vec![AcpcGame::new(GameDefinition::holdem_limit())])
    }

    /// The game of a definition at any stakes; one that is not yet there is added. `None` for too many games.
    pub fn place(&mut self, definition: &GameDefinition) -> Option<GamePlace> {
        let of = |is_turned| self.0.iter().position(|game| is_same(game.definition(), definition, is_turned));
        if let Some(number) = of(false) {
            return Some(GamePlace { number, is_turned: false });
        }
        if let Some(number) = of(true) {
            return Some(GamePlace { number, is_turned: true });
        }
        (self.0.len() < MOST_GAMES).then(|| {
            self.0.push(AcpcGame::new(definition.clone()));
            GamePlace { number: self.0.len() - 1, is_turned: false }
        })
    }

    pub fn game(&self, number: usize) -> &AcpcGame {
        &self.0[number]
    }

    pub(crate) fn into_list(self) -> Vec<AcpcGame> {
        self.0
    }
}

/// Whether two definitions are one game at any stakes; `is_turned`: with the positions exchanged.
pub fn is_same(one: &GameDefinition, other: &GameDefinition, is_turned: bool) -> bool {
    let turned = |position: usize| if is_turned { 1 - position } else { position };
    let [unit, other_unit] = [one, other].map(|game| i64::from(game.big_blind().0));
    let is_alike = |chips: i32, other: i32| i64::from(chips) * other_unit == i64::from(other) * unit;
    let same_round = |round| {
        one.first_player(round) == turned(other.first_player(round))
            && one.max_raises(round) == other.max_raises(round)
            && one.new_board_cards(round) == other.new_board_cards(round)
            && is_alike(one.raise_size(round).0, other.raise_size(round).0)
    };
    let blinds = other.blinds();
    // Without a limit the betting has amounts, which other stakes would write otherwise.
    let same_stack = match (one.stack(), other.stack()) {
        (None, None) => true,
        (Some(stack), Some(other)) => stack == other && unit == other_unit,
        _ => false,
    };
    same_stack
        && one.rounds() == other.rounds()
        && (one.suits(), one.ranks(), one.hole_cards()) == (other.suits(), other.ranks(), other.hole_cards())
        && (0..2).all(|position| is_alike(one.blinds()[position].0, blinds[turned(position)].0))
        && (0..one.rounds()).all(same_round)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LogGame {
    pub definition: GameDefinition,
    pub source: Source,
    /// What a reader of the log should know.
    pub remark: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// A definition, stakes included.
    Definition,
    /// The name of the competition's file, which is often edited for other stakes.
    FileName,
    /// Nothing names a game that is known.
    Guess,
}

impl LogGame {
    pub fn of(log: &Path, head: Option<LogHead<'_>>, given: Option<&GameDefinition>) -> Self {
        let known = |definition, source| Self { definition, source, remark: None };
        let found = head.and_then(|head| head.games().find_map(|name| Some((name, find(log, name)?))));
        if let Some(given) = given {
            let is_other = |game: &GameDefinition| game.clone().at_table() != given.clone().at_table();
            let other = found.filter(|(_, found)| matches!(found, Found::Game(game, _) if is_other(game)));
            let remark =
                other.map(|(name, _)| format!("its head names the game '{}'; it is read by --game", shown(name)));
            return Self { remark, ..known(given.clone(), Source::Definition) };
        }
        let what = match (head, found) {
            (_, Some((_, Found::Game(definition, source)))) => return known(definition, source),
            (_, Some((name, Found::Unreadable(why)))) => {
                format!("its head names the game '{}', whose file cannot be used ({why})", shown(name))
            }
            (Some(head), None) => {
                format!("its head names the game '{}', which is not known here", shown(head.game()))
            }
            (None, None) => "it does not name its game".to_owned(),
        };
        let remark =
            format!("{what}; read as heads-up limit hold'em, which cannot be checked: give its game with --game");
        Self { remark: Some(remark), ..known(GameDefinition::holdem_limit(), Source::Guess) }
    }
}

enum Found {
    Game(GameDefinition, Source),
    Unreadable(String),
}

/// A built-in name, a game file as it was named or next to the log, or the competition's file by its name alone.
fn find(log: &Path, name: &str) -> Option<Found> {
    if let Ok(definition) = GameDefinition::named(name) {
        return Some(Found::Game(definition, Source::Definition));
    }
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let places = [PathBuf::from(name), log.with_file_name(last)];
    let there = places.iter().filter(|_| !matches!(last, "" | "." | "..")).find(|place| place.is_file());
    match there.map(|place| GameDefinition::read_for_table(place)) {
        Some(Ok((definition, _))) => Some(Found::Game(definition, Source::Definition)),
        Some(Err(error)) => Some(Found::Unreadable(error.to_string())),
        None if last == COMPETITION_FILE => Some(Found::Game(GameDefinition::holdem_limit(), Source::FileName)),
        None if last == NO_LIMIT_FILE => {
            GameDefinition::named("holdem-nolimit").ok().map(|game| Found::Game(game, Source::FileName))
        }
        None => None,
    }
}
