//! Work that consists of numbered pieces: done by all threads, handed back in the order of the numbers.

use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use tables::progress::{Cancelled, Progress, Update};

/// The results of pieces `0..count` in their order, whatever thread did them; reports each finished piece and stops
/// between pieces.
///
/// # Errors
/// [`Cancelled`] once the work should stop.
pub fn in_order<R: Send>(
    (stage, unit): (&str, &'static str),
    count: u64,
    progress: &dyn Progress,
    piece: impl Fn(u64) -> R + Sync,
) -> Result<Vec<R>, Cancelled> {
    let done = AtomicU64::new(0);
    let one = |number: u64| {
        progress.check()?;
        let result = piece(number);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        progress.report(&Update { stage, done, of: count, unit, note: None });
        Ok(result)
    };
    (0..count).into_par_iter().map(one).collect()
}
