//! Cards and hands in arrays: read, written, numbered, ranked, and what is known of their strength.

use abstraction::estimate::river_strengths_bytes;
use abstraction::features::build_features::FeatureSource;
use abstraction::features::many_hands::ManyHands;
use abstraction::recipe::DEFAULT_BINS;
use abstraction::street::Street;
use evaluator::card::{Card, parse_cards, rank_letter};
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::{HandIndex, RoundsApart};
use evaluator::hand_strength::HandStrength;
use evaluator::holding::{Holding, StartingHand};
use evaluator::round::Round;
use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use rayon::prelude::*;
use solver::game::{BetSizes, GameDefinition, GameOptions};
use std::path::PathBuf;
use tables::memory;
use tables::together::progress::Cancelled;

use super::clusters::Clusters;
use super::failure::{Wrong, raised, shown, wrong};
use super::watched::{Watch, Watching, in_parallel, watched_in_policies};

/// What a hand takes besides its cards while hands are sorted by their boards: indexes with and without places, places
/// among the different ones and on their boards, and a board at worst for each.
const BYTES_OF_A_HAND: usize = 80;

/// Refuses what needs more memory than there is for so many rows.
fn require_memory(what: &str, rows: usize, bytes_of_row: usize) -> PyResult<()> {
    memory::require(&format!("{rows} {what}"), (rows as u64).saturating_mul(bytes_of_row as u64)).map_err(raised)
}

/// A deck as a caller gives it: by its number of cards.
#[derive(Clone, Copy)]
pub struct GivenDeck(pub Deck);

impl<'py> FromPyObject<'_, 'py> for GivenDeck {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match given.extract::<usize>().map(Deck::try_from) {
            Ok(Ok(deck)) => Ok(Self(deck)),
            _ => Err(wrong(format!("deck: expected a deck of 20, 24, 28, .. or 52 cards, found {}", shown(&given)))),
        }
    }
}

/// A game of hold'em as it is named: its name, the stack in big blinds and the file of bet sizes.
#[derive(FromPyObject)]
pub struct GivenGame(String, Option<f64>, Option<PathBuf>);

impl GivenGame {
    /// The game on a deck.
    pub fn on(&self, deck: Deck) -> PyResult<GameDefinition> {
        let Self(name, stack, sizes) = self;
        let sizes = sizes.as_deref().map(BetSizes::read).transpose().map_err(raised)?;
        GameDefinition::holdem_named(name, deck, &GameOptions { stack: *stack, sizes }).map_err(raised)
    }
}

/// Rows of card numbers, copied out of an array.
pub struct CardRows {
    deck: Deck,
    width: usize,
    cards: Vec<u8>,
}

impl CardRows {
    /// Copies an array, if there is memory for what is made of its hands.
    pub fn of(deck: Deck, cards: &PyReadonlyArray2<'_, u8>) -> PyResult<Self> {
        let array = cards.as_array();
        require_memory("hands", array.nrows(), array.ncols() + BYTES_OF_A_HAND)?;
        Ok(Self { deck, width: array.ncols(), cards: array.iter().copied().collect() })
    }

    fn rows(&self) -> usize {
        self.cards.len().checked_div(self.width).unwrap_or(0)
    }

    /// The street of hands of two hole cards and a board.
    fn street(&self) -> Result<Street, Wrong> {
        let round = self.width.checked_sub(2).and_then(Round::of_board_cards);
        let other = || Wrong(format!("{} cards a hand: expected 2, 5, 6 or 7, the hole cards first", self.width));
        Ok(Street::new(self.deck, round.ok_or_else(other)?))
    }

    fn card(&self, row: usize, place: usize) -> Result<Card, Wrong> {
        let (deck, number) = (self.deck, self.cards[row * self.width + place]);
        match Card::from_number(number) {
            Some(card) if deck.contains(card) => Ok(card),
            Some(card) => {
                let lowest = rank_letter(deck.lowest_rank());
                Err(Wrong(format!(
                    "row {row}: {card} is not in the deck of {deck} cards, whose lowest rank is {lowest}"
                )))
            }
            None => Err(Wrong(format!("row {row}: {number} is no card; cards are 0 to 51"))),
        }
    }

