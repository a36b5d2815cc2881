//! The name of a strategy as the name of its hand files.

use serde_json::json;
use tables::file::fingerprint::Fingerprint;
use tables::text::is_invisible;

/// Longest part of a name that is kept, in bytes: file systems allow some 255 with an ending.
const LONGEST: usize = 120;
/// Digits of the fingerprint, where there is one.
const DIGITS: usize = 8;
/// Names that are devices on some systems, whatever their ending.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// A name as a file can have it: letters and digits of all scripts, `-`, `_` and `.` stay as they are. Where anything
/// else had to give way to a `-`, digits of the name's fingerprint follow, so that different names are different files.
///
/// ```
/// use explorer::play::file_stem;
///
/// assert_eq!(file_stem("été-2"), "été-2");
/// assert_ne!(file_stem("a b"), file_stem("a/b"));
/// ```
pub fn file_stem(name: &str) -> String {
    let is_kept = |letter: char| (letter.is_alphanumeric() && !is_invisible(letter)) || "-_.".contains(letter);
    let mut stem = String::new();
    for letter in name.trim_start_matches('.').chars() {
        if stem.len() + letter.len_utf8() > LONGEST {
            break;
        }
        stem.push(if is_kept(letter) { letter } else { '-' });
    }
    let is_device = |stem: &str| DEVICES.iter().any(|device| stem.eq_ignore_ascii_case(device));
    if stem == name && !stem.is_empty() && !is_device(stem.split('.').next().unwrap_or_default()) {
        return stem;
    }
    let fingerprint = Fingerprint::of("name", &json!(name), &[]).to_string();
    format!("{stem}-{}", &fingerprint[..DIGITS.min(fingerprint.len())])
}
