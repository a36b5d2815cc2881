//! `explore`: a page on this machine to explore strategies, to play against them, and to solve spots.

use clap::Args;
use explorer::Explorer;
use explorer::explorer::{OpenStrategies, Title};
use explorer::play::PlaySettings;
use explorer::server::Server;
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
    /// call-raise, uniform), and files of solved spots [default: the strategies of all runs in runs/, if there are any]
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
    let shown = if settings.shown.is_empty() { runs_here() } else { settings.shown.clone() };
    let (spots, strategies): (Vec<PathBuf>, Vec<PathBuf>) = shown.into_iter().partition(|it| is_spot(it));
    let (titles, spots) = (titles(&strategies)?, titles(&spots)?);
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

/// The runs with strategies in the folder where runs are kept, by name.
fn runs_here() -> Vec<PathBuf> {
    let folders = std::fs::read_dir("runs").into_iter().flatten().flatten().map(|entry| entry.path());
    let has_some = |run: &PathBuf| run.is_dir() && RunFolder::new(run).strategies().is_ok_and(|it| !it.is_empty());
    let mut runs: Vec<PathBuf> = folders.filter(has_some).collect();
    runs.sort();
    runs
}

/// Whether a file is that of a solved spot; whatever else it may be is found out where it is opened.
fn is_spot(path: &Path) -> bool {
    path.is_file() && ArrayFile::open(path).is_ok_and(|file| file.kind() == FileKind::Spot)
}

/// The strategies behind the words that were typed, under names that distinguish them.
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
    let names: Vec<&str> = titles.iter().map(|title| title.name.as_str()).collect();
    let sources: Vec<&Path> = titles.iter().map(|title| title.source.as_path()).collect();
    let names = distinct_names(&names, &sources);
    titles.iter_mut().zip(names).for_each(|(title, name)| title.name = name);
    Ok(titles)
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
