//! Who plays: the bluffing system, and the four styles of model that it is measured against (section 4.2.1).
//!
//! What a player does with its estimate: whether it drops (section 3.3, by fuzzy inference on bet and turn), which hole
//! card it opens before turns 6 and 7 (section 3.4), and how much it bets (equations 3.6 to 3.8).

use rand_xoshiro::rand_core::RngCore;
use serde::Serialize;

use super::estimate::{Adjustment, Learner, Lesson, normalised_turn};
use super::points::{POINTS, PointScale};
use super::rules::Limits;
use crate::error::{CompanionError, Result};
use crate::fuzzy::{THIRDS, Triangle, infer, memberships};
use crate::named::named;
use crate::streams::{below, normal};

/// What the thesis leaves open or contradicts itself about; the default is what this project chose.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Choices {
    #[serde(rename = "points")]
    pub scale: PointScale,
    pub intentions: Intentions,
    /// How many points stronger a hand must look for a bluff.
    pub threshold: f64,
    pub adjustment: Adjustment,
}

impl Default for Choices {
    fn default() -> Self {
        let (scale, intentions, adjustment) = (PointScale::Category, Intentions::Calibrated, Adjustment::Plain);
        Self { scale, intentions, threshold: THRESHOLD, adjustment }
    }
}

impl Choices {
    pub fn checked(self) -> Result<Self> {
        if self.threshold.is_finite() && (0.0..=9.0).contains(&self.threshold) {
            return Ok(self);
        }
        let found = self.threshold.to_string();
        Err(CompanionError::input("--threshold", found, "0 to 9 points", "the thesis says 1.3, and once 1.5"))
    }
}

/// What an inferior player does from turn 5 on; before, the intention to drop decides for all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Staying {
    /// Stays where a bluff may work, else drops: the system.
    Bluffing,
    Tight,
    /// Goes on letting the intention decide.
    Loose,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Learning {
    /// After every game, whether cards were shown or not (a choice).
    EveryGame,
    /// Never: tendencies stay at 50.
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Model {
    pub staying: Staying,
    pub stakes: Stakes,
    pub opening: OpeningRule,
    pub learning: Learning,
}

impl Model {
    pub const SYSTEM: Self = Self {
        staying: Staying::Bluffing,
        stakes: Stakes::Aggressive,
        opening: OpeningRule::Deceptive,
        learning: Learning::EveryGame,
    };
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    TightAggressive,
    TightPassive,
    LooseAggressive,
    LoosePassive,
}

impl Style {
    pub const ALL: [Self; 4] = [Self::TightAggressive, Self::TightPassive, Self::LooseAggressive, Self::LoosePassive];

    pub fn letters(self) -> &'static str {
        ["TA", "TP", "LA", "LP"][self as usize]
    }

    pub(crate) fn is_tight(self) -> bool {
        matches!(self, Self::TightAggressive | Self::TightPassive)
    }

    pub(crate) fn is_aggressive(self) -> bool {
        matches!(self, Self::TightAggressive | Self::LooseAggressive)
    }

    /// The model of this style: the system without bluffs.
    pub fn model(self, opening: OpeningRule) -> Model {
        let staying = if self.is_tight() { Staying::Tight } else { Staying::Loose };
        let stakes = if self.is_aggressive() { Stakes::Aggressive } else { Stakes::Passive };
        Model { staying, stakes, opening, learning: Learning::EveryGame }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Player {
    pub model: Model,
    pub learner: Learner,
}

impl Player {
    pub fn new(model: Model) -> Self {
        Self { model, learner: Learner::default() }
    }

    pub fn learn(&mut self, lessons: &[Lesson]) {
        if self.model.learning == Learning::EveryGame {
            self.learner.learn(lessons);
        }
    }
}

/// From this turn on all seven cards are dealt: the system drops unless a bluff may work.
pub(crate) const LAST_CARD: u8 = 5;
/// How many points stronger than it is a hand must look for a bluff; figure 3.8 says 1.5, the text 1.3 twice.
pub const THRESHOLD: f64 = 1.3;

/// Where the sets ZO, PS1, PS2, PB1 and PB2 of the lost figure 3.7 have their peaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intentions {
    /// 0, 0.05, 0.10, 0.15, 0.20: chosen so that as many games come to the showdown as were published.
    Calibrated,
    /// 0, ¼, ½, ¾, 1: the textbook's, with which hardly a game gets to turn 5.
    Textbook,
}

/// Table 3.2: which set belongs to bet (few, middle, much) and turn (early, middle, end).
const TABLE: [[usize; 3]; 3] = [[0, 1, 3], [0, 2, 4], [0, 2, 4]];

named!(Intentions { Calibrated => "calibrated", Textbook => "textbook" });

impl Intentions {
    /// The five sets; neighbours cross half-way up.
    fn sets(self) -> [Triangle; 5] {
        let width = match self {
            Self::Calibrated => 0.05,
            Self::Textbook => 0.25,
        };
        [0.0, 1.0, 2.0, 3.0, 4.0].map(|number| Triangle::new(number * width, width))
    }

    /// The intention to drop in [0, 1]: the player drops where a uniform random number does not exceed it.
    pub fn intention(self, bet_share: f64, turn: u8) -> f64 {
        let (bets, turns) = (memberships(THIRDS, bet_share), memberships(THIRDS, normalised_turn(turn)));
        infer((0.0, 1.0), self.sets(), TABLE, bets, turns)
    }
}

/// How a player chooses the card it opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpeningRule {
    /// The system's: looks weak when superior (lowest potential with 80 %, second lowest with 20 %), strong when a
    /// bluff may work.
    Deceptive,
    /// The same, but always the lowest potential when superior; no published player.
    AlwaysWeakest,
    Random,
    StrongestFirst,
    WeakestFirst,
}

