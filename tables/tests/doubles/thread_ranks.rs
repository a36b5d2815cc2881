//! Ranks that are threads of one process: the tests of all crates hold shared stages to a single process with them.
//!
//! The calls must not be made from inside a pool of workers: a waiting rank would keep another from making its call.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Barrier, Mutex, PoisonError};

use tables::together::ranks::Ranks;

/// One of several threads that work together.
#[derive(Clone, Debug)]
pub struct ThreadRank {
    rank: usize,
    meeting: Arc<Meeting>,
}

/// Where the threads store what they contribute.
#[derive(Debug)]
struct Meeting {
    barrier: Barrier,
    /// By rank.
    brought: Mutex<Vec<Vec<u8>>>,
}

/// The given number of ranks, in order; each must be used by its own thread.
pub fn thread_ranks(ranks: usize) -> Vec<ThreadRank> {
    let meeting = Meeting { barrier: Barrier::new(ranks), brought: Mutex::new(vec![Vec::new(); ranks]) };
    let meeting = Arc::new(meeting);
    (0..ranks).map(|rank| ThreadRank { rank, meeting: Arc::clone(&meeting) }).collect()
}

/// Rank 0 works; the others follow as long as there is a job.
pub fn with_ranks<R>(
    count: usize,
    follow: impl Fn(&ThreadRank, &[u8]) + Copy + Send + Sync,
    work: impl FnOnce(&dyn Ranks) -> R,
) -> R {
    let mut ranks = thread_ranks(count).into_iter();
    let first = ranks.next().unwrap();
    std::thread::scope(|scope| {
        for rank in ranks {
            scope.spawn(move || {
                let jobs = std::iter::repeat_with(|| rank.broadcast(&[])).take_while(|job| !job.is_empty());
                jobs.for_each(|job| follow(&rank, &job));
            });
        }
        // Whatever becomes of it, the others have to be sent home, or the test would wait for ever.
        let result = catch_unwind(AssertUnwindSafe(|| work(&first)));
        first.broadcast(&[]);
        result.unwrap_or_else(|panic| resume_unwind(panic))
    })
}

impl ThreadRank {
    /// Stores some of the ranks' bytes, waits for all other ranks, and reads what is stored.
    fn meet<R>(&self, put: impl FnOnce(&mut Vec<Vec<u8>>), look: impl FnOnce(&[Vec<u8>]) -> R) -> R {
        let lock = || self.meeting.brought.lock().unwrap_or_else(PoisonError::into_inner);
        put(&mut lock());
        self.meeting.barrier.wait();
        let seen = look(&lock());
        // No rank stores anything new before all have read.
        self.meeting.barrier.wait();
        seen
    }
}

impl Ranks for ThreadRank {
    fn rank(&self) -> usize {
        self.rank
    }

    fn ranks(&self) -> usize {
        self.meeting.brought.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    fn barrier(&self) {
        self.meeting.barrier.wait();
    }

    fn gather(&self, own: &[u8]) -> Vec<Vec<u8>> {
        let all = self.gather_everywhere(own);
        if self.is_first() { all } else { Vec::new() }
    }

    fn gather_everywhere(&self, own: &[u8]) -> Vec<Vec<u8>> {
        self.meet(|brought| brought[self.rank] = own.to_vec(), <[Vec<u8>]>::to_vec)
    }

    fn scatter(&self, pieces: &[Vec<u8>]) -> Vec<u8> {
        let put = |brought: &mut Vec<Vec<u8>>| {
            if self.is_first() {
                brought.clone_from_slice(pieces);
            }
        };
        self.meet(put, |brought| brought[self.rank].clone())
    }

    fn sum(&self, numbers: &mut [u64]) {
        let own: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let all = self.gather_everywhere(&own);
        numbers.fill(0);
        for bytes in all {
            for (number, bytes) in numbers.iter_mut().zip(bytes.as_chunks::<8>().0) {
                *number = number.wrapping_add(u64::from_le_bytes(*bytes));
            }
        }
    }
}
