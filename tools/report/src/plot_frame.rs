//! The frame of a plot: grid lines, the numbers beside both axes and their titles, and where a point lies in it.

use crate::axis::Axis;
use crate::drawing::{Anchor, Drawing, MARGIN, Paint, TEXT, Weight, shortened, text_width, wrapped};
use crate::number_format::compact;

/// The width of plots: one phone.
pub(crate) const PLOT_WIDTH: f64 = 420.0;
const PLOT_HEIGHT: f64 = 210.0;

const MUTED: Paint = Paint::Class("eq-muted");
const PLAIN: (f64, Weight) = (TEXT, Weight::Regular);

pub(crate) struct PlotFrame {
    x: Axis,
    y: Axis,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl PlotFrame {
    /// Draws the vertical axis with its grid and title below `top`, and the base line. The horizontal axis is drawn by
    /// [`PlotFrame::number_the_base`] or [`PlotFrame::name_the_base`].
    pub fn draw(drawing: &mut Drawing, top: f64, x: Axis, y: Axis, y_title: &str) -> Self {
        let ticks = y.ticks(5);
        let widest = ticks.iter().map(|tick| text_width(&compact(*tick), TEXT)).fold(14.0, f64::max);
        let left = MARGIN + widest + 6.0;
        let mut line = top;
        // Above the axis and lying flat: a title turned on its side is hard to read on a phone.
        for title in wrapped(y_title, PLOT_WIDTH - 2.0 * MARGIN, TEXT) {
            line += TEXT * 1.3;
            drawing.text((MARGIN, line - 3.0), Anchor::Start, PLAIN, MUTED, &title);
        }
        let frame = Self { x, y, left, top: line + 8.0, width: PLOT_WIDTH - left - MARGIN - 8.0, height: PLOT_HEIGHT };
        for tick in ticks {
            let Some(level) = frame.y_place(tick) else { continue };
            drawing.line((frame.left, level), (frame.right(), level), "eq-rule");
            drawing.text((frame.left - 5.0, level + TEXT * 0.35), Anchor::End, PLAIN, MUTED, &compact(tick));
        }
        frame
    }

    /// A line at zero that stands out, where zero lies inside the frame.
    pub fn rule_at_zero(&self, drawing: &mut Drawing) {
        if let Some(level) =
            self.y.place(0.0).filter(|place| (0.0..=1.0).contains(place)).and_then(|_| self.y_place(0.0))
        {
            drawing.line((self.left, level), (self.right(), level), "eq-axis");
        }
    }

    /// The horizontal axis with round numbers; returns the y below it.
    pub fn number_the_base(&self, drawing: &mut Drawing, title: &str) -> f64 {
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
        self.title_the_base(drawing, title)
    }

    /// The horizontal axis with names in the middle of equal shares of it; names that would touch are left out.
    pub fn name_the_base(&self, drawing: &mut Drawing, names: &[String], title: &str) -> f64 {
        let share = self.width / names.len().max(1) as f64;
        let widest = names.iter().map(|name| text_width(name, TEXT)).fold(0.0, f64::max).min(self.width / 3.0);
        // A regular stride, not first come first served: otherwise 9 and 10 part company from 11 and 12.
        let stride = ((widest + 5.0) / share).ceil().max(1.0) as usize;
        for (number, name) in names.iter().enumerate().step_by(stride) {
            let middle = self.left + (number as f64 + 0.5) * share;
            let text = shortened(name, widest + 1.0, TEXT);
            drawing.text((middle, self.bottom() + TEXT + 6.0), Anchor::Middle, PLAIN, MUTED, &text);
        }
        self.title_the_base(drawing, title)
    }

    fn title_the_base(&self, drawing: &mut Drawing, title: &str) -> f64 {
        drawing.line((self.left, self.bottom()), (self.right(), self.bottom()), "eq-axis");
        let mut y = self.bottom() + TEXT + 10.0;
        for line in wrapped(title, self.width, TEXT) {
            y += TEXT * 1.35;
            drawing.text((self.left + self.width / 2.0, y), Anchor::Middle, PLAIN, MUTED, &line);
        }
        y + MARGIN
    }

    /// Says in the middle of the frame that there is nothing to show.
    pub fn say_empty(&self, drawing: &mut Drawing) {
        let middle = (self.left + self.width / 2.0, self.top + self.height / 2.0);
        drawing.text(middle, Anchor::Middle, PLAIN, MUTED, "no values");
    }

    /// The x of a value; values beyond the frame are moved to its edge.
    pub fn x_place(&self, value: f64) -> Option<f64> {
        self.x.place_within(value).map(|place| self.left + place * self.width)
    }

    /// The y of a value; values beyond the frame are moved to its edge.
    pub fn y_place(&self, value: f64) -> Option<f64> {
        self.y.place_within(value).map(|place| self.top + (1.0 - place) * self.height)
    }

    /// The x of a share 0..=1 of the frame's width.
    pub fn x_share(&self, share: f64) -> f64 {
        self.left + share * self.width
    }

    pub fn top(&self) -> f64 {
        self.top
    }

    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }

    fn right(&self) -> f64 {
        self.left + self.width
    }
}
