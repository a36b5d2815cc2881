//! How players come to the table: one port for each seat, which belongs to the first connection that names the version.
//!
//! Whatever else connects (a port scan, a browser, a watcher that says nothing) keeps neither the seat nor a player
//! waiting: all connections of a free seat are listened to side by side, and those that do not begin as a player does
//! are closed.
//!
//! How long players may think: for one answer, in one hand, in the whole match; and how much each has used.

use std::collections::VecDeque;
use std::fmt;
use std::net::{TcpListener, TcpStream};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tables::together::progress::Progress;

use super::connection::LineConnection;
use super::dealer::{DealerEvent, DealerWatch, MOST_WARNINGS};
use super::error::{AcpcError, Fault, shown};
use super::match_files::MatchTerms;

/// The time between two checks for connections.
const LOOK_AGAIN: Duration = Duration::from_millis(2);
/// The most connections of a seat that are listened to: beyond, those that have been silent for a while are closed, and
/// later ones wait until then.
const MOST_AT_DOOR: usize = 100;
/// How long a player may take for its first line although others wait.
const A_WHILE: Duration = Duration::from_secs(1);
/// How the first line of every version begins.
const ANY_VERSION: &[u8] = b"VERSION:";

/// Two listening ports, before the players have connected.
#[derive(Debug)]
pub struct OpenSeats {
    listeners: [TcpListener; 2],
    ports: [u16; 2],
}

impl OpenSeats {
    /// Listens on a host's two ports; port 0 lets the system choose.
    pub fn listen(host: &str, ports: [u16; 2]) -> Result<Self, AcpcError> {
        let open = |seat: usize| {
            let port = ports[seat];
            let refuse = |source| AcpcError::Listen { seat: seat + 1, address: format!("{host}:{port}"), source };
            let listener = TcpListener::bind((host, port)).map_err(refuse)?;
            listener.set_nonblocking(true).map_err(refuse)?;
            let port = listener.local_addr().map_err(refuse)?.port();
            Ok::<_, AcpcError>((listener, port))
        };
        let [(first, first_port), (second, second_port)] = [open(0)?, open(1)?];
        Ok(Self { listeners: [first, second], ports: [first_port, second_port] })
    }

    pub fn ports(&self) -> [u16; 2] {
        self.ports
    }

    /// Waits for both players and their version lines. A taken seat's port is closed at once: a later caller is
    /// refused by the system.
    pub fn seat_players(
        self,
        terms: &MatchTerms,
        watch: &dyn DealerWatch,
        progress: &dyn Progress,
    ) -> Result<[LineConnection; 2], AcpcError> {
        let begun = Instant::now();
        // Without a time to start in, a version line may take as long as an answer.
        let patience = terms.limits.start.unwrap_or(terms.limits.response);
        let mut number = 0;
        let mut doors = self.listeners.map(|listener| {
            number += 1;
            Door { seat: number, listener: Some(listener), waiting: VecDeque::new(), strays: 0, patience, watch }
        });
        let mut seated: [Option<LineConnection>; 2] = [None, None];
        loop {
            for (player, door) in seated.iter_mut().zip(&mut doors).filter(|(player, _)| player.is_none()) {
                let come = door.look();
                *player = come.map_err(|fault| AcpcError::Seat {
                    seat: door.seat,
                    name: terms.names[door.seat - 1].clone(),
                    hand: None,
                    fault,
                })?;
            }
            seated = match seated {
                [Some(first), Some(second)] => return Ok([first, second]),
                waiting => waiting,
            };
            if progress.cancelled() {
                return Err(AcpcError::Interrupted { hand: 0 });
            }
            if let Some(waited) = terms.limits.start.filter(|&limit| begun.elapsed() >= limit) {
                let seat = usize::from(seated[0].is_some());
                let (name, strays) = (terms.names[seat].clone(), doors[seat].strangers());
                return Err(AcpcError::NotConnected { seat: seat + 1, name, waited, strays });
            }
            sleep(LOOK_AGAIN);
        }
    }
}

/// A free seat: its port, and the connections that have not said a line yet.
struct Door<'w> {
    seat: usize,
    /// None once the seat is taken.
    listener: Option<TcpListener>,
    /// In the order of their arrival.
    waiting: VecDeque<(Instant, LineConnection)>,
    /// How many were closed.
    strays: u32,
    /// How long a connection may be silent.
    patience: Duration,
    watch: &'w dyn DealerWatch,
}

