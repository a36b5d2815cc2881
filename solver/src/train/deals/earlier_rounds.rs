//! The rounds before the last: played down with fixed strategies, and up again with what was gained.
//!
//! How much work a batch was, in information sets.

use evaluator::processor::Kernel;
use std::ops::Range;

use super::chunk::{ChunkOfDeal, ChunkPlace, add_gains, add_shares};
use super::deal::{DEALS_OF_A_BLOCK, DealBlock, EarlierPlay};
use crate::train::tables::{Cells, ChunkRows, ChunkTables};
use crate::train::update_rule::match_regrets;
use crate::walk::down::is_row_reached;
use crate::walk::lanes::Onward;
use crate::walk::{PreparedGame, Row};

/// Working memory of a thread.
pub(crate) struct EarlierScratch {
    pub play: ChunkOfDeal,
    /// `[player][chunk]`: the player's value of each chunk's entry.
    values: [Vec<Row<f32>>; 2],
}

impl EarlierScratch {
    pub fn new(game: &PreparedGame<f32>, chunks: usize) -> Self {
        let values = || vec![Row::default(); chunks];
        Self { play: ChunkOfDeal::new(&game.lanes), values: [values(), values()] }
    }
}

/// Plays one deal from the first round to the entries of the last one.
pub(crate) struct PlayDown<'a, 't> {
    pub game: &'a PreparedGame<f32>,
    /// The chunks before the last round.
    pub places: &'a [ChunkPlace],
    pub tables: &'a ChunkTables<'t, f32>,
    /// Whether players take actions drawn from their strategies.
    pub draws: bool,
    pub block: &'a mut DealBlock,
    /// Which of the block's deals is played.
    pub deal: usize,
    pub scratch: &'a mut EarlierScratch,
}

impl Kernel for PlayDown<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { game, places, tables, draws, block, deal, scratch } = self;
        let DealBlock { hands, plays, entries } = block;
        let (hands, kept) = (&hands[deal], &mut plays[deal]);
        let play = &mut scratch.play;
        kept.reach.fill([Row::default(); 2]);
        for entries in entries.iter_mut() {
            entries[deal] = [Row::default(); 2];
        }
        // The game begins with one history, in the first lane.
        let root = if places.is_empty() { &mut entries[0][deal] } else { &mut kept.reach[0] };
        root[0].0[0] = 1.0;
        root[1].0[0] = 1.0;
        for (number, place) in places.iter().enumerate() {
            let shape = game.lanes.shape(place.at);
            let reach = kept.reach[number];
            let comes = [is_row_reached(&reach[0]), is_row_reached(&reach[1])];
            if !comes[0] && !comes[1] {
                continue;
            }
            let rows = tables.read(place.at);
            for player in 0..2 {
                let first = hands.buckets[place.at.round][player] as usize * shape.slots;
                match_regrets(shape, player, &rows.regrets[first..][..shape.slots], &mut play.strategy);
            }
            for player in 0..2 {
                if !comes[player] {
                    continue;
                }
                let dice = if draws { Some(hands.dice[player]) } else { None };
                play.follow(shape, place, player, reach[player], dice);
                play.value_folds(shape, place, 1 - player);
                let folds = &play.values[1 - player][shape.exits..shape.ends];
                kept.folds[place.folds[1 - player].clone()].copy_from_slice(folds);
                for (exit, &reach) in play.ends[..shape.exits].iter().enumerate() {
                    let earlier = &mut kept.reach[..];
                    match game.lanes.rounds[place.at.round].onward(place.at.chunk, exit) {
                        Onward::Kept(chunk) => {
                            reach_of(earlier, entries, deal, place.next_round + chunk)[player] = reach;
                        }
                        Onward::Packed(targets) => {
                            for target in targets {
                                let next = reach_of(earlier, entries, deal, place.next_round + target.chunk);
                                target.moves.iter().for_each(|it| next[player].0[it.to] = reach.0[it.from]);
                            }
                        }
                    }
                }
            }
            kept.gains[place.slots.clone()].copy_from_slice(&play.strategy[..shape.slots]);
            kept.shares[place.slots.clone()].copy_from_slice(&play.shares[..shape.slots]);
        }
    }
}

/// Where the reach of a chunk is kept, by player: with the deal before the last round, else with the other deals'.
#[inline(always)]
fn reach_of<'a>(
    earlier: &'a mut [[Row<f32>; 2]],
    last: &'a mut [[[Row<f32>; 2]; DEALS_OF_A_BLOCK]],
    deal: usize,
    chunk: usize,
) -> &'a mut [Row<f32>; 2] {
    match chunk.checked_sub(earlier.len()) {
        None => &mut earlier[chunk],
        Some(chunk) => &mut last[chunk][deal],
    }
}

/// Carries a deal's values from the entries of the last round back to the first, and finds what each action gained.
pub(crate) struct PlayUp<'a> {
    pub game: &'a PreparedGame<f32>,
    /// The chunks before the last round.
    pub places: &'a [ChunkPlace],
    /// `[chunk of the last round][deal of the block][player]`
    pub last_values: &'a [[[Row<f32>; 2]; DEALS_OF_A_BLOCK]],
    /// Which of the block's deals is played.
    pub deal: usize,
    pub kept: &'a mut EarlierPlay,
    pub scratch: &'a mut EarlierScratch,
}

