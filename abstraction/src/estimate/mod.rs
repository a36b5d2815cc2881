//! What a stage will take before it starts: memory and disk by counting, time from a short probe on this machine.

mod clustering_time;
mod time_probe;

use evaluator::deck::Deck;
use evaluator::hand_index::BoardFirst;
use evaluator::holding::HOLDINGS;
use evaluator::round::Round;
use tables::buckets::hand_numbers::HandNumbers;
use tables::error::TableError;
use tables::memory;

use super::clustering::streamed::sample_size;
use super::features::board_feature::BOARDS_OF_ROWS;
use super::group_hands::is_streamed;
use super::recipe::{BucketRecipe, Feature};
use super::street::{Street, certain_win};

pub use time_probe::TimeProbe;

/// What earlier stages of the same process have left in memory for the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Prepared {
    pub river: bool,
    pub preflop: bool,
    /// The turn histograms of this many bins.
    pub turn: Option<u16>,
}

impl Prepared {
    /// What is in memory after buckets have been built by a recipe.
    #[must_use]
    pub fn after(self, recipe: &BucketRecipe) -> Self {
        let river = self.river || needs_river(recipe);
        match (recipe.feature, recipe.round) {
            (Feature::Hsd { bins }, Round::Flop) => Self { river, turn: Some(bins), ..self },
            (Feature::Hsd { .. }, Round::Turn) => Self { river, turn: None, ..self },
            _ => Self { river, ..self },
        }
    }

    pub fn bytes(self, deck: Deck) -> u64 {
        let turn = self.turn.map_or(0, |bins| {
            let street = Street::new(deck, Round::Turn);
            kept_rows_bytes(&BucketRecipe::new(street, Feature::Hsd { bins }, 1, 0)) + 4 * street.hands()
        });
        turn + if self.river { river_strengths_bytes(deck) } else { 0 }
    }
}

/// Whether a recipe reads the strengths of the river boards.
fn needs_river(recipe: &BucketRecipe) -> bool {
    recipe.feature.opponent_clusters().is_none() || is_streamed(recipe)
}

/// The most memory that a build has in use at once, in bytes, including what the process keeps from earlier stages.
///
/// Counted from the arrays that a build makes; how many rows are different is known for usual features and guessed
/// between them.
pub fn memory_bytes(recipe: &BucketRecipe, prepared: Prepared) -> u64 {
    if let Some(public) = recipe.public {
        // The deals of each class by cluster, in one thread's table and in the sum; river strengths in any case.
        let totals = 2 * 24 * (public.clusters * public.fine) as u64;
        return memory_bytes(&recipe.of_classes(), Prepared { river: true, ..prepared }) + totals;
    }
    let hands = recipe.street().hands();
    let (row, count) = (2 * recipe.feature.dimensions() as u64, recipe.count as u64);
    let kept = Prepared { river: prepared.river || needs_river(recipe), ..prepared };
    // Centres as numbers, as blocks for the search and among checkpoints, and each thread's list of near ones.
    let centres = 6 * count * (2 * row + 8);
    if is_streamed(recipe) {
        // One block of rows with weights and partition, two buckets a hand, and the sample that is clustered first.
        let block = (1 << 29) + ((1 << 29) / row) * 40;
        let sample = sample_size(recipe.sample.rows(hands as usize, recipe.count), recipe.count);
        return kept.bytes(recipe.deck)
            + block
            + 8 * hands
            + (sample as u64).saturating_mul(row + 40).saturating_add(centres);
    }
    let mut gathering = if is_turn_kept(recipe, kept) { 0 } else { gathering_bytes(recipe) };
    let mut before = kept.bytes(recipe.deck);
    if let (Feature::Hsd { bins }, Round::Flop) = (recipe.feature, recipe.round)
        && kept.turn != Some(bins)
    {
        let turn = BucketRecipe { round: Round::Turn, ..recipe.clone() };
        let with_turn = Prepared { turn: Some(bins), ..kept };
        gathering = gathering.max((before + gathering_bytes(&turn)).saturating_sub(with_turn.bytes(recipe.deck)));
        before = with_turn.bytes(recipe.deck);
    }
    // While clustering: a partition and its copy while members move, assignments, and the buckets of all hands.
    let clustering = 24 * distinct_rows(recipe) + 4 * hands + centres;
    // Rows that were gathered stay; what gathering needed besides is given back before the clustering.
    let kept = if is_turn_kept(recipe, kept) { 0 } else { kept_rows_bytes(recipe) };
    before + gathering.max(kept + clustering)
}

