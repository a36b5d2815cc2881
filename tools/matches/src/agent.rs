//! A player: a built-in policy, or a stored strategy with its abstraction.

use evaluator::deck::Deck;
use evaluator::hand_index::HandIndex;
use evaluator::round::Round;
use solver::boards::{HandBuckets, OneBucket};
use solver::game::{BettingTree, GameDefinition, Place, Template, TreeLayout};
use solver::policy::fixed::FixedStrategies;
use solver::policy::{Blueprint, FixedPolicy, StoredPolicy};
use solver::walk::{HistoryLanes, Player, Real, Strategies};
use std::sync::Arc;
use tables::buckets::table::BucketTable;
use tables::error::TableError;
use tables::strategy::block::{MAX_ACTIONS, quantise};

use super::error::MatchError;

pub struct Agent {
    name: String,
    /// The game that it plays; `None` for a built-in policy that plays limit hold'em with any deck.
    game: Option<GameDefinition>,
    kind: Kind,
}

enum Kind {
    Fixed { policy: FixedPolicy, strategies: FixedStrategies, weights: FixedWeights },
    Stored { policy: StoredPolicy, buckets: Arc<dyn HandBuckets> },
}

/// How often a built-in policy takes the actions of each decision.
struct FixedWeights {
    layout: TreeLayout,
    /// What they sum to.
    whole: u16,
    /// `[round][template][node]`
    rounds: Vec<Vec<Vec<[u16; MAX_ACTIONS]>>>,
}

impl FixedWeights {
    fn of(policy: FixedPolicy, layout: TreeLayout) -> Self {
        let templates = || layout.rounds.iter().flat_map(|round| &round.templates);
        let most = templates().flat_map(|template| &template.nodes).map(|node| node.actions.len()).max().unwrap_or(0);
        let whole = whole_for(most);
        let of_node = |actions: &[_]| {
            let probabilities: Vec<f32> = policy.probabilities(actions).into_iter().map(|it| it as f32).collect();
            quantise(&probabilities, whole)
        };
        let of_template =
            |template: &Template| template.nodes.iter().map(|node| of_node(node.actions.as_slice())).collect();
        let rounds = layout.rounds.iter().map(|round| round.templates.iter().map(of_template).collect()).collect();
        Self { whole, rounds, layout }
    }

    #[inline]
    fn at(&self, place: Place) -> &[u16; MAX_ACTIONS] {
        let template = self.layout.rounds[place.round].template_of_entry[place.entry];
        &self.rounds[place.round][template][place.node]
    }
}

/// A common multiple of 2 to `actions`, as long as there are no more than twelve: six for the three actions of limit
/// games.
fn whole_for(actions: usize) -> u16 {
    match actions {
        0..=3 => 6,
        4..=6 => 60,
        7..=10 => 2_520,
        11 | 12 => 27_720,
        _ => 65_520,
    }
}

/// Checks a strategy's numbers of buckets against those of its bucket files, street by street.
pub(crate) fn require_counts(name: &str, counts: impl IntoIterator<Item = (usize, usize)>) -> Result<(), MatchError> {
    match Round::ALL.into_iter().zip(counts).find(|(_, (expected, found))| expected != found) {
        Some((street, (expected, found))) => {
            Err(MatchError::UnfitBuckets { name: name.to_owned(), street, expected, found })
        }
        None => Ok(()),
    }
}

impl Agent {
    /// A built-in policy in limit hold'em, with any deck.
    pub fn of_fixed(policy: FixedPolicy) -> Self {
        Self { game: None, ..Self::of_fixed_in(policy, &GameDefinition::holdem_limit()) }
    }

    /// A built-in policy in a game.
    pub fn of_fixed_in(policy: FixedPolicy, game: &GameDefinition) -> Self {
        let layout = TreeLayout::new(&BettingTree::new(game));
        let strategies = policy.strategies(&HistoryLanes::new(&layout));
        let kind = Kind::Fixed { policy, strategies, weights: FixedWeights::of(policy, layout) };
        Self { name: policy.name().to_owned(), game: Some(game.clone()), kind }
    }

    /// A strategy of a game.
    pub fn of_stored(
        name: impl Into<String>,
        game: &GameDefinition,
        policy: StoredPolicy,
        buckets: Arc<dyn HandBuckets>,
    ) -> Result<Self, MatchError> {
        let name = name.into();
        let counts = Round::ALL.map(|street| (policy.buckets(street.number()), buckets.count(street.number())));
        require_counts(&name, counts)?;
        Ok(Self { name, game: Some(game.clone()), kind: Kind::Stored { policy, buckets } })
    }

    /// The game that it plays; `None` for a built-in policy that plays limit hold'em with any deck.
    pub fn game(&self) -> Option<&GameDefinition> {
        self.game.as_ref()
    }

    /// Whether its bets have one size.
    pub fn plays_limit(&self) -> bool {
        self.game().is_none_or(|game| game.stack().is_none())
    }

    /// The deck that it plays with; `None` for a built-in policy that plays with any.
    pub fn deck(&self) -> Option<Deck> {
        self.game.as_ref().and_then(|game| Deck::of_cards(game.deck()))
    }

