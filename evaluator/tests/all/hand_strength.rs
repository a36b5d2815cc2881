//! Hand strength held to the rules of poker: exhaustive counts and a slow twin that tries all five-card hands.

use evaluator::card::{Card, RANKS, parse_cards};
use evaluator::card_set::CardSet;
use evaluator::hand_category::HandCategory;
use evaluator::hand_strength::{HandStrength, PreparedHand};
use evaluator::strength_tables::StrengthTables;
use proptest::prelude::*;
use proptest::sample::subsequence;
use std::collections::BTreeMap;

fn strength(cards: &[Card]) -> HandStrength {
    PreparedHand::from(cards).strength(StrengthTables::get())
}

fn strength_of_text(text: &str) -> HandStrength {
    strength(&parse_cards(text).expect("the test writes its cards correctly"))
}

/// Visits every hand of `left` more cards out of the card numbers from `first` on.
fn visit_hands(left: usize, first: usize, hand: PreparedHand, visit: &mut impl FnMut(PreparedHand)) {
    for card in Card::all().skip(first) {
        let with_card = hand.with(card);
        if left == 1 {
            visit(with_card);
        } else {
            visit_hands(left - 1, card.number() + 1, with_card, visit);
        }
    }
}

/// How often each rank occurs, most frequent first, higher ranks first among equals: `[(2, king), (1, ace)]`.
fn groups(cards: &[Card]) -> Vec<(usize, u8)> {
    let count = |rank: u8| cards.iter().filter(|card| card.rank() == rank).count();
    let mut groups: Vec<(usize, u8)> = (0..RANKS as u8).map(|rank| (count(rank), rank)).filter(|g| g.0 > 0).collect();
    groups.sort_by(|a, b| b.cmp(a));
    groups
}

/// The worth of one to four cards, where only equal ranks matter: the pattern first (2, 2 beats 2, 1, 1), then ranks.
fn plain_worth(cards: &[Card]) -> (Vec<usize>, Vec<u8>) {
    groups(cards).into_iter().unzip()
}

/// The worth of exactly five cards, straight from the rule book.
fn five_card_worth(cards: &[Card]) -> (HandCategory, Vec<u8>) {
    assert_eq!(cards.len(), 5);
    let (counts, mut ranks): (Vec<usize>, Vec<u8>) = groups(cards).into_iter().unzip();
    let flush = cards.iter().all(|card| card.suit() == cards[0].suit());
    let five_high = ranks == [12, 3, 2, 1, 0];
    let straight = five_high || (ranks.len() == 5 && ranks[0] == ranks[4] + 4);
    if five_high {
        ranks = vec![3, 2, 1, 0];
    }
    let category = match (counts.as_slice(), straight, flush) {
        (_, true, true) => HandCategory::StraightFlush,
        ([4, 1], ..) => HandCategory::FourOfAKind,
        ([3, 2], ..) => HandCategory::FullHouse,
        (_, _, true) => HandCategory::Flush,
        (_, true, _) => HandCategory::Straight,
        ([3, ..], ..) => HandCategory::ThreeOfAKind,
        ([2, 2, ..], ..) => HandCategory::TwoPair,
        ([2, ..], ..) => HandCategory::Pair,
        _ => HandCategory::HighCard,
    };
    (category, ranks)
}

/// The best worth among all five-card hands that can be chosen.
fn best_worth<W: Ord>(cards: &[Card], worth: impl Fn(&[Card]) -> W) -> W {
    let choices = (0u32..1 << cards.len()).filter(|chosen| chosen.count_ones() == 5);
    let worths = choices
        .map(|chosen| worth(&(0..cards.len()).filter(|i| chosen >> i & 1 == 1).map(|i| cards[i]).collect::<Vec<_>>()));
    worths.max().expect("five cards or more")
}

