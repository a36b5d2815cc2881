//! A histogram: equal bins over a span of values, and how much lies in each.

use super::drawing::{Anchor, Drawing, Paint, TEXT, Weight};
use super::number_format::{DASH, compact};
use super::plot_frame::{Axis, PLOT_WIDTH, PlotFrame, Spacing, drawable};

/// What lies in each of `bins.len()` equal bins from `low` to `high`.
///
/// A bin that is not finite is drawn as a dash at the base line.
#[derive(Clone, PartialEq, Debug)]
pub struct Histogram {
    /// The heading.
    pub title: String,
    /// What a reader who cannot see the picture should know of it.
    pub description: String,
    /// The horizontal axis: what is measured, with its unit.
    pub x_title: String,
    /// The vertical axis: what is counted.
    pub y_title: String,
    /// The lower end of the first bin.
    pub low: f64,
    /// The upper end of the last bin.
    pub high: f64,
    /// The content of each bin, from `low` to `high`, in the unit of `y_title`; at least zero.
    pub bins: Vec<f64>,
    /// A value on the horizontal axis that is pointed out, with its name: for example the mean.
    pub mark: Option<(f64, String)>,
}

impl Histogram {
    /// A histogram over 0..=1 without axis titles or mark.
    pub fn over_unit_interval(title: impl Into<String>, bins: Vec<f64>) -> Self {
        Self {
            title: title.into(),
            description: String::new(),
            x_title: String::new(),
            y_title: String::new(),
            low: 0.0,
            high: 1.0,
            bins,
            mark: None,
        }
    }

    /// The picture as an SVG document.
    pub fn to_svg(&self) -> String {
        let mut drawing = Drawing::new(PLOT_WIDTH);
        let top = drawing.heading(&self.title);
        let x = Axis::exactly(self.low, self.high);
        // Room above the bars for the name of the mark.
        let room = if self.mark.is_some() { 1.12 } else { 1.0 };
        let y = Axis::around(Spacing::Linear, self.bins.iter().map(|bin| bin * room).chain([0.0]));
        let frame = PlotFrame::draw(&mut drawing, top, x, y, &self.y_title);
        let count = self.bins.len();
        if count == 0 {
            frame.say_empty(&mut drawing);
        }
        let end = |number: usize| self.low + (self.high - self.low) * number as f64 / count as f64;
        let gap = if count > 100 { 0.0 } else { 0.6 };
        for (number, &bin) in self.bins.iter().enumerate() {
            let (left, right) =
                (frame.x_share(number as f64 / count as f64), frame.x_share((number + 1) as f64 / count as f64));
            let shown = drawable(bin, Spacing::Linear);
            let text = if shown { compact(bin) } else { DASH.to_string() };
            drawing.open_group("", &format!("{} to {}: {text}", compact(end(number)), compact(end(number + 1))));
            match (frame.y_place(bin), frame.y_place(0.0)) {
                (Some(level), Some(base)) if shown => {
                    let size = (right - left - gap, (base - level).abs());
                    drawing.rectangle((left + gap / 2.0, level.min(base)), size, Paint::Class("eq-bar"));
                }
                _ => {
                    let at = ((left + right) / 2.0, frame.bottom() - 3.0);
                    drawing.text(at, Anchor::Middle, (TEXT, Weight::Regular), Paint::Class("eq-muted"), DASH);
                }
            }
            drawing.close_group();
        }
        if let Some((value, name)) = &self.mark
            && drawable(*value, Spacing::Linear)
            && let Some(place) = frame.x_place(*value)
        {
            drawing.line((place, frame.top()), (place, frame.bottom()), "eq-marker");
            // On the side where there is room.
            let (at, anchor) =
                if place > PLOT_WIDTH * 0.55 { (place - 5.0, Anchor::End) } else { (place + 5.0, Anchor::Start) };
            let text = format!("{name} {}", compact(*value));
            drawing.text((at, frame.top() + TEXT), anchor, (TEXT, Weight::Bold), Paint::Class("eq-marker-text"), &text);
        }
        let bottom = frame.number_the_base(&mut drawing, &self.x_title);
        drawing.finish(bottom, &self.title, &self.description)
    }
}
