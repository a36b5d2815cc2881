//! A sheet on which rectangles, lines and texts are put; it ends as one SVG with a title and a description.

use std::fmt::Write;

use super::page_parts::escape;
use super::palette::{Colour, DRAWING_STYLE};

/// Ordinary text, in units of the drawing; a drawing 400 units wide fills a phone, where a unit is about a pixel.
pub(crate) const TEXT: f64 = 11.0;
/// The drawing's heading.
const HEADING: f64 = 13.0;
/// The margin around everything.
pub(crate) const MARGIN: f64 = 8.0;
/// Drawings wider than this ask the page for a whole row.
const WIDE: f64 = 460.0;

/// How a shape is coloured: by the style sheet (which knows light and dark) or with one fixed colour.
#[derive(Clone, Copy)]
pub(crate) enum Paint<'a> {
    Class(&'a str),
    Fixed(Colour),
}

#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Clone, Copy)]
pub(crate) enum Weight {
    Regular,
    Bold,
}

pub(crate) struct Drawing {
    width: f64,
    body: String,
}

impl Drawing {
    pub fn new(width: f64) -> Self {
        Self { width, body: String::new() }
    }

    /// The heading at the top left; returns the y below it.
    pub fn heading(&mut self, text: &str) -> f64 {
        let mut y = MARGIN;
        for line in wrapped(text, self.width - 2.0 * MARGIN, HEADING * 1.06) {
            y += HEADING * 1.25;
            self.text((MARGIN, y - 3.0), Anchor::Start, (HEADING, Weight::Bold), Paint::Class("eq-ink"), &line);
        }
        y + 4.0
    }

