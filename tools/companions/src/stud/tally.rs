//! What is counted over the games of one row: the columns of tables 4.2 to 4.4, and how often each rule fired.

use super::estimate::{RULES, Tendencies, rule_number};
use super::game::GameRecord;
use super::rules::{Seat, Status};

/// Places of the table of turns and bets: `3 * turn + bet`.
pub const PLACES: usize = 9;
/// A large move of chips, and a very large one.
pub const LARGE: [i64; 2] = [10_000, 20_000];

/// The counts of one row of games, from the system's side.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// Chips won in all.
    pub gain: i64,
    /// Games won.
    pub won: u32,
    /// Games in which it stayed although inferior, from turn 5 on.
    pub bluffs: u32,
    /// Of these, games in which it did so on turn 6 or 7, after a card was opened.
    pub bluffs_from_turn6: u32,
    /// Games in which the opponent dropped after such a bluff, from turn 5 on.
    pub bluff_success_from_turn5: u32,
    /// The same from turn 6 on.
    pub bluff_success: u32,
    /// Showdowns won with a last estimate that was superior.
    pub superior_showdowns: u32,
    /// Games in which at least 10,000 and 20,000 chips moved; the former contain the latter.
    pub moves: [u32; 2],
    /// How often the rule that fired most strongly was one of a turn and a bet.
    pub firings: [u32; PLACES],
    /// The tendencies in the end.
    pub tendencies: Tendencies,
    /// Mean tendency of the rules for strong hands at the end of a game, after each game.
    pub end_strong: Vec<f64>,
}

impl Tally {
    /// Counts a game in which the system sat here.
    pub fn add(&mut self, game: &GameRecord, system: Seat) {
        let sign = if system == Seat::First { 1 } else { -1 };
        let gain = sign * game.gain;
        let own = &game.seats[system.index()];
        self.gain += gain;
        self.won += u32::from(gain > 0);
        self.bluffs += u32::from(!own.bluffs.is_empty());
        self.bluffs_from_turn6 += u32::from(own.bluffs.iter().any(|&turn| turn >= 6));
        let success = own.last_was_bluff && game.end == Status::Dropped(system.other());
        self.bluff_success_from_turn5 += u32::from(success);
        self.bluff_success += u32::from(success && game.turn >= 6);
        let superior = own.lessons.last().is_some_and(|lesson| lesson.result >= 0.0);
        self.superior_showdowns += u32::from(game.end == Status::Showdown && gain > 0 && superior);
        for (count, limit) in self.moves.iter_mut().zip(LARGE) {
            *count += u32::from(gain.abs() >= limit);
        }
        own.lessons.iter().for_each(|lesson| self.firings[lesson.rule * PLACES / RULES] += 1);
    }

    /// Takes note of what the system has learned by now.
    pub fn follow(&mut self, tendencies: &Tendencies) {
        self.tendencies = *tendencies;
        let strong_at_the_end = (0..3).map(|bet| tendencies.0[rule_number(2, bet, 1)]);
        self.end_strong.push(strong_at_the_end.sum::<f64>() / 3.0);
    }

    /// How often rules of the end fired.
    pub fn end_firings(&self) -> u32 {
        self.firings[6..].iter().sum()
    }

    /// How often rules of much fired.
    pub fn much_firings(&self) -> u32 {
        self.firings[2..].iter().step_by(3).sum()
    }

    /// The eighteen tendencies and nine shares of firings by which a style is identified.
    pub fn features(&self) -> [f64; RULES + PLACES] {
        let all: u32 = self.firings.iter().sum();
        let share = |place: usize| f64::from(self.firings[place]) / f64::from(all.max(1));
        std::array::from_fn(|number| match self.tendencies.0.get(number) {
            Some(&tendency) => tendency / 100.0,
            None => share(number - RULES),
        })
    }
}
