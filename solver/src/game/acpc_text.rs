//! Reads the ACPC text of a game: lines to keys and values, values to a checked definition.
//!
//! As in the competition's own reader (`readGame` of its `game.c`) more values than a game has rounds or players are
//! left aside, and rounds without a value get the reader's default: the first player is 1, raises are limited to 255,
//! the most that its counter holds. Raise sizes, blinds and board cards have no default. Each liberty is a remark.

use evaluator::card::{RANKS, SUITS};
use std::ops::RangeInclusive;

use super::game_definition::{
    Beginning, Betting, GameDefinition, GameOptions, MAX_BOARD_CARDS, MAX_DECISION_NODES, MAX_HOLE_CARDS, MAX_ROUNDS,
    RoundRules,
};
use super::game_error::{GameError, shown};
use super::sizes::BetSizes;
use super::tree_size;
use crate::units::Chips;

/// Keys with values, each with an example line from hold'em.
const KEYS: [(&str, &str); 11] = [
    ("numPlayers", "numPlayers = 2"),
    ("numRounds", "numRounds = 4"),
    ("blind", "blind = 10 5"),
    ("raiseSize", "raiseSize = 10 10 20 20"),
    ("firstPlayer", "firstPlayer = 2 1 1 1"),
    ("maxRaises", "maxRaises = 3 4 4 4"),
    ("numSuits", "numSuits = 4"),
    ("numRanks", "numRanks = 13"),
    ("numHoleCards", "numHoleCards = 2"),
    ("numBoardCards", "numBoardCards = 0 3 1 1"),
    ("stack", "stack = 1000 1000"),
];

/// With at most 255 raises in each of four rounds, a pot of such chips still fits 32 bits.
const CHIPS: RangeInclusive<i64> = 0..=1_000_000;

/// With so many chips of each player a pot still fits 32 bits.
const MAX_STACK: i64 = 1_000_000_000;

/// The most raises of a round where a definition does not say how many.
const DEFAULT_MAX_RAISES: i64 = 255;
/// The player who acts first in a round where a definition does not say who.
const DEFAULT_FIRST_PLAYER: i64 = 1;

/// The definition in a text, with remarks on what was left aside or assumed.
pub(super) fn parse(text: &str, options: &GameOptions) -> Result<(GameDefinition, Vec<String>), GameError> {
    let mut remarks = Vec::new();
    let game = Lines::read(text)?.definition(options, &mut remarks)?;
    Ok((game.checked()?, remarks))
}

/// A key's values and the line they are on.
struct Values<'t> {
    key: &'static str,
    line: usize,
    words: Vec<&'t str>,
}

/// All lines of a definition, each key once.
struct Lines<'t> {
    values: Vec<Values<'t>>,
    is_no_limit: bool,
    end: usize,
}

impl<'t> Lines<'t> {
    fn read(text: &'t str) -> Result<Self, GameError> {
        let mut lines = Self { values: Vec::new(), is_no_limit: false, end: 0 };
        let (mut started, mut betting_line) = (false, None);
        let mut last = 0;
        for (index, raw) in text.lines().enumerate() {
            let (line, content) = (index + 1, raw.trim());
            last = line;
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            let lower = content.to_ascii_lowercase();
            if !started {
                if lower != "gamedef" {
                    return Err(syntax(line, "GAMEDEF", content, "start the definition with a line 'GAMEDEF'"));
                }
                started = true;
                continue;
            }
            match lower.as_str() {
                "limit" | "nolimit" => {
                    let key = if lower == "limit" { "limit" } else { "nolimit" };
                    match betting_line.replace((line, key)) {
                        Some((first_line, first)) if first == key => {
                            return Err(GameError::DuplicateKey { line, first_line, key });
                        }
                        Some(_) => {
                            return Err(unsupported(line, "limit or nolimit", "both", "remove one of the lines"));
                        }
                        None => lines.is_no_limit = key == "nolimit",
                    }
                }
                _ if lower.split_whitespace().eq(["end", "gamedef"]) => {
                    lines.end = line;
                    return Ok(lines);
                }
                _ => lines.read_values(line, content)?,
            }
        }
        let (expected, advice) = match started {
            true => ("END GAMEDEF", "the text is cut off: end it with a line 'END GAMEDEF'"),
            false => ("GAMEDEF", "start the definition with a line 'GAMEDEF'"),
        };
        Err(syntax(last + 1, expected, "the end of the text", advice))
    }

