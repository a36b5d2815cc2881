//! How many different rows features have: counted once for usual settings, guessed between them.
//!
//! The memory that a street's rows take when they are made some boards at a time.

use evaluator::hand_index::BoardFirst;
use evaluator::holding::HOLDINGS;
use evaluator::round::Round;
use tables::buckets::table::hands_of_round;
use tables::error::TableError;
use tables::memory;

use super::{Prepared, gathering_bytes, needs_river};
use crate::features::board_feature::BOARDS_OF_ROWS;
use crate::recipe::{BucketRecipe, Feature};

/// Different rows among all hands of the turn, by bins: counted.
const TURN_HISTOGRAMS: [(f64, f64); 6] = [
    (5.0, 12_994.0),
    (10.0, 137_577.0),
    (20.0, 541_890.0),
    (50.0, 1_317_777.0),
    (100.0, 1_810_054.0),
    (200.0, 2_145_041.0),
];
/// The same for the flop.
const FLOP_HISTOGRAMS: [(f64, f64); 5] =
    [(5.0, 446_655.0), (10.0, 764_872.0), (20.0, 940_171.0), (50.0, 1_035_371.0), (100.0, 1_084_094.0)];
/// Different rows among all hands of the river, by opponent clusters: counted for one search each.
const RIVER_OCHS: [(f64, f64); 8] = [
    (1.0, 1_981.0),
    (2.0, 2_223_197.0),
    (3.0, 8_899_874.0),
    (4.0, 7_684_147.0),
    (6.0, 12_731_209.0),
    (8.0, 19_054_886.0),
    (12.0, 21_215_153.0),
    (16.0, 26_302_611.0),
];
/// The same for the turn.
const TURN_OCHS: [(f64, f64); 3] = [(1.0, 60_000.0), (2.0, 4_437_141.0), (8.0, 8_284_682.0)];

/// Which share of a river board's hands has rows of their own there, by opponent clusters: from the memory that
/// gathering them took.
const OCHS_OF_BOARDS: [(f64, f64); 7] =
    [(1.0, 0.18), (2.0, 0.32), (4.0, 0.26), (6.0, 0.28), (8.0, 0.38), (12.0, 0.38), (16.0, 0.38)];

/// About how many different rows a recipe's feature has.
pub(crate) fn distinct_rows(recipe: &BucketRecipe) -> u64 {
    let hands = hands_of_round(recipe.round) as f64;
    let found = match (recipe.feature, recipe.round) {
        (Feature::Hsd { bins }, Round::Flop) => between(&FLOP_HISTOGRAMS, f64::from(bins)),
        (Feature::Hsd { bins }, Round::Turn) => between(&TURN_HISTOGRAMS, f64::from(bins)),
        // A river hand lies in one bin.
        (Feature::Hsd { bins }, _) => f64::from(bins),
        // The strength behind the clusters hardly tells more hands apart.
        (Feature::Ochs { clusters } | Feature::OchsStrength { clusters, .. }, Round::River) => {
            between(&RIVER_OCHS, clusters as f64)
        }
        (Feature::Ochs { clusters } | Feature::OchsStrength { clusters, .. }, Round::Turn) => {
            between(&TURN_OCHS, clusters as f64)
        }
        (Feature::Ochs { .. } | Feature::OchsStrength { .. }, _) => hands,
        (Feature::Strength | Feature::StrengthSquared, Round::River) => 1_981.0,
        (Feature::Strength | Feature::StrengthSquared, _) => 60_000.0,
    };
    found.min(hands) as u64
}

/// About how many rows there are if only equal ones of one board count once: what gathering has to merge.
pub(crate) fn rows_of_boards(recipe: &BucketRecipe) -> u64 {
    let share = match (recipe.feature, recipe.round) {
        (_, Round::Flop) => 1.0,
        (Feature::Hsd { .. }, Round::Turn) => 0.3,
        (Feature::Hsd { .. }, _) => 0.05,
        (Feature::Ochs { .. } | Feature::OchsStrength { .. }, Round::Turn) => 0.68,
        (Feature::Ochs { clusters } | Feature::OchsStrength { clusters, .. }, _) => {
            between(&OCHS_OF_BOARDS, clusters as f64)
        }
        (Feature::Strength | Feature::StrengthSquared, Round::Turn) => 0.3,
        (Feature::Strength | Feature::StrengthSquared, _) => 0.24,
    };
    (hands_of_round(recipe.round) as f64 * share) as u64
}

/// Interpolates between neighbours of a table by straight lines on logarithmic scales; constant beyond its ends.
fn between(table: &[(f64, f64)], at: f64) -> f64 {
    let above = table.partition_point(|&(x, _)| x < at);
    match (above.checked_sub(1).map(|below| table[below]), table.get(above)) {
        (Some((x0, y0)), Some(&(x1, y1))) => {
            let share = (at / x0).ln() / (x1 / x0).ln();
            y0 * (y1 / y0).powf(share)
        }
        (Some((_, y)), None) | (None, Some(&(_, y))) => y,
        (None, None) => 0.0,
    }
}

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
