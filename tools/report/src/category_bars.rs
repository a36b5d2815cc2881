//! Bars by category: one value for each of a few named things.

use crate::axis::{Axis, Spacing, drawable};
use crate::drawing::{Anchor, Drawing, Paint, TEXT, Weight, text_width};
use crate::number_format::{DASH, compact};
use crate::plot_frame::{PLOT_WIDTH, PlotFrame};

/// One bar for each category, from zero to its value.
#[derive(Clone, PartialEq, Debug)]
pub struct CategoryBars {
    /// The heading.
    pub title: String,
    /// What a reader who cannot see the picture should know of it.
    pub description: String,
    /// What the categories are.
    pub x_title: String,
    /// What the values are, with their unit.
    pub y_title: String,
    /// Each category's name and value, from left to right; a value that is not finite is drawn as a dash.
    pub bars: Vec<(String, f64)>,
    /// The ends of the vertical axis, or `None` to fit the values; bars beyond are cut off there.
    pub y_range: Option<(f64, f64)>,
}

impl CategoryBars {
    /// Categories numbered 1 to `values.len()`, no axis titles, a vertical axis that fits the values.
    pub fn numbered(title: impl Into<String>, values: &[f64]) -> Self {
        Self {
            title: title.into(),
            description: String::new(),
            x_title: String::new(),
            y_title: String::new(),
            bars: values.iter().enumerate().map(|(number, value)| ((number + 1).to_string(), *value)).collect(),
            y_range: None,
        }
    }

    /// The picture as an SVG document.
    pub fn to_svg(&self) -> String {
        let mut drawing = Drawing::new(PLOT_WIDTH);
        let top = drawing.heading(&self.title);
        let y = match self.y_range {
            Some((low, high)) => Axis::exactly(low, high),
            None => Axis::around(Spacing::Linear, self.bars.iter().map(|(_, value)| *value).chain([0.0])),
        };
        let frame = PlotFrame::draw(&mut drawing, top, Axis::exactly(0.0, 1.0), y, &self.y_title);
        if self.bars.is_empty() {
            frame.say_empty(&mut drawing);
        }
        let count = self.bars.len() as f64;
        let share = (frame.x_share(1.0) - frame.x_share(0.0)) / count.max(1.0);
        let gap = (share * 0.2).min(8.0);
        let written = |value: f64| if drawable(value, Spacing::Linear) { compact(value) } else { DASH.to_string() };
        let all_fit = self.bars.iter().all(|(_, value)| text_width(&written(*value), TEXT) < share - 2.0);
        for (number, (name, value)) in self.bars.iter().enumerate() {
            let left = frame.x_share(number as f64 / count);
            let text = written(*value);
            drawing.open_group("", &format!("{name}: {text}"));
            let shown = drawable(*value, Spacing::Linear);
            let mut label_at = frame.bottom() - 3.0;
            if let (true, Some(level), Some(base)) = (shown, frame.y_place(*value), frame.y_place(0.0)) {
                let size = (share - gap, (base - level).abs());
                drawing.rectangle((left + gap / 2.0, level.min(base)), size, Paint::Class("eq-bar"));
                label_at = if *value < 0.0 { level + TEXT } else { level - 3.0 };
            }
            if all_fit || !shown {
                let at = (left + share / 2.0, label_at);
                drawing.text(at, Anchor::Middle, (TEXT * 0.95, Weight::Regular), Paint::Class("eq-ink"), &text);
            }
            drawing.close_group();
        }
        let names: Vec<String> = self.bars.iter().map(|(name, _)| name.clone()).collect();
        let bottom = frame.name_the_base(&mut drawing, &names, &self.x_title);
        drawing.finish(bottom, &self.title, &self.description)
    }
}
