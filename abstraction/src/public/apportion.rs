//! Buckets shared out among clusters in proportion to their deals.

/// Shares `seats` out by weight with the method of the largest remainder, at least one to each; at equal remainders the
/// first comes first. A cluster whose share rounds to zero takes its one seat from the largest.
///
/// # Panics
/// If there are fewer seats than weights, or no weight at all.
pub fn apportion(seats: usize, weights: &[u64]) -> Vec<usize> {
    assert!(seats >= weights.len(), "{seats} for {} clusters", weights.len());
    let total: u128 = weights.iter().map(|&weight| u128::from(weight)).sum();
    assert!(total > 0, "clusters without deals");
    let quota =
        |&weight: &u64| (seats as u128 * u128::from(weight) / total, seats as u128 * u128::from(weight) % total);
    let (mut shares, remainders): (Vec<usize>, Vec<u128>) =
        weights.iter().map(quota).map(|(whole, remainder)| (whole as usize, remainder)).unzip();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|&cluster| (std::cmp::Reverse(remainders[cluster]), cluster));
    let left = seats - shares.iter().sum::<usize>();
    order.iter().take(left).for_each(|&cluster| shares[cluster] += 1);
    while let Some(none) = shares.iter().position(|&share| share == 0) {
        // The first of the largest, which has more than one: there are as many seats as clusters.
        let largest = (0..shares.len()).rev().max_by_key(|&cluster| shares[cluster]).unwrap_or(none);
        shares[largest] -= 1;
        shares[none] = 1;
    }
    shares
}
