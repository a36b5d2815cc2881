//! Hands ranked per second: prepared hands, card by card, and all 133,784,560, beside the crate aya_poker in one run.
//!
//! Answers are compared before anything is timed. After criterion's own figures the best of many short rounds, taken
//! alternately so that a busy machine treats both alike, is printed with the ratio.
#![allow(clippy::print_stdout, missing_docs)]

use aya_poker::base::{CARDS as AYA_CARDS, Hand as AyaHand};
use criterion::{Criterion, Throughput};
use evaluator::card::Card;
use evaluator::hand_strength::{HandStrength, PreparedHand};
use evaluator::strength_tables::StrengthTables;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Enough that the branch predictor cannot learn where the flushes are; 1 MiB of prepared hands, inside L2.
const HANDS: usize = 1 << 16;
const ROUNDS: usize = 200;

/// Random hands of seven different cards, the same ones in every run.
fn random_hands() -> Vec<[Card; 7]> {
    let mut deck: Vec<Card> = Card::all().collect();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut deal = || {
        for place in 0..7 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let left = (deck.len() - place) as u64;
            deck.swap(place, place + (((state >> 32) * left) >> 32) as usize);
        }
        std::array::from_fn(|place| deck[place])
    };
    (0..HANDS).map(|_| deal()).collect()
}

fn aya_hand(cards: &[Card]) -> AyaHand {
    let mut hand = AyaHand::new();
    for card in cards {
        hand.insert_unchecked(&AYA_CARDS[card.number()]);
    }
    hand
}

fn prepared(hands: &[PreparedHand], tables: &StrengthTables) -> u32 {
    hands.iter().fold(0, |sum, hand| sum.wrapping_add(hand.strength(tables).number() as u32))
}

fn prepared_into_slice(hands: &[PreparedHand], tables: &StrengthTables, out: &mut [HandStrength]) -> u32 {
    PreparedHand::strengths(hands, tables, out);
    out[0].number() as u32
}

fn from_cards(hands: &[[Card; 7]], tables: &StrengthTables) -> u32 {
    hands
        .iter()
        .fold(0, |sum, cards| sum.wrapping_add(PreparedHand::from(cards.as_slice()).strength(tables).number() as u32))
}

fn aya_prepared(hands: &[AyaHand]) -> u32 {
    hands.iter().fold(0, |sum, hand| sum.wrapping_add(u32::from(aya_poker::poker_rank(hand).0)))
}

fn aya_from_cards(hands: &[[Card; 7]]) -> u32 {
    hands.iter().fold(0, |sum, cards| sum.wrapping_add(u32::from(aya_poker::poker_rank(&aya_hand(cards)).0)))
}

/// Calls `visit` with every hand of `left` more cards of a deck, each made by one addition from the cards before.
fn all_hands(left: usize, deck: &[PreparedHand], hand: PreparedHand, visit: &mut impl FnMut(PreparedHand)) {
    if left == 1 {
        deck.iter().for_each(|&card| visit(hand + card));
        return;
    }
    for (place, &card) in deck.iter().enumerate() {
        all_hands(left - 1, &deck[place + 1..], hand + card, visit);
    }
}

/// The sum of the strengths of every hand of `left` more cards, and how many hands those are.
fn sum_of_all(left: usize, deck: &[PreparedHand], hand: PreparedHand, tables: &StrengthTables) -> (u64, u64) {
    if left == 1 {
        let sum: u32 = deck.iter().map(|&card| (hand + card).strength(tables).number() as u32).sum();
        return (u64::from(sum), deck.len() as u64);
    }
    deck.iter().enumerate().fold((0, 0), |(sum, count), (place, &card)| {
        let (more, hands) = sum_of_all(left - 1, &deck[place + 1..], hand + card, tables);
        (sum + more, count + hands)
    })
}

/// The 52 cards, each a prepared hand of its own.
fn prepared_deck() -> Vec<PreparedHand> {
    Card::all().map(|card| PreparedHand::EMPTY.with(card)).collect()
}