impl Door<'_> {
    /// Listens to all connections; returns the one that takes the seat.
    fn look(&mut self) -> Result<Option<LineConnection>, Fault> {
        let arrived = self.listener.iter().flat_map(|listener| std::iter::from_fn(|| arrived(listener)));
        // One that failed in the meantime does not count.
        let room = MOST_AT_DOOR - self.waiting.len();
        let connections = arrived.take(room).filter_map(|stream| LineConnection::new(stream).ok());
        self.waiting.extend(connections.map(|connection| (Instant::now(), connection)));
        for _ in 0..self.waiting.len() {
            let Some((since, mut connection)) = self.waiting.pop_front() else { break };
            let fault = match connection.poll_line() {
                Ok(Some(line)) if is_our_version(line) => {
                    self.listener = None;
                    self.waiting.clear();
                    return Ok(Some(connection));
                }
                Ok(Some(line)) => {
                    let fault = Fault::WrongVersion { found: shown(line) };
                    // A player, though of another time.
                    if line.starts_with(ANY_VERSION) {
                        return Err(fault);
                    }
                    Some(fault)
                }
                Ok(None) if since.elapsed() < self.patience => {
                    self.waiting.push_back((since, connection));
                    continue;
                }
                Ok(None) => Some(self.silence()),
                Err(ended) => ended.fault(|| self.silence()),
            };
            self.turn_away(fault);
        }
        if self.waiting.len() == MOST_AT_DOOR {
            let is_silent = |(since, _): &(Instant, LineConnection)| since.elapsed() >= A_WHILE;
            while self.waiting.front().is_some_and(is_silent) {
                self.waiting.pop_front();
                self.turn_away(Some(Fault::Crowded));
            }
        }
        Ok(None)
    }

    fn silence(&self) -> Fault {
        Fault::NoVersion { waited: self.patience }
    }

    fn turn_away(&mut self, fault: Option<Fault>) {
        self.strays = self.strays.saturating_add(1);
        if let Some(fault) = fault.filter(|_| self.strays <= MOST_WARNINGS) {
            let is_last = self.strays == MOST_WARNINGS;
            self.watch.see(&DealerEvent::Stray { seat: self.seat, fault: &fault, is_last });
        }
    }

    /// How many connections named no version.
    fn strangers(&self) -> u32 {
        self.strays.saturating_add(self.waiting.len() as u32)
    }
}

/// The connection waiting at a port. One that failed before it was accepted does not count.
fn arrived(listener: &TcpListener) -> Option<TcpStream> {
    listener.accept().ok().map(|(stream, _)| stream)
}

/// `VERSION:2.0.` and any revision.
fn is_our_version(line: &[u8]) -> bool {
    let revision = line.strip_prefix(b"VERSION:2.0.");
    revision.is_some_and(|revision| !revision.is_empty() && revision.iter().all(u8::is_ascii_digit))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLimits {
    pub response: Duration,
    pub hand: Duration,
    /// For all answers in the match, times the number of hands.
    pub per_hand: Duration,
    /// For both players to connect; `None` means no limit.
    pub start: Option<Duration>,
}

impl Default for TimeLimits {
    /// The competition's: 10 minutes for an answer and for a hand, 7 seconds a hand over the match.
    fn default() -> Self {
        let minutes = Duration::from_secs(600);
        Self { response: minutes, hand: minutes, per_hand: Duration::from_secs(7), start: None }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Limit {
    Response,
    Hand,
    Match,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Response => "for one answer (--t_response)",
            Self::Hand => "for one hand (--t_hand)",
            Self::Match => "for the match (--t_per_hand times its hands)",
        })
    }
}

/// What one seat has used.
#[derive(Clone, Copy, Default, Debug)]
pub struct SeatClock {
    hand: Duration,
    all: Duration,
}

impl SeatClock {
    pub(crate) fn begin_hand(&mut self) {
        self.hand = Duration::ZERO;
    }

    pub(crate) fn charge(&mut self, time: Duration) {
        self.hand = self.hand.saturating_add(time);
        self.all = self.all.saturating_add(time);
    }

    /// The limit that an answer reaches first in a match of a given number of hands, how long it is, and how much of it
    /// is left.
    pub fn tightest(&self, limits: &TimeLimits, hands: u32) -> (Limit, Duration, Duration) {
        let whole = limits.per_hand.saturating_mul(hands);
        let response = (limits.response, limits.response, Limit::Response);
        let hand = (limits.hand.saturating_sub(self.hand), limits.hand, Limit::Hand);
        let all = (whole.saturating_sub(self.all), whole, Limit::Match);
        let (left, length, limit) = response.min(hand).min(all);
        (limit, length, left)
    }
}
