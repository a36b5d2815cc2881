//! How players come to the table: one port for each seat, the first connection takes the seat, the first line names
//! the version.

use std::net::{TcpListener, TcpStream};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tables::progress::Progress;

use super::connection::LineConnection;
use super::error::{AcpcError, Fault, shown};
use super::match_terms::MatchTerms;

/// The time between two checks for connections.
const LOOK_AGAIN: Duration = Duration::from_millis(2);

/// Two listening ports, before the players have connected.
#[derive(Debug)]
pub struct OpenSeats {
    listeners: [TcpListener; 2],
    ports: [u16; 2],
}

impl OpenSeats {
    /// Listens on a host's two ports; port 0 lets the system choose.
    ///
    /// # Errors
    /// [`AcpcError::Listen`].
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

    /// The ports, in the order of the seats.
    pub fn ports(&self) -> [u16; 2] {
        self.ports
    }

    /// Waits for both players and their version lines. A taken seat's port is closed at once: a later caller is
    /// refused by the system.
    ///
    /// # Errors
    /// [`AcpcError::NotConnected`], [`AcpcError::Seat`], [`AcpcError::Interrupted`].
    pub fn seat_players(self, terms: &MatchTerms, progress: &dyn Progress) -> Result<[LineConnection; 2], AcpcError> {
        let begun = Instant::now();
        let [first, second] = self.listeners;
        let mut open = [Some(first), Some(second)];
        let mut seated = [None, None];
        let [first, second] = loop {
            for (seat, listener) in open.iter_mut().enumerate() {
                if let Some(stream) = listener.as_ref().and_then(arrived) {
                    let broken = |error| broken(terms, seat, Fault::Broken(error));
                    seated[seat] = Some(LineConnection::new(stream).map_err(broken)?);
                    *listener = None;
                }
            }
            seated = match seated {
                [Some(first), Some(second)] => break [first, second],
                waiting => waiting,
            };
            if progress.cancelled() {
                return Err(AcpcError::Interrupted { hand: 0 });
            }
            if let Some(waited) = terms.limits.start.filter(|&limit| begun.elapsed() >= limit) {
                let seat = usize::from(seated[0].is_some());
                return Err(AcpcError::NotConnected { seat: seat + 1, name: terms.names[seat].clone(), waited });
            }
            sleep(LOOK_AGAIN);
        };
        let mut players = [first, second];
        // Without a time to start in, a version line may take as long as an answer.
        let (from, waited) = match terms.limits.start {
            Some(limit) => (begun, limit),
            None => (Instant::now(), terms.limits.response),
        };
        for (seat, player) in players.iter_mut().enumerate() {
            let line = player.read_line(from.checked_add(waited), progress);
            let line = line.map_err(|ended| match ended.fault(|| Fault::NoVersion { waited }) {
                Some(fault) => broken(terms, seat, fault),
                None => AcpcError::Interrupted { hand: 0 },
            })?;
            if !is_our_version(line) {
                return Err(broken(terms, seat, Fault::WrongVersion { found: shown(line) }));
            }
        }
        Ok(players)
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

fn broken(terms: &MatchTerms, seat: usize, fault: Fault) -> AcpcError {
    AcpcError::Seat { seat: seat + 1, name: terms.names[seat].clone(), hand: None, fault }
}
