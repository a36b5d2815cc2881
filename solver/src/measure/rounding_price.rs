//! What it costs to keep a strategy in few bits: the unrounded strategy against the rounded one, board by board.

use rayon::prelude::*;
use tables::together::progress::{Cancelled, Counter, Progress};

use crate::boards::OneBucket;
use crate::boards::card_rules::board_of;
use crate::error::SolverError;
use crate::policy::export::{TrainedStrategy, TrainedTables};
use crate::policy::{FixedPolicy, StoredPolicy};
use crate::units::mbb_per_game;
use crate::walk::{BoardMemory, Player, PreparedGame};

/// A price must use other boards than those that training and matches get from the same seed.
const BOARDS_OF_PRICES: u64 = 0x1c8e_75b3_40da_96f7;

/// The fixed opponent of both strategies: it looks at no card, so that each mistake against it shows alone.
pub const THIRD_PLAYER: FixedPolicy = FixedPolicy::CallRaise;

/// What rounding loses on each board in thousandths of a big blind per game, averaged over both seats; positive where
/// the unrounded strategy does better.
#[derive(Clone, PartialEq, Debug)]
pub struct RoundingPrice {
    /// What the unrounded strategy wins from the rounded one. Near an equilibrium this is small of second order.
    pub head_to_head: Vec<f64>,
    /// How much less the rounded strategy wins from [`THIRD_PLAYER`] than the unrounded one.
    pub against_third: Vec<f64>,
}

/// Plays a run's strategy against the form of it kept in a file, on `boards` boards that depend on the seed alone.
///
/// It uses the general walk, which plays any game and asks the run's tables only for the probabilities on each board.
pub fn rounding_price(
    tables: &TrainedTables<'_>,
    which: TrainedStrategy,
    rounded: &StoredPolicy,
    boards: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<RoundingPrice, SolverError> {
    let game = PreparedGame::<f32>::new(tables.game);
    for round in 0..tables.game.rounds() {
        let (expected, found) = (tables.buckets.count(round), rounded.buckets(round));
        if expected != found {
            return Err(SolverError::unfit(
                "strategy file",
                format!("{expected} buckets in round {round}"),
                found.to_string(),
                "give a strategy that was exported from this run",
            ));
        }
    }
    let unrounded = tables.strategies(which);
    let third = THIRD_PLAYER.strategies(&game.lanes);
    let players = [
        Player { buckets: tables.buckets, strategies: &*unrounded },
        Player { buckets: tables.buckets, strategies: rounded },
        Player { buckets: &OneBucket, strategies: &third },
    ];
    let done = Counter::new(progress, "boards", "boards", boards);
    let value = |memory: &mut BoardMemory<f32>, number: u64| -> Result<[f64; 3], Cancelled> {
        let board = board_of(&game.rules, seed ^ BOARDS_OF_PRICES, number);
        let mut won = |first: usize, second: usize| {
            let [at_first, at_second] = [[first, second], [second, first]]
                .map(|seats| game.value_on_board(seats.map(|player| players[player]), &board, memory));
            (at_first - at_second) / 2.0
        };
        let values = [won(0, 1), won(0, 2), won(1, 2)];
        done.add(1)?;
        Ok(values)
    };
    let values: Vec<[f64; 3]> =
        (0..boards).into_par_iter().map_init(BoardMemory::default, value).collect::<Result<_, _>>()?;
    let mbb = |chips: f64| mbb_per_game(chips, tables.game.big_blind());
    Ok(RoundingPrice {
        head_to_head: values.iter().map(|pairs| mbb(pairs[0])).collect(),
        against_third: values.iter().map(|pairs| mbb(pairs[1] - pairs[2])).collect(),
    })
}
