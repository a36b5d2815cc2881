//! The last round: one chunk of its histories after the other, all deals of the batch in their order.
//!
//! Nine tenths of the table belong to it. A chunk is visited once a batch, and each deal's gains go into the table
//! before the next deal asks for its strategies: what is fetched from memory is changed while it is in the cache.

use evaluator::processor::{Kernel, prefetch};

use super::chunk::{ChunkOfDeal, ChunkPlace, add_gains, add_shares};
use super::deal::{DEALS_OF_A_BLOCK, DealBlock};
use crate::train::tables::{Cells, ChunkRows};
use crate::train::update_rule::match_regrets;
use crate::walk::down::is_row_reached;
use crate::walk::{PreparedGame, Row};

/// How many deals ahead rows are prefetched, so that memory works while the processor does.
const DEALS_AHEAD: usize = 4;

/// Plays all deals of a batch in one chunk.
pub(super) struct PlayRiver<'a, 'b> {
    pub game: &'a PreparedGame<f32>,
    pub place: &'a ChunkPlace,
    /// Whether players take actions drawn from their strategies.
    pub draws: bool,
    pub blocks: &'a [DealBlock],
    pub rows: &'a mut ChunkRows<'b, f32>,
    /// `[deal][player]`: the value of the chunk's entry.
    pub values: &'a mut [[Row<f32>; 2]],
    pub play: &'a mut ChunkOfDeal,
}

impl Kernel for PlayRiver<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { game, place, draws, blocks, rows: ChunkRows { regrets, strategy_sums }, values, play } = self;
        let shape = game.lanes.shape(place.at);
        for deal in 0..values.len() {
            let (block, in_block) = (deal / DEALS_OF_A_BLOCK, deal % DEALS_OF_A_BLOCK);
            let later = deal + DEALS_AHEAD;
            if later < values.len() {
                let block = &blocks[later / DEALS_OF_A_BLOCK];
                ask_for(block, later % DEALS_OF_A_BLOCK, place, shape.slots, regrets, strategy_sums);
            }
            let reach = blocks[block].entries[place.at.chunk][in_block];
            let hands = &blocks[block].hands[in_block];
            let comes = [is_row_reached(&reach[0]), is_row_reached(&reach[1])];
            values[deal] = [Row::default(); 2];
            if !comes[0] && !comes[1] {
                continue;
            }
            let mut firsts = [0; 2];
            for player in 0..2 {
                firsts[player] = hands.last_buckets[player] as usize * shape.slots;
                let regrets = &regrets[firsts[player]..][..shape.slots];
                match_regrets(shape, player, regrets, &mut play.strategy);
            }
            let signs = [hands.sign, -hands.sign];
            for player in 0..2 {
                let opponent = 1 - player;
                if !comes[opponent] {
                    continue;
                }
                let dice = if draws { Some(hands.dice[opponent]) } else { None };
                play.follow(shape, place, opponent, reach[opponent], dice);
                play.value_folds(shape, place, player);
                play.value_showdowns(shape, place, player, signs[player]);
                let sums = &mut strategy_sums[firsts[opponent]..][..shape.slots];
                add_shares(&place.own_slots[opponent], &hands.step, &play.shares, sums);
                values[deal][player] = play.gain(shape, player);
                let regrets = &mut regrets[firsts[player]..][..shape.slots];
                add_gains(&place.own_slots[player], &hands.step, &play.gains, regrets);
            }
        }
    }
}

/// Prefetches the rows that a later deal needs.
#[inline(always)]
fn ask_for(
    block: &DealBlock,
    deal: usize,
    place: &ChunkPlace,
    slots: usize,
    regrets: &[Cells<f32>],
    strategy_sums: &[Cells<f32>],
) {
    let (reach, hands) = (&block.entries[place.at.chunk][deal], &block.hands[deal]);
    let comes = [is_row_reached(&reach[0]), is_row_reached(&reach[1])];
    if !comes[0] && !comes[1] {
        return;
    }
    for (player, &comes) in comes.iter().enumerate() {
        let first = hands.last_buckets[player] as usize * slots;
        let (regrets, sums) = (&regrets[first..][..slots], &strategy_sums[first..][..slots]);
        for &slot in &place.own_slots[player] {
            prefetch(&regrets[slot]);
        }
        if comes && hands.step.average_weight != 0.0 {
            for &slot in &place.own_slots[player] {
                prefetch(&sums[slot]);
            }
        }
    }
}
