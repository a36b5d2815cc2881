//! The showdown walk held to its O(n²) twin: every pair of contestants is compared, shared cards are looked for.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_strength::HandStrength;
use evaluator::holding::Holding;
use evaluator::lanes::{Lane, Lanes};
use evaluator::processor::{Kernel, Processor};
use evaluator::showdown::{Contestant, ShowdownOrder, ShowdownSums, Weights};
use evaluator::strength_tables::StrengthTables;
use proptest::prelude::*;
use proptest::sample::subsequence;
use std::collections::BTreeSet;

/// Different draws for each id and lane, the same for a seed.
fn mixed(seed: u64, id: u16, lane: usize) -> u64 {
    let mut bits = seed ^ (u64::from(id) << 8 | lane as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for _ in 0..2 {
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    }
    bits ^ bits >> 31
}

fn unit_interval(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1u64 << 53) as f64
}

/// The weights of all places of an order.
struct ByPlace<T, const N: usize>(Vec<Lanes<T, N>>);

impl<T: Lane, const N: usize> ByPlace<T, N> {
    /// The weight of a contestant depends on its id, not on where it stands.
    fn of(order: &ShowdownOrder, weight: impl Fn(u16, usize) -> T) -> Self {
        let lanes = |&id: &u16| Lanes(std::array::from_fn(|lane| weight(id, lane)));
        Self(order.ids().iter().map(lanes).collect())
    }
}

impl<T: Lane, const N: usize> Weights<T, N> for ByPlace<T, N> {
    #[inline(always)]
    fn at(&self, place: usize) -> Lanes<T, N> {
        self.0[place]
    }
}

/// Sweeps and asks for the balance and the opposition of every place.
struct Answers<'a, T, const N: usize> {
    order: &'a ShowdownOrder,
    weights: &'a ByPlace<T, N>,
    sums: &'a mut ShowdownSums<T, N>,
}

impl<T: Lane, const N: usize> Kernel for Answers<'_, T, N> {
    type Output = Vec<[Lanes<T, N>; 2]>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        self.order.sweep(self.sums, self.weights);
        let mut answers = Vec::new();
        for (place, &cards) in self.order.cards().iter().enumerate() {
            answers.push([self.sums.balance(place, cards), self.sums.opposition(cards, self.weights.0[place])]);
        }
        answers
    }
}

fn answers<T: Lane, const N: usize>(order: &ShowdownOrder, weights: &ByPlace<T, N>) -> Vec<[Lanes<T, N>; 2]> {
    Answers { order, weights, sums: &mut ShowdownSums::default() }.run()
}

/// Somebody at the naive showdown: the real cards held, and how good they are.
#[derive(Clone, Copy)]
struct Person {
    id: u16,
    cards: CardSet,
    strength: HandStrength,
}

fn holdings_of(deck: CardSet, board: CardSet) -> Vec<Person> {
    let person = |hole: Holding| Person {
        id: hole.number() as u16,
        cards: hole.card_set(),
        strength: HandStrength::of(hole.card_set() | board),
    };
    let free = deck - board;
    Holding::all().filter(|hole| (hole.card_set() - free).is_empty()).map(person).collect()
}

fn contestant(person: &Person) -> Contestant {
    let cards: Vec<u8> = person.cards.iter().map(|card| card.number() as u8).collect();
    match *cards.as_slice() {
        [low, high] => Contestant { id: person.id, cards: [low, high], strength: person.strength },
        _ => Contestant::one_card(Card::from_number(cards[0]).unwrap(), person.strength),
    }
}

/// Balance and opposition of everybody, pair by pair: `[person][lane]`, by the order's places.
fn naive<W: Copy + Default, const N: usize>(
    order: &ShowdownOrder,
    persons: &[Person],
    weight: impl Fn(u16, usize) -> W,
    plus: impl Fn(W, W) -> W,
    minus: impl Fn(W, W) -> W,
) -> Vec<[[W; N]; 2]> {
    let of_id = |id: u16| persons.iter().find(|person| person.id == id).expect("every place has a contestant");
    let row = |&id: &u16| {
        let me = of_id(id);
        let [mut balance, mut opposition] = [[W::default(); N]; 2];
        for other in persons.iter().filter(|other| !other.cards.intersects(me.cards)) {
            for lane in 0..N {
                let weight = weight(other.id, lane);
                opposition[lane] = plus(opposition[lane], weight);
                match me.strength.cmp(&other.strength) {
                    std::cmp::Ordering::Greater => balance[lane] = plus(balance[lane], weight),
                    std::cmp::Ordering::Less => balance[lane] = minus(balance[lane], weight),
                    std::cmp::Ordering::Equal => {}
                }
            }
        }
        [balance, opposition]
    };
    order.ids().iter().map(row).collect()
}

