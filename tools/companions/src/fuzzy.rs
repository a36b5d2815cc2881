//! Fuzzy inference by Mamdani's method: triangles, minimum and maximum, centre of gravity; and consequents left to
//! chance.
//!
//! Mamdani & Assilian (1975): a rule fires as strongly as its weakest condition holds, each consequent set is cut off
//! at the strongest rule that names it, and the answer is the centre of gravity of what is left of all sets together.
//!
//! ```
//! use companions::fuzzy::{Clipped, Triangle, centroid};
//!
//! let (low, high) = (Triangle::new(0.0, 1.0), Triangle::new(1.0, 1.0));
//! let even = centroid((0.0, 1.0), &[Clipped { set: low, strength: 0.3 }, Clipped { set: high, strength: 0.3 }]);
//! assert!((even.unwrap() - 0.5).abs() < 1e-12);
//! ```
//!
//! Consequents left to chance have their expectation over all 2ⁿ ways to throw them in closed form. Each of n firing
//! rules says *Positive* with a probability of its own and *Negative* otherwise; Mamdani's answer r depends only on the
//! greatest strength among those that say Positive and among those that say Negative. The rule that fires most strongly
//! gives one of the two; the other is that of the strongest rule that disagrees with it. So n cases take the place of
//! 2ⁿ.

/// A symmetric triangle: membership 1 at the peak, falling to 0 at `half_width` on either side.
///
/// With its peak at an end of the domain it is a ramp or a shoulder: `Few` on [0, 1] is `Triangle::new(0.0, 0.5)`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Triangle {
    pub peak: f64,
    /// Distance from the peak at which membership reaches 0; above 0.
    pub half_width: f64,
}

impl Triangle {
    pub const fn new(peak: f64, half_width: f64) -> Self {
        Self { peak, half_width }
    }

    pub fn membership(self, x: f64) -> f64 {
        (1.0 - (x - self.peak).abs() / self.half_width).max(0.0)
    }

    /// The two places where membership is `level` (in [0, 1]), left one first.
    pub(super) fn places_of(self, level: f64) -> [f64; 2] {
        let reach = self.half_width * (1.0 - level);
        [self.peak - reach, self.peak + reach]
    }
}

/// How far `x` belongs to each set.
pub fn memberships<const N: usize>(sets: [Triangle; N], x: f64) -> [f64; N] {
    sets.map(|set| set.membership(x))
}

/// Low, middle and high on [0, 1]: peaks 0, ½ and 1, half width ½; their memberships add up to 1 everywhere.
pub const THIRDS: [Triangle; 3] = [Triangle::new(0.0, 0.5), Triangle::new(0.5, 0.5), Triangle::new(1.0, 0.5)];

/// A consequent set, cut off at the strength of the strongest rule that names it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Clipped {
    pub set: Triangle,
    pub strength: f64,
}

impl Clipped {
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

/// Mamdani's answer for two conditions: `rules` names the consequent set of each pair of their sets, and `first` and
/// `second` say how far these hold. Memberships of each condition add up to 1, so that some rule fires.
pub fn infer<const N: usize, const R: usize, const C: usize>(
    domain: (f64, f64),
    sets: [Triangle; N],
    rules: [[usize; C]; R],
    first: [f64; R],
    second: [f64; C],
) -> f64 {
    let mut sets = sets.map(|set| Clipped { set, strength: 0.0 });
    for (row, one) in rules.iter().zip(first) {
        for (&set, other) in row.iter().zip(second) {
            sets[set].strength = sets[set].strength.max(one.min(other));
        }
    }
    centroid(domain, &sets).unwrap_or(0.0)
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

/// A rule that fires, and how likely it says Positive.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Consequent {
    pub strength: f64,
    pub positive: f64,
}

/// Expectation over all consequents of the centre of gravity of *Negative* `max(0, −x)` and *Positive* `max(0, x)` on
/// [−1, 1], each cut off at its strength. Exactly 0 where every probability is ½, and where nothing fires.
pub fn expected_centroid(consequents: &[Consequent]) -> f64 {
    let mut sorted = consequents.to_vec();
    sorted.sort_by(|one, other| other.strength.total_cmp(&one.strength));
    let Some((strongest, rest)) = sorted.split_first() else { return 0.0 };
    // How likely all rules so far agree on Positive, and on Negative.
    let (mut positive, mut negative) = (strongest.positive, 1.0 - strongest.positive);
    let mut expectation = 0.0;
    for rule in rest {
        // The two cases that mirror each other are taken together, so that equal chances cancel to the last bit.
        let disagree = positive * (1.0 - rule.positive) - negative * rule.positive;
        expectation += disagree * two_sided_centroid(strongest.strength, rule.strength);
        positive *= rule.positive;
        negative *= 1.0 - rule.positive;
    }
    expectation + (positive - negative) * two_sided_centroid(strongest.strength, 0.0)
}

/// Centre of gravity of `min(positive, x)` on [0, 1] beside `min(negative, −x)` on [−1, 0]; not both strengths 0.
pub fn two_sided_centroid(positive: f64, negative: f64) -> f64 {
    let area = |strength: f64| strength - strength * strength / 2.0;
    let moment = |strength: f64| strength / 2.0 - strength.powi(3) / 6.0;
    (moment(positive) - moment(negative)) / (area(positive) + area(negative))
}
