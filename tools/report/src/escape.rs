//! Text made safe inside HTML and SVG, as element content and as an attribute value alike.

/// The text with `& < > " '` written as references and characters that XML forbids replaced by U+FFFD.
///
/// Every text a caller hands to this crate passes through here once, when it is drawn.
pub fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' => safe.push(letter),
            // A carriage return is legal but would be read back as a line feed: write what will be read.
            '\r' => safe.push('\n'),
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            letter if letter.is_control() => safe.push('\u{fffd}'),
            letter => safe.push(letter),
        }
    }
    safe
}
