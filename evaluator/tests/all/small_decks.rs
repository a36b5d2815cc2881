//! Hold'em with fewer ranks: every count held to a formula, both numberings to all deals, strengths to the rules.

use evaluator::card::{Card, parse_cards};
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_category::HandCategory;
use evaluator::hand_index::{BoardFirst, HandIndex, RoundsApart, public_boards};
use evaluator::hand_strength::{HandStrength, PreparedHand};
use evaluator::holding::{HOLDINGS, Holding};
use evaluator::round::Round;
use evaluator::showdown::ShowdownOrder;
use evaluator::strength_tables::StrengthTables;
use evaluator::suit_permutation::SuitPermutation;
use proptest::prelude::*;
use std::collections::HashSet;

fn choose(n: usize, k: usize) -> u64 {
    (0..k as u64).fold(1, |product, i| product * (n as u64 - i) / (i + 1))
}

/// How many ways there are to draw sets of these sizes one after the other that a permutation of the suits leaves as
/// they are: they consist of whole cycles of cards, and `cycles[l]` of `l` cards are left.
fn unchanged(cycles: [usize; 5], sets: &[usize]) -> u64 {
    fn draw(cycles: [usize; 5], length: usize, missing: usize, later: &[usize]) -> u64 {
        match (missing, length) {
            (0, _) => unchanged(cycles, later),
            (_, 0) => 0,
            _ => (0..=(missing / length).min(cycles[length]))
                .map(|drawn| {
                    let mut left = cycles;
                    left[length] -= drawn;
                    choose(cycles[length], drawn) * draw(left, length - 1, missing - drawn * length, later)
                })
                .sum(),
        }
    }
    sets.split_first().map_or(1, |(&size, later)| draw(cycles, 4, size, later))
}

/// The number of classes of deals of these sets by Burnside's lemma.
fn classes(deck: Deck, sets: &[usize]) -> u64 {
    let fixed = |permutation: SuitPermutation| {
        let mut cycles = [0; 5];
        for suit in 0..4u8 {
            let orbit = std::iter::successors(Some(permutation.suit(suit)), |&at| Some(permutation.suit(at)));
            let length = 1 + orbit.take_while(|&at| at != suit).count();
            cycles[length] += 1;
        }
        // Each suit was counted once for every suit of its cycle.
        let cycles = [0, 1, 2, 3, 4].map(|length: usize| cycles[length] / length.max(1) * deck.ranks());
        unchanged(cycles, sets)
    };
    SuitPermutation::all().map(fixed).sum::<u64>() / 24
}

#[test]
fn every_deck_has_as_many_hands_and_boards_as_burnsides_lemma_counts() {
    for deck in Deck::all() {
        for round in Round::ALL {
            let board = round.board_cards();
            let unordered = BoardFirst::of(deck, round);
            assert_eq!(unordered.hands(), classes(deck, &[2, board]), "{deck} {round}");
            assert_eq!(unordered.boards() as u64, classes(deck, &[board]), "{deck} {round}");
            let dealt =
                &[&[2][..], &[3, 1, 1][..round.number().max(1) - usize::from(round == Round::Preflop)]].concat();
            assert_eq!(RoundsApart::of(deck, round).hands(), classes(deck, dealt), "{deck} {round}");
            assert_eq!(public_boards(deck, round), classes(deck, &dealt[1..]), "{deck} {round}");
        }
    }
    let smallest = Deck::try_from(20).unwrap();
    let hands = Round::ALL.map(|round| BoardFirst::of(smallest, round).hands());
    assert_eq!((hands[0], smallest.starting_hands().count(), smallest.holdings()), (25, 25, 190));
    assert_eq!(BoardFirst::of(smallest, Round::Flop).boards(), 95);
}

#[test]
fn every_hand_of_the_smallest_deck_leads_back_and_together_they_are_all_deals() {
    let deck = Deck::try_from(20).unwrap();
    for round in Round::ALL {
        let (index, board) = (BoardFirst::of(deck, round), round.board_cards());
        let (mut deals, mut holdings) = (0, Vec::new());
        for number in 0..index.boards() {
            index.canonical_holdings(number, &mut holdings);
            for (hand, &(hole, _)) in index.board_hands(number).map(HandIndex).zip(&holdings) {
                let board = index.board(number);
                assert!((hole.card_set() | board).iter().all(|card| deck.contains(card)), "{hole} on {board}");
                assert_eq!((index.unindex(hand), index.index(hole, board)), (Some((hole, board)), hand));
                let images = SuitPermutation::all().map(|it| (it.card_set(hole.card_set()), it.card_set(board)));
                let multiplicity = images.collect::<HashSet<_>>().len() as u64;
                assert_eq!(index.multiplicity(hand), Some(multiplicity), "{hole} on {board}");
                deals += multiplicity;
            }
        }
        assert_eq!(deals, choose(20, board) * choose(20 - board, 2), "{round}");
    }
}

