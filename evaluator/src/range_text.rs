//! A range as text: starting hands with a weight each, in the notation of poker players.
//!
//! `22+` are all pairs from deuces up, `A5s-A2s` a run of suited aces, `K9o` one starting hand, and `43s:0.718` has a
//! weight other than 1. Runs have the same higher card and the same weight; `+` reaches up to the best kicker.
//!
//! ```
//! use evaluator::range_text::range_text;
//!
//! let weight = |hand: evaluator::holding::StartingHand| match hand.to_string().as_str() {
//!     "AA" | "KK" | "AKs" | "AQs" | "87s" => 1.0,
//!     "86s" => 0.25,
//!     _ => 0.0,
//! };
//! assert_eq!(range_text(weight), "KK+,AQs+,87s,86s:0.25");
//! ```

use super::card::RANKS;
use super::holding::StartingHand;

/// Weights are written to this many parts of 1: four decimals.
const PARTS: f64 = 10_000.0;

/// The range that has each starting hand with a weight of 0 to 1, rounded to four decimals; hands whose weight is
/// rounded to 0 are left out. An empty range is an empty text.
pub fn range_text(weight: impl Fn(StartingHand) -> f64) -> String {
    let parts = |hand: StartingHand| (weight(hand) * PARTS).round() as u32;
    let mut words = Vec::new();
    // A line of the notation: hands from the best to the worst, each with its weight in parts.
    let mut write = |line: &[StartingHand]| {
        let mut run_start = 0;
        while let Some(&best) = line.get(run_start) {
            let run = line[run_start..].iter().take_while(|&&hand| parts(hand) == parts(best)).count();
            let worst = line[run_start + run - 1];
            if parts(best) > 0 {
                words.push(word(best, worst, run_start == 0, parts(best)));
            }
            run_start += run;
        }
    };
    let ranks = || (0..RANKS as u8).rev();
    write(&ranks().map(|rank| StartingHand::new(rank, rank, false)).collect::<Vec<_>>());
    for high in ranks() {
        for suited in [true, false] {
            write(&(0..high).rev().map(|low| StartingHand::new(high, low, suited)).collect::<Vec<_>>());
        }
    }
    words.join(",")
}

/// A run of hands; `is_best` if no better hand of its line is left out.
fn word(best: StartingHand, worst: StartingHand, is_best: bool, parts: u32) -> String {
    let run = match (best == worst, is_best) {
        (true, _) => best.to_string(),
        (_, true) => format!("{worst}+"),
        _ => format!("{best}-{worst}"),
    };
    let weight = f64::from(parts) / PARTS;
    if weight == 1.0 { run } else { format!("{run}:{weight}") }
}
