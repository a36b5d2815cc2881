//! What can be typed: the commands and the options common to all of them.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

use crate::commands::{
    buckets_build, buckets_compare, exploit, export, game, hand, inspect, league, matchup, opponent_clusters, plan,
    quickstart, report, run, solve, strategy, train, unindex, verify,
};

/// Heads-up limit hold'em: card abstraction, equilibrium solving and matches, offline.
#[derive(Parser, Debug)]
#[command(name = "equipoise", version, about, propagate_version = true, disable_help_subcommand = true)]
pub struct Arguments {
    /// Options of every command.
    #[command(flatten)]
    pub common: Common,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Options of every command.
#[derive(Args, Debug)]
pub struct Common {
    /// Print exactly one JSON document on stdout
    #[arg(long, global = true)]
    pub json: bool,
    /// Show no progress
    #[arg(long, global = true)]
    pub quiet: bool,
    /// Threads to work with [default: all cores]
    #[arg(long, global = true, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Decides everything that is drawn at random [default: 1, or the study's]
    #[arg(long, global = true, value_name = "N", allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// The folder to write to
    #[arg(long, global = true, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// The main job at a small size on the real game, from cards to a league table
    Quickstart(quickstart::Settings),
    /// Time, memory and disk of every stage of a study before anything starts; refuses what does not fit
    Plan(plan::Settings),
    /// Every stage of a study; skips what is done, resumes what was cut off
    Run(run::Settings),
    /// One self-contained HTML page about a run
    Report(report::Settings),
    /// All there is to know of one hand
    Hand(hand::Settings),
    /// The canonical hand of an index
    Unindex(unindex::Settings),
    /// The 169 starting hands in clusters, weakest first
    OpponentClusters(opponent_clusters::Settings),
    /// Bucket files
    #[command(subcommand)]
    Buckets(BucketsCommand),
    /// The counts of a game
    Game(game::Settings),
    /// A small game solved exactly
    Solve(solve::Settings),
    /// Counterfactual regret minimisation on a bucket set; resumes by itself
    Train(train::Settings),
    /// The compressed strategy file of a training
    Export(export::Settings),
    /// What a strategy does with a hand
    Strategy(strategy::Settings),
    /// What a best response with exact cards wins against a policy
    Exploit(exploit::Settings),
    /// One player against another, both seats
    Match(matchup::Settings),
    /// Everyone against everyone
    League(league::Settings),
    /// What a file is and how to make it again
    Inspect(inspect::Settings),
    /// Reads every byte of files against their checksums
    Verify(verify::Settings),
}

/// What to do with bucket files.
#[derive(Subcommand, Debug)]
pub enum BucketsCommand {
    /// One street's bucket file
    Build(buckets_build::Settings),
    /// How alike two bucket files of one street are
    Compare(buckets_compare::Settings),
}
