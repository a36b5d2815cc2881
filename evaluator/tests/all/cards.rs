//! Cards, sets of cards, holdings and starting hands: how they are written, read and numbered.

use evaluator::card::{CARDS, Card, parse_cards, rank_letter, rank_of_letter};
use evaluator::card_set::CardSet;
use evaluator::error::CardError;
use evaluator::holding::{HOLDINGS, Holding, STARTING_HANDS, StartingHand};
use evaluator::round::Round;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

#[test]
fn every_card_reads_back_from_its_text_in_capitals_or_not() {
    assert_eq!(Card::all().count(), CARDS);
    for (number, card) in Card::all().enumerate() {
        assert_eq!(card.number(), number);
        assert_eq!(Card::from_number(number as u8), Some(card));
        assert_eq!(Card::new(card.rank(), card.suit()), card);
        let text = card.to_string();
        assert_eq!(text.parse(), Ok(card));
        assert_eq!(text.to_lowercase().parse(), Ok(card));
        assert_eq!(text.to_uppercase().parse(), Ok(card));
        assert_eq!(format!("{card:?}"), text);
    }
    assert_eq!(Card::from_number(52), None);
    assert_eq!((card("2c").number(), card("As").number(), card("Td").number()), (0, 51, 4 * 8 + 1));
}

#[test]
fn rank_letters_go_from_the_deuce_to_the_ace() {
    let letters: String = (0..13).map(rank_letter).collect();
    assert_eq!(letters, "23456789TJQKA");
    assert_eq!((rank_of_letter('t'), rank_of_letter('A'), rank_of_letter('1')), (Some(8), Some(12), None));
}

#[test]
fn rows_of_cards_may_have_spaces_and_commas() {
    let expected = [card("Qs"), card("7h"), card("2c")];
    for text in ["Qs7h2c", "Qs 7h 2c", "Qs,7h,2c", " qS, 7H ,2C\t", "Q s7h2 c"] {
        assert_eq!(parse_cards(text).as_deref(), Ok(expected.as_slice()), "{text}");
    }
    assert_eq!(parse_cards(""), Ok(Vec::new()));
    assert_eq!(parse_cards(" , "), Ok(Vec::new()));
}

#[test]
fn tens_and_suits_may_be_written_as_they_are_printed() {
    let expected = [card("Th"), card("9s"), card("2c"), card("Ad")];
    for text in ["10h9s2cAd", "10H, 9S, 2C, AD", "10♥9♠2♣A♦", "T♡ 9♤ 2♧ A♢", "10♥\u{fe0f} 9♠\u{fe0e} 2♣ a♦"]
    {
        assert_eq!(parse_cards(text).as_deref(), Ok(expected.as_slice()), "{text}");
    }
    for (text, expected) in [("1010", "TT"), ("A10s", "ATs"), ("109O", "T9o"), ("AKS", "AKs")] {
        assert_eq!(text.parse::<StartingHand>().unwrap().to_string(), expected, "{text}");
    }
    assert!(parse_cards("1 0h").is_err() && parse_cards("♥10").is_err() && "10".parse::<StartingHand>().is_err());
}

#[test]
fn texts_that_are_no_cards_are_refused_with_what_was_not_understood() {
    for (text, part) in
        [("AsX1", "X1"), ("A10h", "A10"), ("Ax", "Ax"), ("As7", "7"), ("1c", "1c"), ("♠A", "♠A"), ("é", "é")]
    {
        let error = parse_cards(text).unwrap_err();
        assert_eq!(error, CardError::Unknown { text: text.to_owned(), found: part.to_owned() });
        assert!(error.to_string().contains(text) && error.to_string().contains(part), "{error}");
    }
    let error = parse_cards("As7hAS").unwrap_err();
    assert_eq!(error, CardError::Repeated { text: "As7hAS".to_owned(), card: card("As") });
    assert_eq!(error.to_string(), "'As7hAS': As appears twice; every card can be dealt only once");
    for (text, found) in [("", 0), ("As7h", 2)] {
        let error = text.parse::<Card>().unwrap_err();
        assert_eq!(error, CardError::Count { text: text.to_owned(), expected: "1 card", found });
        assert!(error.to_string().ends_with(&format!("expected 1 card, found {found}")), "{error}");
    }
    let beyond = CardError::OutOfRange { what: "river index", count: 123_156_254, found: 123_156_254 };
    assert_eq!(beyond.to_string(), "river index 123156254 does not exist; give a number from 0 to 123156253");
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in ".{0,12}") {
        let _ = parse_cards(&text);
        let _ = text.parse::<StartingHand>();
        let _ = text.parse::<Round>();
    }

    #[test]
    fn sets_behave_like_sets_of_card_numbers(a in 0u64..1 << 52, b in 0u64..1 << 52) {
        let numbers = |bits: u64| (0..52u8).filter(move |number| bits >> number & 1 == 1).collect::<BTreeSet<u8>>();
        let set = |bits: u64| numbers(bits).into_iter().filter_map(Card::from_number).collect::<CardSet>();
        let back = |set: CardSet| set.iter().map(|card| card.number() as u8).collect::<BTreeSet<u8>>();
        let (x, y) = (set(a), set(b));
        prop_assert_eq!(back(x), numbers(a));
        prop_assert_eq!(back(x | y), numbers(a | b));
        prop_assert_eq!(back(x & y), numbers(a & b));
        prop_assert_eq!(back(x - y), numbers(a & !b));
        prop_assert_eq!(x.len(), a.count_ones() as usize);
        prop_assert_eq!(x.is_empty(), a == 0);
        prop_assert_eq!(x.intersects(y), a & b != 0);
        prop_assert!(Card::all().all(|card| x.contains(card) == (a >> card.number() & 1 == 1)));
        prop_assert_eq!(CardSet::from_suits([0, 1, 2, 3].map(|suit| x.suit(suit))), x);
        prop_assert_eq!((x - CardSet::FULL_DECK).is_empty(), true);
    }
}

