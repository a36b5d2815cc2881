//! Pictures with values that are easy to find again, for the tests of all drawings together.

use evaluator::deck::Deck;
use evaluator::holding::StartingHand;
use report::axis::Axis;
use report::chart::{Chart, Marks, NamedPoint, Point, Series};
use report::cross_table::CrossTable;
use report::grid_browser::{Choice, GridBrowser};
use report::hand_grid::HandGrid;
use report::number_format::DASH;
use report::page_parts::encoded;
use report::row_browser::{BrowsedRow, NumberColumn, RowBrowser, WordColumn};

/// Text with everything that would break out of an element, an attribute or XML.
pub const HOSTILE: &str = "</title></style><script>alert(\"1\")</script> & 'x' &amp; \u{1}\u{b}\r\u{ffff}";

/// Something for each starting hand.
pub fn each<T>(of: impl Fn(StartingHand) -> T) -> Vec<T> {
    StartingHand::all().map(of).collect()
}

/// How hands are played where all of three actions are possible; the last one is called `raise` or something else.
pub fn mixture_grid(raise: &str, weights: &[[f64; 3]]) -> HandGrid {
    HandGrid::of_actions(Deck::FULL, &["fold", "call", raise].map(String::from), weights, &[])
}

fn chart(title: &str, x: Axis, y: Axis, marks: Marks) -> Chart {
    Chart { title: title.into(), description: title.into(), x, y, marks }
}

/// A histogram from 0 to 1 with a marker at 0.25.
pub fn histogram(title: &str, values: Vec<f64>) -> Chart {
    let marks = Marks::Bars { values, marker: Some((0.25, title.into())) };
    chart(title, Axis::between(title, 0.0, 1.0), Axis::linear(title), marks)
}

pub fn bars(title: &str, values: &[f64]) -> Chart {
    let names = vec![title.to_string(); values.len()];
    let marks = Marks::Bars { values: values.to_vec(), marker: None };
    chart(title, Axis::categories("", names), Axis::default(), marks)
}

pub fn curve(title: &str, x: Axis, y: Axis, series: &[&[Point]]) -> Chart {
    let series = series.iter().map(|points| Series { name: title.into(), points: points.to_vec() }).collect();
    chart(title, x, y, Marks::Lines(series))
}

pub fn scatter(title: &str, places: &[(f64, f64)]) -> Chart {
    let point = |(number, &(x, y)): (usize, &(f64, f64))| NamedPoint {
        name: format!("{title} {number}"),
        x,
        y,
        group: number % 2,
    };
    let points = places.iter().enumerate().map(point).collect();
    let marks = Marks::Points { groups: vec![title.into(), "other".into()], points };
    chart(title, Axis::linear(title), Axis::linear(title), marks)
}

pub fn cross_table(title: &str, values: Vec<Vec<f64>>, half_widths: Vec<Vec<f64>>, means: Vec<f64>) -> CrossTable {
    CrossTable {
        title: title.into(),
        description: title.into(),
        unit: title.into(),
        players: (0..values.len()).map(|number| format!("{title} player {number}")).collect(),
        values,
        half_widths,
        significant: None,
        means,
        mean_half_widths: Vec::new(),
        full_colour_at: None,
    }
}

/// Every kind of drawing once, all its texts set to `title`.
pub fn every_svg(title: &str) -> Vec<String> {
    let points = [Point { x: 1.0, y: 20.0, half_width: Some(3.0) }, Point::new(100.0, 5.0)];
    let names = || ["1", "2", title].map(String::from).to_vec();
    let grids = [
        HandGrid::of_clusters(Deck::FULL, 169, &each(|hand| hand.number() + 1)),
        HandGrid::of_clusters(Deck::FULL, 5, &each(|hand| 1 + hand.number() % 5)),
        mixture_grid(title, &each(|hand| [0.25, hand.number() as f64 / 169.0, 0.5])),
        HandGrid::of_values(Deck::FULL, title, &each(|hand| hand.number() as f64 - 80.0)),
    ];
    let charts = [
        histogram(title, vec![0.125, 0.5, 0.375]),
        bars(title, &[0.3, -0.7]),
        curve(title, Axis::logarithmic(title), Axis::logarithmic(title), &[&points, &points]),
        curve(title, Axis::linear(title), Axis::linear(title), &[&points]),
        curve(title, Axis::categories(title, names()), Axis::linear(title), &[&points]),
        scatter(title, &[(0.1, 2.0), (0.5, 1.0), (f64::NAN, 1.0)]),
    ];
    let table = cross_table(title, vec![vec![0.0, 4.5], vec![-4.5, 0.0]], vec![vec![0.5; 2]; 2], vec![4.5, -4.5]);
    let grids = grids.iter().map(|grid| grid.to_svg(title, title));
    grids.chain(charts.iter().map(Chart::to_svg)).chain([table.to_svg()]).collect()
}

