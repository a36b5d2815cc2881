//! Charts: lines with error bars, bars and histograms, maps of named points, all in one frame.

use super::axis::{Axis, Scale, drawable};
use super::drawing::{Anchor, Drawing, MARGIN, Paint, TEXT, Weight, shortened, text_width};
use super::number_format::{DASH, compact};
use super::palette::SERIES_COLOURS;
use super::plot_frame::{PLAIN, PLOT_WIDTH, PlotFrame};

/// Told apart by line as well as by colour; they change once the colours have all been used and with every series.
const DASHES: [&str; 4] = ["", "6 3", "2 2.5", "8 3 2 3"];
const MARK: f64 = 3.2;
/// How near to a point the pointer must come to read its value.
const NEAR: f64 = 7.0;
const SAMPLE: f64 = 24.0;
/// More marks than this would hide their line.
const MOST_MARKS: usize = 60;
/// How much of a category's room the series share, so that their error bars do not lie upon each other.
const SPREAD: f64 = 0.4;
/// Names of points are set this much smaller than other text: there may be many.
const NAME: f64 = TEXT * 0.9;
/// Between a point and its name.
const BESIDE: f64 = 6.0;

/// One point of a series.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    pub x: f64,
    pub y: f64,
    /// Half the length of the error bar, in the unit of `y`; no bar if it is missing, not finite or not above zero.
    pub half_width: Option<f64>,
}

impl Point {
    /// A point without error bar.
    pub fn new(x: f64, y: f64) -> Self {
        Self { x, y, half_width: None }
    }

    /// Half the error bar; zero where there is none.
    fn half(&self) -> f64 {
        self.half_width.filter(|half| half.is_finite() && *half > 0.0).unwrap_or(0.0)
    }
}

/// Points joined by a line in the order given; a point that cannot be shown leaves a gap.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    pub points: Vec<Point>,
}

/// A point of a map.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedPoint {
    pub name: String,
    pub x: f64,
    pub y: f64,
    /// The number of its group.
    pub group: usize,
}

/// What a chart draws.
#[derive(Clone, PartialEq, Debug)]
pub enum Marks {
    /// A line for each series. Over categories, series stand side by side.
    Lines(Vec<Series>),
    /// The same points without lines between them, for categories in no order.
    Values(Vec<Series>),
    /// Bars from zero, one for each category, or for each of equal bins between the ends of the horizontal axis: a
    /// histogram. A value that is not finite is drawn as a dash.
    Bars {
        values: Vec<f64>,
        /// A value on the horizontal axis that is pointed out, with its name: for example the mean.
        marker: Option<(f64, String)>,
    },
    /// Points told apart by colour and mark. A name that would touch one already set is left to the tooltip.
    Points {
        /// The groups' names, in the order of their numbers; none leaves out the legend.
        groups: Vec<String>,
        points: Vec<NamedPoint>,
    },
}

/// Marks over two axes.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// The heading.
    pub title: String,
    /// What a reader who cannot see the picture should know of it.
    pub description: String,
    pub x: Axis,
    pub y: Axis,
    pub marks: Marks,
}

