//! Claims, streams, tests of significance and published numbers: what the four companions share.

use companions::claims::{Measured, Reproduction, Row, Verdict};
use companions::error::CompanionError;
use companions::named::Named;
use companions::published::Published;
use companions::streams::{Purpose, in_order, normal, unit};
use companions::sums::{f_at_least, score, share_error, two_proportions, variance, welch};
use companions::superiority;
use serde_json::{Value, json};
use tables::together::progress::Silent;

use crate::support::Stopped;

const FILE: &str = r#"
paper = "Nobody"
[tables.1]
title = "t"
columns = ["a", "b"]
rows = [{ name = "r", values = [1.5, nan] }]
[claims.X1]
statement = "s"
expected = "e"
limit = 0.5
[claims.X2]
statement = "s"
expected = "e"
limit = 0.5
ours = true
note = "n"
[constants]
three = 3
"#;

#[test]
fn a_row_sets_published_numbers_beside_ours() {
    let ours = [Measured::new(2.0, 0.3).with_paper_se(0.4), Measured::exact(7.0)];
    let row = Row::new("r", &[Some(1.5), None], &ours);
    assert_eq!((row.paper[1], row.ours[1], row.se[1]), (None, Some(7.0), None));
    // Errors of 0.3 and 0.4 make one of 0.5.
    assert!((row.z[0].unwrap() - 1.0).abs() < 1e-12);
    assert_eq!((row.z[1], row.largest_difference()), (None, Some(0.5)));
    // Exact on both sides: no z, whatever the difference.
    assert_eq!(Row::new("r", &[Some(1.0)], &[Measured::exact(2.0)]).z, [None]);
    let alike = Row::new("r", &[Some(99.8)], &[Measured::new(100.0, 4e-7)]);
    assert_eq!((alike.se[0], alike.z[0]), (Some(0.0), None), "an error that is only rounding");
    assert_eq!(Row::new("r", &[Some(f64::NAN)], &[Measured::exact(f64::INFINITY)]).ours, [None]);
}

#[test]
fn published_numbers_are_read_and_what_is_missing_is_named() {
    let published = Published::read("x.toml", FILE).unwrap();
    let table = published.beside("1", |_| vec![Measured::exact(1.0), Measured::exact(2.0)]).unwrap();
    assert_eq!((table.rows[0].paper.as_slice(), table.rows[0].ours[1]), (&[Some(1.5), None][..], Some(2.0)));
    let claim = published.claim_at_most("X1", 0.6).unwrap();
    assert_eq!((claim.verdict, claim.value, claim.limit), (Verdict::NotReproduced, Some(0.6), Some(0.5)));
    assert_eq!(published.claim_at_most("X1", 0.5).unwrap().verdict, Verdict::Reproduced);
    assert_eq!((claim.note, published.claim_at_most("X2", 0.5).unwrap().note.as_deref()), (None, Some("n")));
    assert_eq!(published.constant::<u32>("three").unwrap(), 3);
    for line in [
        published.table("9").unwrap_err().to_string(),
        published.claim("X9", None, Verdict::Noise).unwrap_err().to_string(),
        published.constant::<String>("three").unwrap_err().to_string(),
        Published::read("x.toml", "paper = 3").unwrap_err().to_string(),
    ] {
        assert!(line.starts_with("tests/published/x.toml: ") && !line.contains('\n'), "{line}");
    }
}

#[test]
fn json_has_the_documented_keys() {
    let published = Published::read("x.toml", FILE).unwrap();
    let reproduction = Reproduction {
        companion: "x",
        paper: published.paper.clone(),
        seed: 1,
        seconds: 2.0,
        settings: json!({}),
        tables: vec![published.beside("1", |_| vec![Measured::new(f64::NAN, 0.1)]).unwrap()],
        claims: vec![
            published.claim_at_most("X1", 0.1).unwrap(),
            published.claim("X1", None, Verdict::Impossible).unwrap(),
            published.claim_at_most("X2", 0.1).unwrap(),
            published.claim_at_most("X2", 0.6).unwrap(),
        ],
        results: json!({}),
        pictures: Vec::new(),
    };
    let json = reproduction.to_json();
    for key in ["companion", "paper", "seed", "seconds", "settings", "tables", "claims", "results"] {
        assert!(json.get(key).is_some(), "{key}");
    }
    let counts = ["claims_reproduced", "claims_total", "claims_of_ours"];
    assert_eq!(counts.map(|key| &json[key]), [&json!(2), &json!(4), &json!(2)]);
    assert_eq!(json["claims"][1]["verdict"], "impossible");
    // Where the paper claims nothing, it does not fail to be reproduced.
    assert_eq!([&json["claims"][2]["verdict"], &json["claims"][3]["verdict"]], ["reproduced", "does not hold"]);
    assert_eq!([&json["claims"][0]["ours"], &json["claims"][3]["ours"]], [&json!(false), &json!(true)]);
    assert_eq!((&json["claims"][1]["note"], &json["claims"][2]["note"]), (&Value::Null, &json!("n")));
    assert_eq!([&json["claims"][0]["id"], &json["claims"][0]["full_id"]], ["X1", "x X1"]);
    assert_eq!([&json["tables"][0]["id"], &json["tables"][0]["full_id"]], ["1", "x 1"]);
    let row = &json["tables"][0]["rows"][0];
    // What is no number is null, never a string.
    assert_eq!((&row["paper"], &row["ours"]), (&json!([1.5, null]), &json!([null, null])));
    assert_eq!([&row["se"][0], &row["paper_se"][0], &row["z"][0]], [&json!(0.1), &Value::Null, &Value::Null]);
}

