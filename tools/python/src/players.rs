//! Players of hold'em: strategy files, built-in policies and Python functions, asked for whole boards.

use evaluator::card::Card;
use evaluator::holding::HOLDINGS;
use evaluator::round::Round;
use matches::agent::{Agent, common_game};
use matches::agent_loader::AgentLoader;
use matches::error::MatchError;
use matches::strategy_file::policy_identity;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use serde_json::{Value, json};
use solver::boards::{CardRules, DealtBoard};
use solver::game::{Action, BettingTree, GameDefinition, NodeId, TreeLayout};
use solver::policy::FunctionPolicy;
use solver::policy::function_policy::Suits;
use solver::walk::{ChunkId, HistoryLanes, Player as SeatedPlayer, Real, Row};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use tables::file::header::with_deck;
use tables::together::progress::Progress;

use super::failure::{Wrong, raised, wrong};
use super::files::Closable;
use super::hands::{GivenDeck, GivenGame};
use super::policy::{PolicyCalls, PythonFunction, holdem_tree};
use super::watched::{Watch, Watching, watched, watched_for, watched_in_policies};

/// A player of heads-up hold'em.
#[pyclass(frozen, module = "equipoise._native")]
pub(crate) struct Player {
    name: String,
    /// What finished work is kept under; `None` for a function that was not given a name.
    identity: Option<Value>,
    /// The game that it plays; `None` where that is the other players', or limit hold'em with the full deck.
    game: Option<GameDefinition>,
    /// The betting of a no-limit game, laid out when it is first asked for.
    betting: OnceLock<Betting>,
    kind: Closable<Kind>,
}

/// What a player is.
#[derive(Clone)]
pub enum Kind {
    /// A strategy file or a built-in policy.
    Agent(Arc<Agent>),
    /// A Python function, and whether it takes many bettings at once.
    Function(Arc<Py<PyAny>>, bool),
}

/// A player made ready for one piece of work.
pub enum Ready {
    /// A strategy file or a built-in policy.
    Agent(Arc<Agent>),
    /// A Python function.
    Asked(Box<FunctionPolicy>),
}

impl Ready {
    /// As the walks see it.
    pub fn seated<T: Real>(&self) -> SeatedPlayer<'_, T>
    where
        solver::policy::StoredPolicy: solver::walk::Strategies<T>,
    {
        match self {
            Self::Agent(agent) => agent.player(),
            Self::Asked(policy) => SeatedPlayer { buckets: &**policy, strategies: &**policy },
        }
    }
}

impl Player {
    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What finished work is kept under.
    pub fn identity(&self) -> PyResult<Value> {
        self.identity.clone().ok_or_else(|| {
            wrong(format!(
                "keep: the function '{}' has no name of its own; give it one with policy(function, name)",
                self.name
            ))
        })
    }

    /// The game that it plays, or limit hold'em where that is the other players'.
    pub fn definition(&self) -> GameDefinition {
        self.game.clone().unwrap_or_else(GameDefinition::holdem_limit)
    }

    /// What it is.
    pub fn kind(&self) -> PyResult<Kind> {
        self.kind.get(|| format!("player '{}'", self.name))
    }

    /// The player for one piece of work; what fails in it is recorded in `calls`.
    pub fn ready(&self, game: &GameDefinition, suits: Suits, calls: &Arc<PolicyCalls>) -> PyResult<Ready> {
        Ok(match self.kind()? {
            Kind::Agent(agent) => Ready::Agent(agent.at_table(game)),
            Kind::Function(function, takes_many) => {
                let function = PythonFunction::new(function, takes_many, self.name.clone(), calls.clone());
                Ready::Asked(Box::new(FunctionPolicy::new(game, suits, Box::new(function)).map_err(raised)?))
            }
        })
    }
}

/// The game of players that meet; limit hold'em unless one of them plays another.
pub fn game_of<'p>(players: impl IntoIterator<Item = &'p Player>) -> PyResult<GameDefinition> {
    // Whoever plays any game comes to the table that the others play at.
    let named = players.into_iter().filter_map(|player| Some((player.name(), Some(player.game.as_ref()?))));
    common_game(named).map_err(raised)
}

