//! The cards still to come: how many complete boards a hand may see, and which.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::holding::Holding;
use evaluator::round::Round;

/// River cards that a turn hand may still see.
pub const RIVERS_OF_TURN: u32 = 46;
/// Pairs of turn and river that a flop hand may still see.
pub const RUNOUTS_OF_FLOP: u32 = 1_081;
/// Boards that a starting hand may see, C(50, 5).
pub const BOARDS_OF_PREFLOP: u32 = 2_118_760;

/// How many complete boards a hand of a round may still see (1 on the river).
pub const fn runouts(round: Round) -> u32 {
    match round {
        Round::Preflop => BOARDS_OF_PREFLOP,
        Round::Flop => RUNOUTS_OF_FLOP,
        Round::Turn => RIVERS_OF_TURN,
        Round::River => 1,
    }
}

/// Calls `visit` with every complete board that the hand may still see.
pub fn for_each_runout(hole: Holding, board: CardSet, visit: &mut dyn FnMut(CardSet)) {
    deal(hole.card_set() | board, board, 0, visit);
}

/// Calls `visit` with every complete board that contains this one.
pub fn for_each_completion(board: CardSet, visit: &mut dyn FnMut(CardSet)) {
    deal(board, board, 0, visit);
}

fn deal(dead: CardSet, board: CardSet, from: usize, visit: &mut dyn FnMut(CardSet)) {
    if board.len() == 5 {
        return visit(board);
    }
    for card in Card::all().skip(from).filter(|&card| !dead.contains(card)) {
        deal(dead, board.with(card), card.number() + 1, visit);
    }
}
