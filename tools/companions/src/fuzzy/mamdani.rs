//! Centre of gravity of fuzzy sets cut off at a strength: exact, since everything is made of straight lines.

use super::sets::Triangle;

/// A consequent set, cut off at the strength of the strongest rule that names it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Clipped {
    pub set: Triangle,
    /// Firing strength in [0, 1].
    pub strength: f64,
}

impl Clipped {
    /// Membership after the cut.
    #[inline]
    pub fn membership(self, x: f64) -> f64 {
        self.set.membership(x).min(self.strength)
    }
}

/// The centre of gravity of the union (maximum) of the sets over the domain; `None` where no set has any strength.
///
/// All sets are piecewise linear, so their maximum is too: it bends only where a side begins or ends, where a side is
/// cut off, and where two sides cross. Between those places area and moment are those of a trapezoid.
pub fn centroid(domain: (f64, f64), sets: &[Clipped]) -> Option<f64> {
    let fired = || sets.iter().filter(|it| it.strength > 0.0);
    let mut bends = vec![domain.0, domain.1];
    for one in fired() {
        bends.push(one.set.peak);
        bends.extend(one.set.places_of(0.0));
        // Each set is cut off at its own strength, and may cross the level at which another one is.
        bends.extend(fired().flat_map(|other| one.set.places_of(other.strength)));
        for other in fired() {
            bends.extend(crossings(one.set, other.set));
        }
    }
    bends.retain(|&x| (domain.0..=domain.1).contains(&x));
    bends.sort_by(f64::total_cmp);
    let height = |x: f64| fired().map(|it| it.membership(x)).fold(0.0, f64::max);
    let (mut area, mut moment) = (0.0, 0.0);
    let mut left = (domain.0, height(domain.0));
    for &x in &bends {
        let right = (x, height(x));
        let width = right.0 - left.0;
        if width > 0.0 {
            area += width * (left.1 + right.1) / 2.0;
            moment += width * (left.1 * (2.0 * left.0 + right.0) + right.1 * (left.0 + 2.0 * right.0)) / 6.0;
            left = right;
        }
    }
    (area > 0.0).then(|| moment / area)
}

/// Where the rising side of one triangle meets a side of the other, as far as the sides are extended.
fn crossings(one: Triangle, other: Triangle) -> impl Iterator<Item = f64> {
    // Rising: 1 + (x − peak)/width; the other side with its sign.
    [1.0, -1.0].into_iter().filter_map(move |sign| {
        let slope = 1.0 / one.half_width - sign / other.half_width;
        let offset = one.peak / one.half_width - sign * other.peak / other.half_width;
        (slope != 0.0).then(|| offset / slope)
    })
}
