//! The dealer: cards to the table, states to both players, answers from the one to act, finished hands to the files.
//!
//! Lines wait until a player's answer is needed, so that the end of one hand and the beginning of the next travel
//! together. The player to act receives its lines first.

use solver::game::{PlayedAction, PlayedBetting, PlayedDecision};
use std::time::{Duration, Instant, SystemTime};
use tables::together::progress::Progress;

use super::connection::{Ended, LineConnection};
use super::error::{AcpcError, Fault};
use super::hand_log::{HandRecord, Score};
use super::match_files::{MatchFiles, MatchTerms, Transaction};
use super::match_state::{Answer, MatchState, Warning, read_answer};
use super::seats::{OpenSeats, SeatClock};
use super::table_cards::{CardDealing, TableCards};

pub fn hold_match(
    terms: &MatchTerms,
    seats: OpenSeats,
    files: MatchFiles,
    watch: &dyn DealerWatch,
    progress: &dyn Progress,
) -> Result<Score, AcpcError> {
    let seats = seats.seat_players(terms, watch, progress)?.map(Seat::new);
    watch.see(&DealerEvent::Began(terms));
    let mut table = Table { terms, seats, files, watch, progress };
    let mut dealing = CardDealing::new(terms.game.definition(), terms.seed);
    let mut chips = [0; 2];
    for hand in 0..terms.hands {
        let record = table.play_hand(hand, &dealing.deal())?;
        table.files.write_hand(terms, &record)?;
        for position in 0..2 {
            chips[terms.seat_in(position, hand)] += record.chips[position];
        }
    }
    table.send_waiting(0, terms.hands - 1)?;
    let score = Score { chips, names: terms.names.clone() };
    table.files.write_score(&score)?;
    watch.see(&DealerEvent::Ended(&score));
    table.seats.into_iter().for_each(|seat| seat.connection.close());
    Ok(score)
}

struct Seat {
    connection: LineConnection,
    clock: SeatClock,
    /// Lines to be sent, with their ends.
    waiting: String,
    warnings: u32,
}

impl Seat {
    fn new(connection: LineConnection) -> Self {
        Self { connection, clock: SeatClock::default(), waiting: String::new(), warnings: 0 }
    }
}

struct Table<'a> {
    terms: &'a MatchTerms,
    seats: [Seat; 2],
    files: MatchFiles,
    watch: &'a dyn DealerWatch,
    progress: &'a dyn Progress,
}

