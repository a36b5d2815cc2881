//! A player: a built-in policy, or a stored strategy with its abstraction.

use evaluator::deck::Deck;
use evaluator::hand_index::HandIndex;
use evaluator::round::Round;
use solver::boards::{HandBuckets, OneBucket, StoredBuckets};
use solver::game::{BettingTree, GameDefinition, Place, TreeLayout};
use solver::policy::fixed::FixedStrategies;
use solver::policy::{FixedPolicy, StoredPolicy};
use solver::walk::{HistoryLanes, Player, Real, Strategies};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tables::buckets::set::BucketSet;
use tables::error::TableError;
use tables::file::fingerprint::Fingerprint;
use tables::strategy::block::MAX_ACTIONS;
use tables::text::written;
use tables::together::progress::Progress;

use super::error::MatchError;
use super::strategy_file::StrategyFile;

pub struct Agent {
    name: String,
    kind: Kind,
}

enum Kind {
    Fixed { strategies: FixedStrategies, weights: Vec<Vec<[u16; MAX_ACTIONS]>>, deck: Option<Deck> },
    Stored { policy: StoredPolicy, buckets: Arc<dyn HandBuckets> },
}

/// Every probability of a built-in policy is a multiple of one sixth: a half, a third or one.
const SIXTHS: u16 = 6;

/// Checks a strategy's numbers of buckets against those of its bucket files, street by street.
fn require_counts(name: &str, counts: impl IntoIterator<Item = (usize, usize)>) -> Result<(), MatchError> {
    match Round::ALL.into_iter().zip(counts).find(|(_, (expected, found))| expected != found) {
        Some((street, (expected, found))) => {
            Err(MatchError::UnfitBuckets { name: name.to_owned(), street, expected, found })
        }
        None => Ok(()),
    }
}

impl Agent {
    /// The built-in policy of that name, or the strategy file at that path with its bucket files, which are looked
    /// for by fingerprint in the strategy's own run folder, then in `bucket_folders` (run folders or folders with
    /// bucket files).
    ///
    /// [`AgentLoader`] opens several agents and each bucket file once.
    pub fn open(name_or_path: impl AsRef<Path>, bucket_folders: &[PathBuf]) -> Result<Self, MatchError> {
        AgentLoader::new(bucket_folders).open(name_or_path)
    }

    pub fn of_fixed(policy: FixedPolicy) -> Result<Self, MatchError> {
        Self::of_fixed_in(policy, &GameDefinition::holdem_limit())
    }

    pub(crate) fn of_fixed_in(policy: FixedPolicy, game: &GameDefinition) -> Result<Self, MatchError> {
        let layout = TreeLayout::of_one_shape(&BettingTree::new(game))?;
        let weights_of_node = |actions: &[_]| {
            let mut weights = [0; MAX_ACTIONS];
            for (weight, probability) in weights.iter_mut().zip(policy.probabilities(actions)) {
                *weight = (probability * f64::from(SIXTHS)).round() as u16;
            }
            weights
        };
        let rounds = layout.rounds.iter();
        let weights = rounds
            .map(|round| round.only_template().nodes.iter().map(|node| weights_of_node(&node.actions)).collect())
            .collect();
        let kind = Kind::Fixed { strategies: policy.strategies(&HistoryLanes::new(&layout)), weights, deck: None };
        Ok(Self { name: policy.name().to_owned(), kind })
    }

    pub fn of_stored(
        name: impl Into<String>,
        policy: StoredPolicy,
        buckets: Arc<dyn HandBuckets>,
    ) -> Result<Self, MatchError> {
        let name = name.into();
        let counts = Round::ALL.map(|street| (policy.buckets(street.number()), buckets.count(street.number())));
        require_counts(&name, counts)?;
        Ok(Self { name, kind: Kind::Stored { policy, buckets } })
    }

