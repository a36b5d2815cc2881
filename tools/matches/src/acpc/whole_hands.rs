//! How far a file of poker hand histories holds whole hands: what follows was cut off while it was being written.

use super::game::AcpcGame;
use super::phh_reader::{HistoryError, read_histories};

/// The keys of a hand as [`hand_history`](super::phh::hand_history) writes them, in their order.
const KEYS: [&str; 10] = [
    "variant",
    "antes",
    "blinds_or_straddles",
    "small_bet",
    "big_bet",
    "starting_stacks",
    "actions",
    "hand",
    "players",
    "finishing_stacks",
];

/// The format demands no more than the first of them: other programs may end there.
const DEMANDED: usize = 7;
/// With so many of them a hand says all that happened, and who played.
const NEEDED: usize = 9;

/// The part of a file that holds whole hands.
#[derive(Debug)]
pub(super) struct WholeHands {
    /// Its bytes.
    pub length: usize,
    /// The largest number of a heading, 0 without any: the number that the next hand has, counted from 0.
    pub next_hand: u32,
    /// What is left of the heading of the hand that was cut off.
    pub cut_heading: Option<String>,
}

impl WholeHands {
    /// The whole hands of a file's bytes.
    pub fn of(game: &AcpcGame, bytes: &[u8]) -> Result<Self, HistoryError> {
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
        let last_key = KEYS[KEYS.len() - 1];
        let is_ours = |before: &str| before.lines().any(|line| line.starts_with(last_key));
        let cut = |tail: &Tail<'_>| tail.cut(if is_ours(&text[..tail.start]) { NEEDED } else { DEMANDED });
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
pub(super) fn is_heading(line: &str) -> bool {
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

    /// Where to cut the whole text if this is the beginning of a hand in this program's own words, and no more; so many
    /// whole lines make a hand.
    fn cut(&self, least: usize) -> Option<usize> {
        let mut lines = self.text.split_inclusive('\n');
        let heading = lines.next()?;
        let (mut whole, mut end) = (0, self.start + heading.len());
        for line in lines {
            if line.trim().is_empty() {
                break;
            }
            let start = format!("{} = ", KEYS.get(whole)?);
            match line.strip_suffix('\n') {
                Some(line) if line.starts_with(&start) => whole += 1,
                None if line.starts_with(&start) || start.starts_with(line) => {
                    let is_whole = whole + 1 == KEYS.len() && line.ends_with(']');
                    return if is_whole { None } else { Some(if whole < NEEDED { self.start } else { end }) };
                }
                _ => return None,
            }
            end += line.len();
        }
        (whole < least).then_some(self.start)
    }
}
