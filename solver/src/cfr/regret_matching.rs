//! Regret matching: act in proportion to positive regret, at random where there is none (Hart & Mas-Colell 2000).

use crate::walk::{LaneChild, Real, RoundLanes, Row};

/// Writes the strategy of each of the player's decisions of a bucket, `[slot]`, for sixteen histories at once.
#[inline(always)]
pub fn match_regrets<T: Real>(
    round: &RoundLanes,
    player: usize,
    regret: impl Fn(usize) -> Row<T>,
    strategy: &mut [Row<T>],
) {
    for node in round.nodes.iter().filter(|node| node.player == player) {
        let slots = node.first_slot..node.first_slot + node.children.len();
        normalise(slots, |slot| positive(regret(slot)), strategy);
    }
}

/// Negative numbers as zero.
#[inline(always)]
pub fn positive<T: Real>(row: Row<T>) -> Row<T> {
    let mut row = row;
    for lane in &mut row.0 {
        *lane = lane.larger(T::default());
    }
    row
}

/// Weights of a decision's actions as probabilities; equal ones where all weights are zero.
#[inline(always)]
pub fn normalise<T: Real>(slots: std::ops::Range<usize>, weight: impl Fn(usize) -> Row<T>, strategy: &mut [Row<T>]) {
    let mut total = Row::default();
    for slot in slots.clone() {
        total = total + weight(slot);
    }
    let equal = T::of(1.0 / slots.len() as f64);
    for slot in slots {
        let weight = weight(slot);
        let out = &mut strategy[slot];
        for (lane, out) in out.0.iter_mut().enumerate() {
            let total = total.0[lane];
            *out = if total > T::default() { weight.0[lane].over(total) } else { equal };
        }
    }
}

/// What each action of the player's decisions would have gained over the strategy, from the values of the round's ends.
///
/// `terminal` gives a bucket's counterfactual value of a terminal (the opponent's reach and all chips in it);
/// `nodes` is scratch for the values of decisions; `regret` is called with a slot and its gain.
#[inline(always)]
pub fn instant_regrets<T: Real>(
    round: &RoundLanes,
    player: usize,
    strategy: &[Row<T>],
    terminal: impl Fn(usize) -> Row<T>,
    nodes: &mut [Row<T>],
    mut regret: impl FnMut(usize, Row<T>),
) {
    // Preorder backwards: every decision comes after all that follow it.
    for (number, node) in round.nodes.iter().enumerate().rev() {
        let value_of = |child: &LaneChild, nodes: &[Row<T>]| match *child {
            LaneChild::Node(child) => nodes[child],
            LaneChild::Terminal(end) => terminal(end),
        };
        let mut value = Row::default();
        for (action, child) in node.children.iter().enumerate() {
            let after = value_of(child, nodes);
            // The opponent's probabilities are in the terminals' values already.
            value = value + if node.player == player { after * strategy[node.first_slot + action] } else { after };
        }
        if node.player == player {
            for (action, child) in node.children.iter().enumerate() {
                regret(node.first_slot + action, value_of(child, nodes) - value);
            }
        }
        nodes[number] = value;
    }
}
