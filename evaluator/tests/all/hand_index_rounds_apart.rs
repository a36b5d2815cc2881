//! Rounds kept apart, every class of hands has one number: counts, both ways, symmetry, a naive twin.

use crate::hand_index::{DEALT, choose, seven_cards};
use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, HandIndex, RoundsApart, public_boards};
use evaluator::holding::Holding;
use evaluator::round::Round;
use evaluator::suit_permutation::SuitPermutation;
use proptest::prelude::*;
use std::collections::HashSet;

/// Raw boards of a round: a set of three cards, then one card and one more.
fn raw_boards(round: Round) -> u64 {
    [1, choose(52, 3), choose(52, 3) * 49, choose(52, 3) * 49 * 48][round.number()]
}

fn hole_and_board(cards: &[Card], round: Round) -> (Holding, &[Card]) {
    (Holding::new(cards[0], cards[1]).unwrap(), &cards[2..2 + round.board_cards()])
}

/// Hole cards, flop, turn and river as sets, the suits renamed.
fn rounds_of(permutation: SuitPermutation, hole: CardSet, board: &[Card]) -> [u64; 4] {
    let mut rounds = [hole, CardSet::EMPTY, CardSet::EMPTY, CardSet::EMPTY];
    for (position, &card) in board.iter().enumerate() {
        let round = position.max(2) - 1;
        rounds[round] = rounds[round].with(card);
    }
    rounds.map(|set| permutation.card_set(set).bits())
}

/// The smallest of the 24 ways to name the suits.
fn naive_canonical(hole: CardSet, board: &[Card]) -> [u64; 4] {
    SuitPermutation::all().map(|permutation| rounds_of(permutation, hole, board)).min().unwrap()
}

/// Un-indexes every `stride`-th hand and indexes it again; returns the raw deals of these hands.
fn walk_hands(round: Round, stride: usize) -> u64 {
    let index = RoundsApart::of(Deck::FULL, round);
    let mut deals = 0;
    for hand in (0..index.hands()).step_by(stride).map(HandIndex) {
        let (hole, board) = index.unindex(hand).unwrap();
        assert_eq!(index.index(hole, &board), hand, "{hole} on {board:?}");
        deals += index.multiplicity(hand).unwrap();
    }
    deals
}

#[test]
fn counts_with_rounds_apart_are_the_published_ones() {
    let hands = Round::ALL.map(|round| RoundsApart::of(Deck::FULL, round).hands());
    assert_eq!(hands, [169, 1_286_792, 55_190_538, 2_428_287_420]);
    assert_eq!(Round::ALL.map(|round| public_boards(Deck::FULL, round)), [1, 1_755, 63_193, 2_554_656]);
}

#[test]
fn preflop_and_flop_indexes_are_those_of_board_first() {
    for hole in Holding::all() {
        let number = RoundsApart::of(Deck::FULL, Round::Preflop).index(hole, &[]);
        assert_eq!(number, BoardFirst::of(Deck::FULL, Round::Preflop).index(hole, CardSet::EMPTY));
        assert_eq!(number.0, hole.starting_hand().number() as u64);
    }
    for hand in (0..RoundsApart::of(Deck::FULL, Round::Flop).hands()).map(HandIndex) {
        let (hole, board) = RoundsApart::of(Deck::FULL, Round::Flop).unindex(hand).unwrap();
        assert_eq!(BoardFirst::of(Deck::FULL, Round::Flop).unindex(hand), Some((hole, CardSet::of(&board))));
    }
}

#[test]
fn every_flop_index_leads_to_a_hand_that_leads_back() {
    assert_eq!(walk_hands(Round::Preflop, 1), choose(52, 2));
    assert_eq!(walk_hands(Round::Flop, 1), raw_boards(Round::Flop) * choose(49, 2));
}

#[test]
fn sampled_turn_and_river_indexes_lead_to_hands_that_lead_back() {
    assert!(walk_hands(Round::Turn, 101) > 0);
    assert!(walk_hands(Round::River, 4_999) > 0);
}

#[test]
#[ignore = "exhaustive: all 55,190,538 turn hands, some 15 s on one busy core"]
fn every_turn_index_leads_to_a_hand_that_leads_back() {
    assert_eq!(walk_hands(Round::Turn, 1), raw_boards(Round::Turn) * choose(48, 2));
}