/// Weights over the whole range of the type: the sums of the walk overflow, the answers must be right modulo it.
fn assert_whole_like_twin<T: Lane + Into<i128> + std::fmt::Debug, const N: usize>(
    order: &ShowdownOrder,
    persons: &[Person],
    seed: u64,
    cast: fn(i128) -> T,
) {
    let weight = |id: u16, lane: usize| cast(i128::from(mixed(seed, id, lane)));
    let expected = naive::<i128, N>(order, persons, |id, lane| weight(id, lane).into(), |a, b| a + b, |a, b| a - b);
    let expected: Vec<_> = expected.into_iter().map(|both| both.map(|sums| Lanes(sums.map(cast)))).collect();
    assert_eq!(answers(order, &ByPlace::<T, N>::of(order, weight)), expected);
}

/// Holds sweep and gather to the twin in whole numbers of two widths and in double precision.
fn assert_like_twin(order: &ShowdownOrder, persons: &[Person], seed: u64) {
    assert_eq!(order.len(), persons.len());
    assert_eq!(order.is_empty(), persons.is_empty());

    assert_whole_like_twin::<u16, 3>(order, persons, seed, |bits| bits as u16);
    assert_whole_like_twin::<u32, 2>(order, persons, seed, |bits| bits as u32);

    let real = |id: u16, lane: usize| unit_interval(mixed(seed, id, lane));
    let expected = naive::<f64, 5>(order, persons, real, |a, b| a + b, |a, b| a - b);
    let weights = ByPlace::<f64, 5>::of(order, real);
    let mut gathered = ShowdownSums::<f64, 5>::default();
    order.gather(&mut gathered, &weights);
    for (place, found) in answers(order, &weights).into_iter().enumerate() {
        let gathered = gathered.opposition(order.cards()[place], weights.0[place]);
        for lane in 0..5 {
            let [balance, opposition] = expected[place].map(|lanes| lanes[lane]);
            // At most 1,081 weights below one: 2^-53 a step leaves far more room than this.
            assert!((found[0].0[lane] - balance).abs() < 1e-9, "balance {} for {balance}", found[0].0[lane]);
            assert!((found[1].0[lane] - opposition).abs() < 1e-9, "{} for {opposition}", found[1].0[lane]);
            assert!((gathered.0[lane] - opposition).abs() < 1e-9, "gathered {} for {opposition}", gathered.0[lane]);
        }
    }
}

fn ranked(board: CardSet) -> ShowdownOrder {
    let mut order = ShowdownOrder::new();
    order.rank_board(Deck::FULL, board, StrengthTables::get());
    order
}

fn ordered(persons: &[Person]) -> ShowdownOrder {
    let mut order = ShowdownOrder::new();
    order.rank(persons.iter().rev().map(contestant));
    order
}

fn board_of_numbers(numbers: impl IntoIterator<Item = u8>) -> CardSet {
    numbers.into_iter().map(|number| Card::from_number(number).unwrap()).collect()
}

fn board_of_five() -> impl Strategy<Value = CardSet> {
    subsequence(Card::all().collect::<Vec<Card>>(), 5).prop_map(|cards| CardSet::of(&cards))
}

/// Few ranks: full houses, flushes, boards that play, and large groups of equals.
fn board_with_many_ties() -> impl Strategy<Value = CardSet> {
    subsequence(Card::all().skip(36).collect::<Vec<Card>>(), 5).prop_map(|cards| CardSet::of(&cards))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn sweep_and_gather_agree_with_comparing_every_pair(
        board in prop_oneof![board_of_five(), board_with_many_ties()],
        seed in any::<u64>(),
    ) {
        assert_like_twin(&ranked(board), &holdings_of(CardSet::FULL_DECK, board), seed);
    }
}

