//! Many flops, both seats: independent of each other, in parallel, in any order with the same result.

use rayon::prelude::*;
use tables::progress::{Cancelled, Progress};

use super::board_count::BoardCount;
use super::flop_response::{FlopValues, Responder};
use super::kept_flops::{FlopResult, KeptFlop, KeptFlops};
use super::suit_orbits::BoardOrbit;
use crate::error::SolverError;
use crate::measure::best_response::Answer;
use crate::public_board::CardRules;
use crate::walk::Real;

/// The values of flops for the players in positions 0 and 1, who answer alike (both with the best response, or both by the
/// policy); what is kept already is read, what is finished is kept.
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
    // Seat by seat: a flop is seconds of work, each is a task of its own.
    let tasks = flops.par_iter().flat_map_iter(|flop| {
        let boards = flop.complete_boards(rules);
        (0..2).map(move |position| {
            let cells = vec![responders[position].flop_cells(); 2];
            let file = kept.map(|kept| match responders[position].answer() {
                Answer::Best => kept.response(flop, position),
                Answer::SamePolicy => kept.own_play(flop, position),
            });
            FlopTask { file, cells, boards }
        })
    });
    let tasks: Vec<FlopTask> = tasks.collect();
    let work = |task: usize, count: &BoardCount<'_>| responders[task % 2].counted_flop_values(flops[task / 2], count);
    let stage = match responders[0].answer() {
        Answer::Best => "best response",
        Answer::SamePolicy => "own play",
    };
    let mut values = finish_flops(&tasks, stage, progress, work)?.into_iter();
    Ok(std::iter::from_fn(|| Some([values.next()?, values.next()?])).collect())
}

/// One piece of work below a flop.
pub(super) struct FlopTask {
    /// Where its result is kept, if it is.
    pub file: Option<KeptFlop>,
    /// How many numbers there are of each kind in the result.
    pub cells: Vec<usize>,
    /// Complete boards below the flop.
    pub boards: u64,
}

/// Reads what is kept, works out the rest and keeps it; results in the order of the tasks.
///
/// # Errors
/// An interruption, or a file that cannot be read or written.
pub(super) fn finish_flops<R: FlopResult + Send>(
    tasks: &[FlopTask],
    stage: &'static str,
    progress: &dyn Progress,
    work: impl Fn(usize, &BoardCount<'_>) -> Result<R, Cancelled> + Sync,
) -> Result<Vec<R>, SolverError> {
    let read = |task: &FlopTask| task.file.as_ref().map_or(Ok(None), |file| file.read(&task.cells));
    let kept = tasks.par_iter().map(read).collect::<Result<Vec<Option<R>>, _>>()?;
    let boards_of = |is_counted: &dyn Fn(&Option<R>) -> bool| -> u64 {
        kept.iter().zip(tasks).filter(|(kept, _)| is_counted(kept)).map(|(_, task)| task.boards).sum()
    };
    // All at once and first, so that rates are those of the work and not of the reading.
    let count = BoardCount::new(progress, stage, boards_of(&|_| true), boards_of(&Option::is_some));
    let finish = |(number, kept): (usize, Option<R>)| match kept {
        Some(kept) => Ok(kept),
        None => {
            let result = work(number, &count)?;
            tasks[number].file.as_ref().map_or(Ok(()), |file| file.write(&result))?;
            Ok(result)
        }
    };
    kept.into_par_iter().enumerate().with_max_len(1).map(finish).collect()
}