/// Checks that equal worth means equal strength and that more worth means more strength; returns the number of classes.
fn assert_same_order<W: Ord + std::fmt::Debug>(hands: usize, worth: impl Fn(&[Card]) -> W) -> usize {
    let mut strengths = BTreeMap::new();
    visit_hands(hands, 0, PreparedHand::EMPTY, &mut |hand| {
        let cards: Vec<Card> = hand.cards().iter().collect();
        let found = hand.strength(StrengthTables::get());
        assert_eq!(*strengths.entry(worth(&cards)).or_insert(found), found, "{cards:?}");
    });
    let ascending: Vec<HandStrength> = strengths.values().copied().collect();
    assert!(ascending.is_sorted_by(|a, b| a < b));
    ascending.len()
}

/// How many hands of a size each category has, and how many strengths occur among them.
fn count_hands(cards: usize) -> ([u64; HandCategory::COUNT], usize) {
    let tables = StrengthTables::get();
    let mut hands_of = vec![0u64; HandStrength::COUNT];
    visit_hands(cards, 0, PreparedHand::EMPTY, &mut |hand| hands_of[hand.strength(tables).number()] += 1);
    let mut counts = [0; HandCategory::COUNT];
    for (number, hands) in hands_of.iter().enumerate() {
        counts[HandStrength::from_number(number).expect("below the count").category().number()] += hands;
    }
    (counts, hands_of.iter().filter(|&&hands| hands > 0).count())
}

#[test]
fn all_seven_card_hands_have_the_published_category_counts() {
    let (counts, strengths) = count_hands(7);
    let published = [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584];
    assert_eq!(counts, published);
    assert_eq!(counts.iter().sum::<u64>(), 133_784_560);
    // Of the 7,462 classes the weakest cannot be the best of seven cards: 4,824 remain.
    assert_eq!(strengths, 4_824);
}

#[test]
fn all_six_card_hands_have_the_known_category_counts() {
    let (counts, strengths) = count_hands(6);
    assert_eq!(counts, [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_844]);
    assert_eq!(counts.iter().sum::<u64>(), 20_358_520);
    assert_eq!(strengths, 6_075);
}

#[test]
fn all_five_card_hands_are_ordered_by_the_rules_in_7462_classes() {
    assert_eq!(assert_same_order(5, five_card_worth), 7_462);
}

#[test]
fn all_hands_of_one_to_four_cards_are_ordered_by_pattern_and_ranks() {
    // Choices of n ranks with repetition: C(12 + n, n).
    for (cards, classes) in [(1, 13), (2, 91), (3, 455), (4, 1_820)] {
        assert_eq!(assert_same_order(cards, plain_worth), classes);
    }
}

#[test]
fn strength_numbers_are_dense_over_all_hand_sizes() {
    let tables = StrengthTables::get();
    let mut reached = vec![false; HandStrength::COUNT];
    reached[PreparedHand::EMPTY.strength(tables).number()] = true;
    for cards in 1..=5 {
        visit_hands(cards, 0, PreparedHand::EMPTY, &mut |hand| reached[hand.strength(tables).number()] = true);
    }
    assert!(reached.iter().all(|&it| it));
    assert_eq!(HandStrength::from_number(HandStrength::COUNT), None);
}

#[test]
fn a_missing_kicker_loses_to_a_deuce() {
    assert!(strength_of_text("AcAd") < strength_of_text("AcAd2h"));
    assert!(strength_of_text("AcAd9h") < strength_of_text("AcAd9h2h"));
    assert!(strength_of_text("AcKdQhJs") < strength_of_text("2c2d"));
}

#[test]
fn known_hands_have_their_categories() {
    for (cards, category) in [
        ("Ac", "high card"),
        ("2c3c4c5c", "high card"),
        ("AcAdKhKs", "two pair"),
        ("AcAdKhKsQcQd2s", "two pair"),
        ("AcAdAh2c2d2h9s", "full house"),
        ("Ac2d3h4s5c9d9h", "straight"),
        ("Qc Kc Ac 2c 3c 7d 8h", "flush"),
        ("Ac2c3c4c5c6d7d", "straight flush"),
        ("9c9d9h9s", "four of a kind"),
    ] {
        assert_eq!(strength_of_text(cards).category().to_string(), category, "{cards}");
    }
    assert!(strength_of_text("Ac2c3c4c5c6d7d") < strength_of_text("2d3d4d5d6dAcKc"));
    assert_eq!(strength_of_text("TsJsQsKsAs2c2d").number(), HandStrength::COUNT - 1);
}

