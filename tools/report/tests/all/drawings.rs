//! What holds for every picture: it is well-formed, escaped, deterministic, and shows the values it was given.

use crate::checking::well_formed;
use crate::samples::{
    HOSTILE, bars, category_grid, cross_table, curve, every_svg, histogram, mixture_grid, stages, value_grid,
};
use evaluator::holding::StartingHand;
use report::curve::Point;
use report::histogram::Histogram;
use report::plot_frame::AxisTitle;
use report::starting_hand_grid::Corner;

fn has(texts: &[String], wanted: &str) -> bool {
    texts.iter().any(|text| text == wanted)
}

#[test]
fn every_drawing_is_well_formed_and_has_title_and_description() {
    for svg in every_svg("a plain title") {
        well_formed(&svg);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"));
        assert!(svg.contains("<title>a plain title</title><desc>a plain title</desc>"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}

#[test]
fn hostile_texts_stay_text_in_every_drawing() {
    for svg in every_svg(HOSTILE) {
        let texts = well_formed(&svg);
        assert!(!svg.contains("<script"));
        assert!(texts.iter().any(|text| text.contains("<script>alert(\"1\")</script> & 'x' &amp; ")));
    }
}

#[test]
fn the_same_values_give_the_same_bytes() {
    assert_eq!(every_svg("twice"), every_svg("twice"));
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
fn a_grid_of_169_categories_shows_each_number_once_beside_its_hand() {
    let of: Vec<usize> = (1..=169).rev().collect();
    let texts = well_formed(&category_grid("all", 169, of).to_svg());
    for hand in StartingHand::all() {
        assert!(has(&texts, &hand.to_string()));
        assert!(has(&texts, &format!("{hand}: {}", 169 - hand.number())));
    }
}

#[test]
fn the_legend_counts_the_pairs_of_hole_cards_of_each_category() {
    let category = |hand: StartingHand| if hand.is_pair() { 3 } else { 1 + usize::from(hand.is_suited()) };
    let texts = well_formed(&category_grid("kinds", 3, StartingHand::all().map(category).collect()).to_svg());
    // 78 offsuit classes of 12, 78 suited of 4, 13 pairs of 6.
    for entry in ["1: 936", "2: 312", "3: 78"] {
        assert!(has(&texts, entry), "{entry}");
    }
}

/// The place of a hand's rectangle in the drawing.
fn corner_of(svg: &str, hand: &str) -> (f64, f64) {
    let after = svg.split_once(&format!("<title>{hand}: ")).expect("the hand is drawn").1;
    let number = |name: &str| {
        let value = after.split_once(&format!(" {name}=\"")).expect("a place").1.split_once('"').expect("an end").0;
        value.parse::<f64>().expect("a number")
    };
    (number("x"), number("y"))
}

#[test]
fn both_corners_keep_suited_hands_above_the_diagonal() {
    let mut grid = category_grid("corner", 1, vec![1; 169]);
    let aces = grid.to_svg();
    grid.corner = Corner::DeuceUpperLeft;
    let deuces = grid.to_svg();
    for (svg, first, last) in [(&aces, "AA", "22"), (&deuces, "22", "AA")] {
        assert!(corner_of(svg, first) < corner_of(svg, last));
        let ((suited_x, suited_y), (offsuit_x, offsuit_y)) = (corner_of(svg, "K7s"), corner_of(svg, "K7o"));
        assert!(suited_x > offsuit_x && suited_y < offsuit_y);
    }
    // As players draw it, a row holds the suited hands of its pair: AKs beside AA.
    assert_eq!(corner_of(&aces, "AA").1, corner_of(&aces, "A2s").1);
    assert_eq!(corner_of(&aces, "AA").0, corner_of(&aces, "A2o").0);
    assert_eq!(corner_of(&deuces, "22").1, corner_of(&deuces, "A2s").1);
}

#[test]
fn categories_out_of_range_and_missing_ones_are_dashes() {
    let mut of = vec![1; 168];
    of[0] = 0;
    of[1] = 3;
    let texts = well_formed(&category_grid("odd", 2, of).to_svg());
    for number in [0, 1, 168] {
        let hand = StartingHand::from_number(number).expect("a class");
        assert!(has(&texts, &format!("{hand}: –")));
    }
    well_formed(&category_grid("none", 0, Vec::new()).to_svg());
}

#[test]
fn mixtures_are_scaled_and_averaged_over_pairs_of_hole_cards() {
    let pairs_raise = |hand: StartingHand| if hand.is_pair() { vec![0.0, 0.0, 2.0] } else { vec![3.0, 1.0, 0.0] };
    let texts = well_formed(&mixture_grid("raise", StartingHand::all().map(pairs_raise).collect()).to_svg());
    assert!(has(&texts, "AA: fold 0 %, call 0 %, raise 100 %"));
    assert!(has(&texts, "72o: fold 75 %, call 25 %, raise 0 %"));
    // Pairs are 78 of 1,326: 5.9 %; the others fold three quarters of the time: 70.6 %, and call 23.5 %.
    for entry in ["fold 71 %", "call 24 %", "raise 6 %"] {
        assert!(has(&texts, entry), "{entry}");
    }
}

#[test]
fn numbers_of_starting_hands_are_shown_with_their_sign_and_coloured_by_it() {
    let mut of: Vec<f64> = StartingHand::all().map(|hand| if hand.is_pair() { 3_982.4 } else { -753.0 }).collect();
    of[1] = f64::NAN;
    let svg = value_grid("mbb/g", of).to_svg();
    let texts = well_formed(&svg);
    let unknown = StartingHand::from_number(1).expect("a class");
    for entry in [
        "AA: +3982 mbb/g",
        "72o: -753 mbb/g",
        &format!("{unknown}: –"),
        "+1991",
        "mbb/g; suited hands above the diagonal",
    ] {
        assert!(has(&texts, entry), "{entry}");
    }
    well_formed(&value_grid("none", Vec::new()).to_svg());
}

#[test]
fn mixtures_that_are_none_are_dashes() {
    let odd = vec![vec![f64::NAN, 0.0, 1.0], vec![0.0; 3], vec![1.0], vec![-1.0, 1.0, 1.0], vec![f64::INFINITY; 3]];
    let texts = well_formed(&mixture_grid("raise", odd).to_svg());
    for hand in StartingHand::all() {
        assert!(has(&texts, &format!("{hand}: –")));
    }
    assert!(has(&texts, "raise –"));
}

#[test]
fn a_histogram_names_its_bins_and_draws_what_is_no_number_as_a_dash() {
    let texts = well_formed(&histogram("bins", vec![0.5, f64::NAN, 0.25, f64::INFINITY]).to_svg());
    for text in ["0 to 0.25: 0.5", "0.25 to 0.5: –", "0.5 to 0.75: 0.25", "0.75 to 1: –", "–", "bins 0.25"] {
        assert!(has(&texts, text), "{text}");
    }
}

#[test]
fn bar_heights_are_proportional_to_the_bins() {
    let svg = Histogram::over_unit_interval("heights", vec![1.0, 2.0, 4.0]).to_svg();
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
        curve("empty", AxisTitle::linear(""), AxisTitle::linear(""), &[]).to_svg(),
        curve("empty", AxisTitle::logarithmic(""), AxisTitle::logarithmic(""), &[&[], &[Point::new(0.0, -1.0)]])
            .to_svg(),
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
    let svg = curve("loss", AxisTitle::linear("rounds"), AxisTitle::logarithmic("size"), &[&points]).to_svg();
    let texts = well_formed(&svg);
    for text in ["loss: 1, 250 ± 12.5", "loss: 3, 90", "rounds", "size", "loss"] {
        assert!(has(&texts, text), "{text}");
    }
    // The gap leaves no run of two points: only the error bar, its two ends and the legend's sample are lines.
    assert_eq!(svg.matches("<polyline").count(), 4);
}

#[test]
fn extreme_values_are_drawn_without_fault() {
    let extremes = [f64::MAX, f64::MIN, f64::MIN_POSITIVE, 5e-324, -0.0, 0.0, 1e149, 1e15, 1.0, 1.0 + 1e-16, f64::NAN];
    for a in extremes {
        for b in extremes {
            let points = [Point { x: a, y: b, half_width: Some(a) }, Point { x: b, y: a, half_width: Some(b) }];
            for axis in [AxisTitle::linear("l"), AxisTitle::logarithmic("g")] {
                well_formed(&curve("extreme", axis.clone(), axis, &[&points]).to_svg());
            }
            well_formed(&bars("extreme", &[a, b]).to_svg());
            well_formed(&Histogram { low: a, high: b, ..histogram("extreme", vec![a, b]) }.to_svg());
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
    // Two lines above a column hold what one does not.
    assert!(texts.iter().any(|text| text.starts_with("strengt") && "strength-only".starts_with(text.as_str())));
    assert!(texts.iter().any(|text| text.ends_with('…')));
    // A word that nearly fits is not broken.
    table.players[1] = "histogram".to_owned();
    let texts = well_formed(&table.to_svg());
    let is_part = |text: &String| !text.is_empty() && text != "histogram" && "histogram".ends_with(text.as_str());
    assert!(has(&texts, "histogram") && !texts.iter().any(is_part));
}

#[test]
fn every_point_of_a_curve_tells_its_value_however_many_there_are() {
    let points: Vec<Point> = (1..=100).map(|n| Point::new(f64::from(n), f64::from(1000 - n))).collect();
    let svg = curve("c", AxisTitle::default(), AxisTitle::default(), &[&points]).to_svg();
    let texts = well_formed(&svg);
    for n in [1, 50, 100] {
        assert!(has(&texts, &format!("c: {n}, {}", 1000 - n)), "{n}");
    }
    assert_eq!(svg.matches("pointer-events=\"all\"").count(), 100);
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
fn a_stage_table_sums_what_is_known() {
    let texts = well_formed(&stages("features").to_html());
    for text in ["features", "2 h 03 min", "12.5 s", "1.5 GiB", "512 B", "total", "unknown"] {
        assert!(has(&texts, text), "{text}");
    }
    assert_eq!(texts.iter().filter(|text| *text == "–").count(), 4);
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
