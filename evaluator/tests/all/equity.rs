//! All-in before the flop: the table held to published equities, to a naive twin that plays every deal, and to a new
//! count of all boards.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::equity::{AllInTable, WinCounts, meetings};
use evaluator::hand_index::BoardFirst;
use evaluator::hand_strength::HandStrength;
use evaluator::holding::{Holding, STARTING_HANDS, StartingHand};
use evaluator::round::Round;
use proptest::prelude::*;
use std::path::Path;

fn hand(text: &str) -> StartingHand {
    text.parse().unwrap()
}

/// Adds up the wins on one board, every holding against every other one.
fn count_board(deck: Deck, board: CardSet, times: u32, wins: &mut [u32]) {
    let free = deck.all_holdings().filter(|holding| !holding.card_set().intersects(board));
    let strength = |it: Holding| HandStrength::of(it.card_set() | board);
    let held: Vec<(CardSet, usize, HandStrength)> =
        free.map(|it| (it.card_set(), it.starting_hand().number(), strength(it))).collect();
    for &(cards, class, strength) in &held {
        for &(other, beaten, weaker) in &held {
            if weaker < strength && !cards.intersects(other) {
                wins[STARTING_HANDS * class + beaten] += times;
            }
        }
    }
}

/// The whole table, the boards divided among the machine's cores.
fn count_all(deck: Deck) -> WinCounts {
    let boards = BoardFirst::of(deck, Round::River).boards();
    let parts = std::thread::available_parallelism().map_or(1, usize::from);
    let of_part = |part| WinCounts::of_boards(deck, boards * part / parts..boards * (part + 1) / parts);
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..parts).map(|part| scope.spawn(move || of_part(part))).collect();
        let mut counts = threads.into_iter().map(|thread| thread.join().unwrap());
        let first = counts.next().unwrap();
        counts.fold(first, |mut sum, more| {
            sum += &more;
            sum
        })
    })
}

#[test]
fn any_number_of_boards_is_counted_at_once_or_in_pieces() {
    // Of 32 cards there are more boards of one multiplicity than sixteen bits have room for.
    let deck = Deck::try_from(32).unwrap();
    let boards = BoardFirst::of(deck, Round::River).boards();
    let mut pieces = WinCounts::of_boards(deck, 0..0);
    for first in (0..boards).step_by(100) {
        pieces += &WinCounts::of_boards(deck, first..boards.min(first + 100));
    }
    assert!(WinCounts::of_boards(deck, 0..boards) == pieces);
}

fn bytes(counts: &WinCounts) -> Vec<u8> {
    counts.wins().iter().flat_map(|wins| wins.to_le_bytes()).collect()
}

const SHIPPED: &str = "shipped/all-in-wins.bin";

#[test]
#[ignore = "writes the shipped table anew: all boards, some seconds"]
fn make_the_shipped_table() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(SHIPPED);
    std::fs::write(file, bytes(&count_all(Deck::FULL))).unwrap();
}

#[test]
#[ignore = "exhaustive: all boards, some seconds"]
fn the_shipped_table_is_that_of_all_boards() {
    let counts = count_all(Deck::FULL);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(SHIPPED);
    assert!(std::fs::read(file).unwrap() == bytes(&counts));
    assert!(AllInTable::full_deck() == AllInTable::counted(&counts));
}

#[test]
fn equities_are_the_published_ones() {
    let table = AllInTable::full_deck();
    for (first, second, published) in
        [("AA", "KK", 0.81946), ("AKs", "QQ", 0.46049), ("AKo", "22", 0.47351), ("72o", "AA", 0.11800)]
    {
        let equity = table.outcomes(hand(first), hand(second)).equity();
        assert!((equity - published).abs() < 5.1e-6, "{first} against {second}: {equity}");
    }
}

