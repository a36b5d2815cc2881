//! Worth, enumeration and knowledge of stud hands, against plain rules and one by one; positions as a player reads
//! them.

use companions::stud::knowledge::{Distribution, Knowledge, potential};
use companions::stud::model::Choices;
use companions::stud::points::{Deal, NAMES, POINTS, PointScale, Worth};
use companions::stud::position::{Position, Reading};
use companions::stud::rules::Seat;
use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_category::HandCategory;
use evaluator::hand_strength::HandStrength;
use proptest::prelude::*;
use tables::error::Failure;

use crate::support::{cards, dice};

fn worth(text: &str) -> Worth {
    Worth::of(cards(text))
}

#[test]
fn hands_by_points() {
    let hands = "2c5d7h9sJcKdAh 2c2d7h9sJcKdAh 2c2d7h7sJcKdAh 2c2d2h7sJcKdAh 2c3d4h5s6cKdAh 2c5c7c9cJcKdAh \
                 2c2d2h7s7cKdAh 2c2d2h2s7cKdAh 2c3c4c5c6cKdAh TcJcQcKcAc2d2h";
    for (points, hand) in hands.split(' ').enumerate() {
        assert_eq!(worth(hand).points(), points, "{hand} is {}", NAMES[points]);
    }
    assert_eq!(worth("9cTcJcQcKc2d2h").points(), 8);
}

#[test]
fn kickers_do_not_count_but_ranks_of_the_hand_do() {
    assert_eq!(worth("7c7dAhKs9c5d2h"), worth("7h7s9h6s5c4d2c"));
    assert!(worth("8c8d2h3s4c5d9h") > worth("7c7dAhKsQc5d2h"));
    assert_eq!(worth("8c8d5h5s2c3d4h"), worth("8h8s5c5dAcKdQh"));
    assert!(worth("8c8d6h6s2c3d4h") > worth("8h8s5c5dAcKdQh"));
    // Nothing and flushes: all five cards.
    assert!(worth("AcQd9h7s5c3d2h") > worth("AdQh9s7c4d3h2s"));
    assert!(worth("AcQc9c7c5c3d2h") > worth("AdQd9d7d4d3h2s"));
    // The wheel is the lowest straight: its ace is low.
    assert!(worth("2c3d4h5s6cJdQh") > worth("Ac2d3h4s5cJdQh"));
    assert_eq!(worth("Ac2d3h4s5cJdQh").cell(), 4 * 13 + 3);
    assert_eq!(worth("Kc").cell(), 11);
    assert_eq!(Worth::of(CardSet::EMPTY), Worth::default());
}

#[test]
fn points_on_both_scales() {
    let jack_high = cards("Jc9d5h");
    assert_eq!((PointScale::Category.of(jack_high), PointScale::Ranked.of(jack_high)), (0.0, 9.0 / 13.0));
    assert_eq!(PointScale::Ranked.of(cards("QcQd5h")), 1.0 + 10.0 / 13.0);
}

fn some_cards(count: usize) -> impl Strategy<Value = Vec<Card>> {
    let all: Vec<Card> = Card::all().collect();
    prop::sample::subsequence(all, count).prop_shuffle()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn points_are_the_evaluators_category(cards in (1usize..=7).prop_flat_map(some_cards)) {
        let set = CardSet::of(&cards);
        let category = HandStrength::of(set).category();
        let points = Worth::of(set).points();
        let royal = points == 9;
        prop_assert_eq!(points - usize::from(royal), category.number());
        prop_assert!(!royal || category == HandCategory::StraightFlush);
    }

    #[test]
    fn worth_never_contradicts_the_rules_with_kickers(one in some_cards(7), other in some_cards(7)) {
        let strength = |cards: &[Card]| HandStrength::of(CardSet::of(cards));
        let worth = |cards: &[Card]| Worth::of(CardSet::of(cards));
        if worth(&one) > worth(&other) {
            prop_assert!(strength(&one) > strength(&other));
        }
    }

    #[test]
    fn f_is_a_distribution_function(cards in some_cards(8), hidden in 1usize..=3) {
        let (seen, own) = cards.split_at(4);
        let distribution = Distribution::of(CardSet::of(seen), CardSet::FULL_DECK - CardSet::of(&cards), hidden);
        prop_assert!((distribution.probabilities().iter().sum::<f64>() - 1.0).abs() < 1e-12);
        for scale in [PointScale::Category, PointScale::Ranked] {
            let f: Vec<f64> = (0..=40).map(|step| distribution.at_most(scale, f64::from(step) / 4.0)).collect();
            prop_assert!(f.windows(2).all(|pair| pair[0] <= pair[1]));
            prop_assert!(distribution.at_most(scale, -0.1) == 0.0 && (f[40] - 1.0).abs() < 1e-12);
        }
        // The mean is what lies under 1 − F.
        let tail: f64 = (0..POINTS).map(|points| 1.0 - distribution.at_most(PointScale::Category, points as f64)).sum();
        prop_assert!((distribution.mean(PointScale::Category) - tail).abs() < 1e-9);
        prop_assert_eq!(own.len(), 4);
    }

    #[test]
    fn enumeration_counts_what_one_by_one_counting_does(cards in some_cards(8)) {
        let (seen, _) = cards.split_at(4);
        let unseen: Vec<Card> = (CardSet::FULL_DECK - CardSet::of(&cards)).iter().collect();
        let mut counts = [0u32; POINTS];
        for (place, &one) in unseen.iter().enumerate() {
            for &other in &unseen[place + 1..] {
                counts[Worth::of(CardSet::of(seen).with(one).with(other)).points()] += 1;
            }
        }
        let distribution = Distribution::of(CardSet::of(seen), CardSet::of(&unseen), 2);
        prop_assert_eq!(distribution.combinations, 946);
        let naive = counts.map(|count| f64::from(count) / 946.0);
        prop_assert!(distribution.probabilities().iter().zip(&naive).all(|(ours, naive)| (ours - naive).abs() < 1e-12));
    }
}

