//! Cards, boards and starting hands as text.

use evaluator::card::parse_cards;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, RoundsApart};
use evaluator::holding::{Holding, StartingHand};
use evaluator::round::Round;

/// What is read is written the same, and a hand's indexes are those of a hand that is read back.
pub fn try_input(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let _ = text.parse::<StartingHand>().map(|hand| assert_eq!(hand.to_string().parse(), Ok(hand)));
    let _ = text.parse::<Round>();
    let Ok(cards) = parse_cards(text) else { return };
    let written: String = cards.iter().map(|card| card.to_string()).collect();
    assert_eq!(parse_cards(&written).as_ref(), Ok(&cards));
    let [first, second, board @ ..] = cards.as_slice() else { return };
    let (Some(hole), Some(round)) = (Holding::new(*first, *second), Round::of_board_cards(board.len())) else { return };
    if round == Round::Preflop {
        return;
    }
    let hands = BoardFirst::of(Deck::FULL, round);
    let index = hands.index(hole, CardSet::of(board));
    let (hole_back, board_back) = hands.unindex(index).expect("an index that was given out");
    assert_eq!(hands.index(hole_back, board_back), index);
    let apart = RoundsApart::of(Deck::FULL, round);
    let index = apart.index(hole, board);
    let (hole_back, board_back) = apart.unindex(index).expect("an index that was given out");
    assert_eq!(apart.index(hole_back, &board_back), index);
}
