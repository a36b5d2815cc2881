//! The memory that a street's rows take when they are made some boards at a time.

use evaluator::hand_index::BoardFirst;
use evaluator::holding::HOLDINGS;
use evaluator::round::Round;
use tables::error::TableError;
use tables::memory;

use super::{Prepared, gathering_bytes, needs_river};
use crate::features::feature_blocks::BOARDS_OF_ROWS;
use crate::recipe::{BucketRecipe, Feature};

/// The strengths of all river boards, in bytes.
pub fn river_strengths_bytes() -> u64 {
    2 * (BoardFirst::of(Round::River).boards() * HOLDINGS) as u64
}

/// Refuses to make all rows of a recipe's feature where there is too little memory for what they are made from, for the
/// largest block of them, and for `kept` bytes of each hand beside it.
pub fn require_memory_for_rows(recipe: &BucketRecipe, prepared: Prepared, kept: u64) -> Result<(), TableError> {
    let boards = BoardFirst::of(recipe.round);
    let needs_turn =
        matches!((recipe.feature, recipe.round), (Feature::Hsd { bins }, Round::Flop) if prepared.turn != Some(bins));
    let with_river = Prepared { river: prepared.river || needs_river(recipe), ..prepared };
    let (mut read, mut made) = (with_river.bytes(), 0);
    if let (true, Feature::Hsd { bins }) = (needs_turn, recipe.feature) {
        made = read + gathering_bytes(&BucketRecipe { round: Round::Turn, ..recipe.clone() });
        read = Prepared { turn: Some(bins), ..with_river }.bytes();
    }
    let blocks = (0..boards.boards()).step_by(BOARDS_OF_ROWS).map(|first| {
        let last = boards.boards().min(first + BOARDS_OF_ROWS) - 1;
        boards.board_hands(last).end - boards.board_hands(first).start
    });
    // A row and its totals.
    let row = 2 * recipe.feature.dimensions() as u64;
    let block = blocks.max().unwrap_or(0) * (row + 16);
    let needed = made.max(read + block + boards.hands() * kept).saturating_sub(prepared.bytes());
    memory::require(&format!("features of the {}", recipe.round), needed)
}
