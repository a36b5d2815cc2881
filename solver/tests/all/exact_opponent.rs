//! Training against an opponent with exact cards, held to the textbooks board by board.

use crate::board_training::{BATCHES, games};
use crate::naive::exact_opponent::NaiveExact;
use crate::support::games::limit_game;
use crate::support::players::MadeBuckets;
use crate::support::tables::{Tables, compare_cells, partly_averaged};
use evaluator::processor::Processor;
use solver::boards::Buckets;
use solver::boards::card_rules::board_of;
use solver::game::{BettingTree, GameDefinition};
use solver::train::UpdateRule;
use solver::train::boards::BoardTraining;
use solver::train::update_rule::Step;
use solver::walk::{PreparedGame, Real};

const SEED: u64 = 3;

/// A learner who mixes hands up that the opponent tells apart, all of them in the last round.
fn sides(definition: &GameDefinition, salt: u64) -> [MadeBuckets; 2] {
    let mut exact = vec![7; definition.rounds()];
    exact[definition.rounds() - 1] = 0;
    [MadeBuckets::hashed(definition, &[3], salt), MadeBuckets::hashed(definition, &exact, salt + 30)]
}

#[test]
fn boards_against_exact_cards_match_the_textbooks_cell_by_cell() {
    for (definition, salt) in games().iter().zip(40..) {
        for rule in [UpdateRule::Cfr, UpdateRule::CfrPlus, UpdateRule::Linear] {
            let [learner, exact] = sides(definition, salt);
            let mut twins = Twins::<f64>::new(definition, [&learner, &exact]);
            let mut naive = NaiveExact::new(definition, &learner, &exact);
            // So large that every action is played: where the learner does not play one, answers are often worth the
            // same but for the last bit.
            let regret = |hash: u64| (hash % 199_999) as f64 + 200_000.0;
            twins.learner.begin_anywhere(&mut naive.learner.regrets, regret);
            twins.exact.begin_anywhere(&mut naive.exact.regrets, regret);
            for (first, count) in BATCHES {
                let steps = partly_averaged(rule, first, count);
                let boards: Vec<_> = (first..first + count).map(|it| board_of(&twins.game.rules, SEED, it)).collect();
                twins.play(first, &steps);
                naive.iterate_batch(&boards, &steps);
            }
            for (side, table, twin) in [
                (&twins.learner, &twins.learner.regrets, &naive.learner.regrets),
                (&twins.learner, &twins.learner.strategy_sums, &naive.strategy_sums),
                (&twins.exact, &twins.exact.regrets, &naive.exact.regrets),
            ] {
                let compared = compare_cells(&side.sets, table, twin, &format!("{definition:?} {rule}"));
                assert!(compared > 20, "{definition:?} {rule}: {compared}");
            }
        }
    }
}

#[test]
fn all_instruction_sets_answer_the_same() {
    // With four bets in the last round: those kernels are compiled for several.
    let definition = &games()[3];
    let [learner, exact] = sides(definition, 7);
    let mut tables = Processor::available().map(|processor| {
        let mut twins = Twins::<f32>::new(definition, [&learner, &exact]);
        twins.game.processor = processor;
        for (first, count) in BATCHES {
            twins.play(first, &vec![UpdateRule::Linear.step(first, 0); count as usize]);
        }
        (twins.learner.regrets, twins.exact.regrets, twins.learner.strategy_sums)
    });
    let first = tables.next().unwrap();
    assert!(first.1.iter().flatten().any(|&regret| regret != 0.0));
    assert!(tables.all(|others| others == first));
}

#[test]
fn information_sets_of_both_sides_are_counted() {
    // One bucket a round: in each of the two passes either every decision of a position is the learner's, or, before
    // the last round, the opponent's.
    let definition = limit_game(2, 4, 2, "2 2 2", "0 1 1");
    let learner = MadeBuckets::hashed(&definition, &[1], 1);
    let exact = MadeBuckets::hashed(&definition, &[1, 1, 0], 1);
    let nodes = BettingTree::new(&definition).nodes().iter().map(|node| node.round).collect::<Vec<_>>();
    let earlier = nodes.iter().filter(|&&round| round < 2).count();
    let mut twins = Twins::<f64>::new(&definition, [&learner, &exact]);
    assert_eq!(twins.play(1, &[UpdateRule::Cfr.step(1, 0)]), (nodes.len() + earlier) as u64);
}

/// The training with the tables it fills.
struct Twins<'a, T> {
    buckets: [&'a dyn Buckets; 2],
    game: PreparedGame<T>,
    learner: Tables<T>,
    exact: Tables<T>,
}

impl<'a, T: Real> Twins<'a, T> {
    fn new(definition: &GameDefinition, buckets: [&'a dyn Buckets; 2]) -> Self {
        let [learner, exact] = buckets.map(|buckets| Tables::new(definition, buckets));
        let exact = Tables { strategy_sums: Vec::new(), ..exact };
        Self { buckets, game: PreparedGame::new(definition).unwrap(), learner, exact }
    }

    fn play(&mut self, first: u64, steps: &[Step]) -> u64 {
        let training = BoardTraining::new(&self.game, self.buckets[0], SEED).expect("a ladder of bets");
        let [tables, exacts] = [&mut self.learner, &mut self.exact].map(|it| it.chunks().with(self.game.processor));
        training.against(self.buckets[1]).play_against(&tables, &exacts, first, steps)
    }
}
