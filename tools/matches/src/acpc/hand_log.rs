//! The log of a match: comment lines, one line for each finished hand, the score. It can be read at any time.

use solver::game::PlayedBetting;
use std::collections::HashSet;
use std::fmt;
use std::path::Path;

use super::error::AcpcError;
use super::line_file::LineFile;
use super::match_files::MatchTerms;
use super::match_state::{AcpcGame, winnings};
use super::table_cards::TableCards;

#[derive(Debug)]
pub struct HandLog {
    file: LineFile,
    /// Hands with smaller numbers are in it already.
    next_hand: u32,
    last: Option<HandRecord>,
}

impl HandLog {
    /// A new log with its comment lines, or one of an earlier match anew.
    pub fn create(path: &Path, terms: &MatchTerms) -> Result<Self, AcpcError> {
        let mut file = LineFile::create(path, is_first_line)?;
        file.write_line(terms)?;
        Ok(Self { file, next_hand: 0, last: None })
    }

    /// A log to be continued: comment lines again, as the competition's dealer writes them, then the hands that follow.
    pub fn append(path: &Path, terms: &MatchTerms) -> Result<Self, AcpcError> {
        let mut file = LineFile::append(path)?;
        let expected = terms.to_string();
        let expected = expected.lines().next().unwrap_or_default();
        let mut next_hand = 0;
        while let Some(line) = file.next_line()? {
            match LogLine::parse(&terms.game, &line) {
                Some(LogLine::Comment) if line.starts_with("# name/") && line != expected => {
                    return Err(file.unexpected(expected, line));
                }
                // Other players, or the same ones in other seats: their money would be added to these players' score.
                Some(LogLine::Hand(record)) if record.names != terms.names_in(record.hand) => {
                    let [first, second] = terms.names_in(record.hand);
                    return Err(file.unexpected(&format!("a hand of {first}|{second}"), line));
                }
                Some(LogLine::Hand(record)) => next_hand = next_hand.max(record.hand.saturating_add(1)),
                Some(LogLine::Score(_)) => return Err(file.unexpected("a match that is not over", line)),
                Some(LogLine::Comment) => {}
                None => return Err(file.unexpected("a line of this game's log", line)),
            }
        }
        file.write_line(terms)?;
        Ok(Self { file, next_hand, last: None })
    }

    /// A log to add hands to, whoever played the hands already there: new hands are numbered from [`Self::next_hand`].
    /// No finished hand is lost, whether or not its line has an end; only an incomplete last line is removed.
    pub fn extend(path: &Path, terms: &MatchTerms) -> Result<Self, AcpcError> {
        let mut file = LineFile::extend(path)?;
        let (mut next_hand, mut last) = (0, None);
        let mut names = HashSet::new();
        let is_whole = |names: &HashSet<String>, line: &str| match LogLine::parse(&terms.game, line) {
            Some(LogLine::Hand(record)) => !is_cut(&record.names[1], names.iter().map(String::as_str)),
            parsed => parsed.is_some(),
        };
        while let Some(line) = file.next_line_or_whole(|line| is_whole(&names, line))? {
            match LogLine::parse(&terms.game, &line) {
                Some(LogLine::Hand(record)) => {
                    next_hand = next_hand.max(record.hand.saturating_add(1));
                    names.extend(record.names.clone());
                    last = Some(record);
                }
                Some(LogLine::Comment | LogLine::Score(_)) => {}
                None => return Err(file.unexpected("a line of this game's log", line)),
            }
        }
        file.write_line(terms)?;
        Ok(Self { file, next_hand, last })
    }

    pub fn last(&self) -> Option<&HandRecord> {
        self.last.as_ref()
    }

    pub fn length(&self) -> u64 {
        self.file.length()
    }

    /// Takes back what was added after it had so many bytes.
    pub(crate) fn cut_to(&mut self, length: u64) {
        self.file.cut_to(length);
    }

    pub fn next_hand(&self) -> u32 {
        self.next_hand
    }

    /// Adds a hand, unless it was there already.
    pub fn write_hand(&mut self, record: &HandRecord) -> Result<(), AcpcError> {
        if record.hand < self.next_hand { Ok(()) } else { self.file.write_line(record) }
    }

    pub(crate) fn write_score(&mut self, score: &Score) -> Result<(), AcpcError> {
        self.file.write_line(score)
    }

    pub fn path(&self) -> &Path {
        self.file.path()
    }
}

/// Whether a log can begin with a line.
fn is_first_line(line: &str) -> bool {
    ["# name/game/hands/seed ", "STATE:", "SCORE:"].iter().any(|start| line.starts_with(start))
}

