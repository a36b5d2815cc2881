//! `reproduce daifugo`: pair keeping, and learning it.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use companions::claims::Reproduction;
use companions::daifugo::fixed_players::FixedPlayer;
use companions::daifugo::{self as experiments, published};

use crate::session::Session;

/// The flags of `reproduce daifugo`.
#[derive(Args, Debug)]
pub struct Settings {
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
pub fn reproduce(settings: &Settings, session: &Session) -> anyhow::Result<Reproduction> {
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
