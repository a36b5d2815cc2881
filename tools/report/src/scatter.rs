//! A map: named points in groups told apart by colour and mark, such as players by how they play.

use crate::axis::{Axis, AxisTitle, drawable};
use crate::curve::{class_of, draw_legend, draw_mark};
use crate::drawing::{Anchor, Drawing, Paint, TEXT, Weight, text_width};
use crate::number_format::compact;
use crate::plot_frame::{PLOT_WIDTH, PlotFrame};

/// Names are set this much smaller than other text: there may be many.
const NAME: f64 = TEXT * 0.9;
/// Between a mark and its name.
const BESIDE: f64 = 6.0;

/// One named point.
#[derive(Clone, PartialEq, Debug)]
pub struct ScatterPoint {
    /// What it stands for.
    pub name: String,
    /// Along the horizontal axis.
    pub x: f64,
    /// Along the vertical axis.
    pub y: f64,
    /// The number of its group.
    pub group: usize,
}

/// Points over two axes.
#[derive(Clone, PartialEq, Debug)]
pub struct Scatter {
    /// The heading.
    pub title: String,
    /// What a reader who cannot see the picture should know of it.
    pub description: String,
    /// The horizontal axis.
    pub x: AxisTitle,
    /// The vertical axis.
    pub y: AxisTitle,
    /// The groups' names, in the order of their numbers; none leaves out the legend.
    pub groups: Vec<String>,
    /// The points; one that cannot be shown is left out.
    pub points: Vec<ScatterPoint>,
}

impl Scatter {
    /// The picture as an SVG document. A name that would touch one already set is left to the tooltip.
    pub fn to_svg(&self) -> String {
        let mut drawing = Drawing::new(PLOT_WIDTH);
        let top = drawing.heading(&self.title);
        let shown = || {
            let drawable =
                |point: &&ScatterPoint| drawable(point.x, self.x.spacing) && drawable(point.y, self.y.spacing);
            self.points.iter().filter(drawable)
        };
        let x = Axis::around(self.x.spacing, shown().map(|point| point.x));
        let y = Axis::around(self.y.spacing, shown().map(|point| point.y));
        let frame = PlotFrame::draw(&mut drawing, top, x, y, &self.y.text);
        if shown().next().is_none() {
            frame.say_empty(&mut drawing);
        }
        let mut taken: Vec<[f64; 4]> = Vec::new();
        for point in shown() {
            let (Some(x), Some(y)) = (frame.x_place(point.x), frame.y_place(point.y)) else { continue };
            let tooltip = format!("{}: {}, {}", point.name, compact(point.x), compact(point.y));
            drawing.open_group(&class_of(point.group), &tooltip);
            draw_mark(&mut drawing, point.group, x, y);
            if let Some((at, anchor)) = place_for_name(&point.name, (x, y), &frame, &mut taken) {
                drawing.text(at, anchor, (NAME, Weight::Regular), Paint::Class("eq-ink"), &point.name);
            }
            drawing.close_group();
        }
        let below = frame.number_the_base(&mut drawing, &self.x.text);
        let bottom = draw_legend(&mut drawing, below, self.groups.iter().map(String::as_str));
        drawing.finish(bottom, &self.title, &self.description)
    }
}

/// Right of the mark or, where that is taken or outside, left of it; nowhere if both are.
fn place_for_name(
    name: &str,
    (x, y): (f64, f64),
    frame: &PlotFrame,
    taken: &mut Vec<[f64; 4]>,
) -> Option<((f64, f64), Anchor)> {
    let width = text_width(name, NAME);
    let base = y + NAME * 0.35;
    for (left, at, anchor) in [(x + BESIDE, x + BESIDE, Anchor::Start), (x - BESIDE - width, x - BESIDE, Anchor::End)] {
        let place = [left, base - NAME, left + width, base];
        let inside = place[0] >= frame.x_share(0.0) && place[2] <= frame.x_share(1.0);
        let touches =
            |other: &[f64; 4]| place[0] < other[2] && other[0] < place[2] && place[1] < other[3] && other[1] < place[3];
        if inside && !taken.iter().any(touches) {
            taken.push(place);
            return Some(((at, base), anchor));
        }
    }
    None
}
