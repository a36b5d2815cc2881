//! Charts: what is drawn of the values, and where.

use crate::checking::{has, well_formed};
use crate::samples::{bars, cross_table, curve, histogram, scatter};
use report::axis::Axis;
use report::chart::{Chart, Marks, Point, Series};

#[test]
fn a_histogram_names_its_bins_and_draws_what_is_no_number_as_a_dash() {
    let texts = well_formed(&histogram("bins", vec![0.5, f64::NAN, 0.25, f64::INFINITY]).to_svg());
    for text in ["0 to 0.25: 0.5", "0.25 to 0.5: –", "0.5 to 0.75: 0.25", "0.75 to 1: –", "–", "bins 0.25"] {
        assert!(has(&texts, text), "{text}");
    }
}

#[test]
fn bar_heights_are_proportional_to_the_bins() {
    let svg = histogram("heights", vec![1.0, 2.0, 4.0]).to_svg();
    let height = |bar: &str| {
        let after = bar.split_once("height=\"").expect("a height").1;
        after.split_once('"').expect("an end").0.parse::<f64>().expect("a number")
    };
    let heights: Vec<f64> = svg.split("<g>").skip(1).map(height).collect();
    assert_eq!(heights.len(), 3);
    assert!(heights[0] > 10.0);
    assert!((heights[1] - 2.0 * heights[0]).abs() < 0.03 && (heights[2] - 4.0 * heights[0]).abs() < 0.05);
}

#[test]
fn empty_pictures_say_that_there_is_nothing() {
    let nothing: Vec<Vec<f64>> = Vec::new();
    let empty = [
        histogram("empty", Vec::new()).to_svg(),
        bars("empty", &[]).to_svg(),
        scatter("empty", &[]).to_svg(),
        over_categories(Vec::new()).to_svg(),
        curve("empty", Axis::linear(""), Axis::linear(""), &[]).to_svg(),
        curve("empty", Axis::logarithmic(""), Axis::logarithmic(""), &[&[], &[Point::new(0.0, -1.0)]]).to_svg(),
    ];
    for svg in empty {
        assert!(has(&well_formed(&svg), "no values"));
    }
    well_formed(&cross_table("empty", nothing.clone(), nothing, Vec::new()).to_svg());
    well_formed(&cross_table("alone", vec![vec![0.0]], vec![vec![0.0]], vec![f64::NAN]).to_svg());
}

#[test]
fn curves_show_their_points_and_leave_gaps_for_what_is_no_number() {
    let points = [Point { x: 1.0, y: 250.0, half_width: Some(12.5) }, Point::new(2.0, f64::NAN), Point::new(3.0, 90.0)];
    let svg = curve("loss", Axis::linear("rounds"), Axis::logarithmic("size"), &[&points]).to_svg();
    let texts = well_formed(&svg);
    for text in ["loss: 1, 250 ± 12.5", "loss: 3, 90", "rounds", "size", "loss"] {
        assert!(has(&texts, text), "{text}");
    }
    // The gap leaves no run of two points: only the error bar, its two ends and the legend's sample are lines.
    assert_eq!(svg.matches("<polyline").count(), 4);
}

#[test]
fn every_point_of_a_curve_tells_its_value_however_many_there_are() {
    let points: Vec<Point> = (1..=100).map(|n| Point::new(f64::from(n), f64::from(1000 - n))).collect();
    let svg = curve("c", Axis::default(), Axis::default(), &[&points]).to_svg();
    let texts = well_formed(&svg);
    for n in [1, 50, 100] {
        assert!(has(&texts, &format!("c: {n}, {}", 1000 - n)), "{n}");
    }
    assert_eq!(svg.matches("pointer-events=\"all\"").count(), 100);
}

fn series(name: &str, values: &[(f64, Option<f64>)]) -> Series {
    let point = |(place, &(y, half_width)): (usize, &(f64, Option<f64>))| Point { x: place as f64, y, half_width };
    Series { name: name.to_owned(), points: values.iter().enumerate().map(point).collect() }
}

fn over_categories(series: Vec<Series>) -> Chart {
    let names = ["1", "2", "4", "169"].map(String::from).to_vec();
    let (x, marks) = (Axis::categories("opponent clusters", names), Marks::Lines(series));
    Chart { title: "Clusters".into(), description: String::new(), x, y: Axis::default(), marks }
}

/// The middle of every mark, by its tooltip.
fn mark(svg: &str, tooltip: &str) -> (f64, f64) {
    let after = svg.split_once(&format!("<title>{tooltip}</title>")).unwrap_or_else(|| panic!("no {tooltip}")).1;
    let points = after.split_once("points=\"").unwrap().1.split_once('"').unwrap().0;
    let points: Vec<(f64, f64)> = points
        .split(' ')
        .map(|point| point.split_once(',').map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap())).unwrap())
        .collect();
    let middle = |of: fn(&(f64, f64)) -> f64| {
        let (low, high) =
            points.iter().map(of).fold((f64::MAX, f64::MIN), |(low, high), it| (low.min(it), high.max(it)));
        (low + high) / 2.0
    };
    (middle(|point| point.0), middle(|point| point.1))
}