    fn read_values(&mut self, line: usize, content: &'t str) -> Result<(), GameError> {
        let name_end = content.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(content.len());
        let (name, rest) = content.split_at(name_end);
        let Some(key) = KEYS.iter().map(|(key, _)| *key).find(|key| key.eq_ignore_ascii_case(name)) else {
            let keys = KEYS.map(|(key, _)| key).join(", ");
            return Err(syntax(line, "a key of a game", name, &format!("the keys are limit, nolimit, {keys}")));
        };
        if let Some(first) = self.find(key) {
            return Err(GameError::DuplicateKey { line, first_line: first.line, key });
        }
        let rest = rest.trim_start();
        let words = rest.strip_prefix('=').unwrap_or(rest).split_whitespace().collect();
        self.values.push(Values { key, line, words });
        Ok(())
    }

    fn find(&self, key: &str) -> Option<&Values<'t>> {
        self.values.iter().find(|values| values.key == key)
    }

    fn get(&self, key: &'static str) -> Result<&Values<'t>, GameError> {
        self.find(key).ok_or_else(|| {
            let example = KEYS.iter().find(|(name, _)| *name == key).map_or("", |(_, example)| example);
            GameError::MissingKey { line: self.end, key, example }
        })
    }

    fn definition(&self, options: &GameOptions, remarks: &mut Vec<String>) -> Result<GameDefinition, GameError> {
        let players = self.get("numPlayers")?;
        let player_count = players.one_within(i64::MIN..=i64::MAX, remarks)?;
        if player_count != 2 {
            let advice = "solve a heads-up game";
            return Err(unsupported(players.line, "numPlayers = 2", &player_count.to_string(), advice));
        }
        let rounds = self.get("numRounds")?.one_within(1..=MAX_ROUNDS as i64, remarks)? as usize;
        let blind = self.get("blind")?;
        let blinds = blind.many(2, "player", CHIPS, remarks)?;
        if blinds.iter().all(|&chips| chips == 0) {
            let expected = "with at least one chip from one player (the unit of all results)".to_owned();
            return Err(GameError::OutOfRange { line: blind.line, key: "blind", expected, found: 0 });
        }
        let (raise_size, max_raises) = match self.is_no_limit {
            true => (vec![0; rounds], vec![0; rounds]),
            false => self.limit_raises(rounds, remarks)?,
        };
        let first_player = self.many_or("firstPlayer", DEFAULT_FIRST_PLAYER, rounds, 1..=2, remarks)?;
        let suits = self.get("numSuits")?.one_within(1..=SUITS as i64, remarks)? as usize;
        let ranks = self.get("numRanks")?.one_within(1..=RANKS as i64, remarks)? as usize;
        let hole_cards = self.get("numHoleCards")?.one_within(1..=MAX_HOLE_CARDS as i64, remarks)? as usize;
        let board_cards = self.get("numBoardCards")?.many(rounds, "round", 0..=MAX_BOARD_CARDS as i64, remarks)?;

        let rules = (0..rounds).map(|round| RoundRules {
            raise_size: Chips(raise_size[round] as i32),
            max_raises: max_raises[round] as usize,
            first_player: first_player[round] as usize - 1,
            board_cards: board_cards[round] as usize,
        });
        let rounds = rules.collect();
        let blinds = [Chips(blinds[0] as i32), Chips(blinds[1] as i32)];
        let (beginning, betting) = (Beginning::default(), Betting::Limit);
        let mut game = GameDefinition { beginning, blinds, betting, rounds, suits, ranks, hole_cards };
        self.check_cards(&game)?;
        if self.is_no_limit {
            let stack = self.stack(game.big_blind(), options.stack, remarks)?;
            let sizes = Box::new(options.sizes.clone().unwrap_or_else(BetSizes::standard));
            game.betting = Betting::NoLimit { stack, sizes };
            return Ok(game);
        }
        options.refuse_for_limit("this")?;
        self.check_stacks(&game, remarks)?;
        self.check_size(&game)?;
        Ok(game)
    }

    /// The raise sizes of the rounds of a limit game, and how many raises each allows.
    fn limit_raises(&self, rounds: usize, remarks: &mut Vec<String>) -> Result<(Vec<i64>, Vec<i64>), GameError> {
        let sizes = self.get("raiseSize")?.many(rounds, "round", 1..=*CHIPS.end(), remarks)?;
        let most = self.many_or("maxRaises", DEFAULT_MAX_RAISES, rounds, 0..=DEFAULT_MAX_RAISES, remarks)?;
        Ok((sizes, most))
    }

    /// What each player of a no-limit game begins with, unless big blinds are given for it.
    fn stack(&self, big_blind: Chips, given: Option<f64>, remarks: &mut Vec<String>) -> Result<Chips, GameError> {
        for (key, advice) in [
            ("raiseSize", "remove the line: a no-limit game has bet sizes in a text of their own"),
            ("maxRaises", "remove the line: the cap of a no-limit game belongs to its bet sizes"),
        ] {
            if let Some(values) = self.find(key) {
                return Err(unsupported(values.line, "no such line in a no-limit game", key, advice));
            }
        }
        let (least, most) = (i64::from(big_blind.0), MAX_STACK);
        if let Some(big_blinds) = given {
            let chips = big_blinds * big_blind.as_f64();
            let is_whole = (least as f64..=most as f64).contains(&chips) && (chips - chips.round()).abs() < 1e-6;
            let expected = || format!("a whole number of chips from {least} to {most}, at {big_blind} a big blind");
            return match is_whole {
                true => Ok(Chips(chips.round() as i32)),
                false => Err(GameError::Stack { found: big_blinds.to_string(), expected: expected() }),
            };
        }
        let line = self.get("stack")?;
        let stacks = line.many(2, "player", 1..=most, remarks)?;
        match stacks[..] {
            [one, other] if one != other => Err(GameError::UnequalStacks { line: line.line, stacks: [one, other] }),
            [stack, ..] if stack < least => {
                let expected = format!("stacks of at least the big blind, {least}");
                Err(unsupported(line.line, &expected, &stack.to_string(), "raise the stacks or lower the blinds"))
            }
            [stack, ..] => Ok(Chips(stack as i32)),
            [] => Ok(big_blind),
        }
    }

    /// A number for each round, and the default for rounds that are given none.
    fn many_or(
        &self,
        key: &str,
        default: i64,
        rounds: usize,
        range: RangeInclusive<i64>,
        remarks: &mut Vec<String>,
    ) -> Result<Vec<i64>, GameError> {
        let Some(values) = self.find(key) else {
            remarks.push(format!("no line '{key}': {default} in each round, as in the competition's reader"));
            return Ok(vec![default; rounds]);
        };
        let given = values.words.len().min(rounds);
        let mut numbers = values.many(given, "round", range, remarks)?;
        if given < rounds {
            let line = values.line;
            let more = format!("{given} of {rounds} values for '{key}': {default} in the other rounds");
            remarks.push(format!("line {line}: {more}, as in the competition's reader"));
            numbers.resize(rounds, default);
        }
        Ok(numbers)
    }

    fn check_cards(&self, game: &GameDefinition) -> Result<(), GameError> {
        let board = game.board_cards(game.rounds() - 1);
        let board_line = self.get("numBoardCards")?.line;
        if board > MAX_BOARD_CARDS {
            let expected = format!("at most {MAX_BOARD_CARDS} board cards in all rounds together");
            return Err(unsupported(board_line, &expected, &board.to_string(), "deal fewer board cards"));
        }
        let (deck, dealt) = (game.suits * game.ranks, 2 * game.hole_cards + board);
        if dealt > deck {
            let expected = format!("a deck of at least {dealt} cards for two players' hole cards and the board");
            let found = format!("{deck} (numSuits x numRanks)");
            return Err(unsupported(board_line, &expected, &found, "deal fewer cards or add suits or ranks"));
        }
        Ok(())
    }

    /// A stack matters only where a player could run out of chips: in limit games the most one can pay is known.
    fn check_stacks(&self, game: &GameDefinition, remarks: &mut Vec<String>) -> Result<(), GameError> {
        let Some(stack) = self.find("stack") else { return Ok(()) };
        let raises = game.rounds.iter().map(|r| r.raise_size.0 as i64 * r.max_raises as i64).sum::<i64>();
        let most = i64::from(game.big_blind().0) + raises;
        let stacks = stack.many(2, "player", 0..=i64::MAX, remarks)?;
        match stacks.into_iter().min() {
            Some(least) if least < most => {
                let expected = format!("stacks of at least {most} chips, the most a player can pay in a game");
                let advice = "raise the stacks or leave the line out: all-in play is not supported";
                Err(unsupported(stack.line, &expected, &least.to_string(), advice))
            }
            _ => Ok(()),
        }
    }

    fn check_size(&self, game: &GameDefinition) -> Result<(), GameError> {
        let nodes = tree_size::decisions(game).unwrap_or(u64::MAX);
        if nodes > MAX_DECISION_NODES {
            let expected = format!("a betting tree of at most {MAX_DECISION_NODES} decision nodes");
            let line = self.find("maxRaises").map_or(self.end, |values| values.line);
            return Err(unsupported(line, &expected, &nodes.to_string(), "give lower maxRaises"));
        }
        Ok(())
    }
}

