//! Fuzzy sets: triangles, which are ramps where the peak lies at the end of the domain.

/// A symmetric triangle: membership 1 at the peak, falling to 0 at `half_width` on either side.
///
/// With its peak at an end of the domain it is a ramp or a shoulder: `Few` on [0, 1] is `Triangle::new(0.0, 0.5)`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Triangle {
    /// Where membership is 1.
    pub peak: f64,
    /// Distance from the peak at which membership reaches 0; above 0.
    pub half_width: f64,
}

impl Triangle {
    /// The triangle with this peak and half width.
    pub const fn new(peak: f64, half_width: f64) -> Self {
        Self { peak, half_width }
    }

    /// How far `x` belongs to the set, in [0, 1].
    #[inline]
    pub fn membership(self, x: f64) -> f64 {
        (1.0 - (x - self.peak).abs() / self.half_width).max(0.0)
    }

    /// The two places where membership is `level` (in [0, 1]), left one first.
    #[inline]
    pub(super) fn places_of(self, level: f64) -> [f64; 2] {
        let reach = self.half_width * (1.0 - level);
        [self.peak - reach, self.peak + reach]
    }
}

/// Low, middle and high on [0, 1]: peaks 0, ½ and 1, half width ½; their memberships add up to 1 everywhere.
pub const THIRDS: [Triangle; 3] = [Triangle::new(0.0, 0.5), Triangle::new(0.5, 0.5), Triangle::new(1.0, 0.5)];
