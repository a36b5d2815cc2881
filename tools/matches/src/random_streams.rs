//! Where chance comes from: streams that depend on the seed and a number alone, so that threads and agents change nothing.

use evaluator::card::Card;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};
use solver::cfr::deal_sampler::{board_of, generator_of};
use solver::public_board::CardRules;

// Each purpose has a stream of its own. Without a mark a match would see the very boards that a strategy was trained on
// when both were given the same seed, and would flatter it.
const BOARDS: u64 = 0x62f1_93d8_05ab_7c4e;
const DEALS: u64 = 0x9d3c_41e7_f826_50b9;
const DICE: u64 = 0xc58a_0e6b_3794_d21f;
const FRESH_DICE: u64 = 0x7e19_b2d4_46c3_f80a;

/// The complete board with this number.
pub fn match_board(rules: &CardRules, seed: u64, number: u64) -> Vec<Card> {
    board_of(rules, seed ^ BOARDS, number)
}

/// Where the cards of a deal come from; the same whoever plays.
pub fn cards_of_deal(seed: u64, deal: u64) -> Xoshiro256PlusPlus {
    generator_of(seed ^ DEALS, deal)
}

/// The players' dice in a deal, the same in both of its games.
///
/// Whoever sits where throws the same first number, so that players who act alike go the same way twice: the luck of the dice
/// leaves a duplicate deal as the luck of the cards does, and the exchanged match is worth the opposite, deal by deal.
pub fn dice_of_deal(seed: u64, deal: u64) -> Xoshiro256PlusPlus {
    generator_of(seed ^ DICE, deal)
}

/// The dice of a deal that is played again and again: new ones each time, the same in both seatings.
pub struct FreshDice(Xoshiro256PlusPlus);

impl FreshDice {
    /// The dice of the deal with this number.
    pub fn of_deal(seed: u64, deal: u64) -> Self {
        Self(generator_of(seed ^ FRESH_DICE, deal))
    }

    /// Those of the next time.
    #[inline]
    pub fn next_dice(&mut self) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(self.0.next_u64())
    }
}
