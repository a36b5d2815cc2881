//! Writes a page with every kind of picture, filled with invented values, to stdout: for looking at it in a browser.

use evaluator::holding::{STARTING_HANDS, StartingHand};
use report::category_chart::{CategoryBars, CategoryCurve, CategoryValue};
use report::cross_table::CrossTable;
use report::curve::{Curve, Point, Series};
use report::histogram::Histogram;
use report::page::Page;
use report::page_parts::Facts;
use report::plot_frame::AxisTitle;
use report::stage_table::{Stage, StageTable};
use report::starting_hand_grid::{Corner, GridCells, StartingHandGrid};
use report::strategy_browser::{ClusterBrowser, Clustering, Decision, StrategyBrowser, StrategyShares};
use std::io::Write;

/// A made-up strength in 0..=1: the grid only needs something that grows with the ranks.
fn invented_strength(hand: StartingHand) -> f64 {
    let (high, low) = hand.ranks();
    let bonus = if hand.is_pair() { 9.0 } else { 0.0 } + if hand.is_suited() { 1.5 } else { 0.0 };
    ((f64::from(high) * 1.2 + f64::from(low) * 0.6 + bonus) / 30.6).clamp(0.0, 1.0)
}

fn categories(title: &str, corner: Corner, count: usize) -> String {
    let category = |hand| 1 + (invented_strength(hand) * count as f64 * 0.999) as usize;
    let cells = GridCells::Categories { count, of: StartingHand::all().map(category).collect() };
    let description = format!("Invented: {count} clusters that grow with the ranks.");
    StartingHandGrid { title: title.into(), description, corner, cells }.to_svg()
}

fn mixtures(title: &str, boldness: f64) -> String {
    let shares = StartingHand::all().map(|hand| {
        let raise = ((invented_strength(hand) - 0.55 + boldness) * 5.0).clamp(0.0, 1.0);
        let fold = ((0.32 - boldness - invented_strength(hand)) * 6.0).clamp(0.0, 1.0 - raise);
        if hand.number() == STARTING_HANDS / 2 { vec![f64::NAN; 3] } else { vec![fold, 1.0 - raise - fold, raise] }
    });
    let cells =
        GridCells::Mixtures { actions: ["fold", "call", "raise"].map(String::from).to_vec(), shares: shares.collect() };
    let description = "Invented: strong hands raise, weak ones fold.".into();
    StartingHandGrid { title: title.into(), description, corner: Corner::AceUpperLeft, cells }.to_svg()
}

fn curve(title: &str, x: AxisTitle, y: AxisTitle, count: usize) -> String {
    let series = |number: usize| Series {
        name: format!("OCHS, {} opponent clusters", 1 << number),
        points: (0..8)
            .map(|step| {
                let x = 1000.0 * 3f64.powi(step);
                let y = 900.0 / (1.0 + x / 2000.0).powf(0.4 + 0.03 * number as f64) + 12.0 * number as f64;
                Point { x, y, half_width: Some(y * 0.08) }
            })
            .collect(),
    };
    let description = "Invented: all series fall.".into();
    Curve { title: title.into(), description, x, y, series: (0..count).map(series).collect() }.to_svg()
}

fn league(count: usize) -> CrossTable {
    let value = |row: usize, column: usize| (row as f64 - column as f64) * 2.3 + ((row * column) % 5) as f64 - 2.0;
    let values: Vec<Vec<f64>> = (0..count)
        .map(|row| {
            (0..count).map(|column| if row < column { value(row, column) } else { -value(column, row) }).collect()
        })
        .collect();
    let mean = |row: usize| {
        (0..count).filter(|column| *column != row).map(|column| values[row][column]).sum::<f64>() / (count - 1) as f64
    };
    CrossTable {
        title: format!("League of {count} players"),
        description: "Invented: later players win.".into(),
        unit: "mbb/g".into(),
        players: (0..count).map(|number| format!("OCHS({}) 9000 buckets", 1 + number * number)).collect(),
        means: (0..count).map(mean).collect(),
        values,
        half_widths: vec![vec![3.1; count]; count],
        significant: None,
        decimals: 1,
        full_colour_at: None,
    }
}

fn winnings() -> String {
    let counts = [1, 2, 4, 6, 8, 10, 12, 24, 169];
    let series = |name: &str, best: f64, half_width: f64| {
        let value = |count: &i32| {
            let away = f64::from(*count).ln() - best;
            CategoryValue { value: 9.0 - 4.0 * away * away, half_width: Some(half_width) }
        };
        (name.to_string(), counts.iter().map(value).collect())
    };
    let curve = CategoryCurve {
        title: "Winnings by number of opponent clusters".into(),
        description: "Invented: neither few nor many are best.".into(),
        x_title: "opponent clusters".into(),
        y_title: "mbb/g against all others".into(),
        categories: counts.map(|count| count.to_string()).to_vec(),
        series: vec![series("training short", 1.4, 5.0), series("training long", 2.2, 2.5)],
    };
    curve.to_svg()
}

fn clusterings() -> ClusterBrowser {
    let clustering = |count: usize| {
        let of =
            StartingHand::all().map(|hand| 1 + (invented_strength(hand) * count as f64 * 0.999) as usize).collect();
        Clustering { name: format!("{count} clusters"), count, of }
    };
    let clusterings = [1, 2, 4, 6, 8, 10, 12, 24, 169].map(clustering).to_vec();
    ClusterBrowser { id: "clusters".into(), name: "Starting hands in clusters".into(), clusterings }
}

