//! Games: small ones solved, and push or fold before the flop.

use evaluator::card::Card;
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use serde_json::json;
use solver::error::SolverError;
use solver::game::{BettingTree, GameDefinition, GameOptions};
use solver::policy::{HandPolicy, InformationSet};
use solver::push_fold::{PushFold, Stack};
use solver::run::solve::{SolvedDecision, Solving, SolvingRule, measure_policy};
use std::ffi::CString;
use std::path::PathBuf;

use super::failure::{in_python, raised, wrong};
use super::files::to_python;
use super::watched::{Watching, watched};

/// A game by name or by its text in the competition's format; what was left aside or assumed in a text is a warning.
fn game_of(py: Python<'_>, name_or_text: &str) -> PyResult<GameDefinition> {
    if !name_or_text.contains('\n') {
        return GameDefinition::named(name_or_text).map_err(raised);
    }
    let (game, remarks) = GameDefinition::parse_with(name_or_text, &GameOptions::default()).map_err(raised)?;
    for remark in remarks {
        let line =
            CString::new(in_python(&remark)).map_err(|_| wrong("game: expected a text without NUL characters"))?;
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &line, 2)?;
    }
    Ok(game)
}

/// Solves a small game.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    game: &str,
    algorithm: &str,
    iterations: u64,
    until: Option<f64>,
    curve: bool,
    strategy: bool,
    watching: Watching<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game_of(py, game)?;
    let rule: SolvingRule = algorithm.parse().map_err(wrong)?;
    if until.is_some_and(|chips| !(chips > 0.0 && chips.is_finite())) {
        return Err(wrong("until: expected a number of chips above 0, such as 1e-4"));
    }
    let solving = Solving { rule, iterations, until, curve, strategy };
    let solution = watched(py, &watching, |watch| solving.solve(&game, watch))?;
    let tree = BettingTree::new(&game);
    let points = solution.curve.iter().map(|point| {
        json!({ "iterations": point.iterations, "seconds": point.seconds, "exploitability": point.exploitability })
    });
    let strategy = solution.strategy.iter().map(|SolvedDecision { information_set, probabilities }| {
        let InformationSet { hole, board, decision } = information_set;
        let cards = |cards: &mut dyn Iterator<Item = Card>| cards.map(|card| card.to_string()).collect::<String>();
        let actions: String = tree[*decision].actions.iter().map(|action| action.letter()).collect();
        let (hole, board) = (cards(&mut hole.iter()), cards(&mut board.iter().copied()));
        json!([hole, board, tree.history(*decision), actions, probabilities])
    });
    let found = json!({
        "algorithm": rule.to_string(),
        "iterations": solution.iterations,
        "seconds": solution.seconds,
        "value": first_players_value(&game, solution.result.value),
        "nash_conv": solution.result.nash_conv,
        "exploitability": solution.result.exploitability,
        "curve": points.collect::<Vec<_>>(),
        "strategy": strategy.collect::<Vec<_>>(),
    });
    to_python(py, &found)
}

/// Measures a policy of a small game: a file, or the text of one.
#[pyfunction]
pub(crate) fn measure_policy_text<'py>(
    py: Python<'py>,
    game: &str,
    text: &str,
    file: Option<PathBuf>,
) -> PyResult<Bound<'py, PyAny>> {
    let game = game_of(py, game)?;
    let measure = || {
        let policy = match &file {
            Some(file) => HandPolicy::read(&game, file)?,
            None => HandPolicy::parse(&game, "policy", text)?,
        };
        Ok((measure_policy(&game, &policy)?, policy.information_sets()))
    };
    let measured: Result<_, SolverError> = py.detach(measure);
    let (found, information_sets) = measured.map_err(raised)?;
    let found = json!({
        "information_sets": information_sets,
        "value": first_players_value(&game, found.value),
        "nash_conv": found.nash_conv,
        "exploitability": found.exploitability,
    });
    to_python(py, &found)
}

/// Four arrays over the starting hands.
type ByHand<'py> = [Bound<'py, PyArray1<f64>>; 4];

/// The measures of push or fold at a stack, then what the button and the big blind do by starting hand, then what
/// jamming and calling gain over folding; money in mbb.
#[pyfunction]
pub(crate) fn push_fold(py: Python<'_>, stack: f64) -> PyResult<([f64; 4], ByHand<'_>)> {
    let stack = Stack::try_from(stack).map_err(|problem| wrong(format!("stack: {problem}")))?;
    let (chart, found, advantages) = py.detach(|| {
        let game = PushFold::new(stack);
        let chart = game.solve();
        let (found, advantages) = (game.measure(&chart), game.advantages(&chart));
        (chart, found, advantages)
    });
    let measures = [found.small_blind_jams, found.big_blind_calls, 1e3 * found.value, 1e3 * found.exploitability];
    let in_mbb = |values: Vec<f64>| values.into_iter().map(|value| 1e3 * value).collect();
    let arrays = [chart.jam, chart.call, in_mbb(advantages.jam), in_mbb(advantages.call)];
    Ok((measures, arrays.map(|array| array.into_pyarray(py))))
}

/// The solver's value is that of position 0; people expect that of the player who acts first.
fn first_players_value(game: &GameDefinition, value: f64) -> f64 {
    if game.first_player(0) == 0 { value } else { -value }
}
