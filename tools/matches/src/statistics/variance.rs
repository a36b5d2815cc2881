//! Variances of a mean from several kinds of luck, and the interval of their sum.

use statrs::distribution::{ChiSquared, ContinuousCDF, StudentsT};

/// The variance of a mean as far as one kind of luck goes, and the degrees of freedom it was estimated with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Variance {
    /// In the square of the mean's unit.
    pub value: f64,
    /// Degrees of freedom, at least 1.
    pub freedom: f64,
}

impl Variance {
    /// The sum of several, of which some may count negatively. Its degrees of freedom are Welch's and Satterthwaite's
    /// (1946): `(Σ v)² / Σ (v² / f)`; the first one's where all are zero.
    pub fn sum(parts: &[Self]) -> Option<Self> {
        let first = parts.first()?;
        let value = parts.iter().map(|part| part.value).sum::<f64>().max(0.0);
        let shares: f64 = parts.iter().map(|part| part.value.powi(2) / part.freedom).sum();
        let freedom = if shares > 0.0 { (value.powi(2) / shares).max(1.0) } else { first.freedom };
        Some(Self { value, freedom })
    }

    /// The variance behind half a 95 % interval, as [`Self::interval95`] gives it.
    pub fn of_interval95(half_width: f64, freedom: f64) -> Self {
        let unit = Self { value: 1.0, freedom };
        Self { value: (half_width / unit.interval95()).powi(2), freedom }
    }

    /// Half the 95 % interval of the mean, by Student's distribution.
    pub fn interval95(self) -> f64 {
        self.student().inverse_cdf(0.975) * self.value.sqrt()
    }

    /// Two-sided p-value of the mean against zero.
    pub fn p_value(self, mean: f64) -> f64 {
        2.0 * self.student().cdf(-(mean / self.value.sqrt()).abs())
    }

    /// The factors that give both ends of the 95 % interval of the true variance (chi-squared).
    pub fn factors95(self) -> [f64; 2] {
        [0.975, 0.025].map(|share| self.freedom / chi_squared_quantile(self.freedom, share))
    }

    fn student(self) -> StudentsT {
        StudentsT::new(0.0, 1.0, self.freedom).expect("at least one degree of freedom")
    }
}

/// The quantile of the chi-squared distribution, by halving: statrs's own search is not a number, or far off, below two
/// degrees of freedom.
fn chi_squared_quantile(freedom: f64, share: f64) -> f64 {
    let squares = ChiSquared::new(freedom).expect("at least one degree of freedom");
    let (mut low, mut high) = (freedom, freedom);
    while squares.cdf(low) > share {
        low /= 2.0;
    }
    while squares.cdf(high) < share {
        high *= 2.0;
    }
    loop {
        let middle = low + (high - low) / 2.0;
        // The two are neighbours.
        if middle <= low || middle >= high {
            return high;
        }
        if squares.cdf(middle) < share { low = middle } else { high = middle }
    }
}