#[test]
#[ignore = "long: every 23rd of the 2,428,287,420 river hands, some 34 s on one busy core"]
fn every_23rd_river_index_leads_to_a_hand_that_leads_back() {
    assert!(walk_hands(Round::River, 23) > 0);
}

/// The hands of all holdings on a board are exactly the numbers of a row without gaps, the next hand is on another
/// board, and they stand for all deals on the boards that suits make of this one.
#[test]
fn hands_of_a_board_fill_a_range_without_gaps() {
    for round in DEALT {
        let hands = RoundsApart::of(Deck::FULL, round);
        for hand in (0..hands.hands()).step_by(hands.hands() as usize / 2_500) {
            let (_, board) = hands.unindex(HandIndex(hand)).unwrap();
            let taken = CardSet::of(&board);
            let free = Holding::all().filter(|hole| !hole.card_set().intersects(taken));
            let mut numbers: Vec<u64> = free.map(|hole| hands.index(hole, &board).0).collect();
            numbers.sort_unstable();
            numbers.dedup();
            let end = numbers.last().unwrap() + 1;
            assert_eq!(end - numbers[0], numbers.len() as u64, "{board:?}");
            let deals: u64 = (numbers[0]..end).map(|hand| hands.multiplicity(HandIndex(hand)).unwrap()).sum();
            let alike: HashSet<_> = SuitPermutation::all().map(|it| rounds_of(it, CardSet::EMPTY, &board)).collect();
            assert_eq!(deals, alike.len() as u64 * choose(52 - board.len() as u64, 2));
            assert!(hands.unindex(HandIndex(end)).is_none_or(|(_, next)| next != board));
        }
    }
}

#[test]
fn numbers_beyond_the_last_are_nothing() {
    for round in Round::ALL {
        let hands = RoundsApart::of(Deck::FULL, round);
        for beyond in [HandIndex(hands.hands()), HandIndex(u64::MAX)] {
            assert_eq!((hands.unindex(beyond), hands.multiplicity(beyond)), (None, None));
        }
        assert!(hands.unindex(HandIndex(hands.hands() - 1)).is_some());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn suits_and_the_order_within_a_round_do_not_change_the_index(
        cards in seven_cards(52), number in 0..24usize, flop in Just([2, 3, 4]).prop_shuffle(), swap_hole: bool
    ) {
        let permutation = SuitPermutation::from_number(number).unwrap();
        let order = if swap_hole { [1, 0] } else { [0, 1] }.into_iter().chain(flop).chain([5, 6]);
        let others: Vec<Card> = order.map(|position| permutation.card(cards[position])).collect();
        for round in Round::ALL {
            let [(hole, board), (other_hole, other_board)] =
                [&cards, &others].map(|cards| hole_and_board(cards, round));
            let index = RoundsApart::of(Deck::FULL, round);
            prop_assert_eq!(index.index(hole, board), index.index(other_hole, other_board));
        }
    }

    #[test]
    fn an_index_leads_to_the_same_hand_with_its_suits_renamed(cards in seven_cards(52)) {
        for round in Round::ALL {
            let (hole, board) = hole_and_board(&cards, round);
            let index = RoundsApart::of(Deck::FULL, round);
            let (hole_back, board_back) = index.unindex(index.index(hole, board)).unwrap();
            let expected = naive_canonical(hole.card_set(), board);
            prop_assert_eq!(naive_canonical(hole_back.card_set(), &board_back), expected);
        }
    }

    #[test]
    fn hands_share_a_number_only_if_their_naive_canonical_forms_agree(
        cards in seven_cards(16), swaps in prop::collection::vec((0..7usize, 0..7usize), 1..4), number in 0..24usize
    ) {
        let permutation = SuitPermutation::from_number(number).unwrap();
        let mut others: Vec<Card> = cards.iter().map(|&card| permutation.card(card)).collect();
        swaps.into_iter().for_each(|(a, b)| others.swap(a, b));
        for round in DEALT {
            let [(hole, board), (other_hole, other_board)] =
                [&cards, &others].map(|cards| hole_and_board(cards, round));
            let index = RoundsApart::of(Deck::FULL, round);
            let same = naive_canonical(hole.card_set(), board) == naive_canonical(other_hole.card_set(), other_board);
            prop_assert_eq!(index.index(hole, board) == index.index(other_hole, other_board), same);
        }
    }
}
