//! `reproduce`: the experiments of the companion systems again, each published table beside ours.

mod shown_tables;
mod systems;

use clap::{Args, Command, Subcommand};
use companions::claims::Reproduction;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Instant;
use tables::file::sibling::{SiblingFile, write_text_atomically};
use tables::text::written;

pub use systems::TypedChoices;

use crate::session::Document;
use crate::session::Session;

/// Which companion's experiments.
#[derive(Subcommand, Debug)]
pub enum Companion {
    /// Hold'em by rules of thumb about winning rates
    #[command(after_help = "Example: equipoise reproduce superiority --seed 7 --out runs/superiority")]
    Superiority(systems::Superiority),
    /// Players imitated from their logs, grouped by who imitates them best
    #[command(after_help = "Example: equipoise reproduce log-learners --part prospect --seeds 10")]
    LogLearners(systems::LogLearners),
    /// A player of seven-card stud that bluffs by fuzzy inference
    #[command(after_help = "Example: equipoise reproduce stud --sets 20 --seed 7 --out runs/stud")]
    Stud(systems::Stud),
    /// Pair keeping in Daifugo, and learning it
    #[command(after_help = "Example: equipoise reproduce daifugo --seeds 20")]
    Daifugo(systems::Daifugo),
    /// All of them at their usual settings, on one HTML page
    #[command(after_help = "Example: equipoise reproduce all --out runs/companions")]
    All,
}

impl Companion {
    fn is_all(&self) -> bool {
        matches!(self, Self::All)
    }

    /// What its page is called.
    fn page_name(&self) -> &'static str {
        match self {
            Self::Superiority(_) => "superiority.html",
            Self::LogLearners(_) => "log-learners.html",
            Self::Stud(_) => "stud.html",
            Self::Daifugo(_) => "daifugo.html",
            Self::All => "companions.html",
        }
    }

    fn reproduce(&self, session: &Session) -> anyhow::Result<Vec<Reproduction>> {
        Ok(match self {
            Self::Superiority(settings) => vec![timed(|| systems::superiority(settings, session))?],
            Self::LogLearners(settings) => vec![timed(|| systems::log_learners(settings, session))?],
            Self::Stud(settings) => vec![timed(|| systems::stud(settings, session))?],
            Self::Daifugo(settings) => vec![timed(|| systems::daifugo(settings, session))?],
            Self::All => vec![
                timed(|| systems::superiority(&usual()?, session))?,
                timed(|| systems::log_learners(&usual()?, session))?,
                timed(|| systems::stud(&usual()?, session))?,
                timed(|| systems::daifugo(&usual()?, session))?,
            ],
        })
    }
}

/// A reproduction and how long it took.
fn timed(reproduce: impl FnOnce() -> anyhow::Result<Reproduction>) -> anyhow::Result<Reproduction> {
    let begun = Instant::now();
    let reproduction = reproduce()?;
    Ok(Reproduction { seconds: begun.elapsed().as_secs_f64(), ..reproduction })
}

/// A companion's settings where no flag is given.
fn usual<S: Args>() -> anyhow::Result<S> {
    let flags = S::augment_args(Command::new("reproduce"));
    Ok(S::from_arg_matches(&flags.try_get_matches_from(["reproduce"])?)?)
}

/// Runs the command.
pub fn run(companion: &Companion, session: &Session) -> anyhow::Result<Document> {
    let page = page_file(companion, session)?;
    let reproductions = companion.reproduce(session)?;
    if let Some(page) = &page {
        write_text_atomically(page, &shown_tables::page(&reproductions).to_html())?;
    }
    let text: Vec<String> = reproductions.iter().map(shown_tables::text).collect();
    let mut text = text.join("\n\n");
    if let Some(page) = &page {
        text += &format!("\n\n{}", page.display());
    }
    let mut documents: Vec<Value> = reproductions.iter().map(Reproduction::to_json).collect();
    let json = if companion.is_all() {
        json!({ "companions": documents, "file": page.as_deref().map(written) })
    } else {
        documents.pop().unwrap_or_default()
    };
    Ok(Document::new(json, text))
}

/// Where the HTML page goes: `all` always writes one, a single companion where `--out` says.
fn page_file(companion: &Companion, session: &Session) -> anyhow::Result<Option<PathBuf>> {
    if session.out.is_none() && !companion.is_all() {
        return Ok(None);
    }
    let file = session.new_folder("runs/companions")?.join(companion.page_name());
    // Before the work: a place that cannot be written costs nothing.
    SiblingFile::create(&file)?;
    Ok(Some(file))
}
