//! One file per command: its flags, and the one library call they become.

pub mod arrays;
pub mod buckets;
pub mod bundle;
pub mod daifugo;
pub mod dealer;
pub mod exploit;
pub mod explore;
pub mod export;
pub mod game;
pub mod hand;
pub mod import;
pub mod inspect;
pub mod judge;
pub mod league;
pub mod manual;
pub mod matchup;
pub mod opponent_clusters;
pub mod plan;
pub mod play;
pub mod push_fold;
pub mod repeated_match;
pub mod reproduce;
pub mod run;
pub mod solve;
pub mod solve_spot;
pub mod strategy;
pub mod stud;
pub mod styles;
pub mod survey;
pub mod train;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use companions::named::Named;

use super::arguments::{BucketsCommand, Command};
use super::selftest;
use super::session::{Document, Session};

pub fn run(command: Command, session: &Session) -> anyhow::Result<Document> {
    match command {
        Command::Quickstart(settings) => run::quickstart(&settings, session),
        Command::Plan(settings) => plan::run(&settings, session),
        Command::Run(settings) => run::run(&settings, session),
        Command::Report(settings) => run::report(&settings, session),
        Command::Hand(settings) => hand::run(&settings, session),
        Command::Unindex(settings) => hand::unindex(&settings, session),
        Command::OpponentClusters(settings) => opponent_clusters::run(&settings, session),
        Command::Buckets(BucketsCommand::Build(settings)) => buckets::build(&settings, session),
        Command::Buckets(BucketsCommand::Compare(settings)) => buckets::compare(&settings, session),
        Command::Buckets(BucketsCommand::Import(settings)) => buckets::import(&settings, session),
        Command::Features(settings) => arrays::features(&settings, session),
        Command::Arrays(settings) => arrays::arrays(&settings, session),
        Command::Game(settings) => game::run(&settings, session),
        Command::Solve(settings) => solve::run(&settings, session),
        Command::SolveSpot(settings) => solve_spot::run(&settings, session),
        Command::PushFold(settings) => Ok(push_fold::run(&settings)),
        Command::Train(settings) => train::run(&settings, session),
        Command::Export(settings) => export::run(&settings, session),
        Command::Bundle(settings) => bundle::run(&settings, session),
        Command::Import(settings) => import::run(&settings, session),
        Command::Strategy(settings) => strategy::run(&settings, session),
        Command::Styles(settings) => styles::run(&settings, session),
        Command::Survey(settings) => survey::run(&settings, session),
        Command::Exploit(settings) => exploit::run(&settings, session),
        Command::Explore(settings) => explore::run(&settings, session),
        Command::Match(settings) => matchup::run(&settings, session),
        Command::League(settings) => league::run(&settings, session),
        Command::Daifugo(daifugo) => daifugo::run(&daifugo, session),
        Command::Judge(settings) => judge::run(&settings, session),
        Command::Play(settings) => play::run(&settings, session),
        Command::Dealer(settings) => dealer::run(&settings, session),
        Command::Player(settings) => dealer::player(&settings, session),
        Command::Reproduce(companion) => reproduce::run(&companion, session),
        Command::Stud(command) => stud::run(&command),
        Command::Inspect(settings) => inspect::run(&settings),
        Command::Manual => manual::run(session),
        Command::Selftest => selftest::run(session),
        Command::Verify(settings) => inspect::verify(&settings, session),
    }
}

/// Reads one of the names that a choice of the companions has in the library.
fn named<T: Named + Send + Sync>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(T::NAMES.iter().map(|(_, name)| *name)).try_map(|name| T::of_name(&name).ok_or("unknown"))
}
