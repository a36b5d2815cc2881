//! Agents by name or file: strategies with their bucket files, each of which is opened once.

use evaluator::deck::Deck;
use solver::boards::StoredBuckets;
use solver::game::GameDefinition;
use solver::policy::{FixedPolicy, StoredPolicy};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tables::file::fingerprint::Fingerprint;
use tables::strategy::bundle::STREETS;
use tables::together::progress::Progress;

use super::agent::{Agent, have_same_rules, require_game};
use super::error::MatchError;
use super::strategy_file::StrategyFile;

pub fn built_in(name_or_path: &Path) -> Option<FixedPolicy> {
    name_or_path.to_str()?.parse().ok()
}

impl Agent {
    /// The built-in policy of that name, or the strategy that the word stands for ([`StrategyFile::open`]) with its
    /// bucket files: those of its bundle, else they are looked for by fingerprint in its own run folder, then in
    /// `bucket_places` (bucket files, run folders, or folders with bucket files).
    ///
    /// [`AgentLoader`] opens several agents and each bucket file once.
    pub fn open(name_or_path: impl AsRef<Path>, bucket_places: &[PathBuf]) -> Result<Self, MatchError> {
        AgentLoader::new(bucket_places).open(name_or_path)
    }
}

/// Opens agents and keeps their bucket files open for the next ones.
pub struct AgentLoader {
    bucket_places: Vec<PathBuf>,
    boards_in_order: bool,
    deck: Option<Deck>,
    game: Option<GameDefinition>,
    /// Whether strategies of the game may have other bet sizes.
    any_sizes: bool,
    verifies: bool,
    opened: Vec<([Fingerprint; 3], Arc<StoredBuckets>)>,
}

impl AgentLoader {
    /// A loader that looks for bucket files in these places (files, run folders, or folders with bucket files) after
    /// each strategy's own bundle or run folder.
    pub fn new(bucket_places: &[PathBuf]) -> Self {
        Self {
            bucket_places: bucket_places.to_vec(),
            boards_in_order: false,
            deck: None,
            game: None,
            any_sizes: false,
            verifies: false,
            opened: Vec::new(),
        }
    }

    /// The same for a caller that deals whole boards and looks up no single hands: strategies whose buckets depend on
    /// the flop are then opened, too.
    #[must_use]
    pub fn for_boards(self) -> Self {
        Self { boards_in_order: true, ..self }
    }

    /// The same for a deck, if one is named: built-in policies play with it, strategies of another one are refused.
    #[must_use]
    pub fn on(self, deck: Option<Deck>) -> Self {
        Self { deck, ..self }
    }

    /// The same for a game, if one is named: built-in policies play it, strategies of another one are refused.
    #[must_use]
    pub fn in_game(self, game: Option<GameDefinition>) -> Self {
        Self { game, ..self }
    }

    /// The same for a caller that plays single hands in chips: strategies of the game may know other bet sizes.
    #[must_use]
    pub fn for_hands(self) -> Self {
        Self { any_sizes: true, ..self }
    }

    /// From now on agents are opened for a game.
    pub fn play(&mut self, game: GameDefinition) {
        self.game = Some(game);
    }

    /// The same for a long computation: every byte of the bucket files is read against their checksums, which takes
    /// about a second. Strategy files are verified in any case.
    #[must_use]
    pub fn verified(self) -> Self {
        Self { verifies: true, ..self }
    }

    pub fn open(&mut self, name_or_path: impl AsRef<Path>) -> Result<Agent, MatchError> {
        let path = name_or_path.as_ref();
        if let Some(policy) = built_in(path) {
            return Ok(match (&self.game, self.deck) {
                (Some(game), _) => Agent::of_fixed_in(policy, game),
                (None, Some(deck)) => Agent::of_fixed_in(policy, &GameDefinition::holdem_limit_on(deck)),
                (None, None) => Agent::of_fixed(policy),
            });
        }
        self.open_strategy(path)
    }

    /// Opens several for one table: without a game, built-in policies play that of the first strategy. Unpacking a
    /// large strategy takes seconds, so the work can be stopped between them.
    pub fn open_all(
        &mut self,
        players: &[impl AsRef<Path>],
        progress: &dyn Progress,
    ) -> Result<Vec<Agent>, MatchError> {
        let mut files = players.iter().map(AsRef::as_ref).filter(|word| built_in(word).is_none());
        if let (None, Some(first)) = (&self.game, files.next()) {
            self.game = Some(StrategyFile::open(first)?.game().clone());
        }
        let open = |player| {
            progress.check()?;
            self.open(player)
        };
        players.iter().map(open).collect()
    }

    /// The strategy that a word stands for.
    pub fn open_strategy(&mut self, word: &Path) -> Result<Agent, MatchError> {
        let file = StrategyFile::open(word)?;
        let [flop, turn, river] = STREETS.map(|street| file.buckets(street));
        let buckets = self.buckets(&file, [flop?, turn?, river?])?;
        let name = file.name().to_owned();
        if let (Some(expected), found) = (self.deck, file.deck())
            && expected != found
        {
            return Err(MatchError::OtherDeck { name, expected, found });
        }
        let wanted = self.game.as_ref().filter(|game| !(self.any_sizes && have_same_rules(game, file.game())));
        wanted.map_or(Ok(()), |game| require_game(&name, game, file.game()))?;
        // Before anything is unpacked: a small file may claim very many buckets.
        file.require_bucket_counts(buckets.set())?;
        let policy = StoredPolicy::of(file.game(), file.reader())?;
        Agent::of_stored(name, file.game(), policy, buckets)
    }

    /// The abstraction of these three files, from memory if it was asked for before.
    fn buckets(&mut self, file: &StrategyFile, wanted: [Fingerprint; 3]) -> Result<Arc<StoredBuckets>, MatchError> {
        if let Some((_, buckets)) = self.opened.iter().find(|(fingerprints, _)| *fingerprints == wanted) {
            return Ok(buckets.clone());
        }
        let set = file.bucket_set(&self.bucket_places)?;
        if self.verifies {
            set.verify()?;
        }
        if !self.boards_in_order {
            set.refuse_flop_dependent("hands are looked up here with the board as a set")?;
        }
        let buckets = Arc::new(StoredBuckets::new(set)?);
        self.opened.push((wanted, buckets.clone()));
        Ok(buckets)
    }
}
