//! Percentile buckets: rows of one coordinate in order, cut into parts of equally many deals.

use crate::clustering::weighted_rows::WeightedRows;

/// Every row's part, the parts numbered upwards, and how many there are.
///
/// Equal rows belong to the part in which the middle of their stretch of the line of summed weights lies: they are
/// never split. Where they are heavier than a part, parts stay empty and are left out.
pub fn percentiles(rows: &WeightedRows, count: usize) -> (Vec<u16>, usize) {
    let value = |row: u32| rows.row(row as usize)[0];
    let mut order: Vec<u32> = (0..rows.count() as u32).collect();
    order.sort_unstable_by_key(|&row| (value(row), row));
    let mut parts = vec![0; rows.count()];
    let (mut before, mut used, mut current) = (0u128, 0usize, None);
    for equal in order.chunk_by(|&a, &b| value(a) == value(b)) {
        let weight: u128 = equal.iter().map(|&row| u128::from(rows.weight(row as usize))).sum();
        let part = (2 * before + weight) * count as u128 / (2 * u128::from(rows.total_weight()));
        if current != Some(part) {
            current = Some(part);
            used += 1;
        }
        equal.iter().for_each(|&row| parts[row as usize] = (used - 1) as u16);
        before += weight;
    }
    (parts, used)
}