    /// The same agent at a table where a game is played: a built-in policy may have been made for another one.
    pub fn at_table(self: &Arc<Self>, game: &GameDefinition) -> Arc<Self> {
        match &self.kind {
            Kind::Fixed { policy, .. } if game.stack().is_some() && self.game() != Some(game) => {
                Arc::new(Self::of_fixed_in(*policy, game))
            }
            _ => self.clone(),
        }
    }

    /// Whether the agent plays a game's rules, at any stakes and with any bet sizes.
    pub(crate) fn plays(&self, game: &GameDefinition) -> bool {
        self.game().is_some_and(|own| have_same_rules(game, own))
    }

    /// Checks that the agent can sit at a table of a game: it plays these rules, at any stakes and with any bet sizes.
    pub(crate) fn require_rules(&self, table: &GameDefinition, own: &GameDefinition) -> Result<(), MatchError> {
        if have_same_rules(table, own) { Ok(()) } else { Err(other_game(&self.name, table, own)) }
    }

    /// The rules of agents that meet hand by hand, with the bet sizes of one of them: the others may know other ones.
    pub fn common_rules(agents: &[&Self]) -> Result<GameDefinition, MatchError> {
        let game = agents.iter().find_map(|agent| agent.game()).filter(|game| game.stack().is_some());
        let Some(game) = game.cloned() else { return Self::common_game(agents) };
        for agent in agents {
            agent.require_rules(&game, agent.game().unwrap_or(&game))?;
        }
        Ok(game)
    }

    /// The game of agents that meet; limit hold'em with the full deck unless they say otherwise.
    pub fn common_game(agents: &[&Self]) -> Result<GameDefinition, MatchError> {
        common_game(agents.iter().map(|agent| (agent.name(), agent.game())))
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

    /// The file in which all hands of a street have their buckets; `None` for an agent without one.
    pub fn bucket_table(&self, street: Round) -> Option<&BucketTable> {
        match &self.kind {
            Kind::Fixed { .. } => None,
            Kind::Stored { buckets, .. } => buckets.table(street),
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

    /// What the weights of a decision sum to: 255 or 65,535 for a stored strategy, 6 for a built-in one in limit games.
    pub fn parts_of_whole(&self) -> u64 {
        match &self.kind {
            Kind::Fixed { weights, .. } => weights.whole.into(),
            Kind::Stored { policy, .. } => policy.bits().parts().into(),
        }
    }

    /// How often the actions of a decision are taken with a bucket, then zeros: whole numbers that sum to
    /// [`Self::parts_of_whole`], if there are at least as many as actions.
    #[inline]
    pub fn weights<const ACTIONS: usize>(&self, place: Place, bucket: u32) -> [u16; ACTIONS] {
        match &self.kind {
            Kind::Fixed { weights, .. } => *weights.at(place).first_chunk().expect("no more than the most actions"),
            Kind::Stored { policy, .. } => policy.parts(place, bucket as usize),
        }
    }
}

impl Blueprint for Agent {
    fn player(&self) -> Player<'_, f64> {
        Self::player(self)
    }
}

/// [`Agent::common_game`] of any players, by their names and games.
pub fn common_game<'a>(
    players: impl IntoIterator<Item = (&'a str, Option<&'a GameDefinition>)>,
) -> Result<GameDefinition, MatchError> {
    let players: Vec<(&str, Option<&GameDefinition>)> = players.into_iter().collect();
    let game = players.iter().find_map(|&(_, game)| game).cloned().unwrap_or_else(GameDefinition::holdem_limit);
    let usual = GameDefinition::holdem_limit_on(game.holdem_deck().unwrap_or_default());
    players.iter().try_for_each(|&(name, other)| require_game(name, &game, other.unwrap_or(&usual)))?;
    Ok(game)
}

/// Checks that a player plays a game.
pub(crate) fn require_game(name: &str, expected: &GameDefinition, found: &GameDefinition) -> Result<(), MatchError> {
    if found == expected { Ok(()) } else { Err(other_game(name, expected, found)) }
}

/// Whether two games have the same rules at any stakes, whatever bet sizes they list.
pub(crate) fn have_same_rules(one: &GameDefinition, other: &GameDefinition) -> bool {
    one.clone().at_table().is_scaled_from(&other.clone().at_table())
}

fn other_game(name: &str, expected: &GameDefinition, found: &GameDefinition) -> MatchError {
    let name = name.to_owned();
    match (Deck::of_cards(expected.deck()), Deck::of_cards(found.deck())) {
        (Some(expected), Some(found)) if expected != found => MatchError::OtherDeck { name, expected, found },
        _ => MatchError::OtherGame { name, expected: described(expected, found), found: described(found, expected) },
    }
}

/// What tells a game of hold'em from another one with the same cards.
fn described(game: &GameDefinition, other: &GameDefinition) -> String {
    match (game.stack(), game.sizes()) {
        (Some(stack), Some(sizes)) => {
            let (blinds, big_blinds) = (game.blinds(), stack.as_f64() / game.big_blind().as_f64());
            let rules = format!("no-limit, {big_blinds} big blinds, blinds of {} and {}", blinds[1], blinds[0]);
            // Where the rules differ, sizes say nothing.
            if !have_same_rules(game, other) {
                return rules;
            }
            let sizes: Vec<String> =
                sizes.to_toml().lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
            format!("{rules}, sizes {}", sizes.join(", "))
        }
        _ if game.holdem_deck().is_some() => "limit hold'em".to_owned(),
        _ => "another game".to_owned(),
    }
}