    /// The cards of a row, all different.
    fn cards(&self, row: usize) -> Result<([Card; 7], CardSet), Wrong> {
        let (mut cards, mut set) = ([Card::new(0, 0); 7], CardSet::EMPTY);
        for (place, to) in cards.iter_mut().enumerate().take(self.width) {
            let card = self.card(row, place)?;
            if set.contains(card) {
                return Err(Wrong(format!("row {row}: {card} appears twice; every card can be dealt only once")));
            }
            (*to, set) = (card, set.with(card));
        }
        Ok((cards, set))
    }

    fn hand(&self, row: usize) -> Result<(Holding, [Card; 7]), Wrong> {
        let (cards, _) = self.cards(row)?;
        Ok((Holding::new(cards[0], cards[1]).expect("cards differ"), cards))
    }

    /// Every row through a function, in parallel.
    fn map<T: Send>(&self, of: impl Fn(usize) -> Result<T, Wrong> + Send + Sync) -> Result<Vec<T>, Wrong> {
        (0..self.rows()).into_par_iter().with_min_len(1_024).map(of).collect()
    }

    /// The board-first indexes of the hands.
    pub fn indexes(&self) -> Result<(Street, Vec<HandIndex>), Wrong> {
        let street = self.street()?;
        let index = street.boards();
        let hands = self.map(|row| {
            let (hole, cards) = self.hand(row)?;
            Ok(index.index(hole, CardSet::of(&cards[2..self.width])))
        })?;
        Ok((street, hands))
    }
}

/// A deck's street of a name.
pub fn street_of(name: &str, GivenDeck(deck): GivenDeck) -> PyResult<Street> {
    Ok(Street::new(deck, name.parse().map_err(wrong)?))
}

/// Cards as texts, one row each; all of one length.
#[pyfunction]
pub(crate) fn parse<'py>(py: Python<'py>, texts: Vec<String>) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let mut numbers = Vec::new();
    let mut width = None;
    for text in &texts {
        let cards = parse_cards(text).map_err(raised)?;
        let expected = *width.get_or_insert(cards.len());
        if cards.len() != expected {
            return Err(wrong(format!(
                "'{text}': {} cards, the first has {expected}; give hands of one street",
                cards.len()
            )));
        }
        numbers.extend(cards.iter().map(|card| card.number() as u8));
    }
    PyArray1::from_vec(py, numbers).reshape([texts.len(), width.unwrap_or(0)])
}

/// The names of cards.
#[pyfunction]
pub(crate) fn names(cards: PyReadonlyArray2<'_, u8>) -> PyResult<Vec<String>> {
    let rows = CardRows::of(Deck::FULL, &cards)?;
    let name = |row: usize| (0..rows.width).map(|place| Ok(rows.card(row, place)?.to_string())).collect();
    (0..cards.shape()[0]).map(name).collect::<Result<_, Wrong>>().map_err(raised)
}

/// The names of the 1,326 holdings, and their cards.
#[pyfunction]
pub(crate) fn holding_names(py: Python<'_>) -> PyResult<(Vec<String>, Bound<'_, PyArray2<u8>>)> {
    let cards: Vec<u8> = Holding::all()
        .flat_map(|holding| {
            let (low, high) = holding.cards();
            [high, low].map(|card| card.number() as u8)
        })
        .collect();
    let names: Vec<String> = Holding::all().map(|holding| holding.to_string()).collect();
    let cards = PyArray1::from_vec(py, cards).reshape([names.len(), 2])?;
    Ok((names, cards))
}

/// The names of the 169 starting hands, their combos, and the starting hand of each of the 1,326 holdings.
#[pyfunction]
pub(crate) fn starting_hands(py: Python<'_>) -> (Vec<String>, Bound<'_, PyArray1<u8>>, Bound<'_, PyArray1<u8>>) {
    let names = StartingHand::all().map(|hand| hand.to_string()).collect();
    let combos: Vec<u8> = StartingHand::all().map(|hand| hand.combos() as u8).collect();
    let of_holding: Vec<u8> = Holding::all().map(|holding| holding.starting_hand().number() as u8).collect();
    (names, combos.into_pyarray(py), of_holding.into_pyarray(py))
}