#[derive(Clone, Copy, Debug)]
pub struct Choice<'a> {
    pub potentials: &'a [(usize, f64)],
    pub result: f64,
    /// Whether the hand is complete among the open cards.
    pub complete: bool,
    /// The potential at which a bluff may work: own points + threshold; infinite for a player who never bluffs.
    pub bluff_from: f64,
}

impl OpeningRule {
    /// The number of the card to open; `potentials` must not be empty.
    pub fn choose(self, choice: &Choice<'_>, dice: &mut impl RngCore) -> usize {
        let mut order: Vec<(usize, f64)> = choice.potentials.to_vec();
        order.sort_by(|one, other| one.1.total_cmp(&other.1));
        let count = order.len();
        let random = |dice: &mut _| below(dice, count as u64) as usize;
        let place = match self {
            Self::Random => random(dice),
            Self::WeakestFirst => 0,
            Self::StrongestFirst => count - 1,
            Self::Deceptive | Self::AlwaysWeakest if choice.result >= 0.0 => match self {
                _ if choice.complete => random(dice),
                Self::Deceptive => usize::from(below(dice, 5) == 4).min(count - 1),
                _ => 0,
            },
            Self::Deceptive | Self::AlwaysWeakest if order[count - 1].1 >= choice.bluff_from => count - 1,
            Self::Deceptive | Self::AlwaysWeakest => random(dice),
        };
        order[place].0
    }
}

/// Variance of the noise: the text says variance, and 0.1 would be a standard deviation three times smaller.
pub(crate) const NOISE_VARIANCE: f64 = 0.1;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stakes {
    Aggressive,
    /// 0.7 of the upper limit, but never less than the lower one.
    Passive,
}

impl Stakes {
    pub fn limits(self, limits: Limits) -> Limits {
        match self {
            Self::Aggressive => limits,
            // 0.7 in whole numbers, rounded down as bets are.
            Self::Passive => Limits { upper: limits.lower.max(limits.upper * 7 / 10), ..limits },
        }
    }
}

pub fn noise(dice: &mut impl RngCore) -> f64 {
    NOISE_VARIANCE.sqrt() * normal(dice)
}

/// Equation 3.7: the share of the range that is bet, from the estimate and noise of variance `NOISE_VARIANCE`.
pub fn share_of_estimate(result: f64, noise: f64) -> f64 {
    (0.5 * result + 0.5 + noise).clamp(0.0, 1.0)
}

/// Equation 3.8: the share that a bluff bets, from how strong it looks; no noise.
pub fn share_of_bluff(potential: f64) -> f64 {
    (0.5 * potential / (POINTS - 1) as f64 + 0.5).clamp(0.0, 1.0)
}

/// Equation 3.6, rounded down: the share `a` of the way from the lower to the upper limit.
pub fn amount(limits: Limits, share: f64) -> u64 {
    let range = limits.upper - limits.lower;
    limits.lower + ((share * range as f64) as u64).min(range)
}
