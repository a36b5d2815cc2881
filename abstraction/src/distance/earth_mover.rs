//! Earth mover's distance (EMD) of histograms over one line of bins.
//!
//! Moving one unit of mass by one bin costs one. On a line the least cost is the sum over bins of the absolute
//! difference of the cumulative histograms (Vallender 1974), here with total mass one, so that the unit is *bins*.

/// The sum of absolute differences of two cumulative histograms in fixed point: EMD in bins times the total.
///
/// Both have the same number of bins and end in the same total.
#[inline]
pub fn fixed_point(a: &[u16], b: &[u16]) -> u32 {
    debug_assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(&a, &b)| u32::from(a.abs_diff(b))).sum()
}

/// EMD in bins between two plain histograms of counts, each taken as a distribution of mass one.
///
/// The totals may differ. Zero for histograms without any mass; bins missing from the shorter one are empty.
pub fn in_bins(a: &[u64], b: &[u64]) -> f64 {
    let (total_a, total_b): (u64, u64) = (a.iter().sum(), b.iter().sum());
    if total_a == 0 || total_b == 0 {
        return 0.0;
    }
    // Cross-multiplied cumulative counts are exact; there is one division at the end.
    let (mut cumulative_a, mut cumulative_b, mut moved) = (0u128, 0u128, 0u128);
    for bin in 0..a.len().max(b.len()) {
        cumulative_a += u128::from(a.get(bin).copied().unwrap_or(0));
        cumulative_b += u128::from(b.get(bin).copied().unwrap_or(0));
        moved += (cumulative_a * u128::from(total_b)).abs_diff(cumulative_b * u128::from(total_a));
    }
    moved as f64 / (total_a as f64 * total_b as f64)
}
