//! The worth of all actions with all hands, over some or all boards that may follow.

use evaluator::holding::HOLDINGS;
use matches::agent::Agent;
use rayon::prelude::*;
use solver::boards::DealtBoard;
use tables::progress::{Cancelled, Progress};

use super::board_worth::{BoardWorth, Valued};
use super::ratio_sums::RatioSums;
use super::runouts::Runouts;
use crate::game::Game;
use crate::spot::{Ranges, Spot};

/// Boards that are added up in their order, so that the number of threads changes nothing.
const BOARDS_OF_PART: usize = 8;

/// What the actions of a decision are worth to the seat that acts.
pub struct ActionValues {
    /// `[action][holding number]`: thousandths of a big blind won in the whole game, what was put in before counted as
    /// lost; `None` where the opponent never comes.
    pub mbb: Vec<Vec<Option<f64>>>,
    /// The standard errors; 0 where nothing was left out.
    pub standard_errors: Vec<Vec<Option<f64>>>,
    /// How many boards were gone through.
    pub boards: usize,
    /// How many there are; `None` where they were drawn with replacement.
    pub of: Option<usize>,
}

/// The worth of a decision's actions, over about as many boards as wanted.
///
/// # Errors
/// [`Cancelled`].
pub fn action_values(
    game: &Game,
    agent: &Agent,
    spot: &Spot,
    wanted: usize,
    progress: &dyn Progress,
) -> Result<ActionValues, Cancelled> {
    let seat = game.tree[spot.decision].player;
    let ranges = Ranges::of(game, agent, spot);
    let valued = Valued { game, agent, spot, opposing: &ranges.reach[1 - seat] };
    let runouts = Runouts::of(game, spot, wanted);
    let actions = game.tree[spot.decision].actions.len();
    let of_part = |dealt: &mut DealtBoard, boards: &[Vec<_>]| -> Result<Sums, Cancelled> {
        let mut sums = Sums::new(actions);
        for board in boards {
            progress.check()?;
            sums.add(&valued.on_board(board, dealt));
        }
        Ok(sums)
    };
    let parts = runouts.boards.par_chunks(BOARDS_OF_PART).map_init(DealtBoard::default, of_part);
    let mut sums = Sums::new(actions);
    for part in parts.collect::<Result<Vec<_>, Cancelled>>()? {
        sums.merge(&part);
    }
    Ok(sums.values(game, &runouts))
}

/// `[action][holding number]`
struct Sums(Vec<Vec<RatioSums>>);

impl Sums {
    fn new(actions: usize) -> Self {
        Self(vec![vec![RatioSums::default(); HOLDINGS]; actions])
    }

    fn add(&mut self, board: &BoardWorth) {
        for (sums, chips) in self.0.iter_mut().zip(&board.chips) {
            for ((sums, &chips), &weight) in sums.iter_mut().zip(chips).zip(&board.weight) {
                sums.add(chips, weight);
            }
        }
    }

    fn merge(&mut self, other: &Self) {
        for (sums, other) in self.0.iter_mut().zip(&other.0) {
            sums.iter_mut().zip(other).for_each(|(sums, other)| sums.merge(other));
        }
    }

    fn values(&self, game: &Game, runouts: &Runouts) -> ActionValues {
        let (boards, of) = (runouts.boards.len(), runouts.of);
        let each = |number: &dyn Fn(&RatioSums) -> Option<f64>| -> Vec<Vec<Option<f64>>> {
            let of_action = |sums: &Vec<RatioSums>| sums.iter().map(|it| Some(game.mbb(number(it)?))).collect();
            self.0.iter().map(of_action).collect()
        };
        ActionValues {
            mbb: each(&RatioSums::mean),
            standard_errors: each(&|sums| sums.standard_error(boards, of)),
            boards,
            of,
        }
    }
}