    /// The deck that it plays with; `None` for a built-in policy that plays with any.
    pub fn deck(&self) -> Option<Deck> {
        match &self.kind {
            Kind::Fixed { deck, .. } => *deck,
            Kind::Stored { buckets, .. } => Some(buckets.deck()),
        }
    }

    /// The game of agents that meet: hold'em on their common deck, the full one unless they say otherwise.
    pub fn common_game(agents: &[&Self]) -> Result<GameDefinition, MatchError> {
        common_game(agents.iter().map(|agent| (agent.name(), agent.deck())))
    }

    /// The built-in policy's name, or the strategy file's without its ending.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The same agent under another name, for players of a league that would otherwise share a name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// The agent as the walk over all hands of a board sees it.
    pub fn player<T: Real>(&self) -> Player<'_, T>
    where
        StoredPolicy: Strategies<T>,
    {
        match &self.kind {
            Kind::Fixed { strategies, .. } => Player { buckets: &OneBucket, strategies },
            Kind::Stored { policy, buckets } => Player { buckets: &**buckets, strategies: policy },
        }
    }

    /// Checks that the agent can play single hands without knowing which of the board's cards are the flop; `who` names
    /// the caller that does not know it.
    pub fn refuse_flop_dependent(&self, who: &'static str) -> Result<(), TableError> {
        match &self.kind {
            Kind::Fixed { .. } => Ok(()),
            Kind::Stored { buckets, .. } => buckets.refuse_flop_dependent(who),
        }
    }

    /// Whether the agent asks for buckets at all.
    #[inline]
    pub(crate) fn looks_at_cards(&self) -> bool {
        matches!(self.kind, Kind::Stored { .. })
    }

    /// The bucket of a hand by its board-first index; 0 for an agent that does not look at cards.
    ///
    /// # Panics
    /// For an agent that [`Self::refuse_flop_dependent`] refuses.
    #[inline]
    pub fn bucket(&self, round: Round, hand: HandIndex) -> u32 {
        match &self.kind {
            Kind::Fixed { .. } => 0,
            Kind::Stored { buckets, .. } => buckets.bucket_at(round, hand),
        }
    }

    /// The buckets of many hands, in their order (`buckets` is cleared first).
    pub fn look_up(&self, round: Round, hands: &[HandIndex], buckets: &mut Vec<u32>) {
        match &self.kind {
            Kind::Fixed { .. } => {
                buckets.clear();
                buckets.resize(hands.len(), 0);
            }
            Kind::Stored { buckets: abstraction, .. } => abstraction.look_up(round, hands, buckets),
        }
    }

    /// How many buckets the agent distinguishes in a round; 1 for an agent that does not look at cards.
    pub fn bucket_count(&self, round: usize) -> usize {
        match &self.kind {
            Kind::Fixed { .. } => 1,
            Kind::Stored { policy, .. } => policy.buckets(round),
        }
    }

    /// Whether two agents are known to put every hand into the same bucket.
    pub(crate) fn shares_buckets_with(&self, other: &Self) -> bool {
        match (&self.kind, &other.kind) {
            (Kind::Fixed { .. }, Kind::Fixed { .. }) => true,
            (Kind::Stored { buckets: one, .. }, Kind::Stored { buckets: another, .. }) => Arc::ptr_eq(one, another),
            _ => false,
        }
    }

    /// What the weights of a decision sum to: 255 or 65,535 for a stored strategy, 6 for a built-in one.
    pub fn parts_of_whole(&self) -> u64 {
        match &self.kind {
            Kind::Fixed { .. } => SIXTHS.into(),
            Kind::Stored { policy, .. } => policy.bits().parts().into(),
        }
    }

    /// How often the legal actions of a decision (fold, call, raise as far as legal, then zeros) are taken with a
    /// bucket: whole numbers that sum to [`Self::parts_of_whole`].
    #[inline]
    pub fn weights(&self, place: Place, bucket: u32) -> [u16; MAX_ACTIONS] {
        match &self.kind {
            Kind::Fixed { weights, .. } => weights[place.round][place.node],
            Kind::Stored { policy, .. } => policy.parts(place, bucket as usize),
        }
    }
}

