//! Who plays: the bluffing system, and the four styles of model that it is measured against (section 4.2.1).

use serde::Serialize;

use super::decisions::{Intentions, OpeningRule, Stakes, THRESHOLD};
use super::estimate::{Adjustment, Learner, Lesson, Tendencies};
use super::points::PointScale;
use crate::error::CompanionError;

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
    pub fn checked(self) -> Result<Self, CompanionError> {
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
    /// In the order of the published tables.
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

/// A player through a row of games: a model and what it has learned.
#[derive(Clone, PartialEq, Debug)]
pub struct Player {
    pub model: Model,
    pub learner: Learner,
}

impl Player {
    pub fn new(model: Model) -> Self {
        Self { model, learner: Learner::default() }
    }

    pub fn tendencies(&self) -> &Tendencies {
        &self.learner.tendencies
    }

    pub fn learn(&mut self, lessons: &[Lesson]) {
        if self.model.learning == Learning::EveryGame {
            self.learner.learn(lessons);
        }
    }
}
