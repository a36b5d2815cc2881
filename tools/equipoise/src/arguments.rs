//! What can be typed: the commands and the options common to all of them.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Args, FromArgMatches, Parser, Subcommand};
use evaluator::deck::Deck;
use solver::game::GameDefinition;
use std::ffi::OsString;
use std::path::PathBuf;

use super::bucket_places::with_each_bucket_file_named;
use super::commands::{
    arrays, buckets, bundle, daifugo, dealer, exploit, explore, export, game, hand, import, inspect, judge, league,
    matchup, opponent_clusters, plan, play, push_fold, reproduce, run, solve, solve_spot, strategy, stud, styles,
    survey, train,
};
use super::help;
use super::unused_options::refusal;

/// Heads-up limit hold'em: card abstraction, equilibrium solving and matches, offline.
#[derive(Parser, Debug)]
#[command(name = "equipoise", version, about, propagate_version = true)]
pub struct Arguments {
    /// Options of every command that they mean something to.
    #[command(flatten)]
    pub common: Common,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

impl Arguments {
    /// What was typed, the program's name first, as far as it means something.
    pub fn read(typed: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut program = help::program();
        let words = with_each_bucket_file_named(typed.into_iter());
        let typed = program.try_get_matches_from_mut(&words).map_err(|error| {
            let meant = meant_as_game(&program, &words, &error);
            meant.map_or(error, |line| program.error(ErrorKind::UnknownArgument, line))
        })?;
        let arguments = Self::from_arg_matches(&typed)?;
        match refusal(&full_name(&typed), &arguments.common) {
            Some(line) => Err(program.error(ErrorKind::ArgumentConflict, line)),
            None => Ok(arguments),
        }
    }
}

/// What to say of a game that was given by its place to a command that takes it as an option.
fn meant_as_game(program: &clap::Command, words: &[OsString], error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg) else { return None };
    let command = words.iter().skip(1).find_map(|word| program.find_subcommand(word))?;
    let option = command.get_arguments().find(|option| option.get_long() == Some("game"))?;
    let is_game = option.is_required_set() || GameDefinition::named(word).is_ok();
    let is_by_place = error.kind() == ErrorKind::UnknownArgument && !word.starts_with('-');
    let is_given = words.iter().any(|word| word.to_string_lossy().starts_with("--game"));
    (is_game && is_by_place && !is_given)
        .then(|| format!("unexpected argument '{word}' found\n\ndid you mean '--game {word}'?"))
}

/// The command that was typed, with those it stands in: `buckets build`.
fn full_name(typed: &ArgMatches) -> String {
    match typed.subcommand() {
        Some((name, inner)) => format!("{name} {}", full_name(inner)).trim_end().to_owned(),
        None => String::new(),
    }
}

/// Their heading in every help.
const COMMON: &str = "Common options";

