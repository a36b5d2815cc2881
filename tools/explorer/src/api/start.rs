//! `/api/start`: what the page must know before anything else.
//!
//! `/api/cards`: cards as they are typed, and as addresses hold them.
//!
//! `/api/hand`: how strong a hand is, as the command `hand` says.

use abstraction::features::build_features::FeatureSource;
use abstraction::features::hand_strength_distribution::distribution_of_hand;
use abstraction::recipe::DEFAULT_BINS;
use abstraction::street::Street;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::error::CardError;
use evaluator::holding::Holding;
use evaluator::made_hand::{Draw, MadeHand};
use evaluator::round::Round;
use report::hand_grid::hands_on_paper;
use serde_json::{Value, json};
use tables::text::written as written_path;
use tables::together::progress::Progress;

use super::decision::{rounded, written};
use super::exact::asked;
use super::spot::bad;
use crate::exact::ExactAnswer;
use crate::explorer::Explorer;
use crate::server::{Request, Response, Status};

/// The strategies' names, the names of all hands in the order in which documents list them, and all cards.
pub fn start(explorer: &Explorer, _: &Request, _: &dyn Progress) -> Result<Response, Response> {
    let deck = explorer.game.deck;
    let on_paper: Vec<usize> = hands_on_paper(deck).map(|hand| hand.number()).collect();
    let place = |holding: Holding| on_paper.iter().position(|&number| number == holding.starting_hand().number());
    let document = json!({
        "strategies": explorer.strategies.names().collect::<Vec<_>>(),
        "exact": explorer.exact.answers().iter().map(|it| exact_answer(it)).collect::<Vec<_>>(),
        "deck": deck.cards(),
        "big_blind": explorer.game.definition.big_blind().0,
        "made_hands": MadeHand::ALL.map(MadeHand::name),
        "draws": Draw::ALL.map(Draw::name),
        "classes": hands_on_paper(deck).map(|hand| hand.to_string()).collect::<Vec<_>>(),
        "holdings": Holding::all().map(|holding| holding.to_string()).collect::<Vec<_>>(),
        "class_of": Holding::all().map(place).collect::<Vec<_>>(),
        "cards": deck.card_set().iter().map(|card| card.to_string()).collect::<Vec<_>>(),
    });
    Ok(Response::json(&document))
}

/// What the page must know of an exact answer: what it is called, and where it begins.
pub fn exact_answer(exact: &ExactAnswer) -> Value {
    let definition = exact.definition();
    json!({
        "name": exact.name,
        "board": written(&definition.board),
        "betting": exact.betting().before,
        "exploitability_percent_of_pot": rounded(exact.exploitability_percent(), 6),
        "file": written_path(exact.path()),
    })
}

/// Typed cards, in the letters of addresses.
pub fn cards(explorer: &Explorer, request: &Request, _: &dyn Progress) -> Result<Response, Response> {
    let asked = asked(request)?;
    let cards = explorer.game.deck.parse_cards(asked["text"].as_str().unwrap_or_default()).map_err(bad)?;
    Ok(Response::json(&json!({ "cards": written(&cards) })))
}

/// Strength and its distribution on the river, in the bins of `hand`.
pub fn hand(explorer: &Explorer, request: &Request, progress: &dyn Progress) -> Result<Response, Response> {
    let (typed, board) = (request.word("hole").unwrap_or_default(), request.word("board").unwrap_or_default());
    let deck = explorer.game.deck;
    let hole = hole_cards(deck, typed, board).map_err(bad)?;
    let cards = deck.parse_cards(board).map_err(bad)?;
    let expected = || bad(format!("board={board}: {} cards, expected 0, 3, 4 or 5", cards.len()));
    let street = Round::of_board_cards(cards.len()).ok_or_else(expected)?;
    let (counts, strength) = if street == Round::Preflop {
        let stopped = |_| Response::refusal(Status::Busy, "the explorer is being stopped");
        let distributions = FeatureSource::default().preflop(deck, DEFAULT_BINS, progress).map_err(stopped)?;
        let class = hole.starting_hand().number();
        (distributions.row(class).to_vec(), distributions.equity(class))
    } else {
        let (counts, halves) = distribution_of_hand(deck, hole, CardSet::of(&cards), DEFAULT_BINS);
        (counts, halves as f64 / Street::new(deck, street).strength_unit())
    };
    let total: u64 = counts.iter().sum();
    let hsd: Vec<Value> = counts.iter().map(|&count| rounded(Some(count as f64 / total as f64), 6)).collect();
    Ok(Response::json(&json!({
        "hole": hole.to_string(),
        "board": written(&cards),
        "class": hole.starting_hand().to_string(),
        "strength": strength,
        "is_expected": street != Round::River,
        "hsd": hsd,
    })))
}

/// Two cards that are not on the board.
pub(super) fn hole_cards(deck: Deck, typed: &str, board: &str) -> Result<Holding, CardError> {
    let cards = deck.parse_cards(typed)?;
    let &[first, second] = cards.as_slice() else {
        return Err(CardError::Count { text: typed.to_owned(), expected: "2 hole cards", found: cards.len() });
    };
    // Cards that appear twice, in one text or across both, are refused by reading both together.
    deck.parse_cards(&format!("{typed}{board}"))?;
    Holding::new(first, second).ok_or_else(|| CardError::Repeated { text: typed.to_owned(), card: first })
}
