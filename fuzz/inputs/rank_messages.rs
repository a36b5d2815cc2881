//! What rank 0 sends to the others.

use abstraction::clustering::shared_rows;
use serde_json::{Value, json};
use solver::run::team;
use std::sync::{Mutex, PoisonError};
use tables::together::ranks::Ranks;

/// A rank that receives the input piece by piece, and then nothing more.
#[derive(Debug)]
struct Led<'d> {
    left: Mutex<&'d [u8]>,
}

impl Ranks for Led<'_> {
    fn rank(&self) -> usize {
        1
    }

    fn ranks(&self) -> usize {
        2
    }

    fn barrier(&self) {}

    fn gather(&self, _own: &[u8]) -> Vec<Vec<u8>> {
        Vec::new()
    }

    fn gather_everywhere(&self, own: &[u8]) -> Vec<Vec<u8>> {
        vec![self.scatter(&[]), own.to_vec()]
    }

    /// A piece is a byte with its length, and that many bytes.
    fn scatter(&self, _pieces: &[Vec<u8>]) -> Vec<u8> {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((&length, rest)) = left.split_first() else { return Vec::new() };
        let (piece, rest) = rest.split_at(usize::from(length).min(rest.len()));
        *left = rest;
        piece.to_vec()
    }

    fn sum(&self, numbers: &mut [u64]) {
        let piece = self.scatter(&[]);
        for (number, byte) in numbers.iter_mut().zip(piece.iter().cycle()) {
            *number = number.wrapping_add(u64::from(*byte));
        }
    }
}

/// A message is refused with an error, or followed to the end.
pub fn try_input(data: &[u8]) {
    let end = data.iter().position(|&byte| byte == b'\n').unwrap_or(data.len());
    let (assignment, rest) = (&data[..end], data.get(end + 1..).unwrap_or_default());
    let led = Led { left: Mutex::new(rest) };
    let _ = team::follow(&led, assignment);
    let led = Led { left: Mutex::new(rest) };
    let _ = shared_rows::follow(&led, &small(assignment));
}

/// The same clustering with at most a few clusters, iterations and restarts: these come from rank 0's own settings.
fn small(assignment: &[u8]) -> Vec<u8> {
    let Ok(mut it) = serde_json::from_slice::<Value>(assignment) else { return assignment.to_vec() };
    for key in ["count", "max_iterations", "restarts"] {
        if let Some(number) = it["settings"][key].as_u64() {
            it["settings"][key] = json!(number % 5);
        }
    }
    serde_json::to_vec(&it).expect("plain values have a JSON form")
}
