//! Writes a page with every kind of picture, filled with invented values, to stdout: for looking at it in a browser.

use evaluator::deck::Deck;
use evaluator::holding::StartingHand;
use report::axis::Axis;
use report::chart::{Chart, Marks, NamedPoint, Point, Series};
use report::cross_table::CrossTable;
use report::grid_browser::{Choice, GridBrowser};
use report::hand_grid::HandGrid;
use report::page::Page;
use report::page_parts::Facts;
use std::io::Write;

/// A made-up strength in 0..=1: the grid only needs something that grows with the ranks.
fn invented_strength(hand: StartingHand) -> f64 {
    let (high, low) = hand.ranks();
    let bonus = if hand.is_pair() { 9.0 } else { 0.0 } + if hand.is_suited() { 1.5 } else { 0.0 };
    ((f64::from(high) * 1.2 + f64::from(low) * 0.6 + bonus) / 30.6).clamp(0.0, 1.0)
}

fn clusters(count: usize) -> HandGrid {
    let cluster = |hand| 1 + (invented_strength(hand) * count as f64 * 0.999) as usize;
    HandGrid::of_clusters(Deck::FULL, count, &StartingHand::all().map(cluster).collect::<Vec<_>>())
}

/// Strong hands raise, weak ones fold where they can.
fn play(passive: [&str; 2], boldness: f64) -> HandGrid {
    let weights = StartingHand::all().map(|hand| {
        let raise = ((invented_strength(hand) - 0.55 + boldness) * 5.0).clamp(0.0, 1.0);
        let fold = ((0.32 - boldness - invented_strength(hand)) * 6.0).clamp(0.0, 1.0 - raise);
        if passive[0].is_empty() { [0.0, 1.0 - raise, raise] } else { [fold, 1.0 - raise - fold, raise] }
    });
    let actions = [passive[0], passive[1], "raise"].map(String::from);
    HandGrid::of_actions(Deck::FULL, &actions, &weights.collect::<Vec<_>>(), &[])
}

fn chart(title: &str, x: Axis, y: Axis, marks: Marks) -> String {
    Chart { title: title.into(), description: "Invented values.".into(), x, y, marks }.to_svg()
}

fn curve(title: &str, x: Axis, y: Axis, count: usize) -> String {
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
    chart(title, x, y, Marks::Lines((0..count).map(series).collect()))
}

fn bars(title: &str, x_title: &str, y: Axis, values: &[f64]) -> String {
    let names = (1..=values.len()).map(|number| number.to_string()).collect();
    chart(title, Axis::categories(x_title, names), y, Marks::Bars { values: values.to_vec(), marker: None })
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
        mean_half_widths: Vec::new(),
        values,
        half_widths: vec![vec![3.1; count]; count],
        significant: None,
        full_colour_at: None,
    }
}

fn winnings() -> String {
    let counts = [1, 2, 4, 6, 8, 10, 12, 24, 169];
    let series = |name: &str, best: f64, half_width: f64| {
        let point = |(place, count): (usize, &i32)| {
            let away = f64::from(*count).ln() - best;
            Point { x: place as f64, y: 9.0 - 4.0 * away * away, half_width: Some(half_width) }
        };
        Series { name: name.to_string(), points: counts.iter().enumerate().map(point).collect() }
    };
    let marks = Marks::Lines(vec![series("training short", 1.4, 5.0), series("training long", 2.2, 2.5)]);
    let x = Axis::categories("opponent clusters", counts.map(|count| count.to_string()).to_vec());
    chart("Winnings by number of opponent clusters", x, Axis::linear("mbb/g against all others"), marks)
}

fn styles() -> String {
    let point = |number: usize| NamedPoint {
        name: format!("player {number}"),
        x: (number * 37 % 100) as f64,
        y: (number * 61 % 100) as f64,
        group: number % 3,
    };
    let groups = ["first", "second", "third"].map(String::from).to_vec();
    let marks = Marks::Points { groups, points: (0..20).map(point).collect() };
    chart("Players", Axis::linear("looseness, %"), Axis::linear("aggression, %"), marks)
}

