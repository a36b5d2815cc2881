//! The loops over all holdings of a board for sixteen histories: this is where the time goes.

use evaluator::processor::Kernel;
use evaluator::showdown::{ShowdownOrder, ShowdownSums, Weights};

use super::history_lanes::{LANES, Real, RoundLanes, Row, Stakes};
use super::reach_products::ReachProducts;
use crate::public_board::BucketRow;

/// What one end of a round is worth to each holding, given how the opponent gets there.
pub trait Utilities<T> {
    /// The value of the holding in a place; implementations are `#[inline(always)]`.
    fn at(&self, place: usize) -> Row<T>;
}

/// Takes the utilities of a round's terminals, place by place in whatever order suits it.
pub trait TerminalSink<T> {
    /// Takes all places of one terminal; implementations are `#[inline(always)]`.
    fn take(&mut self, terminal: usize, utilities: &impl Utilities<T>);
}

/// Which sixteen histories of which round are played, and for whom values are computed.
#[derive(Clone, Copy)]
pub struct Chunk<'a, T> {
    /// The round's lanes.
    pub lanes: &'a RoundLanes,
    /// The stakes of the game.
    pub stakes: &'a Stakes<T>,
    /// The round's number.
    pub round: usize,
    /// The chunk's number within the round.
    pub chunk: usize,
    /// The player whose values are computed.
    pub player: usize,
}

impl<T: Real> Chunk<'_, T> {
    #[inline(always)]
    fn fold_value(&self, terminal: usize) -> Row<T> {
        self.stakes.fold(self.round, self.chunk, self.lanes.exits, terminal, self.player)
    }
}

/// How one player comes to the chunk: reach by place, bucket by place, and products within the round by bucket.
#[derive(Clone, Copy)]
pub struct Approach<'a, T> {
    /// `[place]`, the probability of having played here, chance left out.
    pub reach: &'a [Row<T>],
    /// `[place]`, the number of the bucket among the board's distinct ones.
    pub bucket_of_place: &'a [u16],
    /// Within the round.
    pub products: &'a ReachProducts<T>,
}

impl<'a, T: Real> Approach<'a, T> {
    /// The reach at a terminal, by place.
    #[inline(always)]
    fn towards(&self, terminal: usize) -> ReachAtTerminal<'a, T> {
        ReachAtTerminal {
            reach: self.reach,
            bucket_of_place: self.bucket_of_place,
            products: self.products.towards(terminal),
        }
    }
}

/// A player's reach at one terminal.
struct ReachAtTerminal<'a, T> {
    reach: &'a [Row<T>],
    bucket_of_place: &'a [u16],
    products: &'a [Row<T>],
}

impl<T: Real> Weights<T, LANES> for ReachAtTerminal<'_, T> {
    #[inline(always)]
    fn at(&self, place: usize) -> Row<T> {
        self.reach[place] * self.products[usize::from(self.bucket_of_place[place])]
    }
}

/// Values the terminals that end the game: all folds and, in the last round, the showdowns.
pub struct GameEnds<'a, T, S> {
    /// What is played.
    pub chunk: Chunk<'a, T>,
    /// The contestants.
    pub order: &'a ShowdownOrder,
    /// The opponent.
    pub opponent: Approach<'a, T>,
    /// Scratch.
    pub sums: &'a mut ShowdownSums<T, LANES>,
    /// Receives the values.
    pub sink: S,
}

impl<T: Real, S: TerminalSink<T>> Kernel for GameEnds<'_, T, S> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { chunk: at, order, opponent, sums, mut sink } = self;
        let Chunk { lanes, stakes, round, chunk, player } = at;
        let cards = order.cards();
        let showdowns = if lanes.is_last { lanes.exits } else { 0 };
        for exit in 0..showdowns {
            let weights = opponent.towards(exit);
            order.sweep(sums, &weights);
            let stake = stakes.exit(round, chunk, exit);
            sink.take(exit, &ShowdownUtilities { sums, cards, stake });
            for &fold in &lanes.folds_beside_exit[player][exit] {
                let stake = at.fold_value(fold);
                sink.take(fold, &FoldUtilities { sums, cards, stake, weights: &weights });
            }
        }
        for &fold in &lanes.lone_folds[player] {
            let weights = opponent.towards(fold);
            order.gather(sums, &weights);
            let stake = at.fold_value(fold);
            sink.take(fold, &FoldUtilities { sums, cards, stake, weights: &weights });
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
    weights: &'a ReachAtTerminal<'a, T>,
}