impl Values<'_> {
    fn one_within(&self, range: RangeInclusive<i64>, remarks: &mut Vec<String>) -> Result<i64, GameError> {
        Ok(self.many(1, "game", range, remarks)?[0])
    }

    /// The first `count` values; those after them are left aside.
    fn many(
        &self,
        count: usize,
        per: &'static str,
        range: RangeInclusive<i64>,
        remarks: &mut Vec<String>,
    ) -> Result<Vec<i64>, GameError> {
        let (line, key) = (self.line, self.key);
        if self.words.len() < count {
            return Err(GameError::WrongLength { line, key, expected: count, found: self.words.len(), per });
        }
        let (words, surplus) = self.words.split_at(count);
        let expected = format!("whole numbers for '{key}'");
        let number = |word: &&str| {
            word.parse::<i64>().map_err(|_| syntax(line, &expected, word, "write them separated by spaces"))
        };
        let numbers = words.iter().map(number).collect::<Result<Vec<_>, _>>()?;
        if let Some(&found) = numbers.iter().find(|number| !range.contains(number)) {
            let expected = format!("from {} to {}", range.start(), range.end());
            return Err(GameError::OutOfRange { line, key, expected, found });
        }
        if !surplus.is_empty() {
            let surplus = shown(&surplus.join(" "));
            let read = if count == 1 { "1 value is".to_owned() } else { format!("{count} values are") };
            remarks.push(format!("line {line}: {read} read for '{key}', one per {per}; left aside: {surplus}"));
        }
        Ok(numbers)
    }
}

fn syntax(line: usize, expected: &str, found: &str, advice: &str) -> GameError {
    GameError::Syntax { line, expected: expected.into(), found: shown(found), advice: advice.into() }
}

fn unsupported(line: usize, expected: &str, found: &str, advice: &'static str) -> GameError {
    GameError::Unsupported { line, expected: expected.into(), found: found.into(), advice }
}