#[test]
fn enumeration_counts_by_turn() {
    let deal = Deal::random(&mut dice(3));
    let [own, other] = &deal.0;
    let combinations = |turn: u8| {
        let (held, open) = (own.held_on(turn), CardSet::of(other.up_on(turn)));
        Distribution::of(open, CardSet::FULL_DECK - held - open, other.hole_on(turn).len()).combinations
    };
    assert_eq!([1, 2, 3, 4, 5].map(combinations), [1_128, 1_035, 946, 861, 10_660]);
    let opened = |cards: usize| {
        let open = CardSet::of(&other.up) | CardSet::of(&other.hole[..cards]);
        Distribution::of(open, CardSet::FULL_DECK - own.held_on(7) - open, 3 - cards).combinations
    };
    assert_eq!([opened(1), opened(2)], [780, 39]);
}

#[test]
fn four_visible_hearts_look_as_strong_as_the_published_bluff() {
    // Game 5.3, turn 6: A, 4, 6 and K of hearts, a nine of another suit; two cards unknown. The bet of 1,462 needs a
    // potential of 2.34.
    let (open, theirs) = (cards("Ah4h6hKh9c"), cards("Qs8dQc2d6s"));
    let looks = potential(open, CardSet::FULL_DECK - theirs, 2, PointScale::Category);
    assert!((2.2..2.6).contains(&looks), "{looks}");
}

/// The second player's hidden cards and the stock, put in another order.
fn with_hidden_cards_exchanged(deal: &Deal, rotation: usize) -> Deal {
    let [own, other] = deal.0;
    let seen = own.held_on(7) | CardSet::of(&other.up);
    let mut stock: Vec<Card> = (CardSet::FULL_DECK - seen).iter().collect();
    let count = stock.len();
    stock.rotate_left(rotation % count);
    let mut other = other;
    other.hole = [stock[0], stock[count / 3], stock[2 * count / 3]];
    Deal([own, other])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn the_estimate_does_not_know_the_opponents_hidden_cards(seed in any::<u64>(), rotation in 1usize..40) {
        let deal = Deal::random(&mut dice(seed));
        let exchanged = with_hidden_cards_exchanged(&deal, rotation);
        let known = |deal: &Deal| Knowledge::of(deal, Seat::First, PointScale::Category);
        let (before, after) = (known(&deal), known(&exchanged));
        // Until cards are opened; the seventh card is hidden as well.
        for turn in 0..5 {
            prop_assert_eq!(before.early[turn].outlook, after.early[turn].outlook);
        }
        prop_assert_eq!(before.if_opened, after.if_opened);
        prop_assert_eq!(before.points, after.points);
    }

    #[test]
    fn after_an_opening_the_estimate_knows_the_opened_card_alone(seed in any::<u64>()) {
        let deal = Deal::random(&mut dice(seed));
        // The opponent opens its first hole card; the two others are exchanged with the stock.
        let mut exchanged = deal;
        let stock: Vec<Card> = (CardSet::FULL_DECK - deal.0[0].held_on(7) - deal.0[1].held_on(7)).iter().collect();
        exchanged.0[1].hole[1..].copy_from_slice(&stock[5..7]);
        let known = |deal: &Deal| Knowledge::of(deal, Seat::First, PointScale::Category);
        let (before, after) = (known(&deal), known(&exchanged));
        prop_assert_eq!(before.one_opened[0].outlook, after.one_opened[0].outlook);
        for own in 0..3 {
            prop_assert_eq!(before.with_one[own][0], after.with_one[own][0]);
        }
    }
}

