//! Hands in the poker hand history format (PHH, Kim 2024), several in one `.phhs` file: one TOML table for each hand.
//!
//! Only heads-up hold'em can be written in it (variant `FT`, fixed-limit Texas hold'em, or `NT` without a limit).
//! Player `p1` is position 0, the big blind; with two players the format lists the blinds from the button on, the
//! small one first. Amounts of bets and raises are a street's totals. With a limit nobody runs out of chips: stacks
//! hold a big blind more than a game can cost.
//!
//! Hands are added to a file after its last whole hand: what follows was cut off while it was being written.

use evaluator::card::Card;
use solver::game::{GameDefinition, PlayedAction};
use std::fmt::Write;
use std::path::Path;
use tables::file::reading::{MOST_LOG_BYTES, read_bytes};

use super::error::AcpcError;
use super::hand_log::HandRecord;
use super::line_file::LineFile;
use super::match_state::AcpcGame;
use super::phh_reader::{HistoryError, read_histories};

/// What a file must hold for further hands to be added.
const EXPECTED: &str = "hands of its game under headings [1], [2] and so on";

#[derive(Debug)]
pub struct PhhFile {
    file: LineFile,
    /// Hands with smaller numbers are in it already.
    next_hand: u32,
    /// What was left of the heading of a hand that was cut off.
    cut_heading: Option<String>,
}

impl PhhFile {
    pub fn create(path: &Path, game: &AcpcGame) -> Result<Self, AcpcError> {
        Self::check(game)?;
        Ok(Self { file: LineFile::create(path, is_heading)?, next_hand: 0, cut_heading: None })
    }

    /// A file to add hands to: no finished hand in it is lost, and new hands are numbered from [`Self::next_hand`]. A
    /// last hand that was cut off while it was being written is removed.
    pub fn extend(path: &Path, game: &AcpcGame) -> Result<Self, AcpcError> {
        Self::check(game)?;
        let mut file = LineFile::append(path)?;
        let bytes = read_bytes(path, MOST_LOG_BYTES)?;
        let whole = WholeHands::of(game, &bytes).map_err(|HistoryError { line, problem }| AcpcError::OtherMatch {
            path: path.to_owned(),
            line: line as u64,
            expected: EXPECTED.to_owned(),
            found: problem,
        })?;
        if whole.length < bytes.len() {
            file.cut_to(whole.length as u64);
        } else if bytes.last().is_some_and(|&last| last != b'\n') {
            // Some programs do not end the last line.
            file.write_line(&"")?;
        }
        Ok(Self { file, next_hand: whole.next_hand, cut_heading: whole.cut_heading })
    }

    /// Writes the hand again that was cut off, if it is this one.
    pub fn complete(&mut self, game: &AcpcGame, record: &HandRecord) -> Result<(), AcpcError> {
        if self.cut_heading.as_ref().is_some_and(|heading| heading_of(record).starts_with(heading)) {
            self.write_hand(game, record)?;
            self.next_hand = self.next_hand.max(record.hand.saturating_add(1));
            self.cut_heading = None;
        }
        Ok(())
    }

    pub fn next_hand(&self) -> u32 {
        self.next_hand
    }

    /// Checks that hands of this game can be written in the format.
    pub fn check(game: &AcpcGame) -> Result<(), AcpcError> {
        if is_holdem(game.definition()) {
            return Ok(());
        }
        let advice = "leave out --phh for other games";
        Err(AcpcError::setting("--phh", "heads-up hold'em with 52 cards", "another game", advice))
    }

    pub fn write_hand(&mut self, game: &AcpcGame, record: &HandRecord) -> Result<(), AcpcError> {
        self.file.write_line(&hand_history(game, record))
    }

    pub fn path(&self) -> &Path {
        self.file.path()
    }
}

/// The line above a hand; people count from 1.
fn heading_of(record: &HandRecord) -> String {
    format!("[{}]", u64::from(record.hand) + 1)
}

/// Whether a game is hold'em as the format defines it: any blinds; small bets first and big bets later, or no limit.
fn is_holdem(game: &GameDefinition) -> bool {
    let holdem = GameDefinition::holdem_limit();
    let same_cards = game.rounds() == holdem.rounds() && game.hole_cards() == holdem.hole_cards();
    let same_round = |round| {
        game.new_board_cards(round) == holdem.new_board_cards(round)
            && game.first_player(round) == holdem.first_player(round)
            && game.raise_size(round) == game.raise_size(if round < 2 { 0 } else { 2 })
    };
    same_cards
        && game.deck() == holdem.deck()
        && (0..game.rounds()).all(same_round)
        && game.blinds()[0] > game.blinds()[1]
}

