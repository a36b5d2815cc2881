//! The lines of a match log: one `STATE` for each finished hand, one `SCORE` at the end.

use std::fmt;

use super::betting_walk::BettingWalk;
use super::game::AcpcGame;
use super::table_cards::TableCards;

/// A finished hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandRecord {
    /// Its number in the match, from 0.
    pub hand: u32,
    /// The whole betting.
    pub betting: String,
    /// All hole cards, and the board as far as it was dealt.
    pub cards: TableCards,
    /// What each position won.
    pub chips: [i64; 2],
    /// Who sat in each position.
    pub names: [String; 2],
}

impl HandRecord {
    /// The record of a hand; `None` while it goes on.
    pub fn of(hand: u32, betting: &BettingWalk<'_>, cards: &TableCards, names: [&str; 2]) -> Option<Self> {
        let won = i64::from(betting.winnings(cards)?.0);
        let cards = cards.up_to(betting.round());
        let betting = betting.text().to_owned();
        Some(Self { hand, betting, cards, chips: [won, -won], names: names.map(str::to_owned) })
    }

    /// Reads a line without its end; `None` for anything that is not, character for character, a finished hand of this
    /// game with the chips that its cards and its betting give.
    pub fn parse(game: &AcpcGame, line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split(':').collect();
        let ["STATE", hand, betting, cards, _, names] = fields[..] else { return None };
        let betting = BettingWalk::parse(game.tree(), betting)?;
        let cards = TableCards::parse(game.definition(), betting.round(), cards).filter(TableCards::is_open)?;
        let (first, second) = names.split_once('|')?;
        let record = Self::of(hand.parse().ok()?, &betting, &cards, [first, second])?;
        (record.to_string() == line).then_some(record)
    }
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
    /// Chips by seat.
    pub chips: [i64; 2],
    /// Names by seat.
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
