//! Units of money: whole chips, and thousandths of a big blind per game (mbb/g).

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A whole number of chips, won (positive), lost (negative) or put into the pot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Chips(pub i32);

impl Chips {
    /// No chips.
    pub const ZERO: Self = Self(0);

    /// The same amount as a floating-point number, exactly.
    #[inline]
    pub const fn as_f64(self) -> f64 {
        self.0 as f64
    }
}

/// Chips won per game as thousandths of a big blind per game.
///
/// `chips` is an average per game in chips; `big_blind` is the game's larger blind
/// ([`GameDefinition::big_blind`](super::game::GameDefinition::big_blind)) and must not be zero.
///
/// ```
/// use solver::units::{Chips, mbb_per_game};
/// // Folding always from both seats of hold'em loses 7.5 chips a game: 5 on the button, 10 in the big blind.
/// assert_eq!(mbb_per_game(-7.5, Chips(10)), -750.0);
/// ```
#[inline]
pub fn mbb_per_game(chips: f64, big_blind: Chips) -> f64 {
    1000.0 * chips / big_blind.as_f64()
}

impl Add for Chips {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Chips {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Chips {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<i32> for Chips {
    type Output = Self;
    #[inline]
    fn mul(self, times: i32) -> Self {
        Self(self.0 * times)
    }
}

impl AddAssign for Chips {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Chips {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Sum for Chips {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Self::add)
    }
}

impl fmt::Display for Chips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
