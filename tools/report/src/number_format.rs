//! How numbers are written for a reader: separators, a true minus sign, units, and a dash for what is not a number.

/// What is shown where a number is missing, not finite or out of range.
pub const DASH: &str = "–";

/// Largest number of decimals that [`fixed`] writes.
const MOST_DECIMALS: usize = 12;

/// A number with that many decimals (at most 12), thousands separated by commas: `−1,234.5`; [`DASH`] if not finite.
pub fn fixed(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return DASH.to_string();
    }
    if value.abs() >= 1e15 {
        return format!("{value:.2e}").replace('-', "−");
    }
    let plain = format!("{:.*}", decimals.min(MOST_DECIMALS), value.abs());
    let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, ""));
    let is_zero = plain.bytes().all(|byte| byte == b'0' || byte == b'.');
    let mut text = String::new();
    if value < 0.0 && !is_zero {
        text.push('−');
    }
    text.push_str(&separated(whole));
    if !fraction.is_empty() {
        text.push('.');
        text.push_str(fraction);
    }
    text
}

/// A whole number with its thousands separated by commas.
pub fn whole(value: u64) -> String {
    separated(&value.to_string())
}

/// A share in 0..=1 as a percentage: `12 %`, `0.4 %` where a whole percentage would hide it; [`DASH`] if not finite.
pub fn percent(share: f64) -> String {
    if !share.is_finite() {
        return DASH.to_string();
    }
    let hundredths = share * 100.0;
    let near_an_end = hundredths != 0.0 && hundredths.abs() < 1.0 || hundredths < 100.0 && hundredths > 99.0;
    format!("{} %", fixed(hundredths, usize::from(near_an_end)))
}

/// A number in at most four significant digits with `k`, `M`, `G`, `T` for powers of a thousand: `1.5M`, `0.02`.
///
/// Meant for axes, where the same width serves every order of magnitude; [`DASH`] if not finite.
pub fn compact(value: f64) -> String {
    if !value.is_finite() {
        return DASH.to_string();
    }
    let size = value.abs();
    if size == 0.0 {
        return "0".to_string();
    }
    if !(1e-4..1e15).contains(&size) {
        return format!("{value:.0e}").replace('-', "−");
    }
    let (divisor, suffix) = match size {
        _ if size >= 999.95e9 => (1e12, "T"),
        _ if size >= 999.95e6 => (1e9, "G"),
        _ if size >= 999.95e3 => (1e6, "M"),
        _ if size >= 999.95 => (1e3, "k"),
        _ => (1.0, ""),
    };
    let scaled = value / divisor;
    let decimals = (3 - scaled.abs().log10().floor() as i32).clamp(0, 7) as usize;
    let text = fixed(scaled, decimals);
    let short = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{short}{suffix}")
}

/// A duration given in seconds: `0.25 s`, `12.5 s`, `3 min 20 s`, `2 h 05 min`, `3 d 04 h`; [`DASH`] if not finite
/// or negative.
pub fn seconds(value: f64) -> String {
    if !value.is_finite() || value < 0.0 {
        return DASH.to_string();
    }
    if value < 9.995 {
        return format!("{} s", fixed(value, 2));
    }
    if value < 99.95 {
        return format!("{} s", fixed(value, 1));
    }
    if value >= 1e15 {
        return format!("{} s", fixed(value, 0));
    }
    let total = value.round() as u64;
    let minutes = (value / 60.0).round() as u64;
    let hours = (value / 3600.0).round() as u64;
    match total {
        0..3600 => format!("{} min {:02} s", total / 60, total % 60),
        _ if minutes < 48 * 60 => format!("{} h {:02} min", minutes / 60, minutes % 60),
        _ => format!("{} d {:02} h", whole(hours / 24), hours % 24),
    }
}

/// A size given in bytes, in binary units: `512 B`, `1.5 MiB`, `24.0 GiB`.
pub fn bytes(value: u64) -> String {
    if value < 1024 {
        return format!("{value} B");
    }
    let mut scaled = value as f64;
    let mut unit = 0;
    // 1,023.95 would print as 1,024.0 of the smaller unit.
    while scaled >= 1023.95 && unit < 6 {
        scaled /= 1024.0;
        unit += 1;
    }
    format!("{} {}", fixed(scaled, 1), ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"][unit])
}

fn separated(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
