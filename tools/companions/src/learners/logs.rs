//! Logs of players as examples to learn from: every fifth game is held out.

use crate::mlp::examples::{Examples, Target};

/// One game in this many is not learned from.
pub const HELD_OUT: u64 = 5;

/// The decisions of several players.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerLogs {
    /// All decisions.
    pub examples: Examples<f32>,
    /// Each player's decisions to learn from.
    pub training: Vec<Vec<u32>>,
    /// Each player's other ones.
    pub held_out: Vec<Vec<u32>>,
}

impl PlayerLogs {
    /// No decisions yet, of `width` inputs, for `players` players.
    pub fn new(width: usize, players: usize) -> Self {
        Self {
            examples: Examples::new(width),
            training: vec![Vec::new(); players],
            held_out: vec![Vec::new(); players],
        }
    }

    /// Adds a decision of a game with this number.
    pub fn push(
        &mut self,
        player: usize,
        game: u64,
        inputs: impl IntoIterator<Item = (usize, f32)>,
        target: Target<f32>,
    ) {
        let number = self.examples.len() as u32;
        self.examples.push(inputs, target);
        let side = if game % HELD_OUT == HELD_OUT - 1 { &mut self.held_out } else { &mut self.training };
        side[player].push(number);
    }
}
