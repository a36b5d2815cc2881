//! The games of a match by hands as a log: the same cards, dice and chips, written out hand by hand.

use rayon::prelude::*;
use std::path::Path;
use tables::file::sibling::SiblingFile;
use tables::together::progress::{Progress, Update};

use super::acpc::hand_log::{HandLog, HandRecord, Score};
use super::acpc::match_files::MatchTerms;
use super::acpc::phh::PhhFile;
use super::agent::Agent;
use super::dealt_play::DealtPlay;
use super::error::MatchError;
use super::league::result_of_deals;
use super::method::MatchResult;
use super::statistics::score::ChipTally;

/// Games between two checks of the progress, played side by side.
const GAMES_AT_ONCE: u32 = 4_096;

#[derive(Clone, PartialEq, Debug)]
pub struct LoggedMatch {
    pub score: Score,
    /// What [`play_match`](super::league::play_match) gives for the same games.
    pub result: MatchResult,
}

#[derive(Clone, Copy, Default, Debug)]
pub struct LogPlaces<'a> {
    pub log: Option<&'a Path>,
    /// Poker hand histories.
    pub phh: Option<&'a Path>,
}

/// What logs call the second of two players of one name.
pub fn second_of(name: &str) -> String {
    format!("{name}-2")
}

/// Plays `games` games of a match between two agents, as [`play_deals`](super::method::play_deals) plays them, and
/// writes them: each deal twice, the first agent in position 0 (the big blind), then in position 1. Hand numbers count
/// games; the log names the match's own seed (its lower 32 bits), whose cards are not those of the competition's
/// dealer. The files appear whole or not at all.
pub fn log_hands(
    players: [&Agent; 2],
    games: u32,
    seed: u64,
    places: LogPlaces<'_>,
    progress: &dyn Progress,
) -> Result<LoggedMatch, MatchError> {
    let [first, second] = players.map(Agent::name);
    // One strategy against itself still has two seats.
    let second = if second == first { &second_of(first) } else { second };
    let play = DealtPlay::new(&players)?;
    let terms = MatchTerms::of_holdem(play.game(), [first, second], games, seed)?;
    let [log_place, phh_place] = [places.log, places.phh].map(|place| place.map(SiblingFile::create).transpose());
    let (log_place, phh_place) = (log_place?, phh_place?);
    let mut log = log_place.as_ref().map(|it| HandLog::create(it.temporary(), &terms)).transpose()?;
    let mut phh = phh_place.as_ref().map(|it| PhhFile::create(it.temporary(), &terms.game)).transpose()?;
    let mut deals = ChipTally::default();
    let mut won = 0;
    for first in (0..games).step_by(GAMES_AT_ONCE as usize) {
        progress.check()?;
        progress.report(&Update { stage: "log", done: first.into(), of: games.into(), unit: "games", note: None });
        let last = games.min(first.saturating_add(GAMES_AT_ONCE));
        let records: Vec<HandRecord> =
            (first..last).into_par_iter().map(|hand| play.record(&terms, seed, hand)).collect();
        for record in &records {
            log.as_mut().map_or(Ok(()), |log| log.write_hand(record))?;
            phh.as_mut().map_or(Ok(()), |phh| phh.write_hand(&terms.game, record))?;
        }
        for deal in records.chunks(2) {
            let of_first = |record: &HandRecord| record.chips[terms.seat_in(0, record.hand)];
            let chips: i64 = deal.iter().map(of_first).sum();
            won += chips;
            deals.add(chips as i32);
        }
    }
    progress.report(&Update { stage: "log", done: games.into(), of: games.into(), unit: "games", note: None });
    let score = Score { chips: [won, -won], names: terms.names.clone() };
    log.as_mut().map_or(Ok(()), |log| log.write_score(&score))?;
    for place in [log_place, phh_place].into_iter().flatten() {
        place.commit()?;
    }
    Ok(LoggedMatch { score, result: result_of_deals(play.game(), &deals, games.into()) })
}
