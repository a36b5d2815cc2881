//! A strength histogram in plain text.

/// Columns of the widest bar.
const BAR: f64 = 40.0;

/// The bins over 0 to 1 that are not empty, one line each, as bars.
pub fn histogram(shares: &[f64]) -> String {
    let most = shares.iter().copied().fold(0.0, f64::max);
    let width = 1.0 / shares.len() as f64;
    let filled = shares.iter().enumerate().filter(|&(_, &share)| share > 0.0);
    filled
        .map(|(bin, share)| {
            let (from, to) = (bin as f64 * width, (bin + 1) as f64 * width);
            let end = if bin + 1 == shares.len() { ']' } else { ')' };
            format!("\n  [{from:.3}, {to:.3}{end}  {share:.4}  {}", "#".repeat((share / most * BAR).ceil() as usize))
        })
        .collect()
}
