//! The rules of a two-player limit game, as the ACPC (Annual Computer Poker Competition) writes them.

use evaluator::card::{Card, RANKS, SUITS};
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use std::fmt::Write;
use std::path::Path;
use tables::file::reading::read_text;

use super::acpc_text;
use super::game_error::{GameError, shown};
use crate::units::Chips;

/// Most betting rounds a game may have.
pub(crate) const MAX_ROUNDS: usize = 4;
/// The most hole cards a player may have.
pub(crate) const MAX_HOLE_CARDS: usize = 2;
/// The most cards a complete board may have.
pub(crate) const MAX_BOARD_CARDS: usize = 5;
/// The most decision nodes a betting tree may have: far more than limit games need, few enough to fit in memory.
pub(crate) const MAX_DECISION_NODES: u64 = 1 << 20;

/// The longest game file that is accepted, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 16;

/// A heads-up limit game that can be played and solved: every value has been checked.
///
/// Positions are 0 and 1. In hold'em with reverse blinds position 0 is the big blind and position 1 the button. Rounds
/// are numbered from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameDefinition {
    pub(super) blinds: [Chips; 2],
    pub(super) rounds: Vec<RoundRules>,
    pub(super) suits: usize,
    pub(super) ranks: usize,
    pub(super) hole_cards: usize,
}

/// What one betting round allows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RoundRules {
    pub(super) raise_size: Chips,
    pub(super) max_raises: usize,
    pub(super) first_player: usize,
    pub(super) board_cards: usize,
}

impl GameDefinition {
    /// Heads-up limit hold'em with blinds of 5 and 10 chips and bets of 10, 10, 20 and 20.
    pub fn holdem_limit() -> Self {
        built_in(include_str!("../../games/holdem.game"))
    }

    /// Heads-up limit hold'em on another deck.
    pub fn holdem_limit_on(deck: Deck) -> Self {
        Self { ranks: deck.ranks(), ..Self::holdem_limit() }
    }

    /// The name of that game: `holdem`, or `holdem-20` with a deck of 20 cards.
    pub fn holdem_name(deck: Deck) -> String {
        if deck.is_full() { "holdem".to_owned() } else { format!("holdem-{deck}") }
    }

    /// Kuhn poker (Kuhn 1950): three cards, one bet. The first player is position 0.
    pub fn kuhn() -> Self {
        built_in(include_str!("../../games/kuhn.game"))
    }

    /// Leduc hold'em (Southey et al. 2005): six cards, two rounds, one board card.
    pub fn leduc() -> Self {
        built_in(include_str!("../../games/leduc.game"))
    }

    /// The built-in game of a name: `holdem` (`holdem-20` to `holdem-52` on other decks), `kuhn` or `leduc`.
    ///
    /// # Errors
    /// [`GameError::UnknownName`] for every other name.
    pub fn named(name: &str) -> Result<Self, GameError> {
        match name {
            "holdem" => Ok(Self::holdem_limit()),
            "kuhn" => Ok(Self::kuhn()),
            "leduc" => Ok(Self::leduc()),
            _ => match name.strip_prefix("holdem-").map(str::parse) {
                Some(Ok(deck)) => Ok(Self::holdem_limit_on(deck)),
                _ => Err(GameError::UnknownName { name: shown(name) }),
            },
        }
    }

    /// Reads an ACPC game file.
    ///
    /// # Errors
    /// [`GameError::Unreadable`] where the file is missing, not text or longer than 64 KiB; otherwise what
    /// [`parse`](Self::parse) finds, within [`GameError::InFile`].
    pub fn read(path: &Path) -> Result<Self, GameError> {
        Self::read_with_remarks(path).map(|(game, _)| game)
    }

    /// As [`read`](Self::read), with remarks on what was left aside or assumed, each of them one line.
    pub fn read_with_remarks(path: &Path) -> Result<(Self, Vec<String>), GameError> {
        let text = read_text(path, MAX_FILE_BYTES)
            .map_err(|error| GameError::Unreadable { path: path.to_owned(), problem: error.to_string() })?;
        let in_file = |error| GameError::InFile { path: path.to_owned(), error: Box::new(error) };
        let (game, mut remarks) = Self::parse_with_remarks(&text).map_err(in_file)?;
        remarks.iter_mut().for_each(|remark| *remark = format!("{}: {remark}", path.display()));
        Ok((game, remarks))
    }

    /// Reads the text of an ACPC game definition.
    ///
    /// Keys are case-insensitive; empty lines, lines that start with `#`, and everything after `END GAMEDEF` are
    /// ignored. As in the competition's own reader a definition without `limit` is a limit game, values beyond those
    /// of all rounds or players are left aside, position 0 begins every round for which `firstPlayer` has no value, and
    /// 255 raises are allowed where `maxRaises` has none. A `stack` is accepted where it can never bind, and is then
    /// ignored.
    pub fn parse(text: &str) -> Result<Self, GameError> {
        Self::parse_with_remarks(text).map(|(game, _)| game)
    }

