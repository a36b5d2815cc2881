//! What single precision is worth in a long training: the same boards with regrets and strategy sums in double
//! precision, on buckets so few that each is met as often as one of 9,000 in a million boards and more.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_strength::HandStrength;
use evaluator::showdown::ShowdownOrder;
use solver::boards::{Buckets, hand_index};
use solver::game::GameDefinition;
use solver::measure::exploitability::{PlayedFlops, RealGame, responses};
use solver::policy::average::AverageStrategies;
use solver::train::boards::{BOARDS_OF_A_BATCH, BoardTraining};
use solver::train::steps::{BOARDS_OF_AN_EPOCH, SampledSteps, batch_end};
use solver::train::tables::ChunkTables;
use solver::train::{TableLayout, UpdateRule};
use solver::units::mbb_per_game;
use solver::walk::{LANES, Player, PreparedGame, Real};
use tables::progress::Silent;

/// The 169 starting hands, and then so many classes of what a hand has made on the board.
struct MadeHands(usize);

impl Buckets for MadeHands {
    fn count(&self, round: usize) -> usize {
        if round == 0 { 169 } else { self.0 }
    }

    fn row(&self, round: usize, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        let board = CardSet::of(board);
        let strengths: Vec<HandStrength> =
            order.holdings().map(|hole| HandStrength::of(hole.card_set() | board)).collect();
        row.clear();
        if round == 0 {
            row.extend(order.holdings().map(|hole| hand_index(0, hole.card_set(), CardSet::of(&[])).0 as u32));
        } else {
            // Ranks among the classes of this board's hands, so that a bucket says as much on every board.
            let mut classes = strengths.clone();
            classes.sort_unstable();
            classes.dedup();
            let rank = |strength: &HandStrength| classes.partition_point(|class| class < strength);
            row.extend(strengths.iter().map(|strength| (rank(strength) * self.0 / classes.len()) as u32));
        }
    }
}

/// What a best response wins from the average strategy on drawn flops, in mbb/g, after so many boards; all regrets begin
/// at `nudge`.
fn after<T: Real>(boards: u64, flops: usize, nudge: T) -> f64 {
    let buckets = &MadeHands(30);
    let definition = GameDefinition::holdem_limit();
    let game = PreparedGame::<T>::new(&definition).unwrap();
    let layout = TableLayout::new(&game.lanes, buckets);
    let empty = || vec![[T::default(); LANES]; layout.rows()];
    let (mut regrets, mut strategy_sums) = (vec![[nudge; LANES]; layout.rows()], empty());
    let steps = SampledSteps { rule: UpdateRule::DCFR, epoch: BOARDS_OF_AN_EPOCH, planned: 0, averaged_of: 4 };
    let real = RealGame::<f64>::new(&definition).unwrap();
    let flops = PlayedFlops::drawn(real.flops(), flops, 1);
    let mut training = BoardTraining::new(&game, buckets, 1).unwrap();
    let mut first = 1;
    while first <= boards {
        let last = batch_end(first, BOARDS_OF_A_BATCH).min(boards);
        let tables = ChunkTables::new(&game.lanes, &layout, &mut regrets, &mut strategy_sums, &mut []);
        if steps.discounts_before(first) {
            tables.discount(&steps.step(first));
        }
        training.play(&tables, first, &(first..=last).map(|it| steps.step(it)).collect::<Vec<_>>());
        first = last + 1;
    }
    let strategies =
        AverageStrategies { lanes: &game.lanes, layout: &layout, regrets: &regrets, strategy_sums: &strategy_sums };
    let player = Player { buckets, strategies: &strategies };
    let found = responses(&real, player, &flops, None, &Silent).unwrap();
    mbb_per_game(found.by_seat.iter().sum::<f64>() / 2.0, definition.big_blind())
}

/// Trainings are chaotic: regrets that begin at 1e-12 instead of 0 lead to another strategy, in double precision, too.
/// So a precision is judged by several trainings that differ by no more than that.
#[test]
#[ignore = "six trainings of 10,000 boards, and best responses to them: half an hour"]
#[allow(clippy::print_stdout, reason = "the figures are wanted")]
fn sums_in_single_precision_do_not_make_a_long_training_more_exploitable() {
    let (boards, flops, nudges) = (10_000, 4, [0.0, 1e-12, 1e-9]);
    let single = nudges.map(|nudge| after::<f32>(boards, flops, nudge as f32));
    let double = nudges.map(|nudge| after::<f64>(boards, flops, nudge));
    println!("{boards} boards: {single:?} in single, {double:?} mbb/g in double precision");
    let mean = |values: [f64; 3]| values.iter().sum::<f64>() / 3.0;
    let squares = |values: [f64; 3]| values.iter().map(|value| (value - mean(values)).powi(2)).sum::<f64>();
    let standard_error = ((squares(single) + squares(double)) / 4.0 * (2.0 / 3.0)).sqrt();
    // The one-sided t of four degrees of freedom at 99 %.
    let most = 3.747 * standard_error;
    assert!(mean(single) - mean(double) < most, "{single:?} {double:?}: more than {most}");
}
