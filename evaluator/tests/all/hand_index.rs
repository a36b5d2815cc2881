//! Board first, every class of hands has one number: counts, both ways, symmetry, a naive canonical form as twin.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::holding::{HOLDINGS, Holding, StartingHand};
use evaluator::round::Round;
use evaluator::suit_permutation::SuitPermutation;
use proptest::prelude::*;
use std::collections::BTreeMap;

pub const DEALT: [Round; 3] = [Round::Flop, Round::Turn, Round::River];

pub fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

/// Seven different cards of the first `deck` ones in any order; few of them resemble each other, so that suits matter.
pub fn seven_cards(deck: usize) -> impl Strategy<Value = Vec<Card>> {
    let deck: Vec<Card> = Card::all().take(deck).collect();
    Just(deck).prop_shuffle().prop_map(|mut deck| {
        deck.truncate(7);
        deck
    })
}

fn hole_and_board(cards: &[Card], round: Round) -> (Holding, CardSet) {
    (Holding::new(cards[0], cards[1]).unwrap(), CardSet::of(&cards[2..2 + round.board_cards()]))
}

fn naive_canonical(hole: Holding, board: CardSet) -> (u64, u64) {
    let moved = |p: SuitPermutation| (p.card_set(hole.card_set()).bits(), p.card_set(board).bits());
    SuitPermutation::all().map(moved).min().unwrap()
}

#[test]
fn board_first_counts_are_the_published_ones() {
    let counts = Round::ALL.map(|round| BoardFirst::of(Deck::FULL, round).hands());
    assert_eq!(counts, [169, 1_286_792, 13_960_050, 123_156_254]);
    let boards = Round::ALL.map(|round| BoardFirst::of(Deck::FULL, round).boards());
    assert_eq!(boards, [1, 1_755, 16_432, 134_459]);
}

#[test]
fn preflop_index_is_the_number_of_the_starting_hand() {
    let index = BoardFirst::of(Deck::FULL, Round::Preflop);
    for hole in Holding::all() {
        let number = index.index(hole, CardSet::EMPTY);
        assert_eq!(number.0, hole.starting_hand().number() as u64);
        let (canonical, board) = index.unindex(number).unwrap();
        assert_eq!((canonical.starting_hand(), board), (hole.starting_hand(), CardSet::EMPTY));
        assert_eq!(index.multiplicity(number), Some(hole.starting_hand().combos() as u64));
    }
    assert_eq!(StartingHand::all().count() as u64, index.hands());
}

#[test]
fn every_raw_flop_deal_has_an_index_and_multiplicities_count_them() {
    let index = BoardFirst::of(Deck::FULL, Round::Flop);
    let mut deals = vec![0u64; index.hands() as usize];
    let mut boards = vec![0u32; index.boards()];
    let mut local = [0; HOLDINGS];
    let cards: Vec<Card> = Card::all().collect();
    for a in 0..52 {
        for b in 0..a {
            for c in 0..b {
                let board = CardSet::of(&[cards[a], cards[b], cards[c]]);
                let number = index.local_hands(board, &mut local);
                boards[number] += 1;
                let first = index.board_hands(number).start as usize;
                local.iter().filter(|&&hand| hand != u16::MAX).for_each(|&hand| deals[first + usize::from(hand)] += 1);
            }
        }
    }
    for (number, &deals) in deals.iter().enumerate() {
        assert_eq!(index.multiplicity(HandIndex(number as u64)), Some(deals), "hand {number}");
    }
    for (number, &deals) in boards.iter().enumerate() {
        assert_eq!(index.board_multiplicity(number), deals, "board {number}");
    }
}

#[test]
fn every_raw_board_has_a_number_and_multiplicities_count_them() {
    for round in DEALT {
        let index = BoardFirst::of(Deck::FULL, round);
        let mut boards = vec![0u32; index.boards()];
        // Every n-subset of the deck, as the next number with as many bits set (Gosper's hack).
        let mut subset = (1u64 << index.board_cards()) - 1;
        while subset < 1 << 52 {
            let masks = [0, 13, 26, 39].map(|shift| (subset >> shift) as u16 & 0x1fff);
            boards[index.board_index(CardSet::from_suits(masks)).0] += 1;
            let lowest = subset & subset.wrapping_neg();
            let ripple = subset + lowest;
            subset = ripple | (((subset ^ ripple) >> 2) / lowest);
        }
        for (number, &deals) in boards.iter().enumerate() {
            assert_eq!(index.board_multiplicity(number), deals, "{round} board {number}");
        }
    }
}

/// Un-indexes every hand of every `stride`-th board, indexes it again, and sums up the raw deals of those hands.
fn walk_board_first(round: Round, stride: usize) -> u64 {
    let index = BoardFirst::of(Deck::FULL, round);
    let (mut holdings, mut deals, mut next_board_starts) = (Vec::new(), 0, None);
    for number in (0..index.boards()).step_by(stride) {
        let board = index.board(number);
        assert_eq!(index.board_index(board).0, number);
        assert_eq!(board.len(), round.board_cards());
        index.canonical_holdings(number, &mut holdings);
        let hands = index.board_hands(number);
        assert!(stride > 1 || next_board_starts.replace(hands.end).unwrap_or(0) == hands.start);
        assert_eq!(hands.end - hands.start, holdings.len() as u64);
        for (hand, &(hole, orbit)) in hands.zip(&holdings) {
            let hand = HandIndex(hand);
            assert_eq!(index.unindex(hand), Some((hole, board)));
            assert_eq!(index.index(hole, board), hand, "{hole} on {board}");
            let multiplicity = u64::from(orbit) * u64::from(index.board_multiplicity(number));
            assert_eq!(index.multiplicity(hand), Some(multiplicity));
            deals += multiplicity;
        }
    }
    deals
}