/// A built-in policy by name, or a strategy file.
#[pyfunction]
pub(crate) fn open_player(
    py: Python<'_>,
    name_or_file: PathBuf,
    bucket_folders: Vec<PathBuf>,
    deck: Option<GivenDeck>,
    game: Option<GivenGame>,
    watching: Watching<'_>,
) -> PyResult<Player> {
    let deck = deck.map(|deck| deck.0);
    let game = game.map(|game| game.on(deck.unwrap_or_default())).transpose()?;
    let (agent, identity) = watched(py, &watching, |watch| {
        watch.check()?;
        let agent = AgentLoader::new(&bucket_folders).on(deck).in_game(game).open(&name_or_file)?;
        let identity = policy_identity(&name_or_file, agent.game())?;
        Ok::<_, MatchError>((agent, identity))
    })?;
    Ok(Player {
        name: agent.name().to_owned(),
        identity: Some(identity),
        game: agent.game().cloned(),
        betting: OnceLock::new(),
        kind: Closable::new(Kind::Agent(Arc::new(agent))),
    })
}

/// A Python function as a player.
#[pyfunction]
pub(crate) fn function_player(
    function: Bound<'_, PyAny>,
    name: String,
    is_named: bool,
    many: bool,
    deck: Option<GivenDeck>,
) -> PyResult<Player> {
    let deck = deck.map(|deck| deck.0);
    if !function.is_callable() {
        return Err(wrong(format!(
            "policy '{name}': expected a function of board and betting, found what cannot be called"
        )));
    }
    let identity = is_named.then(|| with_deck(json!({ "function": name }), deck.unwrap_or_default()));
    let game = deck.map(GameDefinition::holdem_limit_on);
    let kind = Closable::new(Kind::Function(Arc::new(function.unbind()), many));
    Ok(Player { name, identity, game, betting: OnceLock::new(), kind })
}

/// A game's betting, and its layout.
pub struct Betting {
    /// The tree.
    pub tree: BettingTree,
    /// Every decision's place.
    pub layout: TreeLayout,
    /// The lanes they are played in.
    pub lanes: HistoryLanes,
}

impl Betting {
    fn of(game: &GameDefinition) -> Self {
        let tree = BettingTree::new(game);
        let layout = TreeLayout::new(&tree);
        Self { lanes: HistoryLanes::new(&layout), layout, tree }
    }

    /// That of limit hold'em, made once.
    fn of_limit() -> &'static Self {
        static BETTING: OnceLock<Betting> = OnceLock::new();
        BETTING.get_or_init(|| Self::of(&GameDefinition::holdem_limit()))
    }

    /// The actions that columns of probabilities stand for: in limit games always folding, calling and raising.
    fn columns(&self, decision: NodeId, is_limit: bool) -> Vec<String> {
        if is_limit {
            return Action::LIMIT.iter().map(Action::to_string).collect();
        }
        self.tree.action_texts(&self.tree[decision])
    }
}

/// Street, seat and legal actions where a betting leads: the seat is 0 for the big blind, 1 for the button.
#[pyfunction]
pub(crate) fn decision(betting: &str) -> PyResult<(&'static str, usize, String, [i32; 2])> {
    let tree = holdem_tree();
    let node = &tree[tree.node_at(betting).map_err(raised)?];
    let actions = node.actions.iter().map(|action| action.letter()).collect();
    Ok((Round::ALL[node.round].name(), node.player, actions, node.contributions.map(|chips| chips.0)))
}

#[pymethods]
impl Player {
    #[getter(name)]
    fn shown_name(&self) -> &str {
        &self.name
    }

    #[getter(deck)]
    fn shown_deck(&self) -> Option<usize> {
        self.game.as_ref().map(|game| game.deck().len())
    }

    /// The actions that the columns of [`Self::probabilities`] stand for.
    fn actions(&self, betting: &str) -> PyResult<Vec<String>> {
        let of_game = self.betting();
        let decision = of_game.tree.node_at(betting).map_err(raised)?;
        Ok(of_game.columns(decision, self.plays_limit()))
    }

    /// The seat that acts after a betting, 0 for the big blind, and those of [`Self::actions`] that are legal there.
    fn legal(&self, betting: &str) -> PyResult<(usize, Vec<String>)> {
        let tree = &self.betting().tree;
        let node = &tree[tree.node_at(betting).map_err(raised)?];
        if self.plays_limit() {
            return Ok((node.player, node.actions.iter().map(Action::to_string).collect()));
        }
        Ok((node.player, tree.action_texts(node)))
    }

