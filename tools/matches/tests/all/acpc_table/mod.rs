//! A dealer in a thread with files in a folder of its own, and clients that say whatever a test wants.

use matches::acpc::connection::LineConnection;
use matches::acpc::dealer::{DealerEvent, DealerWatch, hold_match};
use matches::acpc::error::AcpcError;
use matches::acpc::hand_log::{HandRecord, Score};
use matches::acpc::match_files::{FileChoice, MatchFiles, MatchTerms};
use matches::acpc::match_state::AcpcGame;
use matches::acpc::player::{AcpcPlayer, PlayedMatch};
use matches::acpc::seats::{OpenSeats, TimeLimits};
use solver::game::GameDefinition;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread::{JoinHandle, spawn};
use std::time::Duration;
use tables::together::progress::Silent;
use tempfile::TempDir;

pub const LOG: FileChoice = FileChoice { log: true, transactions: false, phh: false, append: false };

/// The terms of a match of Alice and Bob; generous with time, but not so that a broken test would hang.
pub fn terms(game: &str, hands: u32, seed: u32) -> MatchTerms {
    let limits = TimeLimits { start: Some(Duration::from_secs(20)), ..TimeLimits::default() };
    MatchTerms {
        match_name: "test".to_owned(),
        game_name: game.to_owned(),
        game: AcpcGame::new(GameDefinition::named(game).unwrap()),
        hands,
        seed,
        names: ["Alice".to_owned(), "Bob".to_owned()],
        fixed_seats: false,
        is_strict: false,
        limits,
    }
}

pub struct Table {
    pub ports: [u16; 2],
    game: String,
    dealer: JoinHandle<Result<Score, AcpcError>>,
    warnings: Arc<Mutex<Vec<String>>>,
    folder: Arc<TempDir>,
}

pub struct End {
    pub result: Result<Score, AcpcError>,
    /// `seat: warning`.
    pub warnings: Vec<String>,
    pub folder: Arc<TempDir>,
}

impl End {
    pub fn error(&self) -> String {
        self.result.as_ref().unwrap_err().to_string()
    }

    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("test.log")).unwrap()
    }

    pub fn hands(&self, terms: &MatchTerms) -> Vec<HandRecord> {
        let log = self.log();
        let states = log.lines().filter(|line| line.starts_with("STATE"));
        states.map(|line| HandRecord::parse(&terms.game, line).unwrap_or_else(|| panic!("{line}"))).collect()
    }
}

#[derive(Default)]
pub struct Listener(Arc<Mutex<Vec<String>>>);

impl DealerWatch for Listener {
    fn see(&self, event: &DealerEvent<'_>) {
        match event {
            DealerEvent::Warned { seat, warning, .. } => self.0.lock().unwrap().push(format!("{seat}: {warning}")),
            DealerEvent::Stray { seat, fault, .. } => self.0.lock().unwrap().push(format!("{seat}: stray {fault}")),
            _ => {}
        }
    }
}

impl Table {
    pub fn open(terms: &MatchTerms, choice: FileChoice) -> Self {
        Self::open_in(Arc::new(tempfile::tempdir().unwrap()), terms, choice)
    }

    pub fn open_in(folder: Arc<TempDir>, terms: &MatchTerms, choice: FileChoice) -> Self {
        let seats = OpenSeats::listen("127.0.0.1", [0, 0]).unwrap();
        let ports = seats.ports();
        let warnings = Arc::new(Mutex::new(Vec::new()));
        let (listener, terms) = (Listener(warnings.clone()), terms.clone());
        let game = terms.game_name.clone();
        let stem = folder.path().join("test");
        let dealer = spawn(move || {
            let files = MatchFiles::open(Path::new(&stem), choice, &terms)?;
            hold_match(&terms, seats, files, &listener, &Silent)
        });
        Self { ports, game, dealer, warnings, folder }
    }

    /// Plays the match with two policies, which must leave with the match in order.
    pub fn play_out(self, policies: [&'static str; 2]) -> (End, [PlayedMatch; 2]) {
        let players = [0, 1].map(|seat| play(&self.game, policies[seat], self.ports[seat]));
        let end = self.end();
        (end, players.map(|player| player.join().unwrap().unwrap()))
    }

    pub fn end(self) -> End {
        let result = self.dealer.join().unwrap();
        let warnings = self.warnings.lock().unwrap().clone();
        End { result, warnings, folder: self.folder }
    }
}

/// A policy that is connected before this returns.
pub fn play(game: &str, policy: &'static str, port: u16) -> JoinHandle<Result<PlayedMatch, AcpcError>> {
    let (game, stream) = (GameDefinition::named(game).unwrap(), TcpStream::connect(("127.0.0.1", port)).unwrap());
    spawn(move || {
        let player = AcpcPlayer::open(game, policy, &[], u64::from(port % 2))?;
        player.play_over(LineConnection::new(stream).unwrap(), "the test's dealer", &Silent)
    })
}

/// A match of two policies, Alice's and Bob's, with both players' own accounts.
pub fn match_of(terms: &MatchTerms, policies: [&'static str; 2]) -> (End, [PlayedMatch; 2]) {
    Table::open(terms, LOG).play_out(policies)
}

/// A client that does what the test says.
pub struct Client {
    pub stream: TcpStream,
    reader: BufReader<TcpStream>,
}

impl Client {
    pub fn connect(port: u16) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let reader = BufReader::new(stream.try_clone().unwrap());
        Self { stream, reader }
    }

    /// Alice at a new table where Bob calls.
    pub fn against_caller(terms: &MatchTerms) -> (Table, JoinHandle<Result<PlayedMatch, AcpcError>>, Self) {
        let table = Table::open(terms, LOG);
        let bob = play("holdem", "always-call", table.ports[1]);
        let alice = Self::join(table.ports[0]);
        (table, bob, alice)
    }

    pub fn join(port: u16) -> Self {
        let mut client = Self::connect(port);
        client.say("VERSION:2.0.0\r\n");
        client
    }

    pub fn say(&mut self, bytes: impl AsRef<[u8]>) {
        self.stream.write_all(bytes.as_ref()).unwrap();
    }

    /// Reads on to a state.
    pub fn hear_of(&mut self, state: &str) {
        loop {
            let line = self.hear();
            assert!(!line.is_empty(), "the dealer has gone before {state}");
            if line.trim_end() == state {
                return;
            }
        }
    }

    /// The next line with its end; empty once the dealer has closed.
    pub fn hear(&mut self) -> String {
        let mut line = String::new();
        self.reader.read_line(&mut line).unwrap();
        line
    }
}