#[test]
fn every_flop_and_turn_index_leads_to_a_hand_that_leads_back() {
    assert_eq!(walk_board_first(Round::Preflop, 1), choose(52, 2));
    assert_eq!(walk_board_first(Round::Flop, 1), choose(52, 3) * choose(49, 2));
    assert_eq!(walk_board_first(Round::Turn, 1), choose(52, 4) * choose(48, 2));
}

#[test]
fn sampled_river_indexes_lead_to_hands_that_lead_back() {
    assert!(walk_board_first(Round::River, 97) > 0);
}

#[test]
#[ignore = "exhaustive: all 123,156,254 river hands, 21 s on one busy core"]
fn every_river_index_leads_to_a_hand_that_leads_back() {
    assert_eq!(walk_board_first(Round::River, 1), choose(52, 5) * choose(47, 2));
}

#[test]
fn numbers_beyond_the_last_hand_have_no_hand() {
    for round in Round::ALL {
        let index = BoardFirst::of(Deck::FULL, round);
        for beyond in [HandIndex(index.hands()), HandIndex(u64::MAX)] {
            assert_eq!(index.unindex(beyond), None);
            assert_eq!(index.multiplicity(beyond), None);
        }
        assert!(index.unindex(HandIndex(index.hands() - 1)).is_some());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn suit_permutation_does_not_change_the_index(cards in seven_cards(52), number in 0..24usize) {
        let permutation = SuitPermutation::from_number(number).unwrap();
        for round in Round::ALL {
            let index = BoardFirst::of(Deck::FULL, round);
            let (hole, board) = hole_and_board(&cards, round);
            let moved = index.index(permutation.holding(hole), permutation.card_set(board));
            prop_assert_eq!(index.index(hole, board), moved);
        }
    }

    #[test]
    fn board_permutation_makes_the_hand_canonical(cards in seven_cards(52)) {
        for round in DEALT {
            let index = BoardFirst::of(Deck::FULL, round);
            let (hole, board) = hole_and_board(&cards, round);
            let (number, permutation) = index.board_index(board);
            prop_assert_eq!(permutation.card_set(board), index.board(number));
            let hand = index.index(hole, board);
            prop_assert_eq!(index.index(permutation.holding(hole), index.board(number)), hand);
            prop_assert!(index.board_hands(number).contains(&hand.0));
            let (hole_back, board_back) = index.unindex(hand).unwrap();
            prop_assert_eq!(naive_canonical(hole_back, board_back), naive_canonical(hole, board));
        }
    }

    #[test]
    fn hands_share_an_index_only_if_their_naive_canonical_forms_agree(
        cards in seven_cards(16), swaps in prop::collection::vec((0..7usize, 0..7usize), 1..4), number in 0..24usize
    ) {
        let permutation = SuitPermutation::from_number(number).unwrap();
        let mut others: Vec<Card> = cards.iter().map(|&card| permutation.card(card)).collect();
        for (a, b) in swaps {
            others.swap(a, b);
        }
        for round in DEALT {
            let index = BoardFirst::of(Deck::FULL, round);
            let [one, other] = [&cards, &others].map(|cards| hole_and_board(cards, round));
            let same = naive_canonical(one.0, one.1) == naive_canonical(other.0, other.1);
            prop_assert_eq!(index.index(one.0, one.1) == index.index(other.0, other.1), same);
        }
    }

    #[test]
    fn local_hands_agree_with_the_index_of_each_holding(cards in seven_cards(52)) {
        for round in Round::ALL {
            let index = BoardFirst::of(Deck::FULL, round);
            let board = CardSet::of(&cards[..round.board_cards()]);
            let mut local = [0; HOLDINGS];
            let number = index.local_hands(board, &mut local);
            prop_assert_eq!(number, index.board_index(board).0);
            let first = index.board_hands(number).start;
            let mut orbits = BTreeMap::new();
            for hole in Holding::all() {
                let hand = local[hole.number()];
                if hole.card_set().intersects(board) {
                    prop_assert_eq!(hand, u16::MAX);
                } else {
                    prop_assert_eq!(HandIndex(first + u64::from(hand)), index.index(hole, board));
                    *orbits.entry(hand).or_insert(0u8) += 1;
                }
            }
            let mut holdings = Vec::new();
            index.canonical_holdings(number, &mut holdings);
            prop_assert_eq!(orbits.into_values().collect::<Vec<_>>(), holdings.iter().map(|h| h.1).collect::<Vec<_>>());
        }
    }
}

#[test]
fn suit_permutations_form_a_group_and_move_cards_sets_and_holdings_alike() {
    for first in SuitPermutation::all() {
        assert_eq!(SuitPermutation::from_number(first.number()), Some(first));
        assert_eq!(SuitPermutation::from_images(first.images()), Some(first));
        assert_eq!(first.then(first.inverse()), SuitPermutation::IDENTITY);
        for hole in Holding::all() {
            let (low, high) = hole.cards();
            let moved = first.holding(hole);
            assert_eq!(Holding::new(first.card(low), first.card(high)), Some(moved));
            assert_eq!(first.card_set(hole.card_set()), moved.card_set());
        }
        for next in SuitPermutation::all() {
            for card in Card::all() {
                assert_eq!(first.then(next).card(card), next.card(first.card(card)));
            }
        }
    }
    assert_eq!(SuitPermutation::from_number(24), None);
    assert_eq!(SuitPermutation::from_images([0, 1, 2, 2]), None);
    assert_eq!(SuitPermutation::from_images([0, 1, 2, 4]), None);
}