impl<T: Real> Utilities<T> for FoldUtilities<'_, T> {
    #[inline(always)]
    fn at(&self, place: usize) -> Row<T> {
        self.sums.opposition(self.cards[place], self.weights.at(place)) * self.stake
    }
}

/// Carries one player's reach over to a chunk of the next round.
pub struct ReachOfNextRound<'a, T> {
    /// The round that ends.
    pub lanes: &'a RoundLanes,
    /// The player.
    pub approach: Approach<'a, T>,
    /// The next round's chunk.
    pub next_chunk: usize,
    /// By place.
    pub reach: &'a mut Vec<Row<T>>,
}

impl<T: Real> Kernel for ReachOfNextRound<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { lanes, approach, next_chunk, reach } = self;
        reach.resize(approach.reach.len(), Row::default());
        if !lanes.repacks {
            let weights = approach.towards(next_chunk % lanes.exits);
            for (place, reach) in reach.iter_mut().enumerate() {
                *reach = weights.at(place);
            }
            return;
        }
        reach.fill(Row::default());
        let entries = lanes.entries[0].iter().flatten().count();
        for lane in 0..LANES {
            let number = next_chunk * LANES + lane;
            let (entry, exit) = (number / lanes.exits, number % lanes.exits);
            if entry < entries {
                let towards = approach.products.towards(exit);
                for ((reach, before), &bucket) in reach.iter_mut().zip(approach.reach).zip(approach.bucket_of_place) {
                    reach.0[lane] = before.0[entry].times(towards[usize::from(bucket)].0[entry]);
                }
            }
        }
    }
}

/// Hands the next round's values to the exits that lead there.
pub struct ExitValues<'a, T, S> {
    /// The round that ends.
    pub lanes: &'a RoundLanes,
    /// `[chunk of the next round, counted from the first that follows][place]`.
    pub next_values: &'a [&'a [Row<T>]],
    /// Receives the values.
    pub sink: S,
}

impl<T: Real, S: TerminalSink<T>> Kernel for ExitValues<'_, T, S> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        let Self { lanes, next_values, .. } = self;
        let entries = lanes.entries[0].iter().flatten().count();
        for exit in 0..lanes.exits {
            if lanes.repacks {
                let packed = PackedUtilities { next_values, exits: lanes.exits, exit, entries };
                self.sink.take(exit, &packed);
            } else {
                self.sink.take(exit, &NextUtilities { values: next_values[exit] });
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

/// The next round's values, taken from where its packed entries lie.
struct PackedUtilities<'a, T> {
    next_values: &'a [&'a [Row<T>]],
    exits: usize,
    exit: usize,
    entries: usize,
}

impl<T: Real> Utilities<T> for PackedUtilities<'_, T> {
    #[inline(always)]
    fn at(&self, place: usize) -> Row<T> {
        let mut value = Row::default();
        for entry in 0..self.entries.min(LANES) {
            let number = entry * self.exits + self.exit;
            value.0[entry] = self.next_values[number / LANES][place].0[number % LANES];
        }
        value
    }
}

/// Adds up a player's reach bucket by bucket.
pub struct ReachOfBuckets<'a, T> {
    /// By place.
    pub reach: &'a [Row<T>],
    /// By place.
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

/// Adds up values by place and, for learning, the terminals' values by bucket.
///
/// It goes bucket by bucket: a bucket's sum then stays in a register, where one sum after the other through memory would
/// make each place wait for the one before.
pub struct ValueSink<'a, T> {
    /// `[place]`: the player's value of the chunk under the own strategy.
    pub values: &'a mut [Row<T>],
    /// The player's own products.
    pub products: &'a ReachProducts<T>,
    /// The player's buckets.
    pub row: &'a BucketRow,
    /// `[terminal][bucket]`, or empty where nobody learns.
    pub bucket_sums: &'a mut [Row<T>],
}

impl<T: Real> TerminalSink<T> for ValueSink<'_, T> {
    #[inline(always)]
    fn take(&mut self, terminal: usize, utilities: &impl Utilities<T>) {
        let towards = self.products.towards(terminal);
        let buckets = towards.len();
        let mut start = 0;
        for (bucket, (&end, &product)) in self.row.ends.iter().zip(towards).enumerate() {
            let mut sum = Row::default();
            for &place in &self.row.places[start..usize::from(end)] {
                let place = usize::from(place);
                let utility = utilities.at(place);
                self.values[place] = self.values[place] + product * utility;
                sum = sum + utility;
            }
            start = usize::from(end);
            if let Some(out) = self.bucket_sums.get_mut(terminal * buckets + bucket) {
                *out = sum;
            }
        }
    }
}