/// The indexes of hands.
#[pyfunction]
pub(crate) fn index<'py>(
    py: Python<'py>,
    cards: PyReadonlyArray2<'py, u8>,
    rounds_apart: bool,
    deck: GivenDeck,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let rows = CardRows::of(deck.0, &cards)?;
    let numbers = in_parallel(py, || {
        if !rounds_apart {
            return Ok(rows.indexes()?.1.into_par_iter().map(|hand| hand.0 as i64).collect());
        }
        let Street { deck, round } = rows.street()?;
        let index = RoundsApart::of(deck, round);
        rows.map(|row| {
            let (hole, cards) = rows.hand(row)?;
            Ok(index.index(hole, &cards[2..rows.width]).0 as i64)
        })
    });
    let numbers: Vec<i64> = numbers?.map_err(|error: Wrong| raised(error))?;
    Ok(numbers.into_pyarray(py))
}

/// How many hands a street has.
#[pyfunction]
pub(crate) fn hand_count(street: &str, rounds_apart: bool, deck: GivenDeck) -> PyResult<u64> {
    let street = street_of(street, deck)?;
    Ok(if rounds_apart { RoundsApart::of(street.deck, street.round).hands() } else { street.hands() })
}

/// Indexes copied out of an array; a negative one is invalid.
pub fn indexes_of(indexes: &PyReadonlyArray1<'_, i64>, hands: u64) -> PyResult<Vec<HandIndex>> {
    let check = |(row, &index): (usize, &i64)| match u64::try_from(index) {
        Ok(number) if number < hands => Ok(HandIndex(number)),
        _ => Err(wrong(format!("row {row}: no hand {index}; indexes go from 0 to {}", hands - 1))),
    };
    require_memory("indexes", indexes.len(), size_of::<HandIndex>())?;
    indexes.as_array().iter().enumerate().map(check).collect()
}

/// The canonical hands of indexes.
#[pyfunction]
pub(crate) fn unindex<'py>(
    py: Python<'py>,
    street: &str,
    indexes: PyReadonlyArray1<'py, i64>,
    rounds_apart: bool,
    deck: GivenDeck,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let indexes = indexes_of(&indexes, hand_count(street, rounds_apart, deck)?)?;
    let street = street_of(street, deck)?;
    let width = 2 + street.round.board_cards();
    require_memory("hands", indexes.len(), width)?;
    let mut cards = vec![0u8; indexes.len() * width];
    in_parallel(py, || {
        cards.par_chunks_exact_mut(width).zip(&indexes).with_min_len(1_024).for_each(|(row, &index)| {
            let (hole, board): (Holding, Vec<Card>) = if rounds_apart {
                let (hole, board) = RoundsApart::of(street.deck, street.round).unindex(index).expect("checked");
                (hole, board.to_vec())
            } else {
                let (hole, board) = street.boards().unindex(index).expect("checked");
                (hole, board.iter().collect())
            };
            let (low, high) = hole.cards();
            for (place, card) in row.iter_mut().zip([high, low].into_iter().chain(board)) {
                *place = card.number() as u8;
            }
        });
    })?;
    PyArray1::from_vec(py, cards).reshape([indexes.len(), width])
}

/// How many raw deals canonical hands stand for, by board-first index.
#[pyfunction]
pub(crate) fn deals<'py>(
    py: Python<'py>,
    street: &str,
    indexes: PyReadonlyArray1<'py, i64>,
    deck: GivenDeck,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let index = street_of(street, deck)?.boards();
    let hands = indexes_of(&indexes, index.hands())?;
    let deals: Vec<i64> = hands.into_iter().map(|hand| index.multiplicity(hand).unwrap_or(0) as i64).collect();
    Ok(deals.into_pyarray(py))
}

