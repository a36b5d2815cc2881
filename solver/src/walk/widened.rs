//! Single-precision strategies for walks in double precision.

use super::board_walk::Strategies;
use super::history_lanes::Row;

/// The same probabilities, in more digits.
pub struct Widened<'a>(pub &'a dyn Strategies<f32>);

impl Strategies<f64> for Widened<'_> {
    fn load(&self, round: usize, chunk: usize, player: usize, buckets: &[u32], strategies: &mut [Row<f64>]) {
        // The other player's slots are left alone; nothing that was loaded is no number.
        let mut narrow = vec![Row::splat(f32::NAN); strategies.len()];
        self.0.load(round, chunk, player, buckets, &mut narrow);
        for (wide, narrow) in strategies.iter_mut().zip(&narrow) {
            if !narrow.0[0].is_nan() {
                *wide = Row::from(narrow.0.map(f64::from));
            }
        }
    }
}