fn strategies() -> StrategyBrowser {
    let decision = |seat: &str, betting: &str, label: &str, passive: [&str; 2]| Decision {
        seat: seat.into(),
        betting: betting.into(),
        label: label.into(),
        actions: [passive[0], passive[1], "raise"].map(String::from),
    };
    let decisions = vec![
        decision("button", "", "acts first", ["fold", "call"]),
        decision("big blind", "c", "after call", ["", "check"]),
        decision("big blind", "r", "after raise", ["fold", "call"]),
        decision("button", "cr", "after call, raise", ["fold", "call"]),
    ];
    let shares = |boldness: f64| {
        let share = |hand| {
            let raise = ((invented_strength(hand) - 0.55 + boldness) * 5.0).clamp(0.0, 1.0);
            let fold = ((0.32 - boldness - invented_strength(hand)) * 6.0).clamp(0.0, 1.0 - raise);
            [fold, 1.0 - raise - fold, raise]
        };
        let never_folding = |[fold, call, raise]: [f64; 3]| [0.0, fold + call, raise];
        let grid = |number: usize| match number {
            1 => StartingHand::all().map(share).map(never_folding).collect(),
            _ => StartingHand::all().map(share).collect(),
        };
        (0..4).map(grid).collect()
    };
    let strategy = |(number, boldness): (usize, f64)| StrategyShares {
        name: format!("C{}", 2 << number),
        shares: shares(boldness),
        reach: Vec::new(),
    };
    let strategies = [0.1, 0.0, 0.05].into_iter().enumerate().map(strategy).collect();
    StrategyBrowser { id: "preflop".into(), name: "How each hand is played".into(), decisions, strategies }
}

fn stages() -> StageTable {
    let stage = |name: &str, wall: f64, memory: u64, disk: u64, note: &str| Stage {
        name: name.into(),
        status: "done".into(),
        wall_seconds: Some(wall),
        core_seconds: Some(wall * 1.9),
        memory_bytes: Some(memory),
        disk_bytes: Some(disk),
        note: note.into(),
    };
    let stages = vec![
        stage("features", 9.4, 720 << 20, 493 << 20, "134,459 boards"),
        stage("buckets turn", 62.0, 900 << 20, 28 << 20, ""),
        stage("buckets river", 431.0, 2 << 30, 246 << 20, "a longer remark on what happened in this stage"),
        stage("training", 21_600.0, 3 << 30, 1200 << 20, ""),
        Stage { name: "matches".into(), status: "waiting".into(), ..Stage::default() },
    ];
    StageTable { title: "Time of each stage".into(), description: "Training takes longest.".into(), stages }
}

fn page() -> String {
    let grids = [("button, first to act", 0.1), ("big blind after a raise", 0.0), ("button after a re-raise", 0.05)];
    let grids = grids.map(|(label, boldness)| (label.to_string(), mixtures(label, boldness))).to_vec();
    let mut distribution: Vec<f64> = (0..50).map(|bin| (f64::from(bin) / 8.0).sin().abs() * 0.03).collect();
    distribution[20] = f64::NAN;
    let histogram = Histogram {
        x_title: "hand strength at the end".into(),
        y_title: "share of boards".into(),
        mark: Some((0.62, "mean".into())),
        ..Histogram::over_unit_interval("7♠6♠ before the flop", distribution)
    };
    let bars = CategoryBars {
        x_title: "opponent cluster, weakest to strongest".into(),
        y_title: "chance to win".into(),
        y_range: Some((0.0, 1.0)),
        ..CategoryBars::numbered("7♠6♠ against clusters", &[0.71, 0.62, 0.55, 0.512, 0.48, 0.43, 0.39, 0.21])
    };
    let many =
        CategoryBars::numbered("Many categories", &(0..169).map(|n| f64::from(n % 13) - 4.0).collect::<Vec<_>>());
    let recipe = "[study]\nname = \"demo\"\nclusters = [1, 2, 4, 8, 16]\n\
                  # a line that is much longer than a phone is wide, to see that only its box scrolls\n";
    Page::new("Opponent clusters & what they buy <demo>")
        .lead("Every kind of picture, filled with invented values.")
        .section("Facts", "")
        .facts(&Facts::default().with("Game", "heads-up limit hold'em").with("Fingerprint", "9f8e".repeat(16)), "")
        .section("Starting hands", "Cells are the 169 classes.")
        .figure(categories("8 opponent clusters", Corner::AceUpperLeft, 8), "As players draw it")
        .figure(categories("169 clusters", Corner::DeuceUpperLeft, 169), "As papers draw it")
        .figure_set(grids, "Strategy before the flop: choose who acts after what")
        .section("Grids to click through", "")
        .clusterings(&clusterings(), "Clusters")
        .strategies(&strategies(), "Strategies")
        .section("Features", "How strong a hand may become.")
        .figure(histogram.to_svg(), "Distribution of hand strength")
        .figure(bars.to_svg(), "Strength against each cluster")
        .figure(many.to_svg(), "169 bars")
        .section("Training", "")
        .figure(
            curve("Exploitability", AxisTitle::logarithmic("iterations"), AxisTitle::logarithmic("mbb/g"), 5),
            "Both axes logarithmic",
        )
        .figure(
            curve("Exploitability, from near", AxisTitle::linear("iterations"), AxisTitle::linear("mbb/g"), 10),
            "Both axes linear",
        )
        .figure(winnings(), "Categories at equal distances")
        .section("League", "")
        .figure(league(4).to_svg(), "Four players")
        .figure(league(11).to_svg(), "Eleven players")
        .cross_table(&league(11), "The same to read")
        .section("How it was made", "")
        .stages(&stages(), "Stages")
        .figure(stages().to_svg(), "Where the time went")
        .code(recipe, "Recipe")
        .footer("Made by the demo of the report crate.")
        .to_html()
}

fn main() -> std::io::Result<()> {
    std::io::stdout().write_all(page().as_bytes())
}
