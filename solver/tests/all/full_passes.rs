//! Passes over all boards of small games match textbook CFR cell by cell.

use crate::naive::NaiveCfr;
use crate::support::{MadeBuckets, RULES, compare_cells, information_sets, limit_game};
use solver::game::GameDefinition;
use solver::train::TableLayout;
use solver::train::full_boards::FullBoards;
use solver::walk::PreparedGame;

#[test]
fn full_passes_match_textbook_cfr_cell_by_cell() {
    for (definition, iterations) in [
        (GameDefinition::leduc(), 12),
        (limit_game(2, 3, 1, "2 2 1 1", "0 1 1 1"), 6),
        (limit_game(2, 3, 1, "4 4 2", "0 1 1"), 4),
    ] {
        let buckets = MadeBuckets::hashed(&definition, &[3], 77);
        let game = PreparedGame::<f64>::new(&definition);
        let layout = TableLayout::new(&game.lanes, &buckets);
        for rule in RULES {
            let mut training = FullBoards::new(&game, &buckets, &layout, rule, iterations);
            training.run(1..=iterations);
            let mut naive = NaiveCfr::new(&definition, &buckets);
            (1..=iterations).for_each(|iteration| naive.iterate(&rule.step(iteration, iterations)));
            let sets = information_sets(&definition, &game.lanes, &layout);
            for (table, twin) in [(&training.regrets, &naive.regrets), (&training.strategy_sums, &naive.strategy_sums)]
            {
                assert!(compare_cells(&sets, table, twin, &format!("{rule}")) > 40);
            }
        }
    }
}
