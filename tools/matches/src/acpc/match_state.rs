//! The line that shows a player the state of the match: `MATCHSTATE:1:0:rc/:|2hAc/5sKs7s`.

use std::fmt;

use super::betting_walk::BettingWalk;
use super::game::AcpcGame;
use super::table_cards::TableCards;

/// A hand as one position sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchState {
    /// Who sees it, position 0 or 1.
    pub position: usize,
    /// The hand's number in the match, from 0.
    pub hand: u32,
    /// The betting so far, rounds separated by slashes.
    pub betting: String,
    /// The cards that this position sees.
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
