//! A log of the competition's form, read hand by hand: each with the chips that its game's rules give, or refused with
//! its line.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use super::error::shown;
use super::hand_log::{HandRecord, Score, StatedHand, is_cut};
use super::log_checks::{CheckedHand, contradictions, keeps_positions, seats};
use super::log_game::{LogGame, Source};
use super::log_reader::{Collected, LogSection, LoggedHand, NOT_TEXT, sections};
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
