//! Curves over categories and plain tables: what is drawn, and where.

use crate::checking::well_formed;
use report::category_chart::{CategoryCurve, CategoryValue};
use report::page_parts::DataTable;

fn value(value: f64, half_width: Option<f64>) -> CategoryValue {
    CategoryValue { value, half_width }
}

fn curve(series: Vec<(String, Vec<CategoryValue>)>) -> CategoryCurve {
    let categories = ["1", "2", "4", "169"].map(String::from).to_vec();
    CategoryCurve {
        title: "Clusters".into(),
        x_title: "opponent clusters".into(),
        categories,
        series,
        ..Default::default()
    }
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
    let values = [-3.0, 0.0, 1.0, 2.0].map(|it| value(it, Some(0.5))).to_vec();
    let svg = curve(vec![("short".into(), values)]).to_svg();
    let texts = well_formed(&svg);
    assert!(texts.iter().any(|text| text == "169") && texts.iter().any(|text| text == "opponent clusters"));
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
    let series = |name: &str| (name.to_string(), vec![value(1.0, None); 4]);
    let svg = curve(vec![series("short"), series("long")]).to_svg();
    let alone = mark(&curve(vec![series("short")]).to_svg(), "short: 2, 1");
    let (left, right) = (mark(&svg, "short: 2, 1"), mark(&svg, "long: 2, 1"));
    assert!(left.0 + 5.0 < right.0);
    assert!(((left.0 + right.0) / 2.0 - alone.0).abs() < 0.1);
}

#[test]
fn a_missing_value_leaves_a_gap_and_too_many_are_left_out() {
    let values =
        vec![value(1.0, None), value(f64::NAN, Some(1.0)), value(2.0, None), value(3.0, None), value(99.0, None)];
    let svg = curve(vec![("s".into(), values)]).to_svg();
    let texts = well_formed(&svg);
    assert!(texts.iter().any(|text| text == "s: 4, 2"));
    assert!(!svg.contains("s: 2,") && !svg.contains(", 99") && !svg.contains("NaN"));
    // The line begins after the gap: one stretch of two points, and the sample of the legend.
    assert_eq!(svg.matches("stroke-width=\"1.8\"").count(), 2);
    let empty = curve(Vec::new()).to_svg();
    assert!(well_formed(&empty).iter().any(|text| text == "no values"));
}

#[test]
fn a_table_names_its_rows_and_sets_numbers_to_the_right() {
    let mut table = DataTable::new(&["street", "feature", "buckets"], 2);
    table.rows.push(["river", "<ochs>", "1,000"].map(String::from).to_vec());
    table.rows.push(vec!["flop".into()]);
    let html = table.to_html();
    well_formed(&html);
    assert!(html.contains("<th scope=\"row\">river</th><td>&lt;ochs&gt;</td><td class=\"number\">1,000</td>"));
    assert!(html.contains("<th scope=\"row\">flop</th><td></td><td class=\"number\"></td>"));
    assert!(html.contains("<th scope=\"col\" class=\"number\">buckets</th>"));
}
