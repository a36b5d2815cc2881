//! How much labels have to do with numbers, with places on a grid, and with other labels.

use crate::streams::{Purpose, below};

const SHUFFLES: Purpose = Purpose(0x510e_527f_ade6_82d1);

/// η²: the share of the variance of some numbers that lies between groups, 0 to 1; 0 where nothing varies.
pub fn eta_squared(values: &[f64], labels: &[usize]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let total: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    if total <= 0.0 {
        return 0.0;
    }
    let groups = labels.iter().max().map_or(0, |&most| most + 1);
    let mut sums = vec![(0.0, 0.0); groups];
    for (&value, &label) in values.iter().zip(labels) {
        sums[label].0 += value - mean;
        sums[label].1 += 1.0;
    }
    let between: f64 = sums.iter().filter(|(_, size)| *size > 0.0).map(|(sum, size)| sum * sum / size).sum();
    between / total
}

/// How often labels dealt out at random explain as much: a permutation test with `shuffles` shuffles, the real one
/// counted.
pub fn permutation_p(values: &[f64], labels: &[usize], shuffles: usize, seed: u64) -> f64 {
    let observed = eta_squared(values, labels);
    let mut generator = SHUFFLES.generator(seed, 0);
    let mut shuffled = labels.to_vec();
    let mut as_much = 1;
    for _ in 0..shuffles {
        for place in (1..shuffled.len()).rev() {
            shuffled.swap(place, below(&mut generator, place as u64 + 1) as usize);
        }
        // A value that is equal but for rounding counts as one that explains as much.
        as_much += usize::from(eta_squared(values, &shuffled) >= observed - 1e-12);
    }
    as_much as f64 / (shuffles + 1) as f64
}

/// The share of neighbours, side by side or one above the other, that share a label on a grid of `columns` columns.
pub fn neighbour_agreement(labels: &[usize], columns: usize) -> f64 {
    let (mut same, mut pairs) = (0, 0);
    for (place, label) in labels.iter().enumerate() {
        let right = (place + 1 < labels.len() && (place + 1) % columns != 0).then(|| place + 1);
        let below = (place + columns < labels.len()).then(|| place + columns);
        for neighbour in [right, below].into_iter().flatten() {
            pairs += 1;
            same += u32::from(labels[neighbour] == *label);
        }
    }
    f64::from(same) / f64::from(pairs.max(1))
}

/// The adjusted Rand index of two groupings of the same things: 1 for the same groups, 0 on average for random ones
/// (Hubert and Arabie 1985). Two groupings that both make one group, or both none, agree fully.
pub fn adjusted_rand(first: &[usize], second: &[usize]) -> f64 {
    let size = |labels: &[usize]| labels.iter().max().map_or(0, |&most| most + 1);
    let (rows, columns) = (size(first), size(second));
    let mut table = vec![0u64; rows * columns];
    for (&row, &column) in first.iter().zip(second) {
        table[row * columns + column] += 1;
    }
    let pairs = |count: u64| (count * count.saturating_sub(1) / 2) as f64;
    let both: f64 = table.iter().map(|&count| pairs(count)).sum();
    let of_rows: f64 = (0..rows).map(|row| pairs(table[row * columns..(row + 1) * columns].iter().sum())).sum();
    let of_columns: f64 =
        (0..columns).map(|column| pairs((0..rows).map(|row| table[row * columns + column]).sum())).sum();
    let all = pairs(first.len() as u64);
    let expected = if all > 0.0 { of_rows * of_columns / all } else { 0.0 };
    let most = (of_rows + of_columns) / 2.0;
    if most - expected == 0.0 { 1.0 } else { (both - expected) / (most - expected) }
}
