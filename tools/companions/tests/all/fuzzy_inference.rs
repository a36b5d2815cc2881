//! Fuzzy inference against sums over fine grids and over all 2ⁿ consequents.

use companions::fuzzy::{Clipped, Consequent, THIRDS, Triangle, centroid, expected_centroid, two_sided_centroid};
use proptest::prelude::*;

/// The centre of gravity by midpoints of 200,000 cells.
fn naive_centroid((from, to): (f64, f64), sets: &[Clipped]) -> Option<f64> {
    let cells = 200_000;
    let width = (to - from) / f64::from(cells);
    let (mut area, mut moment) = (0.0, 0.0);
    for cell in 0..cells {
        let x = from + (f64::from(cell) + 0.5) * width;
        let height = sets.iter().map(|it| it.membership(x)).fold(0.0, f64::max);
        area += height;
        moment += height * x;
    }
    (area > 0.0).then(|| moment / area)
}

/// The thesis's own sum: every assignment of consequents, one by one.
fn all_consequents(rules: &[Consequent]) -> f64 {
    let (negative, positive) = (Triangle::new(-1.0, 1.0), Triangle::new(1.0, 1.0));
    (0..1u32 << rules.len())
        .map(|assignment| {
            let (mut chance, mut strengths) = (1.0, [0.0f64; 2]);
            for (number, rule) in rules.iter().enumerate() {
                let says_positive = assignment >> number & 1 == 1;
                chance *= if says_positive { rule.positive } else { 1.0 - rule.positive };
                let strength = &mut strengths[usize::from(says_positive)];
                *strength = strength.max(rule.strength);
            }
            let sets = [(negative, strengths[0]), (positive, strengths[1])];
            let sets = sets.map(|(set, strength)| Clipped { set, strength });
            chance * centroid((-1.0, 1.0), &sets).unwrap_or(0.0)
        })
        .sum()
}

fn consequents() -> impl Strategy<Value = Vec<Consequent>> {
    let rule = (0.001f64..=1.0, 0.0f64..=1.0).prop_map(|(strength, positive)| Consequent { strength, positive });
    prop::collection::vec(rule, 1..=8)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_exact_centroid_is_that_of_a_fine_grid(
        sets in prop::collection::vec((0.0f64..1.0, 0.05f64..0.6, 0.05f64..=1.0), 1..5),
    ) {
        let clipped = |(peak, width, strength)| Clipped { set: Triangle::new(peak, width), strength };
        let sets: Vec<Clipped> = sets.into_iter().map(clipped).collect();
        let (exact, naive) = (centroid((0.0, 1.0), &sets), naive_centroid((0.0, 1.0), &sets));
        prop_assert!((exact.unwrap() - naive.unwrap()).abs() < 1e-6, "{exact:?} {naive:?}");
    }

    #[test]
    fn the_closed_form_is_the_sum_over_all_consequents(rules in consequents()) {
        let (closed, sum) = (expected_centroid(&rules), all_consequents(&rules));
        prop_assert!((closed - sum).abs() < 1e-12, "{closed} {sum}");
    }

    #[test]
    fn even_chances_cancel_to_the_last_bit(rules in consequents()) {
        let even: Vec<Consequent> = rules.into_iter().map(|rule| Consequent { positive: 0.5, ..rule }).collect();
        prop_assert_eq!(expected_centroid(&even), 0.0);
    }
}

#[test]
fn memberships_worked_out_by_hand() {
    assert_eq!(THIRDS.map(|set| set.membership(0.2)), [0.6, 0.4, 0.0]);
    assert_eq!(Triangle::new(1.0, 2.0).membership(0.5), 0.75);
    assert_eq!(Triangle::new(0.0, 0.05).membership(0.06), 0.0);
}

#[test]
fn centroids_worked_out_by_hand() {
    // A full ramp from 0 to 1 has its centre of gravity at two thirds, one cut off at once at a half.
    assert!((two_sided_centroid(1.0, 0.0) - 2.0 / 3.0).abs() < 1e-15);
    assert!((two_sided_centroid(1e-9, 0.0) - 0.5).abs() < 1e-9);
    assert_eq!(two_sided_centroid(0.3, 0.3), 0.0);
    assert_eq!(expected_centroid(&[]), 0.0);
    assert_eq!(centroid((0.0, 1.0), &[]), None);
    // Certain rules are plain inference.
    let rules = [Consequent { strength: 0.8, positive: 1.0 }, Consequent { strength: 0.3, positive: 0.0 }];
    assert!((expected_centroid(&rules) - two_sided_centroid(0.8, 0.3)).abs() < 1e-15);
}
