//! Ranks that are processes of MPI: the only file that knows about MPI.
//!
//! `ferrompi` is a thin layer over the C interface: it compiles with any MPI that has `mpicc`, needs no libclang as
//! `mpi` (rsmpi) does, and returns errors instead of ending the process, so that the reason is reported in one line. It
//! is young, hence the exact version. Counts of MPI 3 are 32 bits wide: longer messages go in pieces.

mod wish;

use ferrompi::{Communicator, Mpi, ReduceOp, ThreadLevel};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tables::together::ranks::Ranks;

use wish::{Patience, Wish};

/// The most bytes that all ranks together move in one call.
const MOST_AT_ONCE: usize = 1 << 30;

/// This process among those that `mpirun` started.
pub struct MpiRanks {
    world: Communicator,
    /// Held by the thread that is calling MPI, which takes one at a time.
    calling: Mutex<()>,
    wish: Wish,
}

impl fmt::Debug for MpiRanks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {} of {}", self.rank(), self.ranks())
    }
}

impl MpiRanks {
    /// Joins the others. MPI ends when the first value is dropped.
    pub fn start() -> ferrompi::Result<(Mpi, Self)> {
        // One thread calls it, which need not be the first.
        let mpi = Mpi::init_thread(ThreadLevel::Serialized)?;
        let world = mpi.world();
        Ok((mpi, Self { world, calling: Mutex::default(), wish: Wish::default() }))
    }

    /// Waits until no other thread calls MPI; another rank's wish to stop is passed on first.
    fn call(&self) -> MutexGuard<'_, ()> {
        let calling = self.calling.lock().unwrap_or_else(PoisonError::into_inner);
        self.pass_on();
        calling
    }

    /// Sends rank 0 the wish to stop, once, if this is another rank and was asked to stop.
    fn pass_on(&self) {
        if !self.is_first() && self.wish.is_to_be_sent() {
            self.done(self.wish.send(&self.world));
        }
    }

    /// The same lengths at every rank. Others than rank 0 may wait long for it, and go on passing on the wish to stop.
    fn broadcast_lengths(&self, lengths: &mut [u64]) {
        self.done(ferrompi::scope(|scope| {
            let mut request = self.world.ibroadcast(scope, lengths, 0)?;
            if self.is_first() {
                return request.wait().map(drop);
            }
            let mut patience = Patience::default();
            while request.test()?.is_none() {
                self.pass_on();
                patience.pause();
            }
            Ok(())
        }));
    }

    /// The outcome of a call; without it no rank can go on.
    fn done<T>(&self, outcome: ferrompi::Result<T>) -> T {
        outcome.unwrap_or_else(|reason| {
            eprintln!(
                "error: rank {} lost the others ({reason}); the run goes on from its last checkpoint",
                self.rank()
            );
            self.world.abort(1)
        })
    }

    /// How many bytes each rank has.
    fn lengths(&self, own: usize) -> Vec<usize> {
        let mut lengths = vec![0; self.ranks()];
        self.done(self.world.allgather(&[own as u64], &mut lengths));
        lengths.into_iter().map(|length| length as usize).collect()
    }

    /// Calls `move_piece` with how many bytes of each have been moved, each rank's count and where it begins in a row
    /// of pieces, as often as it takes.
    fn in_pieces(&self, lengths: &[usize], mut move_piece: impl FnMut(usize, &[i32], &[i32])) {
        let most = MOST_AT_ONCE / self.ranks();
        let longest = lengths.iter().copied().max().unwrap_or(0);
        for offset in (0..longest).step_by(most) {
            let counts: Vec<i32> =
                lengths.iter().map(|length| length.saturating_sub(offset).min(most) as i32).collect();
            let begin = |end: &mut i32, &count: &i32| {
                *end += count;
                Some(*end - count)
            };
            let begins: Vec<i32> = counts.iter().scan(0, begin).collect();
            move_piece(offset, &counts, &begins);
        }
    }
}

