//! A quotient of two sums over boards, and how far a sample of boards may have missed it.

use matches::statistics::ratio::Ratio;

/// What is seen on each board: chips, and the weight of the opponents met.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct RatioSums {
    ratio: Ratio,
    /// Boards on which any opponent was met.
    met: usize,
}

impl RatioSums {
    /// One board more.
    pub fn add(&mut self, chips: f64, weight: f64) {
        self.ratio.add(chips, weight);
        self.met += usize::from(weight > 0.0);
    }

    /// The boards of another part.
    pub fn merge(&mut self, other: &Self) {
        self.ratio.merge(&other.ratio);
        self.met += other.met;
    }

    /// Chips won against an opponent met; `None` where there was none.
    pub fn mean(&self) -> Option<f64> {
        self.ratio.share()
    }

    /// The standard error of the mean, of `boards` drawn from `of`; `None` where a single board does not determine it.
    pub fn standard_error(&self, boards: usize, of: Option<usize>) -> Option<f64> {
        let left_out = of.map_or(1.0, |of| 1.0 - boards as f64 / of as f64);
        if self.met < 2 {
            return (left_out == 0.0).then_some(0.0);
        }
        let correction = left_out * boards as f64 / (boards - 1) as f64;
        Some(self.ratio.standard_error()? * correction.sqrt())
    }
}
