//! Small games with boards in the lanes: held to textbook CFR and to the walk over all boards, cell by cell.

use crate::naive::{NaiveCfr, Signatures};
use crate::support::{StopAfter, compare_cells, information_sets, limit_game};
use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::processor::Processor;
use evaluator::showdown::ShowdownOrder;
use solver::boards::{Buckets, CardRules, LosslessBuckets};
use solver::error::SolverError;
use solver::game::GameDefinition;
use solver::run::solve::{Solving, SolvingRule, solve};
use solver::train::columns::full_pass::FullPass;
use solver::train::columns::layout::Columns;
use solver::train::full_boards::FullBoards;
use solver::train::tables::Cells;
use solver::train::{TableLayout, UpdateRule};
use solver::walk::{ChunkId, PreparedGame};
use std::cell::RefCell;
use std::collections::HashMap;
use tables::error::Failure;
use tables::together::progress::Silent;

const RULES: [SolvingRule; 7] = [
    SolvingRule::Update(UpdateRule::Cfr),
    SolvingRule::Update(UpdateRule::CfrPlus),
    SolvingRule::Update(UpdateRule::Linear),
    SolvingRule::Update(UpdateRule::DCFR),
    SolvingRule::Update(UpdateRule::ScheduledDiscounted),
    SolvingRule::PREDICTIVE,
    SolvingRule::Predictive { alpha: 1.0, gamma: 2.0, prediction: 1.0 },
];

/// The buckets of all rounds by hole cards.
type BucketsOfHoles = HashMap<CardSet, Vec<u32>>;

/// A game with all that solving it needs.
struct Lossless {
    definition: GameDefinition,
    buckets: LosslessBuckets,
    game: PreparedGame<f64>,
    layout: TableLayout,
    rules: CardRules,
    /// Rows by board, so that naive play looks each up once.
    rows: RefCell<HashMap<Vec<Card>, BucketsOfHoles>>,
}

impl Lossless {
    fn new(definition: GameDefinition) -> Self {
        let buckets = LosslessBuckets::new(&definition).unwrap();
        let game = PreparedGame::new(&definition);
        let layout = TableLayout::new(&game.lanes, &buckets);
        let rules = CardRules::new(&definition);
        Self { definition, buckets, game, layout, rules, rows: RefCell::default() }
    }

    /// Regrets and strategy sums after `iterations` iterations in columns.
    fn in_columns(&self, rule: SolvingRule, iterations: u64, processor: Processor) -> [Vec<Cells<f64>>; 2] {
        let columns = Columns::new(&self.game, &self.buckets, 0).unwrap().expect("a game that is small enough");
        let mut pass = FullPass::new(&columns);
        // In two pieces, as a curve takes them.
        processor.run(pass.iterations(rule, 1..=iterations / 2, iterations));
        processor.run(pass.iterations(rule, iterations / 2 + 1..=iterations, iterations));
        pass.tables(&self.game.lanes, &self.layout)
    }

    /// The same by the walk, board after board.
    fn on_boards(&self, rule: UpdateRule, iterations: u64) -> [Vec<Cells<f64>>; 2] {
        let mut training = FullBoards::new(&self.game, &self.buckets, &self.layout, rule, iterations);
        training.run(1..=iterations);
        [training.regrets, training.strategy_sums]
    }
}

impl Signatures for Lossless {
    fn signature(&self, hole: CardSet, board: &[Card]) -> Vec<u32> {
        let mut rows = self.rows.borrow_mut();
        let by_hole = rows.entry(board.to_vec()).or_insert_with(|| {
            let mut order = ShowdownOrder::new();
            self.rules.rank(CardSet::of(board), &mut order);
            let mut found = BucketsOfHoles::new();
            for round in 0..self.rules.rounds() {
                let mut row = Vec::new();
                self.buckets.row(round, &board[..self.rules.board_cards(round)], &order, &mut row);
                for (&id, bucket) in order.ids().iter().zip(row) {
                    found.entry(self.rules.hole(id)).or_default().push(bucket);
                }
            }
            found
        });
        by_hole[&hole].clone()
    }
}

