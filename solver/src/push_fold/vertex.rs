//! A vertex of the pivoting of `saddle_point`, and the ways from it to a better one.

use super::saddle_point::Saddle;

/// What counts as a gain, as a share of everything that is added up for it.
const ROUNDING: f64 = 1e-12;
/// How far outside 0..1 a balanced column's probability may be.
const ROUNDING_OF_COLUMNS: f64 = 1e-9;

pub struct Vertex<'a> {
    row_gains: &'a [f64],
    table: &'a [f64],
    /// By row: the least gain that is not rounding.
    least_gain: Vec<f64>,
    /// Probabilities; exactly 0 or 1 but for mixed rows and balanced columns.
    x: Vec<f64>,
    y: Vec<f64>,
    /// What choosing a column costs the second player: `r` of [`super::saddle_point`].
    column_costs: Vec<f64>,
    /// What choosing a row gains the first player against `y`.
    gains: Vec<f64>,
    mixed: Vec<usize>,
    balanced: Vec<usize>,
}

/// What leaves its place.
#[derive(Clone, Copy)]
pub enum Leaving {
    /// A row leaves its bound.
    Row(usize),
    /// The balanced column in this place of the list is no longer balanced.
    Column(usize),
}

/// A direction in which all other balanced columns stay balanced.
pub struct Edge {
    /// How fast each mixed row changes, in the order of the list.
    mixed: Vec<f64>,
    /// How fast each column's costs change.
    columns: Vec<f64>,
    /// How fast the first player's payoff rises at the beginning.
    slope: f64,
    /// How far the leaving row can go.
    length: f64,
}

/// What ends the way along an edge.
#[derive(Clone, Copy)]
pub enum Stop {
    /// The leaving row has reached its other bound.
    OtherBound,
    /// The mixed row in this place of the list has reached a bound.
    Mixed(usize, f64),
    /// This column is balanced.
    Column(usize),
}

impl<'a> Vertex<'a> {
    /// All rows chosen: unlike none, it balances no column by chance.
    pub fn all_chosen(row_gains: &'a [f64], table: &'a [f64]) -> Self {
        let (rows, columns) = (row_gains.len(), table.len() / row_gains.len());
        let sum = |row: &[f64]| row.iter().map(|value| value.abs()).sum::<f64>();
        let sizes = row_gains.iter().zip(table.chunks_exact(columns)).map(|(gain, row)| gain.abs() + sum(row));
        let mut vertex = Self {
            row_gains,
            table,
            least_gain: sizes.map(|size| ROUNDING * size).collect(),
            x: vec![1.0; rows],
            y: vec![0.0; columns],
            column_costs: vec![0.0; columns],
            gains: vec![0.0; rows],
            mixed: Vec::new(),
            balanced: Vec::new(),
        };
        vertex.place();
        for (y, &cost) in vertex.y.iter_mut().zip(&vertex.column_costs) {
            *y = if cost < 0.0 { 1.0 } else { 0.0 };
        }
        vertex
    }

