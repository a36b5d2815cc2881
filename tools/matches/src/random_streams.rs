//! Where chance comes from: streams that depend on the seed and a number alone, so that threads and agents change
//! nothing.

use evaluator::card::Card;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};
use solver::boards::CardRules;
use solver::boards::card_rules::{below, board_of, generator_of};
use tables::strategy::block::MAX_ACTIONS;

// Each purpose has a stream of its own. Without a mark a match would see the very boards that a strategy was trained on
// when both were given the same seed, and would flatter it.
const BOARDS: u64 = 0x62f1_93d8_05ab_7c4e;
const DEALS: u64 = 0x9d3c_41e7_f826_50b9;
const DICE: u64 = 0xc58a_0e6b_3794_d21f;
const FRESH_DICE: u64 = 0x7e19_b2d4_46c3_f80a;
const ANSWERS: u64 = 0x37e4_5d10_a9c2_861b;

pub fn match_board(rules: &CardRules, seed: u64, number: u64) -> Vec<Card> {
    board_of(rules, seed ^ BOARDS, number)
}

/// Where the cards of a deal come from; the same for all players.
pub fn cards_of_deal(seed: u64, deal: u64) -> Xoshiro256PlusPlus {
    generator_of(seed ^ DEALS, deal)
}

/// The players' dice in a deal, the same in both of its games.
///
/// The first number thrown is the same whoever sits where, so that players who act alike go the same way twice: the
/// luck of the dice cancels out of a duplicate deal as the luck of the cards does, and the exchanged match is worth
/// the opposite, deal by deal.
pub fn dice_of_deal(seed: u64, deal: u64) -> Xoshiro256PlusPlus {
    generator_of(seed ^ DICE, deal)
}

/// The dice of a deal that is played again and again: new ones each time, the same in both seatings.
pub struct FreshDice(Xoshiro256PlusPlus);

impl FreshDice {
    pub fn of_deal(seed: u64, deal: u64) -> Self {
        Self(generator_of(seed ^ FRESH_DICE, deal))
    }

    #[inline]
    pub fn next_dice(&mut self) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(self.0.next_u64())
    }
}

/// The dice of one answer to a dealer: distinguished by the hand's number in the match and by the number of betting
/// characters before it.
pub(crate) fn dice_of_answer(seed: u64, hand: u32, betting: usize) -> Xoshiro256PlusPlus {
    generator_of(seed ^ ANSWERS, u64::from(hand) << 16 | betting as u64)
}

/// Throws the dice for one action among weights that are not all zero; returns its number.
pub fn choose(weights: [u16; MAX_ACTIONS], dice: &mut Xoshiro256PlusPlus) -> usize {
    let [first, second, third] = weights.map(u64::from);
    let thrown = below(dice, first + second + third);
    usize::from(thrown >= first) + usize::from(thrown >= first + second)
}