/// Whether a name at the end of a line was cut off: no known name is equal to it, but one begins with it.
pub(super) fn is_cut<'a>(name: &str, mut others: impl Iterator<Item = &'a str> + Clone) -> bool {
    others.clone().all(|known| known != name) && others.any(|known| known.starts_with(name))
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LogLine {
    /// A remark, or nothing.
    Comment,
    Hand(HandRecord),
    Score(Score),
}

impl LogLine {
    /// Reads a line without its end; `None` for what does not belong in a log of this game.
    pub fn parse(game: &AcpcGame, line: &str) -> Option<Self> {
        if line.is_empty() || line.starts_with('#') {
            return Some(Self::Comment);
        }
        let hand = HandRecord::parse(game, line).map(Self::Hand);
        hand.or_else(|| Score::parse(line).map(Self::Score))
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandRecord {
    pub hand: u32,
    pub betting: String,
    /// All hole cards, and the board as far as it was dealt.
    pub cards: TableCards,
    pub chips: [i64; 2],
    pub names: [String; 2],
}

impl HandRecord {
    pub fn of(hand: u32, betting: &PlayedBetting<'_>, cards: &TableCards, names: [&str; 2]) -> Option<Self> {
        let won = i64::from(winnings(betting, cards)?.0);
        let cards = cards.up_to(betting.round());
        let betting = betting.text().to_owned();
        Some(Self { hand, betting, cards, chips: [won, -won], names: names.map(str::to_owned) })
    }

    /// Reads a line without its end; `None` for anything that is not, character for character, a finished hand of this
    /// game with the chips that its cards and its betting give.
    pub fn parse(game: &AcpcGame, line: &str) -> Option<Self> {
        let StatedHand { record, stated } = StatedHand::read(game, line).ok()?;
        (record.chips == stated).then_some(record)
    }
}

/// A finished hand as a line states it, before its chips are compared with those of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatedHand {
    /// The hand, with the chips that its cards and its betting give in this game.
    pub record: HandRecord,
    pub stated: [i64; 2],
}

impl StatedHand {
    /// Reads a line without its end: a finished hand of this game, at any stakes.
    pub fn read(game: &AcpcGame, line: &str) -> Result<Self, String> {
        let fields: Vec<&str> = line.split(':').collect();
        let ["STATE", hand, betting, cards, chips, names] = fields[..] else {
            return Err("it is not 'STATE' with number, betting, cards, chips and names".to_owned());
        };
        let number = hand.parse().ok().filter(|number: &u32| number.to_string() == hand);
        let number = number.ok_or("its number is not one from 0 to 4294967295")?;
        let players = names.split('|').count().max(chips.split('|').count());
        let ([first, second], 2) = (names.split_once('|').map_or([""; 2], <[&str; 2]>::from), players) else {
            return Err(format!("it names {players} players, or more chips than players"));
        };
        // Logs that were edited or copied from a page end in spaces.
        let [first, second] = [first.trim(), second.trim()];
        if first.is_empty() || second.is_empty() {
            return Err("a player has no name".to_owned());
        }
        let stated = stated_chips(chips).ok_or("its chips are not two whole numbers")?;
        let betting = PlayedBetting::read(game.definition(), betting)?;
        let table = TableCards::parse(game.definition(), betting.round(), cards);
        let table = table.filter(|table| table.is_open() && table.to_string() == cards);
        let table = table.ok_or("its cards are not those of this betting, or one is there twice")?;
        let record = HandRecord::of(number, &betting, &table, [first, second]).ok_or("its betting is not over")?;
        Ok(Self { record, stated })
    }
}

fn stated_chips(text: &str) -> Option<[i64; 2]> {
    let (first, second) = text.split_once('|')?;
    let chips = [first.parse().ok()?, second.parse().ok()?];
    (format!("{}|{}", chips[0], chips[1]) == text).then_some(chips)
}

impl fmt::Display for HandRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { hand, betting, cards, chips, names } = self;
        write!(f, "STATE:{hand}:{betting}:{cards}:{}|{}:{}|{}", chips[0], chips[1], names[0], names[1])
    }
}

/// The end of a match: what each seat won in all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Score {
    pub chips: [i64; 2],
    pub names: [String; 2],
}

impl Score {
    /// Reads a line without its end; `None` for anything that is not, character for character, a score.
    pub fn parse(line: &str) -> Option<Self> {
        let (chips, names) = line.strip_prefix("SCORE:")?.split_once(':')?;
        let (chips, names) = (chips.split_once('|')?, names.split_once('|')?);
        let chips = [chips.0.parse().ok()?, chips.1.parse().ok()?];
        let score = Self { chips, names: [names.0.to_owned(), names.1.to_owned()] };
        (score.to_string() == line).then_some(score)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { chips, names } = self;
        write!(f, "SCORE:{}|{}:{}|{}", chips[0], chips[1], names[0], names[1])
    }
}