#[test]
fn verdicts_are_called_the_same_everywhere() {
    let names = Verdict::NAMES.iter().map(|(verdict, name)| {
        assert_eq!(serde_json::to_value(verdict).unwrap(), *name);
        *name
    });
    let known = ["reproduced", "not reproduced", "explained", "noise", "impossible", "does not hold"];
    assert_eq!(names.collect::<Vec<_>>(), known);
}

#[test]
fn a_generator_depends_on_purpose_seed_and_number_alone() {
    let first = |purpose: u64, seed, number| unit(&mut Purpose(purpose).generator(seed, number));
    assert_eq!(first(1, 2, 3), first(1, 2, 3));
    let others = [first(9, 2, 3), first(1, 9, 3), first(1, 2, 9)];
    assert!(others.iter().all(|&other| other != first(1, 2, 3)));
}

/// A normal number drawn with the variance for the standard deviation would show here.
#[test]
fn normal_numbers_have_mean_0_and_deviation_1() {
    let mut dice = Purpose(4).generator(1, 0);
    let drawn: Vec<f64> = (0..200_000).map(|_| normal(&mut dice)).collect();
    let found = score(&drawn);
    assert!(found.mean.abs() < 0.01 && (variance(&found) - 1.0).abs() < 0.015, "{found:?}");
    let beyond = |limit: f64| drawn.iter().filter(|it| it.abs() > limit).count() as f64 / drawn.len() as f64;
    assert!((beyond(1.0) - 0.3173).abs() < 0.005 && (beyond(1.96) - 0.05).abs() < 0.003);
}

/// Worked by hand or from tables of the distributions.
#[test]
fn tests_of_significance_have_known_values() {
    let one = score(&[1.0, 2.0, 3.0, 4.0]);
    assert!((one.mean - 2.5).abs() < 1e-12 && (variance(&one) - 5.0 / 3.0).abs() < 1e-12);
    // Equal variances and sizes: Welch is Student with 6 degrees of freedom; t = -2 / sqrt(5/6).
    let other = score(&[3.0, 4.0, 5.0, 6.0]);
    assert!((welch(&one, &other) - 0.0710).abs() < 1e-3, "{}", welch(&one, &other));
    assert_eq!(welch(&score(&[1.0]), &other), 1.0);
    let z = two_proportions((60.0, 100.0), (40.0, 100.0));
    assert!((z - 0.2 / (0.25f64 * 0.02).sqrt()).abs() < 1e-12, "{z}");
    assert!((share_error(0.2, 400.0) - 0.02).abs() < 1e-12);
    // The 95 % point of F(5, 10) is 3.3258; table 14's spread of A over C.
    assert!((f_at_least(3.3258, 5.0, 10.0) - 0.05).abs() < 1e-4);
    let table = superiority::published().unwrap().table("14").unwrap().clone();
    let points = |column: usize| score(&table.rows.iter().map(|row| row.values[column]).collect::<Vec<f64>>());
    let [a, b, c] = [0, 1, 2].map(points);
    assert_eq!([a.mean.round(), b.mean.round(), c.mean.round()], [252.0, 228.0, 259.0]);
    let ratio = variance(&a) / variance(&c);
    assert!((ratio - 11.4).abs() < 0.1 && (f_at_least(ratio, 6.0, 6.0) - 0.005).abs() < 0.001, "{ratio}");
    assert_eq!(f_at_least(f64::NAN, 6.0, 6.0), 1.0);
}

#[test]
fn pieces_come_back_in_order_and_stop_when_asked() {
    assert_eq!(in_order(("s", "u"), 100, &Silent, |number| Ok(number * number)).unwrap()[9], 81);
    let stopped = in_order(("s", "u"), 3, &Stopped, Ok);
    assert!(matches!(stopped, Err(CompanionError::Cancelled(_))), "{stopped:?}");
}
