//! Training on single deals: all nine cards are drawn, and only the two hands dealt learn from them.
//!
//! *Chance sampling* (Zinkevich et al. 2007) plays the whole betting tree for both hands. *External sampling* (Lanctot
//! et al. 2009) explores all actions of one player, the traverser, against one drawn action at each decision of the
//! other, whose average strategy is added to where the drawn actions lead; each player is the traverser once in each
//! deal. The two are one walk here, sixteen histories side by side: an external sample is a deal in which the opponent
//! plays the *drawn* actions with probability one, and sixteen histories that no player reaches are skipped together.
//!
//! Deals are played in batches so that any number of threads gives the same bytes. The strategies of the rounds before
//! the last do not change during a batch; in the last round every deal meets what the deals before it have left. Both
//! players' regrets of a deal are measured against one and the same pair of strategies, and no cell has two writers:
//!
//! 1. deal by deal: the cards, the buckets, and the way down to the entries of the last round;
//! 2. chunk by chunk: the last round, deal after deal;
//! 3. deal by deal: the values' way up;
//! 4. bucket range by bucket range: what the rounds before the last have learnt, deal after deal.
//!
//! Deviation from both papers: strategies stay fixed during a batch, as above, and neither player sees the other's
//! update of the same deal. Numbers are of single precision.

mod chunk;
mod deal;
mod earlier_rounds;
mod river;

use rayon::prelude::*;

use super::settings::Sampler;
use super::tables::{ChunkTables, TableLayout};
use super::update_rule::Step;
use crate::boards::HandBuckets;
use crate::error::SolverError;
use crate::walk::{PreparedGame, RoundLanes, Row};
use chunk::{ChunkOfDeal, ChunkPlace};
use deal::{DEALS_OF_A_BLOCK, DealBlock};
use earlier_rounds::{BucketRange, EarlierScratch, LearnEarlier, PlayDown, PlayUp};
use river::PlayRiver;

pub use deal::{ActionDice, Deal};
pub use earlier_rounds::Touched;

/// The most deals of a batch, see [`batch_end`](super::sampled_training::batch_end): a few milliseconds of work.
pub const DEALS_OF_A_BATCH: u64 = 500;

/// Deals after which a run applies the discounts of rules that have any.
///
/// A discount touches the whole table, a deal a few thousand cells of it. A table of the paper's size, 1.2 GB, takes
/// about a tenth of a second to shrink, and this many deals some seconds to play.
pub const DEALS_OF_AN_EPOCH: u64 = 100_000;

/// Training on single deals; the tables belong to the caller.
pub struct DealTraining<'a> {
    game: &'a PreparedGame<f32>,
    buckets: &'a dyn HandBuckets,
    /// Fixes the sequence of deals and all dice.
    seed: u64,
    /// Whether players take actions drawn from their strategies.
    draws: bool,
    /// All chunks, those of the last round at the end.
    places: Vec<ChunkPlace>,
    /// Chunks before the last round.
    earlier: usize,
    blocks: Vec<DealBlock>,
    /// `[chunk of the last round][deal][player]`
    last_values: Vec<[Row<f32>; 2]>,
}

impl<'a> DealTraining<'a> {
    /// Prepares training; nothing is kept between batches but working memory.
    ///
    /// # Errors
    /// [`SolverError::Unfit`] for a sampler other than [`Sampler::Chance`] and [`Sampler::External`], or a game whose
    /// rounds have several betting trees.
    pub fn new(
        game: &'a PreparedGame<f32>,
        buckets: &'a dyn HandBuckets,
        layout: &TableLayout,
        sampler: Sampler,
        seed: u64,
    ) -> Result<Self, SolverError> {
        let draws = match sampler {
            Sampler::Chance => false,
            Sampler::External => true,
            Sampler::Full | Sampler::Public => {
                return Err(SolverError::unfit(
                    "sampler",
                    "chance or external for training on single deals",
                    sampler.to_string(),
                    "choose one of them, or train on boards",
                ));
            }
        };
        let is_limit = |round: &RoundLanes| round.shapes.len() == 1 && round.shapes[0].slots > 0;
        if !game.lanes.rounds.iter().all(is_limit) {
            return Err(SolverError::unfit(
                "sampler",
                "public, which plays whole boards, for a no-limit game",
                format!("{sampler}, for single deals"),
                "choose public",
            ));
        }
        let places = ChunkPlace::all(&game.lanes, &game.stakes);
        let earlier = layout.chunks_before(game.lanes.rounds.len() - 1);
        let (blocks, last_values) = (Vec::new(), Vec::new());
        Ok(Self { game, buckets, seed, draws, places, earlier, blocks, last_values })
    }

