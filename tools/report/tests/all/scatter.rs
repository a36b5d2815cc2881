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

/// Where the names of a map's points stand: x, y.
fn names(svg: &str, count: usize) -> Vec<[f64; 2]> {
    let place_of = |number: usize| {
        let (before, _) = svg.split_once(&format!(">player {number}</text>"))?;
        let text = &before[before.rfind("<text")?..];
        let value = |key: &str| text.split_once(&format!(" {key}=\""))?.1.split_once('"')?.0.parse().ok();
        Some([value("x")?, value("y")?])
    };
    (0..count).filter_map(place_of).collect()
}

#[test]
fn names_of_one_place_stand_around_it_and_those_that_would_touch_are_left_to_the_tooltip() {
    let mut points = vec![(0.5, 0.5); 7];
    points.extend([(0.9, 0.9), (0.1, 0.1)]);
    let svg = scatter("player", &points).to_svg();
    let found = names(&svg, 7);
    assert_eq!(found.len(), 4, "{found:?}");
    let (right, left, above, below) = (found[0], found[1], found[2], found[3]);
    assert!(right[0] > left[0] && right[1] == left[1] && above[1] < right[1] && right[1] < below[1], "{found:?}");
    let texts = well_formed(&svg);
    for number in 0..7 {
        assert!(texts.iter().any(|text| *text == format!("player {number}: 0.5, 0.5")));
    }
}

#[test]
fn names_lie_neither_on_the_base_line_nor_on_another_mark() {
    let svg = scatter("player", &[(0.1, 0.0), (0.6, 0.0), (0.1, 1.0)]).to_svg();
    // The last horizontal line of an axis is the base.
    let base_line: f64 = svg.rsplit_once(" y2=\"").unwrap().1.split_once('"').unwrap().0.parse().unwrap();
    for [_, y] in names(&svg, 2) {
        assert!(y < base_line - 5.0, "a name at {y}, the base line at {base_line}");
    }
    // A mark close by on the right: the name goes to the left.
    let crowded = names(&scatter("player", &[(0.5, 0.5), (0.53, 0.5), (0.0, 0.0), (1.0, 1.0)]).to_svg(), 2);
    assert!(crowded[0][0] < crowded[1][0], "{crowded:?}");
}

#[test]
fn a_map_without_points_says_so() {
    assert!(well_formed(&scatter("empty", &[]).to_svg()).iter().any(|text| text.contains("no values")));
}
