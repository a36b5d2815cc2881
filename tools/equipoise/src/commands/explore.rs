//! `explore`: a page on this machine to explore strategies, to play against them, and to solve spots.

use clap::Args;
use evaluator::deck::Deck;
use explorer::Explorer;
use explorer::explorer::{OpenStrategies, Title};
use explorer::play::PlaySettings;
use explorer::server::Server;
use matches::strategy_file::StrategyFile;
use serde_json::json;
use std::path::{Path, PathBuf};
use tables::file::array::ArrayFile;
use tables::file::header::FileKind;
use tables::run::folder::RunFolder;
use tables::text::written;

use crate::failure::wrong;
use crate::session::{Document, Session};
use crate::terminal::{distinct_names, remark, show_line};

#[derive(Args, Debug)]
pub struct Settings {
    /// Runs, whose strategies are all taken, strategy files, built-in policies (always-fold, always-call, always-raise,
    /// always-all-in, call-raise, uniform), and files of solved spots [default: the strategies of all runs in runs/
    /// that play the first one's game]
    #[arg(value_name = "RUN|STRATEGY|SPOT")]
    shown: Vec<PathBuf>,
    /// The port to listen on; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 8113, allow_negative_numbers = true)]
    port: u16,
    /// Folders with bucket files, where a strategy's own run does not hold them
    #[arg(long, value_name = "DIR")]
    buckets: Vec<PathBuf>,
}

/// Runs the command, until it is interrupted: that is its usual end, and no failure.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let titles = match settings.shown.is_empty() {
        true => offered(session.given_deck),
        false => titles(&settings.shown)?,
    };
    let (spots, titles): (Vec<Title>, Vec<Title>) = named(titles).into_iter().partition(|it| is_spot(&it.source));
    let names: Vec<String> = titles.iter().map(|title| title.name.clone()).collect();
    let server = Server::bind(settings.port)?;
    let strategies = match titles.is_empty() {
        true => OpenStrategies::none(session.given_deck.unwrap_or_default()),
        false => OpenStrategies::new(titles, &settings.buckets)?,
    };
    let play = PlaySettings { folder: session.out_or("runs/play"), person: "you".to_owned(), seed: session.given_seed };
    let explorer = Explorer::new(strategies, &spots, play)?;
    session.require_deck(explorer.deck())?;
    let address = format!("http://{}/", server.address());
    // The caller waits for the address; a document comes only at the end.
    if session.json {
        remark(&address);
    } else {
        show_line(&address)?;
    }
    server.serve(&explorer, &session.progress);
    Ok(Document::new(json!({ "address": address, "strategies": names }), "stopped".to_owned()))
}

/// The strategies of all runs in the folder where runs are kept, of the first one's game; what cannot be read is left
/// out.
fn offered(given_deck: Option<Deck>) -> Vec<Title> {
    let folders = std::fs::read_dir("runs").into_iter().flatten().flatten().map(|entry| entry.path());
    let mut runs: Vec<PathBuf> = folders.filter(|run| run.is_dir()).collect();
    runs.sort();
    let mut game = None;
    let mut is_shown = |title: &Title| {
        let Ok(file) = StrategyFile::open(&title.source) else { return false };
        let is_of_deck = given_deck.is_none_or(|deck| deck == file.deck());
        is_of_deck && game.get_or_insert_with(|| file.game().clone()) == file.game()
    };
    let all = runs.iter().filter_map(|run| strategies_of_run(run).ok()).flatten();
    all.filter(|title| is_shown(title)).collect()
}

/// Whether a file is that of a solved spot; whatever else it may be is found out where it is opened.
fn is_spot(path: &Path) -> bool {
    path.is_file() && ArrayFile::open(path).is_ok_and(|file| file.kind() == FileKind::Spot)
}

/// The strategies and spots behind the words that were typed.
fn titles(typed: &[PathBuf]) -> anyhow::Result<Vec<Title>> {
    let mut titles = Vec::new();
    for word in typed {
        if word.is_dir() {
            titles.extend(strategies_of_run(word)?);
        } else {
            let stem = word.file_stem().unwrap_or_default();
            titles.push(Title { name: written(Path::new(stem)), source: word.clone() });
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

fn strategies_of_run(run: &Path) -> anyhow::Result<Vec<Title>> {
    let found = RunFolder::new(run).strategies()?;
    if found.is_empty() {
        return Err(wrong(format!(
            "{}: no strategies there; 'equipoise quickstart' or 'equipoise export' makes some",
            run.display()
        )));
    }
    Ok(found.into_iter().map(|(name, path)| Title { name, source: path }).collect())
}
