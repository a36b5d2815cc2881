//! The exact value of a game between two players: all flops, independent of each other, in parallel, with the same result in
//! any order.

use rayon::prelude::*;
use tables::progress::Progress;

use super::flop_batch::{FlopTask, finish_flops};
use super::flop_value::{Duel, SeatedValues};
use super::kept_flops::KeptFlops;
use super::suit_orbits::BoardOrbit;
use crate::error::SolverError;
use crate::walk::Real;

/// What is won below each flop; what is kept already is read, what is finished is kept.
///
/// # Errors
/// An interruption, or a file that cannot be read or written.
pub fn value_flops<T: Real>(
    duel: &Duel<'_, T>,
    flops: &[&BoardOrbit],
    kept: Option<&KeptFlops>,
    progress: &dyn Progress,
) -> Result<Vec<SeatedValues>, SolverError> {
    let tasks = flops.par_iter().map(|flop| {
        let file = kept.map(|kept| kept.value(flop));
        FlopTask { file, cells: Vec::new(), boards: flop.complete_boards(duel.rules()) }
    });
    let tasks: Vec<FlopTask> = tasks.collect();
    finish_flops(&tasks, "exact value", progress, |number, count| duel.counted_flop_values(flops[number], count))
}

/// What position 0 wins a game in each seating, in chips, over flops that count as often as they are dealt.
pub fn game_values<'v>(
    opening: SeatedValues,
    flops: impl IntoIterator<Item = (&'v BoardOrbit, &'v SeatedValues)>,
) -> SeatedValues {
    let (mut deals, mut sums) = (0.0, [0.0; 2]);
    for (flop, values) in flops {
        deals += f64::from(flop.size);
        sums.iter_mut().zip(values.0).for_each(|(sum, value)| *sum += f64::from(flop.size) * value);
    }
    SeatedValues([0, 1].map(|seating| opening.0[seating] + sums[seating] / deals))
}

impl SeatedValues {
    /// What the first player wins a game, averaged over both seats; the same with the other sign for the second.
    pub fn of_first_player(self) -> f64 {
        (self.0[0] - self.0[1]) / 2.0
    }
}

/// What the first player wins a game in chips, averaged over both seats: exact but for rounding within a board.
///
/// Against itself a player wins exactly 0, and with the players exchanged the value changes its sign alone.
///
/// # Errors
/// An interruption, or a file that cannot be read or written.
pub fn exact_value<T: Real>(
    duel: &Duel<'_, T>,
    kept: Option<&KeptFlops>,
    progress: &dyn Progress,
) -> Result<f64, SolverError> {
    let flops = duel.flops();
    let values = value_flops(duel, &flops.iter().collect::<Vec<_>>(), kept, progress)?;
    Ok(game_values(duel.opening(), flops.iter().zip(&values)).of_first_player())
}
