//! The explorer: heads-up hold'em, made ready once for all requests, and the strategies that can be looked at,
//! each opened once, when it is first asked for.

use evaluator::deck::Deck;
use evaluator::equity::AllInTable;
use matches::agent::{Agent, common_game};
use matches::agent_loader::{AgentLoader, built_in};
use matches::strategy_file::StrategyFile;
use solver::game::{BettingTree, GameDefinition, TreeLayout};
use solver::policy::Effort;
use solver::units::{Chips, mbb_per_game};
use solver::walk::PreparedGame;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tables::together::progress::Progress;

use super::api;
use super::error::ExplorerError;
use super::exact::ExactSpots;
use super::long_work::LongWork;
use super::play::{PlaySettings, Tables};
use super::server::{Handler, Request, Response};
use super::spot::ShownBetting;

/// Most requests that compute on all cores or wait for it: a page has one at a time.
const MOST_LONG_WORK: usize = 8;

pub struct Explorer {
    pub(crate) game: Game,
    pub(crate) strategies: OpenStrategies,
    pub(crate) tables: Tables,
    pub(crate) long_work: LongWork,
    pub(crate) exact: ExactSpots,
}

impl Explorer {
    /// With solved spots beside the strategies; those that are solved on the page are kept beside the hands that are
    /// played.
    ///
    /// # Errors
    /// Where a spot cannot be read, or is of another deck than the rest.
    pub fn new(strategies: OpenStrategies, spots: &[Title], play: PlaySettings) -> Result<Self, ExplorerError> {
        let exact = ExactSpots::new(play.folder.join("spots"), spots, MOST_LONG_WORK)?;
        let answers = exact.answers();
        let definition = match answers.first() {
            Some(first) if strategies.names().len() == 0 => GameDefinition::holdem_limit_on(first.definition().deck),
            _ => strategies.game()?,
        };
        let deck = definition.holdem_deck().unwrap_or_default();
        if let Some(answer) = answers.iter().find(|answer| answer.definition().deck != deck) {
            let (path, found) = (answer.path().to_owned(), answer.definition().deck);
            return Err(ExplorerError::Deck { path, expected: deck, found });
        }
        let (tables, long_work) = (Tables::new(play), LongWork::new(MOST_LONG_WORK));
        Ok(Self { game: Game::new(definition, deck), strategies, tables, long_work, exact })
    }

    /// The same, where strategies that are played against solve each river again; what is explored stays as it is.
    #[must_use]
    pub fn playing_rivers_solved_again(self, effort: Effort) -> Self {
        Self { tables: self.tables.with_rivers_solved_again(effort), ..self }
    }

    /// The deck of all that it shows.
    pub fn deck(&self) -> Deck {
        self.game.deck
    }
}

impl Handler for Explorer {
    fn answer(&self, request: &Request, progress: &dyn Progress) -> Response {
        api::answer(self, request, progress).unwrap_or_else(|refusal| refusal)
    }
}

/// A strategy by the name under which it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Title {
    pub name: String,
    /// A built-in policy's name, or a word that stands for a strategy.
    pub source: PathBuf,
}

pub struct OpenStrategies {
    titles: Vec<Title>,
    /// The deck where there are none.
    deck_of_none: Deck,
    loader: Mutex<AgentLoader>,
    /// The strategies opened so far. While one is being opened, requests for the others need not wait.
    opened: Vec<OnceLock<Arc<Agent>>>,
}

impl OpenStrategies {
    /// Looks at all files, and opens the first; bucket files are looked for in a strategy's own bundle or run, then in
    /// `bucket_places`.
    pub fn new(titles: Vec<Title>, bucket_places: &[PathBuf]) -> Result<Self, ExplorerError> {
        for title in &titles {
            look_at(&title.source, bucket_places)?;
        }
        let (loader, opened) = (Mutex::new(AgentLoader::new(bucket_places)), vec![OnceLock::new(); titles.len()]);
        let mut strategies = Self { titles, deck_of_none: Deck::FULL, loader, opened };
        let game = strategies.game()?;
        let mut files = Vec::new();
        for title in strategies.titles.iter().filter(|title| is_file(title)) {
            files.push((&title.name, StrategyFile::open(&title.source)?.game().clone()));
        }
        // All of them are shown on one tree.
        common_game(files.iter().map(|(name, game)| (name.as_str(), Some(game))))?;
        strategies.loader.get_mut().unwrap_or_else(PoisonError::into_inner).play(game);
        strategies.agent(0)?;
        Ok(strategies)
    }