#[test]
fn two_hands_share_the_pot() {
    let table = AllInTable::full_deck();
    for first in StartingHand::all() {
        for second in StartingHand::all() {
            let [found, other] = [table.outcomes(first, second), table.outcomes(second, first)];
            assert_eq!((found.wins, found.ties, found.losses), (other.losses, other.ties, other.wins));
            assert_eq!(found.deals(), meetings(first, second) * 1_712_304, "{first} against {second}");
            assert!((found.equity() + other.equity() - 1.0).abs() < 1e-15 && found.balance() == -other.balance());
        }
        assert_eq!(table.outcomes(first, first).equity(), 0.5);
    }
}

#[test]
fn strength_is_the_mean_equity_over_all_opponents() {
    // As counted by hand strength over all boards: see the self-test.
    let table = AllInTable::full_deck();
    for (held, expected) in [("AA", 0.852_037_133_021_010_4), ("72o", 0.345_836_473_153_441_57)] {
        let against = StartingHand::all().map(|other| table.outcomes(hand(held), other));
        let (halves, deals) = against.fold((0, 0), |(halves, deals), it| {
            (halves + 2 * u64::from(it.wins) + u64::from(it.ties), deals + u64::from(it.deals()))
        });
        assert!((halves as f64 / (2 * deals) as f64 - expected).abs() < 1e-12, "{held}");
    }
}

#[test]
fn meetings_are_pairs_of_holdings_without_a_common_card() {
    let mut counted = vec![0; STARTING_HANDS * STARTING_HANDS];
    for holding in Holding::all() {
        for other in Holding::all().filter(|other| !other.card_set().intersects(holding.card_set())) {
            counted[STARTING_HANDS * holding.starting_hand().number() + other.starting_hand().number()] += 1;
        }
    }
    for first in StartingHand::all() {
        for second in StartingHand::all() {
            assert_eq!(meetings(first, second), counted[STARTING_HANDS * first.number() + second.number()]);
        }
    }
    // C(52, 2) · C(50, 2) deals of two holdings.
    assert_eq!(counted.iter().sum::<u32>(), 1_326 * 1_225);
}

#[test]
fn a_starting_hand_has_the_holdings_that_name_it() {
    for class in StartingHand::all() {
        let mut found: Vec<Holding> = class.holdings().collect();
        found.sort();
        assert_eq!(found, Holding::all().filter(|it| it.starting_hand() == class).collect::<Vec<_>>(), "{class}");
        assert_eq!(found.len(), class.combos());
    }
}

#[test]
fn every_deal_of_the_smallest_deck_is_counted() {
    let deck = Deck::try_from(20).unwrap();
    let cards: Vec<Card> = deck.card_set().iter().collect();
    let mut wins = vec![0; STARTING_HANDS * STARTING_HANDS];
    for chosen in (0u32..1 << cards.len()).filter(|chosen| chosen.count_ones() == 5) {
        let board = (0..cards.len()).filter(|place| chosen >> place & 1 == 1).map(|place| cards[place]).collect();
        count_board(deck, board, 1, &mut wins);
    }
    let counts = count_all(deck);
    assert_eq!(counts.wins(), wins);
    let table = AllInTable::counted(&counts);
    // C(16, 5) boards for each pair of holdings.
    assert_eq!(table.outcomes(hand("AA"), hand("KK")).deals(), 36 * 4_368);
    let aces = table.outcomes(hand("AA"), hand("AA"));
    assert_eq!((aces.deals(), aces.equity()), (6 * 4_368, 0.5));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn wins_on_boards_are_those_of_comparing_every_two_holdings(first in 0usize..134_450, boards in 1usize..4) {
        let index = BoardFirst::of(Deck::FULL, Round::River);
        let mut wins = vec![0; STARTING_HANDS * STARTING_HANDS];
        for number in first..first + boards {
            count_board(Deck::FULL, index.board(number), index.board_multiplicity(number), &mut wins);
        }
        let counts = WinCounts::of_boards(Deck::FULL, first..first + boards);
        prop_assert_eq!(counts.wins(), wins);
    }
}
