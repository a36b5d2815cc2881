//! Hold'em on the deck of 20 cards: its boards, responses held to the walk over all boards, trainings on its buckets.

use crate::naive::Pairs;
use crate::support::{
    BucketFiles, BuiltIn, Made, Outcome, Run, assert_close, limit_game, on_threads, scratch, settings,
};
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, public_boards};
use evaluator::hand_strength::HandStrength;
use evaluator::holding::Holding;
use evaluator::round::Round;
use evaluator::showdown::ShowdownOrder;
use solver::boards::card_rules::board_of;
use solver::boards::{BoardOrbit, Buckets, CardRules, FineBuckets, HandBuckets, StoredBuckets};
use solver::error::SolverError;
use solver::game::GameDefinition;
use solver::measure::exploitability::small_game::best_response_value;
use solver::measure::exploitability::{Flops, Measurement, RealGame};
use solver::measure::value::boards::{exact_value, games, seated_values};
use solver::policy::{FixedPolicy, StoredPolicy};
use solver::run::{Trainer, TrainingBuckets};
use solver::train::{Budget, Opponent, Sampler, TrainingSettings, UpdateRule};
use solver::units::mbb_per_game;
use solver::walk::{Player, PreparedGame};
use std::path::Path;
use tables::error::{Failure, TableError};
use tables::run::table_home::TableHome;
use tables::together::progress::Silent;

fn smallest() -> Deck {
    Deck::try_from(20).unwrap()
}

/// Exploitability over all flops, in chips a game.
const EXACTLY: Measurement = Measurement { flops: Flops::All, seed: 1, losses: false };

#[test]
fn a_game_of_a_deck_is_that_of_fewer_ranks_and_named_by_its_cards() {
    for deck in Deck::all() {
        let game = GameDefinition::holdem_limit_on(deck);
        assert_eq!(CardRules::new(&game).deck(), deck.card_set(), "{deck}");
        assert_eq!(GameDefinition::named(&game.name()).unwrap(), game);
        assert_eq!(GameDefinition::parse(&game.to_acpc_text()).unwrap(), game);
        assert_eq!(game == GameDefinition::holdem_limit(), deck.is_full(), "{deck}");
    }
    assert_eq!(GameDefinition::holdem_limit_on(smallest()).name(), "holdem-20");
    for name in ["holdem-", "holdem-21", "holdem-16", "holdem-56", "holdem-20 ", "kuhn-20"] {
        assert!(GameDefinition::named(name).is_err(), "{name}");
    }
}

#[test]
fn canonical_boards_are_those_of_the_index_and_stand_for_all_deals() {
    let rules = CardRules::new(&GameDefinition::holdem_limit_on(smallest()));
    let (mut turns, mut rivers, mut deals) = (0, 0, 0);
    let flops = BoardOrbit::flops(&rules);
    for flop in &flops {
        for turn in flop.followers(&rules, 1) {
            turns += 1;
            for river in turn.followers(&rules, 1) {
                rivers += 1;
                deals += u64::from(flop.size) * u64::from(turn.size) * u64::from(river.size);
                assert!(river.board.iter().all(|&card| smallest().contains(card)));
            }
        }
    }
    assert_eq!(flops.len(), 95);
    assert_eq!(flops.iter().map(|flop| flop.size).sum::<u32>(), 1_140);
    let counts = [Round::Flop, Round::Turn, Round::River].map(|round| public_boards(smallest(), round));
    assert_eq!([flops.len() as u64, turns, rivers], counts);
    assert_eq!(deals, 1_140 * 17 * 16);
    // C(15, 2) holdings, C(13, 2) opponents, both seatings.
    assert_eq!(rules.meetings(), 105.0 * 78.0);
    assert_eq!(games(&rules), 2 * deals * 105 * 78);
}

#[test]
fn a_board_of_a_small_deck_is_ranked_hand_by_hand() {
    let rules = CardRules::new(&GameDefinition::holdem_limit_on(smallest()));
    let mut order = ShowdownOrder::default();
    for number in 0..30 {
        let board = CardSet::of(&board_of(&rules, 4, number));
        assert_eq!(board.len(), 5);
        rules.rank(board, &mut order);
        let strengths: Vec<HandStrength> =
            order.holdings().map(|hole| HandStrength::of(board | hole.card_set())).collect();
        assert!(strengths.len() == 105 && strengths.is_sorted(), "{board}");
        let ends = (1..105).filter(|&place| strengths[place - 1] != strengths[place]).chain([105]);
        assert!(order.group_ends().iter().map(|&end| usize::from(end)).eq(ends), "{board}");
    }
}

