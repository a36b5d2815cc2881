//! Poker hand histories (PHH, Kim 2024) read back: hands of heads-up limit hold'em, one TOML table each, by any
//! program.
//!
//! Player `p1` is position 0, the big blind, as [`super::phh`] writes them. Any unit of money will do as long as the
//! big blind, the small bet and twice the big bet agree as in
//! [`GameDefinition::holdem_limit`](solver::game::GameDefinition::holdem_limit), and nobody runs out of it; chips are
//! given in its units. Hole cards written `????` are hidden and stay so.

use evaluator::card::{Card, parse_cards};
use evaluator::card_set::CardSet;
use serde::Deserialize;
use solver::game::Action;

use super::betting_walk::BettingWalk;
use super::error::shown;
use super::game::AcpcGame;
use super::hand_record::HandRecord;
use super::table_cards::TableCards;

/// The hands of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Histories {
    /// All hands, hole cards empty where they are hidden.
    pub hands: Vec<HandRecord>,
    /// The line where each of them begins, from 1.
    pub lines: Vec<usize>,
    /// Whether the last one was cut off and left out.
    pub is_cut_off: bool,
}

/// Something that does not belong in a file of hand histories.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HistoryError {
    /// The line where the hand begins, from 1.
    pub line: usize,
    /// What is wrong, in a few words.
    pub problem: String,
}

/// One hand in the format; fields that are not needed are ignored.
#[derive(Deserialize)]
struct History {
    variant: String,
    #[serde(default)]
    antes: Vec<f64>,
    blinds_or_straddles: Vec<f64>,
    small_bet: f64,
    big_bet: f64,
    starting_stacks: Vec<f64>,
    actions: Vec<String>,
    players: Vec<String>,
    finishing_stacks: Option<Vec<f64>>,
    hand: Option<u32>,
}

/// Reads all hands of a text: one, or several under headings `[1]`, `[2]` and so on.
///
/// # Errors
/// [`HistoryError`] for the first hand that is not heads-up limit hold'em; an incomplete hand at the very end is left
/// out.
pub fn read_histories(game: &AcpcGame, text: &str) -> Result<Histories, HistoryError> {
    let (mut hands, mut lines) = (Vec::new(), Vec::new());
    let sections = sections(text);
    for (place, &(line, section)) in sections.iter().enumerate() {
        let number = u32::try_from(place).unwrap_or(u32::MAX);
        match read_history(game, section, number) {
            Ok(hand) => {
                hands.push(hand);
                lines.push(line);
            }
            Err(_) if place > 0 && place + 1 == sections.len() && is_unfinished(section) => {
                return Ok(Histories { hands, lines, is_cut_off: true });
            }
            Err(problem) => return Err(HistoryError { line, problem }),
        }
    }
    Ok(Histories { hands, lines, is_cut_off: false })
}

/// Whether the first line of a file that is neither blank nor a comment belongs to hand histories: a heading `[1]`, or
/// a key with its value, whichever comes first. No line of the competition's logs is either.
pub fn begins_history(line: &str) -> bool {
    let key = line.split_once('=').map(|(key, _)| key.trim_end());
    let is_key = |key: &str| key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    is_heading(line) || key.is_some_and(|key| !key.is_empty() && is_key(key))
}