/// Options of every command that they mean something to: `help::groups` says which.
#[derive(Args, Debug)]
pub struct Common {
    /// Print exactly one JSON document on stdout
    #[arg(long, global = true, hide_short_help = true, help_heading = COMMON)]
    pub json: bool,
    /// Show no progress
    #[arg(long, global = true, hide_short_help = true, help_heading = COMMON)]
    pub quiet: bool,
    /// Threads to work with [default: all cores]
    #[arg(long, global = true, hide_short_help = true, help_heading = COMMON, value_name = "N",
        allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Decides everything that is drawn at random [default: 1, or the study's]
    #[arg(long, global = true, hide_short_help = true, help_heading = COMMON, value_name = "N",
        allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// The folder to write to
    #[arg(long, global = true, hide_short_help = true, help_heading = COMMON, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Cards in the deck, 20 to 52 in steps of four: the highest ranks [default: 52, or the study's or strategy's]
    #[arg(long, global = true, hide_short_help = true, help_heading = COMMON, value_name = "CARDS")]
    pub deck: Option<Deck>,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// The main job at a small size on the real game, from cards to a league table
    #[command(after_help = "Example: equipoise quickstart --out runs/quickstart")]
    Quickstart(run::QuickstartSettings),
    /// Time, memory and disk of every stage of a study before anything starts; refuses what does not fit
    #[command(after_help = "Example: equipoise plan paper")]
    Plan(plan::Settings),
    /// Every stage of a study; skips what is done, resumes what was cut off
    #[command(after_help = "Example: equipoise run paper --out runs/paper")]
    Run(run::Settings),
    /// One self-contained HTML page about a run
    #[command(after_help = "Example: equipoise report runs/quickstart")]
    Report(run::ReportSettings),
    /// Everything about one hand
    #[command(visible_alias = "explain", after_help = "Example: equipoise hand Jc9h 4d5d9d --clusters 8")]
    Hand(hand::Settings),
    /// The canonical hand of an index
    #[command(after_help = "Example: equipoise unindex river 123456789")]
    Unindex(hand::IndexSettings),
    /// The starting hands in clusters, weakest first
    #[command(after_help = "Example: equipoise opponent-clusters --clusters 8")]
    OpponentClusters(opponent_clusters::Settings),
    /// Bucket files
    #[command(subcommand)]
    Buckets(BucketsCommand),
    /// A street's features of all canonical hands, as an array of u16 for NumPy
    #[command(
        after_help = "Strengths and OCHS are in 65,535ths (65,535 = 1); histograms count the deals of the rest of \
                      the board.\nExample: equipoise features turn --feature hsd --bins 50 --out runs/arrays"
    )]
    Features(arrays::FeatureSettings),
    /// The arrays of any file of ours, for NumPy
    #[command(after_help = "Example: equipoise arrays runs/paper/buckets/flop.buckets --out runs/arrays")]
    Arrays(arrays::ArraySettings),
    /// The counts of a game, and the betting tree of a no-limit one
    #[command(after_help = "Example: equipoise game holdem-nolimit --stack 100 --sizes sizes.toml")]
    Game(game::Settings),
    /// A small game solved exactly
    #[command(after_help = "Example: equipoise solve --game leduc --algorithm dcfr --iterations 2000")]
    Solve(solve::Settings),
    /// One post-flop spot solved exactly: a board, two ranges, a pot, stacks and bet sizes
    #[command(after_help = "Example: equipoise solve-spot turn.toml --to 0.3% --out runs/spots")]
    SolveSpot(solve_spot::Settings),
    /// The exact equilibrium where the button may only jam or fold, and the big blind call or fold
    #[command(after_help = "Example: equipoise push-fold --stack 10")]
    PushFold(push_fold::Settings),
    /// Counterfactual regret minimisation on a bucket set; resumes by itself
    #[command(
        after_help = "Example: equipoise train --buckets runs/paper --river runs/paper/buckets/river-C8.buckets \
                      --time 1h --out runs/mine"
    )]
    Train(train::Settings),
    /// The compressed strategy file of a training, which train writes, in other forms: the current strategy, other bits
    #[command(after_help = "Example: equipoise export runs/mine --buckets runs/paper")]
    Export(export::Settings),
    /// A strategy and all it needs in one file, which opens wherever a strategy does
    #[command(after_help = "Example: equipoise bundle runs/quickstart --variant C8 --out C8.bundle")]
    Bundle(bundle::Settings),
    /// A strategy of open-pure-cfr as a strategy file, to be measured and played like any other
    #[command(
        after_help = "Example: equipoise import holdem.iter-15691k.secs-150.avg-strategy --blind --out runs/imported"
    )]
    Import(import::Settings),
    /// What a strategy does with a hand
    #[command(
        after_help = "Example: equipoise strategy runs/quickstart/strategies/C8.strategy Th9h Qs7h2c --betting rc/"
    )]
    Strategy(strategy::Settings),
    /// How the players of logs play, how well each can be predicted, and who plays like whom
    #[command(after_help = "Example: equipoise styles match.log --out runs/styles")]
    Styles(styles::Settings),
    /// What a best response with exact cards wins against a policy
    #[command(after_help = "Example: equipoise exploit runs/quickstart/strategies/C8.strategy --flops 50")]
    Exploit(exploit::Settings),
    /// What a strategy does on all 1,755 flops: frequencies, values and equities, by texture and as one page
    #[command(after_help = "Example: equipoise survey runs/quickstart/C8 --betting rc/c")]
    Survey(survey::Settings),
    /// A page on this machine to explore strategies, to play against them, and to solve spots
    #[command(after_help = "Example: equipoise explore runs/quickstart")]
    Explore(explore::Settings),
    /// One player against another, both seats
    #[command(after_help = "Example: equipoise match runs/quickstart/strategies/C6.strategy \
                            runs/quickstart/strategies/C12.strategy --boards 500")]
    Match(matchup::Settings),
    /// Everyone against everyone
    #[command(after_help = "Example: equipoise league runs/quickstart/strategies/C6.strategy \
                            runs/quickstart/strategies/C8.strategy always-call")]
    League(league::Settings),
    /// Who won how much in logs, with and without luck
    #[command(after_help = "Example: equipoise judge match.log --strategy runs/quickstart/strategies/C8.strategy")]
    Judge(judge::Settings),
    /// Hands against a strategy, at the terminal
    #[command(after_help = "Example: equipoise play runs/quickstart/strategies/C8.strategy --log mine.log --review")]
    Play(play::Settings),
    /// A match of other people's programs or ours, as the Annual Computer Poker Competition plays it
    #[command(after_help = "Example: equipoise dealer match holdem 1000 42 Alice Bob -p 5001,5002")]
    Dealer(dealer::Settings),
    /// Plays a policy at a dealer's table
    #[command(
        after_help = "Example: equipoise player --strategy runs/quickstart/strategies/C8.strategy localhost 5001"
    )]
    Player(dealer::PlayerSettings),
    /// A companion system's experiments again: every published table beside ours, every claim with a verdict
    #[command(subcommand)]
    Reproduce(reproduce::Companion),
    /// Daifugo: five players at a table, or one that learns there
    #[command(subcommand)]
    Daifugo(daifugo::Daifugo),
    /// Seven-card stud
    #[command(subcommand)]
    Stud(stud::StudCommand),
    /// What a file is and how to make it again
    #[command(after_help = "Example: equipoise inspect runs/quickstart/buckets/flop.buckets")]
    Inspect(inspect::Settings),
    /// Manual pages, shell completions and a command reference, as files
    #[command(after_help = "Example: equipoise manual --out runs/manual")]
    Manual,
    /// The ladder of known answers, on your own build
    #[command(after_help = "Example: equipoise selftest")]
    Selftest,
    /// Reads every byte of files against their checksums
    #[command(after_help = "Example: equipoise verify runs/quickstart/buckets/flop.buckets \
                            runs/quickstart/strategies/C6.strategy")]
    Verify(inspect::VerifySettings),
}

/// What to do with bucket files.
#[derive(Subcommand, Debug)]
pub enum BucketsCommand {
    /// One street's bucket file
    #[command(
        after_help = "Example: equipoise buckets build river --feature ochs --clusters 8 --count 9000 --out runs/mine"
    )]
    Build(buckets::BuildSettings),
    /// How alike two bucket files of one street are
    #[command(after_help = "Example: equipoise buckets compare runs/paper/buckets/river-C6.buckets \
                            runs/paper/buckets/river-C12.buckets")]
    Compare(buckets::CompareSettings),
    /// A bucket file of your own buckets
    #[command(after_help = "Example: equipoise buckets import flop my_buckets.npy --name mine --out runs/mine")]
    Import(buckets::ImportSettings),
}
