//! Matches by boards: complete boards are sampled, everything else — hole cards of both players, all actions — is exact.
//!
//! A board depends on the seed and its number alone. The observation is a board: half the difference between what the
//! first player wins in position 0 and what the second wins there, which takes the cards' own value out.

use evaluator::card_set::CardSet;
use evaluator::showdown::ShowdownOrder;
use rayon::prelude::*;
use solver::game::GameDefinition;
use solver::measure::expected_value::{Player, PreparedGame};
use solver::public_board::BucketRow;
use solver::walk::{BoardWalk, NoLearner, Side};
use std::sync::atomic::{AtomicU64, Ordering};
use tables::progress::{Cancelled, Progress, Update};

use crate::agent::Agent;
use crate::error::MatchError;
use crate::random_streams::match_board;

/// One board as all players of a league see it.
#[derive(Default)]
struct LeagueBoard {
    order: ShowdownOrder,
    /// `[agent][round]`.
    rows: Vec<Vec<BucketRow>>,
}

/// Values `boards` boards for each of the pairs of agents, given by their numbers: `[board][pair]`, the chips that the first
/// of the pair wins a game, averaged over both seats.
///
/// Single precision within a board, as in training: relative errors up to 1e-4. An agent against itself has exactly 0.
///
/// # Errors
/// [`MatchError::Cancelled`].
pub fn value_boards(
    agents: &[&Agent],
    pairs: &[(usize, usize)],
    boards: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Vec<Vec<f64>>, MatchError> {
    let game = PreparedGame::<f32>::new(&GameDefinition::holdem_limit())?;
    let players: Vec<Player<'_, f32>> = agents.iter().map(|agent| agent.player()).collect();
    let done = AtomicU64::new(0);
    let value = |dealt: &mut LeagueBoard, number: u64| -> Result<Vec<f64>, Cancelled> {
        dealt.deal(&game, &players, seed, number);
        let mut values = Vec::with_capacity(pairs.len());
        for &(first, second) in pairs {
            progress.check()?;
            let at_first = dealt.value(&game, &players, [first, second]);
            let at_second = dealt.value(&game, &players, [second, first]);
            values.push((at_first - at_second) / 2.0);
        }
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        progress.report(&Update { stage: "boards", done, of: boards, unit: "boards", note: None });
        Ok(values)
    };
    Ok((0..boards).into_par_iter().map_init(LeagueBoard::default, value).collect::<Result<_, _>>()?)
}

impl LeagueBoard {
    fn deal(&mut self, game: &PreparedGame<f32>, players: &[Player<'_, f32>], seed: u64, number: u64) {
        let board = match_board(&game.rules, seed, number);
        game.rules.rank(CardSet::of(&board), &mut self.order);
        self.rows.resize_with(players.len(), Vec::new);
        for (rows, player) in self.rows.iter_mut().zip(players) {
            rows.resize_with(game.rules.rounds(), BucketRow::default);
            for (round, row) in rows.iter_mut().enumerate() {
                row.fill(player.buckets, round, &board[..game.rules.board_cards(round)], &self.order);
            }
        }
    }

    /// What the agent in position 0 wins a game, in chips: [`PreparedGame::value_on_board`] on a board dealt once for all.
    fn value(&self, game: &PreparedGame<f32>, players: &[Player<'_, f32>], seats: [usize; 2]) -> f64 {
        let walk = BoardWalk {
            lanes: &game.lanes,
            stakes: &game.stakes,
            order: &self.order,
            sides: seats.map(|agent| Side { strategies: players[agent].strategies, rows: &self.rows[agent] }),
            player: 0,
            learner: &NoLearner,
            scratch: &game.scratch,
            processor: game.processor,
        };
        walk.values().iter().map(|&value| f64::from(value)).sum::<f64>() / game.rules.meetings()
    }
}
