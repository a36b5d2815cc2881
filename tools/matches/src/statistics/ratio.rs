//! A share counted over games, such as folds among actions, with a standard error that allows for actions of one game
//! being dependent.

use super::student::half_interval95;

/// Sums over games of a part and of what it is a part of.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Ratio {
    part: f64,
    whole: f64,
    part_squares: f64,
    products: f64,
    whole_squares: f64,
    games: u64,
}

impl Ratio {
    /// Takes one game's counts; a game without either changes nothing.
    pub fn add(&mut self, part: f64, whole: f64) {
        self.part += part;
        self.whole += whole;
        self.part_squares += part * part;
        self.products += part * whole;
        self.whole_squares += whole * whole;
        self.games += u64::from(part != 0.0 || whole != 0.0);
    }

    /// Takes all games of another one.
    pub fn merge(&mut self, other: &Self) {
        self.part += other.part;
        self.whole += other.whole;
        self.part_squares += other.part_squares;
        self.products += other.products;
        self.whole_squares += other.whole_squares;
        self.games += other.games;
    }

    /// The share; `None` where there was nothing to be a part of.
    pub fn share(&self) -> Option<f64> {
        (self.whole != 0.0).then(|| self.part / self.whole)
    }

    /// Its standard error by the linearised estimator of a ratio (Cochran, "Sampling techniques", 6.4); games are
    /// independent, actions within a game need not be. `None` where there is no share.
    pub fn standard_error(&self) -> Option<f64> {
        let share = self.share()?;
        let squares = self.part_squares - 2.0 * share * self.products + share * share * self.whole_squares;
        Some(squares.max(0.0).sqrt() / self.whole.abs())
    }

    /// Half its 95 % interval, by Student's distribution over games; `None` for fewer than two of them.
    pub fn half_interval95(&self) -> Option<f64> {
        let games = self.games as f64;
        let widened = (games / (games - 1.0)).sqrt() * half_interval95(self.games);
        self.standard_error().filter(|_| self.games > 1).map(|error| widened * error)
    }

    /// What it is a part of.
    pub fn whole(&self) -> f64 {
        self.whole
    }
}