/// [`Agent::common_game`] of any players, by their names and decks.
pub fn common_game<'a>(
    players: impl IntoIterator<Item = (&'a str, Option<Deck>)>,
) -> Result<GameDefinition, MatchError> {
    let mut decks = players.into_iter().filter_map(|(name, deck)| Some((name, deck?)));
    let Some((_, deck)) = decks.next() else { return Ok(GameDefinition::holdem_limit()) };
    match decks.find(|(_, other)| *other != deck) {
        Some((name, found)) => Err(MatchError::OtherDeck { name: name.to_owned(), expected: deck, found }),
        None => Ok(GameDefinition::holdem_limit_on(deck)),
    }
}

const STREETS: [Round; 3] = [Round::Flop, Round::Turn, Round::River];

pub fn built_in(name_or_path: &Path) -> Option<FixedPolicy> {
    name_or_path.to_str()?.parse().ok()
}

/// Opens agents and keeps their bucket files open for the next ones.
pub struct AgentLoader {
    bucket_folders: Vec<PathBuf>,
    boards_in_order: bool,
    deck: Option<Deck>,
    verifies: bool,
    opened: Vec<([Fingerprint; 3], Arc<StoredBuckets>)>,
}

impl AgentLoader {
    /// A loader that looks for bucket files in these folders (run folders, or folders with bucket files) after each
    /// strategy's own run folder.
    pub fn new(bucket_folders: &[PathBuf]) -> Self {
        Self {
            bucket_folders: bucket_folders.to_vec(),
            boards_in_order: false,
            deck: None,
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

    /// From now on agents are opened for a deck.
    pub fn play_on(&mut self, deck: Deck) {
        self.deck = Some(deck);
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
            let mut agent = Agent::of_fixed(policy)?;
            if let Kind::Fixed { deck, .. } = &mut agent.kind {
                *deck = self.deck;
            }
            return Ok(agent);
        }
        if !path.exists() {
            return Err(MatchError::UnknownAgent { name: written(path) });
        }
        self.open_strategy(path)
    }

    /// Opens several: unpacking a large strategy takes seconds, so the work can be stopped between them.
    pub fn open_all(
        &mut self,
        players: &[impl AsRef<Path>],
        progress: &dyn Progress,
    ) -> Result<Vec<Agent>, MatchError> {
        let open = |player| {
            progress.check()?;
            self.open(player)
        };
        players.iter().map(open).collect()
    }

    pub fn open_strategy(&mut self, path: &Path) -> Result<Agent, MatchError> {
        let file = StrategyFile::open(path)?;
        let [flop, turn, river] = STREETS.map(|street| file.buckets(street));
        let buckets = self.buckets(&file, [flop?, turn?, river?])?;
        let name = written(path.file_stem().map_or(path, Path::new));
        if let (Some(expected), found) = (self.deck, file.deck())
            && expected != found
        {
            return Err(MatchError::OtherDeck { name, expected, found });
        }
        // Before anything is unpacked: a small file may claim very many buckets.
        let counts = file.reader().buckets_per_round().iter().map(|&count| count as usize);
        require_counts(&name, counts.zip(buckets.set().counts()))?;
        let policy = StoredPolicy::read(file.game(), path)?;
        Agent::of_stored(name, policy, buckets)
    }

    /// The abstraction of these three files, from memory if it was asked for before.
    fn buckets(&mut self, file: &StrategyFile<'_>, wanted: [Fingerprint; 3]) -> Result<Arc<StoredBuckets>, MatchError> {
        if let Some((_, buckets)) = self.opened.iter().find(|(fingerprints, _)| *fingerprints == wanted) {
            return Ok(buckets.clone());
        }
        let [flop, turn, river] = STREETS.map(|street| file.find_buckets(street, &self.bucket_folders));
        let set = BucketSet::open(&flop?, &turn?, &river?)?;
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
