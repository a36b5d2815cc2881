//! How often a blueprint's players come to the last round with each holding.

use evaluator::card::Card;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use crate::walk::all_boards::{ByHolding, PlayedRound, start_of_game};
use crate::walk::{Player, PreparedGame};

/// Both players on their way into the last round of the boards that follow one, `[position][chunk]`.
pub(super) struct WayIn([Vec<ByHolding>; 2]);

impl WayIn {
    /// Plays all rounds before the last on a board.
    fn new(game: &PreparedGame<f64>, blueprint: Player<'_, f64>, board: &[Card]) -> Self {
        let play_down = |position| {
            (0..game.rules.rounds() - 1).fold(vec![start_of_game()], |reach, round| {
                let board = &board[..game.rules.board_cards(round)];
                PlayedRound::new(game, position, blueprint, round, board, &reach).next_reaches()
            })
        };
        Self([0, 1].map(play_down))
    }

    /// The reach of both players in a chunk, by holding number.
    pub fn reach(&self, chunk: usize) -> [&ByHolding; 2] {
        self.0.each_ref().map(|chunks| &chunks[chunk])
    }
}

/// The ways in that were asked for last: the walks play many rivers after one another that follow the same board.
#[derive(Default)]
pub(super) struct WaysIn(Mutex<VecDeque<(Vec<Card>, Arc<WayIn>)>>);

impl WaysIn {
    /// The way in to the boards that follow one.
    pub fn to(&self, game: &PreparedGame<f64>, blueprint: Player<'_, f64>, board: &[Card]) -> Arc<WayIn> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let find = |(cards, _): &&(Vec<Card>, _)| cards == board;
        if let Some((_, way)) = known().iter().find(find) {
            return way.clone();
        }
        let way = Arc::new(WayIn::new(game, blueprint, board));
        let mut known = known();
        // One for each thread that may be at work, and one that is about to begin.
        known.truncate(2 * rayon::current_num_threads());
        known.push_front((board.to_vec(), way.clone()));
        way
    }
}
