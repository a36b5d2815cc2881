//! Text from outside as a terminal may show it: what cannot be seen, or would steer the terminal, is written out.

use std::borrow::Cow;

/// The text with every letter that cannot be seen as an escape, such as `\r` or `\u{202e}`.
///
/// These are control characters (a terminal obeys them), marks that change the direction of writing (they make a line
/// read as another), and letters without width or shape (they make two names look alike). Line feeds are escaped, too;
/// a writer of several lines gives them one by one.
///
/// ```
/// assert_eq!(tables::visible_text::visible("Ann\u{1b}[2J"), "Ann\\u{1b}[2J");
/// assert_eq!(tables::visible_text::visible("Žofie 李"), "Žofie 李");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_invisible) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        if is_invisible(letter) {
            shown.extend(letter.escape_default());
        } else {
            shown.push(letter);
        }
    }
    Cow::Owned(shown)
}

/// Whether a letter has no shape of its own: Unicode's categories Cc, Cf, Zl and Zp, variation selectors, fillers, and
/// spaces other than the plain one.
pub fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || (letter.is_whitespace() && letter != ' ')
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}'
            | '\u{8e2}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}'
            | '\u{13430}'..='\u{1345f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}
