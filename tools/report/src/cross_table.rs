//! The cross table: everyone against everyone, as a heat map and as a table to read.

use std::fmt::Write;

use super::drawing::{Anchor, Drawing, MARGIN, Paint, TEXT, Weight, pieces, shortened, text_width, wrapped};
use super::number_format::{DASH, fixed};
use super::page_parts::escape;
use super::palette::{Colour, NO_VALUE, diverging, text_on};

const CELL_WIDTH: f64 = 60.0;
/// Columns grow up to this for a name that would be broken within a word.
const WIDEST_CELL: f64 = 110.0;
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
const DECIMALS: usize = 1;
/// Beside a value that is more than chance.
const MARK: &str = "*";

/// What every player gets against every other, with the half width of each confidence interval.
///
/// Lists that are too short read as missing; missing or not finite values are drawn as dashes.
#[derive(Clone, PartialEq, Debug, Default)]
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
    /// Half the interval of each mean, where it is known.
    pub mean_half_widths: Vec<f64>,
    /// The size of value that takes the full colour; `None` for the largest in the table. Set it where one very weak
    /// player would bleach all other differences.
    pub full_colour_at: Option<f64>,
}

/// A cell as it is shown.
struct Cell {
    value: String,
    half_width: Option<String>,
    /// All of it in words.
    told: String,
    colour: Colour,
    is_marked: bool,
}

impl CrossTable {
    /// The heat map as an SVG document: the players' names in rows and columns.
    pub fn to_svg(&self) -> String {
        let cell_width = self.cell_width();
        let widths = self.players.iter().map(|name| text_width(name, TEXT) + 6.0);
        let left = MARGIN + widths.fold(40.0, f64::max).min(WIDEST_NAME);
        // The mean stands a little apart.
        let place = |column: usize| {
            let apart = if column == self.players.len() { 0.12 } else { 0.0 };
            left + (column as f64 + apart) * cell_width
        };
        let heads: Vec<ColumnHead> = self.column_names().map(|name| column_head(name, cell_width - 4.0)).collect();
        let right = heads.len().checked_sub(1).map_or(left, |last| place(last) + cell_width);
        let mut drawing = Drawing::new((right + MARGIN).max(320.0));
        let lines = heads.iter().map(|head| head.lines.len()).max().unwrap_or(1).max(1);
        let top = drawing.heading(&self.title) + 3.0 + HEAD_LINE * lines as f64;
        let muted = Paint::Class("eq-muted");
        for (column, (name, head)) in self.column_names().zip(&heads).enumerate() {
            drawing.open_group("", name);
            for (line, text) in head.lines.iter().rev().enumerate() {
                let at = (place(column) + cell_width / 2.0, top - 5.0 - HEAD_LINE * line as f64);
                drawing.text(at, Anchor::Middle, (head.size, Weight::Bold), muted, text);
            }
            drawing.close_group();
        }
        for (row, name) in self.players.iter().enumerate() {
            let y = top + row as f64 * CELL_HEIGHT;
            drawing.open_group("", name);
            draw_name(&mut drawing, y, name, left - MARGIN - 6.0);
            drawing.close_group();
            for (column, cell) in self.cells(row).into_iter().enumerate() {
                let Some(cell) = cell else {
                    let middle = (place(column) + cell_width / 2.0, y + CELL_HEIGHT / 2.0 + 4.0);
                    drawing.text(middle, Anchor::Middle, (TEXT, Weight::Regular), muted, DASH);
                    continue;
                };
                cell.draw(&mut drawing, (place(column), y), cell_width);
            }
        }
        let bottom = self.draw_legend(&mut drawing, top + self.players.len() as f64 * CELL_HEIGHT + 8.0);
        drawing.finish(bottom, &self.title, &self.description)
    }

