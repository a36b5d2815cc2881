//! The frame of a plot: grid lines, the numbers beside both axes and their titles, and where a point lies in it.
//!
//! One axis of a plot: which values it spans, where they lie on it and which of them are written beside it.

use super::drawing::{Anchor, Drawing, MARGIN, Paint, TEXT, Weight, shortened, text_width, wrapped};
use super::number_format::compact;

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
    pub(crate) fn rule_at_zero(&self, drawing: &mut Drawing) {
        if let Some(level) =
            self.y.place(0.0).filter(|place| (0.0..=1.0).contains(place)).and_then(|_| self.y_place(0.0))
        {
            drawing.line((self.left, level), (self.right(), level), "eq-axis");
        }
    }

    /// The horizontal axis with round numbers; returns the y below it.
    pub(crate) fn number_the_base(&self, drawing: &mut Drawing, title: &str) -> f64 {
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
    pub(crate) fn name_the_base(&self, drawing: &mut Drawing, names: &[String], title: &str) -> f64 {
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
    pub(crate) fn say_empty(&self, drawing: &mut Drawing) {
        let middle = (self.left + self.width / 2.0, self.top + self.height / 2.0);
        drawing.text(middle, Anchor::Middle, PLAIN, MUTED, "no values");
    }

    /// The x of a value; values beyond the frame are moved to its edge.
    pub(crate) fn x_place(&self, value: f64) -> Option<f64> {
        self.x.place_within(value).map(|place| self.left + place * self.width)
    }

    /// The y of a value; values beyond the frame are moved to its edge.
    pub(crate) fn y_place(&self, value: f64) -> Option<f64> {
        self.y.place_within(value).map(|place| self.top + (1.0 - place) * self.height)
    }

    /// The x of a share 0..=1 of the frame's width.
    pub(crate) fn x_share(&self, share: f64) -> f64 {
        self.left + share * self.width
    }

    pub fn top(&self) -> f64 {
        self.top
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.top + self.height
    }

    fn right(&self) -> f64 {
        self.left + self.width
    }
}

/// Beyond this size a value is not drawn: differences of such values would overflow.
const LARGEST: f64 = 1e150;

/// How values are spaced along an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Spacing {
    /// Equal differences, equal distances.
    #[default]
    Linear,
    /// Equal ratios, equal distances; values that are not above zero cannot be shown and are left out.
    Logarithmic,
}

/// What one axis shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AxisTitle {
    /// What is measured, with its unit; may be empty.
    pub text: String,
    /// How the values are spaced.
    pub spacing: Spacing,
}

impl AxisTitle {
    /// A linear axis.
    pub fn linear(text: impl Into<String>) -> Self {
        Self { text: text.into(), spacing: Spacing::Linear }
    }

    /// A logarithmic axis.
    pub fn logarithmic(text: impl Into<String>) -> Self {
        Self { text: text.into(), spacing: Spacing::Logarithmic }
    }
}

/// A span of values, `low < high`, both drawable with the spacing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    spacing: Spacing,
    low: f64,
    high: f64,
}

impl Axis {
    /// Exactly these ends; ends that make no span give the span of [`Axis::around`].
    pub fn exactly(low: f64, high: f64) -> Self {
        let fits = drawable(low, Spacing::Linear) && drawable(high, Spacing::Linear) && high - low > low.abs() * 1e-9;
        if fits { Self { spacing: Spacing::Linear, low, high } } else { Self::around(Spacing::Linear, [low, high]) }
    }

