//! The rules of a two-player game, as the ACPC (Annual Computer Poker Competition) writes them.

use evaluator::card::{Card, RANKS, SUITS};
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use std::fmt::Write;
use std::path::Path;
use tables::file::reading::read_text;

use super::acpc_text;
use super::game_error::{GameError, shown};
use super::sizes::BetSizes;
use super::tree_size;
use crate::units::Chips;

/// Most betting rounds a game may have.
pub(crate) const MAX_ROUNDS: usize = 4;
/// The most hole cards a player may have.
pub(crate) const MAX_HOLE_CARDS: usize = 2;
/// The most cards a complete board may have.
pub(crate) const MAX_BOARD_CARDS: usize = 5;
/// The most decision nodes a betting tree may have: 200 big blinds with three sizes need 76,176.
pub(crate) const MAX_DECISION_NODES: u64 = 1 << 20;

/// The longest game file that is accepted, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 16;

/// A heads-up game that can be played and solved: every value has been checked.
///
/// Positions are 0 and 1. In hold'em with reverse blinds position 0 is the big blind and position 1 the button. Rounds
/// are numbered from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameDefinition {
    pub(super) beginning: Beginning,
    pub(super) blinds: [Chips; 2],
    pub(super) betting: Betting,
    pub(super) rounds: Vec<RoundRules>,
    pub(super) suits: usize,
    pub(super) ranks: usize,
    pub(super) hole_cards: usize,
}

/// Where a hand is taken up: with blinds before the flop, or, in a spot, later.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Beginning {
    /// How many of hold'em's rounds are over.
    pub rounds_over: usize,
    /// What lies in the pot, of both players together; contributions count from here.
    pub pot: Chips,
}

/// What may be bet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Betting {
    /// The raise sizes of the rounds, so many times.
    Limit,
    /// The listed sizes, up to the stack that each player begins with, in chips.
    NoLimit { stack: Chips, sizes: Box<BetSizes> },
}

/// What a no-limit game is played with, where it is not as the game has it.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct GameOptions {
    /// What each player begins with, in big blinds.
    pub stack: Option<f64>,
    /// Which bets and raises there are; [`BetSizes::standard`] if left out.
    pub sizes: Option<BetSizes>,
}

impl GameOptions {
    /// Those of a table where any amount may be bet, so that no list of sizes matters.
    pub fn at_table() -> Self {
        Self { stack: None, sizes: Some(BetSizes::all_in()) }
    }

    pub(super) fn are_given(&self) -> bool {
        self.stack.is_some() || self.sizes.is_some()
    }

    /// Limit games take none.
    pub(super) fn refuse_for_limit(&self, name: &str) -> Result<(), GameError> {
        match self.are_given() {
            true => Err(GameError::OptionsOfLimitGame { name: shown(name) }),
            false => Ok(()),
        }
    }
}

/// What one betting round allows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RoundRules {
    /// In limit games; nothing in others.
    pub(super) raise_size: Chips,
    /// In limit games; none in others, whose sizes have caps.
    pub(super) max_raises: usize,
    pub(super) first_player: usize,
    pub(super) board_cards: usize,
}

impl GameDefinition {
    /// Reads an ACPC game file.
    ///
    /// # Errors
    /// [`GameError::Unreadable`] where the file is missing, not text or longer than 64 KiB; otherwise what
    /// [`parse`](Self::parse) finds, within [`GameError::InFile`].
    pub fn read(path: &Path) -> Result<Self, GameError> {
        Self::read_with(path, &GameOptions::default()).map(|(game, _)| game)
    }

    /// As [`read`](Self::read) with a stack and sizes of your own, and with remarks on what was left aside or assumed,
    /// each of them one line.
    pub fn read_with(path: &Path, options: &GameOptions) -> Result<(Self, Vec<String>), GameError> {
        let text = read_text(path, MAX_FILE_BYTES)
            .map_err(|error| GameError::Unreadable { path: path.to_owned(), problem: error.to_string() })?;
        let (game, mut remarks) = Self::parse_with(&text, options).map_err(|error| error.in_file(path))?;
        remarks.iter_mut().for_each(|remark| *remark = format!("{}: {remark}", path.display()));
        Ok((game, remarks))
    }

    /// As [`read_with`](Self::read_with) for a table, where any amount may be bet: a no-limit game may be so deep that
    /// its tree would be too large.
    pub fn read_for_table(path: &Path) -> Result<(Self, Vec<String>), GameError> {
        Self::read_with(path, &GameOptions::default())
            .or_else(|error| Self::read_with(path, &GameOptions::at_table()).map_err(|_| error))
    }

    /// Reads the text of an ACPC game definition.
    ///
    /// Keys are case-insensitive; empty lines, lines that start with `#`, and everything after `END GAMEDEF` are
    /// ignored. As in the competition's own reader a definition without `limit` is a limit game, values beyond those
    /// of all rounds or players are left aside, position 0 begins every round for which `firstPlayer` has no value, and
    /// 255 raises are allowed where `maxRaises` has none. The `stack` of a limit game is accepted where it can never
    /// bind, and is then ignored. A no-limit game needs equal stacks, and gets [`BetSizes::standard`].
    pub fn parse(text: &str) -> Result<Self, GameError> {
        Self::parse_with(text, &GameOptions::default()).map(|(game, _)| game)
    }

    /// As [`parse`](Self::parse) with a stack and sizes of your own, and with remarks on what was left aside or
    /// assumed, each of them one line.
    pub fn parse_with(text: &str, options: &GameOptions) -> Result<(Self, Vec<String>), GameError> {
        acpc_text::parse(text, options)
    }

