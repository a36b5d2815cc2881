//! The bucket of every holding on one board.

use evaluator::card::Card;
use evaluator::holding::HOLDINGS;
use matches::agent::Agent;
use solver::boards::DealtBoard;

use crate::game::Game;

/// The bucket of each holding in a round, by holding number; `None` for holdings that share a card with the board.
pub fn board_buckets(game: &Game, agent: &Agent, round: usize, board: &[Card]) -> Vec<Option<u32>> {
    let mut dealt = DealtBoard::default();
    dealt.deal_round(&game.rules, agent.player::<f64>().buckets, round, board);
    let row = dealt.row(round);
    let mut buckets = vec![None; HOLDINGS];
    for (&id, &place) in dealt.order.ids().iter().zip(&row.of_place) {
        buckets[usize::from(id)] = Some(row.distinct[usize::from(place)]);
    }
    buckets
}
