//! Pictures with values that are easy to find again, for the tests of all drawings together.

use evaluator::holding::StartingHand;
use report::category_chart::CategoryBars;
use report::cross_table::CrossTable;
use report::curve::{Curve, Point, Series};
use report::histogram::Histogram;
use report::plot_frame::AxisTitle;
use report::scatter::{Scatter, ScatterPoint};
use report::stage_table::{Stage, StageTable};
use report::starting_hand_grid::{Corner, GridCells, StartingHandGrid};

/// Text with everything that would break out of an element, an attribute or XML.
pub const HOSTILE: &str = "</title></style><script>alert(\"1\")</script> & 'x' &amp; \u{1}\u{b}\r\u{ffff}";

pub fn category_grid(title: &str, count: usize, of: Vec<usize>) -> StartingHandGrid {
    let cells = GridCells::Categories { count, of };
    StartingHandGrid { title: title.into(), description: title.into(), corner: Corner::AceUpperLeft, cells }
}

pub fn mixture_grid(title: &str, shares: Vec<Vec<f64>>) -> StartingHandGrid {
    let cells = GridCells::Mixtures { actions: ["fold", "call", title].map(String::from).to_vec(), shares };
    StartingHandGrid { title: title.into(), description: title.into(), corner: Corner::AceUpperLeft, cells }
}

pub fn value_grid(title: &str, of: Vec<f64>) -> StartingHandGrid {
    let cells = GridCells::Values { unit: title.into(), of };
    StartingHandGrid { title: title.into(), description: title.into(), corner: Corner::AceUpperLeft, cells }
}

pub fn histogram(title: &str, bins: Vec<f64>) -> Histogram {
    Histogram {
        description: title.into(),
        x_title: title.into(),
        y_title: title.into(),
        mark: Some((0.25, title.into())),
        ..Histogram::over_unit_interval(title, bins)
    }
}

pub fn bars(title: &str, values: &[f64]) -> CategoryBars {
    let named = values.iter().map(|value| (title.to_string(), *value)).collect();
    CategoryBars { description: title.into(), bars: named, ..CategoryBars::numbered(title, &[]) }
}

pub fn curve(title: &str, x: AxisTitle, y: AxisTitle, series: &[&[Point]]) -> Curve {
    let series = series.iter().map(|points| Series { name: title.into(), points: points.to_vec() }).collect();
    Curve { title: title.into(), description: title.into(), x, y, series }
}

pub fn scatter(title: &str, places: &[(f64, f64)]) -> Scatter {
    let point = |(number, &(x, y)): (usize, &(f64, f64))| ScatterPoint {
        name: format!("{title} {number}"),
        x,
        y,
        group: number % 2,
    };
    Scatter {
        title: title.into(),
        description: title.into(),
        x: AxisTitle::linear(title),
        y: AxisTitle::linear(title),
        groups: vec![title.into(), "other".into()],
        points: places.iter().enumerate().map(point).collect(),
    }
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
        decimals: 1,
        full_colour_at: None,
    }
}

pub fn stages(title: &str) -> StageTable {
    let known = Stage {
        name: title.into(),
        status: title.into(),
        wall_seconds: Some(7384.0),
        core_seconds: Some(12.5),
        memory_bytes: Some(3 << 29),
        disk_bytes: Some(512),
        note: title.into(),
    };
    let stages = vec![known, Stage { name: "unknown".into(), wall_seconds: Some(f64::NAN), ..Stage::default() }];
    StageTable { title: title.into(), description: title.into(), stages }
}

/// Every kind of drawing once, all its texts set to `title`.
pub fn every_svg(title: &str) -> Vec<String> {
    let hands = || StartingHand::all();
    let points = [Point { x: 1.0, y: 20.0, half_width: Some(3.0) }, Point::new(100.0, 5.0)];
    vec![
        category_grid(title, 169, hands().map(|hand| hand.number() + 1).collect()).to_svg(),
        category_grid(title, 5, hands().map(|hand| 1 + hand.number() % 5).collect()).to_svg(),
        mixture_grid(title, hands().map(|hand| vec![0.25, hand.number() as f64 / 169.0, 0.5]).collect()).to_svg(),
        value_grid(title, hands().map(|hand| hand.number() as f64 - 80.0).collect()).to_svg(),
        histogram(title, vec![0.125, 0.5, 0.375]).to_svg(),
        bars(title, &[0.3, -0.7]).to_svg(),
        curve(title, AxisTitle::logarithmic(title), AxisTitle::logarithmic(title), &[&points, &points]).to_svg(),
        curve(title, AxisTitle::linear(title), AxisTitle::linear(title), &[&points]).to_svg(),
        scatter(title, &[(0.1, 2.0), (0.5, 1.0), (f64::NAN, 1.0)]).to_svg(),
        cross_table(title, vec![vec![0.0, 4.5], vec![-4.5, 0.0]], vec![vec![0.5; 2]; 2], vec![4.5, -4.5]).to_svg(),
        stages(title).to_svg(),
    ]
}