    fn row(&self, row: usize) -> &'a [f64] {
        let columns = self.y.len();
        &self.table[row * columns..][..columns]
    }

    /// Finds the probabilities of mixed rows and balanced columns, and what every row gains and every column costs.
    pub fn place(&mut self) {
        self.mixed.iter().for_each(|&row| self.x[row] = 0.0);
        let chosen = self.sum_of_rows((0..self.x.len()).map(|row| (row, self.x[row])));
        let wanted = self.balanced.iter().map(|&column| -chosen[column]).collect();
        let solved = self.rows_that_balance(wanted);
        self.mixed.iter().zip(solved).for_each(|(&row, solved)| self.x[row] = solved);
        self.column_costs = self.sum_of_rows((0..self.x.len()).map(|row| (row, self.x[row])));

        self.balanced.iter().for_each(|&column| self.y[column] = 0.0);
        let gain = |row: usize, y: &[f64]| self.row_gains[row] + dot(self.row(row), y);
        let wanted = self.mixed.iter().map(|&row| -gain(row, &self.y)).collect();
        let entry = |place: usize, other: usize| self.row(self.mixed[place])[self.balanced[other]];
        let solved = solve_system(self.mixed.len(), entry, wanted);
        self.balanced.iter().zip(solved).for_each(|(&column, solved)| self.y[column] = solved);
        self.gains = (0..self.x.len()).map(|row| self.row_gains[row] + dot(self.row(row), &self.y)).collect();
    }

    /// The columns' costs of these rows with their weights.
    fn sum_of_rows(&self, weights: impl Iterator<Item = (usize, f64)>) -> Vec<f64> {
        let mut sum = vec![0.0; self.y.len()];
        for (row, weight) in weights.filter(|&(_, weight)| weight != 0.0) {
            sum.iter_mut().zip(self.row(row)).for_each(|(sum, value)| *sum += weight * value);
        }
        sum
    }

    /// Weights of the mixed rows that cost the balanced columns as much as this.
    fn rows_that_balance(&self, wanted: Vec<f64>) -> Vec<f64> {
        let entry = |place: usize, other: usize| self.row(self.mixed[other])[self.balanced[place]];
        solve_system(self.mixed.len(), entry, wanted)
    }

    /// What most deserves to leave its place; `None` at a saddle point.
    pub fn leaving(&self) -> Option<Leaving> {
        let of_rows = (0..self.x.len()).filter(|row| !self.mixed.contains(row)).map(|row| {
            let gain = if self.x[row] == 0.0 { self.gains[row] } else { -self.gains[row] };
            (Leaving::Row(row), gain, gain - self.least_gain[row])
        });
        let of_columns = self.balanced.iter().enumerate().map(|(place, &column)| {
            let excess = (-self.y[column]).max(self.y[column] - 1.0);
            (Leaving::Column(place), excess, excess - ROUNDING_OF_COLUMNS)
        });
        let largest = |best: Option<(Leaving, f64)>, (leaving, gain, beyond): (Leaving, f64, f64)| match best {
            Some((_, most)) if most >= gain => best,
            _ if beyond > 0.0 => Some((leaving, gain)),
            _ => best,
        };
        of_rows.fold(None, largest).or_else(|| of_columns.fold(None, largest)).map(|(leaving, _)| leaving)
    }

    /// The way that opens.
    pub fn edge(&self, leaving: Leaving) -> Edge {
        match leaving {
            Leaving::Row(row) => {
                let direction = if self.x[row] == 0.0 { 1.0 } else { -1.0 };
                let entries = self.row(row);
                let mixed =
                    self.rows_that_balance(self.balanced.iter().map(|&column| -direction * entries[column]).collect());
                let weights = self.mixed.iter().copied().zip(mixed.iter().copied()).chain([(row, direction)]);
                let columns = self.sum_of_rows(weights);
                Edge { mixed, columns, slope: self.gains[row].abs(), length: 1.0 }
            }
            Leaving::Column(place) => {
                let y = self.y[self.balanced[place]];
                let (direction, slope) = if y < 0.0 { (1.0, -y) } else { (-1.0, y - 1.0) };
                let wanted = (0..self.balanced.len()).map(|it| if it == place { direction } else { 0.0 }).collect();
                let mixed = self.rows_that_balance(wanted);
                let columns = self.sum_of_rows(self.mixed.iter().copied().zip(mixed.iter().copied()));
                Edge { mixed, columns, slope, length: f64::INFINITY }
            }
        }
    }

    /// Goes along an edge as long as the payoff rises, through columns that it makes worth or not worth choosing.
    pub fn follow(&mut self, edge: &Edge) -> Stop {
        let (mut end, mut stop) = (edge.length, Stop::OtherBound);
        for (place, (&row, &rate)) in self.mixed.iter().zip(&edge.mixed).enumerate() {
            let bound = if rate > 0.0 { 1.0 } else { 0.0 };
            let distance = ((bound - self.x[row]) / rate).max(0.0);
            if rate != 0.0 && distance < end {
                (end, stop) = (distance, Stop::Mixed(place, bound));
            }
        }
        // A column changes sides where its costs cross zero.
        let mut crossings: Vec<(f64, usize)> = (0..self.y.len())
            .filter(|column| !self.balanced.contains(column))
            .filter(
                |&column| if self.y[column] == 1.0 { edge.columns[column] > 0.0 } else { edge.columns[column] < 0.0 },
            )
            .map(|column| ((-self.column_costs[column] / edge.columns[column]).max(0.0), column))
            .filter(|&(distance, _)| distance < end)
            .collect();
        crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut slope = edge.slope;
        for (_, column) in crossings {
            slope -= edge.columns[column].abs();
            if slope <= 0.0 {
                return Stop::Column(column);
            }
            self.y[column] = 1.0 - self.y[column];
        }
        stop
    }

    /// Moves to the other end of the edge.
    pub fn exchange(&mut self, leaving: Leaving, stop: Stop) {
        if let Stop::Mixed(place, bound) = stop {
            self.x[self.mixed[place]] = bound;
        }
        if let Leaving::Column(place) = leaving {
            let column = self.balanced[place];
            self.y[column] = if self.y[column] < 0.0 { 0.0 } else { 1.0 };
        }
        match (leaving, stop) {
            (Leaving::Row(row), Stop::OtherBound) => self.x[row] = 1.0 - self.x[row],
            (Leaving::Row(row), Stop::Mixed(place, _)) => self.mixed[place] = row,
            (Leaving::Row(row), Stop::Column(column)) => {
                self.mixed.push(row);
                self.balanced.push(column);
            }
            (Leaving::Column(place), Stop::Mixed(row_place, _)) => {
                self.balanced.swap_remove(place);
                self.mixed.swap_remove(row_place);
            }
            (Leaving::Column(place), Stop::Column(column)) => self.balanced[place] = column,
            // The mixed rows cannot all stand still.
            (Leaving::Column(_), Stop::OtherBound) => {}
        }
    }

    /// The probabilities, without the rounding beyond 0 and 1.
    pub fn saddle(self) -> Saddle {
        let within = |values: Vec<f64>| values.into_iter().map(|value| value.clamp(0.0, 1.0)).collect();
        Saddle { rows: within(self.x), columns: within(self.y) }
    }
}

pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Solves `Σ entry(i, j) z[j] = wanted[i]` by elimination, the largest pivot of each column first.
fn solve_system(unknowns: usize, entry: impl Fn(usize, usize) -> f64, wanted: Vec<f64>) -> Vec<f64> {
    let mut rows: Vec<Vec<f64>> =
        (0..unknowns).map(|i| (0..unknowns).map(|j| entry(i, j)).chain([wanted[i]]).collect()).collect();
    for pivot in 0..unknowns {
        let largest = (pivot..unknowns).max_by(|&a, &b| rows[a][pivot].abs().total_cmp(&rows[b][pivot].abs()));
        rows.swap(pivot, largest.unwrap_or(pivot));
        let (above, below) = rows.split_at_mut(pivot + 1);
        let pivot_row = &above[pivot];
        for row in below {
            let factor = row[pivot] / pivot_row[pivot];
            row.iter_mut().zip(pivot_row).skip(pivot).for_each(|(value, pivot)| *value -= factor * pivot);
        }
    }
    let mut solved = wanted;
    for i in (0..unknowns).rev() {
        let known: f64 = (i + 1..unknowns).map(|j| rows[i][j] * solved[j]).sum();
        solved[i] = (rows[i][unknowns] - known) / rows[i][i];
    }
    solved
}