fn clusterings() -> GridBrowser {
    let grid = |count: usize| (vec![Choice::of(&format!("{count} clusters"))], clusters(count));
    let grids = [1, 2, 4, 6, 8, 10, 12, 24, 169].map(grid).to_vec();
    GridBrowser { id: "clusters".into(), name: "Starting hands in clusters".into(), groups: vec!["Show"], grids }
}

fn strategies() -> GridBrowser {
    let decisions = [
        ("button", "", "acts first", ["fold", "call"]),
        ("big blind", "c", "after call", ["", "check"]),
        ("big blind", "r", "after raise", ["fold", "call"]),
        ("button", "cr", "after call, raise", ["fold", "call"]),
    ];
    let grids = [("C2", 0.1), ("C4", 0.0), ("C8", 0.05)].into_iter().flat_map(|(name, boldness)| {
        decisions.map(|(seat, betting, label, passive)| {
            let betting = Choice { label: label.into(), word: betting.into() };
            (vec![Choice::of(name), Choice::of(seat), betting], play(passive, boldness))
        })
    });
    let (name, groups) = ("How each hand is played".into(), vec!["Strategy", "Seat", "Betting so far"]);
    GridBrowser { id: "preflop".into(), name, groups, grids: grids.collect() }
}

fn page() -> String {
    let grids = [("button, first to act", 0.1), ("big blind after a raise", 0.0), ("button after a re-raise", 0.05)];
    let grid = |(label, boldness)| (String::from(label), play(["fold", "call"], boldness).to_svg(label, "Invented."));
    let mut distribution: Vec<f64> = (0..50).map(|bin| (f64::from(bin) / 8.0).sin().abs() * 0.03).collect();
    distribution[20] = f64::NAN;
    let marks = Marks::Bars { values: distribution, marker: Some((0.62, "mean".into())) };
    let x = Axis::between("hand strength at the end", 0.0, 1.0);
    let histogram = chart("7♠6♠ before the flop", x, Axis::linear("share of boards"), marks);
    let strengths = [0.71, 0.62, 0.55, 0.512, 0.48, 0.43, 0.39, 0.21];
    let chance = Axis::between("chance to win", 0.0, 1.0);
    let cluster = "opponent cluster, weakest to strongest";
    let values: Vec<f64> = (0..169).map(|number| f64::from(number % 13) - 4.0).collect();
    let recipe = "[study]\nname = \"demo\"\nclusters = [1, 2, 4, 8, 16]\n\
                  # a line that is much longer than a phone is wide, to see that only its box scrolls\n";
    Page::new("Opponent clusters & what they buy <demo>")
        .lead("Every kind of picture, filled with invented values.")
        .section("Facts", "")
        .facts(&Facts::default().with("Game", "heads-up limit hold'em").with("Fingerprint", "9f8e".repeat(16)), "")
        .section("Starting hands", "Cells are the 169 classes.")
        .figure(clusters(8).to_svg("8 opponent clusters", "Invented."), "Few clusters")
        .figure(clusters(169).to_svg("169 clusters", "Invented."), "Many clusters")
        .figure_set(grids.map(grid).to_vec(), "Strategy before the flop: choose who acts after what")
        .section("Grids to click through", "")
        .grids(&clusterings(), "Clusters")
        .grids(&strategies(), "Strategies")
        .section("Features", "How strong a hand may become.")
        .figure(histogram, "Distribution of hand strength")
        .figure(bars("7♠6♠ against clusters", cluster, chance, &strengths), "Strength against each cluster")
        .figure(bars("Many categories", "", Axis::default(), &values), "169 bars")
        .section("Training", "")
        .figure(
            curve("Exploitability", Axis::logarithmic("iterations"), Axis::logarithmic("mbb/g"), 5),
            "Both axes logarithmic",
        )
        .figure(
            curve("Exploitability, from near", Axis::linear("iterations"), Axis::linear("mbb/g"), 10),
            "Both axes linear",
        )
        .figure(winnings(), "Categories at equal distances")
        .figure(styles(), "Named points")
        .section("League", "")
        .figure(league(4).to_svg(), "Four players")
        .figure(league(11).to_svg(), "Eleven players")
        .cross_table(&league(11), "The same to read")
        .section("How it was made", "")
        .code(recipe, "Recipe")
        .footer("Made by the demo of the report crate.")
        .to_html()
}

fn main() -> std::io::Result<()> {
    std::io::stdout().write_all(page().as_bytes())
}
