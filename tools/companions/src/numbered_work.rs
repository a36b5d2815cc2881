//! Work that consists of numbered pieces: done by all threads, handed back in the order of the numbers.

use rayon::prelude::*;
use tables::together::progress::{Cancelled, Counter, Progress};

/// The results of pieces `0..count` in their order, whatever thread did them; reports each finished piece and stops
/// between pieces.
pub fn in_order<R: Send>(
    (stage, unit): (&str, &'static str),
    count: u64,
    progress: &dyn Progress,
    piece: impl Fn(u64) -> R + Sync,
) -> Result<Vec<R>, Cancelled> {
    progress.check()?;
    let done = Counter::new(progress, stage, unit, count);
    let one = |number: u64| {
        let result = piece(number);
        done.add(1)?;
        Ok(result)
    };
    (0..count).into_par_iter().map(one).collect()
}
