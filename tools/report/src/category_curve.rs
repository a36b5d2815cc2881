//! Curves over categories: one value with its error bar for each of a few ordered settings, several series side by
//! side.

use crate::axis::{Axis, Spacing};
use crate::curve::{Point, Series, axis_of, draw_legend, draw_series, shows};
use crate::drawing::Drawing;
use crate::plot_frame::{PLOT_WIDTH, PlotFrame};

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
