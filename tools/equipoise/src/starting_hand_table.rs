//! The 13 × 13 table of starting hands as players draw it, as text: aces first, suited hands to the upper right.

use evaluator::card::{RANKS, rank_letter};
use evaluator::holding::StartingHand;

use crate::plain_table::columns;

/// The table with a cell for each starting hand.
pub fn starting_hand_table(cell: impl Fn(StartingHand) -> String) -> String {
    let ranks = || (0..RANKS as u8).rev();
    let letters: Vec<String> = ranks().map(|rank| rank_letter(rank).to_string()).collect();
    let headings: Vec<&str> = std::iter::once("").chain(letters.iter().map(String::as_str)).collect();
    let of_row = |row: u8| ranks().map(move |column| StartingHand::new(row, column, row > column));
    let line = |row: u8| std::iter::once(rank_letter(row).to_string()).chain(of_row(row).map(&cell)).collect();
    columns(&headings, &ranks().map(line).collect::<Vec<Vec<String>>>())
}
