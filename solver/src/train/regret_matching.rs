//! Regret matching: act in proportion to positive regret, at random where there is none (Hart & Mas-Colell 2000).

use crate::game::Next;
use crate::walk::{LANES, Real, RoundLanes, Row};

/// Writes the strategy of each of the player's decisions of a bucket, `[slot]`, for sixteen histories at once.
///
/// Regrets come as rows or as the plain cells of a table.
#[inline(always)]
pub fn match_regrets<T: Real, C: Copy + Into<Row<T>>>(
    round: &RoundLanes,
    player: usize,
    regrets: &[C],
    strategy: &mut [Row<T>],
) {
    for node in &round.nodes {
        if node.player == player {
            let slots = node.first_slot..node.first_slot + node.children.len();
            for slot in slots.clone() {
                strategy[slot] = positive(regrets[slot].into());
            }
            normalise(&mut strategy[slots]);
        }
    }
}

/// Negative numbers as zero.
#[inline(always)]
pub fn positive<T: Real>(mut row: Row<T>) -> Row<T> {
    for lane in 0..LANES {
        row.0[lane] = row.0[lane].larger(T::default());
    }
    row
}

/// Turns the weights of a decision's actions into probabilities; equal ones where all weights together are nothing (see
/// [`Real::is_nothing`]: discounts leave sums that are all but zero).
#[inline(always)]
pub fn normalise<T: Real>(weights: &mut [Row<T>]) {
    let mut total = Row::<T>::default();
    for &weight in weights.iter() {
        total = total + weight;
    }
    let equal = T::of(1.0 / weights.len() as f64);
    // One division a decision: a product with the inverse for each action.
    let mut inverse = Row::<T>::default();
    for lane in 0..LANES {
        inverse.0[lane] = T::of(1.0).over(total.0[lane]);
    }
    for weight in weights {
        for lane in 0..LANES {
            let share = weight.0[lane].times(inverse.0[lane]);
            weight.0[lane] = if total.0[lane].is_nothing() { equal } else { share };
        }
    }
}

/// What each action of the player's decisions would have gained over the strategy, from the values of the round's ends.
///
/// `terminals[terminal * stride + bucket]` is a bucket's counterfactual value of a terminal (the opponent's reach and
/// all chips in it); `nodes` is scratch for the values of decisions; the gains go into `gains[slot]`.
#[inline(always)]
pub fn action_gains<T: Real>(
    round: &RoundLanes,
    player: usize,
    strategy: &[Row<T>],
    TerminalValues { terminals, stride, bucket }: TerminalValues<'_, T>,
    nodes: &mut [Row<T>],
    gains: &mut [Row<T>],
) {
    // Preorder backwards: every decision comes after all that follow it.
    for (number, node) in round.nodes.iter().enumerate().rev() {
        let mut value = Row::default();
        for (action, child) in node.children.iter().enumerate() {
            let after = match *child {
                Next::Decision(child) => nodes[child],
                Next::End(end) => terminals[end * stride + bucket],
            };
            let slot = node.first_slot + action;
            if node.player == player {
                gains[slot] = after;
                value = value + after * strategy[slot];
            } else {
                // The opponent's probabilities are in the terminals' values already.
                value = value + after;
            }
        }
        if node.player == player {
            for gain in &mut gains[node.first_slot..node.first_slot + node.children.len()] {
                *gain = *gain - value;
            }
        }
        nodes[number] = value;
    }
}

/// One bucket's column in the values of a round's ends.
#[derive(Clone, Copy)]
pub struct TerminalValues<'a, T> {
    /// `[terminal][bucket]`
    pub terminals: &'a [Row<T>],
    /// Distinct buckets.
    pub stride: usize,
    pub bucket: usize,
}