impl Chart {
    /// The picture as an SVG document.
    pub fn to_svg(&self) -> String {
        let mut drawing = Drawing::new(PLOT_WIDTH);
        let top = drawing.heading(&self.title);
        let extent = self.extent();
        let (x, y) = (self.x.span(extent.iter().map(|at| at.0)), self.y.span(extent.iter().map(|at| at.1)));
        let frame = PlotFrame::draw(&mut drawing, top, x, y, &self.y.text);
        if extent.is_empty() {
            frame.say_empty(&mut drawing);
        }
        let names: Vec<&str> = match &self.marks {
            Marks::Lines(all) | Marks::Values(all) => {
                for (number, series) in all.iter().enumerate() {
                    drawing.open_group(&class_of(number), &series.name);
                    let aside = self.aside(number, all.len());
                    if self.has_lines() {
                        self.draw_line(&mut drawing, &frame, number, series, aside);
                    }
                    self.draw_values(&mut drawing, &frame, number, series, aside);
                    drawing.close_group();
                }
                all.iter().map(|series| series.name.as_str()).collect()
            }
            Marks::Bars { values, marker } => {
                self.draw_bars(&mut drawing, &frame, values);
                draw_marker(&mut drawing, &frame, marker.as_ref());
                Vec::new()
            }
            Marks::Points { groups, points } => {
                self.draw_points(&mut drawing, &frame, points);
                groups.iter().map(String::as_str).collect()
            }
        };
        let below = frame.draw_base(&mut drawing, &self.x);
        let bottom = draw_legend(&mut drawing, below, &names, self.has_lines());
        drawing.finish(bottom, &self.title, &self.description)
    }

    /// All places that the axes have to span; none where there is nothing to draw.
    fn extent(&self) -> Vec<(f64, f64)> {
        match &self.marks {
            Marks::Lines(all) | Marks::Values(all) => {
                let shown = all.iter().flat_map(|series| &series.points).filter(|it| self.shows(it.x, it.y));
                shown.flat_map(|it| [it.y - it.half(), it.y, it.y + it.half()].map(|y| (it.x, y))).collect()
            }
            Marks::Bars { values, .. } if values.is_empty() => Vec::new(),
            Marks::Bars { values, marker } => {
                // Room above the bars for the name of the marker.
                let room = if marker.is_some() { 1.12 } else { 1.0 };
                values.iter().map(|value| (0.0, value * room)).chain([(0.0, 0.0)]).collect()
            }
            Marks::Points { points, .. } => {
                points.iter().map(|it| (it.x, it.y)).filter(|&(x, y)| self.shows(x, y)).collect()
            }
        }
    }

    fn shows(&self, x: f64, y: f64) -> bool {
        self.x.shows(x) && self.y.shows(y)
    }

    fn has_lines(&self) -> bool {
        matches!(self.marks, Marks::Lines(_))
    }

    /// How far beside its category a series of several stands.
    fn aside(&self, number: usize, count: usize) -> f64 {
        match self.x.scale {
            Scale::Categories(_) => (number as f64 + 0.5) / count as f64 * SPREAD - SPREAD / 2.0,
            _ => 0.0,
        }
    }

    fn draw_line(&self, drawing: &mut Drawing, frame: &PlotFrame, number: usize, series: &Series, aside: f64) {
        for run in series.points.split(|point| !self.shows(point.x, point.y)) {
            let place = |point: &Point| frame.place(point.x + aside, point.y);
            let line: Vec<(f64, f64)> = run.iter().filter_map(place).collect();
            if line.len() > 1 {
                drawing.stroke(&line, 1.8, dashes_of(number));
            }
        }
    }

    /// Marks and error bars.
    fn draw_values(&self, drawing: &mut Drawing, frame: &PlotFrame, number: usize, series: &Series, aside: f64) {
        for point in series.points.iter().filter(|point| self.shows(point.x, point.y)) {
            let Some((x, y)) = frame.place(point.x + aside, point.y) else { continue };
            let half = point.half();
            if let [Some(low), Some(high)] = [point.y - half, point.y + half].map(|end| frame.y_place(end))
                && low != high
            {
                drawing.stroke(&[(x, low), (x, high)], 1.2, "");
                for end in [low, high] {
                    drawing.stroke(&[(x - MARK, end), (x + MARK, end)], 1.2, "");
                }
            }
            let at = self.x.names().get(point.x as usize).cloned().unwrap_or_else(|| compact(point.x));
            let width = if half > 0.0 { format!(" ± {}", compact(half)) } else { String::new() };
            drawing.open_group("", &format!("{}: {at}, {}{width}", series.name, compact(point.y)));
            drawing.target((x, y), NEAR);
            if series.points.len() <= MOST_MARKS {
                draw_mark(drawing, number, x, y);
            }
            drawing.close_group();
        }
    }

