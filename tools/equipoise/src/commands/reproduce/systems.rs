//! The flags of the four companions: each becomes the settings of one reproduction.

use anyhow::Context;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use companions::claims::Reproduction;
use companions::daifugo::fixed_players::FixedPlayer;
use companions::daifugo::{self as experiments, published};
use companions::learners::Part;
use companions::learners::limit_game::Cap;
use companions::learners::prospect_game::Chips;
use companions::named::Named;
use companions::stud::endgame::Amounts;
use companions::stud::estimate::Adjustment;
use companions::stud::model::{Choices, Intentions, THRESHOLD};
use companions::stud::points::PointScale;
use companions::superiority::Files;
use companions::superiority::tally::RateSource;
use companions::superiority::turn_reading::TurnReading;
use companions::{learners, stud, superiority};
use std::path::PathBuf;

use crate::commands::named;
use crate::failure::wrong;
use crate::session::Session;

/// The flags of `reproduce superiority`.
#[derive(Args, Debug)]
pub struct Superiority {
    /// Deals to judge
    #[arg(long, value_name = "N", default_value_t = 10_000_000, allow_negative_numbers = true)]
    deals: u64,
    /// Winning rates of made hands: paper (as printed) or exact (by the rules of poker)
    #[arg(long, value_name = "SOURCE", default_value = "paper", value_parser = named::<RateSource>())]
    rates: RateSource,
    /// How tables 10 and 11 read the turn: as-played (the turn card that is seen is on the final board) or as-printed
    /// (what gives their numbers: turn and river dealt anew, ties left out, gut shots superior in every row)
    #[arg(long, value_name = "READING", default_value = "as-played", value_parser = named::<TurnReading>())]
    turn: TurnReading,
    /// Matches for points against each stand-in for a person
    #[arg(long, value_name = "N", default_value_t = 2_500, allow_negative_numbers = true)]
    matches: u64,
    /// Boards of the matches at the limit table
    #[arg(long, value_name = "N", default_value_t = 400, allow_negative_numbers = true)]
    boards: u64,
    /// Also write the players as bucket and strategy files into a run folder, for match, league and exploit
    #[arg(long, value_name = "DIR")]
    agent: Option<PathBuf>,
}

/// Runs the experiments.
pub fn superiority(settings: &Superiority, session: &Session) -> anyhow::Result<Reproduction> {
    let Superiority { deals, rates, turn, matches, boards, .. } = *settings;
    let asked = superiority::Settings { seed: session.seed(), deals, matches, boards, rates, turn };
    // Before the work: a place that cannot be written costs nothing.
    if let Some(folder) = &settings.agent {
        let refuse = |error| wrong(format!("{}: cannot be made ({error}); give another --agent", folder.display()));
        std::fs::create_dir_all(folder).map_err(refuse)?;
    }
    // The matches at the limit table need strategy files, too.
    let scratch = tempfile::tempdir().context("a temporary folder cannot be made; check TMPDIR")?;
    let files = settings.agent.as_deref().map_or(Files::Scratch(scratch.path()), Files::Agent);
    Ok(superiority::reproduce(&asked, files, &session.progress)?)
}

/// The flags of `reproduce log-learners`.
#[derive(Args, Debug)]
pub struct LogLearners {
    /// Which experiments: functions (121 functions of two numbers), ring (twelve players at a table of eight), prospect
    /// (36 players with prospect theory in a small game of two) or all
    #[arg(long, value_parser = ["functions", "ring", "prospect", "all"], default_value = "all")]
    part: String,
    /// Clusterings from different starts; the functions get twice as many
    #[arg(long, value_name = "N", default_value_t = 5, allow_negative_numbers = true)]
    seeds: u64,
    /// Whether prospect players keep their winnings: reset (every game begins at zero) or carried from game to game of
    /// a pairing
    #[arg(long, default_value = "reset", value_parser = named::<Chips>())]
    chips: Chips,
    /// What the cap of four bets and raises a round counts at the table of eight: those of all players in total, or
    /// per-player
    #[arg(long, default_value = "total", value_parser = named::<Cap>())]
    cap: Cap,
    /// Games at the table of eight [default: as many as the paper's]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    games: Option<u64>,
}

/// Runs the experiments.
pub fn log_learners(settings: &LogLearners, session: &Session) -> anyhow::Result<Reproduction> {
    let &LogLearners { seeds, chips, cap, games, .. } = settings;
    let parts = Part::of_name(&settings.part).map_or_else(|| learners::Settings::default().parts, |part| vec![part]);
    let settings = learners::Settings { seed: session.seed(), parts, seeds, chips, cap, games };
    Ok(learners::reproduce(&settings, &session.progress)?)
}

/// The flags of `reproduce stud`.
#[derive(Args, Debug)]
pub struct Stud {
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
pub fn stud(settings: &Stud, session: &Session) -> anyhow::Result<Reproduction> {
    let &Stud { sets, games, endgames, ref choices } = settings;
    let endgames = Amounts { last_turns: endgames, opening_games: endgames.div_ceil(10).max(2) };
    let settings = stud::Settings { seed: session.seed(), sets, games, choices: choices.choices(), endgames };
    Ok(stud::reproduce(&settings, &session.progress)?)
}

/// The flags of `reproduce daifugo`.
#[derive(Args, Debug)]
pub struct Daifugo {
    /// Trainings against each of the two opponents [default: 20]
    #[arg(
        long, value_name = "N",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(2..=10_000)
    )]
    seeds: Option<u64>,
    /// Who plays the paper's Enemy, whose rules it does not give: random (any legal play) or lowest (the lowest legal
    /// rank)
    #[arg(
        long,
        value_parser = PossibleValuesParser::new(["random", "lowest"]).try_map(|name| name.parse::<FixedPlayer>())
    )]
    enemy: Option<FixedPlayer>,
    /// Learners at the table; the first one is measured [default: 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..=5))]
    learners: Option<u64>,
    /// Games of a training [default: the paper's 30000]
    #[arg(
        long, value_name = "N",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(3_000..=1_000_000_000)
    )]
    games: Option<u64>,
    /// Also train N of each stronger player, and let others search: minutes
    #[arg(
        long, value_name = "N",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(1..=10_000)
    )]
    stronger: Option<u64>,
}

/// Plays the experiments.
pub fn daifugo(settings: &Daifugo, session: &Session) -> anyhow::Result<Reproduction> {
    let of_paper = experiments::Settings::of_paper(session.seed(), &published()?)?;
    let settings = experiments::Settings {
        seeds: settings.seeds.unwrap_or(of_paper.seeds),
        enemy: settings.enemy.unwrap_or(of_paper.enemy),
        learners: settings.learners.map_or(of_paper.learners, |learners| learners as usize),
        training_games: settings.games.unwrap_or(of_paper.training_games),
        stronger: settings.stronger.unwrap_or(of_paper.stronger),
        ..of_paper
    };
    Ok(experiments::reproduce(&settings, &session.progress)?)
}