/// Refuses a build that needs more memory than there is, besides what is in memory already.
pub(crate) fn require_memory_for(recipe: &BucketRecipe, prepared: Prepared) -> Result<(), TableError> {
    let needed = memory_bytes(recipe, prepared).saturating_sub(prepared.bytes(recipe.deck));
    memory::require(&format!("buckets of the {}", recipe.round), needed)
}

/// Whether the histograms of a turn recipe have already been made.
fn is_turn_kept(recipe: &BucketRecipe, prepared: Prepared) -> bool {
    recipe.round == Round::Turn && matches!(recipe.feature, Feature::Hsd { bins } if prepared.turn == Some(bins))
}

/// What stays of a street's rows: one number a hand, and the rows with weight and strength.
fn kept_rows_bytes(recipe: &BucketRecipe) -> u64 {
    4 * recipe.street().hands() + distinct_rows(recipe) * (2 * recipe.feature.dimensions() as u64 + 16)
}

/// What gathering a street's rows has in use at once: all boards' own rows, and twice those that are kept.
fn gathering_bytes(recipe: &BucketRecipe) -> u64 {
    let row = 2 * recipe.feature.dimensions() as u64;
    kept_rows_bytes(recipe) + distinct_rows(recipe) * (row + 16) + rows_of_boards(recipe) * (row + 24)
}

/// What a build leaves on disk, and as much again while it is written, in bytes.
pub fn disk_bytes(recipe: &BucketRecipe) -> u64 {
    let count = recipe.count.min(distinct_rows(recipe) as usize) as u64;
    let clusters = recipe.public.map_or(0, |public| 2 * (public.clusters * public.fine) as u64);
    // Hands are numbered by class where clusters of flops make buckets of classes.
    let number = HandNumbers::entry_bytes(recipe.public.map_or(count as usize, |public| public.fine));
    clusters + number * recipe.street().hands() + count * (4 * recipe.feature.dimensions() as u64 + 20) + (1 << 16)
}

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
fn distinct_rows(recipe: &BucketRecipe) -> u64 {
    let hands = recipe.street().hands() as f64;
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
        (Feature::Strength | Feature::StrengthSquared, Round::River) => 1.0 + f64::from(certain_win(recipe.deck)),
        (Feature::Strength | Feature::StrengthSquared, _) => 60_000.0,
    };
    found.min(hands) as u64
}

/// About how many rows there are if only equal ones of one board count once: what gathering has to merge.
fn rows_of_boards(recipe: &BucketRecipe) -> u64 {
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
    (recipe.street().hands() as f64 * share) as u64
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
pub fn river_strengths_bytes(deck: Deck) -> u64 {
    2 * (BoardFirst::of(deck, Round::River).boards() * HOLDINGS) as u64
}

/// Refuses to make all rows of a recipe's feature where there is too little memory for what they are made from, for the
/// largest block of them, and for `kept` bytes of each hand beside it.
pub fn require_memory_for_rows(recipe: &BucketRecipe, prepared: Prepared, kept: u64) -> Result<(), TableError> {
    let boards = recipe.street().boards();
    let needs_turn =
        matches!((recipe.feature, recipe.round), (Feature::Hsd { bins }, Round::Flop) if prepared.turn != Some(bins));
    let with_river = Prepared { river: prepared.river || needs_river(recipe), ..prepared };
    let (mut read, mut made) = (with_river.bytes(recipe.deck), 0);
    if let (true, Feature::Hsd { bins }) = (needs_turn, recipe.feature) {
        made = read + gathering_bytes(&BucketRecipe { round: Round::Turn, ..recipe.clone() });
        read = Prepared { turn: Some(bins), ..with_river }.bytes(recipe.deck);
    }
    let blocks = (0..boards.boards()).step_by(BOARDS_OF_ROWS).map(|first| {
        let last = boards.boards().min(first + BOARDS_OF_ROWS) - 1;
        boards.board_hands(last).end - boards.board_hands(first).start
    });
    // A row and its totals.
    let row = 2 * recipe.feature.dimensions() as u64;
    let block = blocks.max().unwrap_or(0) * (row + 16);
    let needed = made.max(read + block + boards.hands() * kept).saturating_sub(prepared.bytes(recipe.deck));
    memory::require(&format!("features of the {}", recipe.round), needed)
}
