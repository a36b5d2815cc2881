//! A map: named points in groups told apart by colour and mark, such as players by how they play.

use super::curve::{MARK, class_of, draw_legend, draw_mark};
use super::drawing::{Anchor, Drawing, MARGIN, Paint, TEXT, Weight, text_width};
use super::number_format::compact;
use super::plot_frame::{Axis, AxisTitle, PLOT_WIDTH, PlotFrame, drawable};

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
        // No name lies on a mark.
        let places = shown().filter_map(|point| Some((frame.x_place(point.x)?, frame.y_place(point.y)?)));
        let mut taken: Vec<[f64; 4]> = places.map(|(x, y)| [x - MARK, y - MARK, x + MARK, y + MARK]).collect();
        for point in shown() {
            let (Some(x), Some(y)) = (frame.x_place(point.x), frame.y_place(point.y)) else { continue };
            let values = format!("{}, {}", compact(point.x), compact(point.y));
            let tooltip = if point.name.is_empty() { values } else { format!("{}: {values}", point.name) };
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

/// Right of the mark or, where that is taken or outside, left of it, above or below; nowhere if all four are. A name
/// does not lie on the base line, which would strike it through.
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
    // Above and below, a name ends at its mark where the middle of it would run out of the frame.
    let (ends, begins) = (x + BESIDE, x - BESIDE);
    let candidates = [
        (ends, beside, Anchor::Start),
        (begins, beside, Anchor::End),
        (x, above, Anchor::Middle),
        (ends, above, Anchor::End),
        (begins, above, Anchor::Start),
        (x, below, Anchor::Middle),
        (ends, below, Anchor::End),
        (begins, below, Anchor::Start),
    ];
    let (left, right) = (frame.x_share(0.0), frame.x_share(1.0) + MARGIN);
    for (at, base, anchor) in candidates {
        let from = match anchor {
            Anchor::Start => at,
            Anchor::Middle => at - width / 2.0,
            Anchor::End => at - width,
        };
        let place = [from, base - NAME * 0.8, from + width, base + NAME * 0.2];
        let inside = place[0] >= left && place[2] <= right && place[1] >= frame.top() - TEXT;
        let touches =
            |other: &[f64; 4]| place[0] < other[2] && other[0] < place[2] && place[1] < other[3] && other[1] < place[3];
        if inside && place[3] < frame.bottom() && !taken.iter().any(touches) {
            taken.push(place);
            return Some(((at, base), anchor));
        }
    }
    None
}
