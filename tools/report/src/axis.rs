//! One axis of a chart: what it measures, which values it spans, where they lie on it, and which of them are written
//! beside it.

/// Beyond this size a value is not drawn: differences of such values would overflow.
const LARGEST: f64 = 1e150;

/// How values are spaced along an axis.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Scale {
    /// Equal differences, equal distances; from zero where that costs little room, so that heights can be compared.
    #[default]
    Linear,
    /// Like `Linear`, for whole numbers: nothing is written between two of them.
    Counts,
    /// Equal ratios, equal distances; values that are not above zero cannot be shown and are left out.
    Logarithmic,
    /// Linear between exactly these ends; values beyond are moved there.
    Between(f64, f64),
    /// Names at equal distances, whatever they are called: the first stands at 0, the second at 1.
    Categories(Vec<String>),
}

/// What one axis shows.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Axis {
    /// What is measured, with its unit; may be empty.
    pub text: String,
    pub scale: Scale,
}

impl Axis {
    pub fn linear(text: impl Into<String>) -> Self {
        Self { text: text.into(), scale: Scale::Linear }
    }

    pub fn counts(text: impl Into<String>) -> Self {
        Self { text: text.into(), scale: Scale::Counts }
    }

    pub fn logarithmic(text: impl Into<String>) -> Self {
        Self { text: text.into(), scale: Scale::Logarithmic }
    }

    pub fn between(text: impl Into<String>, low: f64, high: f64) -> Self {
        Self { text: text.into(), scale: Scale::Between(low, high) }
    }

    pub fn categories(text: impl Into<String>, names: Vec<String>) -> Self {
        Self { text: text.into(), scale: Scale::Categories(names) }
    }

    /// The names along the axis; none unless it has categories.
    pub fn names(&self) -> &[String] {
        if let Scale::Categories(names) = &self.scale { names } else { &[] }
    }

    /// Whether a value can be given a place at all.
    pub(crate) fn shows(&self, value: f64) -> bool {
        match &self.scale {
            Scale::Categories(names) => (0.0..names.len() as f64).contains(&value),
            scale => drawable(value) && (*scale != Scale::Logarithmic || value > 1.0 / LARGEST),
        }
    }

    /// The smallest comfortable span of the values that can be shown, or a unit span if there is none.
    pub(crate) fn span(&self, values: impl IntoIterator<Item = f64>) -> Span {
        match &self.scale {
            Scale::Between(low, high) => Span::between(*low, *high),
            Scale::Categories(names) => Span::between(-0.5, names.len().max(1) as f64 - 0.5),
            scale => {
                let shown = values.into_iter().filter(|value| self.shows(*value));
                let (low, high) = shown
                    .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
                match scale {
                    Scale::Logarithmic => Span::by_ratios(low, high),
                    Scale::Counts => Span { least_step: 1.0, ..Span::linear(low, high) },
                    _ => Span::linear(low, high),
                }
            }
        }
    }
}

/// Whether differences of a value and others can be computed.
pub(crate) fn drawable(value: f64) -> bool {
    value.is_finite() && value.abs() < LARGEST
}

/// The values between two ends, `low < high`, both of which can be shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    is_logarithmic: bool,
    low: f64,
    high: f64,
    /// The least difference between two values that are written; 0 for any.
    least_step: f64,
}

impl Span {
    fn between(low: f64, high: f64) -> Self {
        if drawable(low) && drawable(high) && high - low > low.abs() * 1e-9 {
            return Self::plain(low, high);
        }
        Axis::default().span([low, high])
    }

    fn plain(low: f64, high: f64) -> Self {
        Self { is_logarithmic: false, low, high, least_step: 0.0 }
    }

    fn by_ratios(low: f64, high: f64) -> Self {
        if low > high {
            return Self { is_logarithmic: true, ..Self::plain(1.0, 10.0) };
        }
        let factor = if high / low > 1.05 { 1.08 } else { 1.5 };
        Self { is_logarithmic: true, ..Self::plain(low / factor, high * factor) }
    }

    fn linear(mut low: f64, mut high: f64) -> Self {
        if low > high {
            return Self::plain(0.0, 1.0);
        }
        if low > 0.0 && low < 0.4 * high {
            low = 0.0;
        }
        if high < 0.0 && high > 0.4 * low {
            high = 0.0;
        }
        let (span, size) = (high - low, low.abs().max(high.abs()));
        let [below, above] = match span <= size * 1e-9 {
            true => [if size > 0.0 { size * 0.1 } else { 1.0 }; 2],
            false => [low, high].map(|end| if end == 0.0 { 0.0 } else { span * 0.04 }),
        };
        Self::plain(low - below, high + above)
    }

    /// Where a value lies, 0 at the low end and 1 at the high end; values beyond an end, or not above zero on a
    /// logarithmic axis, are moved to that end. `None` if it cannot be shown.
    pub(crate) fn place(&self, value: f64) -> Option<f64> {
        let place = match self.is_logarithmic {
            _ if !drawable(value) => return None,
            true if value <= 0.0 => 0.0,
            true => (value / self.low).ln() / (self.high / self.low).ln(),
            false => (value - self.low) / (self.high - self.low),
        };
        place.is_finite().then(|| place.clamp(0.0, 1.0))
    }

    pub(crate) fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// The ends of equal parts of a linear span: the end with that number of `count` parts.
    pub(crate) fn end_of_part(&self, number: usize, count: usize) -> f64 {
        self.low + (self.high - self.low) * number as f64 / count as f64
    }

    /// Round values inside the span, rising, about `wanted` of them and never more than 3 · `wanted` + 3.
    pub(crate) fn ticks(&self, wanted: usize) -> Vec<f64> {
        let decades = (self.high / self.low).log10();
        let factors: &[f64] = match self.is_logarithmic {
            true if decades >= 2.5 => &[1.0],
            true if decades >= 1.0 => &[1.0, 2.0, 5.0],
            _ => return self.multiples(wanted),
        };
        let (first, last) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
        let stride = (decades / wanted.max(1) as f64).ceil().max(1.0) as i32;
        let powers = (first..=last).filter(|power| power.rem_euclid(stride) == 0);
        let all = powers.flat_map(|power| factors.iter().map(move |factor| factor * 10f64.powi(power)));
        all.filter(|value| *value >= self.low * 0.9999 && *value <= self.high * 1.0001).collect()
    }

    fn multiples(&self, wanted: usize) -> Vec<f64> {
        let raw = (self.high - self.low) / wanted.max(1) as f64;
        let power = 10f64.powf(raw.log10().floor());
        let step = [1.0, 2.0, 5.0].map(|factor| factor * power).into_iter().find(|step| *step >= raw * 0.999);
        let step = step.unwrap_or(power * 10.0).max(self.least_step);
        let slack = step * 1e-6;
        let first = ((self.low - slack) / step).ceil();
        let all = (0..3 * wanted + 3).map(|count| (first + count as f64) * step);
        all.take_while(|value| *value <= self.high + slack).filter(|value| value.is_finite()).collect()
    }
}
