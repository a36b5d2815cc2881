//! Down a board: how likely a player comes to each chunk with each holding, and plays to each end of it.
//!
//! A player's *reach* is the product of the probabilities of its own actions; chance and the opponent are left out.
//! Training, best response and expected value all come down this way; what they make of it on the way
//! [`up`](super::up) differs.

use evaluator::processor::Kernel;
use evaluator::showdown::{ShowdownOrder, ShowdownSums, Weights};

use super::ends::{MOVED_AT_ONCE, move_lanes};
use super::lanes::{Origin, Source};
use super::prepared_game::PreparedGame;
use super::prepared_game::Strategies;
use super::reach_products::{LANES, ReachProducts, Real, Row};
use crate::boards::{BucketRow, DealtBoard};

/// Sixteen histories of one round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChunkId {
    /// The round's number.
    pub round: usize,
    /// The chunk's number within the round.
    pub chunk: usize,
}

/// A player's way through one chunk on one board; memory is kept from board to board.
#[derive(Default)]
pub struct ChunkPlay<T> {
    /// `[place]`: the reach where the chunk begins.
    pub reach: Vec<Row<T>>,
    /// `[distinct bucket][slot]`: the player's own decisions.
    pub strategies: Vec<Row<T>>,
    /// Towards each end of the round, by distinct bucket.
    pub products: ReachProducts<T>,
}

impl<T: Real> ChunkPlay<T> {
    /// Begins the game: every holding has reach 1 in the only history there is.
    pub(crate) fn begin(&mut self, places: usize) {
        let mut start = Row::default();
        start.0[0] = T::of(1.0);
        self.reach.clear();
        self.reach.resize(places, start);
    }

    /// Loads the player's strategies for the buckets of a board and multiplies them out.
    pub fn play(
        &mut self,
        game: &PreparedGame<T>,
        at: ChunkId,
        player: usize,
        strategies: &dyn Strategies<T>,
        row: &BucketRow,
    ) {
        let (shape, buckets) = (game.lanes.shape(at), row.distinct.len());
        self.strategies.resize(buckets * shape.slots, Row::default());
        strategies.load(at, player, &row.distinct, &mut self.strategies);
        game.processor.run(self.products.multiplication(shape, player, buckets, &self.strategies));
    }

    /// How the player comes to the chunk and plays there.
    pub(crate) fn approach<'a>(&'a self, row: &'a BucketRow) -> Approach<'a, T> {
        Approach { reach: &self.reach, bucket_of_place: &row.of_place, products: &self.products }
    }
}

/// The reach of a chunk of a round after the first, from how the round before is played on the same board, `[chunk]`;
/// a chunk with an empty reach is one that nobody comes from.
pub(crate) fn carry_on<T: Real>(
    game: &PreparedGame<T>,
    before: &[ChunkPlay<T>],
    row: &BucketRow,
    at: ChunkId,
    reach: &mut Vec<Row<T>>,
) {
    let origin = game.lanes.rounds[at.round].origin(at.chunk);
    game.processor.run(ReachOfNextRound { origin, before, row, reach });
}

/// A player's way down a complete board: every chunk of some rounds, `[round][chunk]`; one that is not played has an
/// empty reach.
#[derive(Default)]
pub struct Descent<T> {
    pub rounds: Vec<Vec<ChunkPlay<T>>>,
}

impl<T: Real> Descent<T> {
    /// Plays the first rounds of a board whose buckets there are known, with the strategies as they are now.
    pub fn play_down(
        &mut self,
        game: &PreparedGame<T>,
        rounds: usize,
        player: usize,
        strategies: &dyn Strategies<T>,
        board: &DealtBoard,
    ) {
        self.play_some(game, rounds, player, strategies, board, |_| true);
    }

    /// The same for some of the chunks, each together with those that lead to it.
    pub fn play_some(
        &mut self,
        game: &PreparedGame<T>,
        rounds: usize,
        player: usize,
        strategies: &dyn Strategies<T>,
        board: &DealtBoard,
        is_played: impl Fn(ChunkId) -> bool,
    ) {
        self.rounds.resize_with(rounds, Vec::new);
        for round in 0..rounds {
            let mut plays = std::mem::take(&mut self.rounds[round]);
            plays.resize_with(game.lanes.rounds[round].chunks(), ChunkPlay::default);
            for (chunk, play) in plays.iter_mut().enumerate() {
                let at = ChunkId { round, chunk };
                if !is_played(at) {
                    play.reach.clear();
                    continue;
                }
                match round {
                    0 => play.begin(board.order.len()),
                    _ => self.reach(game, board, at, &mut play.reach),
                }
                play.play(game, at, player, strategies, board.row(round));
            }
            self.rounds[round] = plays;
        }
    }

    /// The reach where a chunk after the first round begins, by place.
    pub(crate) fn reach(&self, game: &PreparedGame<T>, board: &DealtBoard, at: ChunkId, reach: &mut Vec<Row<T>>) {
        let before = at.round - 1;
        carry_on(game, &self.rounds[before], board.row(before), at, reach);
    }