#[test]
fn sets_are_written_from_the_highest_card_down() {
    let cards = parse_cards("2c As 7h Ad").unwrap();
    assert_eq!(CardSet::of(&cards).to_string(), "AsAd7h2c");
    assert_eq!(CardSet::EMPTY.to_string(), "");
    assert_eq!(CardSet::FULL_DECK.len(), 52);
    assert_eq!(CardSet::EMPTY.with(card("Kd")), CardSet::single(card("Kd")));
}

#[test]
fn holdings_are_numbered_both_ways_without_gaps() {
    let mut number = 0;
    for high in Card::all() {
        for low in Card::all().take(high.number()) {
            let hole = Holding::new(low, high).unwrap();
            assert_eq!(hole.number(), number);
            assert_eq!(Holding::new(high, low), Some(hole));
            assert_eq!(Holding::from_number(number), Some(hole));
            assert_eq!(hole.cards(), (low, high));
            assert_eq!(hole.card_set(), CardSet::of(&[low, high]));
            assert_eq!(hole.to_string(), format!("{high}{low}"));
            number += 1;
        }
        assert_eq!(Holding::new(high, high), None);
    }
    assert_eq!(number, HOLDINGS);
    assert_eq!(Holding::from_number(HOLDINGS), None);
    assert!(Holding::all().map(Holding::number).eq(0..HOLDINGS));
}

#[test]
fn the_combos_of_the_starting_hands_sum_to_all_holdings() {
    let mut holdings_of_class = [0; STARTING_HANDS];
    Holding::all().for_each(|hole| holdings_of_class[hole.starting_hand().number()] += 1);
    assert_eq!(StartingHand::all().map(StartingHand::combos).sum::<usize>(), HOLDINGS);
    for class in StartingHand::all() {
        assert_eq!(class.combos(), holdings_of_class[class.number()], "{class}");
        assert!(!(class.is_pair() && class.is_suited()));
    }
    assert_eq!(StartingHand::all().filter(|class| class.is_pair()).count(), 13);
    assert_eq!(StartingHand::all().filter(|class| class.is_suited()).count(), 78);
}

#[test]
fn every_starting_hand_reads_back_from_its_text_and_its_number() {
    for (number, class) in StartingHand::all().enumerate() {
        assert_eq!(class.number(), number);
        assert_eq!(StartingHand::from_number(number), Some(class));
        assert_eq!(class.to_string().parse(), Ok(class));
        assert_eq!(class.to_string().to_lowercase().parse(), Ok(class));
        let (high, low) = class.ranks();
        assert!(high >= low);
        assert_eq!(StartingHand::new(low, high, class.is_suited()), class);
        assert_eq!(StartingHand::new(high, low, class.is_suited()), class);
        let (row, column) = class.grid_cell();
        assert_eq!(13 * usize::from(row) + usize::from(column), number);
        assert_eq!((row < column, row == column), (class.is_suited(), class.is_pair()));
    }
    assert_eq!(StartingHand::from_number(STARTING_HANDS), None);
    assert_eq!("QKs".parse::<StartingHand>(), "KQs".parse());
    assert_eq!(StartingHand::new(5, 5, true), StartingHand::new(5, 5, false), "suited means nothing for a pair");
}

#[test]
fn texts_that_are_no_starting_hand_are_refused() {
    for text in ["", "A", "AK", "AAs", "AAo", "AKx", "AKso", "1Ks", "AhKd", "ÄK"] {
        let error = text.parse::<StartingHand>().unwrap_err();
        assert_eq!(error, format!("'{text}' is not a starting hand; they read AA, AKs or AKo"));
    }
}

#[test]
fn the_first_holding_of_a_class_is_the_one_with_the_lowest_number() {
    for class in StartingHand::all() {
        let lowest = Holding::all().find(|hole| hole.starting_hand() == class).unwrap();
        assert_eq!(class.first_holding(), lowest, "{class}");
    }
}

#[test]
fn rounds_know_their_names_numbers_and_cards() {
    for (number, round) in Round::ALL.into_iter().enumerate() {
        assert_eq!((round.number(), Round::from_number(number)), (number, Some(round)));
        assert_eq!(Round::of_board_cards(round.board_cards()), Some(round));
        assert_eq!(round.to_string().parse(), Ok(round));
        assert_eq!(round.name().to_uppercase().parse(), Ok(round));
    }
    assert_eq!(Round::ALL.map(Round::board_cards), [0, 3, 4, 5]);
    assert_eq!((Round::from_number(4), Round::of_board_cards(2)), (None, None));
    let error = "pre-flop".parse::<Round>().unwrap_err();
    let expected = "'pre-flop' is not a street; the streets are preflop, flop, turn and river; did you mean preflop?";
    assert_eq!(error, expected);
}
