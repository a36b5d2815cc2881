//! A league as comma-separated values (RFC 4180): a line for each match, each mean and each difference of means.

use std::fmt::Write;

use crate::league::League;
use crate::statistics::significance::Comparison;

/// The first line.
const HEADINGS: &str = "kind,first,second,mbb_per_game,ci95,p_value,p_corrected,significant";

/// All lines, each with a line feed. `kind` is `match` (every pair once, p-values corrected for the number of matches),
/// `mean` (no second player, no p-value) or `difference` (of two means, p-values corrected for the number of
/// differences).
pub fn csv(league: &League) -> String {
    let mut text = format!("{HEADINGS}\n");
    league.matches().iter().for_each(|it| push_comparison(&mut text, "match", it));
    for ((player, mean), ci95) in league.players.iter().zip(&league.mean).zip(&league.mean_ci95) {
        let _ = writeln!(text, "mean,{},,{mean},{},,,", field(player), known(*ci95));
    }
    league.differences.iter().for_each(|it| push_comparison(&mut text, "difference", it));
    text
}

fn push_comparison(text: &mut String, kind: &str, it: &Comparison) {
    let Comparison { first, second, mbb_per_game, ci95, p_value, p_corrected, significant } = it;
    let (first, second) = (field(first), field(second));
    let _ =
        writeln!(text, "{kind},{first},{second},{mbb_per_game},{},{p_value},{p_corrected},{significant}", known(*ci95));
}

/// Half an interval; empty where a single board or deal gives none.
fn known(ci95: f64) -> String {
    if ci95.is_finite() { ci95.to_string() } else { String::new() }
}

/// A name in quotation marks where it needs them.
fn field(name: &str) -> String {
    if name.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", name.replace('"', "\"\"")) } else { name.to_owned() }
}
