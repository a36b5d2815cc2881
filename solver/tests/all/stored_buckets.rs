//! Bucket files on boards and hands: buckets that depend on the flop, found on boards in the order of the deal and
//! refused to whoever knows hands alone; streets with more buckets than 16 bits tell apart.

use crate::support::{
    BUCKETS, BucketFiles, FIRST_BUCKETS, Run, bucket_of_class, class_of_hand, cluster_of_flop, scratch, settings,
};
use evaluator::card::{Card, parse_cards};
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::holding::Holding;
use evaluator::round::Round;
use evaluator::showdown::ShowdownOrder;
use evaluator::suit_permutation::SuitPermutation;
use solver::boards::card_rules::board_of;
use solver::boards::{Buckets, CardRules, FineBuckets, HandBuckets, StoredBuckets};
use solver::error::SolverError;
use solver::game::GameDefinition;
use solver::train::{Sampler, TrainingSettings, UpdateRule};
use std::collections::HashMap;
use tables::error::{Failure, TableError};
use tables::run::table_home::TableHome;

/// Every flop's cluster, found without the index of boards: all images of each canonical one.
fn clusters_of_flops() -> HashMap<u64, usize> {
    let flops = BoardFirst::of(Deck::FULL, Round::Flop);
    let images = |flop: usize| SuitPermutation::all().map(move |it| it.card_set(flops.board(flop)));
    (0..flops.boards()).flat_map(|flop| images(flop).map(move |image| (image.bits(), cluster_of_flop(flop)))).collect()
}

/// The bucket of every holding by its number; `None` for holdings that share a card with the board.
fn by_holding(rules: &CardRules, buckets: &dyn Buckets, round: usize, board: &[Card]) -> Vec<Option<u32>> {
    let (mut order, mut row) = (ShowdownOrder::default(), Vec::new());
    rules.rank(CardSet::of(board), &mut order);
    let cards = &board[..rules.board_cards(round)];
    buckets.row(round, cards, &order, &mut row);
    let mut by_holding = vec![None; 1_326];
    order.ids().iter().zip(&row).for_each(|(&id, &bucket)| by_holding[usize::from(id)] = Some(bucket));
    by_holding
}

#[test]
fn every_hand_is_in_a_bucket_of_its_flops_cluster_whatever_the_suits_are_called() {
    let rules = CardRules::new(&GameDefinition::holdem_limit());
    let files = BucketFiles::local();
    let stored = StoredBuckets::new(files.open()).unwrap();
    let fine = FineBuckets::new(Some(files.table(Round::Flop)), files.table(Round::Turn)).unwrap();
    let clusters = clusters_of_flops();
    assert_eq!(clusters.len(), 22_100);
    let mut order_matters = 0;
    for number in 0..40 {
        let board = board_of(&rules, 9, number);
        let cluster = clusters[&CardSet::of(&board[..3]).bits()];
        let permutation = SuitPermutation::all().nth(number as usize % 24).unwrap();
        let moved: Vec<Card> = board.iter().map(|&card| permutation.card(card)).collect();
        for round in 1..4 {
            let found = by_holding(&rules, &stored, round, &board);
            let index = BoardFirst::of(Deck::FULL, Round::ALL[round]);
            let on_board = CardSet::of(&board[..rules.board_cards(round)]);
            for (id, found) in found.iter().enumerate().filter_map(|(id, it)| Some((id, (*it)?))) {
                assert!(
                    (FIRST_BUCKETS[cluster]..FIRST_BUCKETS[cluster + 1]).contains(&found),
                    "{board:?} {round} {id}"
                );
                let hand = index.index(Holding::from_number(id).unwrap(), on_board);
                assert_eq!(found, bucket_of_class(cluster, class_of_hand(hand.0)), "{board:?} {round} {id}");
            }
            let there = by_holding(&rules, &stored, round, &moved);
            let permuted = permutation.holding_numbers();
            assert!((0..1_326).all(|id| found[id] == there[usize::from(permuted[id])]), "{board:?} {round}");
            if round < 3 {
                assert_eq!(by_holding(&rules, &fine, round, &board), found);
            }
            // The flop's own cards have no order, a later card does.
            let mut turned = board.clone();
            turned[..3].rotate_left(1);
            assert_eq!(by_holding(&rules, &stored, round, &turned), found);
        }
        let mut exchanged = board.clone();
        exchanged.swap(0, 4);
        let river = |board: &[Card]| by_holding(&rules, &stored, 3, board);
        order_matters += u32::from(river(&board) != river(&exchanged));
    }
    assert!(order_matters > 20, "{order_matters} of 40");
}