impl Table<'_> {
    fn play_hand(&mut self, hand: u32, cards: &TableCards) -> Result<HandRecord, AcpcError> {
        let terms = self.terms;
        let mut betting = terms.game.start();
        // A hand that was played before the match was cut off is not sent again.
        let mut is_told = false;
        self.seats.iter_mut().for_each(|seat| seat.clock.begin_hand());
        while let Some(decision) = betting.decision() {
            let seat = terms.seat_in(decision.player, hand);
            let old = self.files.transactions.as_mut().map_or(Ok(None), |file| file.next_old(hand, &decision))?;
            let action = match old {
                Some(old) => {
                    self.seats[seat].clock.charge(old.time());
                    old.action
                }
                None => {
                    let told = self.tell(hand, &betting, cards);
                    is_told = true;
                    self.ask(seat, hand, &decision, &told[decision.player])?
                }
            };
            betting.act(action);
        }
        if is_told {
            self.tell(hand, &betting, cards);
        }
        Ok(HandRecord::of(hand, &betting, cards, terms.names_in(hand)).expect("the betting is over"))
    }

    /// Queues a state for both players; returns the line for each position, without its end.
    fn tell(&mut self, hand: u32, betting: &PlayedBetting<'_>, cards: &TableCards) -> [String; 2] {
        [0, 1].map(|position| {
            let line = MatchState::seen_by(position, hand, betting, cards).to_string();
            let waiting = &mut self.seats[self.terms.seat_in(position, hand)].waiting;
            waiting.push_str(&line);
            waiting.push_str("\r\n");
            line
        })
    }

    /// Sends the queued lines, to one seat first.
    fn send_waiting(&mut self, first: usize, hand: u32) -> Result<(), AcpcError> {
        for number in [first, 1 - first] {
            let (limit, length, left) = self.seats[number].clock.tightest(&self.terms.limits, self.terms.hands);
            let seat = &mut self.seats[number];
            let until = Instant::now().checked_add(left);
            let sent = seat.connection.send(seat.waiting.as_bytes(), until, self.progress);
            sent.map_err(|ended| self.ended(number, hand, ended, || Fault::Deaf { limit, length }))?;
            let seat = &mut self.seats[number];
            for line in seat.waiting.lines() {
                self.watch.see(&DealerEvent::Sent { seat: number + 1, line });
            }
            seat.waiting.clear();
        }
        Ok(())
    }

    fn ask(
        &mut self,
        number: usize,
        hand: u32,
        decision: &PlayedDecision,
        state: &str,
    ) -> Result<PlayedAction, AcpcError> {
        self.send_waiting(number, hand)?;
        let (sent, sent_at) = (Instant::now(), since_1970());
        let (limit, length, left) = self.seats[number].clock.tightest(&self.terms.limits, self.terms.hands);
        let until = sent.checked_add(left);
        loop {
            let line = self.seats[number].connection.read_line(until, self.progress);
            let (answer, is_exact) = match line {
                Ok(line) => {
                    self.watch.see(&DealerEvent::Received { seat: number + 1, line });
                    let answer = read_answer(&self.terms.game, decision, state, line);
                    let is_exact = match answer {
                        Answer::Action(action, _) => line == format!("{state}:{action}").as_bytes(),
                        Answer::Ignored(_) => true,
                    };
                    (answer, is_exact)
                }
                Err(ended) => return Err(self.ended(number, hand, ended, || Fault::Late { limit, length })),
            };
            let (Answer::Ignored(warning) | Answer::Action(_, warning)) = answer;
            if let Some(warning) = warning {
                if self.terms.is_strict && warning.is_about_action() {
                    return Err(self.fault_in(number, hand, Fault::BadAction(warning.sent())));
                }
                self.warn(number, hand, warning);
            }
            if self.terms.is_strict && !is_exact {
                let sent = "gave something else beside its action".to_owned();
                return Err(self.fault_in(number, hand, Fault::BadAction(sent)));
            }
            if let Answer::Action(action, _) = answer {
                self.seats[number].clock.charge(sent.elapsed());
                if let Some(file) = &mut self.files.transactions {
                    file.write(&Transaction { action, hand, sent: sent_at, received: since_1970() })?;
                }
                return Ok(action);
            }
        }
    }

    fn warn(&mut self, number: usize, hand: u32, warning: Warning) {
        let warnings = &mut self.seats[number].warnings;
        if *warnings < MOST_WARNINGS {
            *warnings += 1;
            let is_last = *warnings == MOST_WARNINGS;
            self.watch.see(&DealerEvent::Warned { seat: number + 1, hand, warning, is_last });
        }
    }

    fn ended(&self, number: usize, hand: u32, ended: Ended, late: impl FnOnce() -> Fault) -> AcpcError {
        let Some(fault) = ended.fault(late) else { return AcpcError::Interrupted { hand } };
        self.fault_in(number, hand, fault)
    }

    fn fault_in(&self, number: usize, hand: u32, fault: Fault) -> AcpcError {
        let position = self.terms.seat_in(number, hand);
        let name = self.terms.names[number].clone();
        AcpcError::Seat { seat: number + 1, name, hand: Some((position, hand)), fault }
    }
}

/// The wall-clock time, as the transaction file records it; zero for times before 1970.
fn since_1970() -> Duration {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}

/// Something that happened at the table. Seats are numbered 1 and 2.
#[derive(Clone, Copy, Debug)]
pub enum DealerEvent<'a> {
    Began(&'a MatchTerms),
    Sent {
        seat: usize,
        line: &'a str,
    },
    Received {
        seat: usize,
        line: &'a [u8],
    },
    /// A line was odd; after [`MOST_WARNINGS`] for a seat, further ones are not reported.
    Warned {
        seat: usize,
        hand: u32,
        warning: Warning,
        /// Whether it is the last one of this seat.
        is_last: bool,
    },
    /// A connection that did not begin as a player's was closed; after [`MOST_WARNINGS`] for a seat, further ones are
    /// not reported.
    Stray {
        seat: usize,
        fault: &'a Fault,
        /// Whether it is the last one of this seat.
        is_last: bool,
    },
    Ended(&'a Score),
}

/// How many odd lines of a seat are worth a warning: a flood of them must not become a flood of warnings.
pub const MOST_WARNINGS: u32 = 20;

pub trait DealerWatch {
    fn see(&self, event: &DealerEvent<'_>);
}
