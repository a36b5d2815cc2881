//! Games played to their ends: one after the other for players that learn, side by side for those that do not.

use matches::statistics::score::{ChipTally, Score};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::Range;
use tables::together::progress::{Cancelled, Progress};

use crate::numbered_work::in_order;
use crate::streams::{Purpose, below};

use super::player::Player;
use super::rules::Rules;
use super::table::{SEATS, Table};

// Cards and decisions have streams of their own: players that decide differently are dealt the same cards.
const DEALS: Purpose = Purpose(0x3c6e_f372_fe94_f82b);
const DICE: Purpose = Purpose(0xa54f_f53a_5f1d_36f1);

/// Games that one task plays; players that do not learn are cloned for each.
const GAMES_OF_A_TASK: u64 = 1000;

/// Which games: their rules, their seed and their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Games {
    /// The rules played by.
    pub rules: Rules,
    /// Decides all cards and dice.
    pub seed: u64,
    /// How many, numbered from 0.
    pub count: u64,
}

/// What came out of many games.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Outcome {
    /// The points of each player.
    pub points: [ChipTally; SEATS],
    /// Plays and passes of all games.
    pub turns: u64,
}

impl Outcome {
    /// Points per game of a player.
    pub fn score(&self, player: usize) -> Score {
        self.points[player].score()
    }

    fn add(mut self, other: &Self) -> Self {
        for (own, others) in self.points.iter_mut().zip(&other.points) {
            own.merge(others);
        }
        self.turns += other.turns;
        self
    }
}

/// Plays the game with this number: the points of each player, and the number of turns.
pub fn play_game(players: &mut [Player; SEATS], rules: Rules, seed: u64, number: u64) -> ([i32; SEATS], u64) {
    let mut cards = DEALS.generator(seed, number);
    let player_at = seating(&mut cards);
    let mut table = Table::deal(rules, &mut cards);
    let mut dice = DICE.generator(seed, number);
    let mut turns = 0;
    while !table.is_over() {
        let play = players[player_at[table.turn]].decide(&table, &mut dice);
        table.act(play);
        turns += 1;
    }
    let of_seats = table.points();
    let mut points = [0; SEATS];
    for (seat, &player) in player_at.iter().enumerate() {
        points[player] = of_seats[seat];
        players[player].game_over(of_seats[seat]);
    }
    (points, turns)
}

/// Who sits where in a game: the player of each seat, all orders equally likely.
pub fn seating(dice: &mut Xoshiro256PlusPlus) -> [usize; SEATS] {
    let mut players = [0, 1, 2, 3, 4];
    for place in 0..SEATS - 1 {
        players.swap(place, place + below(dice, (SEATS - place) as u64) as usize);
    }
    players
}

/// Plays games in their order, so that players may learn; `after` gets each game's points.
pub fn play_in_order(
    players: &mut [Player; SEATS],
    games: Games,
    progress: &dyn Progress,
    mut after: impl FnMut([i32; SEATS]),
) -> Result<Outcome, Cancelled> {
    let mut outcome = Outcome::default();
    for first in (0..games.count).step_by(GAMES_OF_A_TASK as usize) {
        progress.check()?;
        let numbers = first..games.count.min(first + GAMES_OF_A_TASK);
        outcome = outcome.add(&play_numbers(players, games, numbers, &mut after));
    }
    Ok(outcome)
}

/// Plays games side by side with players that do not learn. The sums are whole numbers: threads change nothing.
pub fn play_side_by_side(
    players: &[Player; SEATS],
    games: Games,
    stage: &str,
    progress: &dyn Progress,
) -> Result<Outcome, Cancelled> {
    let tasks = games.count.div_ceil(GAMES_OF_A_TASK);
    let outcomes = in_order((stage, "thousand games"), tasks, progress, |task| {
        let first = task * GAMES_OF_A_TASK;
        let numbers = first..games.count.min(first + GAMES_OF_A_TASK);
        play_numbers(&mut players.clone(), games, numbers, |_| ())
    })?;
    Ok(outcomes.iter().fold(Outcome::default(), Outcome::add))
}

/// Plays the games with these numbers one after the other.
fn play_numbers(
    players: &mut [Player; SEATS],
    games: Games,
    numbers: Range<u64>,
    mut after: impl FnMut([i32; SEATS]),
) -> Outcome {
    let mut outcome = Outcome::default();
    for number in numbers {
        let (points, turns) = play_game(players, games.rules, games.seed, number);
        outcome.turns += turns;
        for (tally, &points) in outcome.points.iter_mut().zip(&points) {
            tally.add(points);
        }
        after(points);
    }
    outcome
}