proptest! {
    #[test]
    fn a_ranked_board_is_the_order_of_the_strengths_computed_one_by_one(
        board in prop_oneof![board_of_five(), board_with_many_ties()],
    ) {
        let persons = holdings_of(CardSet::FULL_DECK, board);
        let (fast, plain) = (ranked(board), ordered(&persons));
        prop_assert_eq!(fast.len(), 1_081);
        prop_assert_eq!(fast.group_ends(), plain.group_ends());
        let mut strengths: Vec<HandStrength> = persons.iter().map(|person| person.strength).collect();
        strengths.sort();
        let mut start = 0;
        for &end in fast.group_ends() {
            let group = start..usize::from(end);
            start = group.end;
            let ids: BTreeSet<u16> = fast.ids()[group.clone()].iter().copied().collect();
            let same: BTreeSet<u16> =
                persons.iter().filter(|it| it.strength == strengths[group.start]).map(|it| it.id).collect();
            prop_assert_eq!(&ids, &same, "the group holds everybody of its strength");
            prop_assert_eq!(ids, plain.ids()[group].iter().copied().collect());
        }
        prop_assert_eq!(start, 1_081);
        for ((hole, &id), &cards) in fast.holdings().zip(fast.ids()).zip(fast.cards()) {
            let (low, high) = hole.cards();
            prop_assert_eq!(hole.number(), usize::from(id));
            prop_assert_eq!(cards, [low.number() as u8, high.number() as u8]);
        }
    }

    #[test]
    fn reduced_decks_and_missing_holdings_agree_with_comparing_every_pair(
        deck in subsequence(Card::all().collect::<Vec<Card>>(), 7..=14),
        keep in any::<u64>(),
        seed in any::<u64>(),
    ) {
        let board = CardSet::of(&deck[..3]);
        let mut persons = holdings_of(CardSet::of(&deck), board);
        persons.retain(|person| mixed(keep, person.id, 0) & 3 > 0);
        assert_like_twin(&ordered(&persons), &persons, seed);
    }

    #[test]
    fn holdings_of_one_card_agree_with_comparing_every_pair(
        deck in subsequence(Card::all().collect::<Vec<Card>>(), 2..=52),
        board_cards in 0usize..=1,
        seed in any::<u64>(),
    ) {
        let board = CardSet::of(&deck[..board_cards]);
        let person = |&card: &Card| {
            let cards = CardSet::single(card);
            Person { id: card.number() as u16, cards, strength: HandStrength::of(cards | board) }
        };
        let persons: Vec<Person> = deck[board_cards..].iter().map(person).collect();
        assert_like_twin(&ordered(&persons), &persons, seed);
    }
}

#[test]
fn in_kuhn_everybody_meets_the_two_other_cards() {
    // Jack, queen and king with weights 1, 10 and 100.
    let cards = [9, 10, 11].map(|rank| Card::new(rank, 0));
    let mut order = ShowdownOrder::new();
    order.rank(cards.map(|card| Contestant::one_card(card, HandStrength::of(CardSet::single(card)))));
    assert_eq!(order.ids(), cards.map(|card| card.number() as u16));
    assert_eq!(order.group_ends(), [1, 2, 3]);
    let weights = ByPlace(vec![Lanes([1.0f64]), Lanes([10.0]), Lanes([100.0])]);
    let found: Vec<[f64; 2]> = answers(&order, &weights).into_iter().map(|both| both.map(|lanes| lanes.0[0])).collect();
    assert_eq!(found, [[-110.0, 110.0], [-99.0, 101.0], [11.0, 11.0]]);
}

#[test]
fn a_board_that_plays_is_one_group_without_winners() {
    let order = ranked(CardSet::of(&[8, 9, 10, 11, 12].map(|rank| Card::new(rank, 3))));
    assert_eq!(order.group_ends(), [1_081]);
    let ones = ByPlace::<u16, 1>::of(&order, |_, _| 1);
    assert!(answers(&order, &ones).iter().all(|both| *both == [Lanes([0]), Lanes([990])]));
}

#[test]
fn everybody_counting_the_same_needs_no_table_of_weights() {
    let order = ranked(board_of_numbers([0, 5, 22, 31, 50]));
    let one = Lanes::<u32, 2>::splat(7);
    let mut sums = ShowdownSums::default();
    order.sweep(&mut sums, &one);
    let expected = answers(&order, &ByPlace::<u32, 2>::of(&order, |_, _| 7));
    for (place, &cards) in order.cards().iter().enumerate() {
        assert_eq!([sums.balance(place, cards), sums.opposition(cards, one)], expected[place]);
        assert_eq!(sums.opposition(cards, one), Lanes::splat(7 * 990));
    }
}

