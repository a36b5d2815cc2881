//! Curves over categories: one value with its error bar for each of a few ordered settings, several series side by
//! side.
//!
//! Bars by category: one value for each of a few named things.

use super::curve::{Point, Series, axis_of, draw_legend, draw_series, shows};
use super::drawing::{Anchor, Drawing, Paint, TEXT, Weight, text_width};
use super::number_format::{DASH, compact};
use super::plot_frame::{Axis, PLOT_WIDTH, PlotFrame, Spacing, drawable};

/// How much of a category's room the series share, so that their error bars do not lie upon each other.
const SPREAD: f64 = 0.4;
const SPACINGS: (Spacing, Spacing) = (Spacing::Linear, Spacing::Linear);

/// What one series has in one category.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CategoryValue {
    /// The value; one that is not finite is left out, and the line with it.
    pub value: f64,
    /// Half the length of the error bar; no bar if it is missing, not finite or not above zero.
    pub half_width: Option<f64>,
}

/// Values of several series in the same ordered categories, which stand at equal distances whatever they are called.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CategoryCurve {
    /// The heading.
    pub title: String,
    /// What a reader who cannot see the picture should know of it.
    pub description: String,
    /// What the categories are.
    pub x_title: String,
    /// What the values are, with their unit.
    pub y_title: String,
    /// The categories' names from left to right.
    pub categories: Vec<String>,
    /// Each series' name, and a value for each category; what is missing at the end is left out.
    pub series: Vec<(String, Vec<CategoryValue>)>,
}

impl CategoryCurve {
    /// The picture as an SVG document.
    pub fn to_svg(&self) -> String {
        let mut drawing = Drawing::new(PLOT_WIDTH);
        let top = drawing.heading(&self.title);
        let series: Vec<Series> = (0..self.series.len()).map(|number| self.placed(number)).collect();
        let shown = || series.iter().flat_map(|series| &series.points).filter(|point| shows(point, SPACINGS));
        let x = Axis::exactly(-0.5, self.categories.len() as f64 - 0.5);
        let frame = PlotFrame::draw(&mut drawing, top, x, axis_of(Spacing::Linear, shown()), &self.y_title);
        if shown().next().is_none() {
            frame.say_empty(&mut drawing);
        }
        frame.rule_at_zero(&mut drawing);
        let name_of = |x: f64| self.categories.get(x.round().max(0.0) as usize).cloned().unwrap_or_default();
        for (number, series) in series.iter().enumerate() {
            draw_series(&mut drawing, &frame, number, series, SPACINGS, name_of);
        }
        let below = frame.name_the_base(&mut drawing, &self.categories, &self.x_title);
        let bottom = draw_legend(&mut drawing, below, self.series.iter().map(|(name, _)| name.as_str()));
        drawing.finish(bottom, &self.title, &self.description)
    }

    /// A series with its points beside those of the others.
    fn placed(&self, number: usize) -> Series {
        let (name, values) = &self.series[number];
        let count = self.series.len() as f64;
        let aside = (number as f64 + 0.5 - count / 2.0) / count * SPREAD;
        let point = |(category, it): (usize, &CategoryValue)| Point {
            x: category as f64 + aside,
            y: it.value,
            half_width: it.half_width,
        };
        Series {
            name: name.clone(),
            points: values.iter().take(self.categories.len()).enumerate().map(point).collect(),
        }
    }
}

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