/// A hand of hold'em as a TOML table, its lines without the last one's end.
pub fn hand_history(game: &AcpcGame, record: &HandRecord) -> String {
    let rules = game.definition();
    let [big, small] = rules.blinds();
    let raises: i32 = (0..rules.rounds()).map(|round| rules.raise_size(round).0 * rules.max_raises(round) as i32).sum();
    let stack = i64::from(rules.stack().map_or(2 * rules.big_blind().0 + raises, |stack| stack.0));
    let (variant, bets) = match rules.stack() {
        Some(_) => ("NT", format!("min_bet = {}", rules.big_blind())),
        None => ("FT", format!("small_bet = {}\nbig_bet = {}", rules.raise_size(0), rules.raise_size(2))),
    };
    let [first, second] = record.chips.map(|chips| stack + chips);
    let actions = actions(game, record).join("', '");
    let [name, other] = record.names.each_ref().map(|name| quoted(name));
    format!(
        "{}\nvariant = '{variant}'\nantes = [0, 0]\nblinds_or_straddles = [{small}, {big}]\n{bets}\n\
         starting_stacks = [{stack}, {stack}]\nactions = ['{actions}']\nhand = {}\nplayers = [{name}, {other}]\n\
         finishing_stacks = [{first}, {second}]\n",
        heading_of(record),
        record.hand,
    )
}

/// Deals, bets and shown hands in their order.
fn actions(game: &AcpcGame, record: &HandRecord) -> Vec<String> {
    let cards = |cards: &[Card]| cards.iter().fold(String::new(), |text, card| text + &card.to_string());
    // A hand from elsewhere may not tell what a player held.
    let of_player = |hole: &Vec<Card>| if hole.is_empty() { "????".to_owned() } else { cards(hole) };
    let holes = record.cards.hole.each_ref().map(of_player);
    let deal = |round: usize| format!("d db {}", record.cards.board.get(round).map_or(String::new(), |it| cards(it)));
    let mut actions = vec![format!("d dh p1 {}", holes[0]), format!("d dh p2 {}", holes[1])];
    let mut betting = game.start();
    // Who shows first: the last to bet or raise in the last round, or else the player who would act first.
    let (mut shows_first, mut round) = (0, 0);
    for (_, action) in PlayedAction::all_of(&record.betting) {
        let Some(decision) = betting.decision() else { break };
        if decision.round > round {
            (shows_first, round) = (decision.player, decision.round);
            actions.push(deal(round));
        }
        let player = decision.player + 1;
        actions.push(match action {
            PlayedAction::Fold => format!("p{player} f"),
            PlayedAction::Call => format!("p{player} cc"),
            PlayedAction::Raise | PlayedAction::RaiseTo(_) => {
                shows_first = decision.player;
                format!("p{player} cbr {}", decision.total(action) - decision.round_began)
            }
        });
        betting.act(action);
    }
    if betting.is_showdown() {
        // All-in before the river, cards are shown and the rest of the board is dealt.
        for position in [shows_first, 1 - shows_first] {
            actions.push(format!("p{} sm {}", position + 1, holes[position]));
        }
        actions.extend((round + 1..game.definition().rounds()).map(deal));
    }
    actions
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            _ if letter.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(letter));
            }
            _ => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

/// The keys of a hand as [`hand_history`] writes them, in their order; the last of them ends it.
fn keys(game: &AcpcGame) -> Vec<&'static str> {
    let bets: &[&str] = if game.definition().stack().is_some() { &["min_bet"] } else { &["small_bet", "big_bet"] };
    [&["variant", "antes", "blinds_or_straddles"], bets, &["starting_stacks", ACTIONS, "hand", PLAYERS, LAST]].concat()
}

/// The last key that the format demands: other programs may end there.
const ACTIONS: &str = "actions";
/// With all keys up to this one a hand says all that happened, and who played.
const PLAYERS: &str = "players";
const LAST: &str = "finishing_stacks";

