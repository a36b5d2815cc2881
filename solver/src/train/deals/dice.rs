//! The dice of external sampling: one number for each decision of a deal, the same in whatever order they are asked
//! for.

use super::chunk_place::ChunkPlace;
use crate::walk::{LANES, RoundLanes, Row};

/// The finaliser of splitmix64 (Steele, Lea & Flood 2014): well-mixed bits of a number.
#[inline(always)]
const fn mixed(number: u64) -> u64 {
    let bits = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// The dice with which one player plays one deal.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ActionDice {
    key: u64,
}

impl ActionDice {
    /// The dice of a player in an iteration of a seed.
    pub fn of(seed: u64, iteration: u64, player: usize) -> Self {
        // Neither the cards of an iteration nor the other player's dice may share its bits.
        let game = mixed(seed ^ 0x6a09_e667_f3bc_c909).wrapping_add(iteration.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        Self { key: mixed(mixed(game).wrapping_add(player as u64)) }
    }

    /// The number thrown at a decision, in 0..1, a multiple of 2^-24. Decisions are numbered
    /// `nodes of the rounds before + entry * nodes of the round + node`.
    #[inline(always)]
    pub fn at(self, decision: u64) -> f32 {
        let bits = mixed(self.key ^ decision.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        // A number of single precision holds 24 bits.
        (bits >> 40) as u32 as f32 * (1.0 / (1 << 24) as f32)
    }
}

/// Draws one action for each of the player's decisions, history by history: 1 for it, 0 for the others.
///
/// The action is the first whose cumulative probability exceeds the number thrown times the sum of all (which is not
/// exactly one): so an action of probability zero is never drawn.
#[inline(always)]
pub(super) fn draw_actions(
    lanes: &RoundLanes,
    place: &ChunkPlace,
    player: usize,
    dice: ActionDice,
    strategy: &[Row<f32>],
    drawn: &mut [Row<f32>],
) {
    for (number, node) in lanes.nodes.iter().enumerate() {
        if node.player != player {
            continue;
        }
        let slots = node.first_slot..node.first_slot + node.children.len();
        let mut total = Row::<f32>::default();
        for &probability in &strategy[slots.clone()] {
            total = total + probability;
        }
        let mut mark = Row::<f32>::default();
        for lane in 0..LANES {
            mark.0[lane] = total.0[lane] * dice.at(place.first_decisions[lane] + number as u64);
        }
        let mut before = Row::<f32>::default();
        for slot in slots {
            let after = before + strategy[slot];
            for lane in 0..LANES {
                let is_drawn = before.0[lane] <= mark.0[lane] && mark.0[lane] < after.0[lane];
                drawn[slot].0[lane] = if is_drawn { 1.0 } else { 0.0 };
            }
            before = after;
        }
    }
}