    /// The smallest comfortable span of the values that can be shown, or a unit span if there is none.
    ///
    /// A linear span starts at zero where that costs little room, so that heights can be compared.
    pub fn around(spacing: Spacing, values: impl IntoIterator<Item = f64>) -> Self {
        let mut low = f64::INFINITY;
        let mut high = f64::NEG_INFINITY;
        for value in values.into_iter().filter(|value| drawable(*value, spacing)) {
            low = low.min(value);
            high = high.max(value);
        }
        match spacing {
            _ if low > high => match spacing {
                Spacing::Linear => Self { spacing, low: 0.0, high: 1.0 },
                Spacing::Logarithmic => Self { spacing, low: 1.0, high: 10.0 },
            },
            Spacing::Logarithmic => {
                let factor = if high / low > 1.05 { 1.08 } else { 1.5 };
                Self { spacing, low: low / factor, high: high * factor }
            }
            Spacing::Linear => {
                if low > 0.0 && low < 0.4 * high {
                    low = 0.0;
                }
                if high < 0.0 && high > 0.4 * low {
                    high = 0.0;
                }
                let span = high - low;
                let size = low.abs().max(high.abs());
                if span <= size * 1e-9 {
                    let room = if size > 0.0 { size * 0.1 } else { 1.0 };
                    return Self { spacing, low: low - room, high: high + room };
                }
                let room = |end: f64| if end == 0.0 { 0.0 } else { span * 0.04 };
                Self { spacing, low: low - room(low), high: high + room(high) }
            }
        }
    }

    /// Where a value lies, 0 at the low end and 1 at the high end; `None` if it cannot be shown.
    pub fn place(&self, value: f64) -> Option<f64> {
        if !drawable(value, self.spacing) {
            return None;
        }
        let place = match self.spacing {
            Spacing::Linear => (value - self.low) / (self.high - self.low),
            Spacing::Logarithmic => (value / self.low).ln() / (self.high / self.low).ln(),
        };
        place.is_finite().then_some(place)
    }

    /// As [`Axis::place`], values beyond an end, or not above zero on a logarithmic axis, moved to that end.
    pub(crate) fn place_within(&self, value: f64) -> Option<f64> {
        if self.spacing == Spacing::Logarithmic && value <= 0.0 {
            return Some(0.0);
        }
        self.place(value).map(|place| place.clamp(0.0, 1.0))
    }

    /// Round values inside the span, rising, about `wanted` of them and never more than 3 · `wanted` + 3.
    pub fn ticks(&self, wanted: usize) -> Vec<f64> {
        match self.spacing {
            Spacing::Logarithmic => self.powers_of_ten(wanted),
            Spacing::Linear => self.multiples(wanted),
        }
    }

    fn multiples(&self, wanted: usize) -> Vec<f64> {
        let raw = (self.high - self.low) / wanted.max(1) as f64;
        let power = 10f64.powf(raw.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= raw * 0.999);
        let step = step.unwrap_or(power * 10.0);
        let slack = step * 1e-6;
        let first = ((self.low - slack) / step).ceil();
        let most = 3 * wanted + 3;
        let all = (0..most).map(|count| (first + count as f64) * step);
        all.take_while(|value| *value <= self.high + slack).filter(|value| value.is_finite()).collect()
    }

    fn powers_of_ten(&self, wanted: usize) -> Vec<f64> {
        let (first, last) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
        let decades = (self.high / self.low).log10();
        let factors: &[f64] = match decades {
            _ if decades < 1.0 => return self.multiples(wanted),
            _ if decades < 2.5 => &[1.0, 2.0, 5.0],
            _ => &[1.0],
        };
        let stride = (decades / wanted.max(1) as f64).ceil().max(1.0) as usize;
        let powers = (first..=last).filter(|power| power.rem_euclid(stride as i32) == 0);
        let all = powers.flat_map(|power| factors.iter().map(move |factor| factor * 10f64.powi(power)));
        all.filter(|value| *value >= self.low * 0.9999 && *value <= self.high * 1.0001).collect()
    }
}

/// Whether a value can be given a place at all.
pub(crate) fn drawable(value: f64, spacing: Spacing) -> bool {
    let sized = value.is_finite() && value.abs() < LARGEST;
    sized && (spacing == Spacing::Linear || value > 1.0 / LARGEST)
}