    /// The decisions on the way to a betting of the seat that acts there: how many board cards lie, the betting before
    /// it, and the action's column.
    fn own_way(&self, betting: &str) -> PyResult<Vec<(usize, String, usize)>> {
        let of_game = self.betting();
        let tree = &of_game.tree;
        let mut here = tree.node_at(betting).map_err(raised)?;
        let seat = tree[here].player;
        let mut way = Vec::new();
        while let Some((before, action)) = tree[here].parent {
            here = before;
            let node = &tree[before];
            if node.player == seat {
                let number = node.actions.iter().position(|&it| it == action).unwrap_or_default();
                let column = if self.plays_limit() { action.column() } else { number };
                way.push((Round::ALL[node.round].board_cards(), tree.history(before), column));
            }
        }
        way.reverse();
        Ok(way)
    }

    fn close(&self) {
        self.kind.close();
    }

    #[getter]
    fn closed(&self) -> bool {
        self.kind.is_closed()
    }

    /// How each of the 1,326 holdings acts; nothing for those that share a card with the board or are not in the deck.
    fn probabilities<'py>(&self, py: Python<'py>, board: &str, betting: &str) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let of_game = self.betting();
        let id = of_game.tree.node_at(betting).map_err(raised)?;
        let node = &of_game.tree[id];
        let game = self.definition();
        let deck = game.holdem_deck().unwrap_or_default();
        let board = deck.parse_cards(board).map_err(raised)?;
        if board.len() != Round::ALL[node.round].board_cards() {
            let (street, cards) = (Round::ALL[node.round], Round::ALL[node.round].board_cards());
            let found = board.len();
            return Err(wrong(format!(
                "betting '{betting}' leads to the {street}, which has {cards} cards on the board, not {found}"
            )));
        }
        let calls = Arc::new(PolicyCalls::default());
        let ready = self.ready(&game, Suits::Apart, &calls)?;
        let rules = CardRules::new(&game);
        let work = |_: &Watch| Ok::<_, Wrong>(asked(ready.seated(), &rules, &board, of_game, id));
        let rows = match &ready {
            // A policy may be made of other strategies.
            Ready::Agent(_) => watched_in_policies(py, &Watching::NOT_AT_ALL, work),
            Ready::Asked(_) => watched_for(py, &Watching::NOT_AT_ALL, &calls, work),
        }?;
        let columns = of_game.columns(id, self.plays_limit()).len();
        let mut numbers = vec![0.0; columns * HOLDINGS];
        for (holding, row) in rows {
            for (number, (action, probability)) in node.actions.iter().zip(row).enumerate() {
                let column = if self.plays_limit() { action.column() } else { number };
                numbers[columns * usize::from(holding) + column] = probability;
            }
        }
        PyArray1::from_vec(py, numbers).reshape([HOLDINGS, columns])
    }
}

impl Player {
    fn plays_limit(&self) -> bool {
        self.game.as_ref().is_none_or(|game| game.stack().is_none())
    }

    /// The betting of its game.
    fn betting(&self) -> &Betting {
        match &self.game {
            Some(game) if game.stack().is_some() => self.betting.get_or_init(|| Betting::of(game)),
            _ => Betting::of_limit(),
        }
    }
}

/// The probabilities of a decision's legal actions for every holding that can be held.
fn asked(
    player: SeatedPlayer<'_, f64>,
    rules: &CardRules,
    board: &[Card],
    Betting { tree, layout, lanes }: &Betting,
    decision: NodeId,
) -> Vec<(u16, Vec<f64>)> {
    let (place, seat) = (layout.place(decision), tree[decision].player);
    let (chunk, lane) = lanes.lane_of_entries(place.round)[place.entry];
    let shape = lanes.rounds[place.round].shape(chunk);
    let mut dealt = DealtBoard::default();
    dealt.deal_round(rules, player.buckets, place.round, board);
    let row = dealt.row(place.round);
    let mut strategies = vec![Row::<f64>::default(); row.distinct.len() * shape.slots];
    player.strategies.load(ChunkId { round: place.round, chunk }, seat, &row.distinct, &mut strategies);
    let node = &layout.rounds[place.round].template(place.entry).nodes[place.node];
    let of_place = |(&id, &bucket): (&u16, &u16)| {
        let first = usize::from(bucket) * shape.slots + node.first_slot;
        (id, strategies[first..first + node.actions.len()].iter().map(|row| row.0[lane]).collect())
    };
    dealt.order.ids().iter().zip(&row.of_place).map(of_place).collect()
}
