//! Whether a log agrees with itself: its hand numbers, the number of hands that its head announces, and its scores.
//! None of this changes a hand: it is reported, and nothing is refused.

use super::hand_record::{HandRecord, Score};
use super::log_sections::LogHead;

/// A match without a fixed number of hands, as `play` announces it.
const ENDLESS: u32 = u32::MAX;

/// A hand with its line and its chips as the log has them.
pub(super) struct CheckedHand<'a> {
    pub line: usize,
    pub record: &'a HandRecord,
    /// By position.
    pub chips: [i64; 2],
}

/// What a section says that its hands do not; `left_out`: hands that could not be read.
pub(super) fn contradictions(
    head: Option<LogHead<'_>>,
    hands: &[CheckedHand<'_>],
    scores: &[(usize, Score)],
    left_out: usize,
) -> Vec<String> {
    let mut remarks = Vec::new();
    let announced = head.map(|head| head.hands).filter(|&announced| announced != ENDLESS);
    remarks.extend(numbers(hands));
    if let Some(first) = hands.first().filter(|first| announced.is_some() && first.record.hand > 0) {
        remarks.push(format!("line {}: its first hand has number {} and not 0", first.line, first.record.hand));
    }
    let found = hands.len() + left_out;
    if let Some(announced) = announced.filter(|&announced| found != announced as usize) {
        let is_going_on = if scores.is_empty() { " (it has no SCORE line: the match was not finished)" } else { "" };
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
