//! What each end of a chunk is worth to each holding of a player, given how the opponent gets there: the loops over
//! all holdings of a board for sixteen histories, where the time goes.

use evaluator::processor::Kernel;
use evaluator::showdown::{ShowdownOrder, ShowdownSums, Weights};

use super::down::{Approach, ChunkId, ReachAtEnd};
use super::lanes::{Onward, RoundLanes, Shape, Target};
use super::prepared_game::{PreparedGame, Stakes};
use super::reach_products::{LANES, Real, Row};
use super::reply::Reply;

/// What one end of a round is worth to each holding.
pub(crate) trait Utilities<T> {
    /// The value of the holding in a place; implementations are `#[inline(always)]`.
    fn at(&self, place: usize) -> Row<T>;
}

/// Sixteen histories of a round, and the player for whom they are valued.
#[derive(Clone, Copy)]
struct Chunk<'a, T> {
    shape: &'a Shape,
    stakes: &'a Stakes<T>,
    at: ChunkId,
    player: usize,
}

impl<T: Real> Chunk<'_, T> {
    #[inline(always)]
    fn fold_value(&self, end: usize) -> Row<T> {
        self.stakes.fold(self.at, self.shape, end, self.player)
    }
}

/// A chunk on a board, and the player for whom its ends are valued.
#[derive(Clone, Copy)]
pub(crate) struct ChunkEnds<'a, T> {
    pub at: ChunkId,
    pub player: usize,
    /// The contestants.
    pub order: &'a ShowdownOrder,
    /// How the opponent comes there and plays.
    pub opponent: Approach<'a, T>,
    /// The values of the next round's chunks, `[chunk][place]`. Where there are none, as in the last round, or where
    /// they do not matter, the exits to a next round are left out.
    pub next: &'a [&'a [Row<T>]],
}

impl<T: Real> ChunkEnds<'_, T> {
    /// Shows a reply what every end is worth to each holding; `sums` is working memory.
    pub(crate) fn show<R: Reply<T>>(self, game: &PreparedGame<T>, sums: &mut ShowdownSums<T, LANES>, reply: &mut R) {
        let Self { at, player, order, opponent, next } = self;
        let lanes = &game.lanes.rounds[at.round];
        if !next.is_empty() {
            let places = order.len();
            game.processor.run(ExitValues { lanes, chunk: at.chunk, places, next, reply: &mut *reply });
        }
        let chunk = Chunk { shape: lanes.shape(at.chunk), stakes: &game.stakes, at, player };
        game.processor.run(GameEnds { chunk, order, opponent, sums, reply });
    }
}

/// Values the ends that end the game: all folds and, in the last round, the showdowns.
struct GameEnds<'a, T, R> {
    chunk: Chunk<'a, T>,
    order: &'a ShowdownOrder,
    opponent: Approach<'a, T>,
    sums: &'a mut ShowdownSums<T, LANES>,
    reply: &'a mut R,
}

impl<T: Real, R: Reply<T>> Kernel for GameEnds<'_, T, R> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { chunk, order, opponent, sums, reply } = self;
        let Chunk { shape, stakes, at, player } = chunk;
        let cards = order.cards();
        let showdowns = if shape.is_last { shape.exits } else { 0 };
        for exit in 0..showdowns {
            let weights = opponent.towards(exit);
            order.sweep(sums, &weights);
            let stake = stakes.exit(at, exit);
            reply.take(exit, &ShowdownUtilities { sums, cards, stake });
            for &fold in &shape.folds_beside_exit[player][exit] {
                let stake = chunk.fold_value(fold);
                reply.take(fold, &FoldUtilities { sums, cards, stake, weights: &weights });
            }
        }
        for &fold in &shape.lone_folds[player] {
            let weights = opponent.towards(fold);
            order.gather(sums, &weights);
            let stake = chunk.fold_value(fold);
            reply.take(fold, &FoldUtilities { sums, cards, stake, weights: &weights });
        }
    }
}

/// Won minus lost weight, times what either player has put in.
struct ShowdownUtilities<'a, T> {
    sums: &'a ShowdownSums<T, LANES>,
    cards: &'a [[u8; 2]],
    stake: Row<T>,
}

impl<T: Real> Utilities<T> for ShowdownUtilities<'_, T> {
    #[inline(always)]
    fn at(&self, place: usize) -> Row<T> {
        self.sums.balance(place, self.cards[place]) * self.stake
    }
}

/// The opponent's whole weight, times what the fold wins or loses.
struct FoldUtilities<'a, T> {
    sums: &'a ShowdownSums<T, LANES>,
    cards: &'a [[u8; 2]],
    stake: Row<T>,
    weights: &'a ReachAtEnd<'a, T>,
}

impl<T: Real> Utilities<T> for FoldUtilities<'_, T> {
    #[inline(always)]
    fn at(&self, place: usize) -> Row<T> {
        self.sums.opposition(self.cards[place], self.weights.at(place)) * self.stake
    }
}

/// Hands the next round's values to the exits that lead there.
struct ExitValues<'a, T, R> {
    /// The round that ends.
    lanes: &'a RoundLanes,
    chunk: usize,
    places: usize,
    /// `[chunk of the next round][place]`; those that do not follow may be empty.
    next: &'a [&'a [Row<T>]],
    reply: &'a mut R,
}

impl<T: Real, R: Reply<T>> Kernel for ExitValues<'_, T, R> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { lanes, chunk, places, next, reply } = self;
        let mut gathered = vec![Row::default(); places];
        for exit in 0..lanes.shape(chunk).exits {
            match lanes.onward(chunk, exit) {
                Onward::Kept(following) => reply.take(exit, &NextUtilities { values: next[*following] }),
                Onward::Packed(targets) => {
                    gathered.fill(Row::default());
                    for Target { chunk, moves } in targets {
                        move_lanes(next[*chunk], moves.iter().map(|it| [it.to, it.from]), &mut gathered);
                    }
                    reply.take(exit, &NextUtilities { values: &gathered });
                }
            }
        }
    }
}

/// Rows whose lanes are moved at once: they stay in the first-level cache.
pub(super) const MOVED_AT_ONCE: usize = 64;

/// Copies some lanes of all rows to other lanes, `[from, to]`.
#[inline(always)]
pub(super) fn move_lanes<T: Real>(from: &[Row<T>], moves: impl Iterator<Item = [usize; 2]> + Clone, to: &mut [Row<T>]) {
    for (from, to) in from.chunks(MOVED_AT_ONCE).zip(to.chunks_mut(MOVED_AT_ONCE)) {
        for [from_lane, to_lane] in moves.clone() {
            let (from_lane, to_lane) = (from_lane % LANES, to_lane % LANES);
            for (from, to) in from.iter().zip(to.iter_mut()) {
                to.0[to_lane] = from.0[from_lane];
            }
        }
    }
}

/// The next round's values, lane for lane.
struct NextUtilities<'a, T> {
    values: &'a [Row<T>],
}

impl<T: Real> Utilities<T> for NextUtilities<'_, T> {
    #[inline(always)]
    fn at(&self, place: usize) -> Row<T> {
        self.values[place]
    }
}