    fn draw_bars(&self, drawing: &mut Drawing, frame: &PlotFrame, values: &[f64]) {
        let names = self.x.names();
        let (count, share) = (values.len(), frame.width / values.len().max(1) as f64);
        let written = |value: f64| if drawable(value) { compact(value) } else { DASH.to_string() };
        // Bars of categories carry their values where all have room; bins touch, as far as they can be told apart.
        let fits = |value: &f64| text_width(&written(*value), TEXT) < share - 2.0;
        let (gap, has_values) = match self.x.scale {
            Scale::Categories(_) => ((share * 0.2).min(8.0), values.iter().all(fits)),
            _ => (if count > 100 { 0.0 } else { 0.6 }, false),
        };
        for (number, &value) in values.iter().enumerate() {
            let (left, text) = (frame.left + number as f64 * share, written(value));
            let [low, high] = [number, number + 1].map(|end| compact(frame.x.end_of_part(end, count)));
            let name = names.get(number).cloned().unwrap_or_else(|| format!("{low} to {high}"));
            drawing.open_group("", &format!("{name}: {text}"));
            let ends = drawable(value).then(|| Some((frame.y_place(value)?, frame.y_place(0.0)?))).flatten();
            if let Some((level, base)) = ends {
                let size = (share - gap, (base - level).abs());
                drawing.rectangle((left + gap / 2.0, level.min(base)), size, Paint::Class("eq-bar"));
            }
            if has_values || ends.is_none() {
                let above = frame.y_place(value).unwrap_or(frame.bottom()) - 3.0;
                let base = if value < 0.0 { above + 3.0 + TEXT } else { above };
                drawing.text((left + share / 2.0, base), Anchor::Middle, PLAIN, Paint::Class("eq-ink"), &text);
            }
            drawing.close_group();
        }
    }

    fn draw_points(&self, drawing: &mut Drawing, frame: &PlotFrame, points: &[NamedPoint]) {
        let shown = points.iter().filter(|point| self.shows(point.x, point.y));
        let placed: Vec<_> = shown.filter_map(|point| Some((point, frame.place(point.x, point.y)?))).collect();
        // No name lies on a mark.
        let box_of = |&(_, (x, y)): &(&NamedPoint, (f64, f64))| [x - MARK, y - MARK, x + MARK, y + MARK];
        let mut taken: Vec<[f64; 4]> = placed.iter().map(box_of).collect();
        for (point, (x, y)) in placed {
            let values = format!("{}, {}", compact(point.x), compact(point.y));
            let tooltip = if point.name.is_empty() { values } else { format!("{}: {values}", point.name) };
            drawing.open_group(&class_of(point.group), &tooltip);
            draw_mark(drawing, point.group, x, y);
            if let Some((at, anchor)) = place_for_name(&point.name, (x, y), frame, &mut taken) {
                drawing.text(at, anchor, (NAME, Weight::Regular), Paint::Class("eq-ink"), &point.name);
            }
            drawing.close_group();
        }
    }
}

fn draw_marker(drawing: &mut Drawing, frame: &PlotFrame, marker: Option<&(f64, String)>) {
    let Some((value, name)) = marker else { return };
    let Some(place) = frame.x_place(*value) else { return };
    drawing.line((place, frame.top), (place, frame.bottom()), "eq-marker");
    // On the side where there is room.
    let (at, anchor) =
        if place > PLOT_WIDTH * 0.55 { (place - 5.0, Anchor::End) } else { (place + 5.0, Anchor::Start) };
    let (text, paint) = (format!("{name} {}", compact(*value)), Paint::Class("eq-marker-text"));
    drawing.text((at, frame.top + TEXT), anchor, (TEXT, Weight::Bold), paint, &text);
}

