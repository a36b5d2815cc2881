//! A log of the competition's form, read hand by hand: each with the chips that its game's rules give, or refused with
//! its line.
//!
//! Whether the log agrees with itself (its hand numbers, the number of hands that its head announces, its scores)
//! changes no hand: it is reported, and nothing is refused.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::error::shown;
use super::hand_log::{HandRecord, Score, StatedHand, is_cut};
use super::log_game::{LogGame, Source};
use super::log_reader::{Collected, LogHead, LogSection, LoggedHand, NOT_TEXT, sections};
use crate::error::MatchError;

/// The largest big blind that is inferred from hands.
const MOST_CHIPS: i64 = 1_000_000_000;

enum Line {
    Hand(StatedHand),
    Score(Score),
    /// Why it is neither.
    Wrong(String),
}

/// Reads a file's text; returns whether its last line was cut off and left out.
pub(super) fn read_log(into: &mut Collected<'_>, file: usize, path: &Path, text: &str) -> Result<bool, MatchError> {
    // Whatever follows the last line's end was perhaps interrupted while it was being written.
    let unfinished = (!text.ends_with('\n')).then(|| text.split('\n').count());
    let mut names = HashSet::new();
    let mut was_cut = false;
    for section in sections(text) {
        was_cut |= read_section(into, (file, path), &section, unfinished, &mut names)?;
    }
    Ok(was_cut)
}

fn read_section<'t>(
    into: &mut Collected<'_>,
    (file, path): (usize, &Path),
    section: &LogSection<'t>,
    unfinished: Option<usize>,
    names: &mut HashSet<String>,
) -> Result<bool, MatchError> {
    let head = section.head.map(|(_, head)| head);
    let log_game = LogGame::of(path, head, into.given);
    let place = into.place(path, &log_game.definition)?;
    let game = into.games.game(place.number);
    let mut was_cut = false;
    let mut lines = Vec::new();
    for &(number, text) in &section.lines {
        let line = parsed(|line| StatedHand::read(game, line), text, place.is_turned);
        if unfinished == Some(number) && is_beginning(&line, text, names) {
            was_cut = true;
            continue;
        }
        if let Line::Hand(hand) = &line {
            names.extend(hand.record.names.iter().cloned());
        }
        lines.push((number, text, line));
    }
    let unit = i64::from(game.definition().big_blind().0);
    let stated = i64::from(log_game.definition.big_blind().0);
    let big_blind = if log_game.source == Source::Definition { stated } else { likely_big_blind(&lines, unit) };
    log_game.remark.iter().for_each(|remark| into.remark(path, remark));
    if log_game.source != Source::Definition && big_blind != stated {
        into.remark(path, &format!("its chips are those of a big blind of {big_blind}"));
    }
    // A game that is not known may be why a hand cannot be read.
    let doubt = head.filter(|_| log_game.source == Source::Guess);
    let doubt = doubt.map_or(String::new(), |head| format!(" (its head names another game, '{}')", shown(head.game())));
    let (mut hands, mut scores, mut left_out) = (Vec::new(), Vec::new(), 0);
    let mut has_bad_score = false;
    for (number, text, line) in lines {
        let problem = match line {
            Line::Score(score) => {
                scores.push((number, score));
                continue;
            }
            Line::Hand(hand) if is_at_stakes(&hand, big_blind, unit) => {
                hands.push((number, hand));
                continue;
            }
            Line::Hand(StatedHand { record, stated }) => wrong_chips(&record, stated, [big_blind, unit]),
            Line::Wrong(problem) => problem,
        };
        if into.skip && text.starts_with("SCORE") {
            has_bad_score = true;
            into.remark(path, &format!("line {number}: '{}' is not a score of two players; left aside", shown(text)));
            continue;
        }
        left_out += 1;
        let expected = format!("a finished hand of {}: {problem}{doubt}", into.game_name(place.number));
        into.leave_out(file, number, format!("'{}'", shown(text)), expected)?;
    }
    let checked =
        hands.iter().map(|(line, StatedHand { record, stated })| CheckedHand { line: *line, record, chips: *stated });
    let checked: Vec<CheckedHand<'_>> = checked.collect();
    for remark in contradictions(head, &checked, &scores, left_out, has_bad_score) {
        into.remark(path, &remark);
    }
    let is_fixed = keeps_positions(&checked, &scores);
    for (line, StatedHand { record, .. }) in hands {
        if record.names[0] == record.names[1] {
            into.seats.push((into.hands.len(), seats(record.hand, is_fixed)));
        }
        into.hands.push(LoggedHand { file, line, game: place.number, big_blind, record });
    }
    Ok(was_cut)
}