    /// As [`parse`](Self::parse), with remarks on what was left aside or assumed, each of them one line.
    pub fn parse_with_remarks(text: &str) -> Result<(Self, Vec<String>), GameError> {
        acpc_text::parse(text)
    }

    /// The definition as canonical ACPC text, which [`parse`](Self::parse) reads back to an equal definition.
    pub fn to_acpc_text(&self) -> String {
        let per_round = |value: fn(&RoundRules) -> usize| {
            self.rounds.iter().map(|rules| value(rules).to_string()).collect::<Vec<_>>().join(" ")
        };
        let mut text = String::from("GAMEDEF\nlimit\nnumPlayers = 2\n");
        let lines = [
            ("numRounds", self.rounds().to_string()),
            ("blind", format!("{} {}", self.blinds[0], self.blinds[1])),
            ("raiseSize", self.rounds.iter().map(|r| r.raise_size.to_string()).collect::<Vec<_>>().join(" ")),
            ("firstPlayer", per_round(|r| r.first_player + 1)),
            ("maxRaises", per_round(|r| r.max_raises)),
            ("numSuits", self.suits.to_string()),
            ("numRanks", self.ranks.to_string()),
            ("numHoleCards", self.hole_cards.to_string()),
            ("numBoardCards", per_round(|r| r.board_cards)),
        ];
        for (key, value) in lines {
            let _ = writeln!(text, "{key} = {value}");
        }
        text.push_str("END GAMEDEF\n");
        text
    }

    /// Whether this is the same game for other stakes: all chips are the same multiple of the other game's.
    pub fn is_scaled_from(&self, other: &Self) -> bool {
        let (own_unit, other_unit) = (i64::from(self.big_blind().0), i64::from(other.big_blind().0));
        let fits = |own: Chips, other: Chips| i64::from(own.0) * other_unit == i64::from(other.0) * own_unit;
        let same_round = |(own, other): (&RoundRules, &RoundRules)| {
            let in_other_chips = RoundRules { raise_size: other.raise_size, ..own.clone() };
            fits(own.raise_size, other.raise_size) && in_other_chips == *other
        };
        (self.suits, self.ranks, self.hole_cards) == (other.suits, other.ranks, other.hole_cards)
            && self.rounds.len() == other.rounds.len()
            && self.blinds.iter().zip(&other.blinds).all(|(&own, &other)| fits(own, other))
            && self.rounds.iter().zip(&other.rounds).all(same_round)
    }

    /// How many betting rounds there are, 1 to 4.
    pub fn rounds(&self) -> usize {
        self.rounds.len()
    }

    /// What each position puts in before the first action.
    pub fn blinds(&self) -> [Chips; 2] {
        self.blinds
    }

    /// The larger blind, the unit of mbb/g; at least one chip.
    pub fn big_blind(&self) -> Chips {
        self.blinds[0].max(self.blinds[1])
    }

    /// How much a bet or raise adds to the other player's chips in this round.
    ///
    /// # Panics
    /// This and the following functions panic where `round` is not below [`rounds`](Self::rounds).
    pub fn raise_size(&self, round: usize) -> Chips {
        self.rounds[round].raise_size
    }

    /// How many bets and raises the round allows; blinds are not counted among them.
    pub fn max_raises(&self, round: usize) -> usize {
        self.rounds[round].max_raises
    }

    /// The position (0 or 1) that acts first in this round.
    pub fn first_player(&self, round: usize) -> usize {
        self.rounds[round].first_player
    }

    /// How many cards are dealt to the board at the start of this round.
    pub fn new_board_cards(&self, round: usize) -> usize {
        self.rounds[round].board_cards
    }

    /// How many cards lie on the board during this round.
    pub fn board_cards(&self, round: usize) -> usize {
        self.rounds[..=round].iter().map(|rules| rules.board_cards).sum()
    }

    /// How many cards each player holds, 1 or 2.
    pub fn hole_cards(&self) -> usize {
        self.hole_cards
    }

    /// How many suits the deck has, 1 to 4.
    pub fn suits(&self) -> usize {
        self.suits
    }

    /// How many ranks the deck has, 1 to 13.
    pub fn ranks(&self) -> usize {
        self.ranks
    }

    /// The cards the game is played with: the highest ranks of the last suits, so that Kuhn's are `Qs Ks As`.
    pub fn deck(&self) -> CardSet {
        let ranks = RANKS - self.ranks..RANKS;
        let suits = SUITS - self.suits..SUITS;
        ranks.flat_map(|rank| suits.clone().map(move |suit| Card::new(rank as u8, suit as u8))).collect()
    }
}

fn built_in(text: &str) -> GameDefinition {
    // The three texts are part of the program, and a test reads each of them.
    GameDefinition::parse(text).expect("a built-in game is a valid definition")
}