    /// The definition as canonical ACPC text, which [`parse_with`](Self::parse_with) and the same
    /// [`sizes`](Self::sizes) read back to an equal definition.
    pub fn to_acpc_text(&self) -> String {
        let per_round = |value: fn(&RoundRules) -> usize| {
            self.rounds.iter().map(|rules| value(rules).to_string()).collect::<Vec<_>>().join(" ")
        };
        let round_chips = || self.rounds.iter().map(|r| r.raise_size.to_string()).collect::<Vec<_>>().join(" ");
        let is_limit = self.betting == Betting::Limit;
        let mut text = format!("GAMEDEF\n{}\nnumPlayers = 2\n", if is_limit { "limit" } else { "nolimit" });
        let lines = [
            ("numRounds", Some(self.rounds().to_string())),
            ("stack", self.stack().map(|stack| format!("{stack} {stack}"))),
            ("blind", Some(format!("{} {}", self.blinds[0], self.blinds[1]))),
            ("raiseSize", is_limit.then(round_chips)),
            ("firstPlayer", Some(per_round(|r| r.first_player + 1))),
            ("maxRaises", is_limit.then(|| per_round(|r| r.max_raises))),
            ("numSuits", Some(self.suits.to_string())),
            ("numRanks", Some(self.ranks.to_string())),
            ("numHoleCards", Some(self.hole_cards.to_string())),
            ("numBoardCards", Some(per_round(|r| r.board_cards))),
        ];
        for (key, value) in lines {
            let _ = value.map(|value| writeln!(text, "{key} = {value}"));
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
        let same_betting = match (&self.betting, &other.betting) {
            (Betting::Limit, Betting::Limit) => true,
            (Betting::NoLimit { stack, sizes }, Betting::NoLimit { stack: others, sizes: other_sizes }) => {
                fits(*stack, *others) && sizes == other_sizes
            }
            _ => false,
        };
        (self.suits, self.ranks, self.hole_cards) == (other.suits, other.ranks, other.hole_cards)
            && same_betting
            && self.rounds.len() == other.rounds.len()
            && self.blinds.iter().zip(&other.blinds).all(|(&own, &other)| fits(own, other))
            && self.rounds.iter().zip(&other.rounds).all(same_round)
    }

    /// The deck of heads-up hold'em, if it is that: the built-in limit game, or a no-limit game of any stack, sizes and
    /// blinds.
    pub fn holdem_deck(&self) -> Option<Deck> {
        let deck = Deck::of_cards(self.deck())?;
        let holdem = Self::holdem_limit_on(deck);
        let dealt = |game: &Self| -> Vec<[usize; 2]> {
            game.rounds.iter().map(|rules| [rules.first_player, rules.board_cards]).collect()
        };
        let is_holdem = match self.betting {
            Betting::Limit => *self == holdem,
            Betting::NoLimit { .. } => {
                self.hole_cards == holdem.hole_cards && dealt(self) == dealt(&holdem) && self.blinds[0] > self.blinds[1]
            }
        };
        is_holdem.then_some(deck)
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
        self.blinds[0].max(self.blinds[1]).max(Chips(1))
    }

    /// What lies in the pot before anybody has put anything in: nothing but in spots.
    pub fn pot_before(&self) -> Chips {
        self.beginning.pot
    }

    /// What each player begins with; `None` in limit games.
    pub fn stack(&self) -> Option<Chips> {
        match self.betting {
            Betting::Limit => None,
            Betting::NoLimit { stack, .. } => Some(stack),
        }
    }

    /// Which bets and raises a no-limit game has; `None` in limit games.
    pub fn sizes(&self) -> Option<&BetSizes> {
        match &self.betting {
            Betting::Limit => None,
            Betting::NoLimit { sizes, .. } => Some(sizes),
        }
    }

    /// The same no-limit game with other sizes, unchecked.
    pub(super) fn with_betting_sizes(mut self, others: BetSizes) -> Self {
        if let Betting::NoLimit { sizes, .. } = &mut self.betting {
            **sizes = others;
        }
        self
    }

    /// A no-limit game whose sizes fit and whose tree is not too large.
    pub(super) fn checked(self) -> Result<Self, GameError> {
        let Betting::NoLimit { sizes, .. } = &self.betting else { return Ok(self) };
        match sizes.problem(self.beginning.rounds_over, self.rounds(), self.has_opening_bet()) {
            Some(problem) => Err(GameError::UnfitSizes { problem }),
            None => tree_size::check(&self, sizes).map(|()| self),
        }
    }

    /// This game where only limit games can be played.
    ///
    /// # Errors
    /// [`GameError::NoLimit`] for others, where `what` (such as "the dealer plays") has limit games only.
    pub fn limit_only(self, what: &'static str) -> Result<Self, GameError> {
        if self.betting == Betting::Limit { Ok(self) } else { Err(GameError::NoLimit { what }) }
    }

    /// Whether the big blind counts as a bet; equal blinds are antes.
    pub(super) fn has_opening_bet(&self) -> bool {
        self.blinds[0] != self.blinds[1]
    }

    /// Whether the first player may call the big blind.
    pub(super) fn allows_limps(&self) -> bool {
        self.sizes().is_none_or(BetSizes::allows_limps)
    }

    /// The position that acts first after the flop; in the first of several rounds that of the second one.
    pub(super) fn out_of_position(&self, round: usize) -> usize {
        self.first_player(round.max(1).min(self.rounds() - 1))
    }

    /// How much a bet or raise adds to the other player's chips in this round of a limit game; nothing in others.
    ///
    /// # Panics
    /// This and the following functions panic where `round` is not below [`rounds`](Self::rounds).
    pub fn raise_size(&self, round: usize) -> Chips {
        self.rounds[round].raise_size
    }

    /// How many bets and raises the round of a limit game allows; blinds are not counted among them. None in others.
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