    /// Plays a batch: the iterations from `first` (from 1) on, one for each step. Returns the number of information
    /// sets at which a player learnt.
    ///
    /// Batches must depend on the iteration alone, or else an interrupted run would end differently.
    pub fn play(&mut self, tables: &mut ChunkTables<'_, f32>, first: u64, steps: &[Step]) -> Touched {
        let last = self.places.len() - self.earlier;
        let blocks = steps.len().div_ceil(DEALS_OF_A_BLOCK);
        self.blocks.resize_with(blocks, || DealBlock::new(&self.places[..self.earlier], last));
        self.last_values.resize(blocks * DEALS_OF_A_BLOCK * last, Default::default());
        let of_earlier = self.play_down(tables, first, steps);
        let of_last = self.play_last_round(tables, steps.len());
        self.play_up(steps.len());
        self.learn_earlier(tables, steps.len());
        of_earlier + of_last
    }

    fn play_down(&mut self, tables: &ChunkTables<'_, f32>, first: u64, steps: &[Step]) -> Touched {
        let Self { game, buckets, seed, draws, places, earlier, blocks, .. } = self;
        let (game, draws, chunks) = (*game, *draws, places.len());
        let places = &places[..*earlier];
        let scratch = || EarlierScratch::new(game, chunks);
        let blocks = blocks.par_iter_mut().zip(steps.par_chunks(DEALS_OF_A_BLOCK)).enumerate();
        let play_down = |scratch: &mut EarlierScratch, (number, (block, steps)): (usize, (&mut DealBlock, &[Step]))| {
            for (deal, &step) in steps.iter().enumerate() {
                let iteration = first + (number * DEALS_OF_A_BLOCK + deal) as u64;
                let hands = &mut block.hands[deal];
                hands.step = step;
                hands.deal(&game.rules, *buckets, *seed, iteration);
                game.processor.run(PlayDown { game, places, tables, draws, block, deal, scratch });
            }
            scratch.play.take_touched()
        };
        blocks.map_init(scratch, play_down).reduce(Touched::default, |a, b| a + b)
    }

    fn play_last_round(&mut self, tables: &mut ChunkTables<'_, f32>, deals: usize) -> Touched {
        let Self { game, draws, places, earlier, blocks, last_values, .. } = self;
        let (game, draws) = (*game, *draws);
        let values = last_values.par_chunks_exact_mut(blocks.len() * DEALS_OF_A_BLOCK);
        let rows: Vec<_> = tables.rows_mut().skip(*earlier).collect();
        let chunks = rows.into_par_iter().zip(values).zip(&places[*earlier..]);
        let play_chunk = |play: &mut ChunkOfDeal, ((rows, values), place): ((_, &mut [_]), &ChunkPlace)| {
            let values = &mut values[..deals];
            game.processor.run(PlayRiver { game, place, draws, blocks, rows, values, play });
            play.take_touched()
        };
        chunks.map_init(|| ChunkOfDeal::new(&game.lanes), play_chunk).reduce(Touched::default, |a, b| a + b)
    }

    fn play_up(&mut self, deals: usize) {
        let Self { game, places, earlier, blocks, last_values, .. } = self;
        let (game, chunks, of_chunk) = (*game, places.len(), blocks.len() * DEALS_OF_A_BLOCK);
        let places = &places[..*earlier];
        let scratch = || (EarlierScratch::new(game, chunks), vec![Default::default(); chunks - places.len()]);
        blocks.par_iter_mut().enumerate().for_each_init(scratch, |(scratch, near), (number, block)| {
            for (near, far) in near.iter_mut().zip(last_values.chunks_exact(of_chunk)) {
                *near = far.as_chunks::<DEALS_OF_A_BLOCK>().0[number];
            }
            let deals = deals - number * DEALS_OF_A_BLOCK;
            for (deal, kept) in block.plays.iter_mut().take(deals).enumerate() {
                game.processor.run(PlayUp { game, places, last_values: near, deal, kept, scratch });
            }
        });
    }

    fn learn_earlier(&self, tables: &mut ChunkTables<'_, f32>, deals: usize) {
        let Self { game, places, earlier, blocks, .. } = self;
        let places = &places[..*earlier];
        let chunks = tables.rows_mut().zip(places).enumerate();
        let ranges: Vec<BucketRange<'_>> = chunks
            .flat_map(|(number, (rows, place))| BucketRange::divide(number, game.lanes.shape(place.at).slots, rows))
            .collect();
        ranges.into_par_iter().for_each(|mut range| {
            game.processor.run(LearnEarlier { game, places, blocks, deals, range: &mut range });
        });
    }
}
