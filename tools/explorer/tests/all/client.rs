//! A server of made strategies in this process, and a client without manners.

use crate::made_agents::{HashedBuckets, erratic_agent_with};
use crate::observer::StopAfter;
use evaluator::deck::Deck;
use explorer::Explorer;
use explorer::explorer::OpenStrategies;
use explorer::play::PlaySettings;
use explorer::server::{Handler, Server};
use matches::agent::Agent;
use serde_json::Value;
use solver::policy::FixedPolicy;
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tables::strategy::block::ProbabilityBits;
use tempfile::TempDir;

/// A server that is stopped when it is dropped.
pub struct Site {
    /// Where its hands are kept.
    pub folder: TempDir,
    address: SocketAddr,
    stop: Arc<StopAfter<'static>>,
    thread: Option<JoinHandle<()>>,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Site {
    /// Two erratic strategies and one that always calls.
    pub fn open() -> Self {
        Self::open_on(Deck::FULL)
    }

    /// The same of a deck.
    pub fn open_on(deck: Deck) -> Self {
        let calls = Agent::of_fixed(FixedPolicy::AlwaysCall);
        let buckets = Arc::new(HashedBuckets { deck, count: 5 });
        let erratic = |name, salt| erratic_agent_with(name, buckets.clone(), salt, ProbabilityBits::Eight);
        Self::of_strategies(OpenStrategies::of_agents(vec![erratic("first", 1), erratic("second", 2), calls]))
    }

    /// A page on these.
    pub fn of_strategies(strategies: OpenStrategies) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let play = PlaySettings { folder: folder.path().join("play"), person: "you".to_owned(), seed: Some(7) };
        Self::of_handler(folder, Explorer::new(strategies, &[], play).unwrap())
    }

    /// A server with answers of its own.
    pub fn of_handler(folder: TempDir, handler: impl Handler + Send + 'static) -> Self {
        let server = Server::bind(0).unwrap();
        let (address, stop) = (server.address(), Arc::new(StopAfter::never()));
        let watched = stop.clone();
        let thread = Some(std::thread::spawn(move || server.serve(&handler, &*watched)));
        Self { folder, address, stop, thread }
    }

    pub fn port(&self) -> u16 {
        self.address.port()
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream
    }

    /// Sends bytes as they are.
    pub fn send(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        // A refusal may come before all is sent.
        let _ = stream.write_all(bytes);
        read(stream)
    }

    /// Sends a request with its own Host and more headers, each with its line end.
    pub fn ask(&self, line: &str, headers: &str, body: &str) -> Answer {
        let port = self.port();
        self.send(format!("{line} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{headers}\r\n{body}").as_bytes())
    }

    /// The document at an address.
    pub fn get(&self, address: &str) -> Value {
        let answer = self.ask(&format!("GET {address}"), "", "");
        assert_eq!(answer.status, 200, "{address}: {answer:?}");
        serde_json::from_str(&answer.body).unwrap()
    }

    /// What comes back when this document is sent.
    pub fn post(&self, address: &str, document: &Value) -> Answer {
        let body = document.to_string();
        let headers = format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
        self.ask(&format!("POST {address}"), &headers, &body)
    }

    /// The reason for a refusal.
    pub fn refusal(&self, address: &str) -> (u16, String) {
        self.ask(&format!("GET {address}"), "", "").reason()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stop.stop();
        self.thread.take().unwrap().join().unwrap();
    }
}

impl Answer {
    pub fn reason(&self) -> (u16, String) {
        let document: Value = serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{self:?}"));
        (self.status, document["error"].as_str().unwrap_or_default().to_owned())
    }
}

/// All that comes until the other side closes.
pub fn read(mut stream: TcpStream) -> Answer {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Ok(_) => {}
        // Closed while we were still sending.
        Err(error) if error.kind() == ErrorKind::ConnectionReset => {}
        Err(error) => panic!("{error}"),
    }
    let text = String::from_utf8(bytes).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    Answer { status, head: head.to_owned(), body: body.to_owned() }
}
