//! The loops over all holdings of a board for sixteen histories: this is where the time goes.

use evaluator::processor::Kernel;
use evaluator::showdown::{ShowdownOrder, ShowdownSums};

use super::history_lanes::{LANES, Real, RoundLanes, Row, Stakes};
use super::reach_products::ReachProducts;

/// Takes what each terminal of a round is worth to each holding, given how the opponent gets there.
pub trait TerminalSink<T> {
    /// The receiver for one terminal; called with every place and its value.
    fn at(&mut self, terminal: usize) -> impl FnMut(usize, Row<T>);
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

impl<T: Real> Approach<'_, T> {
    /// The reach at a terminal, by place.
    #[inline(always)]
    fn at(&self, terminal: usize) -> impl Fn(usize) -> Row<T> {
        let towards = self.products.towards(terminal);
        let reach = self.reach;
        let bucket_of_place = self.bucket_of_place;
        move |place| reach[place] * towards[usize::from(bucket_of_place[place])]
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
            let weight = opponent.at(exit);
            order.sweep(sums, &weight);
            let stake = stakes.exit(round, chunk, exit);
            {
                let mut take = sink.at(exit);
                for (place, &cards) in cards.iter().enumerate() {
                    take(place, sums.balance(place, cards) * stake);
                }
            }
            for &fold in &lanes.folds_beside_exit[player][exit] {
                value_fold(cards, sums, at.fold_value(fold), &weight, sink.at(fold));
            }
        }
        for &fold in &lanes.lone_folds[player] {
            let weight = opponent.at(fold);
            order.gather(sums, &weight);
            value_fold(cards, sums, at.fold_value(fold), &weight, sink.at(fold));
        }
    }
}

/// Values a fold from sums over the opponent's range that are already there.
#[inline(always)]
fn value_fold<T: Real>(
    cards: &[[u8; 2]],
    sums: &ShowdownSums<T, LANES>,
    stake: Row<T>,
    weight: &impl Fn(usize) -> Row<T>,
    mut take: impl FnMut(usize, Row<T>),
) {
    for (place, &cards) in cards.iter().enumerate() {
        take(place, sums.opposition(cards, weight(place)) * stake);
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
            let at_exit = approach.at(next_chunk % lanes.exits);
            return reach.iter_mut().enumerate().for_each(|(place, reach)| *reach = at_exit(place));
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
    pub next_values: &'a [Vec<Row<T>>],
    /// Receives the values.
    pub sink: S,
}

impl<T: Real, S: TerminalSink<T>> Kernel for ExitValues<'_, T, S> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        let Self { lanes, next_values, .. } = self;
        for exit in 0..lanes.exits {
            let mut take = self.sink.at(exit);
            if !lanes.repacks {
                for (place, &value) in next_values[exit].iter().enumerate() {
                    take(place, value);
                }
                continue;
            }
            let entries = lanes.entries[0].iter().flatten().count();
            for place in 0..next_values[0].len() {
                let mut value = Row::default();
                for (entry, lane) in value.0.iter_mut().enumerate().take(entries) {
                    let number = entry * lanes.exits + exit;
                    *lane = next_values[number / LANES][place].0[number % LANES];
                }
                take(place, value);
            }
        }
    }
}

/// Adds up values by place and, for learning, the terminals' values by bucket.
pub struct ValueSink<'a, T> {
    /// `[place]`: the player's value of the chunk under the own strategy.
    pub values: &'a mut [Row<T>],
    /// The player's own products.
    pub products: &'a ReachProducts<T>,
    /// The player's buckets.
    pub bucket_of_place: &'a [u16],
    /// `[terminal][bucket]`, or empty where nobody learns.
    pub bucket_sums: &'a mut [Row<T>],
    /// How many distinct buckets there are.
    pub buckets: usize,
}

impl<T: Real> TerminalSink<T> for ValueSink<'_, T> {
    #[inline(always)]
    fn at(&mut self, terminal: usize) -> impl FnMut(usize, Row<T>) {
        let towards = self.products.towards(terminal);
        let Self { values, bucket_of_place, bucket_sums, buckets, .. } = self;
        let sums =
            if bucket_sums.is_empty() { &mut [][..] } else { &mut bucket_sums[terminal * *buckets..][..*buckets] };
        move |place, value| {
            let bucket = usize::from(bucket_of_place[place]);
            values[place] = values[place] + towards[bucket] * value;
            if let Some(sum) = sums.get_mut(bucket) {
                *sum = *sum + value;
            }
        }
    }
}
