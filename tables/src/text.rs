//! Text from outside as a terminal may show it: what cannot be seen, or would steer the terminal, is written out.
//!
//! The one function from a path to a text that goes into a document.

pub use evaluator::words::unknown_word;
use serde::Serializer;
use std::borrow::Cow;
use std::path::Path;

/// The text with every letter that cannot be seen as an escape, such as `\r` or `\u{202e}`.
///
/// These are control characters (a terminal obeys them), marks that change the direction of writing (they make a line
/// read as another), and letters without width or shape (they make two names look alike). Line feeds are escaped, too;
/// a writer of several lines gives them one by one.
///
/// ```
/// assert_eq!(tables::text::visible("Ann\u{1b}[2J"), "Ann\\u{1b}[2J");
/// assert_eq!(tables::text::visible("Žofie 李"), "Žofie 李");
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

/// A path as it stands in a JSON document: as it is where it is text, with each byte that is none written as `\xff`.
///
/// Paths are bytes on some systems; a document can only hold text. Whatever opens a file uses the path itself.
///
/// ```
/// # use std::path::Path;
/// assert_eq!(tables::text::written(Path::new("runs/été.strategy")), "runs/été.strategy");
/// ```
pub fn written(path: &Path) -> String {
    if let Some(text) = path.to_str() {
        return text.to_owned();
    }
    let mut text = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        chunk.invalid().iter().for_each(|byte| text.push_str(&format!("\\x{byte:02x}")));
    }
    text
}

/// The same for `#[serde(serialize_with = "…")]`, for what goes into a document and is not read back.
pub fn serialize<S: Serializer>(path: impl AsRef<Path>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&written(path.as_ref()))
}

/// `Display` and `FromStr` of an enumeration whose values have names: `words!(Distance, "a distance", {
/// EarthMover => "emd", Euclidean => "l2" })`. A word that is none of them is refused with the list.
#[macro_export]
macro_rules! words {
    ($kind:ty, $one:literal, { $($value:ident => $word:literal),+ $(,)? }) => {
        impl std::fmt::Display for $kind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(match self {
                    $(Self::$value => $word,)+
                })
            }
        }

        impl std::str::FromStr for $kind {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                match text {
                    $($word => Ok(Self::$value),)+
                    _ => Err($crate::text::unknown_word(text, $one, &[$($word),+])),
                }
            }
        }
    };
}

/// `ALL`, `name` and `Display` of an enumeration whose values have names, as in files and error messages.
macro_rules! names {
    ($kind:ty, { $($value:ident => $name:literal),+ $(,)? }) => {
        impl $kind {
            pub const ALL: &[Self] = &[$(Self::$value),+];

            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)+
                }
            }
        }

        impl std::fmt::Display for $kind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

pub(crate) use names;

/// A word of an enumeration as it is typed, for `#[serde(default, with = "tables::text::word")]`: what is said of a
/// wrong one is the same in files, flags and Python.
pub mod word {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use std::fmt::Display;
    use std::str::FromStr;

    pub fn serialize<T: Display, S: Serializer>(word: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
        match word {
            Some(word) => serializer.collect_str(word),
            None => serializer.serialize_none(),
        }
    }

    pub fn deserialize<'de, T: FromStr<Err = String>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        let word: Option<String> = Option::deserialize(deserializer)?;
        word.map(|word| word.parse().map_err(D::Error::custom)).transpose()
    }
}
