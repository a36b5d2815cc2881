//! Numbers as readers see them, and colours that readers can distinguish.

use report::number_format::{bytes, compact, fixed, percent, seconds, whole};
use report::palette::{NO_VALUE, action, contrast, diverging, ordered, text_on};

#[test]
fn numbers_have_separators_a_true_minus_and_never_a_negative_zero() {
    let cases = [(1_286_792.0, 0, "1,286,792"), (-1234.56, 1, "−1,234.6"), (-0.04, 1, "0.0"), (999.96, 1, "1,000.0")];
    for (value, decimals, text) in cases {
        assert_eq!(fixed(value, decimals), text);
    }
    assert_eq!(whole(133_784_560), "133,784,560");
    assert_eq!(whole(u64::MAX), "18,446,744,073,709,551,615");
}

#[test]
fn what_is_no_number_is_a_dash() {
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for text in [fixed(value, 2), compact(value), percent(value), seconds(value)] {
            assert_eq!(text, "–");
        }
    }
    assert_eq!(seconds(-1.0), "–");
}

#[test]
fn axis_numbers_are_short_at_every_size() {
    let cases = [
        (0.0, "0"),
        (0.02, "0.02"),
        (-0.5, "−0.5"),
        (12.5, "12.5"),
        (999.96, "1k"),
        (1000.0, "1k"),
        (2_500_000.0, "2.5M"),
        (999_999.0, "1M"),
        (3e12, "3T"),
        (1e-9, "1e−9"),
    ];
    for (value, text) in cases {
        assert_eq!(compact(value), text);
    }
}

#[test]
fn shares_near_an_end_are_not_rounded_into_it() {
    let cases = [(0.0, "0 %"), (0.004, "0.4 %"), (0.12, "12 %"), (0.996, "99.6 %"), (1.0, "100 %")];
    for (share, text) in cases {
        assert_eq!(percent(share), text);
    }
}

#[test]
fn durations_and_sizes_carry_over_into_the_next_unit() {
    let cases = [
        (0.25, "0.25 s"),
        (9.996, "10.0 s"),
        (99.96, "1 min 40 s"),
        (200.0, "3 min 20 s"),
        (3599.6, "1 h 00 min"),
        (7384.0, "2 h 03 min"),
        (273_600.0, "3 d 04 h"),
    ];
    for (value, text) in cases {
        assert_eq!(seconds(value), text);
    }
    let cases = [(0, "0 B"), (1023, "1023 B"), (1536, "1.5 KiB"), ((1 << 20) - 1, "1.0 MiB"), (24 << 30, "24.0 GiB")];
    for (value, text) in cases {
        assert_eq!(bytes(value), text);
    }
}

#[test]
fn text_reads_on_every_colour() {
    let places = (0..=1000).map(|step| f64::from(step) / 1000.0);
    let scales = places.flat_map(|place| [ordered(place), diverging(2.0 * place - 1.0)]);
    for background in scales.chain((0..7).map(action)).chain([NO_VALUE]) {
        assert!(contrast(background, text_on(background)) >= 4.5, "{background}");
    }
    // Hands lie across the borders of stacked actions, so one colour of text has to serve all of them.
    assert!((0..7).all(|number| text_on(action(number)) == text_on(NO_VALUE)));
}

#[test]
fn the_ordered_scale_grows_lighter_and_the_actions_differ_in_lightness() {
    let black = text_on(NO_VALUE);
    let lightness = |place: i32| contrast(ordered(f64::from(place) / 168.0), black);
    assert!((0..168).all(|place| lightness(place) < lightness(place + 1)));
    let steps: Vec<f64> = (0..3).map(|number| contrast(action(number), black)).collect();
    assert!(steps[0] > 1.2 * steps[1] && steps[1] > 1.2 * steps[2]);
}

#[test]
fn places_off_the_scale_take_its_ends_and_no_number_the_start() {
    assert_eq!(ordered(-3.0), ordered(0.0));
    assert_eq!(ordered(7.0), ordered(1.0));
    assert_eq!(ordered(f64::NAN), ordered(0.0));
    assert_eq!(diverging(-2.0), diverging(-1.0));
    assert_ne!(diverging(-1.0), diverging(1.0));
}