/// Both evaluators must put all five-card hands and the sampled seven-card hands into the same order.
fn assert_agreement(hands: &[[Card; 7]], tables: &StrengthTables) {
    let mut theirs_of = vec![None; HandStrength::COUNT];
    let mut compare = |hand: PreparedHand, cards: &[Card]| {
        let theirs = aya_poker::poker_rank(&aya_hand(cards));
        let known = theirs_of[hand.strength(tables).number()].get_or_insert(theirs);
        assert_eq!(*known, theirs, "{cards:?}");
    };
    let mut cards = Vec::new();
    all_hands(5, &prepared_deck(), PreparedHand::EMPTY, &mut |hand| {
        cards.clear();
        cards.extend(hand.cards().iter());
        compare(hand, &cards);
    });
    hands.iter().for_each(|cards| compare(PreparedHand::from(cards.as_slice()), cards));
    let ascending: Vec<_> = theirs_of.into_iter().flatten().collect();
    assert_eq!(ascending.len(), 7_462);
    assert!(ascending.is_sorted_by(|a, b| a < b));
    println!("answers agree with aya_poker: all five-card hands, {} seven-card hands", hands.len());
}

/// The fastest of many rounds of each routine, in millions of hands a second.
fn best_rates<const N: usize>(mut routines: [&mut dyn FnMut() -> u32; N]) -> [f64; N] {
    let mut best = [Duration::MAX; N];
    for _ in 0..ROUNDS {
        for (routine, best) in routines.iter_mut().zip(&mut best) {
            let start = Instant::now();
            black_box(routine());
            *best = start.elapsed().min(*best);
        }
    }
    best.map(|time| HANDS as f64 / time.as_secs_f64() / 1e6)
}

fn main() {
    let start = Instant::now();
    let tables = StrengthTables::get();
    println!("tables built in {:.1} ms", start.elapsed().as_secs_f64() * 1e3);

    let cards = random_hands();
    assert_agreement(&cards, tables);
    let hands: Vec<PreparedHand> = cards.iter().map(|cards| PreparedHand::from(cards.as_slice())).collect();
    let aya_hands: Vec<AyaHand> = cards.iter().map(|cards| aya_hand(cards)).collect();
    let mut strengths = vec![HandStrength::default(); HANDS];

    let mut criterion = Criterion::default()
        .sample_size(30)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1_500))
        .configure_from_args();
    let mut group = criterion.benchmark_group("hand_strength");
    group.throughput(Throughput::Elements(HANDS as u64));
    group.bench_function("prepared", |b| b.iter(|| prepared(black_box(&hands), tables)));
    group.bench_function("prepared_into_slice", |b| {
        b.iter(|| prepared_into_slice(black_box(&hands), tables, &mut strengths))
    });
    group.bench_function("from_cards", |b| b.iter(|| from_cards(black_box(&cards), tables)));
    group.bench_function("aya_poker/prepared", |b| b.iter(|| aya_prepared(black_box(&aya_hands))));
    group.bench_function("aya_poker/from_cards", |b| b.iter(|| aya_from_cards(black_box(&cards))));
    group.finish();
    criterion.final_summary();

    let [ours, sliced, ours_cards, theirs, theirs_cards] = best_rates([
        &mut || prepared(black_box(&hands), tables),
        &mut || prepared_into_slice(black_box(&hands), tables, &mut strengths),
        &mut || from_cards(black_box(&cards), tables),
        &mut || aya_prepared(black_box(&aya_hands)),
        &mut || aya_from_cards(black_box(&cards)),
    ]);
    println!("best of {ROUNDS} rounds, one thread, {HANDS} random seven-card hands (million hands a second):");
    println!("  prepared    {ours:6.0}   aya_poker {theirs:6.0}   ratio {:.2}", ours / theirs);
    println!("  from cards  {ours_cards:6.0}   aya_poker {theirs_cards:6.0}   ratio {:.2}", ours_cards / theirs_cards);
    println!("  prepared, strengths stored {sliced:6.0}");

    let deck = prepared_deck();
    let seconds = (0..3).fold(f64::MAX, |best, _| {
        let start = Instant::now();
        let (sum, count) = black_box(sum_of_all(7, &deck, PreparedHand::EMPTY, tables));
        assert_eq!(count, 133_784_560);
        assert!(sum > count);
        start.elapsed().as_secs_f64().min(best)
    });
    println!("  all 133,784,560 hands in {seconds:.3} s: {:.0}", 133.784_56 / seconds);
}
