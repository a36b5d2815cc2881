//! Ranges as players write them, and how much of the pot hands and ranges get if there is no more betting.

use evaluator::card_set::CardSet;
use evaluator::holding::Holding;
use evaluator::range::{Range, RangeError};
use explorer::explorer::Game;
use explorer::worth::Equities;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;

use super::failure::wrong;
use super::hands::GivenDeck;
use super::watched::{Watch, Watching, watched_in_policies};

/// The weight of each holding in a range that is written as text, 0 for those that are not in the deck.
#[pyfunction]
pub(crate) fn range_weights<'py>(py: Python<'py>, text: &str, deck: GivenDeck) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let range: Range = text.parse().map_err(|error: RangeError| wrong(format!("range: {error}")))?;
    let (GivenDeck(deck), missing) = (deck, deck.0.missing());
    let is_in_deck = |holding: Holding| !holding.card_set().intersects(missing);
    if let Some(named) = range.named().iter().find(|&&holding| !is_in_deck(holding)) {
        return Err(wrong(format!("range: {named} is not in the deck of {deck} cards; leave it out")));
    }
    let weight = |holding| if is_in_deck(holding) { f64::from(range.weight(holding)) } else { 0.0 };
    let weights: Vec<f64> = Holding::all().map(weight).collect();
    if weights.iter().all(|&weight| weight == 0.0) {
        return Err(wrong(format!("range: no hand of it is in the deck of {deck} cards; widen it")));
    }
    Ok(weights.into_pyarray(py))
}

/// The text of a range by the weight of each starting hand.
#[pyfunction]
pub(crate) fn range_text(weights: PyReadonlyArray1<'_, f64>) -> String {
    let weights = weights.as_array();
    evaluator::range_text::range_text(|hand| weights.get(hand.number()).copied().unwrap_or_default())
}

/// Of two ranges: the share of the pot by holding (`nan` where the other cannot be met), how much of all encounters
/// each holding has a part in, and the share of the whole ranges (`None` where they never meet).
type FoundEquities<'py> = ([Bound<'py, PyArray1<f64>>; 2], [Bound<'py, PyArray1<f64>>; 2], Option<[f64; 2]>);

/// The equities of two ranges by holding number on a board, over all boards that may follow.
#[pyfunction]
pub(crate) fn equities<'py>(
    py: Python<'py>,
    first: PyReadonlyArray1<'py, f64>,
    second: PyReadonlyArray1<'py, f64>,
    board: &str,
    deck: GivenDeck,
    watching: Watching<'py>,
) -> PyResult<FoundEquities<'py>> {
    let GivenDeck(deck) = deck;
    let board = deck.parse_cards(board).map_err(|error| wrong(format!("board: {error}")))?;
    if ![0, 3, 4, 5].contains(&board.len()) {
        return Err(wrong(format!("board: {} cards, expected none, 3, 4 or 5", board.len())));
    }
    let dead = CardSet::of(&board) | deck.missing();
    let of_range = |weights: &PyReadonlyArray1<'_, f64>| -> Vec<f64> {
        let held = Holding::all().zip(weights.as_array());
        held.map(|(holding, &weight)| if holding.card_set().intersects(dead) { 0.0 } else { weight }).collect()
    };
    let reach = [of_range(&first), of_range(&second)];
    let work = |watch: &Watch| Equities::of(&Game::limit(deck), &board, &reach, watch);
    let Equities { shares, weights, means } = watched_in_policies(py, &watching, work)?;
    let shares = shares.map(|shares| shares.into_iter().map(|it| it.unwrap_or(f64::NAN)).collect::<Vec<_>>());
    Ok((shares.map(|it| it.into_pyarray(py)), weights.map(|it| it.into_pyarray(py)), means))
}
