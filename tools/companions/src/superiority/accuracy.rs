//! The paper's simulation: deals to the showdown, nobody folds, and what was judged on each street.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_category::HandCategory;
use evaluator::hand_strength::HandStrength;
use evaluator::holding::Holding;
use evaluator::round::Round;
use evaluator::strength_tables::StrengthTables;
use solver::boards::card_rules::draw;
use tables::together::progress::Progress;

use super::judgement::SeenBoard;
use super::made_hand::judge;
use super::tally::{Outcomes, Tally};
use crate::error::CompanionError;
use crate::numbered_work::in_order;
use crate::streams::Purpose;

const DEALS: Purpose = Purpose(0x5b1e_90c7_34fd_a862);

/// Deals of one piece of work.
const DEALS_AT_ONCE: u64 = 50_000;

/// Plays `deals` deals and tallies them from the first player's side.
pub fn simulate(seed: u64, deals: u64, progress: &dyn Progress) -> Result<Tally, CompanionError> {
    let pieces = deals.div_ceil(DEALS_AT_ONCE);
    let piece = |piece: u64| {
        let mut tally = Tally::default();
        for deal in piece * DEALS_AT_ONCE..deals.min((piece + 1) * DEALS_AT_ONCE) {
            let cards = draw(&mut DEALS.generator(seed, deal), CardSet::FULL_DECK, 9);
            enter(&mut tally, &cards);
        }
        tally
    };
    let mut sum = Tally::default();
    for tally in in_order(("superiority deals", "parts"), pieces, progress, piece)? {
        sum.add(&tally);
    }
    Ok(sum)
}

/// Enters one deal: two own cards, the opponent's two, the board.
fn enter(tally: &mut Tally, cards: &[Card]) {
    let (Some(own), Some(other)) = (Holding::new(cards[0], cards[1]), Holding::new(cards[2], cards[3])) else { return };
    let tables = StrengthTables::get();
    let board = &cards[4..];
    let strength = |hole: Holding, board: CardSet| HandStrength::of(hole.card_set() | board);
    let full = CardSet::of(board);
    let (ours, theirs) = (strength(own, full), strength(other, full));
    let outcome = compared(ours, theirs);
    tally.starting[own.starting_hand().number()].add(outcome, 1);
    for round in [Round::Flop, Round::Turn, Round::River] {
        let seen = SeenBoard::new(CardSet::of(&board[..round.board_cards()]), tables);
        tally.judged[round.number() - 1][seen.judge(own).number()].add(outcome, 1);
    }
    let shown = |hole, strength: HandStrength| judge(hole, full, strength.category(), HandCategory::HighCard).shown;
    let (ours, theirs) = (shown(own, ours), shown(other, theirs));
    tally.shown[ours.number()].add(outcome, 1);
    tally.shown_without_kickers[ours.number()].add(compared(ours, theirs), 1);
}

/// One showdown.
fn compared<T: Ord>(ours: T, theirs: T) -> Outcomes {
    Outcomes { wins: u64::from(ours > theirs), ties: u64::from(ours == theirs), losses: u64::from(ours < theirs) }
}