#[test]
fn categories_stand_at_equal_distances_whatever_their_names_say() {
    let svg = over_categories(vec![series("short", &[-3.0, 0.0, 1.0, 2.0].map(|it| (it, Some(0.5))))]).to_svg();
    let texts = well_formed(&svg);
    assert!(has(&texts, "169") && has(&texts, "opponent clusters"));
    let marks = ["short: 1, −3 ± 0.5", "short: 2, 0 ± 0.5", "short: 4, 1 ± 0.5", "short: 169, 2 ± 0.5"]
        .map(|it| mark(&svg, it));
    let step = marks[1].0 - marks[0].0;
    assert!(step > 50.0);
    for pair in marks.windows(2) {
        assert!((pair[1].0 - pair[0].0 - step).abs() < 0.1 && pair[1].1 < pair[0].1, "{marks:?}");
    }
    // Heights go with the values: three from the first to the second, one to the third.
    let heights = [marks[0].1 - marks[1].1, marks[1].1 - marks[2].1];
    assert!((heights[0] / heights[1] - 3.0).abs() < 0.05, "{heights:?}");
}

#[test]
fn several_series_stand_beside_each_other_around_their_category() {
    let [short, long] = ["short", "long"].map(|name| series(name, &[(1.0, None); 4]));
    let svg = over_categories(vec![short.clone(), long]).to_svg();
    let alone = mark(&over_categories(vec![short]).to_svg(), "short: 2, 1");
    let (left, right) = (mark(&svg, "short: 2, 1"), mark(&svg, "long: 2, 1"));
    assert!(left.0 + 5.0 < right.0);
    assert!(((left.0 + right.0) / 2.0 - alone.0).abs() < 0.1);
}

#[test]
fn a_missing_value_leaves_a_gap_and_too_many_are_left_out() {
    let values = [(1.0, None), (f64::NAN, Some(1.0)), (2.0, None), (3.0, None), (99.0, None)];
    let svg = over_categories(vec![series("s", &values)]).to_svg();
    let texts = well_formed(&svg);
    assert!(has(&texts, "s: 4, 2"));
    assert!(!svg.contains("s: 2,") && !svg.contains(", 99") && !svg.contains("NaN"));
    // The line begins after the gap: one stretch of two points, and the sample of the legend.
    assert_eq!(svg.matches("stroke-width=\"1.8\"").count(), 2);
}

#[test]
fn every_point_that_has_a_place_is_named_with_its_values() {
    let texts = well_formed(&scatter("it", &[(0.25, 1.5), (0.75, -2.0), (f64::NAN, 0.0)]).to_svg());
    for text in ["it 0", "it 0: 0.25, 1.5", "it 1: 0.75, −2", "other"] {
        assert!(has(&texts, text), "{text}");
    }
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
        assert!(has(&texts, &format!("player {number}: 0.5, 0.5")));
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
fn values_in_no_order_have_no_line_between_them() {
    let values = [(1.0, Some(0.5)), (3.0, Some(0.5)), (2.0, None), (2.0, None)];
    let lines = over_categories(vec![series("s", &values)]);
    let Marks::Lines(all) = lines.marks.clone() else { panic!("made above") };
    let svg = Chart { marks: Marks::Values(all), ..lines.clone() }.to_svg();
    let texts = well_formed(&svg);
    assert!(has(&texts, "s: 2, 3 ± 0.5") && has(&texts, "s"));
    assert_eq!(mark(&svg, "s: 2, 3 ± 0.5"), mark(&lines.to_svg(), "s: 2, 3 ± 0.5"));
    // Error bars stay; neither the line nor the sample of one in the legend does.
    assert!(svg.contains("stroke-width=\"1.2\"") && !svg.contains("stroke-width=\"1.8\""));
}

#[test]
fn counts_have_no_fractions_on_their_axis() {
    let bars = |y: Axis| {
        let marks = Marks::Bars { values: vec![1.0, 0.0, 2.0], marker: None };
        let chart = Chart { title: "t".into(), description: String::new(), x: Axis::between("", 0.0, 30.0), y, marks };
        well_formed(&chart.to_svg())
    };
    assert!(has(&bars(Axis::linear("share")), "0.5"));
    let texts = bars(Axis::counts("buckets"));
    assert!(["0", "1", "2"].iter().all(|tick| has(&texts, tick)) && !has(&texts, "0.5") && !has(&texts, "1.5"));
}