    pub fn rectangle(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), paint: Paint) {
        let (x, y, width, height) = (place(x), place(y), place(width.max(0.0)), place(height.max(0.0)));
        let _ = write!(self.body, r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" {}/>"#, fill(paint));
    }

    /// A line whose colour and width come from the class.
    pub fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), class: &str) {
        let (x1, y1, x2, y2) = (place(x1), place(y1), place(x2), place(y2));
        let _ = write!(self.body, r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" class="{class}"/>"#);
    }

    /// A line of the current colour of the group around it; `dashes` may be empty.
    pub fn stroke(&mut self, points: &[(f64, f64)], width: f64, dashes: &str) {
        let list = listed(points);
        let dashes = if dashes.is_empty() { String::new() } else { format!(r#" stroke-dasharray="{dashes}""#) };
        let width = place(width);
        let _ = write!(self.body, r#"<polyline points="{list}" fill="none" stroke="currentColor" "#);
        let _ = write!(self.body, r#"stroke-width="{width}" stroke-linejoin="round"{dashes}/>"#);
    }

    /// A filled polygon of the current colour of the group around it.
    pub(crate) fn polygon(&mut self, points: &[(f64, f64)]) {
        let _ = write!(self.body, r#"<polygon points="{}" fill="currentColor"/>"#, listed(points));
    }

    /// An invisible circle, where the pointer meets the group around it.
    pub fn target(&mut self, (x, y): (f64, f64), radius: f64) {
        let (x, y, radius) = (place(x), place(y), place(radius));
        let _ = write!(self.body, r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="none" pointer-events="all"/>"#);
    }

    /// One line of text; `(x, y)` is on its base line.
    pub fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, font: (f64, Weight), paint: Paint, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => r#" text-anchor="middle""#,
            Anchor::End => r#" text-anchor="end""#,
        };
        let weight = match font.1 {
            Weight::Regular => "",
            Weight::Bold => r#" font-weight="700""#,
        };
        let _ = write!(
            self.body,
            r#"<text x="{}" y="{}" font-size="{}"{anchor}{weight} {}>{}</text>"#,
            place(x),
            place(y),
            place(font.0),
            fill(paint),
            escape(text)
        );
    }

    /// Opens a group that shows `tooltip` where the pointer rests on it; an empty one shows nothing.
    pub(crate) fn open_group(&mut self, class: &str, tooltip: &str) {
        let class = if class.is_empty() { String::new() } else { format!(r#" class="{class}""#) };
        let _ = write!(self.body, "<g{class}>");
        if !tooltip.is_empty() {
            let _ = write!(self.body, "<title>{}</title>", escape(tooltip));
        }
    }

    pub(crate) fn close_group(&mut self) {
        self.body.push_str("</g>");
    }

    /// Coloured squares with a text each, in as many rows as they need; returns the y below them.
    pub(crate) fn legend(&mut self, top: f64, entries: &[(Colour, String)]) -> f64 {
        let (mut x, mut y) = (MARGIN, top);
        for (colour, text) in entries {
            let width = 17.0 + text_width(text, TEXT) + 12.0;
            if x > MARGIN && x + width - 12.0 > self.width - MARGIN {
                x = MARGIN;
                y += 18.0;
            }
            self.rectangle((x, y + 2.0), (12.0, 12.0), Paint::Fixed(*colour));
            self.text((x + 17.0, y + 12.0), Anchor::Start, (TEXT, Weight::Regular), Paint::Class("eq-ink"), text);
            x += width;
        }
        y + 24.0
    }

    /// The finished SVG. It shrinks with its box only as far as its text stays readable.
    pub fn finish(self, height: f64, title: &str, description: &str) -> String {
        let (width, height) = (self.width.ceil(), height.ceil());
        // A wide one scrolls on a phone anyway: then at its full size.
        let (wide, least) = if width > WIDE { (" eq-wide", 1.0) } else { ("", 0.82) };
        let (narrowest, widest) = ((width * least).floor(), (width * 1.5).floor());
        let (title, description, body) = (escape(title), escape(description), self.body);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"eq-drawing{wide}\" role=\"img\" \
             viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             style=\"width:100%;height:auto;min-width:{narrowest}px;max-width:{widest}px\">\
             <title>{title}</title><desc>{description}</desc><style>{DRAWING_STYLE}</style>\
             <rect class=\"eq-paper\" width=\"{width}\" height=\"{height}\"/>{body}</svg>"
        )
    }
}

/// How wide a text will be, guessed from its letters: nothing here knows the reader's font.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    text.chars()
        .map(|letter| match letter {
            'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | ' ' => 0.32,
            'm' | 'w' | 'M' | 'W' | '%' => 0.88,
            letter if letter.is_ascii_uppercase() => 0.68,
            letter if letter.is_ascii_digit() => 0.63,
            letter if letter.is_ascii() => 0.58,
            '−' | '–' | '±' | '·' => 0.75,
            _ => 0.9,
        })
        .sum::<f64>()
        * size
}

/// The pieces of a text between which a line may end, with what stands between them: words, and their parts after each
/// hyphen.
pub(crate) fn pieces(text: &str) -> impl Iterator<Item = (&'static str, &str)> {
    text.split_whitespace().flat_map(|word| {
        word.split_inclusive('-').enumerate().map(|(number, part)| (if number == 0 { " " } else { "" }, part))
    })
}

/// The text in lines no wider than `width`, broken at spaces and hyphens and, where a piece alone is too long, inside
/// it.
pub(crate) fn wrapped(text: &str, width: f64, size: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for (gap, piece) in pieces(text) {
        let gap = if line.is_empty() { "" } else { gap };
        if text_width(&format!("{line}{gap}{piece}"), size) <= width {
            line = format!("{line}{gap}{piece}");
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for letter in piece.chars() {
            if !line.is_empty() && text_width(&format!("{line}{letter}"), size) > width {
                lines.push(std::mem::take(&mut line));
            }
            line.push(letter);
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// The text, or as much of it as fits `width` followed by an ellipsis.
pub(crate) fn shortened(text: &str, width: f64, size: f64) -> String {
    if text_width(text, size) <= width {
        return text.to_string();
    }
    let mut short = String::new();
    for letter in text.chars() {
        if text_width(&format!("{short}{letter}…"), size) > width {
            break;
        }
        short.push(letter);
    }
    format!("{}…", short.trim_end())
}

/// Points as an attribute has them.
fn listed(points: &[(f64, f64)]) -> String {
    let each: Vec<String> = points.iter().map(|(x, y)| format!("{},{}", place(*x), place(*y))).collect();
    each.join(" ")
}

fn fill(paint: Paint) -> String {
    match paint {
        Paint::Class(class) => format!(r#"class="{class}""#),
        Paint::Fixed(colour) => format!(r#"fill="{colour}""#),
    }
}

/// A coordinate to a hundredth of a unit, without needless zeros: short, and the same on every processor.
fn place(value: f64) -> String {
    if !value.is_finite() {
        return "0".to_string();
    }
    let text = format!("{value:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_string() } else { short.to_string() }
}
