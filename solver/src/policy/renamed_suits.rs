//! Some boards under other names of suits: a policy to which the names mean nothing plays the same there.
//!
//! Which boards, and which names they get, is drawn from the board and the place in the betting alone, so the same
//! measurement asks the same questions for any number of threads.

use evaluator::card::Card;
use evaluator::holding::{HOLDINGS, Holding};
use evaluator::suit_permutation::SuitPermutation;

use super::answers::{Answers, Renamed};
use super::function_policy::NodeQuestions;
use crate::boards::dealing::{below, generator_of};
use crate::policy::given_row::made_legal;
use crate::walk::ChunkId;

/// How far two probabilities may be apart that are to be the same: sums in single precision depend on the order of the
/// holdings in them.
pub(super) const SAME_PLAY: f64 = 1e-4;
/// The binary logarithm of how many questions of a round there are to one that is asked again, by how many rounds
/// before it have a board: all on the flop, every 8th on the turn, every 64th on the river, which is where nearly all
/// questions are asked.
const ONE_IN_BITS: u32 = 3;
/// Bits of a card's number.
const CARD_BITS: usize = 6;

/// New names for the suits of a board under which the questions of a chunk are to be asked again, if they are; at least
/// one of the board's cards gets another name.
pub(super) fn renaming_to_try(board: &[Card], at: ChunkId, player: usize) -> Option<SuitPermutation> {
    let earlier = at.round.checked_sub(1)? as u32;
    let place = (at.chunk as u64) << 1 | player as u64;
    let cards = board.iter().fold(0, |cards, card| cards << CARD_BITS | card.number() as u64);
    let mut dice = generator_of(cards, place);
    if below(&mut dice, 1 << (ONE_IN_BITS * earlier).min(63)) > 0 {
        return None;
    }
    let moves = |renaming: &SuitPermutation| board.iter().any(|&card| renaming.card(card) != card);
    let renamings: Vec<SuitPermutation> = SuitPermutation::all().filter(moves).collect();
    let drawn = below(&mut dice, renamings.len() as u64);
    Some(renamings[drawn as usize])
}

/// A board with other names of suits, its cards in the same order.
pub(super) fn renamed_board(board: &[Card], renaming: SuitPermutation) -> Vec<Card> {
    board.iter().map(|&card| renaming.card(card)).collect()
}

/// The first holding, and the number of the decision, at which the answers on a board differ from those on the renamed
/// board. What is not legal anyway may differ.
pub(super) fn difference(
    board: &[Card],
    renaming: SuitPermutation,
    nodes: &[NodeQuestions],
    [dealt, renamed]: [&Answers; 2],
    buckets: &[u32],
) -> Option<(usize, Renamed)> {
    let moved = renaming.holding_numbers();
    let actions = nodes.iter().flat_map(|node| node.lanes.iter().map(|_| node.actions));
    for (number, actions) in actions.enumerate() {
        let are_alike = dealt.are_alike(number) && renamed.are_alike(number);
        let looked_at = if are_alike { &buckets[..buckets.len().min(1)] } else { buckets };
        for holding in looked_at.iter().map(|&bucket| bucket as usize % HOLDINGS) {
            let one = made_legal(*dealt.row(number, holding), actions);
            let other = made_legal(*renamed.row(number, usize::from(moved[holding])), actions);
            // What is not a number is never the same.
            let is_same = one.iter().zip(&other).all(|(one, other)| (one - other).abs() <= SAME_PLAY);
            if !is_same {
                let holding = Holding::from_number(holding).expect("a bucket is a holding");
                let board = renamed_board(board, renaming);
                return Some((number, Renamed { renaming, board, holding, dealt: one, renamed: other }));
            }
        }
    }
    None
}