fn parsed(read: impl Fn(&str) -> Result<StatedHand, String>, text: &str, is_turned: bool) -> Line {
    if text.contains(NOT_TEXT) {
        return Line::Wrong("it is not text in UTF-8".to_owned());
    }
    if let Some(score) = Score::parse(text) {
        return Line::Score(score);
    }
    let turned = if is_turned { turned_round(text) } else { None };
    match read(turned.as_deref().unwrap_or(text)) {
        Ok(hand) => Line::Hand(hand),
        Err(problem) => Line::Wrong(problem),
    }
}

/// A line with its positions exchanged: cards, chips and names.
fn turned_round(line: &str) -> Option<String> {
    let fields: Vec<&str> = line.split(':').collect();
    let [state, number, betting, cards, chips, names] = fields[..] else { return None };
    let exchanged = |pair: &str| pair.split_once('|').map(|(first, second)| format!("{second}|{first}"));
    let (holes, board) = cards.split_at(cards.find('/').unwrap_or(cards.len()));
    let [holes, chips, names] = [exchanged(holes)?, exchanged(chips)?, exchanged(names)?];
    Some(format!("{state}:{number}:{betting}:{holes}{board}:{chips}:{names}"))
}

/// Whether a last line without an end may be the beginning of one: a line that was cut off within its last name can
/// still be read, as another player's.
fn is_beginning(line: &Line, text: &str, names: &HashSet<String>) -> bool {
    let cut_name = |name: &str| is_cut(name, names.iter().map(String::as_str));
    let is_open = |prefix: &str, parts: usize| {
        prefix.starts_with(text)
            || text.starts_with(prefix)
                && (text.split(':').count() < parts || text.rsplit(':').next().is_some_and(is_half_a_pair))
    };
    match line {
        Line::Hand(hand) => cut_name(&hand.record.names[1]),
        Line::Score(score) => cut_name(&score.names[1]),
        Line::Wrong(_) => is_open("STATE:", 6) || is_open("SCORE:", 3),
    }
}

fn is_half_a_pair(names: &str) -> bool {
    names.split_once('|').is_none_or(|(_, second)| second.is_empty())
}

/// Whether the stated chips are those of the rules in a game whose big blind has `unit` chips.
fn is_at_stakes(hand: &StatedHand, big_blind: i64, unit: i64) -> bool {
    let is_equal = |(&stated, &won): (&i64, &i64)| stated.checked_mul(unit) == won.checked_mul(big_blind);
    hand.stated.iter().zip(&hand.record.chips).all(is_equal)
}

fn wrong_chips(record: &HandRecord, stated: [i64; 2], [big_blind, unit]: [i64; 2]) -> String {
    let [first, second] = record.chips.map(|chips| chips * big_blind / unit);
    format!("its chips are {}|{}, and its betting and cards give {first}|{second}", stated[0], stated[1])
}

/// The big blind of a log that does not say it: the one that most hands have, if it is not one hand alone.
fn likely_big_blind(lines: &[(usize, &str, Line)], unit: i64) -> i64 {
    let mut counts: HashMap<i64, usize> = HashMap::new();
    for (_, _, line) in lines {
        let Line::Hand(StatedHand { record, stated }) = line else { continue };
        let (won, stated) = (record.chips[0], stated[0]);
        let big_blind = (won != 0).then(|| stated.checked_mul(unit)).flatten().filter(|product| product % won == 0);
        if let Some(big_blind) =
            big_blind.map(|product| product / won).filter(|big_blind| (1..=MOST_CHIPS).contains(big_blind))
        {
            *counts.entry(big_blind).or_default() += 1;
        }
    }
    let of_unit = counts.get(&unit).copied().unwrap_or(0);
    let most = counts.into_iter().max_by_key(|&(big_blind, count)| (count, std::cmp::Reverse(big_blind)));
    most.filter(|&(_, count)| count > of_unit.max(1)).map_or(unit, |(big_blind, _)| big_blind)
}

/// A match without a fixed number of hands, as `play` announces it.
const ENDLESS: u32 = u32::MAX;

/// A hand with its line and its chips as the log has them.
struct CheckedHand<'a> {
    line: usize,
    record: &'a HandRecord,
    /// By position.
    chips: [i64; 2],
}

/// What a section says that its hands do not; `left_out`: hands that could not be read;
/// `has_bad_score`: whether a score could not.
fn contradictions(
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
fn keeps_positions(hands: &[CheckedHand<'_>], scores: &[(usize, Score)]) -> bool {
    let [(_, score)] = scores else { return false };
    by_seat(hands, false) != score.chips && by_seat(hands, true) == score.chips
}

/// The seat (0 or 1) in each position of a hand.
pub(super) fn seats(hand: u32, is_fixed: bool) -> [usize; 2] {
    let first = if is_fixed { 0 } else { hand as usize % 2 };
    [first, 1 - first]
}
