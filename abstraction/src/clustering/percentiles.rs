//! Percentile buckets: rows of one coordinate in order, cut into parts of equally many deals. Hands of equal rows stay
//! together, or are split where a part is full.

use super::settings::WeightedRows;

/// Every row's part, the parts numbered upwards, and how many there are.
///
/// Equal rows are never split: they share a stretch of the line of summed weights and belong to the part that contains
/// its middle. Where they are heavier than a part, parts stay empty and are left out.
pub fn percentiles(rows: &WeightedRows, count: usize) -> (Vec<u32>, usize) {
    let value = |row: u32| rows.row(row as usize)[0];
    let order = in_order(rows);
    let mut parts = vec![0; rows.count()];
    let (mut before, mut used, mut current) = (0u128, 0usize, None);
    for equal in order.chunk_by(|&a, &b| value(a) == value(b)) {
        let weight: u128 = equal.iter().map(|&row| u128::from(rows.weight(row as usize))).sum();
        let part = (2 * before + weight) * count as u128 / (2 * u128::from(rows.total_weight()));
        if current != Some(part) {
            current = Some(part);
            used += 1;
        }
        equal.iter().for_each(|&row| parts[row as usize] = (used - 1) as u32);
        before += weight;
    }
    (parts, used)
}

/// The rows from the least to the greatest, equal ones by their number.
fn in_order(rows: &WeightedRows) -> Vec<u32> {
    let mut order: Vec<u32> = (0..rows.count() as u32).collect();
    order.sort_unstable_by_key(|&row| (rows.row(row as usize)[0], row));
    order
}

/// Parts of equally many deals for hands many of which have the same row: they lie on the line in the order in which
/// they are [placed](Self::place), and a part ends where it is full, whether or not the next hand is equal.
///
/// So the requested number of parts comes out, as long as no hand is heavier than a part.
pub struct SplitPercentiles {
    parts: usize,
    total: u64,
    rows: Vec<SplitRow>,
    /// The weight of each row's hands in each of its parts, row after row.
    weights: Vec<u64>,
}

/// The stretch of one row's hands on the line of summed weights.
#[derive(Clone, Copy)]
struct SplitRow {
    /// Where its next hand begins.
    next: u64,
    first_part: u32,
    /// Where the weights of its parts begin.
    place: usize,
}

impl SplitPercentiles {
    /// Prepares the line for distinct rows and the summed weights of their hands.
    pub fn new(rows: &WeightedRows, parts: usize) -> Self {
        let none = SplitRow { next: 0, first_part: 0, place: 0 };
        let mut line = Self { parts, total: rows.total_weight(), rows: vec![none; rows.count()], weights: Vec::new() };
        let (mut before, mut places) = (0, 0);
        for row in in_order(rows) {
            let first_part = line.part_at(2 * u128::from(before));
            line.rows[row as usize] = SplitRow { next: before, first_part, place: places };
            before += rows.weight(row as usize);
            places += (line.part_at(2 * u128::from(before) - 1) - first_part) as usize + 1;
        }
        line.weights = vec![0; places];
        line
    }

    /// The part of a row's next hand: the one that contains the middle of the hand's stretch.
    pub fn place(&mut self, row: usize, weight: u64) -> u32 {
        let SplitRow { next, first_part, place } = self.rows[row];
        let part = self.part_at(2 * u128::from(next) + u128::from(weight));
        self.rows[row].next += weight;
        self.weights[place + (part - first_part) as usize] += weight;
        part
    }

    /// What was placed: row, part and weight, for every part in which a row has hands.
    pub fn placed(&self) -> impl Iterator<Item = (usize, u32, u64)> {
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        order.sort_unstable_by_key(|&row| self.rows[row].place);
        let ends: Vec<usize> =
            order.iter().skip(1).map(|&row| self.rows[row].place).chain([self.weights.len()]).collect();
        let of_row = move |(row, end): (usize, usize)| {
            let SplitRow { first_part, place, .. } = self.rows[row];
            let parts = self.weights[place..end].iter().zip(first_part..);
            parts.filter(|&(&weight, _)| weight > 0).map(move |(&weight, part)| (row, part, weight))
        };
        order.into_iter().zip(ends).flat_map(of_row)
    }

    /// The part that contains the point at half of this number on the line.
    fn part_at(&self, twice: u128) -> u32 {
        (twice * self.parts as u128 / (2 * u128::from(self.total))) as u32
    }
}
