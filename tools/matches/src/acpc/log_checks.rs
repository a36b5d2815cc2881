//! Whether a log agrees with itself: its hand numbers, the number of hands that its head announces, and its scores.
//! None of this changes a hand: it is reported, and nothing is refused.
//!
//! How far a file of poker hand histories holds whole hands: what follows was cut off while it was being written.

use super::hand_log::{HandRecord, Score};
use super::log_reader::LogHead;
use super::match_state::AcpcGame;
use super::phh_reader::{HistoryError, read_histories};

/// A match without a fixed number of hands, as `play` announces it.
const ENDLESS: u32 = u32::MAX;

/// A hand with its line and its chips as the log has them.
pub(super) struct CheckedHand<'a> {
    pub line: usize,
    pub record: &'a HandRecord,
    /// By position.
    pub chips: [i64; 2],
}

/// What a section says that its hands do not; `left_out`: hands that could not be read;
/// `has_bad_score`: whether a score could not.
pub(super) fn contradictions(
    head: Option<LogHead<'_>>,
    hands: &[CheckedHand<'_>],
    scores: &[(usize, Score)],
    left_out: usize,
    has_bad_score: bool,
) -> Vec<String> {
    let mut remarks = Vec::new();
    let announced = head.map(|head| head.hands).filter(|&announced| announced != ENDLESS);
    remarks.extend(numbers(hands));
    if let Some(first) = hands.first().filter(|first| announced.is_some() && first.record.hand > 0) {
        remarks.push(format!("line {}: its first hand has number {} and not 0", first.line, first.record.hand));
    }
    let found = hands.len() + left_out;
    if let Some(announced) = announced.filter(|&announced| found != announced as usize) {
        let is_going_on = if scores.is_empty() && !has_bad_score {
            " (it has no SCORE line: the match was not finished)"
        } else {
            ""
        };
        remarks.push(format!("its head announces {announced} hands, and there are {found}{is_going_on}"));
    }
    let mut from = 0;
    for (line, score) in scores {
        let until = hands.partition_point(|hand| hand.line < *line);
        // A match that was continued has one score for all of it.
        let is_one_match = scores.len() == 1;
        let counted = &hands[if is_one_match { 0 } else { from }..until];
        from = until;
        if !adds_up(counted, score) {
            let [first, second] = total(counted, score);
            let without =
                if left_out > 0 { format!(", without {left_out} that cannot be read") } else { String::new() };
            remarks.push(format!("line {line}: '{score}', but its hands add up to {first}|{second}{without}"));
        }
    }
    remarks
}

/// The first place where hand numbers do not go up by one.
fn numbers(hands: &[CheckedHand<'_>]) -> Option<String> {
    let follows = |pair: &&[CheckedHand<'_>]| pair[1].record.hand != pair[0].record.hand.wrapping_add(1);
    let breaks = hands.windows(2).filter(follows).count();
    let first = hands.windows(2).find(follows)?;
    let more = if breaks > 1 { format!(" (and {} more such places)", breaks - 1) } else { String::new() };
    let [before, after] = [&first[0], &first[1]];
    Some(format!(
        "line {}: hand {} follows hand {}; hands are missing, twice there or in another order{more}",
        after.line, after.record.hand, before.record.hand
    ))
}

fn adds_up(hands: &[CheckedHand<'_>], score: &Score) -> bool {
    let has_one_name = score.names[0] == score.names[1];
    let is_theirs = |name: &String| score.names.contains(name);
    hands.iter().all(|hand| hand.record.names.iter().all(is_theirs))
        && (total(hands, score) == score.chips
            || has_one_name && [true, false].iter().any(|&is_fixed| by_seat(hands, is_fixed) == score.chips))
}

/// The chips of the two players of a score.
fn total(hands: &[CheckedHand<'_>], score: &Score) -> [i64; 2] {
    if score.names[0] == score.names[1] {
        return by_seat(hands, false);
    }
    score.names.each_ref().map(|name| {
        let of_hand = |hand: &CheckedHand<'_>| {
            let position = hand.record.names.iter().position(|it| it == name);
            position.map_or(0, |position| hand.chips[position])
        };
        hands.iter().map(of_hand).fold(0, i64::saturating_add)
    })
}

/// The chips of the two seats where both players have one name.
fn by_seat(hands: &[CheckedHand<'_>], is_fixed: bool) -> [i64; 2] {
    let of_hand = |hand: &CheckedHand<'_>| {
        let seats = seats(hand.record.hand, is_fixed);
        hand.chips[usize::from(seats[0] != 0)]
    };
    let first = hands.iter().map(of_hand).fold(0, i64::saturating_add);
    [first, first.saturating_neg()]
}

/// Whether the players of a log with one name for both keep their positions; otherwise they change with every hand, as
/// they do at the competition's dealer.
pub(super) fn keeps_positions(hands: &[CheckedHand<'_>], scores: &[(usize, Score)]) -> bool {
    let [(_, score)] = scores else { return false };
    by_seat(hands, false) != score.chips && by_seat(hands, true) == score.chips
}

/// The seat (0 or 1) in each position of a hand.
pub(super) fn seats(hand: u32, is_fixed: bool) -> [usize; 2] {
    let first = if is_fixed { 0 } else { hand as usize % 2 };
    [first, 1 - first]
}

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