    pub fn chunk(&self, at: ChunkId) -> &ChunkPlay<T> {
        &self.rounds[at.round][at.chunk]
    }
}

/// Whether any holding comes to any of the histories: where no opponent does, nothing can be won.
#[inline(always)]
pub fn is_reached<T: Real>(reach: &[Row<T>]) -> bool {
    reach.iter().any(is_row_reached)
}

/// Whether any of sixteen histories is reached with one holding.
#[inline(always)]
pub(crate) fn is_row_reached<T: Real>(reach: &Row<T>) -> bool {
    // A reach is never negative, so any set bit will do; bits are combined in a few instructions.
    reach.0.iter().fold(0, |bits, lane| bits | lane.bits()) != 0
}

/// How one player comes to the chunk: reach by place, bucket by place, and products within the round by bucket.
#[derive(Clone, Copy)]
pub(crate) struct Approach<'a, T> {
    /// `[place]`, the probability of having played here, chance left out.
    pub reach: &'a [Row<T>],
    /// `[place]`, the number of the bucket among the board's distinct ones.
    pub bucket_of_place: &'a [u16],
    /// Within the round.
    pub products: &'a ReachProducts<T>,
}

impl<'a, T: Real> Approach<'a, T> {
    /// The reach at an end, by place.
    #[inline(always)]
    pub(crate) fn towards(&self, end: usize) -> ReachAtEnd<'a, T> {
        ReachAtEnd { reach: self.reach, bucket_of_place: self.bucket_of_place, products: self.products.towards(end) }
    }
}

/// A player's reach at one end.
pub(crate) struct ReachAtEnd<'a, T> {
    reach: &'a [Row<T>],
    bucket_of_place: &'a [u16],
    products: &'a [Row<T>],
}

impl<T: Real> Weights<T, LANES> for ReachAtEnd<'_, T> {
    #[inline(always)]
    fn at(&self, place: usize) -> Row<T> {
        self.reach[place] * self.products[usize::from(self.bucket_of_place[place])]
    }
}

/// Carries one player's reach over to a chunk of the next round.
struct ReachOfNextRound<'a, T> {
    /// Where its lanes come from.
    origin: &'a Origin,
    /// The chunks of the round that ends.
    before: &'a [ChunkPlay<T>],
    row: &'a BucketRow,
    /// By place.
    reach: &'a mut Vec<Row<T>>,
}

impl<T: Real> Kernel for ReachOfNextRound<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { origin, before, row, reach } = self;
        let places = row.of_place.len();
        match origin {
            Origin::Kept { chunk, .. } if before[*chunk].reach.is_empty() => {
                reach.clear();
                reach.resize(places, Row::default());
            }
            &Origin::Kept { chunk, exit } => {
                reach.resize(places, Row::default());
                let weights = before[chunk].approach(row).towards(exit);
                for (place, reach) in reach.iter_mut().enumerate() {
                    *reach = weights.at(place);
                }
            }
            Origin::Packed(sources) => {
                reach.clear();
                reach.resize(places, Row::default());
                let some = sources.iter().filter(|source| !before[source.chunk].reach.is_empty());
                for Source { chunk, exit, moves } in some {
                    let weights = before[*chunk].approach(row).towards(*exit);
                    let mut block = [Row::default(); MOVED_AT_ONCE];
                    for (number, reach) in reach.chunks_mut(MOVED_AT_ONCE).enumerate() {
                        let first = number * MOVED_AT_ONCE;
                        for (place, weight) in block[..reach.len()].iter_mut().enumerate() {
                            *weight = weights.at(first + place);
                        }
                        move_lanes(&block[..reach.len()], moves.iter().map(|it| [it.from, it.to]), reach);
                    }
                }
            }
        }
    }
}

/// Adds up a player's reach bucket by bucket.
pub(crate) struct ReachOfBuckets<'a, T> {
    /// By place.
    pub reach: &'a [Row<T>],
    pub bucket_of_place: &'a [u16],
    /// By bucket.
    pub sums: &'a mut [Row<T>],
}

impl<T: Real> Kernel for ReachOfBuckets<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (&reach, &bucket) in self.reach.iter().zip(self.bucket_of_place) {
            let sum = &mut self.sums[usize::from(bucket)];
            *sum = *sum + reach;
        }
    }
}

/// How much of an opponent's reach each holding can meet, by place.
pub struct Opposition<'a, T> {
    pub order: &'a ShowdownOrder,
    /// By place.
    pub reach: &'a [Row<T>],
}

impl<T: Real> Kernel for Opposition<'_, T> {
    type Output = Vec<Row<T>>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let mut sums = ShowdownSums::default();
        self.order.gather(&mut sums, &ByPlace(self.reach));
        let places = self.order.cards().iter().zip(self.reach);
        places.map(|(&cards, &own)| sums.opposition(cards, own)).collect()
    }
}

/// Reach by place.
struct ByPlace<'a, T>(&'a [Row<T>]);

impl<T: Real> Weights<T, LANES> for ByPlace<'_, T> {
    #[inline(always)]
    fn at(&self, place: usize) -> Row<T> {
        self.0[place]
    }
}