/// Two strategies at four decisions. The second folds every pair at its last decision, raises every suited hand, and
/// calls with a quarter of the others; the first hand of all is unknown there. Suited hands come there half of the
/// time, the others without a pair never.
pub fn strategies(text: &str) -> GridBrowser {
    let calls = each(|_| [0.0, 0.875, 0.125]);
    let by_kind = each(|hand| match (hand.number(), hand.is_pair(), hand.is_suited()) {
        (0, ..) => [f64::NAN; 3],
        (_, true, _) => [1.0, 0.0, 0.0],
        (_, _, true) => [0.0, 0.0, 1.0],
        _ => [0.5, 0.25, 0.25],
    });
    let comes = each(|hand| if hand.is_pair() { 1.0 } else { f64::from(u8::from(hand.is_suited())) / 2.0 });
    let decisions = [
        ("button", "", "acts first", "fold"),
        ("big blind", "c", "after a call", ""),
        ("big blind", "r", "after a raise", "fold"),
        ("button", "cr", "after call, raise", "fold"),
    ];
    let grid = |name: &str, (seat, betting, label, fold): (&str, &str, &str, &str)| {
        let actions = [fold, "call", "raise"].map(String::from);
        let is_last_of_second = (name, betting) == ("C8", "cr");
        let (weights, reach) = if is_last_of_second { (&by_kind, &comes[..]) } else { (&calls, &[][..]) };
        let betting = Choice { label: label.into(), word: betting.into() };
        let choices = vec![Choice::of(&format!("{text} {name}")), Choice::of(seat), betting];
        (choices, HandGrid::of_actions(Deck::FULL, &actions, weights, reach))
    };
    let grids = ["C6", "C8"].into_iter().flat_map(|name| decisions.map(|decision| grid(name, decision))).collect();
    GridBrowser { id: "preflop".into(), name: text.into(), groups: vec!["Strategy", "Seat", "Betting so far"], grids }
}

/// Two clusters by pair or not, and each hand a cluster of its own.
pub fn clusterings(text: &str) -> GridBrowser {
    let pairs = HandGrid::of_clusters(Deck::FULL, 2, &each(|hand| 1 + usize::from(hand.is_pair())));
    let single = HandGrid::of_clusters(Deck::FULL, 169, &each(|hand| 1 + hand.number()));
    let named = |name: &str, grid| (vec![Choice::of(&format!("{text} {name}"))], grid);
    let grids = vec![named("C2", pairs), named("C169", single)];
    GridBrowser { id: "clusters".into(), name: text.into(), groups: vec!["Show"], grids }
}

/// A table of three rows to browse, with that text wherever one may stand.
pub fn flop_rows(text: &str) -> RowBrowser {
    let row = |number: usize| BrowsedRow {
        name: format!("{text} {number}"),
        address: if number == 0 { String::new() } else { format!("#{}", encoded("section-1")) },
        weight: [4.0, 12.0, 24.0][number],
        words: vec![text.to_owned(), ["rainbow", "two-tone", "two-tone"][number].to_owned()],
        numbers: [["1,004", "12.5", "1.00"], ["24", "−2.5", DASH], ["12", "80.0", "3.00"]][number]
            .map(str::to_owned)
            .into(),
    };
    RowBrowser {
        id: "rows".to_owned(),
        name: text.to_owned(),
        row_names: [text, text].map(str::to_owned),
        words: [false, true].map(|is_choice| WordColumn { name: text.to_owned(), is_choice }).into(),
        numbers: [true, false, false].map(|is_count| NumberColumn { name: text.to_owned(), is_count }).into(),
        map: [1, 2],
        rows: (0..3).map(row).collect(),
    }
}
