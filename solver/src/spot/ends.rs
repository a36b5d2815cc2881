//! What ends are worth: showdowns and folds, sixteen at a time.
//!
//! ```text
//! for each group of sixteen ends:
//!     transpose the opponent's rows at the ends: a vector of sixteen weights for each of the opponent's holdings
//!     add them up, in all and by card
//!     showdowns, from the weakest strength up:
//!         the player's holdings: below − above = (before + after the strength's own weights) − all, without both cards
//!     folds: all weights without both cards, and once more the same holding, which went with both
//!     transpose back: a row of values for each end
//! ```
//!
//! The other walk, over whole boards, keeps betting histories in its lanes. The few histories of a spot would leave
//! them empty, but the ends of a river's histories fill them.

use evaluator::processor::{Kernel, transpose};

use super::board::{Board, Hands};
use super::plan::{EndGroup, LANES, NOTHING, Pass, Row};

/// Numbers by card, rounded up so that no check is needed.
const CARD_SLOTS: usize = 64;

type ByCard = [Row; CARD_SLOTS];

/// Working memory of one thread.
#[derive(Default)]
pub struct EndScratch {
    /// The opponent's weights at the ends of a group, by place; one place more, of weight 0.
    weights: Vec<Row>,
    /// What the ends are worth, by place.
    worth: Vec<Row>,
}

/// Settles the ends of a round on a board: reads rows of reach, writes rows of values.
pub struct Ends<'a> {
    pub pass: &'a Pass,
    pub board: &'a Board,
    /// Who gets values.
    pub player: usize,
    /// `[row][blocks of the opponent's places]`
    pub reach: &'a [Row],
    /// `[row][blocks of the player's places]`
    pub values: &'a mut [Row],
    pub scratch: &'a mut EndScratch,
}

impl Kernel for Ends<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (own, others) = (&self.board.hands[self.player], &self.board.hands[1 - self.player]);
        let (own_blocks, other_blocks) = (own.blocks(), others.blocks());
        let EndScratch { weights, worth } = self.scratch;
        weights.resize(other_blocks * LANES + 1, Row::default());
        worth.resize(own_blocks * LANES, Row::default());
        weights[others.len()] = Row::default();
        for group in &self.pass.groups {
            gather(self.reach, other_blocks, group, weights);
            weights[others.len()] = Row::default();
            match group.is_showdown {
                true => showdowns(own, others, group, weights, worth),
                false => folds(own, others, group, weights, worth),
            }
            worth[own.len()..].fill(Row::default());
            scatter(worth, own_blocks, group, self.values);
        }
    }
}

/// The rows of a group's ends as weights by place.
#[inline(always)]
fn gather(reach: &[Row], blocks: usize, group: &EndGroup, weights: &mut [Row]) {
    let ends = group.reach.len();
    let mut out = [[0.0; LANES]; LANES];
    for block in 0..blocks {
        let mut rows = [&NOTHING.0; LANES];
        for lane in 0..ends.min(LANES) {
            rows[lane] = &reach[group.reach[lane] * blocks + block].0;
        }
        transpose(rows, &mut out);
        for (weights, out) in weights[block * LANES..][..LANES].iter_mut().zip(&out) {
            weights.0 = *out;
        }
    }
}

/// What the ends are worth as rows.
#[inline(always)]
fn scatter(worth: &[Row], blocks: usize, group: &EndGroup, values: &mut [Row]) {
    let mut out = [[0.0; LANES]; LANES];
    for block in 0..blocks {
        let worth = &worth[block * LANES..][..LANES];
        let mut rows = [&NOTHING.0; LANES];
        for place in 0..LANES {
            rows[place] = &worth[place].0;
        }
        transpose(rows, &mut out);
        for (lane, out) in out.iter().enumerate() {
            values[(group.values + lane) * blocks + block].0 = *out;
        }
    }
}

/// The sum of all weights, and by card.
#[inline(always)]
fn add_up(hands: &Hands, weights: &[Row], by_card: &mut ByCard) -> Row {
    *by_card = [NOTHING; CARD_SLOTS];
    let mut total = NOTHING;
    for (&[a, b], &weight) in hands.cards.iter().zip(weights) {
        total = total + weight;
        put(by_card, a, weight);
        put(by_card, b, weight);
    }
    total
}

#[inline(always)]
fn slot(card: u8) -> usize {
    usize::from(card) % CARD_SLOTS
}

#[inline(always)]
fn put(by_card: &mut ByCard, card: u8, weight: Row) {
    by_card[slot(card)] = by_card[slot(card)] + weight;
}

/// What is left of a sum without both cards.
#[inline(always)]
fn without(sum: Row, by_card: &ByCard, [a, b]: [u8; 2]) -> Row {
    sum - by_card[slot(a)] - by_card[slot(b)]
}

/// The opposition of each holding, times the ends' chips.
#[inline(always)]
fn folds(own: &Hands, others: &Hands, group: &EndGroup, weights: &[Row], worth: &mut [Row]) {
    let mut by_card = [NOTHING; CARD_SLOTS];
    let total = add_up(others, weights, &mut by_card);
    for ((worth, &cards), &same) in worth.iter_mut().zip(&own.cards).zip(&own.same) {
        *worth = group.opposition * (without(total, &by_card, cards) + weights[usize::from(same)]);
    }
}

/// The balance of each holding times the ends' chips, and its opposition where something is taken from the pot.
#[inline(always)]
fn showdowns(own: &Hands, others: &Hands, group: &EndGroup, weights: &[Row], worth: &mut [Row]) {
    let mut by_card = [NOTHING; CARD_SLOTS];
    let total = add_up(others, weights, &mut by_card);
    let is_raked = group.opposition != NOTHING;
    if is_raked {
        for ((worth, &cards), &same) in worth.iter_mut().zip(&own.cards).zip(&own.same) {
            *worth = group.opposition * (without(total, &by_card, cards) + weights[usize::from(same)]);
        }
    } else {
        worth.fill(NOTHING);
    }
    // From minus half of everything the sums before and after a strength add up to those below less those above.
    let minus_half = Row::splat(-0.5);
    let mut running = total * minus_half;
    for sum in by_card.iter_mut() {
        *sum = *sum * minus_half;
    }
    let (mut own_start, mut other_start) = (0, 0);
    for (&own_end, &other_end) in own.strength_ends.iter().zip(&others.strength_ends) {
        let (own_places, other_places) = (own_start..usize::from(own_end), other_start..usize::from(other_end));
        (own_start, other_start) = (own_places.end, other_places.end);
        let cards = &own.cards[own_places.clone()];
        let worth = &mut worth[own_places];
        for (worth, &cards) in worth.iter_mut().zip(cards) {
            *worth = *worth + group.balance * without(running, &by_card, cards);
        }
        for (&[a, b], &weight) in others.cards[other_places.clone()].iter().zip(&weights[other_places]) {
            running = running + weight;
            put(&mut by_card, a, weight);
            put(&mut by_card, b, weight);
        }
        for (worth, &cards) in worth.iter_mut().zip(cards) {
            *worth = *worth + group.balance * without(running, &by_card, cards);
        }
    }
}
