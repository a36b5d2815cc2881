//! What players are worth: exploitability, matches and leagues.

use evaluator::deck::Deck;
use evaluator::words::numbered_apart;
use matches::agent::Agent;
use matches::dealt_game::match_board;
use matches::error::MatchError;
use matches::league::{League, all_pairs, league_of_boards, play_match};
use matches::method::{Method, play_exactly};
use matches::statistics::score::Score;
use matches::strategy_file::with_rivers_solved_again;
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;
use solver::error::SolverError;
use solver::game::GameDefinition;
use solver::measure::exploitability::{Exploitability, FlopReference, Flops, KeptFlops, Measurement, RealGame};
use solver::measure::value::boards::value_boards;
use solver::policy::ResolvedPolicy;
use solver::policy::function_policy::Suits;
use solver::walk::{Player as SeatedPlayer, PreparedGame};
use std::path::PathBuf;
use std::sync::Arc;
use study::references;

use super::failure::{in_python, raised, wrong};
use super::files::to_python;
use super::hands::GivenDeck;
use super::players::{Kind, Player, Ready, game_of};
use super::policy::PolicyCalls;
use super::watched::{Watching, watched, watched_for};

/// The seats by position.
const SEATS: [&str; 2] = ["big_blind", "button"];

fn by_seat<'py, T: IntoPyObject<'py>>(py: Python<'py>, of_seat: [T; 2]) -> PyResult<Bound<'py, PyDict>> {
    let seats = PyDict::new(py);
    for (name, of_seat) in SEATS.into_iter().zip(of_seat) {
        seats.set_item(name, of_seat)?;
    }
    Ok(seats)
}

/// What a best response with exact cards wins from the first of one or two players, whose rivers may be solved again by
/// so many iterations; the request is that of the solver, and the files are those of a reference to measure beside and
/// of one to be written.
#[pyfunction]
pub(crate) fn exploit<'py>(
    py: Python<'py>,
    players: Vec<PyRef<'py, Player>>,
    asked: &Bound<'py, PyAny>,
    rivers: Option<u64>,
    keep: Option<PathBuf>,
    references: [Option<PathBuf>; 2],
    watching: Watching<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let measurement: Measurement = super::training::request("exploit", asked)?;
    let definition = game_of(players.iter().map(|player| &**player))?;
    let is_full = definition.deck() == Deck::FULL.card_set();
    for player in &players {
        if is_full && measurement.flops == Flops::All && matches!(player.kind()?, Kind::Function(..)) {
            return Err(wrong("all flops: a function is measured on sampled flops; give a number, or a smaller deck"));
        }
    }
    let [known, written] = references;
    let known = known.map(|file| {
        let known = references::named(&file)?;
        known.require_game(&file.display().to_string(), &definition).map(|()| known)
    });
    let known = known.transpose().map_err(raised)?;
    if let Some(file) = &written {
        if measurement.flops != Flops::All {
            return Err(wrong("reference: is over all flops; give flops=\"all\""));
        }
        FlopReference::require_place(file, &[]).map_err(raised)?;
    }
    let calls = Arc::new(PolicyCalls::default());
    let ready = players.iter().map(|player| player.ready(&definition, Suits::Alike, &calls));
    let ready = ready.collect::<PyResult<Vec<Ready>>>()?;
    // Every training is called default unless it was given another name.
    let mut names = numbered_apart(players.iter().map(|player| player.name()));
    // A function has no more than a name, which another one may have, too: no reference knows it.
    let known_by = players.iter().map(|player| match player.kind()? {
        Kind::Function(..) => Ok(Value::Null),
        Kind::Agent(_) => player.identity(),
    });
    let mut known_by = known_by.collect::<PyResult<Vec<Value>>>()?;
    let place = |folder| players.iter().map(|it| Ok((folder, it.identity()?))).collect::<PyResult<Vec<_>>>();
    let mut places = keep.as_ref().map(place).transpose()?;
    let blueprint = || ready[0].seated::<f64>();
    let resolved = rivers.map(|iterations| ResolvedPolicy::new(&definition, blueprint(), iterations));
    let resolved = resolved.transpose().map_err(raised)?;
    if let Some(iterations) = rivers {
        let blueprint = names[0].clone();
        let identities = known_by.first_mut().into_iter().filter(|identity| !identity.is_null());
        for identity in identities.chain(places.iter_mut().flatten().take(1).map(|(_, identity)| identity)) {
            (names[0], *identity) = with_rivers_solved_again(&blueprint, identity, iterations);
        }
    }
    let (all, level) = watched_for(py, &watching, &calls, |watch| {
        let game = RealGame::<f32>::new(&definition)?;
        let measured = ready.iter().enumerate().map(|(number, ready)| {
            let kept = places.as_ref().map(|places| KeptFlops::open(places[number].0, places[number].1.clone()));
            let kept = kept.transpose()?;
            let measurement = Measurement { losses: measurement.losses && number == 0, ..measurement };
            let seated = match &resolved {
                Some(resolved) if number == 0 => resolved.player(),
                _ => ready.seated(),
            };
            measurement.of(&game, seated, kept.as_ref(), watch)
        });
        let measured = measured.collect::<Result<Vec<Exploitability>, SolverError>>()?;
        if let Some(file) = &written
            && let Some(reference) = FlopReference::of(&names[0], known_by[0].clone(), &definition, &game, &measured[0])
        {
            reference.write(file)?;
        }
        let of: Vec<_> = known_by.iter().zip(&measured).collect();
        let level = known.map(|known| {
            let remark = of.get(1).and_then(|(identity, found)| known.remark_on(&names[1], identity, found));
            (known.level_of(&game, &measurement, &of), known.policy, remark)
        });
        Ok::<_, SolverError>((measured, level))
    })?;
    let found = &all[0];
    let mbb = |chips: f64| found.mbb(chips);
    let Exploitability { responses, losses, flops, distinct_flops, .. } = found;
    let hands = |chips: &[f64]| -> Bound<'py, PyArray1<f64>> {
        chips.iter().copied().map(mbb).collect::<Vec<_>>().into_pyarray(py)
    };
    let [low, high] = responses.bounds();
    let shown = PyDict::new(py);
    shown.set_item("mbb_per_game", mbb(responses.middle()))?;
    let ci95 = |standard_error: f64| Score { mean: 0.0, standard_error, observations: *flops as u64 }.ci95();
    shown.set_item("standard_error", mbb(responses.middle_error()))?;
    shown.set_item("ci95", ci95(mbb(responses.middle_error())))?;
    shown.set_item("bounds", (mbb(low), mbb(high)))?;
    shown.set_item("by_seat", by_seat(py, responses.by_seat.map(mbb))?)?;
    shown.set_item("flops", flops)?;
    shown.set_item("distinct_flops", distinct_flops)?;
    shown.set_item("by_starting_hand", by_seat(py, responses.by_starting_hand.each_ref().map(|it| hands(it)))?)?;
    if let Some(losses) = losses {
        let of_seat = |estimates: &[solver::measure::exploitability::measurement::Estimate]| {
            hands(&estimates.iter().map(|estimate| estimate.value).collect::<Vec<_>>())
        };
        let own_play = losses.each_ref().map(|seat| mbb(seat.own_play.value));
        shown.set_item("own_play", by_seat(py, own_play)?)?;
        shown.set_item("losses", by_seat(py, losses.each_ref().map(|seat| of_seat(&seat.by_starting_hand)))?)?;
    }
    if let [first, other] = &all[..] {
        let (more, error) = first.responses.more_than(&other.responses);
        let beside = PyDict::new(py);
        beside.set_item("policy", &names[1])?;
        beside.set_item("mbb_per_game", mbb(other.responses.middle()))?;
        beside.set_item("more", mbb(more))?;
        beside.set_item("ci95", ci95(mbb(error)))?;
        beside.set_item(
            "by_starting_hand",
            by_seat(py, other.responses.by_starting_hand.each_ref().map(|it| hands(it)))?,
        )?;
        shown.set_item("beside", beside)?;
    }
    if let Some((level, policy, remark)) = level {
        shown.set_item("remark", remark.map(|line| in_python(&line)))?;
        shown.set_item("reference", policy)?;
        shown.set_item("reference_mbb_per_game", level.reference)?;
        shown.set_item("paired_difference", level.difference)?;
        shown.set_item("paired_ci95", ci95(level.standard_error))?;
    }
    Ok(shown)
}

