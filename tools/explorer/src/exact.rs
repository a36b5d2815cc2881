//! Spots that are solved exactly: one at a time, into files, and shown from there.
//!
//! What is shown of an answer is read from its file, board by board. Only what actions are worth needs the strategy as
//! a whole: the answer that was last asked for is kept unpacked.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::holding::{HOLDINGS, Holding};
use matches::agent::Agent;
use serde_json::json;
use solver::error::SolverError;
use solver::game::NodeId;
use solver::spot::{
    Bits, SolvedSpot, Spot, SpotAnswer, SpotDecision, SpotDefinition, SpotError, SpotOrigin, SpotPlace, SpotSolver,
    SpotValues, Stop, solve_spot,
};
use solver::units::Chips;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tables::file::fingerprint::Fingerprint;
use tables::strategy::block::MAX_ACTIONS;
use tables::together::progress::{Progress, Update};

use crate::error::ExplorerError;
use crate::explorer::{Game, Title};
use crate::long_work::{LongWork, Turn};
use crate::spot::{self, DecisionView, Ranges, ShownBetting, with_totals};

/// What positions are called in a spot that comes from nowhere.
const SEATS: [&str; 2] = ["player out of position", "player in position"];
/// Digits of a spot's fingerprint in the names of its files.
const DIGITS: usize = 8;

/// The spots that were solved or opened, and the solvings under way.
pub struct ExactSpots {
    folder: PathBuf,
    answers: Mutex<Vec<Arc<ExactAnswer>>>,
    /// The queue of solvings.
    pub work: LongWork,
    under_way: Mutex<Vec<UnderWay>>,
    valued: Mutex<Option<(PathBuf, SpotSolver)>>,
}

/// A solved spot as it can be looked at.
pub struct ExactAnswer {
    pub name: String,
    path: PathBuf,
    /// Where in the explorer's game the spot was found.
    origin: Option<Origin>,
    solved: SolvedSpot,
}

/// A place in the explorer's game to which a strategy's own play leads.
#[derive(Clone, PartialEq, Debug)]
pub struct Origin {
    /// The betting that leads there.
    pub betting: String,
    /// Who played.
    pub strategy: String,
}

/// How far a solving has come.
#[derive(Clone, Debug)]
pub struct UnderWay {
    pub page: String,
    pub iterations: u64,
    /// The gap when it was last measured.
    pub note: Option<String>,
    begun: Instant,
}

impl UnderWay {
    pub fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }
}

/// Shows a page how far its solving has come; stops it with the page's turn.
struct Watched<'a> {
    spots: &'a ExactSpots,
    page: &'a str,
    turn: &'a Turn<'a>,
}

