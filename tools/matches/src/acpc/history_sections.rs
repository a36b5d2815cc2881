//! The text of poker hand histories cut into hands: TOML (Tom's Obvious Minimal Language) tables under headings of any
//! form, or one hand without a heading.
//!
//! Each hand is then read by itself, so that one with a fault costs no other. Where the next one begins is decided as
//! TOML does, by strings and brackets that are open; only in a text in which one is never closed a line that looks like
//! a heading with a key after it is taken for one.

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct HistoryText<'t> {
    /// The heading's line, or that of the first line, from 1.
    pub line: usize,
    /// The heading as it is written.
    pub heading: Option<&'t str>,
    /// What follows it.
    pub body: &'t str,
    /// The line of the body's beginning.
    pub body_line: usize,
}

/// Whether the first line of a file that is neither blank nor a comment belongs to hand histories: a heading, or a key
/// with its value. No line of the competition's logs is either.
pub(crate) fn begins_history(line: &str) -> bool {
    let is_of_log = ["STATE:", "SCORE:", "MATCHSTATE:"].iter().any(|start| line.starts_with(start));
    let key = line.split_once('=').map(|(key, _)| key.trim_end());
    !is_of_log && (line.trim_start().starts_with('[') || key.is_some_and(|key| !key.is_empty() && !key.contains(' ')))
}

pub(super) fn history_texts(text: &str) -> Vec<HistoryText<'_>> {
    let (mut lines, is_whole) = headings(text, false);
    if !is_whole {
        lines = headings(text, true).0;
    }
    let mut texts: Vec<HistoryText<'_>> = Vec::new();
    let end_of = |offset: usize| text[offset..].find('\n').map_or(text.len(), |length| offset + length + 1);
    let first = lines.first().map_or(text.len(), |&(_, offset)| offset);
    // What stands before the first heading is a hand of its own if it has a hand's keys.
    if !is_blank(&text[..first]) && (lines.is_empty() || has_key(&text[..first], "actions")) {
        texts.push(HistoryText { line: 1, heading: None, body: &text[..first], body_line: 1 });
    }
    let mut path: Vec<String> = Vec::new();
    for (place, &(number, offset)) in lines.iter().enumerate() {
        let body_begin = end_of(offset);
        let body_end = lines.get(place + 1).map_or(text.len(), |&(_, offset)| offset);
        let (heading, body) = (text[offset..body_begin].trim(), &text[body_begin..body_end]);
        let own = heading_path(heading);
        if let Some(last) = texts.last_mut().filter(|last| last.heading.is_some() && !is_blank(last.body))
            && own.len() > path.len()
            && own.starts_with(&path)
        {
            // A table within the hand.
            let begin = last.body.as_ptr() as usize - text.as_ptr() as usize;
            last.body = &text[begin..body_end];
            continue;
        }
        path = own;
        texts.push(HistoryText { line: number, heading: Some(heading), body, body_line: number + 1 });
    }
    // A heading of other tables, `[session]` before `[session.1]`, is not a hand.
    let last = texts.len().saturating_sub(1);
    let mut place = 0;
    texts.retain(|text| {
        place += 1;
        !is_blank(text.body) || (place - 1 == last && text.heading.is_some())
    });
    texts
}

/// The heading's keys; none for one that TOML does not read.
fn heading_path(heading: &str) -> Vec<String> {
    let Ok(table) = toml::from_str::<toml::Table>(heading) else { return vec![heading.to_owned()] };
    let mut path = Vec::new();
    let mut here = Some(&table);
    while let Some((key, value)) = here.and_then(|table| table.iter().next()) {
        path.push(key.clone());
        here = match value {
            toml::Value::Table(table) => Some(table),
            _ => None,
        };
    }
    path
}

fn is_blank(text: &str) -> bool {
    text.lines().map(str::trim).all(|line| line.is_empty() || line.starts_with('#'))
}

/// Whether a text has a line with this key and a value.
pub(super) fn has_key(text: &str, key: &str) -> bool {
    text.lines().any(|line| is_key_line(line) && line.trim().trim_matches(['"', '\'']).starts_with(key))
}

fn is_key_line(line: &str) -> bool {
    let key = line.split_once('=').map(|(key, _)| key.trim());
    key.is_some_and(|key| !key.is_empty() && !key.starts_with('#') && !key.contains(['[', ' ']))
}

/// What is open at the beginning of a line.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Open {
    /// Brackets and braces.
    depth: usize,
    /// A string of several lines, by its quotation mark.
    string: Option<u8>,
}

/// Number and offset of each heading's line, and whether nothing is left open at the end.
fn headings(text: &str, forgiving: bool) -> (Vec<(usize, usize)>, bool) {
    let (mut headings, mut open, mut offset) = (Vec::new(), Open::default(), 0);
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let is_inside = open != Open::default();
        let looks_so = || {
            let key = |line: &&str| !is_blank(line);
            let following = text[offset + line.len()..].lines().find(key);
            heading_path(line.trim()).len() == 1
                && toml::from_str::<toml::Table>(line.trim()).is_ok()
                && following.is_some_and(is_key_line)
        };
        if line.trim_start().starts_with('[') && (!is_inside || forgiving && looks_so()) {
            headings.push((number + 1, offset));
            open = Open::default();
        } else {
            open = open.after(line.as_bytes());
        }
        offset += line.len();
    }
    (headings, open == Open::default())
}

impl Open {
    /// What is open after a line.
    fn after(mut self, line: &[u8]) -> Self {
        let mut place = 0;
        while place < line.len() {
            let rest = &line[place..];
            let byte = rest[0];
            if let Some(mark) = self.string {
                let is_end = rest.starts_with(&[mark; 3]);
                self.string = if is_end { None } else { Some(mark) };
                place += match (is_end, byte) {
                    (true, _) => 3,
                    (false, b'\\') if mark == b'"' => 2,
                    _ => 1,
                };
                continue;
            }
            place += match byte {
                b'#' => return self,
                b'"' | b'\'' if rest.starts_with(&[byte; 3]) => {
                    self.string = Some(byte);
                    3
                }
                b'"' | b'\'' => string_length(rest),
                b'[' | b'{' => {
                    self.depth += 1;
                    1
                }
                b']' | b'}' => {
                    self.depth = self.depth.saturating_sub(1);
                    1
                }
                _ => 1,
            };
        }
        self
    }
}

/// The length of a string within its line, with its quotation marks; one that is not closed ends with the line.
fn string_length(text: &[u8]) -> usize {
    let mark = text[0];
    let mut place = 1;
    while place < text.len() && text[place] != mark {
        place += if text[place] == b'\\' && mark == b'"' { 2 } else { 1 };
    }
    (place + 1).min(text.len())
}
