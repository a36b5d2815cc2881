//! Hand index: random river hands a second to a number and back, both ways of indexing, and all holdings of a board.
#![allow(clippy::print_stdout, missing_docs)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, HandIndex, RoundsApart};
use evaluator::holding::{HOLDINGS, Holding};
use evaluator::round::Round;
use std::hint::black_box;
use std::time::{Duration, Instant};

const HANDS: usize = 1 << 16;

/// SplitMix64: the same hands on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(bits ^ bits >> 31) * u128::from(bound)) >> 64) as u64
    }

    fn river_hand(&mut self) -> (Holding, [Card; 5]) {
        let mut deck: Vec<Card> = Card::all().collect();
        for position in 0..7 {
            let other = position + self.below((52 - position) as u64) as usize;
            deck.swap(position, other);
        }
        (Holding::new(deck[0], deck[1]).expect("different cards"), [deck[2], deck[3], deck[4], deck[5], deck[6]])
    }
}

fn river_hands(criterion: &mut Criterion) {
    let start = Instant::now();
    for round in Round::ALL {
        black_box((BoardFirst::of(Deck::FULL, round), RoundsApart::of(Deck::FULL, round)));
    }
    RoundsApart::of(Deck::FULL, Round::River)
        .index(Holding::all().last().expect("1,326"), &[0, 4, 8, 12, 16].map(card));
    println!("tables of all rounds built in {:.2} ms", start.elapsed().as_secs_f64() * 1e3);

    let mut random = Random(2013);
    let hands: Vec<(Holding, [Card; 5])> = (0..HANDS).map(|_| random.river_hand()).collect();
    let (board_first, rounds_apart) =
        (BoardFirst::of(Deck::FULL, Round::River), RoundsApart::of(Deck::FULL, Round::River));
    let sets: Vec<(Holding, CardSet)> = hands.iter().map(|(hole, board)| (*hole, CardSet::of(board))).collect();
    let numbers = |hands: u64, random: &mut Random| -> Vec<HandIndex> {
        (0..HANDS).map(|_| HandIndex(random.below(hands))).collect()
    };
    let board_first_numbers = numbers(board_first.hands(), &mut random);
    let rounds_apart_numbers = numbers(rounds_apart.hands(), &mut random);
    for &number in &board_first_numbers {
        let (hole, board) = board_first.unindex(number).expect("below the count");
        assert_eq!(board_first.index(hole, board), number);
    }
    for &number in &rounds_apart_numbers {
        let (hole, board) = rounds_apart.unindex(number).expect("below the count");
        assert_eq!(rounds_apart.index(hole, &board), number);
    }

    let mut group = criterion.benchmark_group("hand_index/river");
    group.warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    group.throughput(Throughput::Elements(HANDS as u64));
    group.bench_function("rounds_apart_index", |bencher| {
        bencher
            .iter(|| black_box(&hands).iter().fold(0, |sum, (hole, board)| sum ^ rounds_apart.index(*hole, board).0));
    });
    group.bench_function("board_first_index_of_set", |bencher| {
        bencher.iter(|| black_box(&sets).iter().fold(0, |sum, (hole, board)| sum ^ board_first.index(*hole, *board).0));
    });
    group.bench_function("board_first_index_of_cards", |bencher| {
        let index = |hole: Holding, board: &[Card; 5]| board_first.index(hole, CardSet::of(board)).0;
        bencher.iter(|| black_box(&hands).iter().fold(0, |sum, (hole, board)| sum ^ index(*hole, board)));
    });
    group.bench_function("rounds_apart_unindex", |bencher| {
        bencher.iter(|| {
            black_box(&rounds_apart_numbers).iter().for_each(|&number| {
                black_box(rounds_apart.unindex(number));
            });
        });
    });
    group.bench_function("board_first_unindex", |bencher| {
        bencher.iter(|| {
            black_box(&board_first_numbers).iter().for_each(|&number| {
                black_box(board_first.unindex(number));
            });
        });
    });
    let boards = 1024;
    group.throughput(Throughput::Elements(boards as u64));
    let mut local = [0; HOLDINGS];
    group.bench_function("local_hands_boards", |bencher| {
        bencher.iter(|| {
            sets[..boards]
                .iter()
                .fold(0, |sum, &(_, board)| sum + board_first.local_hands(board, black_box(&mut local)))
        });
    });
    let mut holdings = Vec::new();
    group.bench_function("canonical_holdings_boards", |bencher| {
        let mut number = 0;
        bencher.iter(|| {
            for _ in 0..boards {
                number = (number + 7_919) % board_first.boards();
                board_first.canonical_holdings(number, &mut holdings);
                black_box(&holdings);
            }
        });
    });
    group.finish();
}

fn card(number: u8) -> Card {
    Card::from_number(number).expect("below 52")
}

criterion_group!(benches, river_hands);
criterion_main!(benches);
