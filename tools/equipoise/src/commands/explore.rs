//! `explore`: a page on this machine to explore strategies, to play against them, and to solve spots.

use clap::Args;
use evaluator::deck::Deck;
use explorer::Explorer;
use explorer::explorer::{OpenStrategies, Title};
use explorer::play::PlaySettings;
use explorer::server::Server;
use matches::agent_loader::built_in;
use matches::error::MatchError;
use matches::strategy_file::StrategyFile;
use matches::strategy_place::StrategyPlace;
use serde_json::json;
use std::path::{Path, PathBuf};
use tables::spot_file::is_spot;

use crate::bucket_places::BucketPlaces;
use crate::resolve_choice::TableResolveChoice;
use crate::session::{Document, Session};
use crate::terminal::{distinct_names, remark, show_line};

/// Where the page is unless another port is asked for.
pub const USUAL_PORT: u16 = 8113;

#[derive(Args, Debug)]
pub struct Settings {
    /// Runs, whose strategies are all taken, or one of them as RUN/NAME, strategy files, bundles, built-in policies
    /// (always-fold, always-call, always-raise, always-all-in, call-raise, uniform), and files of solved spots
    /// [default: the strategies of all runs and bundles in runs/ and the bundles here that play the first one's game]
    #[arg(value_name = "RUN|STRATEGY|SPOT")]
    shown: Vec<PathBuf>,
    /// The port to listen on; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = USUAL_PORT, allow_negative_numbers = true)]
    port: u16,
    #[command(flatten)]
    buckets: BucketPlaces,
    #[command(flatten)]
    resolve: TableResolveChoice,
}

/// Runs the command, until it is interrupted: that is its usual end, and no failure.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let (titles, left_out) = match settings.shown.is_empty() {
        true => offered(session.given_deck, &settings.buckets.places),
        false => (titles(&settings.shown)?, Vec::new()),
    };
    let (spots, titles): (Vec<Title>, Vec<Title>) = named(titles).into_iter().partition(|it| is_spot(&it.source));
    let names: Vec<String> = titles.iter().map(|title| title.name.clone()).collect();
    let server = Server::bind(settings.port)?;
    let strategies = match titles.is_empty() {
        true => OpenStrategies::none(session.given_deck.unwrap_or_default()),
        false => OpenStrategies::new(titles, &settings.buckets.places)?,
    };
    let play = PlaySettings { folder: session.out_or("runs/play"), person: "you".to_owned(), seed: session.given_seed };
    let mut explorer = Explorer::new(strategies, &spots, play)?;
    if let Some(effort) = settings.resolve.effort() {
        explorer = explorer.playing_rivers_solved_again(effort);
    }
    session.require_deck(explorer.deck())?;
    let address = format!("http://{}/", server.address());
    // The caller waits for the address; a document comes only at the end.
    if session.json {
        remark(&address);
    } else {
        show_line(&address)?;
    }
    if !session.quiet {
        left_out.iter().for_each(|error| remark(&format!("left out: {error}")));
    }
    server.serve(&explorer, &session.progress);
    Ok(Document::new(json!({ "address": address, "strategies": names }), "stopped".to_owned()))
}

/// The strategies of all runs and bundles in the folder where runs are kept, and of the bundles in this one, of the
/// first one's game; and why others are left out, which cannot be read or have lost their buckets.
fn offered(given_deck: Option<Deck>, bucket_places: &[PathBuf]) -> (Vec<Title>, Vec<MatchError>) {
    let (in_runs, here) = (entries("runs"), entries("."));
    let is_bundle = |path: &&PathBuf| path.is_file() && path.extension().is_some_and(|ending| ending == "bundle");
    let bundles = in_runs.iter().chain(&here).filter(is_bundle).filter_map(|path| StrategyPlace::of(path).ok());
    let runs = in_runs.iter().filter(|path| path.is_dir()).filter_map(|run| StrategyPlace::all_of(run).ok());
    let (mut game, mut left_out) = (None, Vec::new());
    let mut is_shown = |title: &Title| {
        let opened = StrategyFile::open(&title.source).and_then(|file| {
            file.require_buckets(bucket_places)?;
            Ok(file)
        });
        match opened {
            Ok(file) => {
                let is_of_deck = given_deck.is_none_or(|deck| deck == file.deck());
                is_of_deck && game.get_or_insert_with(|| file.game().clone()) == file.game()
            }
            Err(error) => {
                left_out.push(error);
                false
            }
        }
    };
    let all = runs.flatten().chain(bundles).map(title);
    let shown = all.filter(|title| is_shown(title)).collect();
    (shown, left_out)
}

/// What lies in a folder, sorted; nothing where it cannot be read.
fn entries(folder: &str) -> Vec<PathBuf> {
    let list = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut entries: Vec<PathBuf> =
        list.map(|entry| entry.path()).map(|path| path.strip_prefix(".").map(Path::to_owned).unwrap_or(path)).collect();
    entries.sort();
    entries
}

fn title(StrategyPlace { name, path }: StrategyPlace) -> Title {
    Title { name, source: path }
}

/// The strategies and spots behind the words that were typed.
pub fn titles(typed: &[PathBuf]) -> anyhow::Result<Vec<Title>> {
    let mut titles = Vec::new();
    for word in typed {
        if word.is_dir() {
            titles.extend(StrategyPlace::all_of(word)?.into_iter().map(title));
        } else if let Some(policy) = built_in(word) {
            titles.push(Title { name: policy.name().to_owned(), source: word.clone() });
        } else {
            titles.push(title(StrategyPlace::of(word)?));
        }
    }
    Ok(titles)
}

/// The same under names that distinguish them.
fn named(mut titles: Vec<Title>) -> Vec<Title> {
    let names: Vec<&str> = titles.iter().map(|title| title.name.as_str()).collect();
    let sources: Vec<&Path> = titles.iter().map(|title| title.source.as_path()).collect();
    let names = distinct_names(&names, &sources);
    titles.iter_mut().zip(names).for_each(|(title, name)| title.name = name);
    titles
}
