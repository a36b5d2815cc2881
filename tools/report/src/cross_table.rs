//! The cross table: everyone against everyone, as a heat map and as a table to read.

use std::fmt::Write;

use super::drawing::{Anchor, Drawing, MARGIN, Paint, TEXT, Weight, shortened, text_width, wrapped};
use super::number_format::{DASH, fixed};
use super::page_parts::escape;
use super::palette::{
    Colour, text_on, {self},
};

const CELL_WIDTH: f64 = 60.0;
const CELL_HEIGHT: f64 = 34.0;
/// Longer names take two lines, so that more of the table fits a phone.
const WIDEST_NAME: f64 = 116.0;
/// A column's name: the height of a line, and how many there may be.
const HEAD_LINE: f64 = 13.0;
const MOST_HEAD_LINES: usize = 3;
/// The smallest letters above a column.
const LEAST_HEAD: f64 = 8.0;
/// Bold letters are somewhat wider.
const WIDER_BOLD: f64 = 1.06;
/// Beside a value that is more than chance.
const MARK: &str = "*";

/// What every player gets against every other, with the half width of each confidence interval.
///
/// Lists that are too short read as missing; missing or not finite values are drawn as dashes.
#[derive(Clone, PartialEq, Debug)]
pub struct CrossTable {
    /// The heading.
    pub title: String,
    /// What a reader who cannot see the picture should know of it.
    pub description: String,
    /// The unit of all values, for example `mbb/g`.
    pub unit: String,
    /// The players, in the order of rows and columns.
    pub players: Vec<String>,
    /// `values[row][column]` is what the row's player gets against the column's. The diagonal is not shown.
    pub values: Vec<Vec<f64>>,
    /// Half widths of the confidence intervals in the same order; 0 where the value is exact.
    pub half_widths: Vec<Vec<f64>>,
    /// `[row][column]`: which values to mark as significant, corrected for their number; `None` marks all whose
    /// interval excludes zero, of which one in twenty does so by chance.
    pub significant: Option<Vec<Vec<bool>>>,
    /// Each player's mean over its opponents; leave it empty for a table without that column.
    pub means: Vec<f64>,
    /// Decimals of every number.
    pub decimals: usize,
    /// The size of value that takes the full colour; `None` for the largest in the table. Set it where one very weak
    /// player would bleach all other differences.
    pub full_colour_at: Option<f64>,
}

/// One cell as it is shown.
struct Cell {
    value: f64,
    half_width: f64,
    colour: Colour,
    is_marked: bool,
}

impl CrossTable {
    /// The heat map as an SVG document: the players' names in rows and columns.
    pub fn to_svg(&self) -> String {
        let widths = self.players.iter().map(|name| text_width(name, TEXT) + 6.0);
        let widest = widths.fold(40.0, f64::max).min(WIDEST_NAME);
        let count = self.players.len();
        let columns = count as f64 + if self.means.is_empty() { 0.0 } else { 1.12 };
        let mut drawing = Drawing::new((2.0 * MARGIN + widest + columns * CELL_WIDTH).max(320.0));
        let heads: Vec<ColumnHead> = self.players.iter().map(|name| column_head(name)).collect();
        let lines = heads.iter().map(|head| head.lines.len()).max().unwrap_or(1).max(1);
        let top = drawing.heading(&self.title) + 3.0 + HEAD_LINE * lines as f64;
        let left = MARGIN + widest;
        let mean_left = left + (count as f64 + 0.12) * CELL_WIDTH;
        let muted = Paint::Class("eq-muted");
        let bold = (TEXT, Weight::Bold);
        for (column, head) in heads.iter().enumerate() {
            let middle = left + (column as f64 + 0.5) * CELL_WIDTH;
            drawing.open_group("", &self.players[column]);
            for (line, text) in head.lines.iter().rev().enumerate() {
                let base = top - 5.0 - HEAD_LINE * line as f64;
                drawing.text((middle, base), Anchor::Middle, (head.size, Weight::Bold), muted, text);
            }
            drawing.close_group();
        }
        if !self.means.is_empty() {
            drawing.text((mean_left + CELL_WIDTH / 2.0, top - 5.0), Anchor::Middle, bold, muted, "mean");
        }
        for (row, name) in self.players.iter().enumerate() {
            let y = top + row as f64 * CELL_HEIGHT;
            drawing.open_group("", name);
            draw_name(&mut drawing, y, name, widest - 6.0);
            drawing.close_group();
            for column in 0..count {
                let x = left + column as f64 * CELL_WIDTH;
                match self.cell(row, column) {
                    None => {
                        let middle = (x + CELL_WIDTH / 2.0, y + CELL_HEIGHT / 2.0 + 4.0);
                        drawing.text(middle, Anchor::Middle, (TEXT, Weight::Regular), muted, DASH);
                    }
                    Some(cell) => {
                        let names = format!("{} against {}", self.players[row], self.players[column]);
                        self.draw_cell(&mut drawing, (x, y), &cell, &names);
                    }
                }
            }
            if !self.means.is_empty() {
                let names = format!("{}, mean", self.players[row]);
                self.draw_cell(&mut drawing, (mean_left, y), &self.mean_cell(row), &names);
            }
        }
        let bottom = self.draw_legend(&mut drawing, top + count as f64 * CELL_HEIGHT + 8.0);
        drawing.finish(bottom, &self.title, &self.description)
    }

