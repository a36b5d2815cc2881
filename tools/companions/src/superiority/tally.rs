//! What was won and lost with which hand, and the winning rates that follow: of starting hands, and of made hands as
//! printed (table 2) or as the rules of poker give them.

use evaluator::hand_category::HandCategory;
use evaluator::holding::STARTING_HANDS;
use evaluator::round::Round;

use super::judgement::{Judgement, MadeHand};
use crate::error::{CompanionError, Result};
use crate::named::named;
use crate::published::Published;
use crate::sums::share_error;

/// Showdowns by how they ended; whole numbers, so that the order of adding up does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Outcomes {
    pub wins: u64,
    pub ties: u64,
    pub losses: u64,
}

impl Outcomes {
    pub fn add(&mut self, others: Self) {
        self.wins += others.wins;
        self.ties += others.ties;
        self.losses += others.losses;
    }

    pub fn total(self) -> u64 {
        self.wins + self.ties + self.losses
    }

    /// The winning rate in %, ties left out: table 1's only reading that gives its numbers.
    pub fn rate(self) -> f64 {
        100.0 * self.wins as f64 / (self.wins + self.losses) as f64
    }

    /// The same, and 0 where nothing was won, not even a showdown played.
    pub(super) fn rate_or_zero(self) -> f64 {
        if self.wins == 0 { 0.0 } else { self.rate() }
    }

    /// The standard error of [`Self::rate`] if each outcome was drawn by itself.
    pub fn rate_error(self) -> f64 {
        100.0 * share_error(self.rate() / 100.0, (self.wins + self.losses) as f64)
    }

    /// The mean share of the pot, 0 to 1; a half without outcomes.
    pub fn strength(self) -> f64 {
        if self.total() == 0 { 0.5 } else { (self.wins as f64 + self.ties as f64 / 2.0) / self.total() as f64 }
    }
}

/// Outcomes by what the estimate sees of the hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    pub starting: Vec<Outcomes>,
    /// Flop, turn and river, by number of the judgement.
    pub judged: [Vec<Outcomes>; 3],
    /// Of the turn, where turn and river are dealt anew once the turn card has been seen.
    pub turn_dealt_anew: Vec<Outcomes>,
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
            turn_dealt_anew: none(Judgement::COUNT),
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

    pub fn add(&mut self, other: &Self) {
        let pairs = self.judged.iter_mut().zip(&other.judged);
        let pairs = pairs.chain([
            (&mut self.starting, &other.starting),
            (&mut self.turn_dealt_anew, &other.turn_dealt_anew),
            (&mut self.shown, &other.shown),
            (&mut self.shown_without_kickers, &other.shown_without_kickers),
        ]);
        for (own, others) in pairs {
            own.iter_mut().zip(others).for_each(|(own, &others)| own.add(others));
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RateSource {
    /// Table 2 as printed; what is not printed there, two pair and better, has one number far above every threshold.
    Paper,
    /// Counted over all boards by the rules of poker.
    Exact,
}

named!(RateSource { Paper => "paper", Exact => "exact" });

#[derive(Clone, PartialEq, Debug)]
pub struct Rates {
    pub starting: Vec<f64>,
    pub made: Vec<f64>,
}

impl Rates {
    /// The rates of a source. Those of starting hands are counted for both: the paper prints eight of 169.
    pub fn new(source: RateSource, exact: &Tally, published: &Published) -> Result<Self> {
        let rates = |outcomes: &[Outcomes]| outcomes.iter().map(|it| it.rate_or_zero()).collect();
        let made = match source {
            RateSource::Exact => rates(&exact.shown),
            RateSource::Paper => printed(published)?,
        };
        Ok(Self { starting: rates(&exact.starting), made })
    }
}

fn printed(published: &Published) -> Result<Vec<f64>> {
    let table = published.table("2")?;
    let others: f64 = published.constant("rate_of_two_pair_and_better")?;
    let of = |made: MadeHand| match made.category {
        HandCategory::HighCard => table.rows.first()?.values.get(usize::from(made.rank)).copied(),
        HandCategory::Pair => table.rows.get(1)?.values.get(usize::from(made.rank)).copied(),
        _ => Some(others),
    };
    let rates: Option<Vec<f64>> = MadeHand::all().map(of).collect();
    rates.ok_or(CompanionError::Published { file: "superiority.toml", problem: "table 2 is not complete".to_owned() })
}
