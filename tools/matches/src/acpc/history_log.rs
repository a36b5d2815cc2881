//! A file of poker hand histories among other logs: every hand says its own game by its blinds and bets.

use super::hand_record::HandRecord;
use super::log_checks::seats;
use super::log_reader::{Collected, LoggedHand};
use super::phh_reader::{History, read_each};
use crate::error::MatchError;

/// Reads a file's text; returns whether its last hand was cut off and left out.
pub(super) fn read_history_log(into: &mut Collected<'_>, file: usize, text: &str) -> Result<bool, MatchError> {
    let mut number = 0_u32;
    read_each(text, |line, history| {
        match history.and_then(|history| read_hand(into, &history, number)) {
            Ok((game, record)) => {
                if record.names[0] == record.names[1] {
                    into.seats.push((into.hands.len(), seats(record.hand, false)));
                }
                let big_blind = i64::from(into.games.game(game).definition().big_blind().0);
                into.hands.push(LoggedHand { file, line, game, big_blind, record });
            }
            Err(problem) => {
                let expected = format!("a finished hand of {}", into.game_name(0));
                into.leave_out(file, line, problem, expected)?;
            }
        }
        number = number.saturating_add(1);
        Ok(())
    })
}

/// The number of its game and the hand.
fn read_hand(into: &mut Collected<'_>, history: &History, number: u32) -> Result<(usize, HandRecord), String> {
    let definition = match into.given {
        Some(given) => given.clone(),
        None => history.definition()?,
    };
    let place = into.games.place(&definition).ok_or("of one game too many in these logs")?;
    // A definition with the positions turned round would have the small blind first, which the format never has.
    Ok((place.number, history.record(into.games.game(place.number), number)?))
}