/// The rank of 1 to 7 cards: higher is stronger.
#[pyfunction]
pub(crate) fn rank<'py>(py: Python<'py>, cards: PyReadonlyArray2<'py, u8>) -> PyResult<Bound<'py, PyArray1<u16>>> {
    let rows = CardRows::of(Deck::FULL, &cards)?;
    if !(1..=7).contains(&rows.width) {
        return Err(wrong(format!("{} cards: expected 1 to 7", rows.width)));
    }
    let of_row = |row| Ok(HandStrength::of(rows.cards(row)?.1).number() as u16);
    let ranks = in_parallel(py, || rows.map(of_row))?.map_err(raised)?;
    Ok(ranks.into_pyarray(py))
}

fn many_hands(py: Python<'_>, GivenDeck(deck): GivenDeck, cards: &PyReadonlyArray2<'_, u8>) -> PyResult<ManyHands> {
    let rows = CardRows::of(deck, cards)?;
    let sort = || {
        let (street, hands) = rows.indexes()?;
        ManyHands::new(street, &hands).map_err(|error| Wrong(error.to_string()))
    };
    in_parallel(py, sort)?.map_err(raised)
}

/// Refuses rows of hands that need more memory than there is.
fn require_rows(what: &str, hands: &ManyHands, dimensions: usize, number_bytes: usize) -> PyResult<()> {
    memory::require(what, hands.rows_bytes(dimensions, number_bytes)).map_err(raised)
}

/// Refuses to make distributions of starting hands, those that are not shipped, with too little memory.
pub fn require_preflop(deck: Deck, bins: u16) -> PyResult<()> {
    let is_shipped = deck.is_full() && bins == DEFAULT_BINS;
    let needed = if is_shipped { 0 } else { river_strengths_bytes(deck) };
    memory::require("strengths of the river", needed).map_err(raised)
}

/// Strength: on the river against a random opponent, before it the expectation of that.
#[pyfunction]
pub(crate) fn strength<'py>(
    py: Python<'py>,
    cards: PyReadonlyArray2<'py, u8>,
    deck: GivenDeck,
    watching: Watching<'py>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let hands = many_hands(py, deck, &cards)?;
    require_rows("strengths", &hands, 1, size_of::<f64>())?;
    if hands.is_preflop() {
        require_preflop(deck.0, DEFAULT_BINS)?;
    }
    let work = |watch: &Watch| hands.strengths(&mut FeatureSource::default(), watch);
    Ok(watched_in_policies(py, &watching, work)?.into_pyarray(py))
}

/// Strength distributions as counts of run-outs.
#[pyfunction]
pub(crate) fn hsd<'py>(
    py: Python<'py>,
    cards: PyReadonlyArray2<'py, u8>,
    bins: u16,
    deck: GivenDeck,
    watching: Watching<'py>,
) -> PyResult<Bound<'py, PyArray2<u32>>> {
    let hands = many_hands(py, deck, &cards)?;
    require_rows("strength distributions", &hands, usize::from(bins), size_of::<u32>())?;
    if hands.is_preflop() {
        require_preflop(deck.0, bins)?;
    }
    let work = |watch: &Watch| hands.distributions(bins, &mut FeatureSource::default(), watch);
    let counts = watched_in_policies(py, &watching, work)?;
    PyArray1::from_vec(py, counts).reshape([cards.shape()[0], usize::from(bins)])
}

/// Strength against clusters of opponents; not a number for a cluster that is never met.
#[pyfunction]
pub(crate) fn ochs<'py>(
    py: Python<'py>,
    cards: PyReadonlyArray2<'py, u8>,
    clusters: PyRef<'py, Clusters>,
    deck: GivenDeck,
    watching: Watching<'py>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let hands = many_hands(py, deck, &cards)?;
    let clusters = clusters.opponents();
    require_rows("strengths against clusters", &hands, clusters.count(), size_of::<f64>())?;
    let work = |watch: &Watch| -> Result<Vec<f64>, Cancelled> { hands.ochs(clusters, watch) };
    let strengths = watched_in_policies(py, &watching, work)?;
    PyArray1::from_vec(py, strengths).reshape([cards.shape()[0], clusters.count()])
}