    /// The same as an HTML `<table>`, names in rows and columns; an asterisk marks what is more than chance.
    pub fn to_html(&self) -> String {
        let mut html = String::from(r#"<table class="cross"><thead><tr><td></td>"#);
        for name in self.column_names() {
            let _ = write!(html, r#"<th scope="col">{}</th>"#, escape(name));
        }
        html.push_str("</tr></thead><tbody>");
        for (row, name) in self.players.iter().enumerate() {
            let _ = write!(html, r#"<tr><th scope="row">{}</th>"#, escape(name));
            for cell in self.cells(row) {
                html += &cell.map_or_else(|| format!("<td>{DASH}</td>"), |cell| cell.to_html());
            }
            html.push_str("</tr>");
        }
        let _ = write!(html, "</tbody></table><p class=\"note\">{}</p>", escape(&self.note()));
        html
    }

    /// Wide enough for the longest piece of a column's name in the smallest letters.
    fn cell_width(&self) -> f64 {
        let widths = self.column_names().flat_map(pieces).map(|(_, piece)| text_width(piece, LEAST_HEAD * WIDER_BOLD));
        widths.map(|width| width + 5.0).fold(CELL_WIDTH, f64::max).min(WIDEST_CELL)
    }

    fn column_names(&self) -> impl Iterator<Item = &str> {
        let mean = (!self.means.is_empty()).then_some("mean");
        self.players.iter().map(String::as_str).chain(mean)
    }

    /// A row's cells by column, `None` on the diagonal.
    fn cells(&self, row: usize) -> Vec<Option<Cell>> {
        let at = |table: &[Vec<f64>], column: usize| table.get(row).and_then(|line| line.get(column)).copied();
        let player = &self.players[row];
        let against = |(column, other): (usize, &String)| {
            let [value, half] = [&self.values, &self.half_widths].map(|table| at(table, column).unwrap_or(f64::NAN));
            let is_marked = match &self.significant {
                Some(marks) => marks.get(row).and_then(|line| line.get(column)).copied().unwrap_or(false),
                None => half.is_finite() && value.abs() > half.abs(),
            };
            (column != row).then(|| self.cell(&format!("{player} against {other}"), value, half, is_marked))
        };
        let [mean, half] = [&self.means, &self.mean_half_widths].map(|it| it.get(row).copied().unwrap_or(f64::NAN));
        let mean = || Some(self.cell(&format!("{player}, mean"), mean, half, false));
        let means = (!self.means.is_empty()).then(mean);
        self.players.iter().enumerate().map(against).chain(means).collect()
    }

    fn cell(&self, names: &str, value: f64, half_width: f64, is_marked: bool) -> Cell {
        let is_marked = is_marked && value.is_finite();
        let is_sampled = value.is_finite() && half_width.is_finite() && half_width != 0.0;
        let half_width = is_sampled.then(|| format!("± {}", fixed(half_width.abs(), DECIMALS)));
        let width = half_width.as_ref().map_or(String::new(), |width| format!(" {width}"));
        let colour = if value.is_finite() { diverging(value / self.full().max(f64::MIN_POSITIVE)) } else { NO_VALUE };
        let value = fixed(value, DECIMALS);
        let told = format!("{names}: {value}{width} {}", self.unit);
        let mark = if is_marked { MARK } else { "" };
        Cell { value: format!("{value}{mark}"), half_width, told, colour, is_marked }
    }

    /// The size of value that takes the full colour; zero if there is none to take it.
    fn full(&self) -> f64 {
        let given = self.full_colour_at.filter(|full| full.is_finite() && *full > 0.0);
        given.unwrap_or_else(|| {
            let count = self.players.len();
            let rows = self.values.iter().take(count).enumerate();
            let shown = rows.flat_map(|(row, line)| {
                line.iter()
                    .take(count)
                    .enumerate()
                    .filter(move |(column, _)| *column != row)
                    .map(|(_, value)| value.abs())
            });
            shown.filter(|size| size.is_finite()).fold(0.0, f64::max)
        })
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
        let (full, mut y) = (self.full(), top);
        if full > 0.0 {
            let entry = |place: f64| {
                let unit = if place == 1.0 { format!(" {}", self.unit) } else { String::new() };
                (diverging(place), format!("{}{unit}", fixed(place * full, DECIMALS)))
            };
            y = drawing.legend(top, &[-1.0, -0.5, 0.0, 0.5, 1.0].map(entry));
        }
        for line in ["The row's player against the column's.".to_string(), format!("{MARK} {}", self.meaning_of_mark())]
        {
            y += 15.0;
            let (at, paint) = ((MARGIN, y - 5.0), Paint::Class("eq-muted"));
            drawing.text(at, Anchor::Start, (TEXT, Weight::Regular), paint, &line);
        }
        y + MARGIN
    }
}

impl Cell {
    fn draw(&self, drawing: &mut Drawing, (x, y): (f64, f64), cell_width: f64) {
        let ink = Paint::Fixed(text_on(self.colour));
        drawing.open_group("", &self.told);
        drawing.rectangle((x + 0.5, y + 0.5), (cell_width - 1.0, CELL_HEIGHT - 1.0), Paint::Fixed(self.colour));
        // Large values shrink rather than run into the next cell.
        let fitting = |text: &str, size: f64| (size * (cell_width - 4.0) / text_width(text, size)).clamp(6.0, size);
        let (middle, weight) = (x + cell_width / 2.0, if self.is_marked { Weight::Bold } else { Weight::Regular });
        let base = y + if self.half_width.is_some() { 15.0 } else { CELL_HEIGHT / 2.0 + 4.0 };
        drawing.text((middle, base), Anchor::Middle, (fitting(&self.value, 12.0), weight), ink, &self.value);
        if let Some(width) = &self.half_width {
            drawing.text((middle, y + 27.5), Anchor::Middle, (fitting(width, 10.0), Weight::Regular), ink, width);
        }
        drawing.close_group();
    }

    fn to_html(&self) -> String {
        let (colour, ink, told, value) = (self.colour, text_on(self.colour), escape(&self.told), &self.value);
        let value = if self.is_marked { format!("<strong>{value}</strong>") } else { value.clone() };
        let half = self.half_width.as_ref().map(|width| format!(r#" <span class="half">{width}</span>"#));
        let half = half.unwrap_or_default();
        format!(r#"<td style="background:{colour};color:{ink}" title="{told}">{value}{half}</td>"#)
    }
}

/// A name above a column, in bold letters of that size.
struct ColumnHead {
    size: f64,
    lines: Vec<String>,
}

/// As many lines of that width as a name needs up to three, the last of them cut off where it needs more.
fn column_head(name: &str, width: f64) -> ColumnHead {
    let longest = pieces(name).map(|(_, piece)| text_width(piece, TEXT * WIDER_BOLD)).fold(width, f64::max);
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
