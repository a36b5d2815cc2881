//! How large a game is: deals, deals that differ by more than the names of suits, and information sets.
//!
//! # Deals
//! A deal of a round is what one player sees of the cards: the hole cards and each round's board cards, every one of
//! them an unordered set, and the rounds kept apart. From a deck of `N` cards there are `C(N, h)` holdings, times
//! `C(N - h, b0)` first boards, and so on.
//!
//! # Canonical deals
//! Two deals are the same up to the names of the suits if a permutation of the deck's suits takes one to the other. By
//! Burnside's lemma the number of such classes is the average, over all suit permutations, of how many deals a
//! permutation leaves unchanged.
//!
//! A permutation with cycles of lengths `l1, l2, ..` moves the cards of each rank in cycles of the same lengths, so
//! of every length `l` the deck has (cycles of length `l`) times (ranks) card cycles. A deal is unchanged exactly if
//! each of its sets is, that is, if each set is a union of card cycles. So the sets are drawn one after the other,
//! whole card cycles at a time: a set of `n` cards takes `a_l` of the `c_l` card cycles still left of each length, in
//! `C(c_1, a_1) C(c_2, a_2) ..` ways for each solution of `a_1 + 2 a_2 + 3 a_3 + 4 a_4 = n`.

use evaluator::card::SUITS;
use serde::Serialize;

use super::betting_tree::BettingTree;
use super::game_definition::GameDefinition;

/// The counts of a game; all are exact.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameCounts {
    /// Per round: decisions of the betting tree over all ways to enter the round.
    pub decision_nodes: Vec<u64>,
    /// Per round: deals as one player sees them.
    pub deals: Vec<u64>,
    /// Per round: deals that differ by more than the names of suits.
    pub canonical_deals: Vec<u64>,
    /// Decisions times canonical deals, summed over the rounds.
    pub information_sets: u64,
    /// Decisions times deals, summed over the rounds.
    pub raw_information_sets: u64,
}

impl GameCounts {
    /// Counts a game.
    pub fn of(game: &GameDefinition) -> Self {
        let decision_nodes: Vec<u64> =
            BettingTree::new(game).decision_nodes().into_iter().map(|count| count as u64).collect();
        let rounds = 0..game.rounds();
        let deals: Vec<u64> = rounds.clone().map(|round| deals(game, round)).collect();
        let canonical_deals: Vec<u64> = rounds.map(|round| canonical_deals(game, round)).collect();
        // At most 2^20 decisions and 2 * 10^11 deals: the products and their sum fit 64 bits.
        let total = |deals: &[u64]| decision_nodes.iter().zip(deals).map(|(nodes, deals)| nodes * deals).sum();
        let (information_sets, raw_information_sets) = (total(&canonical_deals), total(&deals));
        Self { decision_nodes, deals, canonical_deals, information_sets, raw_information_sets }
    }
}

/// Deals of a round (from 0) as one player sees them: 1,326 · 25,989,600 · 1,221,511,200 · 56,189,515,200 in hold'em.
///
/// # Panics
/// If the game has no such round.
pub fn deals(game: &GameDefinition, round: usize) -> u64 {
    let mut cards = [0; SUITS];
    cards[0] = (game.suits() * game.ranks()) as u64;
    unchanged_deals(cards, &sets(game, round))
}

/// Deals of a round (from 0) up to the names of the suits: 169 · 1,286,792 · 55,190,538 · 2,428,287,420 in hold'em
/// (Waugh 2013).
///
/// # Panics
/// If the game has no such round.
pub(crate) fn canonical_deals(game: &GameDefinition, round: usize) -> u64 {
    let sets = sets(game, round);
    let (mut unchanged, mut permutations) = (0, 0);
    for_each_permutation(&mut (0..game.suits()).collect::<Vec<_>>(), 0, &mut |permutation| {
        let cycles = cycles_by_length(permutation).map(|cycles| cycles * game.ranks() as u64);
        unchanged += unchanged_deals(cycles, &sets);
        permutations += 1;
    });
    unchanged / permutations
}

/// The sizes of the sets a player has seen in a round: hole cards, then each round's board cards.
fn sets(game: &GameDefinition, round: usize) -> Vec<usize> {
    let boards = (0..=round).map(|earlier| game.new_board_cards(earlier));
    std::iter::once(game.hole_cards()).chain(boards).collect()
}

/// In how many ways the sets can be made of whole card cycles; `cycles[l - 1]` of length `l` are left.
fn unchanged_deals(cycles: [u64; SUITS], sets: &[usize]) -> u64 {
    match sets.split_first() {
        None => 1,
        Some((&size, later)) => draw_set(cycles, SUITS, size, later),
    }
}

/// Draws the `missing` cards of a set from the cycles of at most this length, then the later sets.
fn draw_set(cycles: [u64; SUITS], length: usize, missing: usize, later: &[usize]) -> u64 {
    if missing == 0 {
        return unchanged_deals(cycles, later);
    }
    if length == 0 {
        return 0;
    }
    let available = cycles[length - 1];
    let drawn = 0..=(missing / length).min(available as usize);
    drawn
        .map(|drawn| {
            let mut left = cycles;
            left[length - 1] -= drawn as u64;
            choose(available as usize, drawn) * draw_set(left, length - 1, missing - drawn * length, later)
        })
        .sum()
}

/// How many cycles of length 1, 2, 3 and 4 a permutation of at most four suits has.
fn cycles_by_length(permutation: &[usize]) -> [u64; SUITS] {
    let mut counts = [0; SUITS];
    let mut seen = [false; SUITS];
    for start in 0..permutation.len() {
        let (mut here, mut length) = (start, 0);
        while !seen[here] {
            seen[here] = true;
            here = permutation[here];
            length += 1;
        }
        if length > 0 {
            counts[length - 1] += 1;
        }
    }
    counts
}

/// Calls `visit` with every order of `items[fixed..]` after the first `fixed` items.
fn for_each_permutation(items: &mut [usize], fixed: usize, visit: &mut impl FnMut(&[usize])) {
    if fixed == items.len() {
        return visit(items);
    }
    for chosen in fixed..items.len() {
        items.swap(fixed, chosen);
        for_each_permutation(items, fixed + 1, visit);
        items.swap(fixed, chosen);
    }
}

/// `n` choose `k`, exact: each step divides a product of consecutive numbers.
pub fn choose(n: usize, k: usize) -> u64 {
    (0..k as u64).fold(1, |ways, i| ways * (n as u64 - i) / (i + 1))
}