fn reading(own: &str, against: &str) -> Reading {
    Position::read(own, against, 0, 0).unwrap().reading(&Choices::default()).unwrap()
}

#[test]
fn a_pair_of_aces_on_the_first_turn() {
    let position = Position::read("As Ad | Kc", "7h", 5, 20).unwrap();
    assert_eq!((position.turn, position.bet_share()), (1, 0.25));
    let reading = position.reading(&Choices::default()).unwrap();
    // 48 unseen cards, three of them sevens: a triple in C(3, 2) ways; a pair with a seven in 3·45, or by the other
    // ranks: ten ranks of four cards, kings of three, aces of two.
    let triples = 3.0;
    let pairs = 3.0 * 45.0 + 10.0 * 6.0 + 3.0 + 1.0;
    assert_eq!(reading.combinations, 1_128);
    let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    close(reading.distribution[3], triples / 1_128.0);
    close(reading.distribution[1], pairs / 1_128.0);
    close(reading.distribution[0], 1.0 - (triples + pairs) / 1_128.0);
    close(reading.expectation, (pairs + 3.0 * triples) / 1_128.0);
    close(reading.f_own, 1.0 - triples / 1_128.0);
    close(reading.expect, pairs / 1_128.0);
    assert_eq!(reading.result, reading.expect);
    assert_eq!((reading.points, reading.potentials.len()), (1.0, 2));
}

#[test]
fn the_last_turns_by_their_cards() {
    let turn = |own: &str, against: &str| Position::read(own, against, 0, 0).map(|it| it.turn).unwrap();
    assert_eq!(turn("As Ad | Kc 2d 3h 4s", "7h 8h 9h Th"), 4);
    assert_eq!(turn("As Ad 5c | Kc 2d 3h 4s", "7h 8h 9h Th"), 5);
    assert_eq!(turn("Ad 5c | As Kc 2d 3h 4s", "7h 8h 9h Th 7c"), 6);
    assert_eq!(turn("5c | Ad As Kc 2d 3h 4s", "7h 8h 9h Th 7c 7d"), 7);
    assert_eq!(reading("5c | Ad As Kc 2d 3h 4s", "7h 8h 9h Th 7c 7d").combinations, 39);
    // Four hearts in sight look stronger than nothing: a bluff may work.
    let bluff = reading("5c | Ah 4h 6h Kh 9c Td", "2s 2d 8c 9s Jd 3c");
    assert!(bluff.may_bluff && !bluff.superior, "{bluff:?}");
    assert!(!reading("5c | 2h 4d 6h Kh 9c Td", "2s 2d 8c 9s Jd 3c").may_bluff);
}

#[test]
fn wrong_positions_are_refused_in_one_line() {
    let eight_open = "As Ad | Kc 2d 3h 4s 5s 6s 7s 8s";
    let hands = [("As Ad Kc", "7h"), ("As | Ad | Kc", "7h"), ("As As | Kc", "7h"), ("As Ad | Kc", "Kc"), ("", "7h")];
    let more = [("As Ad | As", "7h"), ("As Ad | Kx", "7h"), ("As Ad | Kc", ""), ("As Ad | Kc", "7h 8h"), ("|", "")];
    let counts = [("As Ad 2c | Kc", "7h"), (eight_open, "7h 8h 9h Th Jh Qh 7c 7d")];
    let hands = hands.into_iter().chain(more).chain(counts).map(|(own, against)| (own, against, 0, 0));
    let refused = hands.chain([("As Ad | Kc", "7h", 21, 20), ("As Ad | Kc", "7h", 1, 0)]);
    for (own, against, bet, pot) in refused {
        let error = Position::read(own, against, bet, pot).unwrap_err();
        assert!(error.is_input_error() && !error.to_string().contains('\n'), "{own} {against}: {error}");
    }
    let threshold = Choices { threshold: f64::NAN, ..Choices::default() };
    let position = Position::read("As Ad | Kc", "7h", 0, 0).unwrap();
    assert!(position.reading(&threshold).unwrap_err().is_input_error());
}