#[test]
fn sums_of_too_many_or_repeated_cards_are_no_error() {
    let tables = StrengthTables::get();
    let everything: PreparedHand = Card::all().chain(Card::all()).collect();
    assert!(everything.strength(tables).number() < HandStrength::COUNT);
    for card in Card::all() {
        let repeated: PreparedHand = std::iter::repeat_n(card, 40).collect();
        assert!(repeated.strength(tables).number() < HandStrength::COUNT);
    }
    assert_eq!(HandStrength::of(CardSet::FULL_DECK).number(), HandStrength::COUNT - 1);
}

/// Different cards in any order, as many as the range says.
fn cards(count: impl Into<proptest::sample::SizeRange>) -> impl Strategy<Value = Vec<Card>> {
    subsequence(Card::all().collect::<Vec<_>>(), count).prop_shuffle()
}

/// Cards of few ranks or few suits, where full houses, quads, flushes and straights are frequent.
fn crowded_cards() -> impl Strategy<Value = Vec<Card>> {
    let narrow = |keep: fn(&Card) -> bool| subsequence(Card::all().filter(keep).collect::<Vec<_>>(), 5..=7);
    prop_oneof![
        narrow(|card| card.rank() < 3 || card.rank() == 12),
        narrow(|card| card.suit() == 2 || card.rank() == 7),
        narrow(|card| (3..9).contains(&card.rank()) && card.suit() < 2),
    ]
    .prop_shuffle()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn the_fast_order_is_the_order_of_the_best_five_cards(
        a in prop_oneof![cards(5..=7), crowded_cards()],
        b in prop_oneof![cards(5..=7), crowded_cards()],
    ) {
        let (worth_a, worth_b) = (best_worth(&a, five_card_worth), best_worth(&b, five_card_worth));
        prop_assert_eq!(strength(&a).category(), worth_a.0);
        prop_assert_eq!(strength(&a).cmp(&strength(&b)), worth_a.cmp(&worth_b));
        prop_assert_eq!(strength(&a), best_worth(&a, strength));
    }

    #[test]
    fn more_than_seven_cards_are_ranked_by_the_rules(hand in cards(8..=11)) {
        let best_five = best_worth(&hand, five_card_worth);
        let found = HandStrength::of(CardSet::of(&hand));
        prop_assert_eq!(found.category(), best_five.0);
        let without_one =
            (0..hand.len()).map(|i| HandStrength::of(CardSet::of(&[&hand[..i], &hand[i + 1..]].concat())));
        prop_assert_eq!(Some(found), without_one.max());
    }

    #[test]
    fn every_way_to_add_cards_up_gives_the_same_hand(hand in cards(0..=7), cut in 0usize..=7) {
        let (left, right) = hand.split_at(cut.min(hand.len()));
        let whole = PreparedHand::from(hand.as_slice());
        prop_assert_eq!(PreparedHand::from(left) + PreparedHand::from(right), whole);
        prop_assert_eq!(PreparedHand::from(CardSet::of(&hand)), whole);
        prop_assert_eq!(whole.cards(), CardSet::of(&hand));
        prop_assert_eq!(HandStrength::of(whole.cards()), strength(&hand));
    }

    #[test]
    fn looking_up_many_hands_is_looking_up_each(hands in proptest::collection::vec(cards(1..=7), 0..40)) {
        let tables = StrengthTables::get();
        let prepared: Vec<PreparedHand> = hands.iter().map(|hand| PreparedHand::from(hand.as_slice())).collect();
        let mut found = vec![HandStrength::default(); hands.len()];
        PreparedHand::strengths(&prepared, tables, &mut found);
        let expected: Vec<HandStrength> = hands.iter().map(|hand| strength(hand)).collect();
        prop_assert_eq!(found, expected);
    }
}