/// In games without ties: where two actions are worth the same, rounding alone decides which of them is played next.
#[test]
fn columns_match_textbook_cfr_cell_by_cell() {
    for (definition, iterations) in
        [(GameDefinition::kuhn(), 20), (GameDefinition::leduc(), 12), (limit_game(3, 4, 1, "2 2", "0 1"), 8)]
    {
        let it = Lossless::new(definition);
        let sets = information_sets(&it.definition, &it.game.lanes, &it.layout);
        let cells: usize = sets.values().map(|place| place.actions).sum();
        for rule in RULES {
            let tables = it.in_columns(rule, iterations, Processor::detect());
            let mut naive = NaiveCfr::new(&it.definition, &it);
            for iteration in 1..=iterations {
                // The gains seen ahead do not shrink with the sums before the next iteration.
                naive.prediction = rule.prediction() / rule.step(iteration + 1, iterations).keep_positive;
                naive.iterate(&rule.step(iteration, iterations));
            }
            for (table, twin) in tables.iter().zip([&naive.regrets, &naive.strategy_sums]) {
                assert_eq!(compare_cells(&sets, table, twin, &rule.to_string()), cells);
            }
        }
    }
}

/// What is kept divides the gains that are seen ahead: a nothing would turn all strategies uniform.
#[test]
fn rules_keep_something_of_the_past_however_fast_they_forget() {
    for text in ["dcfr:-100,-100,100", "dcfr:-100,0,2", "dcfr:100,100,0", "hs-dcfr", "pdcfr+:0,100,1"] {
        let rule: SolvingRule = text.parse().unwrap();
        for iteration in [1, 2, 5_000, 1_000_000_000] {
            let kept = rule.step(iteration, 10_000).keep_positive;
            assert!(kept > 0.0 && kept <= 1.0 && (rule.prediction() / kept).is_finite(), "{text} {iteration}: {kept}");
        }
    }
}

/// Games of more rounds, chunks and cards, all of them with ties.
fn games_with_ties() -> [GameDefinition; 5] {
    [
        limit_game(3, 3, 2, "2 2", "0 1"),
        limit_game(2, 4, 2, "2 1", "0 2"),
        limit_game(3, 3, 1, "4 2", "0 2"),
        limit_game(2, 3, 1, "2 2 1 1", "0 1 1 1"),
        limit_game(4, 3, 1, "2 1 1", "0 1 1"),
    ]
}

#[test]
fn the_first_player_learns_from_columns_what_the_walk_over_all_boards_teaches() {
    for definition in games_with_ties() {
        let it = Lossless::new(definition);
        let found = it.in_columns(UpdateRule::Cfr.into(), 1, Processor::detect());
        let expected = it.on_boards(UpdateRule::Cfr, 1);
        // Against uniform play no tie matters; the other player then meets what rounding made of them.
        let mut learnt = 0;
        for (round, lanes) in it.game.lanes.rounds.iter().enumerate() {
            let slots = lanes.shape(0).nodes.iter().filter(|node| node.player == 0);
            let slots: Vec<usize> =
                slots.flat_map(|node| node.first_slot..node.first_slot + node.children.len()).collect();
            for chunk in 0..lanes.entries.len() {
                for bucket in 0..it.buckets.count(round) {
                    let first = it.layout.bucket(ChunkId { round, chunk }, bucket).start;
                    for (found, expected) in found.iter().zip(&expected) {
                        for &slot in &slots {
                            for (found, expected) in found[first + slot].iter().zip(&expected[first + slot]) {
                                let scale = expected.abs().max(1.0);
                                assert!((found - expected).abs() < 1e-9 * scale, "{found} {expected}");
                                learnt += u32::from(expected.abs() > 1e-6);
                            }
                        }
                    }
                }
            }
        }
        assert!(learnt > 500, "{learnt} cells");
    }
}

#[test]
fn games_of_more_rounds_and_cards_come_near_equilibrium() {
    for definition in games_with_ties() {
        let uniform = solve(&definition, SolvingRule::PREDICTIVE, 0, &Silent).unwrap();
        let solved = solve(&definition, SolvingRule::PREDICTIVE, 1_000, &Silent).unwrap();
        // The best response walks the boards one by one and knows nothing of columns.
        assert!(solved.exploitability < 1e-3 * uniform.exploitability, "{uniform:?} {solved:?}");
    }
}

#[test]
fn every_instruction_set_gives_the_same_bits_in_columns() {
    let it = Lossless::new(GameDefinition::leduc());
    let tables: Vec<_> =
        Processor::available().map(|it_is| it.in_columns(SolvingRule::PREDICTIVE, 30, it_is)).collect();
    let bits = |tables: &[Vec<Cells<f64>>; 2]| -> Vec<u64> {
        tables.iter().flatten().flatten().map(|cell| cell.to_bits()).collect()
    };
    assert!(tables.iter().all(|it| bits(it) == bits(&tables[0])));
}

