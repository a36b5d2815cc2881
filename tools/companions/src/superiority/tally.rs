//! What was won and lost with which hand: all that rates, accuracies and ceilings are made of.

use evaluator::holding::STARTING_HANDS;
use evaluator::round::Round;

use super::judgement::Judgement;
use super::made_hand::MadeHand;

/// Showdowns by how they ended; whole numbers, so that the order of adding up does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Outcomes {
    /// Won.
    pub wins: u64,
    /// Split.
    pub ties: u64,
    /// Lost.
    pub losses: u64,
}

impl Outcomes {
    /// Adds other outcomes, each counted `weight` times.
    #[inline]
    pub fn add(&mut self, others: Self, weight: u64) {
        self.wins += weight * others.wins;
        self.ties += weight * others.ties;
        self.losses += weight * others.losses;
    }

    /// All of them.
    pub fn total(self) -> u64 {
        self.wins + self.ties + self.losses
    }

    /// The winning rate in %, ties left out: table 1's only reading that gives its numbers.
    pub fn rate(self) -> f64 {
        100.0 * self.wins as f64 / (self.wins + self.losses) as f64
    }

    /// The standard error of [`Self::rate`] if each outcome was drawn by itself.
    pub fn rate_error(self) -> f64 {
        100.0 * crate::sums::share_error(self.rate() / 100.0, (self.wins + self.losses) as f64)
    }

    /// The mean share of the pot, 0 to 1; a half without outcomes.
    pub fn strength(self) -> f64 {
        if self.total() == 0 { 0.5 } else { (self.wins as f64 + self.ties as f64 / 2.0) / self.total() as f64 }
    }
}

/// Outcomes by what the estimate sees of the hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// By number of the starting hand.
    pub starting: Vec<Outcomes>,
    /// Flop, turn and river, by number of the judgement.
    pub judged: [Vec<Outcomes>; 3],
    /// By the hand shown on the river, by the rules of poker.
    pub shown: Vec<Outcomes>,
    /// The same with kickers ignored: category and rank alone.
    pub shown_without_kickers: Vec<Outcomes>,
}

impl Default for Tally {
    fn default() -> Self {
        let none = |count| vec![Outcomes::default(); count];
        Self {
            starting: none(STARTING_HANDS),
            judged: [(); 3].map(|()| none(Judgement::COUNT)),
            shown: none(MadeHand::COUNT),
            shown_without_kickers: none(MadeHand::COUNT),
        }
    }
}

impl Tally {
    /// The outcomes on a street after the flop or on it, by number of the judgement; before, by starting hand.
    pub fn of(&self, round: Round) -> &[Outcomes] {
        match round {
            Round::Preflop => &self.starting,
            Round::Flop | Round::Turn | Round::River => &self.judged[round.number() - 1],
        }
    }

    /// Adds another tally.
    pub fn add(&mut self, other: &Self) {
        let pairs = self.judged.iter_mut().zip(&other.judged);
        let pairs = pairs.chain([
            (&mut self.starting, &other.starting),
            (&mut self.shown, &other.shown),
            (&mut self.shown_without_kickers, &other.shown_without_kickers),
        ]);
        for (own, others) in pairs {
            own.iter_mut().zip(others).for_each(|(own, &others)| own.add(others, 1));
        }
    }
}
