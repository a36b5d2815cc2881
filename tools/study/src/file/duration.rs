//! Durations as people write them: `90s`, `30m`, `2h30m`.

/// The seconds of a duration.
pub fn parse_duration(text: &str) -> Result<f64, String> {
    let wrong = || format!("'{text}' is not a duration; durations read 90s, 30m or 2h30m");
    let mut seconds = 0.0;
    let mut rest = text.trim();
    let mut last_unit = f64::INFINITY;
    while !rest.is_empty() {
        let end = rest.find(|letter: char| letter.is_ascii_alphabetic()).ok_or_else(wrong)?;
        let number: f64 = rest[..end].parse().map_err(|_| wrong())?;
        let unit = match rest.as_bytes()[end] {
            b's' => 1.0,
            b'm' => 60.0,
            b'h' => 3600.0,
            _ => return Err(wrong()),
        };
        // Each unit once, from the largest down; no sign, no infinity.
        if unit >= last_unit || !number.is_finite() || number < 0.0 {
            return Err(wrong());
        }
        last_unit = unit;
        seconds += number * unit;
        rest = &rest[end + 1..];
    }
    if seconds > 0.0 { Ok(seconds) } else { Err(format!("'{text}' is no time at all; give more")) }
}
