//! Curves: several named series of points with error bars, on linear or logarithmic axes.

use super::drawing::{Anchor, Drawing, MARGIN, Paint, TEXT, Weight, shortened, text_width};
use super::number_format::compact;
use super::palette::SERIES_COLOURS;
use super::plot_frame::{Axis, AxisTitle, PLOT_WIDTH, PlotFrame, Spacing, drawable};

/// Told apart by line as well as by colour; they change once the colours have all been used and with every series.
const DASHES: [&str; 4] = ["", "6 3", "2 2.5", "8 3 2 3"];
pub(crate) const MARK: f64 = 3.2;
/// How near to a point the pointer must come to read its value.
const NEAR: f64 = 7.0;
const SAMPLE: f64 = 24.0;

/// One point of a series.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Along the horizontal axis.
    pub x: f64,
    /// Along the vertical axis.
    pub y: f64,
    /// Half the length of the error bar, in the unit of `y`; no bar if it is missing, not finite or not above zero.
    pub half_width: Option<f64>,
}

impl Point {
    /// A point without error bar.
    pub fn new(x: f64, y: f64) -> Self {
        Self { x, y, half_width: None }
    }
}

/// Points joined by a line in the order given; a point that cannot be shown leaves a gap.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    pub points: Vec<Point>,
}

/// Several series over the same axes.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// The heading.
    pub title: String,
    /// What a reader who cannot see the picture should know of it.
    pub description: String,
    /// The horizontal axis.
    pub x: AxisTitle,
    /// The vertical axis.
    pub y: AxisTitle,
    /// The series, in the order of the legend.
    pub series: Vec<Series>,
}

impl Curve {
    /// The picture as an SVG document.
    pub fn to_svg(&self) -> String {
        let mut drawing = Drawing::new(PLOT_WIDTH);
        let top = drawing.heading(&self.title);
        let spacings = (self.x.spacing, self.y.spacing);
        let shown = || self.series.iter().flat_map(|series| &series.points).filter(|point| shows(point, spacings));
        let x = Axis::around(self.x.spacing, shown().map(|point| point.x));
        let frame = PlotFrame::draw(&mut drawing, top, x, axis_of(self.y.spacing, shown()), &self.y.text);
        if shown().next().is_none() {
            frame.say_empty(&mut drawing);
        }
        for (number, series) in self.series.iter().enumerate() {
            draw_series(&mut drawing, &frame, number, series, spacings, compact);
        }
        let below = frame.number_the_base(&mut drawing, &self.x.text);
        let bottom = draw_legend(&mut drawing, below, self.series.iter().map(|series| series.name.as_str()));
        drawing.finish(bottom, &self.title, &self.description)
    }
}

/// The vertical axis of some points with their error bars.
pub(crate) fn axis_of<'p>(spacing: Spacing, points: impl Iterator<Item = &'p Point>) -> Axis {
    Axis::around(spacing, points.flat_map(|point| ends_of(point).into_iter().chain([point.y])))
}

/// Whether a point has a place with these spacings of x and y.
pub(crate) fn shows(point: &Point, (x, y): (Spacing, Spacing)) -> bool {
    drawable(point.x, x) && drawable(point.y, y)
}

/// Lines, error bars and marks of the series with that number; `x_text` is how a place on the horizontal axis is
/// written.
pub(crate) fn draw_series(
    drawing: &mut Drawing,
    frame: &PlotFrame,
    number: usize,
    series: &Series,
    spacings: (Spacing, Spacing),
    x_text: impl Fn(f64) -> String,
) {
    drawing.open_group(&class_of(number), &series.name);
    for run in series.points.split(|point| !shows(point, spacings)) {
        let line: Vec<(f64, f64)> = run.iter().filter_map(|point| place_of(frame, point)).collect();
        if line.len() > 1 {
            drawing.stroke(&line, 1.8, dashes_of(number));
        }
    }
    // Many points would hide the line under their marks.
    let marked = series.points.len() <= 60;
    for point in series.points.iter().filter(|point| shows(point, spacings)) {
        let Some((x, y)) = place_of(frame, point) else { continue };
        let bar = ends_of(point).map(|end| frame.y_place(end));
        if let [Some(low), Some(high)] = bar
            && low != high
        {
            drawing.stroke(&[(x, low), (x, high)], 1.2, "");
            drawing.stroke(&[(x - MARK, low), (x + MARK, low)], 1.2, "");
            drawing.stroke(&[(x - MARK, high), (x + MARK, high)], 1.2, "");
        }
        let width = match point.half_width {
            Some(half) if half > 0.0 && half.is_finite() => format!(" ± {}", compact(half)),
            _ => String::new(),
        };
        let tooltip = format!("{}: {}, {}{width}", series.name, x_text(point.x), compact(point.y));
        drawing.open_group("", &tooltip);
        drawing.target((x, y), NEAR);
        if marked {
            draw_mark(drawing, number, x, y);
        }
        drawing.close_group();
    }
    drawing.close_group();
}

/// Names beside a piece of each line; returns the y below them.
pub(crate) fn draw_legend<'n>(drawing: &mut Drawing, top: f64, names: impl Iterator<Item = &'n str>) -> f64 {
    let mut x = MARGIN;
    let mut y = top + TEXT;
    for (number, name) in names.enumerate() {
        let name = shortened(name, PLOT_WIDTH - 2.0 * MARGIN - SAMPLE - 6.0, TEXT);
        let width = SAMPLE + 6.0 + text_width(&name, TEXT) + 14.0;
        if x > MARGIN && x + width - 14.0 > PLOT_WIDTH - MARGIN {
            x = MARGIN;
            y += TEXT * 1.6;
        }
        drawing.open_group(&class_of(number), "");
        drawing.stroke(&[(x, y - 4.0), (x + SAMPLE, y - 4.0)], 1.8, dashes_of(number));
        draw_mark(drawing, number, x + SAMPLE / 2.0, y - 4.0);
        drawing.close_group();
        let at = (x + SAMPLE + 6.0, y);
        drawing.text(at, Anchor::Start, (TEXT, Weight::Regular), Paint::Class("eq-ink"), &name);
        x += width;
    }
    y + MARGIN
}

fn place_of(frame: &PlotFrame, point: &Point) -> Option<(f64, f64)> {
    Some((frame.x_place(point.x)?, frame.y_place(point.y)?))
}

/// Both ends of the error bar; the point itself where there is none.
fn ends_of(point: &Point) -> [f64; 2] {
    let half = point.half_width.filter(|half| half.is_finite() && *half > 0.0).unwrap_or(0.0);
    [point.y - half, point.y + half]
}

pub(crate) fn class_of(number: usize) -> String {
    format!("eq-s{}", number % SERIES_COLOURS)
}

fn dashes_of(number: usize) -> &'static str {
    DASHES[(number + number / SERIES_COLOURS) % DASHES.len()]
}

/// Square, diamond, triangle up, triangle down.
pub(crate) fn draw_mark(drawing: &mut Drawing, number: usize, x: f64, y: f64) {
    let (m, wide) = (MARK * 0.85, MARK * 1.2);
    match number % 4 {
        0 => drawing.polygon(&[(x - m, y - m), (x + m, y - m), (x + m, y + m), (x - m, y + m)]),
        1 => drawing.polygon(&[(x, y - wide), (x + wide, y), (x, y + wide), (x - wide, y)]),
        2 => drawing.polygon(&[(x, y - wide), (x + wide, y + m), (x - wide, y + m)]),
        _ => drawing.polygon(&[(x, y + wide), (x + wide, y - m), (x - wide, y - m)]),
    }
}
