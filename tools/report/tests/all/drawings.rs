//! What holds for every picture: it is well-formed, escaped, deterministic, and shows the values it was given.

use crate::checking::{has, well_formed};
use crate::samples::{HOSTILE, bars, cross_table, curve, every_svg, histogram};
use report::axis::Axis;
use report::chart::{Chart, Point};
use report::page_parts::DataTable;

#[test]
fn every_drawing_is_well_formed_and_hostile_texts_stay_text() {
    let kept = "<script>alert(\"1\")</script> & 'x' &amp; ";
    for (title, shown) in [("a plain title", "a plain title"), (HOSTILE, kept)] {
        let all = every_svg(title);
        assert_eq!(all, every_svg(title), "the same values give the same bytes");
        for svg in all {
            let texts = well_formed(&svg);
            assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>") && !svg.contains("<script"));
            assert!(texts.iter().any(|text| text.contains(shown)));
            assert!(!svg.contains("NaN") && !svg.contains("inf"));
            // Title and description come first.
            assert!(title == HOSTILE || svg.contains(&format!("<title>{title}</title><desc>{title}</desc>")));
        }
    }
}

#[test]
fn no_drawing_refers_to_anything_outside() {
    for svg in every_svg("self-contained") {
        let without_namespace = svg.replacen("xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
        for word in ["http", "//", "href", "url(", "@import", "src="] {
            assert!(!without_namespace.contains(word), "{word} in a drawing");
        }
    }
}

#[test]
fn extreme_values_are_drawn_without_fault() {
    let extremes = [f64::MAX, f64::MIN, f64::MIN_POSITIVE, 5e-324, -0.0, 0.0, 1e149, 1e15, 1.0, 1.0 + 1e-16, f64::NAN];
    for a in extremes {
        for b in extremes {
            let points = [Point { x: a, y: b, half_width: Some(a) }, Point { x: b, y: a, half_width: Some(b) }];
            for axis in [Axis::linear("l"), Axis::logarithmic("g")] {
                well_formed(&curve("extreme", axis.clone(), axis, &[&points]).to_svg());
            }
            well_formed(&bars("extreme", &[a, b]).to_svg());
            well_formed(&Chart { x: Axis::between("", a, b), ..histogram("extreme", vec![a, b]) }.to_svg());
            let table = cross_table("extreme", vec![vec![a, b]; 2], vec![vec![b, a]; 2], vec![a, b]);
            well_formed(&table.to_svg());
            well_formed(&table.to_html().replacen("<table", "<div><table", 1).replace("</p>", "</p></div>"));
        }
    }
}

#[test]
fn a_cross_table_names_its_columns_as_it_names_its_rows() {
    let mut table = cross_table("u", vec![vec![0.0; 3]; 3], vec![vec![0.0; 3]; 3], Vec::new());
    table.players = ["C6", "strength-only", "a name without end and without hope of room"].map(String::from).to_vec();
    let texts = well_formed(&table.to_svg());
    let times = |wanted: &str| texts.iter().filter(|text| *text == wanted).count();
    // Drawn in its row and above its column, and told in both places.
    assert_eq!(times("C6"), 4);
    assert!(!has(&texts, "1") && !has(&texts, "1 C6"));
    // Two lines above a column hold what one does not, broken at the hyphen.
    assert!(has(&texts, "strength-") && has(&texts, "only"));
    assert!(texts.iter().any(|text| text.ends_with('…')));
    // A word that nearly fits is not broken.
    table.players[1] = "histogram".to_owned();
    let texts = well_formed(&table.to_svg());
    let is_part = |text: &String| !text.is_empty() && text != "histogram" && "histogram".ends_with(text.as_str());
    assert!(has(&texts, "histogram") && !texts.iter().any(is_part));
}

#[test]
fn cross_table_marks_exactly_the_intervals_that_exclude_zero() {
    let values = vec![vec![0.0, 4.0, 4.0, -0.1], vec![f64::NAN; 4], vec![0.0; 4], vec![5.0; 4]];
    let widths = vec![vec![0.0, 3.9, 4.0, 0.0], vec![1.0; 4], vec![0.0; 4], vec![f64::NAN; 4]];
    let texts = well_formed(&cross_table("mbb/g", values, widths, Vec::new()).to_svg());
    // 4 ± 3.9 and the exact −0.1; not 4 ± 4, a missing value, an exact zero or an unknown interval.
    assert_eq!(texts.iter().filter(|text| text.ends_with('*')).count(), 2);
    for text in ["4.0*", "± 3.9", "4.0", "± 4.0", "−0.1*", "5.0", "0.0", "–"] {
        assert!(has(&texts, text), "{text}");
    }
}

#[test]
fn given_marks_take_the_place_of_intervals() {
    let mut table = cross_table("g", vec![vec![0.0, 9.0, 3.0]; 3], vec![vec![1.0; 3]; 3], Vec::new());
    table.significant = Some(vec![vec![true, false, true], vec![true; 3], Vec::new()]);
    let html = format!("<div>{}</div>", table.to_html());
    for texts in [well_formed(&table.to_svg()), well_formed(&html)] {
        let marked: Vec<&String> = texts.iter().filter(|text| text.ends_with('*')).collect();
        // 3 of the first row, 0 and 3 of the second; the diagonal is not shown and the third row has no marks.
        assert_eq!(marked, ["3.0*", "0.0*", "3.0*"]);
        assert!(
            texts.iter().any(|text| text.contains("corrected")) && !texts.iter().any(|text| text.contains("excludes"))
        );
    }
}

#[test]
fn the_table_to_read_shows_what_the_heat_map_shows() {
    let table =
        cross_table("g", vec![vec![0.0, 1234.56], vec![-1234.56, 0.0]], vec![vec![7.04; 2]; 2], vec![9.0, -9.0]);
    let html = well_formed(&format!("<div>{}</div>", table.to_html()));
    let svg = well_formed(&table.to_svg());
    for text in ["1,234.6*", "−1,234.6*", "± 7.0", "9.0", "−9.0", "mean"] {
        assert!(has(&html, text) && has(&svg, text), "{text}");
    }
}

#[test]
fn long_names_take_two_lines_and_stay_whole_in_the_tooltip() {
    let mut table = cross_table("u", vec![vec![0.0; 2]; 2], vec![vec![0.0; 2]; 2], Vec::new());
    let endless = "a name that goes on and on and on until nobody can remember how it began";
    table.players = vec!["OCHS(16) 9000 buckets".into(), endless.into()];
    let texts = well_formed(&table.to_svg());
    for text in ["OCHS(16) 9000", "buckets", endless] {
        assert!(has(&texts, text), "{text}");
    }
    assert!(texts.iter().any(|text| text.ends_with('…')));
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

#[test]
fn heads_of_columns_are_not_broken_within_a_word() {
    let mut table = cross_table("u", vec![vec![0.0; 2]; 2], vec![vec![0.0; 2]; 2], Vec::new());
    table.players = vec!["histogram-k1".into(), "C6".into()];
    let texts = well_formed(&table.to_svg());
    assert!(has(&texts, "histogram-") && has(&texts, "k1"), "{texts:?}");
    // Columns grow for what is longer.
    table.players[1] = "percentilesofhands-k2".into();
    let texts = well_formed(&table.to_svg());
    assert!(has(&texts, "percentilesofhands-") && has(&texts, "k2") && has(&texts, "histogram-k1"), "{texts:?}");
}

#[test]
fn means_have_their_intervals() {
    let mut table = cross_table("g", vec![vec![0.0, 4.0], vec![-4.0, 0.0]], vec![vec![1.0; 2]; 2], vec![4.0, -4.0]);
    table.mean_half_widths = vec![2.5, f64::NAN];
    for texts in [well_formed(&table.to_svg()), well_formed(&format!("<div>{}</div>", table.to_html()))] {
        assert_eq!(texts.iter().filter(|text| *text == "± 2.5").count(), 1, "{texts:?}");
    }
}
