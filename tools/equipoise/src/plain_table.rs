//! Aligned columns of plain text.
//!
//! A strength histogram in plain text.
//!
//! The table of starting hands as players draw it, as text: aces first, suited hands to the upper right.

use evaluator::card::{RANKS, rank_letter};
use evaluator::deck::Deck;
use evaluator::holding::StartingHand;

pub fn facts(rows: &[(&str, String)]) -> String {
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let lines: Vec<String> =
        rows.iter().map(|(name, value)| format!("{name:width$}  {value}").trim_end().to_owned()).collect();
    lines.join("\n")
}

/// Columns under their headings, the first to the left, the others to the right.
pub fn columns(headings: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        cells.chain([headings[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..headings.len()).map(width).collect();
    let line = |cells: &[String]| {
        let cells = cells.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column == 0 { format!("{cell:width$}") } else { format!("{cell:>width$}") }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let headings: Vec<String> = headings.iter().map(|&heading| heading.to_owned()).collect();
    std::iter::once(line(&headings)).chain(rows.iter().map(|row| line(row))).collect::<Vec<_>>().join("\n")
}

/// A whole number with its thousands apart: `1,286,792`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// Columns of the widest bar.
const BAR: f64 = 40.0;

/// The bins over 0 to 1 that are not empty, one line each, as bars.
pub fn histogram(shares: &[f64]) -> String {
    let most = shares.iter().copied().fold(0.0, f64::max);
    let width = 1.0 / shares.len() as f64;
    let filled = shares.iter().enumerate().filter(|&(_, &share)| share > 0.0);
    filled
        .map(|(bin, share)| {
            let (from, to) = (bin as f64 * width, (bin + 1) as f64 * width);
            let end = if bin + 1 == shares.len() { ']' } else { ')' };
            format!("\n  [{from:.3}, {to:.3}{end}  {share:.4}  {}", "#".repeat((share / most * BAR).ceil() as usize))
        })
        .collect()
}

/// The table with a cell for each starting hand of a deck.
pub fn starting_hand_table(deck: Deck, cell: impl Fn(StartingHand) -> String) -> String {
    let ranks = || (deck.lowest_rank()..RANKS as u8).rev();
    let letters: Vec<String> = ranks().map(|rank| rank_letter(rank).to_string()).collect();
    let headings: Vec<&str> = std::iter::once("").chain(letters.iter().map(String::as_str)).collect();
    let of_row = |row: u8| ranks().map(move |column| StartingHand::new(row, column, row > column));
    let line = |row: u8| std::iter::once(rank_letter(row).to_string()).chain(of_row(row).map(&cell)).collect();
    columns(&headings, &ranks().map(line).collect::<Vec<Vec<String>>>())
}
