//! The map of named points: what it shows and what it leaves out.

use crate::checking::well_formed;
use crate::samples::scatter;

#[test]
fn every_point_that_has_a_place_is_named_with_its_values() {
    let texts = well_formed(&scatter("it", &[(0.25, 1.5), (0.75, -2.0), (f64::NAN, 0.0)]).to_svg());
    let has = |wanted: &str| texts.iter().any(|text| text == wanted);
    assert!(has("it 0") && has("it 0: 0.25, 1.5") && has("it 1: 0.75, −2") && has("other"));
    assert!(!texts.iter().any(|text| text.starts_with("it 2")), "a point without a place");
}

#[test]
fn names_that_would_touch_are_left_to_the_tooltip() {
    let texts = well_formed(&scatter("player", &[(0.5, 0.5), (0.5, 0.5), (0.5, 0.5), (0.9, 0.9), (0.1, 0.1)]).to_svg());
    let names = texts.iter().filter(|text| ["player 0", "player 1", "player 2"].contains(&text.as_str())).count();
    assert!(names < 3, "three names on one place");
    for number in 0..3 {
        assert!(texts.iter().any(|text| *text == format!("player {number}: 0.5, 0.5")));
    }
}

#[test]
fn a_map_without_points_says_so() {
    assert!(well_formed(&scatter("empty", &[]).to_svg()).iter().any(|text| text.contains("no values")));
}
