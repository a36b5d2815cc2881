//! A quotient of two sums over boards, and how far a sample of boards may have missed it.

/// What is seen on each board, `chips` and the `weight` of the opponents met, as sums.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct RatioSums {
    chips: f64,
    weight: f64,
    chips_squared: f64,
    products: f64,
    weight_squared: f64,
    /// Boards on which any opponent was met.
    met: usize,
}

impl RatioSums {
    /// One board more.
    pub fn add(&mut self, chips: f64, weight: f64) {
        self.chips += chips;
        self.weight += weight;
        self.chips_squared += chips * chips;
        self.products += chips * weight;
        self.weight_squared += weight * weight;
        self.met += usize::from(weight > 0.0);
    }

    /// The boards of another part.
    pub fn merge(&mut self, other: &Self) {
        self.chips += other.chips;
        self.weight += other.weight;
        self.chips_squared += other.chips_squared;
        self.products += other.products;
        self.weight_squared += other.weight_squared;
        self.met += other.met;
    }

    /// Chips won against an opponent met; `None` where there was none.
    pub fn mean(&self) -> Option<f64> {
        (self.weight > 0.0).then(|| self.chips / self.weight)
    }

    /// The standard error of the mean, of `boards` drawn from `of`; `None` where a single board tells nothing.
    pub fn standard_error(&self, boards: usize, of: Option<usize>) -> Option<f64> {
        let mean = self.mean()?;
        let left_out = of.map_or(1.0, |of| 1.0 - boards as f64 / of as f64);
        if self.met < 2 {
            return (left_out == 0.0).then_some(0.0);
        }
        // Linearised: each board's distance from the mean, in chips.
        let squares = self.chips_squared - 2.0 * mean * self.products + mean * mean * self.weight_squared;
        let variance = squares.max(0.0) * boards as f64 / (boards - 1) as f64;
        Some((variance * left_out).sqrt() / self.weight)
    }
}
