//! `reproduce stud`: a bluffing player of seven-card stud.

use clap::Args;
use companions::claims::Reproduction;
use companions::stud;
use companions::stud::decisions::{Intentions, THRESHOLD};
use companions::stud::endgame::Amounts;
use companions::stud::estimate::Adjustment;
use companions::stud::model::Choices;
use companions::stud::points::PointScale;

use crate::session::Session;

/// The flags of `reproduce stud`.
#[derive(Args, Debug)]
pub struct Settings {
    /// Sets of deals; as many again test the classifier
    #[arg(long, value_name = "N", default_value_t = 20, allow_negative_numbers = true)]
    sets: u64,
    /// Games in a set; the thesis has 500
    #[arg(long, value_name = "N", default_value_t = 500, allow_negative_numbers = true)]
    games: usize,
    /// Situations of the reduced stud that are solved, and a tenth as many in which a card is opened first
    #[arg(long, value_name = "N", default_value_t = 200, allow_negative_numbers = true)]
    endgames: u64,
    #[command(flatten)]
    choices: TypedChoices,
}

/// What the thesis leaves open.
#[derive(Args, Debug)]
pub struct TypedChoices {
    /// How hands are counted: category (0 to 9) or ranked (with the rank's thirteenths)
    #[arg(long, value_name = "SCALE", default_value = PointScale::Category.name(), value_parser = point_scale)]
    points: PointScale,
    /// The sets of the intention to drop: calibrated or textbook
    #[arg(long, value_name = "SETS", default_value = Intentions::Calibrated.name(), value_parser = intentions)]
    intentions: Intentions,
    /// How many points stronger than it is a hand must look for a bluff
    #[arg(long, value_name = "POINTS", default_value_t = THRESHOLD, allow_negative_numbers = true)]
    threshold: f64,
    /// How far tendencies move the estimate: plain (the centre of gravity) or full (3/2 of it)
    #[arg(long, value_name = "HOW", default_value = Adjustment::Plain.name(), value_parser = adjustment)]
    adjustment: Adjustment,
}

impl TypedChoices {
    /// The choices as the library takes them.
    pub fn choices(&self) -> Choices {
        let &Self { points: scale, intentions, threshold, adjustment } = self;
        Choices { scale, intentions, threshold, adjustment }
    }
}

impl Default for Settings {
    fn default() -> Self {
        let stud::Settings { sets, games, endgames, choices, .. } = stud::Settings::default();
        let Choices { scale: points, intentions, threshold, adjustment } = choices;
        let choices = TypedChoices { points, intentions, threshold, adjustment };
        Self { sets, games, endgames: endgames.last_turns, choices }
    }
}

fn point_scale(text: &str) -> Result<PointScale, String> {
    named(text, &PointScale::ALL, PointScale::name)
}

fn intentions(text: &str) -> Result<Intentions, String> {
    named(text, &Intentions::ALL, Intentions::name)
}

fn adjustment(text: &str) -> Result<Adjustment, String> {
    named(text, &Adjustment::ALL, Adjustment::name)
}

fn named<T: Copy>(text: &str, all: &[T], name: impl Fn(T) -> &'static str) -> Result<T, String> {
    let names = || all.iter().map(|&it| name(it)).collect::<Vec<_>>().join(" or ");
    all.iter().copied().find(|&it| name(it) == text).ok_or_else(|| format!("choose {}", names()))
}

/// Runs the experiments.
pub fn reproduce(settings: &Settings, session: &Session) -> anyhow::Result<Reproduction> {
    let &Settings { sets, games, endgames, ref choices } = settings;
    let endgames = Amounts { last_turns: endgames, opening_games: endgames.div_ceil(10).max(2) };
    let settings = stud::Settings { seed: session.seed(), sets, games, choices: choices.choices(), endgames };
    Ok(stud::reproduce(&settings, &session.progress)?)
}