/// Two rounds with a flop, or with a whole board at once.
fn reduced() -> [GameDefinition; 2] {
    [limit_game(4, 5, 2, "2 2", "0 3"), limit_game(4, 5, 2, "1 1", "0 5")]
}

#[test]
fn responses_on_twenty_cards_match_the_walk_over_all_boards() {
    for (definition, seed) in reduced().iter().zip(0..) {
        let made = Made::symmetric(definition, &[5], seed);
        let calls = BuiltIn::new(definition, FixedPolicy::CallRaise);
        let (twin, game) = (PreparedGame::<f64>::new(definition), RealGame::new(definition).unwrap());
        assert_eq!(game.flops().len(), if seed == 0 { 95 } else { BoardFirst::of(smallest(), Round::River).boards() });
        for (name, player) in [("made", made.player()), ("call-raise", calls.player())] {
            let found = EXACTLY.of::<f64>(&game, player, None, &Silent).unwrap().responses;
            for position in 0..2 {
                let expected = best_response_value(&twin, position, player);
                assert_close(found.by_seat[position], expected, 1e-9, &format!("{name} {seed} {position}"));
            }
        }
    }
}

#[test]
fn values_on_twenty_cards_are_those_of_all_deals() {
    let definition = &limit_game(4, 5, 2, "2 2", "0 3");
    let made = [Made::symmetric(definition, &[5], 1), Made::symmetric(definition, &[3], 2)];
    let game = RealGame::<f64>::new(definition).unwrap();
    let found = seated_values(&game, made.each_ref().map(Made::player), None, &Silent).unwrap();
    let boards = solver::boards::card_rules::all_boards(&CardRules::new(definition));
    assert_eq!(boards.len(), 1_140);
    for (seating, seats) in [[0, 1], [1, 0]].into_iter().enumerate() {
        let expected = Pairs::new(definition, seats.map(|player| &made[player])).mean(&boards);
        assert!(expected.abs() > 0.01, "nothing to tell apart: {expected}");
        assert_close(found[seating], expected, 1e-9, &format!("seating {seating}"));
    }
}

#[test]
fn known_values_of_holdem_hold_on_twenty_cards() {
    let definition = GameDefinition::holdem_limit_on(smallest());
    let game = RealGame::<f32>::new(&definition).unwrap();
    let [folds, raises] = [FixedPolicy::AlwaysFold, FixedPolicy::AlwaysRaise].map(|it| BuiltIn::new(&definition, it));
    let value = exact_value(&game, [folds.player(), raises.player()], None, &Silent).unwrap();
    assert_eq!(mbb_per_game(value, definition.big_blind()), -750.0);
    let found = EXACTLY.of(&game, folds.player(), None, &Silent).unwrap();
    assert_eq!((found.flops, found.distinct_flops), (95, 95));
    // In the big blind the 5 chips of the small one, who folds at once, and 10 of the big blind, who folds to a raise.
    assert_eq!(found.responses.by_seat, [5.0, 10.0]);
}

#[test]
fn stored_buckets_of_a_small_deck_are_looked_up_by_its_index() {
    let files = BucketFiles::small();
    let stored = StoredBuckets::new(files.open()).unwrap();
    let fine = FineBuckets::new(Some(files.table(Round::Flop)), files.table(Round::Turn)).unwrap();
    let each_flop = FineBuckets::new(None, files.table(Round::Turn)).unwrap();
    assert_eq!((HandBuckets::deck(&stored), [0, 1, 2, 3].map(|it| stored.count(it))), (smallest(), [25, 8, 8, 8]));
    assert_eq!(each_flop.count(1) as u64, BoardFirst::of(smallest(), Round::Flop).hands());
    let rules = CardRules::new(&GameDefinition::holdem_limit_on(smallest()));
    let (mut order, mut row) = (ShowdownOrder::default(), Vec::new());
    for number in 0..30 {
        let board = board_of(&rules, 9, number);
        rules.rank(CardSet::of(&board), &mut order);
        for round in 0..4 {
            let cards = &board[..rules.board_cards(round)];
            let index = BoardFirst::of(smallest(), Round::ALL[round]);
            let hand = |hole: Holding| index.index(hole, CardSet::of(cards));
            stored.row(round, cards, &order, &mut row);
            for (hole, &bucket) in order.holdings().zip(&row) {
                let expected = match round {
                    0 => hand(hole).0 as u32,
                    _ => files.table(Round::ALL[round]).bucket(hand(hole).0).unwrap().0,
                };
                assert_eq!(bucket, expected, "{hole} on {board:?}");
                assert_eq!(HandBuckets::bucket(&stored, round, hole.card_set(), CardSet::of(cards)), expected);
                assert_eq!(stored.bucket_at(Round::ALL[round], hand(hole)), expected);
            }
            if round < 3 {
                let mut of_opponent = Vec::new();
                fine.row(round, cards, &order, &mut of_opponent);
                assert_eq!(of_opponent, row);
                each_flop.row(round, cards, &order, &mut of_opponent);
                let alone = order.holdings().map(|hole| hand(hole).0 as u32);
                assert!(if round == 1 { alone.eq(of_opponent) } else { of_opponent == row });
            }
        }
    }
}