#[test]
fn boards_are_trained_on_and_single_deals_refused() {
    let (_folder, [checkpoint, deals, written]) = scratch(["checkpoint", "deals", "local.strategy"]);
    let (local, ordinary) = (BucketFiles::local(), BucketFiles::shared());
    let settings = settings(UpdateRule::DCFR);
    let trainer = Run { files: local, settings: settings.clone(), checkpoint }.train(5);
    assert!(trainer.state().iterations >= 5);
    trainer.export(&written).unwrap();
    assert!(written.exists());
    for sampler in [Sampler::Chance, Sampler::External] {
        let open = |files| {
            let settings = TrainingSettings { sampler, ..settings.clone() };
            Run { files, settings, checkpoint: deals.clone() }.open_in(TableHome::Memory)
        };
        let error = open(local).err().unwrap();
        let is_refused = matches!(error, SolverError::Table(TableError::FlopNeeded { .. }));
        assert!(is_refused && error.is_input_error(), "{error}");
        assert!(open(ordinary).is_ok());
    }
    let stored = StoredBuckets::new(local.open()).unwrap();
    assert!(matches!(stored.refuse_flop_dependent("nobody"), Err(TableError::FlopNeeded { who: "nobody", .. })));
    // Mixed with ordinary files, too.
    let mixed = ordinary.with(Round::River, local.paths[2].clone()).open();
    assert!(mixed.refuse_flop_dependent("nobody").is_err());
    assert_eq!(mixed.counts(), [169, BUCKETS, BUCKETS, 40]);
    let board = parse_cards("Qs7h2cAdTd").unwrap();
    let rules = CardRules::new(&GameDefinition::holdem_limit());
    let mixed = StoredBuckets::new(mixed).unwrap();
    assert_eq!(by_holding(&rules, &mixed, 3, &board), by_holding(&rules, &stored, 3, &board));
}

#[test]
fn more_buckets_than_16_bits_tell_apart_are_looked_up_like_others() {
    // The wide file's buckets are those of the narrow one, far apart.
    const APART: u32 = 9_999;
    let (_folder, [path]) = scratch(["wide.buckets"]);
    let narrow = BucketFiles::shared();
    let count = BUCKETS * APART as usize;
    let numbers: Vec<u32> = narrow.table(Round::Flop).buckets().iter().map(|bucket| APART * bucket).collect();
    BucketFiles::write(&path, Round::Flop, 2, count, &numbers, None);
    let files = narrow.with(Round::Flop, path);

    let wide = StoredBuckets::new(files.open()).unwrap();
    let fine = FineBuckets::new(Some(files.table(Round::Flop)), files.table(Round::Turn)).unwrap();
    let narrow = StoredBuckets::new(narrow.open()).unwrap();
    assert_eq!([&wide as &dyn Buckets, &fine].map(|buckets| buckets.count(1)), [count; 2]);
    let rules = CardRules::new(&GameDefinition::holdem_limit());
    for number in 0..20 {
        let board = board_of(&rules, 3, number);
        let narrow = by_holding(&rules, &narrow, 1, &board).into_iter();
        let expected: Vec<Option<u32>> = narrow.map(|bucket| Some(APART * bucket?)).collect();
        assert_eq!(expected.iter().flatten().count(), 1_081);
        assert!(
            [&wide as &dyn Buckets, &fine].iter().all(|it| by_holding(&rules, *it, 1, &board) == expected),
            "{board:?}"
        );
    }
    let hands: Vec<HandIndex> = (0..3_000).map(|number| HandIndex(421 * number)).collect();
    let mut found = [Vec::new(), Vec::new()];
    wide.look_up(Round::Flop, &hands, &mut found[0]);
    narrow.look_up(Round::Flop, &hands, &mut found[1]);
    assert!(found[1].contains(&7));
    assert!(found[0].iter().copied().eq(found[1].iter().map(|bucket| APART * bucket)));
    assert!(hands.iter().zip(&found[0]).all(|(&hand, &bucket)| wide.bucket_at(Round::Flop, hand) == bucket));
}
