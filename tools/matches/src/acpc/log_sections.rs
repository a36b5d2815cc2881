//! The text of a competition's log in sections: a head with what is announced, and the lines that follow it. A file may
//! hold several logs, one after another, and the head of one match more than once, where it was continued.

use tables::file::reading::without_byte_order_mark;

/// What a log's head announces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LogHead<'t> {
    /// The match's name and the game's: either may have several words.
    names: &'t str,
    /// How many hands the match has.
    pub hands: u32,
}

/// Lines under one head.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct LogSection<'t> {
    /// The head's line, and what it announces.
    pub head: Option<(&'t str, LogHead<'t>)>,
    /// All other lines that are not comments, each with its number from 1.
    pub lines: Vec<(usize, &'t str)>,
}

impl<'t> LogHead<'t> {
    /// Reads `# name/game/hands/seed m1 holdem.game 1000 42`.
    pub fn parse(line: &'t str) -> Option<Self> {
        let rest = line.strip_prefix("# name/game/hands/seed ")?.trim_end();
        let (rest, _seed) = rest.rsplit_once(' ')?;
        let (names, hands) = rest.rsplit_once(' ')?;
        names.contains(' ').then_some(Self { names, hands: hands.parse().ok()? })
    }

    /// What the game may be called, the shortest name first.
    pub fn games(self) -> impl Iterator<Item = &'t str> {
        self.names.rmatch_indices(' ').map(move |(place, _)| &self.names[place + 1..]).filter(|name| !name.is_empty())
    }

    /// The game's name if it has no spaces.
    pub fn game(self) -> &'t str {
        self.games().next().unwrap_or(self.names)
    }
}

/// The sections of a text. The same head again continues its section unless the match is over.
pub(super) fn sections(text: &str) -> Vec<LogSection<'_>> {
    let mut sections = vec![LogSection::default()];
    let mut is_over = false;
    for (number, line) in text.split('\n').enumerate() {
        let line = line.trim_end_matches('\r');
        // Files put together may each have begun with one.
        let line = without_byte_order_mark(line).unwrap_or(line);
        if let Some(head) = LogHead::parse(line) {
            let is_same = sections.last().and_then(|section| section.head).is_some_and(|(known, _)| known == line);
            if is_over || !is_same {
                sections.push(LogSection { head: Some((line, head)), lines: Vec::new() });
            }
            is_over = false;
        } else if !line.is_empty() && !line.starts_with('#') {
            is_over |= line.starts_with("SCORE:");
            if let Some(section) = sections.last_mut() {
                section.lines.push((number + 1, line));
            }
        }
    }
    sections.retain(|section| !section.lines.is_empty());
    sections
}
