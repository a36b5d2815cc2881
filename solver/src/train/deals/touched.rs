//! How much work a batch was, in information sets.

/// Information sets whose table entries were updated; one that is reached twice counts twice.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Touched {
    /// Whose regrets were updated.
    pub regrets: u64,
    /// Whose strategy sums were updated.
    pub averages: u64,
}

impl std::ops::Add for Touched {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { regrets: self.regrets + other.regrets, averages: self.averages + other.averages }
    }
}