    /// The same as an HTML `<table>`, names in rows and columns; an asterisk marks what is more than chance.
    pub fn to_html(&self) -> String {
        let mut html = String::from(r#"<table class="cross"><thead><tr><td></td>"#);
        for name in &self.players {
            let _ = write!(html, r#"<th scope="col">{}</th>"#, escape(name));
        }
        if !self.means.is_empty() {
            html.push_str(r#"<th scope="col">mean</th>"#);
        }
        html.push_str("</tr></thead><tbody>");
        for (row, name) in self.players.iter().enumerate() {
            let _ = write!(html, r#"<tr><th scope="row">{}</th>"#, escape(name));
            for column in 0..self.players.len() {
                match self.cell(row, column) {
                    None => {
                        let _ = write!(html, "<td>{DASH}</td>");
                    }
                    Some(cell) => {
                        let names = format!("{name} against {}", self.players[column]);
                        self.write_cell(&mut html, &cell, &names);
                    }
                }
            }
            if !self.means.is_empty() {
                self.write_cell(&mut html, &self.mean_cell(row), &format!("{name}, mean"));
            }
            html.push_str("</tr>");
        }
        let _ = write!(html, "</tbody></table><p class=\"note\">{}</p>", escape(&self.note()));
        html
    }

    /// `None` on the diagonal.
    fn cell(&self, row: usize, column: usize) -> Option<Cell> {
        let at = |matrix: &[Vec<f64>]| matrix.get(row).and_then(|line| line.get(column)).copied().unwrap_or(f64::NAN);
        let (value, half_width) = (at(&self.values), at(&self.half_widths));
        let is_marked = match &self.significant {
            Some(marks) => marks.get(row).and_then(|line| line.get(column)).copied().unwrap_or(false),
            None => half_width.is_finite() && value.abs() > half_width.abs(),
        };
        let is_marked = is_marked && value.is_finite();
        (row != column).then(|| Cell { value, half_width, colour: self.colour(value), is_marked })
    }

    fn mean_cell(&self, row: usize) -> Cell {
        let value = self.means.get(row).copied().unwrap_or(f64::NAN);
        Cell { value, half_width: f64::NAN, colour: self.colour(value), is_marked: false }
    }

    /// The size of value that takes the full colour; zero if there is none to take it.
    fn full(&self) -> f64 {
        let given = self.full_colour_at.filter(|full| full.is_finite() && *full > 0.0);
        given.unwrap_or_else(|| {
            let pairs =
                (0..self.players.len()).flat_map(|row| (0..self.players.len()).map(move |column| (row, column)));
            let shown = pairs.filter(|(row, column)| row != column);
            let sizes = shown.filter_map(|(row, column)| self.values.get(row)?.get(column).map(|value| value.abs()));
            sizes.filter(|size| size.is_finite()).fold(0.0, f64::max)
        })
    }

    fn colour(&self, value: f64) -> Colour {
        let full = self.full();
        match value.is_finite() {
            false => palette::NO_VALUE,
            true if full > 0.0 => palette::diverging(value / full),
            true => palette::diverging(0.0),
        }
    }

    fn half_width_text(&self, cell: &Cell) -> Option<String> {
        let sampled = cell.value.is_finite() && cell.half_width.is_finite() && cell.half_width != 0.0;
        sampled.then(|| format!("± {}", fixed(cell.half_width.abs(), self.decimals)))
    }

    /// What is shown for a cell where the pointer rests on it.
    fn told(&self, cell: &Cell, names: &str) -> String {
        let width = self.half_width_text(cell).map_or(String::new(), |width| format!(" {width}"));
        format!("{names}: {}{width} {}", fixed(cell.value, self.decimals), self.unit)
    }

    fn draw_cell(&self, drawing: &mut Drawing, (x, y): (f64, f64), cell: &Cell, names: &str) {
        let ink = Paint::Fixed(text_on(cell.colour));
        let (value, width) = (fixed(cell.value, self.decimals), self.half_width_text(cell));
        drawing.open_group("", &self.told(cell, names));
        drawing.rectangle((x + 0.5, y + 0.5), (CELL_WIDTH - 1.0, CELL_HEIGHT - 1.0), Paint::Fixed(cell.colour));
        let (mark, weight) = if cell.is_marked { (MARK, Weight::Bold) } else { ("", Weight::Regular) };
        let text = format!("{value}{mark}");
        // Large values shrink rather than run into the next cell.
        let size = (12.0 * (CELL_WIDTH - 4.0) / text_width(&text, 12.0)).clamp(6.0, 12.0);
        let middle = x + CELL_WIDTH / 2.0;
        let base = y + if width.is_some() { 15.0 } else { CELL_HEIGHT / 2.0 + 4.0 };
        drawing.text((middle, base), Anchor::Middle, (size, weight), ink, &text);
        if let Some(width) = width {
            let size = (10.0 * (CELL_WIDTH - 4.0) / text_width(&width, 10.0)).clamp(6.0, 10.0);
            drawing.text((middle, y + 27.5), Anchor::Middle, (size, Weight::Regular), ink, &width);
        }
        drawing.close_group();
    }

    fn write_cell(&self, html: &mut String, cell: &Cell, names: &str) {
        let value = fixed(cell.value, self.decimals);
        let (colour, ink, told) = (cell.colour, text_on(cell.colour), escape(&self.told(cell, names)));
        let _ = write!(html, r#"<td style="background:{colour};color:{ink}" title="{told}">"#);
        match cell.is_marked {
            true => {
                let _ = write!(html, "<strong>{value}{MARK}</strong>");
            }
            false => html.push_str(&value),
        }
        if let Some(width) = self.half_width_text(cell) {
            let _ = write!(html, r#" <span class="half">{width}</span>"#);
        }
        html.push_str("</td>");
    }

    fn note(&self) -> String {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" in {}", self.unit) };
        format!("What the row gets against the column{unit}. {MARK} {}.", self.meaning_of_mark())
    }

    fn meaning_of_mark(&self) -> &'static str {
        match self.significant {
            Some(_) => "significant at 5 %, corrected for the number of pairs",
            None => "the interval excludes zero",
        }
    }

    fn draw_legend(&self, drawing: &mut Drawing, top: f64) -> f64 {
        let (full, muted) = (self.full(), Paint::Class("eq-muted"));
        let plain = (TEXT, Weight::Regular);
        let mut y = top;
        if full > 0.0 {
            let low = fixed(-full, self.decimals);
            let left = MARGIN + text_width(&low, TEXT) + 6.0;
            let steps = 41;
            for step in 0..steps {
                let colour = palette::diverging(step as f64 / (steps - 1) as f64 * 2.0 - 1.0);
                drawing.rectangle((left + 3.0 * step as f64, y), (3.5, 12.0), Paint::Fixed(colour));
            }
            let right = left + 3.0 * steps as f64 + 6.0;
            drawing.text((MARGIN, y + 10.0), Anchor::Start, plain, muted, &low);
            let high = format!("{} {}", fixed(full, self.decimals), self.unit);
            drawing.text((right, y + 10.0), Anchor::Start, plain, muted, &high);
            y += 18.0;
        }
        for line in ["The row's player against the column's.".to_string(), format!("{MARK} {}", self.meaning_of_mark())]
        {
            drawing.text((MARGIN, y + 10.0), Anchor::Start, plain, muted, &line);
            y += 15.0;
        }
        y + MARGIN
    }
}

/// A name above a column, in bold letters of that size.
struct ColumnHead {
    size: f64,
    lines: Vec<String>,
}

/// As many lines as a name needs up to three, the last of them cut off where it needs more.
fn column_head(name: &str) -> ColumnHead {
    let width = CELL_WIDTH - 4.0;
    let longest = name.split_whitespace().map(|word| text_width(word, TEXT * WIDER_BOLD)).fold(width, f64::max);
    // A word that is a little too long shrinks rather than lose its last letter to a line of its own.
    let fitting = if longest > width { TEXT * (width - 0.1) / longest } else { TEXT };
    let size = if fitting < LEAST_HEAD { TEXT } else { fitting };
    let mut lines = wrapped(name, width, size * WIDER_BOLD);
    if lines.len() > MOST_HEAD_LINES {
        let rest = lines.split_off(MOST_HEAD_LINES - 1).concat();
        lines.push(shortened(&rest, width, size * WIDER_BOLD));
    }
    ColumnHead { size, lines }
}

/// The name in one line or two beside the row that starts at `y`; what does not fit two lines ends in an ellipsis.
fn draw_name(drawing: &mut Drawing, y: f64, name: &str, width: f64) {
    let mut lines = wrapped(name, width, TEXT);
    if lines.len() > 2 {
        let rest = lines.split_off(1).join(" ");
        lines.push(shortened(&rest, width, TEXT));
    }
    let first = y + CELL_HEIGHT / 2.0 + 4.0 - 6.5 * lines.len().saturating_sub(1) as f64;
    for (number, line) in lines.iter().enumerate() {
        let at = (MARGIN, first + 13.0 * number as f64);
        drawing.text(at, Anchor::Start, (TEXT, Weight::Regular), Paint::Class("eq-ink"), line);
    }
}
