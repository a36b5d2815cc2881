//! What feature tests are held to: counting every opponent, and sums over all deals.

use abstraction::features::distinct_rows::DistinctRows;
use abstraction::features::embedding::Embedding;
use abstraction::street::{Street, certain_win};
use evaluator::card::parse_cards;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::hand_strength::HandStrength;
use evaluator::holding::{Holding, StartingHand};
use evaluator::round::Round;
use std::cmp::Ordering;

/// Runs the work on a pool of `threads` threads.
pub fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

/// A row's coordinates.
pub fn embedded(embedding: &Embedding, row: &[u16]) -> Vec<u16> {
    let mut row = row.to_vec();
    embedding.embed(&mut row);
    row
}

/// The hole cards of a text.
pub fn holding(text: &str) -> Holding {
    let cards = parse_cards(text).unwrap();
    Holding::new(cards[0], cards[1]).unwrap()
}

/// The board of a text.
pub fn board(text: &str) -> CardSet {
    CardSet::of(&parse_cards(text).unwrap())
}

/// The number of a starting hand.
pub fn class(text: &str) -> usize {
    text.parse::<StartingHand>().unwrap().number()
}

/// Hands spread over a round's index; the step shares no factor with the sizes of boards.
pub fn sampled_hands(round: Round, count: u64) -> impl Iterator<Item = (HandIndex, Holding, CardSet)> {
    let index = BoardFirst::of(Deck::FULL, round);
    let sample = (0..count).map(move |number| HandIndex(number * (index.hands() / count) + number * 7 % 101));
    sample.map(move |hand| {
        let (hole, board) = index.unindex(hand).unwrap();
        (hand, hole, board)
    })
}

/// Wins counted twice and draws once, and opponents met, in each cluster: every holding is compared.
pub fn naive_counts(
    hole: Holding,
    complete: CardSet,
    cluster_of: impl Fn(StartingHand) -> usize,
    clusters: usize,
) -> Vec<[u32; 2]> {
    let dead = hole.card_set() | complete;
    let own = HandStrength::of(dead);
    let mut counts = vec![[0; 2]; clusters];
    for other in Holding::all().filter(|other| !other.card_set().intersects(dead)) {
        let [won, met] = &mut counts[cluster_of(other.starting_hand())];
        *won += match own.cmp(&HandStrength::of(other.card_set() | complete)) {
            Ordering::Greater => 2,
            Ordering::Equal => 1,
            Ordering::Less => 0,
        };
        *met += 1;
    }
    counts
}

/// `2w + d` against everybody.
pub fn naive_halves(hole: Holding, complete: CardSet) -> u32 {
    naive_counts(hole, complete, |_| 0, 1)[0][0]
}

/// All deals of the round are there, and together they win half of what they meet.
pub fn assert_complete(distinct: &DistinctRows, round: Round, deals: u64) {
    assert_eq!(distinct.weights.iter().sum::<u64>(), deals);
    // Over all deals a hand wins exactly half of what it meets.
    let halves: u128 = distinct.strengths.iter().map(|&strength| u128::from(strength)).sum();
    assert_eq!(
        halves,
        u128::from(deals) * u128::from(Street::full(round).runouts()) * u128::from(certain_win(Deck::FULL) / 2)
    );
    let mut hands = vec![0u64; distinct.len()];
    distinct.row_of_hand.iter().for_each(|&row| hands[row as usize] += 1);
    assert_eq!(hands.iter().sum::<u64>(), BoardFirst::of(Deck::FULL, round).hands());
    assert!(hands.iter().all(|&hands| hands > 0));
    assert_eq!((distinct.is_empty(), distinct.rows.len()), (false, distinct.len() * distinct.dimensions));
}

/// A row's strength is that of all hands that have this row; `halves` is looked up for each.
pub fn assert_row_totals(
    distinct: &DistinctRows,
    round: Round,
    row: u32,
    halves: impl Fn(HandIndex, Holding, CardSet) -> u64,
) {
    let index = BoardFirst::of(Deck::FULL, round);
    let (mut weight, mut strength) = (0, 0);
    for (hand, _) in distinct.row_of_hand.iter().enumerate().filter(|&(_, &it)| it == row) {
        let hand = HandIndex(hand as u64);
        let (hole, cards) = index.unindex(hand).unwrap();
        let deals = index.multiplicity(hand).unwrap();
        weight += deals;
        strength += deals * halves(hand, hole, cards);
    }
    assert_eq!([weight, strength], [distinct.weights[row as usize], distinct.strengths[row as usize]]);
}

/// EMD in bins between two plain histograms of counts, each taken as a distribution of mass one.
///
/// The totals may differ. Zero for histograms without any mass; bins missing from the shorter one are empty.
pub fn in_bins(a: &[u64], b: &[u64]) -> f64 {
    let (total_a, total_b): (u64, u64) = (a.iter().sum(), b.iter().sum());
    if total_a == 0 || total_b == 0 {
        return 0.0;
    }
    // Cross-multiplied cumulative counts are exact; there is one division at the end.
    let (mut cumulative_a, mut cumulative_b, mut moved) = (0u128, 0u128, 0u128);
    for bin in 0..a.len().max(b.len()) {
        cumulative_a += u128::from(a.get(bin).copied().unwrap_or(0));
        cumulative_b += u128::from(b.get(bin).copied().unwrap_or(0));
        moved += (cumulative_a * u128::from(total_b)).abs_diff(cumulative_b * u128::from(total_a));
    }
    moved as f64 / (total_a as f64 * total_b as f64)
}

/// `sum of weights[i] (a[i] - b[i])^2` in floating point: what the whole numbers stand for, before any scaling.
pub fn weighted_squared(weights: &[f64], a: &[f64], b: &[f64]) -> f64 {
    weights.iter().zip(a.iter().zip(b)).map(|(weight, (a, b))| weight * (a - b) * (a - b)).sum()
}
