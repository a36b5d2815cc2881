//! Many flops, both seats: independent of each other, in parallel, in any order with the same result.

use rayon::prelude::*;
use tables::progress::{Cancelled, Progress};

use super::board_count::BoardCount;
use super::flop_response::{FlopValues, Responder};
use super::kept_flops::{FlopResult, KeptFlop, KeptFlops};
use super::suit_orbits::BoardOrbit;
use crate::error::SolverError;
use crate::public_board::CardRules;
use crate::walk::Real;

/// The values of flops for the responders in positions 0 and 1; what is kept already is read, what is finished is kept.
///
/// # Errors
/// An interruption, or a file that cannot be read or written.
pub fn respond_to_flops<T: Real>(
    rules: &CardRules,
    responders: &[Responder<'_, T>; 2],
    flops: &[&BoardOrbit],
    kept: Option<&KeptFlops>,
    progress: &dyn Progress,
) -> Result<Vec<[FlopValues; 2]>, SolverError> {
    let boards: Vec<u64> = flops.par_iter().map(|flop| flop.complete_boards(rules)).collect();
    let count = BoardCount::new(progress, "best response", 2 * boards.iter().sum::<u64>());
    let respond = |task: usize| -> Result<FlopValues, SolverError> {
        let (number, position) = (task / 2, task % 2);
        let (flop, responder) = (flops[number], &responders[position]);
        let file = kept.map(|kept| kept.response(flop, position));
        let cells = [responder.flop_cells(); 2];
        finish_flop(file, &cells, boards[number], &count, || responder.counted_flop_values(flop, &count))
    };
    // A flop is seconds of work: each is a task of its own.
    let tasks = (0..2 * flops.len()).into_par_iter().with_max_len(1);
    let values = tasks.map(respond).collect::<Result<Vec<_>, _>>()?;
    let mut values = values.into_iter();
    Ok(std::iter::from_fn(|| Some([values.next()?, values.next()?])).collect())
}

/// What is kept already is read and its boards are counted; else it is worked out, and kept if there is a file for it.
pub(super) fn finish_flop<R: FlopResult>(
    file: Option<KeptFlop>,
    cells: &[usize],
    boards: u64,
    count: &BoardCount<'_>,
    work: impl FnOnce() -> Result<R, Cancelled>,
) -> Result<R, SolverError> {
    let Some(file) = file else { return Ok(work()?) };
    if let Some(kept) = file.read(cells)? {
        count.add(boards)?;
        return Ok(kept);
    }
    let result = work()?;
    file.write(&result)?;
    Ok(result)
}
