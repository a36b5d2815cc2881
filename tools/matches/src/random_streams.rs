//! Where chance comes from: streams that depend on the seed and a number alone, so that threads and agents change nothing.

use evaluator::card::Card;
use rand_xoshiro::Xoshiro256PlusPlus;
use solver::cfr::deal_sampler::{board_of, generator_of};
use solver::public_board::CardRules;

// Each purpose has a stream of its own. Without a mark a match would see the very boards that a strategy was trained on
// when both were given the same seed, and would flatter it.
const BOARDS: u64 = 0x62f1_93d8_05ab_7c4e;
const DEALS: u64 = 0x9d3c_41e7_f826_50b9;
const DICE: u64 = 0xc58a_0e6b_3794_d21f;

/// The complete board with this number.
pub fn match_board(rules: &CardRules, seed: u64, number: u64) -> Vec<Card> {
    board_of(rules, seed ^ BOARDS, number)
}

/// Where the cards of a deal come from; the same whoever plays.
pub fn cards_of_deal(seed: u64, deal: u64) -> Xoshiro256PlusPlus {
    generator_of(seed ^ DEALS, deal)
}

/// The players' dice in one of a deal's two games.
pub fn dice_of_game(seed: u64, deal: u64, arrangement: usize) -> Xoshiro256PlusPlus {
    generator_of(seed ^ DICE, 2 * deal + arrangement as u64)
}
