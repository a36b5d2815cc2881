//! Passes over all boards of small games match textbook CFR cell by cell.

use crate::naive::cfr::NaiveCfr;
use crate::naive::{HashedBuckets, limit_game};
use solver::boards::Buckets;
use solver::game::{BettingTree, GameDefinition, NodeId, TreeLayout};
use solver::train::full_boards::FullBoards;
use solver::train::{TableLayout, UpdateRule};
use solver::walk::{ChunkId, PreparedGame};

const RULES: [UpdateRule; 5] =
    [UpdateRule::Cfr, UpdateRule::CfrPlus, UpdateRule::Linear, UpdateRule::DCFR, UpdateRule::ScheduledDiscounted];

#[test]
fn full_passes_match_textbook_cfr_cell_by_cell() {
    for (definition, iterations) in [
        (GameDefinition::leduc(), 12),
        (limit_game(2, 3, 1, "2 2 1 1", "0 1 1 1"), 6),
        (limit_game(2, 3, 1, "4 4 2", "0 1 1"), 4),
    ] {
        let buckets = HashedBuckets::new(&definition, &vec![3; definition.rounds()], 77);
        let game = PreparedGame::<f64>::new(&definition).unwrap();
        let tree = BettingTree::new(&definition);
        let tree_layout = TreeLayout::new(&tree).unwrap();
        let layout = TableLayout::new(&game.lanes, &buckets);
        for rule in RULES {
            let mut training = FullBoards::new(&game, &buckets, &layout, rule, iterations);
            training.run(1..=iterations);
            let mut naive = NaiveCfr::new(&definition, &buckets);
            (1..=iterations).for_each(|iteration| naive.iterate(&rule.step(iteration, iterations)));
            let FullBoards { regrets, strategy_sums, .. } = &training;
            for number in 0..tree.nodes().len() as u32 {
                let place = tree_layout.place(NodeId(number));
                let (chunk, lane) = game.lanes.lane_of_entries(place.round)[place.entry];
                let first_slot = game.lanes.rounds[place.round].nodes[place.node].first_slot;
                for bucket in 0..buckets.count(place.round) {
                    let first = layout.bucket(ChunkId { round: place.round, chunk }, bucket).start + first_slot;
                    let set = (NodeId(number), bucket as u32);
                    for (name, table, twin) in
                        [("regret", regrets, &naive.regrets), ("average", strategy_sums, &naive.strategy_sums)]
                    {
                        let Some(expected) = twin.get(&set) else { continue };
                        let scale = expected.iter().fold(1.0f64, |most, it| most.max(it.abs()));
                        for (row, expected) in table[first..].iter().zip(expected) {
                            let found = row[lane];
                            assert!(
                                (found - expected).abs() < 1e-9 * scale,
                                "{rule} {name} {set:?}: {found} {expected}"
                            );
                        }
                    }
                }
            }
        }
    }
}