/// Trains on the small files and gives what came of it.
fn trained(settings: &TrainingSettings, checkpoint: &Path, iterations: u64) -> Outcome {
    let run = Run { files: BucketFiles::small(), settings: settings.clone(), checkpoint: checkpoint.to_owned() };
    run.outcome(&run.train(iterations))
}

#[test]
fn a_training_on_a_small_deck_gives_the_same_bytes_on_any_number_of_threads() {
    let exact = settings(UpdateRule::DCFR).against(Opponent::Exact);
    let deals = TrainingSettings::for_budget(Sampler::External, UpdateRule::Linear, 5, Budget::Iterations(6_000));
    for (settings, iterations) in [(settings(UpdateRule::CfrPlus), 33), (exact, 33), (deals, 6_000)] {
        let (_folder, [one, four]) = scratch(["one", "four"]);
        let alone = on_threads(1, || trained(&settings, &one, iterations));
        assert!(on_threads(4, || trained(&settings, &four, iterations)) == alone, "{settings:?}");
    }
}

#[test]
fn a_training_on_a_small_deck_becomes_less_exploitable() {
    let settings = TrainingSettings::for_budget(Sampler::Public, UpdateRule::Linear, 5, Budget::Iterations(400));
    let definition = GameDefinition::holdem_limit_on(smallest());
    let game = RealGame::<f32>::new(&definition).unwrap();
    let buckets = StoredBuckets::new(BucketFiles::small().open()).unwrap();
    let exploitability = |iterations: u64| {
        let (_folder, [checkpoint]) = scratch(["checkpoint"]);
        trained(&settings, &checkpoint, iterations);
        let policy = StoredPolicy::read(&definition, &checkpoint.with_extension("strategy")).unwrap();
        let player = Player { buckets: &buckets, strategies: &policy };
        // All flops would take a quarter of a minute: the same eight for both.
        let won = Measurement::drawn(8, 1).of(&game, player, None, &Silent).unwrap().responses.by_seat;
        mbb_per_game((won[0] + won[1]) / 2.0, definition.big_blind())
    };
    let (early, late) = (exploitability(4), exploitability(400));
    assert!(late > 0.0 && late < 0.7 * early, "{early} mbb/g, then {late}");
}

#[test]
fn buckets_of_another_deck_than_the_games_are_refused_by_name() {
    let (_folder, [checkpoint]) = scratch(["checkpoint"]);
    let settings = settings(UpdateRule::DCFR);
    let open = |definition: GameDefinition, buckets: TrainingBuckets| {
        Trainer::open(definition, buckets, settings.clone(), &checkpoint, TableHome::Memory)
    };
    let small = || BucketFiles::small().against(Opponent::Itself);
    for (definition, expected) in
        [(GameDefinition::holdem_limit(), 52), (GameDefinition::named("holdem-24").unwrap(), 24)]
    {
        let error = open(definition, small()).err().unwrap();
        let is_named = matches!(&error, SolverError::Table(TableError::OtherDeck { .. }));
        assert!(is_named && error.is_input_error() && error.to_string().contains(".buckets"), "{error}");
        assert!(error.to_string().contains(&format!("of {expected}")), "{error}");
    }
    // Suits are missing: no deck of hold'em.
    let error = open(limit_game(3, 5, 2, "1 1 1 1", "0 3 1 1"), small()).err().unwrap();
    assert!(error.is_input_error(), "{error}");
    let full = BucketFiles::shared();
    let error = FineBuckets::new(Some(full.table(Round::Flop)), BucketFiles::small().table(Round::Turn)).err().unwrap();
    assert!(error.is_input_error() && error.to_string().contains("52"), "{error}");
    assert!(!checkpoint.exists());
}
