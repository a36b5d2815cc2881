//! The frame of a chart: grid lines, what is written beside both axes, and where a point lies in it.

use super::axis::{Axis, Scale, Span};
use super::drawing::{Anchor, Drawing, MARGIN, Paint, TEXT, Weight, shortened, text_width, wrapped};
use super::number_format::compact;

/// The width of plots: one phone.
pub(crate) const PLOT_WIDTH: f64 = 420.0;
const PLOT_HEIGHT: f64 = 210.0;

const MUTED: Paint = Paint::Class("eq-muted");
pub(crate) const PLAIN: (f64, Weight) = (TEXT, Weight::Regular);

pub(crate) struct PlotFrame {
    pub x: Span,
    y: Span,
    pub left: f64,
    pub top: f64,
    pub width: f64,
}

impl PlotFrame {
    /// Draws the vertical axis with its title and grid below `top`; a line at zero stands out.
    pub(crate) fn draw(drawing: &mut Drawing, top: f64, x: Span, y: Span, y_title: &str) -> Self {
        let ticks = y.ticks(5);
        let widest = ticks.iter().map(|tick| text_width(&compact(*tick), TEXT)).fold(14.0, f64::max);
        let left = MARGIN + widest + 6.0;
        let mut line = top;
        // Above the axis and lying flat: a title turned on its side is hard to read on a phone.
        for title in wrapped(y_title, PLOT_WIDTH - 2.0 * MARGIN, TEXT) {
            line += TEXT * 1.3;
            drawing.text((MARGIN, line - 3.0), Anchor::Start, PLAIN, MUTED, &title);
        }
        let frame = Self { x, y, left, top: line + 8.0, width: PLOT_WIDTH - left - MARGIN - 8.0 };
        for tick in ticks {
            let Some(level) = frame.y_place(tick) else { continue };
            frame.draw_rule(drawing, level, "eq-rule");
            drawing.text((left - 5.0, level + TEXT * 0.35), Anchor::End, PLAIN, MUTED, &compact(tick));
        }
        if let Some(level) = frame.y_place(0.0).filter(|_| y.contains(0.0)) {
            frame.draw_rule(drawing, level, "eq-axis");
        }
        frame
    }

    fn draw_rule(&self, drawing: &mut Drawing, level: f64, class: &str) {
        drawing.line((self.left, level), (self.right(), level), class);
    }

    /// The horizontal axis with round numbers or names, and its title; returns the y below it.
    pub(crate) fn draw_base(&self, drawing: &mut Drawing, axis: &Axis) -> f64 {
        match &axis.scale {
            Scale::Categories(names) => self.draw_names(drawing, names),
            _ => self.draw_numbers(drawing),
        }
        self.draw_rule(drawing, self.bottom(), "eq-axis");
        let mut y = self.bottom() + TEXT + 10.0;
        for line in wrapped(&axis.text, self.width, TEXT) {
            y += TEXT * 1.35;
            drawing.text((self.left + self.width / 2.0, y), Anchor::Middle, PLAIN, MUTED, &line);
        }
        y + MARGIN
    }

    fn draw_numbers(&self, drawing: &mut Drawing) {
        let mut free_from = 0.0;
        for tick in self.x.ticks(6) {
            let Some(place) = self.x_place(tick) else { continue };
            drawing.line((place, self.bottom()), (place, self.bottom() + 4.0), "eq-axis");
            let text = compact(tick);
            let half = text_width(&text, TEXT) / 2.0;
            if place - half >= free_from {
                drawing.text((place, self.bottom() + TEXT + 6.0), Anchor::Middle, PLAIN, MUTED, &text);
                free_from = place + half + 4.0;
            }
        }
    }

    /// Names in the middle of equal shares; those that would touch are left out.
    fn draw_names(&self, drawing: &mut Drawing, names: &[String]) {
        let share = self.width / names.len().max(1) as f64;
        let widest = names.iter().map(|name| text_width(name, TEXT)).fold(0.0, f64::max).min(self.width / 3.0);
        // A regular stride, not first come first served: otherwise 9 and 10 part company from 11 and 12.
        let stride = ((widest + 5.0) / share).ceil().max(1.0) as usize;
        for (number, name) in names.iter().enumerate().step_by(stride) {
            let middle = (self.left + (number as f64 + 0.5) * share, self.bottom() + TEXT + 6.0);
            drawing.text(middle, Anchor::Middle, PLAIN, MUTED, &shortened(name, widest + 1.0, TEXT));
        }
    }

    /// Says in the middle of the frame that there is nothing to show.
    pub(crate) fn say_empty(&self, drawing: &mut Drawing) {
        let middle = (self.left + self.width / 2.0, self.top + PLOT_HEIGHT / 2.0);
        drawing.text(middle, Anchor::Middle, PLAIN, MUTED, "no values");
    }

    /// The x of a value; values beyond the frame are moved to its edge.
    pub(crate) fn x_place(&self, value: f64) -> Option<f64> {
        self.x.place(value).map(|place| self.left + place * self.width)
    }

    /// The y of a value; values beyond the frame are moved to its edge.
    pub(crate) fn y_place(&self, value: f64) -> Option<f64> {
        self.y.place(value).map(|place| self.top + (1.0 - place) * PLOT_HEIGHT)
    }

    pub(crate) fn place(&self, x: f64, y: f64) -> Option<(f64, f64)> {
        Some((self.x_place(x)?, self.y_place(y)?))
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.top + PLOT_HEIGHT
    }

    pub(crate) fn right(&self) -> f64 {
        self.left + self.width
    }
}