/// `[1]`, `[2]` and so on.
fn is_heading(line: &str) -> bool {
    let inner = line.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    inner.is_some_and(|inner| !inner.is_empty() && inner.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a hand's text is cut off: within a line, or before its players, which come after the actions.
fn is_unfinished(section: &str) -> bool {
    !section.ends_with('\n') || !section.contains("players")
}

/// The hands' texts without their headings, each with the line where it begins.
fn sections(text: &str) -> Vec<(usize, &str)> {
    let mut sections = Vec::new();
    let (mut begin, mut begin_line, mut offset) = (0, 1, 0);
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if is_heading(line) {
            sections.push((begin_line, &text[begin..offset]));
            (begin, begin_line) = (offset + line.len(), number + 1);
        }
        offset += line.len();
    }
    sections.push((begin_line, &text[begin..]));
    // Text before the first heading is a hand only if there is no heading.
    sections.retain(|(_, section)| section.lines().any(|line| !line.trim().is_empty() && !line.starts_with('#')));
    sections
}

fn read_history(game: &AcpcGame, text: &str, number: u32) -> Result<HandRecord, String> {
    let history: History = toml::from_str(text).map_err(|error| shown(error.message().replace('\n', " ")))?;
    let rules = game.definition();
    let [big, small] = rules.blinds().map(|chips| f64::from(chips.0));
    let bets = [0, 2].map(|round| f64::from(rules.raise_size(round).0));
    let unit = history.blinds_or_straddles.iter().copied().fold(0.0, f64::max) / big;
    let fits = |value: f64, chips: f64| (value - chips * unit).abs() < 1e-6 * unit;
    let is_holdem = history.variant == "FT"
        && unit > 0.0
        && history.antes.iter().all(|&ante| ante == 0.0)
        && history.blinds_or_straddles.len() == 2
        && history.blinds_or_straddles.iter().any(|&blind| fits(blind, small))
        && fits(history.small_bet, bets[0])
        && fits(history.big_bet, bets[1]);
    let [first, second] =
        <[String; 2]>::try_from(history.players.clone()).map_err(|players| format!("{} players", players.len()))?;
    if !is_holdem {
        return Err(format!("variant {} of other blinds or bets", shown(&history.variant)));
    }
    let mut table = Replay { game, betting: game.start(), hole: [Vec::new(), Vec::new()], board: vec![Vec::new()] };
    for action in &history.actions {
        table.act(action).ok_or_else(|| format!("action '{}'", shown(action)))?;
    }
    if table.betting.decision().is_some() {
        return Err("a hand that is not over".to_owned());
    }
    let cards = TableCards { hole: table.hole, board: table.board };
    let all: Vec<Card> = cards.hole.iter().chain(&cards.board).flatten().copied().collect();
    if CardSet::of(&all).len() != all.len() || cards.board.len() != table.betting.round() + 1 {
        return Err("a card twice, or a board of another length".to_owned());
    }
    let paid = table.betting.contributions().map(|chips| chips.as_f64() * unit);
    if history.starting_stacks.iter().zip(paid).any(|(stack, paid)| *stack < paid - 1e-6 * unit) {
        return Err("a player who is all in for less than was bet".to_owned());
    }
    let needs_cards = table.betting.is_showdown() && !cards.is_open();
    let won = match (needs_cards, &history.finishing_stacks) {
        (false, _) => table.betting.winnings(&cards).map(|chips| i64::from(chips.0)),
        (true, Some(stacks)) => {
            let won = stacks.first().zip(history.starting_stacks.first()).map(|(after, before)| after - before);
            won.filter(|won| won.abs() <= paid[0] + 1e-6 * unit).map(|won| (won / unit).round() as i64)
        }
        (true, None) => None,
    };
    let won = won.ok_or("a showdown without cards and without finishing stacks that it could leave")?;
    let betting = table.betting.text().to_owned();
    let hand = history.hand.unwrap_or(number);
    Ok(HandRecord { hand, betting, cards, chips: [won, -won], names: [first, second] })
}

/// A hand replayed action by action.
struct Replay<'a> {
    game: &'a AcpcGame,
    betting: BettingWalk<'a>,
    hole: [Vec<Card>; 2],
    board: Vec<Vec<Card>>,
}

impl Replay<'_> {
    /// `None` for an action that cannot happen.
    fn act(&mut self, action: &str) -> Option<()> {
        let action = action.split('#').next()?;
        let words: Vec<&str> = action.split_whitespace().collect();
        match words[..] {
            // A remark alone.
            [] => Some(()),
            ["d", "dh", player, cards] => {
                let hole = hidden_or(cards)?;
                let fits = hole.is_empty() || hole.len() == self.game.definition().hole_cards();
                self.hole[position(player)?] = fits.then_some(hole)?;
                Some(())
            }
            ["d", "db", cards] => {
                let dealt = parse_cards(cards).ok()?;
                let (rules, round) = (self.game.definition(), self.board.len());
                (round < rules.rounds() && dealt.len() == rules.new_board_cards(round)).then(|| self.board.push(dealt))
            }
            [player, "sm", ..] => {
                // Shown cards that were hidden before are known now.
                let shown = hidden_or(words.get(2).copied().unwrap_or("????"))?;
                let hole = &mut self.hole[position(player)?];
                if hole.is_empty() && shown.len() == 2 {
                    *hole = shown;
                }
                Some(())
            }
            [player, "f"] => self.bet(player, Action::Fold),
            [player, "cc"] => self.bet(player, Action::Call),
            [player, "cbr", _] => self.bet(player, Action::Raise),
            _ => None,
        }
    }

    fn bet(&mut self, player: &str, action: Action) -> Option<()> {
        let node = self.betting.decision()?;
        (node.player == position(player)? && self.board.len() == node.round + 1 && self.betting.act(action))
            .then_some(())
    }
}

fn position(player: &str) -> Option<usize> {
    match player {
        "p1" => Some(0),
        "p2" => Some(1),
        _ => None,
    }
}

/// Cards, or none for `????`.
fn hidden_or(cards: &str) -> Option<Vec<Card>> {
    if cards.starts_with('?') { Some(Vec::new()) } else { parse_cards(cards).ok() }
}