impl Kernel for PlayUp<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { game, places, last_values, deal, kept, scratch } = self;
        let EarlierScratch { play, values, .. } = scratch;
        for (number, of_chunk) in (places.len()..).zip(last_values) {
            for player in 0..2 {
                values[player][number] = of_chunk[deal][player];
            }
        }
        for (number, place) in places.iter().enumerate().rev() {
            let shape = game.lanes.shape(place.at);
            let reach = kept.reach[number];
            let comes = [is_row_reached(&reach[0]), is_row_reached(&reach[1])];
            values[0][number] = Row::default();
            values[1][number] = Row::default();
            if !comes[0] && !comes[1] {
                continue;
            }
            let gains = &mut kept.gains[place.slots.clone()];
            play.strategy[..shape.slots].copy_from_slice(gains);
            for player in 0..2 {
                if !comes[1 - player] {
                    continue;
                }
                let of_ends = &mut play.values[player][..shape.ends];
                of_ends[shape.exits..].copy_from_slice(&kept.folds[place.folds[player].clone()]);
                let next = &values[player][place.next_round..];
                for (exit, value) in of_ends[..shape.exits].iter_mut().enumerate() {
                    match game.lanes.rounds[place.at.round].onward(place.at.chunk, exit) {
                        Onward::Kept(chunk) => *value = next[*chunk],
                        Onward::Packed(targets) => {
                            // Lanes without a history are worth nothing.
                            *value = Row::default();
                            for target in targets {
                                target.moves.iter().for_each(|it| value.0[it.from] = next[target.chunk].0[it.to]);
                            }
                        }
                    }
                }
                values[player][number] = play.gain(shape, player);
            }
            // The strategies are no longer needed. A player whose opponent does not come here learns nothing.
            gains.copy_from_slice(&play.gains[..shape.slots]);
        }
    }
}

/// The rows of some buckets of one chunk before the last round, which one task owns.
pub(crate) struct BucketRange<'a> {
    /// The chunk's number.
    pub number: usize,
    pub buckets: Range<u32>,
    /// `[bucket][slot]`
    pub regrets: &'a mut [Cells<f32>],
    /// `[bucket][slot]`
    pub strategy_sums: &'a mut [Cells<f32>],
}

/// The buckets of a chunk are divided among this many tasks.
const RANGES: usize = 8;

impl<'a> BucketRange<'a> {
    /// Divides the rows of a chunk, `slots` for each bucket.
    pub(crate) fn divide(number: usize, slots: usize, rows: &'a mut ChunkRows<'_, f32>) -> impl Iterator<Item = Self> {
        let count = rows.regrets.len() / slots;
        let size = count.div_ceil(RANGES).max(1);
        let parts = rows.regrets.chunks_mut(size * slots).zip(rows.strategy_sums.chunks_mut(size * slots));
        parts.enumerate().map(move |(part, (regrets, strategy_sums))| {
            let first = part * size;
            let buckets = first as u32..(first + size).min(count) as u32;
            Self { number, buckets, regrets, strategy_sums }
        })
    }
}

/// Puts what all deals of a batch have taught into the rows of some buckets, in the order of the deals.
pub(crate) struct LearnEarlier<'a, 'b> {
    pub game: &'a PreparedGame<f32>,
    pub places: &'a [ChunkPlace],
    pub blocks: &'a [DealBlock],
    pub deals: usize,
    pub range: &'a mut BucketRange<'b>,
}

impl Kernel for LearnEarlier<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { game, places, blocks, deals, range } = self;
        let place = &places[range.number];
        let shape = game.lanes.shape(place.at);
        for deal in 0..deals {
            let block = &blocks[deal / DEALS_OF_A_BLOCK];
            let (hands, kept) = (&block.hands[deal % DEALS_OF_A_BLOCK], &block.plays[deal % DEALS_OF_A_BLOCK]);
            let reach = &kept.reach[range.number];
            for player in 0..2 {
                let bucket = hands.buckets[place.at.round][player];
                if bucket < range.buckets.start || bucket >= range.buckets.end {
                    continue;
                }
                let first = (bucket - range.buckets.start) as usize * shape.slots;
                let rows = first..first + shape.slots;
                if is_row_reached(&reach[1 - player]) {
                    let gains = &kept.gains[place.slots.clone()];
                    add_gains(&place.own_slots[player], &hands.step, gains, &mut range.regrets[rows.clone()]);
                }
                if is_row_reached(&reach[player]) {
                    let shares = &kept.shares[place.slots.clone()];
                    add_shares(&place.own_slots[player], &hands.step, shares, &mut range.strategy_sums[rows]);
                }
            }
        }
    }
}

/// Information sets whose table entries were updated; one that is reached twice counts twice.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Touched {
    /// Whose regrets were updated.
    pub regrets: u64,
    /// Whose strategy sums were updated.
    pub averages: u64,
}

impl std::ops::Add for Touched {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { regrets: self.regrets + other.regrets, averages: self.averages + other.averages }
    }
}