/// The part of a file that holds whole hands.
#[derive(Debug)]
struct WholeHands {
    length: usize,
    /// The largest number of a heading, 0 without any: the number that the next hand has, counted from 0.
    next_hand: u32,
    /// What is left of the heading of the hand that was cut off.
    cut_heading: Option<String>,
}

impl WholeHands {
    fn of(game: &AcpcGame, bytes: &[u8]) -> Result<Self, HistoryError> {
        let text = match str::from_utf8(bytes) {
            Ok(text) => text,
            // A letter of several bytes was cut.
            Err(error) if error.error_len().is_none() => {
                str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default()
            }
            Err(error) => {
                let line = bytes[..error.valid_up_to()].split(|&byte| byte == b'\n').count();
                return Err(HistoryError { line, problem: "bytes that are not text".to_owned() });
            }
        };
        let tail = Tail::of(text);
        let keys = keys(game);
        let is_ours = |before: &str| before.lines().any(|line| line.starts_with(LAST));
        let cut = |tail: &Tail<'_>| tail.cut(&keys, if is_ours(&text[..tail.start]) { PLAYERS } else { ACTIONS });
        let mut length = tail.as_ref().and_then(cut).unwrap_or(text.len());
        let mut read = read_histories(game, &text[..length]);
        if let (Ok(found), Some(tail)) = (&read, &tail)
            && found.is_cut_off
        {
            // Of a hand in the words of another program.
            length = tail.start;
            read = read_histories(game, &text[..length]);
        }
        let read = read?;
        let (kept, last_line) = (&text[..length], text[..length].lines().count());
        let numbers = kept.lines().filter(|line| is_heading(line));
        let numbers = numbers.filter_map(|line| line.trim().trim_matches(['[', ']']).parse().ok());
        let next_hand = numbers.max().unwrap_or(0);
        if read.is_cut_off {
            return Err(HistoryError { line: last_line, problem: "a hand that breaks off".to_owned() });
        }
        // No hand could follow one without a heading.
        if !read.hands.is_empty() && next_hand == 0 {
            return Err(HistoryError { line: last_line, problem: "a hand without a heading".to_owned() });
        }
        let is_cut = tail.as_ref().filter(|tail| length <= tail.start && tail.start < text.len());
        let cut_heading = is_cut.and_then(|tail| text[tail.start..].lines().next()).map(|line| line.trim().to_owned());
        Ok(Self { length, next_hand, cut_heading })
    }
}

/// `[1]`, `[2]` and so on.
fn is_heading(line: &str) -> bool {
    let number = line.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a line without an end is the beginning of a heading.
fn begins_heading(line: &str) -> bool {
    line.strip_prefix('[').is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A text from its last heading on, which may be incomplete.
struct Tail<'t> {
    /// Where it begins in the whole text.
    start: usize,
    text: &'t str,
}

impl<'t> Tail<'t> {
    fn of(text: &'t str) -> Option<Self> {
        let (mut start, mut offset) = (None, 0);
        for line in text.split_inclusive('\n') {
            if is_heading(line) || (!line.ends_with('\n') && begins_heading(line)) {
                start = Some(offset);
            }
            offset += line.len();
        }
        start.map(|start| Self { start, text: &text[start..] })
    }

    /// Where to cut the whole text if this is the beginning of a hand in this program's own words, and no more; whole
    /// lines up to the key `least` make a hand.
    fn cut(&self, keys: &[&str], least: &str) -> Option<usize> {
        let lines_to = |key: &str| keys.iter().take_while(|&&it| it != key).count() + 1;
        let mut lines = self.text.split_inclusive('\n');
        let heading = lines.next()?;
        let (mut whole, mut end) = (0, self.start + heading.len());
        for line in lines {
            if line.trim().is_empty() {
                break;
            }
            let start = format!("{} = ", keys.get(whole)?);
            match line.strip_suffix('\n') {
                Some(line) if line.starts_with(&start) => whole += 1,
                None if line.starts_with(&start) || start.starts_with(line) => {
                    let is_whole = whole + 1 == keys.len() && line.ends_with(']');
                    return if is_whole {
                        None
                    } else {
                        Some(if whole < lines_to(PLAYERS) { self.start } else { end })
                    };
                }
                _ => return None,
            }
            end += line.len();
        }
        (whole < lines_to(least)).then_some(self.start)
    }
}
