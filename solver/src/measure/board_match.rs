//! Players against each other on sampled boards: all hole cards and all actions are exact, only the boards are drawn.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::showdown::ShowdownOrder;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use tables::progress::{Cancelled, Progress, Update};

use super::expected_value::{Player, PreparedGame};
use crate::public_board::BucketRow;
use crate::walk::{BoardWalk, NoLearner, Side};

/// One board as all players see it.
#[derive(Default)]
struct DealtBoard {
    order: ShowdownOrder,
    /// `[player][round]`.
    rows: Vec<Vec<BucketRow>>,
}

/// Values `boards` complete boards for each of the pairs of players, given by their numbers: `[board][pair]`, half the
/// difference between what the first of the pair wins a game in position 0 and what the second wins there, in chips, which
/// takes the cards' own value out.
///
/// `board_of` gives the board with a number, on which all pairs meet. Single precision within a board, as in training:
/// relative errors up to 1e-4. A player against itself has exactly 0.
///
/// # Errors
/// An interruption.
pub fn value_boards(
    game: &PreparedGame<f32>,
    players: &[Player<'_, f32>],
    pairs: &[(usize, usize)],
    boards: u64,
    board_of: impl Fn(u64) -> Vec<Card> + Sync,
    progress: &dyn Progress,
) -> Result<Vec<Vec<f64>>, Cancelled> {
    let done = AtomicU64::new(0);
    let value = |dealt: &mut DealtBoard, number: u64| -> Result<Vec<f64>, Cancelled> {
        dealt.deal(game, players, &board_of(number));
        let mut values = Vec::with_capacity(pairs.len());
        for &(first, second) in pairs {
            progress.check()?;
            let at_first = dealt.value(game, players, [first, second]);
            let at_second = dealt.value(game, players, [second, first]);
            values.push((at_first - at_second) / 2.0);
        }
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        progress.report(&Update { stage: "boards", done, of: boards, unit: "boards", note: None });
        Ok(values)
    };
    (0..boards).into_par_iter().map_init(DealtBoard::default, value).collect()
}

impl DealtBoard {
    fn deal(&mut self, game: &PreparedGame<f32>, players: &[Player<'_, f32>], board: &[Card]) {
        game.rules.rank(CardSet::of(board), &mut self.order);
        self.rows.resize_with(players.len(), Vec::new);
        for (rows, player) in self.rows.iter_mut().zip(players) {
            rows.resize_with(game.rules.rounds(), BucketRow::default);
            for (round, row) in rows.iter_mut().enumerate() {
                row.fill(player.buckets, round, &board[..game.rules.board_cards(round)], &self.order);
            }
        }
    }

    /// What the player in position 0 wins a game, in chips: [`PreparedGame::value_on_board`] on a board dealt once for all.
    fn value(&self, game: &PreparedGame<f32>, players: &[Player<'_, f32>], seats: [usize; 2]) -> f64 {
        let walk = BoardWalk {
            lanes: &game.lanes,
            stakes: &game.stakes,
            order: &self.order,
            sides: seats.map(|player| Side { strategies: players[player].strategies, rows: &self.rows[player] }),
            player: 0,
            learner: &NoLearner,
            scratch: &game.scratch,
            processor: game.processor,
        };
        walk.values().iter().map(|&value| f64::from(value)).sum::<f64>() / game.rules.meetings()
    }
}
