//! Made hands and draws, held to their definitions: plain lists of ranks, and every card that may come.

use evaluator::card::{Card, parse_cards};
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_category::HandCategory;
use evaluator::hand_strength::HandStrength;
use evaluator::holding::Holding;
use evaluator::made_hand::{Draw, MadeHand};
use proptest::prelude::*;

/// The highest rank of five in a row, the ace below the deuce as well.
fn straight(cards: &[Card]) -> Option<i32> {
    let mut ranks: Vec<i32> = cards.iter().map(|card| i32::from(card.rank())).collect();
    if ranks.contains(&12) {
        ranks.push(-1);
    }
    (3..13).rev().find(|top| (top - 4..=*top).all(|rank| ranks.contains(&rank)))
}

fn naive_draw(own: &[Card], board: &[Card]) -> Draw {
    let all = [own, board].concat();
    let category = HandStrength::of(CardSet::of(&all)).category();
    if board.len() == 5 || category >= HandCategory::Flush {
        return Draw::None;
    }
    let (mut ranks, mut is_flush) = (Vec::new(), false);
    for next in Card::all().filter(|card| !all.contains(card)) {
        let [with, on_board] = [[&all, &[next][..]].concat(), [board, &[next]].concat()];
        let of_suit = |cards: &[Card]| cards.iter().filter(|card| card.suit() == next.suit()).count();
        is_flush |= of_suit(&with) == 5 && of_suit(own) > 0;
        if straight(&all).is_none() && straight(&with) != straight(&on_board) && !ranks.contains(&next.rank()) {
            ranks.push(next.rank());
        }
    }
    match (is_flush, ranks.len()) {
        (true, 1..) => Draw::Combo,
        (true, _) => Draw::Flush,
        (_, 0) => Draw::None,
        (_, 1) => Draw::Gutshot,
        _ => Draw::OpenEnded,
    }
}

fn naive_made(own: &[Card], board: &[Card]) -> MadeHand {
    let all = [own, board].concat();
    let [strength, of_board] = [&all[..], board].map(|cards| HandStrength::of(CardSet::of(cards)));
    let category = strength.category();
    let complete = [
        (HandCategory::Straight, MadeHand::Straight),
        (HandCategory::Flush, MadeHand::Flush),
        (HandCategory::FullHouse, MadeHand::FullHouse),
        (HandCategory::StraightFlush, MadeHand::StraightFlush),
    ];
    if let Some((_, made)) = complete.iter().find(|(of, _)| *of == category) {
        return if board.len() == 5 && strength == of_board { MadeHand::Board } else { *made };
    }
    let count = |cards: &[Card], rank: u8| cards.iter().filter(|card| card.rank() == rank).count();
    let paired: Vec<u8> = (0..13).rev().filter(|&rank| count(&all, rank) > 1).take(2).collect();
    let is_pocket = own[0].rank() == own[1].rank();
    let own_pairs: Vec<u8> = paired.into_iter().filter(|&rank| count(own, rank) > 0).collect();
    let Some(&rank) = own_pairs.first() else {
        return if count(own, 12) > 0 { MadeHand::AceHigh } else { MadeHand::HighCard };
    };
    let mut higher: Vec<u8> = board.iter().map(|card| card.rank()).filter(|&it| it > rank).collect();
    higher.sort_unstable();
    higher.dedup();
    match (count(&all, rank), own_pairs.len(), is_pocket, higher.len()) {
        (4, ..) => MadeHand::FourOfAKind,
        (3, _, true, _) => MadeHand::Set,
        (3, ..) => MadeHand::Trips,
        (_, 2, ..) => MadeHand::TwoPair,
        (_, _, true, 0) => MadeHand::Overpair,
        (_, _, true, _) => MadeHand::PocketPair,
        (.., 0) => MadeHand::TopPair,
        (.., 1) => MadeHand::SecondPair,
        _ => MadeHand::LowPair,
    }
}

proptest! {
    #[test]
    fn made_hands_and_draws_are_what_their_definitions_say(
        cards in prop::sample::subsequence((0..52_u8).collect::<Vec<_>>(), 7).prop_shuffle(),
        count in 3..=5_usize,
    ) {
        let cards: Vec<Card> = cards.iter().map(|&number| Card::new(number >> 2, number & 3)).collect();
        let (own, board) = (&cards[..2], &cards[2..2 + count]);
        let (hole, on_board) = (Holding::new(own[0], own[1]).unwrap(), CardSet::of(board));
        prop_assert_eq!(MadeHand::of(hole, on_board), naive_made(own, board));
        prop_assert_eq!(Draw::of(Deck::FULL, hole, on_board), naive_draw(own, board));
    }
}

#[test]
fn hands_have_the_names_that_players_give_them() {
    for (hole, board, made, draw) in [
        ("AcKd", "QhQs7d", "ace high", "no draw"),
        ("KcTd", "QhQs7d", "high card", "no draw"),
        ("9c7c", "QhQs7d", "second pair", "no draw"),
        ("AcAd", "QhQs7d", "overpair", "no draw"),
        ("8c8d", "QhTs7d", "pocket pair below top", "no draw"),
        ("Qc7c", "QhTs7d", "two pair", "no draw"),
        ("7c7h", "QhTs7d", "set", "no draw"),
        ("QcJc", "QhQs7d", "trips", "no draw"),
        ("2c2d", "QhQs7d7h", "high card", "no draw"),
        ("Jh9h", "QhTh2d", "high card", "combo draw"),
        ("Jc9d", "QhTh2d", "high card", "open-ended"),
        ("Ac5d", "4h3h9d", "ace high", "gutshot"),
        ("AcKc", "Jd9c7c5s3d", "ace high", "no draw"),
        ("3c2d", "TdJhQsKcAs", "plays the board", "no draw"),
        ("Th2h", "AhKhQhJh3d", "straight flush", "no draw"),
    ] {
        let [own, board] = [hole, board].map(|text| parse_cards(text).unwrap());
        let (hole, board) = (Holding::new(own[0], own[1]).unwrap(), CardSet::of(&board));
        assert_eq!(
            (MadeHand::of(hole, board).name(), Draw::of(Deck::FULL, hole, board).name()),
            (made, draw),
            "{hole}"
        );
    }
}

#[test]
fn a_small_deck_has_no_cards_for_some_draws() {
    // Nines are not in the deck.
    let [own, board] = ["KcQd", "JhThTs"].map(|text| parse_cards(text).unwrap());
    let hole = Holding::new(own[0], own[1]).unwrap();
    assert_eq!(Draw::of(Deck::FULL, hole, CardSet::of(&board)), Draw::OpenEnded);
    assert_eq!(Draw::of(Deck::try_from(20).unwrap(), hole, CardSet::of(&board)), Draw::Gutshot);
}