#[test]
fn leduc_comes_within_a_millionth_of_a_chip_in_thousands_of_iterations_and_kuhn_in_dozens() {
    for (game, first_player, iterations, value) in
        [(GameDefinition::leduc(), 0, 9_000, -0.085_606_424_18), (GameDefinition::kuhn(), 0, 60, -1.0 / 18.0)]
    {
        let solving = Solving { until: Some(1e-6), ..Solving::new(SolvingRule::PREDICTIVE, iterations) };
        let solution = solving.solve(&game, &Silent).unwrap();
        assert!(solution.result.exploitability <= 1e-6, "{:?}", solution.result);
        assert_eq!(game.first_player(0), first_player);
        // Each player's best response is worth at most 2e-6 more than the value.
        assert!((solution.result.value - value).abs() < 2e-6 + 1e-10, "{:?}", solution.result);
    }
}

#[test]
fn a_curve_ends_at_its_goal_and_its_points_are_what_solving_up_to_there_gives() {
    let game = GameDefinition::leduc();
    let rule = SolvingRule::from(UpdateRule::DCFR);
    let to = |iterations, until| {
        Solving { until, curve: true, ..Solving::new(rule, iterations) }.solve(&game, &Silent).unwrap()
    };
    let whole = to(400, None);
    assert_eq!((whole.iterations, whole.curve.last().unwrap().iterations), (400, 400));
    assert_eq!(whole.curve.last().unwrap().exploitability, whole.result.exploitability);
    assert!(whole.curve.iter().any(|point| point.iterations == 2));
    for pair in whole.curve.windows(2) {
        let [before, after] = [pair[0].iterations, pair[1].iterations];
        assert!(before < after && after <= (before + 1).max(before * 11 / 10 + 1), "{before} {after}");
        assert!(pair[0].seconds <= pair[1].seconds && pair[1].seconds > 0.0);
    }
    let point = whole.curve[whole.curve.len() - 3];
    assert_eq!(solve(&game, rule, point.iterations, &Silent).unwrap().exploitability, point.exploitability);
    let good = whole.curve.iter().position(|point| point.exploitability <= 0.01).unwrap();
    let short = to(400, Some(0.01));
    assert_eq!(short.curve.len(), good + 1);
    assert_eq!(short.iterations, whole.curve[good].iterations);
    assert_eq!(short.result.exploitability, whole.curve[good].exploitability);
    let none = to(0, Some(0.01));
    assert_eq!((none.iterations, none.curve.len()), (0, 0));
    let end_only = Solving::new(rule, 400).solve(&game, &Silent).unwrap();
    assert_eq!((end_only.curve.len(), end_only.iterations), (0, 400));
    assert_eq!(end_only.result, whole.result);
}

#[test]
fn a_game_too_large_for_columns_is_solved_on_its_boards() {
    // 66 holdings of two from 12 cards: 42 classes before the board, and more behind it.
    let game = limit_game(2, 6, 2, "1 1", "0 1");
    let it = Lossless::new(game.clone());
    assert!(Columns::new(&it.game, &it.buckets, 0).unwrap().is_none());
    let uniform = solve(&game, UpdateRule::CfrPlus, 0, &Silent).unwrap();
    let solved = solve(&game, UpdateRule::CfrPlus, 20, &Silent).unwrap();
    assert!(solved.exploitability < 0.2 * uniform.exploitability, "{uniform:?} {solved:?}");
    let error = solve(&game, SolvingRule::PREDICTIVE, 1, &Silent).unwrap_err();
    assert!(matches!(&error, SolverError::Unfit { .. }) && error.is_input_error(), "{error}");
}

#[test]
fn solving_stops_soon_when_it_is_asked_to() {
    // From the first update on.
    let impatient = StopAfter::units(1);
    let outcome = solve(&GameDefinition::leduc(), SolvingRule::PREDICTIVE, 1 << 40, &impatient);
    assert!(matches!(outcome, Err(SolverError::Cancelled(_))), "{outcome:?}");
    assert!(impatient.done() < 1_000);
}

#[test]
fn solving_rules_read_back_what_they_write() {
    for rule in RULES {
        assert_eq!(rule.to_string().parse(), Ok(rule));
    }
    assert_eq!("pdcfr+".parse(), Ok(SolvingRule::PREDICTIVE));
    assert_eq!("pdcfr+:2.3,5,1".parse(), Ok(SolvingRule::Predictive { alpha: 2.3, gamma: 5.0, prediction: 1.0 }));
    assert_eq!("dcfr".parse(), Ok(SolvingRule::Update(UpdateRule::DCFR)));
    for text in ["", "pdcfr", "pdcfr+:", "pdcfr+2,5,1", "pdcfr+:2,5", "pdcfr+:2,5,2", "pdcfr+:-1,5,1", "pdcfr+:NaN,5,1"]
    {
        let error = text.parse::<SolvingRule>().unwrap_err();
        assert!(error.contains(&format!("'{text}'")) && error.contains("pdcfr+:α,γ,φ"), "{error}");
    }
}