    /// Agents that are there already.
    pub fn of_agents(agents: Vec<Agent>) -> Self {
        let title = |agent: &Agent| Title { name: agent.name().to_owned(), source: PathBuf::new() };
        let titles = agents.iter().map(title).collect();
        let opened = agents.into_iter().map(|agent| OnceLock::from(Arc::new(agent))).collect();
        let loader = Mutex::new(AgentLoader::new(&[]));
        Self { titles, deck_of_none: Deck::FULL, loader, opened }
    }

    /// None at all, where spots are solved with a deck.
    pub fn none(deck: Deck) -> Self {
        Self { deck_of_none: deck, ..Self::of_agents(Vec::new()) }
    }

    /// The game of the first strategy that is a file, which is that of all others.
    fn game(&self) -> Result<GameDefinition, ExplorerError> {
        if let Some(title) = self.titles.iter().find(|title| is_file(title)) {
            return Ok(StrategyFile::open(&title.source)?.game().clone());
        }
        let first = self.agent(0)?;
        Ok(first
            .and_then(|agent| agent.game().cloned())
            .unwrap_or_else(|| GameDefinition::holdem_limit_on(self.deck_of_none)))
    }

    /// The names, in the order of their numbers.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.titles.iter().map(|title| title.name.as_str())
    }

    /// The strategy with a number; `None` beyond the last one. Opening a large one takes seconds.
    pub fn agent(&self, number: usize) -> Result<Option<Arc<Agent>>, ExplorerError> {
        let (Some(title), Some(opened)) = (self.titles.get(number), self.opened.get(number)) else { return Ok(None) };
        if opened.get().is_none() {
            let mut loader = self.loader.lock().unwrap_or_else(PoisonError::into_inner);
            // It may have been opened while this one waited.
            if opened.get().is_none() {
                let agent = Arc::new(loader.open(&title.source)?);
                opened.get_or_init(|| agent);
            }
        }
        Ok(opened.get().cloned())
    }
}

/// Agents that are there already have no source.
fn is_file(title: &Title) -> bool {
    !title.source.as_os_str().is_empty() && built_in(&title.source).is_none()
}

/// Checks that a strategy and its bucket files are there, without unpacking it.
fn look_at(source: &Path, bucket_places: &[PathBuf]) -> Result<(), ExplorerError> {
    if built_in(source).is_some() {
        return Ok(());
    }
    Ok(StrategyFile::open(source)?.require_buckets(bucket_places)?)
}

/// The game with its betting tree, as a whole and round by round.
pub struct Game {
    pub deck: Deck,
    pub definition: GameDefinition,
    pub tree: BettingTree,
    pub layout: TreeLayout,
    /// The same made ready for the solver's walk.
    pub prepared: PreparedGame<f64>,
    /// All-in before the flop, once it is asked for.
    all_in: OnceLock<AllInTable>,
}

/// What positions are called.
const SEATS: [&str; 2] = ["big blind", "button"];

impl Game {
    /// A game of hold'em on its deck.
    pub fn new(definition: GameDefinition, deck: Deck) -> Self {
        let tree = BettingTree::new(&definition);
        let (layout, prepared) = (TreeLayout::new(&tree), PreparedGame::new(&definition));
        Self { deck, definition, tree, layout, prepared, all_in: OnceLock::new() }
    }

    /// Limit hold'em.
    pub fn limit(deck: Deck) -> Self {
        Self::new(GameDefinition::holdem_limit_on(deck), deck)
    }

    /// All pairs of starting hands, all-in before the flop.
    pub fn all_in(&self) -> &AllInTable {
        self.all_in.get_or_init(|| AllInTable::of(self.deck))
    }

    pub fn mbb(&self, chips: f64) -> f64 {
        mbb_per_game(chips, self.definition.big_blind())
    }

    pub fn seat(position: usize) -> &'static str {
        SEATS[position]
    }

    /// Its tree in words.
    pub fn betting(&self) -> ShownBetting<'_> {
        let tree = &self.tree;
        let (before, pot, stack) = ("", Chips::ZERO, self.definition.stack());
        ShownBetting { tree, seats: SEATS, rounds_over: 0, before, paid_before: Chips::ZERO, pot, stack }
    }
}
