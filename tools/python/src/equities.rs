//! Ranges as players write them, and how much of the pot hands and ranges get if there is no more betting.

use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::holding::{HOLDINGS, Holding};
use evaluator::range::{Range, RangeError};
use explorer::explorer::Game;
use explorer::worth::Equities;
use matches::luck::all_in_equity::balance;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use rayon::prelude::*;
use tables::together::progress::{Cancelled, Counter, Progress};

use super::failure::wrong;
use super::hands::GivenDeck;
use super::watched::{Watching, watched_in_policies};

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
    let Equities { shares, weights, means } = watched_in_policies(py, &watching, |watch| {
        let game = Game::limit(deck);
        // The explorer's table before the flop is of starting hands.
        match board.is_empty() && !reach.iter().all(|reach| is_even(deck, reach)) {
            true => holding_by_holding(&game, &reach, watch),
            false => Equities::of(&game, &board, &reach, watch),
        }
    })?;
    let shares = shares.map(|shares| shares.into_iter().map(|it| it.unwrap_or(f64::NAN)).collect::<Vec<_>>());
    Ok((shares.map(|it| it.into_pyarray(py)), weights.map(|it| it.into_pyarray(py)), means))
}

/// Whether a range has all holdings of each starting hand alike.
fn is_even(deck: Deck, reach: &[f64]) -> bool {
    deck.starting_hands().all(|hand| {
        let first = reach[hand.first_holding().number()];
        hand.holdings().all(|holding| reach[holding.number()] == first)
    })
}

/// The same before the flop of ranges that tell suits apart: every pair of holdings over all of its boards.
fn holding_by_holding(game: &Game, reach: &[Vec<f64>; 2], progress: &dyn Progress) -> Result<Equities, Cancelled> {
    let held = |weights: &[f64]| -> Vec<(Holding, f64)> {
        Holding::all().zip(weights.iter().copied()).filter(|&(_, weight)| weight > 0.0).collect()
    };
    let [first, second] = reach.each_ref().map(|weights| held(weights));
    let meets = |(one, _): &(Holding, f64), (other, _): &(Holding, f64)| !one.card_set().intersects(other.card_set());
    let every = first.iter().flat_map(|&one| second.iter().map(move |&other| (one, other)));
    let pairs: Vec<_> = every.filter(|(one, other)| meets(one, other)).collect();
    let counter = Counter::new(progress, "equities", "pairs of hands", pairs.len() as u64).continuing_from(0);
    let share = |&((one, _), (other, _)): &((Holding, f64), (Holding, f64))| {
        let holes = [one, other].map(|it| it.card_set());
        counter.add(1)?;
        Ok(0.5 + 0.5 * balance(&game.prepared.rules, holes, CardSet::EMPTY))
    };
    let found = pairs.par_iter().map(share).collect::<Result<Vec<f64>, Cancelled>>()?;
    let zeros = || [vec![0.0; HOLDINGS], vec![0.0; HOLDINGS]];
    let (mut met, mut won, mut all, mut all_won) = (zeros(), zeros(), 0.0, 0.0);
    for (&((one, weight), (other, against)), share) in pairs.iter().zip(found) {
        for (position, holding, opposing, share) in [(0, one, against, share), (1, other, weight, 1.0 - share)] {
            met[position][holding.number()] += opposing;
            won[position][holding.number()] += opposing * share;
        }
        all += weight * against;
        all_won += weight * against * share;
    }
    let shares = [0, 1].map(|it| {
        let of = won[it].iter().zip(&met[it]);
        of.map(|(won, &met)| (met > 0.0).then(|| won / met)).collect()
    });
    let weights = [0, 1].map(|it| {
        let of = met[it].iter().zip(&reach[it]);
        of.map(|(met, reach)| if all > 0.0 { met * reach / all } else { 0.0 }).collect()
    });
    Ok(Equities { shares, weights, means: (all > 0.0).then(|| [all_won / all, 1.0 - all_won / all]) })
}
