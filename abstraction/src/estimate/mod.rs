//! What a stage will take before it starts: memory and disk by counting, time from a short probe on this machine.

mod clustering_time;
mod row_counts;
mod time_probe;

use evaluator::round::Round;
use tables::buckets::hand_numbers::HandNumbers;
use tables::buckets::table::hands_of_round;
use tables::error::TableError;
use tables::memory;

use super::clustering::streamed::sample_size;
use super::group_hands::is_streamed;
use super::recipe::{BucketRecipe, Feature};
use row_counts::{distinct_rows, rows_of_boards};

pub use row_counts::{require_memory_for_rows, river_strengths_bytes};
pub use time_probe::TimeProbe;

/// What earlier stages of the same process have left in memory for the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Prepared {
    /// The strengths of all river boards.
    pub river: bool,
    /// The distributions of the starting hands.
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

    /// What that takes, in bytes.
    pub fn bytes(self) -> u64 {
        let turn = self.turn.map_or(0, |bins| {
            let recipe = BucketRecipe::new(Round::Turn, Feature::Hsd { bins }, 1, 0);
            kept_rows_bytes(&recipe) + 4 * hands_of_round(Round::Turn)
        });
        turn + if self.river { river_strengths_bytes() } else { 0 }
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
    let hands = hands_of_round(recipe.round);
    let (row, count) = (2 * recipe.feature.dimensions() as u64, recipe.count as u64);
    let kept = Prepared { river: prepared.river || needs_river(recipe), ..prepared };
    // Centres as numbers, as blocks for the search and among checkpoints, and each thread's list of near ones.
    let centres = 6 * count * (2 * row + 8);
    if is_streamed(recipe) {
        // One block of rows with weights and partition, two buckets a hand, and the sample that is clustered first.
        let block = (1 << 29) + ((1 << 29) / row) * 40;
        let sample = sample_size(recipe.sample.rows(hands as usize, recipe.count), recipe.count);
        return kept.bytes() + block + 8 * hands + (sample as u64).saturating_mul(row + 40).saturating_add(centres);
    }
    let mut gathering = if is_turn_kept(recipe, kept) { 0 } else { gathering_bytes(recipe) };
    let mut before = kept.bytes();
    if let (Feature::Hsd { bins }, Round::Flop) = (recipe.feature, recipe.round)
        && kept.turn != Some(bins)
    {
        let turn = BucketRecipe { round: Round::Turn, ..recipe.clone() };
        let with_turn = Prepared { turn: Some(bins), ..kept };
        gathering = gathering.max((before + gathering_bytes(&turn)).saturating_sub(with_turn.bytes()));
        before = with_turn.bytes();
    }
    // While clustering: a partition and its copy while members move, assignments, and the buckets of all hands.
    let clustering = 24 * distinct_rows(recipe) + 4 * hands + centres;
    // Rows that were gathered stay; what gathering needed besides is given back before the clustering.
    let kept = if is_turn_kept(recipe, kept) { 0 } else { kept_rows_bytes(recipe) };
    before + gathering.max(kept + clustering)
}

/// Refuses a build that needs more memory than there is, besides what is in memory already.
pub(crate) fn require_memory_for(recipe: &BucketRecipe, prepared: Prepared) -> Result<(), TableError> {
    let needed = memory_bytes(recipe, prepared).saturating_sub(prepared.bytes());
    memory::require(&format!("buckets of the {}", recipe.round), needed)
}

/// Whether the histograms of a turn recipe have already been made.
fn is_turn_kept(recipe: &BucketRecipe, prepared: Prepared) -> bool {
    recipe.round == Round::Turn && matches!(recipe.feature, Feature::Hsd { bins } if prepared.turn == Some(bins))
}

/// What stays of a street's rows: one number a hand, and the rows with weight and strength.
fn kept_rows_bytes(recipe: &BucketRecipe) -> u64 {
    4 * hands_of_round(recipe.round) + distinct_rows(recipe) * (2 * recipe.feature.dimensions() as u64 + 16)
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
    clusters + number * hands_of_round(recipe.round) + count * (4 * recipe.feature.dimensions() as u64 + 20) + (1 << 16)
}
