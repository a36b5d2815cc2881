//! The strategies that can be looked at, each opened once, when it is first asked for.

use evaluator::round::Round;
use matches::agent::Agent;
use matches::agent_loader::{AgentLoader, built_in};
use matches::strategy_file::StrategyFile;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::ExplorerError;

/// A strategy by the name under which it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Title {
    pub name: String,
    /// A built-in policy's name, or the path of a strategy file.
    pub source: PathBuf,
}

/// Strategies with their abstractions.
pub struct OpenStrategies {
    titles: Vec<Title>,
    opened: Mutex<Opened>,
}

struct Opened {
    loader: AgentLoader,
    agents: Vec<Option<Arc<Agent>>>,
}

impl OpenStrategies {
    /// Looks at all files, and opens the first; bucket files are looked for in a strategy's own run, then in
    /// `bucket_folders`.
    pub fn new(titles: Vec<Title>, bucket_folders: &[PathBuf]) -> Result<Self, ExplorerError> {
        for title in &titles {
            look_at(&title.source, bucket_folders)?;
        }
        let agents = vec![None; titles.len()];
        let strategies =
            Self { titles, opened: Mutex::new(Opened { loader: AgentLoader::new(bucket_folders), agents }) };
        strategies.agent(0)?;
        Ok(strategies)
    }

    /// Agents that are there already.
    pub fn of_agents(agents: Vec<Agent>) -> Self {
        let title = |agent: &Agent| Title { name: agent.name().to_owned(), source: PathBuf::new() };
        let titles = agents.iter().map(title).collect();
        let agents = agents.into_iter().map(|agent| Some(Arc::new(agent))).collect();
        Self { titles, opened: Mutex::new(Opened { loader: AgentLoader::new(&[]), agents }) }
    }

    /// The names, in the order of their numbers.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.titles.iter().map(|title| title.name.as_str())
    }

    /// The strategy with a number; `None` beyond the last one. Opening a large one takes seconds.
    pub fn agent(&self, number: usize) -> Result<Option<Arc<Agent>>, ExplorerError> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(title) = self.titles.get(number) else { return Ok(None) };
        if opened.agents[number].is_none() {
            opened.agents[number] = Some(Arc::new(opened.loader.open(&title.source)?));
        }
        Ok(opened.agents[number].clone())
    }
}

/// Checks that a strategy and its bucket files are there, without unpacking it.
fn look_at(source: &Path, bucket_folders: &[PathBuf]) -> Result<(), ExplorerError> {
    if built_in(source).is_some() || !source.exists() {
        // Unknown names are refused where they are opened.
        AgentLoader::new(bucket_folders).open(source)?;
        return Ok(());
    }
    let file = StrategyFile::open(source)?;
    for street in Round::ALL.into_iter().skip(1) {
        file.find_buckets(street, bucket_folders)?;
    }
    Ok(())
}
