//! The grid of starting hands as a table that a script redraws: its markup, and numbers packed for the script.
//!
//! Without the script the page shows the first of its grids, with the numbers of each hand as its title.

use evaluator::card::RANKS;
use evaluator::holding::StartingHand;
use serde_json::Value;
use std::fmt::Write;

use super::number_format::{DASH, percent};
use super::page_parts::escape;
use super::palette::{Colour, text_on};

/// Chooses what the grids show and writes out the numbers of a hand; a page needs it once.
pub(crate) const HAND_GRID_SCRIPT: &str = concat!(include_str!("hand_grid.js"), include_str!("grid_keys.js"));

/// The part of it that says where a key leads: `placeAfter(key, place, side)`.
pub const GRID_KEYS_SCRIPT: &str = include_str!("grid_keys.js");

/// What is shown before a hand is chosen.
const INVITATION: &str = "Point at a hand, tap it or move to it with the arrow keys to read its numbers.";

/// A grid in the page, as it is before the script begins.
pub(crate) struct HandGrid<'g> {
    /// What its cells show, for the style sheet.
    pub kind: &'static str,
    /// Names it within the page; addresses end with `#id=what is shown`.
    pub id: &'g str,
    /// What it is, for readers who cannot see it.
    pub name: &'g str,
    /// What is shown first.
    pub shown: &'g str,
    /// The cells, from the upper left, row after row, as [`hands_on_paper`] has them.
    pub cells: Vec<Cell>,
    /// Colours and what they mean.
    pub legend: Vec<(Colour, String)>,
    /// What else must be known to read it; may be empty.
    pub note: &'static str,
    /// All that the script may be asked to show.
    pub data: &'g Value,
}

/// One starting hand.
pub(crate) struct Cell {
    /// Its colours, as a style attribute has them.
    pub style: String,
    /// What is written below its name.
    pub below: String,
    /// Its numbers in words.
    pub told: String,
    /// Whether it is shown pale.
    pub is_dim: bool,
}

impl Cell {
    /// A cell of one colour.
    pub fn plain(colour: Colour, below: String, told: String) -> Self {
        Self { style: format!("background:{colour};color:{}", text_on(colour)), below, told, is_dim: false }
    }
}

impl HandGrid<'_> {
    /// The grid as HTML, with its data in an element that no browser runs.
    pub fn to_html(&self) -> String {
        let (id, name, shown) = (escape(self.id), escape(self.name), escape(self.shown));
        let mut html = format!(r#"<div class="hands {}" id="{id}"><div class="chooser"></div>"#, self.kind);
        let _ = write!(html, r#"<p class="shown">{shown}</p><table aria-label="{name}"><tbody>"#);
        for (place, (hand, cell)) in hands_on_paper().zip(&self.cells).enumerate() {
            html.push_str(if place.is_multiple_of(RANKS) { "<tr>" } else { "" });
            let (style, below, told) = (escape(&cell.style), escape(&cell.below), escape(&cell.told));
            let class = if cell.is_dim { r#" class="unreached""# } else { "" };
            let _ = write!(html, r#"<td{class} style="{style}" title="{told}"><b>{hand}</b><i>{below}</i></td>"#);
            html.push_str(if (place + 1).is_multiple_of(RANKS) { "</tr>" } else { "" });
        }
        html.push_str(r#"</tbody></table><p class="legend">"#);
        for (colour, text) in &self.legend {
            let _ = write!(html, r#"<span><i style="background:{colour}"></i>{}</span>"#, escape(text));
        }
        html.push_str("</p>");
        if !self.note.is_empty() {
            let _ = write!(html, r#"<p class="reading">{}</p>"#, escape(self.note));
        }
        let _ = write!(html, r#"<p class="told" aria-live="polite">{INVITATION}</p>"#);
        let _ = write!(html, r#"<script type="application/json">{}</script></div>"#, json_within_page(self.data));
        html
    }
}

/// All starting hands as players draw them: aces first, suited hands above the diagonal, row after row.
pub fn hands_on_paper() -> impl Iterator<Item = StartingHand> {
    let last = RANKS - 1;
    (0..RANKS * RANKS).filter_map(move |place| {
        // Mirrored at the other diagonal: hand numbers begin with the deuces.
        StartingHand::from_number(RANKS * (last - place % RANKS) + last - place / RANKS)
    })
}

/// A share in 0..=1 to a thousandth; `None` for anything that is not a share.
pub(crate) fn thousandths(share: f64) -> Option<u16> {
    (-1e-6..=1.0 + 1e-6).contains(&share).then(|| (share.clamp(0.0, 1.0) * 1000.0).round() as u16)
}

/// Thousandths as a percentage.
pub(crate) fn percent_of(thousandths: u16) -> String {
    percent(f64::from(thousandths) / 1000.0)
}

/// A number below 1,296 as two digits of base 36, a dash twice for none.
pub(crate) fn push_packed(text: &mut String, number: Option<u16>) {
    let digit = |value: u16| char::from_digit(u32::from(value % 36), 36).unwrap_or('0');
    match number {
        Some(number) => text.extend([digit(number / 36), digit(number)]),
        None => text.push_str("--"),
    }
}

/// What is written for a hand without numbers.
pub(crate) fn unknown(hand: StartingHand) -> String {
    format!("{hand}: {DASH}")
}

/// JSON in which nothing can end the element around it; legal in XML, too.
fn json_within_page(data: &Value) -> String {
    data.to_string()
        .replace('&', "\\u0026")
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('\u{7f}', "\\u007f")
        .replace('\u{fffe}', "\\ufffe")
        .replace('\u{ffff}', "\\uffff")
}