/// A rank's own piece of its bytes.
fn piece(bytes: &[u8], offset: usize, count: i32) -> &[u8] {
    if count == 0 { &[] } else { &bytes[offset..offset + count as usize] }
}

/// Puts the pieces that came together after what came before, rank by rank.
fn append(all: &mut [Vec<u8>], row: &[u8], counts: &[i32], begins: &[i32]) {
    for ((bytes, &count), &begin) in all.iter_mut().zip(counts).zip(begins) {
        bytes.extend_from_slice(&row[begin as usize..(begin + count) as usize]);
    }
}

impl Ranks for MpiRanks {
    fn rank(&self) -> usize {
        self.world.rank() as usize
    }

    fn ranks(&self) -> usize {
        self.world.size() as usize
    }

    fn barrier(&self) {
        let _calling = self.call();
        self.done(self.world.barrier());
    }

    fn gather(&self, own: &[u8]) -> Vec<Vec<u8>> {
        let _calling = self.call();
        let lengths = self.lengths(own.len());
        let mut all = vec![Vec::new(); if self.is_first() { self.ranks() } else { 0 }];
        self.in_pieces(&lengths, |offset, counts, begins| {
            let room = if self.is_first() { counts.iter().sum::<i32>() as usize } else { 0 };
            let mut row = vec![0; room];
            let sent = piece(own, offset, counts[self.rank()]);
            self.done(self.world.gatherv(sent, &mut row, counts, begins, 0));
            append(&mut all, &row, counts, begins);
        });
        all
    }

    fn gather_everywhere(&self, own: &[u8]) -> Vec<Vec<u8>> {
        let _calling = self.call();
        let lengths = self.lengths(own.len());
        let mut all = vec![Vec::new(); self.ranks()];
        self.in_pieces(&lengths, |offset, counts, begins| {
            let mut row = vec![0; counts.iter().sum::<i32>() as usize];
            let sent = piece(own, offset, counts[self.rank()]);
            self.done(self.world.allgatherv(sent, &mut row, counts, begins));
            append(&mut all, &row, counts, begins);
        });
        all
    }

    fn scatter(&self, pieces: &[Vec<u8>]) -> Vec<u8> {
        let _calling = self.call();
        let mut lengths: Vec<u64> = vec![0; self.ranks()];
        if self.is_first() {
            lengths.iter_mut().zip(pieces).for_each(|(length, piece)| *length = piece.len() as u64);
        }
        self.broadcast_lengths(&mut lengths);
        let lengths: Vec<usize> = lengths.into_iter().map(|length| length as usize).collect();
        let mut own = vec![0; lengths[self.rank()]];
        self.in_pieces(&lengths, |offset, counts, begins| {
            let mut row = Vec::new();
            if self.is_first() {
                let of_ranks = pieces.iter().zip(counts);
                of_ranks.for_each(|(bytes, &count)| row.extend_from_slice(piece(bytes, offset, count)));
            }
            let received = match counts[self.rank()] {
                0 => &mut [],
                count => &mut own[offset..offset + count as usize],
            };
            self.done(self.world.scatterv(&row, counts, begins, received, 0));
        });
        own
    }

    fn abandon(&self) {
        self.world.abort(1);
    }

    fn pass_on_when(&self, is_asked: Box<dyn Fn() -> bool + Send + Sync>) {
        self.wish.listen(is_asked);
    }

    fn asks_to_stop(&self) -> Option<usize> {
        if self.wish.is_to_be_looked_for() {
            // A thread that is in a call may be there for long; the wish waits.
            if let Ok(_calling) = self.calling.try_lock() {
                self.done(self.wish.receive(&self.world));
            }
        }
        self.wish.received()
    }

    fn sum(&self, numbers: &mut [u64]) {
        let _calling = self.call();
        self.done(self.world.allreduce_inplace(numbers, ReduceOp::Sum));
    }
}