#[test]
fn every_hand_of_the_smallest_deck_leads_back_with_its_rounds_apart() {
    let deck = Deck::try_from(20).unwrap();
    for (round, boards) in [(Round::Flop, 1), (Round::Turn, 17), (Round::River, 17 * 16)] {
        let index = RoundsApart::of(deck, round);
        let stride = if round == Round::River { 7 } else { 1 };
        let mut deals = 0;
        for hand in (0..index.hands()).step_by(stride).map(HandIndex) {
            let (hole, board) = index.unindex(hand).unwrap();
            assert_eq!(index.index(hole, &board), hand, "{hole} on {board:?}");
            deals += index.multiplicity(hand).unwrap();
        }
        let holdings = choose(20 - round.board_cards(), 2);
        assert!(stride > 1 || deals == choose(20, 3) * boards * holdings, "{round}: {deals}");
    }
}

fn strength(cards: &str) -> HandStrength {
    HandStrength::of(CardSet::of(&parse_cards(cards).unwrap()))
}

#[test]
fn the_ace_is_low_only_beside_a_deuce() {
    assert_eq!(strength("Ac2d3h4s5c").category(), HandCategory::Straight);
    // The lowest five ranks with an ace of each deck without the deuce are not neighbours.
    for deck in Deck::all().filter(|deck| !deck.is_full()) {
        let lowest: CardSet =
            (0..4).map(|more| Card::new(deck.lowest_rank() + more, more & 3)).chain([Card::new(12, 0)]).collect();
        let expected = if deck.ranks() == 5 { HandCategory::Straight } else { HandCategory::HighCard };
        assert_eq!(HandStrength::of(lowest).category(), expected, "{deck}: {lowest}");
    }
}

#[test]
fn decks_are_written_as_their_number_of_cards() {
    let read: Vec<Option<usize>> =
        ["20", "24", "52", "16", "22", "56", "all", ""].map(|text| text.parse::<Deck>().ok().map(Deck::cards)).to_vec();
    assert_eq!(read, [Some(20), Some(24), Some(52), None, None, None, None, None]);
    assert!("22".parse::<Deck>().unwrap_err().contains("20, 24, 28"));
    let cards: Vec<usize> = Deck::all().map(|deck| deck.card_set().len()).collect();
    assert_eq!(cards, [20, 24, 28, 32, 36, 40, 44, 48, 52]);
    assert_eq!(
        Deck::try_from(20).unwrap().card_set(),
        CardSet::of(&parse_cards("TcTdThTsJcJdJhJsQcQdQhQsKcKdKhKsAcAdAhAs").unwrap())
    );
}

/// A deck and seven of its cards in any order.
fn dealt() -> impl Strategy<Value = (Deck, Vec<Card>)> {
    (0..Deck::COUNT).prop_flat_map(|number| {
        let deck = Deck::all().nth(number).unwrap();
        let cards: Vec<Card> = deck.card_set().iter().collect();
        (Just(deck), Just(cards).prop_shuffle().prop_map(|cards| cards[..7].to_vec()))
    })
}

proptest! {
    #[test]
    fn renamed_suits_share_a_number_and_a_board_numbers_its_hands_as_the_index_does(
        (deck, cards) in dealt(), permutation in 0..24usize
    ) {
        let permutation = SuitPermutation::all().nth(permutation).unwrap();
        let hole = Holding::new(cards[0], cards[1]).unwrap();
        let moved = permutation.card_set(hole.card_set()).iter().collect::<Vec<_>>();
        let moved = Holding::new(moved[0], moved[1]).unwrap();
        for round in [Round::Flop, Round::Turn, Round::River] {
            let board = CardSet::of(&cards[2..2 + round.board_cards()]);
            let index = BoardFirst::of(deck, round);
            let hand = index.index(hole, board);
            prop_assert_eq!(hand, index.index(moved, permutation.card_set(board)));
            let mut local = [0; HOLDINGS];
            let first = index.board_hands(index.local_hands(board, &mut local)).start;
            for holding in Holding::all() {
                let local = local[holding.number()];
                let possible = deck.contains(holding.cards().0) && !holding.card_set().intersects(board);
                prop_assert_eq!(local == u16::MAX, !possible, "{} on {}", holding, board);
                if possible {
                    prop_assert_eq!(index.index(holding, board).0, first + u64::from(local));
                }
            }
        }
    }

    #[test]
    fn a_ranked_board_has_the_decks_holdings_in_the_order_of_their_strengths((deck, cards) in dealt()) {
        let board = CardSet::of(&cards[..5]);
        let tables = StrengthTables::get();
        let mut order = ShowdownOrder::new();
        order.rank_board(deck, board, tables);
        prop_assert_eq!(order.len() as u64, choose(deck.cards() - 5, 2));
        let mut before = HandStrength::default();
        let mut start = 0;
        for &end in order.group_ends() {
            let group = order.holdings().skip(start).take(usize::from(end) - start);
            let on_board = PreparedHand::from(board);
            let strength = |it: Holding| (on_board + PreparedHand::from(it.card_set())).strength(tables);
            let strengths: HashSet<_> = group.map(strength).collect();
            prop_assert_eq!(strengths.len(), 1);
            let strength = *strengths.iter().next().unwrap();
            prop_assert!(before < strength);
            (before, start) = (strength, usize::from(end));
        }
        prop_assert!(order.holdings().all(|it| deck.contains(it.cards().0)));
    }
}