/// Right of the mark or, where that is taken or outside, left of it, above or below; nowhere if all are. A name does
/// not lie on the base line, which would strike it through.
fn place_for_name(
    name: &str,
    (x, y): (f64, f64),
    frame: &PlotFrame,
    taken: &mut Vec<[f64; 4]>,
) -> Option<((f64, f64), Anchor)> {
    let width = text_width(name, NAME);
    if width == 0.0 {
        return None;
    }
    let (beside, above, below) = (y + NAME * 0.35, y - BESIDE - 1.0, y + BESIDE + NAME * 0.8);
    // Above and below, a name ends or begins at its mark where the middle of it would run out of the frame.
    let around =
        |base: f64| [(x, base, Anchor::Middle), (x + BESIDE, base, Anchor::End), (x - BESIDE, base, Anchor::Start)];
    let candidates = [(x + BESIDE, beside, Anchor::Start), (x - BESIDE, beside, Anchor::End)];
    for (at, base, anchor) in candidates.into_iter().chain(around(above)).chain(around(below)) {
        let from = match anchor {
            Anchor::Start => at,
            Anchor::Middle => at - width / 2.0,
            Anchor::End => at - width,
        };
        let place = [from, base - NAME * 0.8, from + width, base + NAME * 0.2];
        let inside = place[0] >= frame.left && place[2] <= frame.right() + MARGIN && place[1] >= frame.top - TEXT;
        let touches =
            |other: &[f64; 4]| place[0] < other[2] && other[0] < place[2] && place[1] < other[3] && other[1] < place[3];
        if inside && place[3] < frame.bottom() && !taken.iter().any(touches) {
            taken.push(place);
            return Some(((at, base), anchor));
        }
    }
    None
}

/// Names beside a piece of each line, or beside its mark alone; returns the y below them.
fn draw_legend(drawing: &mut Drawing, top: f64, names: &[&str], has_lines: bool) -> f64 {
    if names.is_empty() {
        return top;
    }
    let (mut x, mut y) = (MARGIN, top + TEXT);
    for (number, name) in names.iter().enumerate() {
        let name = shortened(name, PLOT_WIDTH - 2.0 * MARGIN - SAMPLE - 6.0, TEXT);
        let width = SAMPLE + 6.0 + text_width(&name, TEXT) + 14.0;
        if x > MARGIN && x + width - 14.0 > PLOT_WIDTH - MARGIN {
            x = MARGIN;
            y += TEXT * 1.6;
        }
        drawing.open_group(&class_of(number), "");
        if has_lines {
            drawing.stroke(&[(x, y - 4.0), (x + SAMPLE, y - 4.0)], 1.8, dashes_of(number));
        }
        draw_mark(drawing, number, x + SAMPLE / 2.0, y - 4.0);
        drawing.close_group();
        drawing.text((x + SAMPLE + 6.0, y), Anchor::Start, PLAIN, Paint::Class("eq-ink"), &name);
        x += width;
    }
    y + MARGIN
}

fn class_of(number: usize) -> String {
    format!("eq-s{}", number % SERIES_COLOURS)
}

fn dashes_of(number: usize) -> &'static str {
    DASHES[(number + number / SERIES_COLOURS) % DASHES.len()]
}

/// Square, diamond, triangle up, triangle down.
fn draw_mark(drawing: &mut Drawing, number: usize, x: f64, y: f64) {
    let (m, wide) = (MARK * 0.85, MARK * 1.2);
    match number % 4 {
        0 => drawing.polygon(&[(x - m, y - m), (x + m, y - m), (x + m, y + m), (x - m, y + m)]),
        1 => drawing.polygon(&[(x, y - wide), (x + wide, y), (x, y + wide), (x - wide, y)]),
        2 => drawing.polygon(&[(x, y - wide), (x + wide, y + m), (x - wide, y + m)]),
        _ => drawing.polygon(&[(x, y + wide), (x + wide, y - m), (x - wide, y - m)]),
    }
}
