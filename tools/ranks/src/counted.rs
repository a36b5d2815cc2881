//! How many calls, bytes and seconds the ranks spend on sending data to each other.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use tables::together::ranks::Ranks;

/// The variable that asks for a report at the end.
const ASKED: &str = "EQUIPOISE_TRAFFIC";

/// Ranks whose traffic is counted.
#[derive(Debug)]
pub struct Counted<R> {
    ranks: R,
    kinds: Mutex<BTreeMap<&'static str, Traffic>>,
}

/// What went through one kind of call.
#[derive(Clone, Copy, Debug, Default)]
struct Traffic {
    calls: u64,
    /// Bytes that this rank sent.
    given: u64,
    /// Bytes that it received.
    got: u64,
    /// Waiting included.
    seconds: f64,
}

impl<R: Ranks> Counted<R> {
    /// Begins to count.
    pub fn new(ranks: R) -> Self {
        Self { ranks, kinds: Mutex::default() }
    }

    /// Reports rank by rank on the error stream, one line a kind of call, where that is asked for.
    pub fn report(&self) {
        if std::env::var_os(ASKED).is_none() {
            return;
        }
        let kinds = self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
        for (kind, Traffic { calls, given, got, seconds }) in &*kinds {
            let rank = self.ranks.rank();
            eprintln!("traffic: rank {rank} {kind} {calls} calls {given} bytes given {got} got {seconds:.3} s");
        }
    }

    fn count<T>(&self, kind: &'static str, given: usize, call: impl FnOnce(&R) -> T, got: impl Fn(&T) -> usize) -> T {
        let start = Instant::now();
        let result = call(&self.ranks);
        let mut kinds = self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
        let traffic = kinds.entry(kind).or_default();
        traffic.calls += 1;
        traffic.given += given as u64;
        traffic.got += got(&result) as u64;
        traffic.seconds += start.elapsed().as_secs_f64();
        result
    }
}

fn bytes_of(pieces: &[Vec<u8>]) -> usize {
    pieces.iter().map(Vec::len).sum()
}

impl<R: Ranks> Ranks for Counted<R> {
    fn rank(&self) -> usize {
        self.ranks.rank()
    }

    fn ranks(&self) -> usize {
        self.ranks.ranks()
    }

    fn barrier(&self) {
        self.count("barrier", 0, R::barrier, |()| 0);
    }

    fn gather(&self, own: &[u8]) -> Vec<Vec<u8>> {
        self.count("gather", own.len(), |ranks| ranks.gather(own), |all| bytes_of(all))
    }

    fn gather_everywhere(&self, own: &[u8]) -> Vec<Vec<u8>> {
        self.count("exchange", own.len(), |ranks| ranks.gather_everywhere(own), |all| bytes_of(all))
    }

    fn scatter(&self, pieces: &[Vec<u8>]) -> Vec<u8> {
        self.count("scatter", bytes_of(pieces), |ranks| ranks.scatter(pieces), Vec::len)
    }

    fn abandon(&self) {
        self.ranks.abandon();
    }

    fn pass_on_when(&self, is_asked: Box<dyn Fn() -> bool + Send + Sync>) {
        self.ranks.pass_on_when(is_asked);
    }

    fn asks_to_stop(&self) -> Option<usize> {
        self.ranks.asks_to_stop()
    }

    fn sum(&self, numbers: &mut [u64]) {
        let bytes = size_of_val(numbers);
        self.count("sum", bytes, |ranks| ranks.sum(numbers), |()| bytes);
    }
}
