//! How much of a number is the luck of its clusterings and how much that of its trainings, where every training was
//! done on every clustering: the analysis of variance of a table without replication (Searle 1971, chapter 9).
//!
//! With `K` clusterings and `T` trainings, a cell is `mean + clustering + training + rest`. The mean squares of rows,
//! columns and rest expect `σ² + T σ_c²`, `σ² + K σ_t²` and `σ²`, so that the mean of all cells has the variance
//! `σ_c² / K + σ_t² / T + σ² / KT = (rows + columns - rest) / KT`, where rows and columns count for no less than the
//! rest (no component is negative).
//!
//! A few clusterings say little about their spread, and one that happens to be nearly zero makes anything look
//! significant. **Mean squares are therefore pooled** over all comparisons of one kind, which assumes that all settings
//! vary alike. `S` settings have `S - 1` independent comparisons and that many times the degrees of freedom.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ChiSquared, ContinuousCDF, StudentsT};

/// The cells of one comparison: `[clustering][training]`.
pub(crate) type Cells = Vec<Vec<f64>>;

/// What of a setting's repeats is drawn, so that another draw would have given another number.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Drawn {
    /// Its clusterings, and its trainings.
    #[default]
    Clusterings,
    /// Its trainings alone: its buckets are what they are, such as a file of one's own.
    Trainings,
}

impl Drawn {
    pub(crate) fn has_clusterings(&self) -> bool {
        *self == Self::Clusterings
    }
}

/// Mean squares of comparisons, pooled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MeanSquares {
    clusterings: f64,
    trainings: f64,
    rest: f64,
    counts: [usize; 2],
    /// Comparisons that do not depend on each other.
    independent: usize,
}

impl MeanSquares {
    /// The mean squares of comparisons of one kind, of which `independent` are independent; all have the same number of
    /// cells.
    pub fn pooled(comparisons: &[Cells], independent: usize) -> Self {
        let counts = comparisons.first().map_or([0, 0], |cells| [cells.len(), cells[0].len()]);
        let (mut sums, [clusterings, trainings]) = ([0.0; 3], counts.map(|count| count as f64));
        for cells in comparisons {
            for (sum, of_this) in sums.iter_mut().zip(squares(cells)) {
                *sum += of_this / comparisons.len() as f64;
            }
        }
        let [rows, columns] = [clusterings - 1.0, trainings - 1.0].map(|freedom| freedom.max(1.0));
        Self {
            clusterings: sums[0] / rows,
            trainings: sums[1] / columns,
            rest: sums[2] / (rows * columns),
            counts,
            independent,
        }
    }

    /// The variance that other clusterings with these trainings would show; none for a single clustering.
    pub(crate) fn over_clusterings(&self) -> Option<Variance> {
        (self.counts[0] > 1).then(|| self.of_the_mean(self.clusterings, self.counts[0] - 1))
    }

    /// The variance that other trainings on these clusterings would show; none for a single training.
    pub(crate) fn over_trainings(&self) -> Option<Variance> {
        (self.counts[1] > 1).then(|| self.of_the_mean(self.trainings, self.counts[1] - 1))
    }

    /// The parts of the variance over all that could have been drawn otherwise; none for a single clustering where
    /// others could have been drawn.
    pub(crate) fn over_all(&self, drawn: Drawn) -> Vec<Variance> {
        let [clusterings, trainings] = self.counts;
        if !drawn.has_clusterings() {
            return self.over_trainings().into_iter().collect();
        }
        if clusterings < 2 {
            return Vec::new();
        }
        let mut parts = vec![self.of_the_mean(self.clusterings.max(self.rest), clusterings - 1)];
        if trainings > 1 {
            parts.push(self.of_the_mean(self.trainings.max(self.rest), trainings - 1));
            parts.push(self.of_the_mean(-self.rest, (clusterings - 1) * (trainings - 1)));
        }
        parts
    }

    pub fn counts(&self) -> [usize; 2] {
        self.counts
    }

    /// The variances that a clustering, a training and the two together add to a cell; none is negative. A single
    /// training shows no variance of its own: what it adds is in the other two.
    pub fn components(&self) -> [f64; 3] {
        let [clusterings, trainings] = self.counts.map(|count| count as f64);
        let of_training = if self.counts[1] > 1 { (self.trainings - self.rest) / clusterings } else { 0.0 };
        [((self.clusterings - self.rest) / trainings).max(0.0), of_training.max(0.0), self.rest]
    }

    /// The mean squares that comparisons with these components would show on average if they were made this often, the
    /// components multiplied by a factor.
    pub fn expected(&self, counts: [usize; 2], factor: f64) -> Self {
        let [of_clustering, of_training, rest] = self.components().map(|it| it * factor);
        let [clusterings, trainings] = counts.map(|count| count as f64);
        Self {
            clusterings: rest + trainings * of_clustering,
            trainings: rest + clusterings * of_training,
            rest,
            counts,
            independent: self.independent,
        }
    }

    fn of_the_mean(&self, square: f64, freedom: usize) -> Variance {
        let cells = (self.counts[0] * self.counts[1]) as f64;
        Variance { value: square / cells, freedom: (self.independent * freedom) as f64 }
    }
}

/// The sums of squares of one comparison: of its rows, its columns and the rest.
fn squares(cells: &Cells) -> [f64; 3] {
    let (rows, columns) = (cells.len() as f64, cells[0].len() as f64);
    let of_row: Vec<f64> = cells.iter().map(|row| row.iter().sum::<f64>() / columns).collect();
    let of_column: Vec<f64> =
        (0..cells[0].len()).map(|column| cells.iter().map(|row| row[column]).sum::<f64>() / rows).collect();
    let mean = of_row.iter().sum::<f64>() / rows;
    let spread = |means: &[f64]| means.iter().map(|it| (it - mean).powi(2)).sum::<f64>();
    let rest = cells.iter().zip(&of_row).flat_map(|(row, of_row)| {
        row.iter().zip(&of_column).map(move |(cell, of_column)| (cell - of_row - of_column + mean).powi(2))
    });
    [columns * spread(&of_row), rows * spread(&of_column), rest.sum()]
}

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
    pub(crate) fn of_interval95(half_width: f64, freedom: f64) -> Self {
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
