//! `reproduce stud`: a bluffing player of seven-card stud.

use clap::Args;
use companions::claims::Reproduction;
use companions::stud;
use companions::stud::endgame::Amounts;
use companions::stud::estimate::Adjustment;
use companions::stud::model::{Choices, Intentions, THRESHOLD};
use companions::stud::points::PointScale;

use super::super::named_choice::named;
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
    #[arg(long, value_name = "SCALE", default_value = "category", value_parser = named::<PointScale>())]
    points: PointScale,
    /// The sets of the intention to drop: calibrated or textbook
    #[arg(long, value_name = "SETS", default_value = "calibrated", value_parser = named::<Intentions>())]
    intentions: Intentions,
    /// How many points stronger than it is a hand must look for a bluff
    #[arg(long, value_name = "POINTS", default_value_t = THRESHOLD, allow_negative_numbers = true)]
    threshold: f64,
    /// How far tendencies move the estimate: plain (the centre of gravity) or full (3/2 of it)
    #[arg(long, value_name = "HOW", default_value = "plain", value_parser = named::<Adjustment>())]
    adjustment: Adjustment,
}

impl TypedChoices {
    /// The choices as the library takes them.
    pub fn choices(&self) -> Choices {
        let &Self { points: scale, intentions, threshold, adjustment } = self;
        Choices { scale, intentions, threshold, adjustment }
    }
}

/// Runs the experiments.
pub fn reproduce(settings: &Settings, session: &Session) -> anyhow::Result<Reproduction> {
    let &Settings { sets, games, endgames, ref choices } = settings;
    let endgames = Amounts { last_turns: endgames, opening_games: endgames.div_ceil(10).max(2) };
    let settings = stud::Settings { seed: session.seed(), sets, games, choices: choices.choices(), endgames };
    Ok(stud::reproduce(&settings, &session.progress)?)
}