/// How many complete boards belong to the flops that a seed draws: what a measurement on them costs.
#[pyfunction]
pub(crate) fn flop_boards(flops: usize, seed: u64, deck: GivenDeck) -> PyResult<u64> {
    let game = RealGame::<f32>::new(&GameDefinition::holdem_limit_on(deck.0)).map_err(raised)?;
    let played = Measurement::drawn(flops, seed).played(&game);
    Ok(played.distinct().iter().map(|flop| flop.complete_boards(game.rules())).sum())
}

/// Everyone against everyone on sampled boards.
fn on_boards<'py>(
    py: Python<'py>,
    players: &[PyRef<'py, Player>],
    boards: u64,
    seed: u64,
    watching: &Watching<'py>,
) -> PyResult<League> {
    let calls = Arc::new(PolicyCalls::default());
    let definition = game_of(players.iter().map(|player| &**player))?;
    let ready = players.iter().map(|player| player.ready(&definition, Suits::Apart, &calls));
    let ready = ready.collect::<PyResult<Vec<Ready>>>()?;
    let names = numbered_apart(players.iter().map(|player| player.name()));
    if names.len() < 2 {
        return Err(raised(MatchError::TooFewPlayers { found: names.len() }));
    }
    let pairs = all_pairs(names.len());
    watched_for(py, watching, &calls, |watch| {
        let game = PreparedGame::<f32>::new(&definition);
        let seated: Vec<SeatedPlayer<'_, f32>> = ready.iter().map(Ready::seated).collect();
        let board = |number| match_board(&game.rules, seed, number);
        let values = value_boards(&game, &seated, &pairs, boards, &board, watch).map_err(|error| match error {
            SolverError::Cancelled(cancelled) => MatchError::from(cancelled),
            error => error.into(),
        })?;
        league_of_boards(&definition, names, &pairs, &values)
    })
}