#[test]
fn an_order_and_its_sums_can_be_used_again_for_fewer_and_for_nobody() {
    let boards = [[0, 1, 2, 3, 51], [10, 20, 30, 40, 50]].map(board_of_numbers);
    let (mut used, mut sums) = (ShowdownOrder::new(), ShowdownSums::<u32, 1>::default());
    for board in boards {
        used.rank_board(Deck::FULL, board, StrengthTables::get());
        let fresh = ranked(board);
        assert_eq!((used.ids(), used.group_ends()), (fresh.ids(), fresh.group_ends()));
        let weights = ByPlace::<u32, 1>::of(&used, |id, _| u32::from(id));
        let again = Answers { order: &used, weights: &weights, sums: &mut sums }.run();
        assert_eq!(again, answers(&fresh, &weights));
    }
    let few: Vec<Person> = holdings_of(CardSet::FULL_DECK, boards[0]).into_iter().step_by(100).collect();
    used.rank(few.iter().rev().map(contestant));
    let (fresh, weights) = (ordered(&few), ByPlace::<u32, 1>::of(&used, |id, _| u32::from(id)));
    assert_eq!(Answers { order: &used, weights: &weights, sums: &mut sums }.run(), answers(&fresh, &weights));
    used.rank([]);
    assert!(used.is_empty() && used.group_ends().is_empty());
    used.sweep(&mut sums, &Lanes::splat(1));
    assert_eq!(sums.opposition([0, 1], Lanes::splat(0)), Lanes::splat(0));
}

#[test]
fn every_processor_gives_the_same_bits() {
    assert_eq!(Processor::available().next(), Some(Processor::Portable));
    assert_eq!(Processor::available().last(), Some(Processor::detect()));
    for seed in 0..20u64 {
        let mut deck: Vec<Card> = Card::all().collect();
        deck.sort_by_key(|card| mixed(seed, card.number() as u16, 0));
        let order = ranked(CardSet::of(&deck[..5]));
        let single = ByPlace::<f32, 16>::of(&order, |id, lane| unit_interval(mixed(seed, id, lane)) as f32);
        let double = ByPlace::<f64, 3>::of(&order, |id, lane| unit_interval(mixed(seed, id, lane)));
        let whole = ByPlace::<u16, 32>::of(&order, |id, lane| mixed(seed, id, lane) as u16);
        let run = |processor: Processor| {
            let single = processor.run(Answers { order: &order, weights: &single, sums: &mut ShowdownSums::default() });
            let double = processor.run(Answers { order: &order, weights: &double, sums: &mut ShowdownSums::default() });
            let whole = processor.run(Answers { order: &order, weights: &whole, sums: &mut ShowdownSums::default() });
            let single: Vec<u32> = single.into_iter().flatten().flat_map(|lanes| lanes.0.map(f32::to_bits)).collect();
            let double: Vec<u64> = double.into_iter().flatten().flat_map(|lanes| lanes.0.map(f64::to_bits)).collect();
            (single, double, whole)
        };
        let portable = run(Processor::Portable);
        for processor in Processor::available() {
            assert_eq!(run(processor), portable, "{processor:?}");
        }
    }
}

#[test]
fn lanes_add_subtract_and_multiply_side_by_side() {
    let (a, b) = (Lanes([65_535u16, 2, 300]), Lanes([1u16, 5, 300]));
    assert_eq!(a + b, Lanes([0, 7, 600]));
    assert_eq!(a - b, Lanes([65_534, 65_533, 0]));
    assert_eq!(a * b, Lanes([65_535, 10, (90_000u32 - 65_536) as u16]));
    let (a, b) = (Lanes([0.5f64, -2.0]), Lanes([4.0f64, 0.25]));
    assert_eq!((a + b, a - b, a * b), (Lanes([4.5, -1.75]), Lanes([-3.5, -2.25]), Lanes([2.0, -0.5])));
    assert_eq!(Lanes::<u32, 4>::default(), Lanes::splat(0));
    assert_eq!(Lanes::from([1u32, 1]), Lanes::splat(1));
    assert_eq!(align_of::<Lanes<f32, 16>>(), 64);
}