impl Progress for Watched<'_> {
    fn report(&self, update: &Update<'_>) {
        for it in self.spots.under_way().iter_mut().filter(|it| it.page == self.page) {
            it.iterations = update.done;
            it.note.clone_from(&update.note);
        }
    }

    fn cancelled(&self) -> bool {
        self.turn.cancelled()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ExactSpots {
    /// With answers that are there already; others are kept in the folder, made with the first one.
    pub fn new(folder: PathBuf, files: &[Title], most_work: usize) -> Result<Self, ExplorerError> {
        let open = |title: &Title| -> Result<_, ExplorerError> {
            let solved = SolvedSpot::open(&title.source)?;
            solved.file().verify().map_err(SolverError::from)?;
            Ok(Arc::new(ExactAnswer { name: title.name.clone(), path: title.source.clone(), origin: None, solved }))
        };
        let answers = files.iter().map(open).collect::<Result<_, _>>()?;
        let (work, under_way) = (LongWork::new(most_work), Mutex::default());
        Ok(Self { folder, answers: Mutex::new(answers), work, under_way, valued: Mutex::default() })
    }

    /// All that can be looked at, in the order of their numbers.
    pub fn answers(&self) -> Vec<Arc<ExactAnswer>> {
        locked(&self.answers).clone()
    }

    pub fn under_way(&self) -> MutexGuard<'_, Vec<UnderWay>> {
        locked(&self.under_way)
    }

    /// Solves a spot, from where it was left where it was begun before; the answer's number, and what was found.
    ///
    /// # Errors
    /// Those of [`solve_spot`].
    pub fn solve(
        &self,
        definition: SpotDefinition,
        origin: Option<Origin>,
        (bits, stop): (Bits, &Stop),
        (page, turn): (&str, &Turn<'_>),
    ) -> Result<(usize, SpotAnswer), SolverError> {
        let text = Fingerprint::of("spot", &json!(definition.to_toml()), &[]).to_string();
        let board: String = definition.board.iter().map(Card::to_string).collect();
        let digits = &text[..DIGITS.min(text.len())];
        // Solvings of different bits have nothing to go on with from each other.
        let [named, ending] = match bits {
            Bits::Sixteen => [" (16 bits)", "-16"],
            Bits::ThirtyTwo => [""; 2],
        };
        let name = match &origin {
            Some(Origin { betting, strategy }) => format!("exact {betting} {board} of {strategy}{named}"),
            None => format!("exact {board} {digits}{named}"),
        };
        let place = SpotPlace::new(&self.folder, &format!("{board}-{digits}{ending}"));
        let begun = Instant::now();
        self.under_way().push(UnderWay { page: page.to_owned(), iterations: 0, note: None, begun });
        let watched = Watched { spots: self, page, turn };
        let outcome = solve_spot(Spot::new(definition), bits, stop, Some(&place), &watched);
        self.under_way().retain(|it| it.page != page);
        let (solver, answer) = outcome?;
        drop(solver);
        let path = place.answer();
        let solved = SolvedSpot::open(&path)?;
        locked(&self.valued).take_if(|(of, _)| *of == path);
        let found = Arc::new(ExactAnswer { name, path, origin, solved });
        let mut answers = locked(&self.answers);
        let number = answers.iter().position(|it| it.path == found.path && it.origin == found.origin);
        let number = number.unwrap_or(answers.len());
        if number == answers.len() {
            answers.push(found)
        } else {
            answers[number] = found
        }
        Ok((number, answer))
    }

    /// What actions are worth; unpacks the answer first where another one was asked for before.
    ///
    /// # Errors
    /// Those of [`SpotSolver::values`] and of reading the file.
    pub fn values(&self, answer: &ExactAnswer, cards: &[Card], betting: &str) -> Result<SpotValues, SolverError> {
        let mut valued = locked(&self.valued);
        if valued.as_ref().is_none_or(|(path, _)| *path != answer.path) {
            *valued = None;
            *valued = Some((answer.path.clone(), SolvedSpot::open(&answer.path)?.into_solver()?));
        }
        let Some((_, solver)) = valued.as_mut() else { unreachable!("unpacked above") };
        Ok(solver.values(cards, betting)?)
    }
}

impl ExactAnswer {
    pub fn definition(&self) -> &SpotDefinition {
        self.solved.spot().definition()
    }

    pub fn origin(&self) -> Option<&Origin> {
        self.origin.as_ref()
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The length of the file from which it can be solved further.
    pub fn checkpoint_bytes(&self) -> Option<u64> {
        Some(std::fs::metadata(self.path.with_extension("checkpoint")).ok()?.len())
    }

    /// What a best response gains, in percent of the pot.
    pub fn exploitability_percent(&self) -> Option<f64> {
        self.solved.exploitability_percent()
    }

    /// Its tree in words.
    pub fn betting(&self) -> ShownBetting<'_> {
        let (spot, definition) = (self.solved.spot(), self.definition());
        let rounds_over = definition.game.round_of_holdem(0);
        let seats = if self.origin.is_some() { [0, 1].map(Game::seat) } else { SEATS };
        let before = self.origin.as_ref().map_or("", |origin| origin.betting.as_str());
        let (pot, stack) = (definition.stakes.pot, definition.game.stack().filter(|&it| it > Chips::ZERO));
        // In chips of the whole hand, as its strategy's betting is written.
        let paid_before = if self.origin.is_some() { Chips(pot.0 / 2) } else { Chips::ZERO };
        ShownBetting { tree: spot.tree(), seats, rounds_over, before, paid_before, pot, stack }
    }

    /// A decision, given the cards of the whole board and the betting as [`Self::betting`] writes it.
    ///
    /// # Errors
    /// [`SpotError`] where they do not lead to a decision of the spot.
    pub fn decision(&self, board: &[Card], betting: &str) -> Result<SpotDecision, SpotError> {
        let betting = &self.own_betting(betting)?;
        let node = self.solved.spot().tree().node_at(betting)?;
        self.solved.spot().decision(&self.solved, self.further(board, node)?, betting)
    }

    /// The cards after the spot's own that lie there at a decision; those of later streets are ignored.
    ///
    /// # Errors
    /// [`SpotError::Value`] where the board is another one, or too short.
    pub fn further<'c>(&self, board: &'c [Card], decision: NodeId) -> Result<&'c [Card], SpotError> {
        let own = &self.definition().board;
        let wrong = |problem| Err(SpotError::Value { key: "board", problem });
        if board.len() < own.len() || !own.iter().all(|card| board[..own.len()].contains(card)) {
            let own: String = own.iter().map(Card::to_string).collect();
            return wrong(format!("the spot is on {own}; begin with these cards"));
        }
        let count = self.betting().street(decision).board_cards();
        match board.get(own.len()..count) {
            Some(further) => Ok(further),
            None => wrong(format!("{} cards, where the betting has come to {count}; add cards", board.len())),
        }
    }

    /// The betting from where the spot begins.
    ///
    /// # Errors
    /// [`SpotError::Value`] where it does not lead there.
    pub fn own_betting(&self, betting: &str) -> Result<String, SpotError> {
        let ShownBetting { before, paid_before, .. } = self.betting();
        let problem = || format!("'{betting}' does not lead to the spot, which begins after '{before}'");
        let own = betting.strip_prefix(before).map(|own| with_totals(own, -paid_before));
        own.ok_or_else(|| SpotError::Value { key: "betting", problem: problem() })
    }

    /// A decision as the page shows strategies.
    pub fn view(&self, decision: &SpotDecision, board: &[Card]) -> DecisionView {
        let mut shares = vec![None; HOLDINGS];
        for hand in &decision.hands {
            let mut of_hand = [0.0; MAX_ACTIONS];
            of_hand.iter_mut().zip(&hand.probabilities).for_each(|(share, &it)| *share = f64::from(it));
            shares[hand.holding.number()] = Some(of_hand);
        }
        let dead = self.definition().deck.missing() | CardSet::of(board);
        let may_be = |it: Holding| !it.card_set().intersects(dead);
        let ranges = Ranges { reach: decision.weights.clone(), buckets: Vec::new() };
        let view = DecisionView::new(ranges, shares, Holding::all().map(may_be).collect(), decision.player);
        // Over all deals that lead here, as the command line says it, rather than over one range alone.
        let mut mean = [0.0; MAX_ACTIONS];
        mean.iter_mut().zip(&decision.frequencies).for_each(|(mean, &it)| *mean = it);
        let is_reached = decision.frequencies.iter().sum::<f64>() > 0.0;
        DecisionView { mean: is_reached.then_some(mean), ..view }
    }
}

/// The spot that begins with the round of a decision, as a strategy's own play leads there.
///
/// # Errors
/// [`SpotError`] where nobody's hands come there.
pub fn spot_of_strategy(
    game: &Game,
    agent: &Agent,
    strategy: &str,
    at: &spot::Spot,
) -> Result<(SpotDefinition, Origin), SpotError> {
    let mut entry = at.decision;
    while let Some((before, _)) = game.tree[entry].parent.filter(|&(it, _)| game.tree[it].round == at.street.number()) {
        entry = before;
    }
    let start = spot::Spot { decision: entry, ..at.clone() };
    let reach = Ranges::of(game, agent, &start).reach;
    let origin = SpotOrigin::at(&game.definition, &game.tree[entry], &reach);
    let board: String = at.board.iter().map(Card::to_string).collect();
    let text = format!("board = '{board}'\ndeck = {}\n", game.deck);
    let definition = SpotDefinition::parse_from(&text, Some(&origin))?;
    Ok((definition, Origin { betting: game.tree.history(entry), strategy: strategy.to_owned() }))
}