/// What the first player wins from the second.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn play<'py>(
    py: Python<'py>,
    first: PyRef<'py, Player>,
    second: PyRef<'py, Player>,
    method: &str,
    amount: u64,
    seed: u64,
    keep: Option<PathBuf>,
    watching: Watching<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let agents = || -> PyResult<[Arc<Agent>; 2]> {
        let agent = |player: &Player| match player.kind()? {
            Kind::Agent(agent) => Ok(agent),
            Kind::Function(..) => Err(wrong(format!("method {method}: a function plays boards; give method boards"))),
        };
        let game = game_of([&*first, &*second])?;
        Ok([agent(&first)?.at_table(&game), agent(&second)?.at_table(&game)])
    };
    let sampled: Method = method.parse().map_err(raised)?;
    sampled.check(amount).map_err(raised)?;
    if sampled == Method::Exact {
        let players = agents()?;
        let kept = match keep {
            Some(folder) => {
                let identities = serde_json::json!([first.identity()?, second.identity()?]);
                Some(KeptFlops::open(&folder, identities).map_err(raised)?)
            }
            None => None,
        };
        let [first, second] = &players;
        let result = watched(py, &watching, |watch| play_exactly(first, second, kept.as_ref(), watch))?;
        return to_python(py, &result);
    }
    match sampled {
        Method::Hands => {
            let [first, second] = agents()?;
            let result = watched(py, &watching, |watch| play_match(&first, &second, sampled, amount, seed, watch))?;
            to_python(py, &result)
        }
        _ => {
            let league = on_boards(py, &[first, second], amount, seed, &watching)?;
            let result = serde_json::json!({
                "mbb_per_game": league.mbb_per_game[0][1],
                "ci95": league.ci95[0][1],
                "method": league.method,
                "observations": league.observations,
            });
            to_python(py, &result)
        }
    }
}

/// Everyone against everyone.
#[pyfunction]
pub(crate) fn league<'py>(
    py: Python<'py>,
    players: Vec<PyRef<'py, Player>>,
    boards: u64,
    seed: u64,
    watching: Watching<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    Method::Boards.check(boards).map_err(raised)?;
    to_python(py, &on_boards(py, &players, boards, seed, &watching)?)
}
