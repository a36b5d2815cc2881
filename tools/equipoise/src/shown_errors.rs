//! Numbers with their errors, for people: a single observation has none, which is shown as a dash or left out.

use report::number_format::DASH;

/// `+1.9 ± 0.6`, or the number alone where its error is not known.
pub fn with_error(value: f64, error: f64) -> String {
    if error.is_finite() { format!("{value:+.1} ± {error:.1}") } else { format!("{value:+.1}") }
}

/// A spread or an error with the given number of decimals, or a dash where it is not known.
pub fn known(error: f64, decimals: usize) -> String {
    if error.is_finite() { format!("{error:.decimals$}") } else { DASH.to_owned() }
}
