//! The tables of a training, and where in them the cells of an information set lie.

use solver::boards::Buckets;
use solver::game::{BettingTree, GameDefinition, NodeId};
use solver::measure::exploitability::small_game::exploitability;
use solver::policy::export::TrainedStrategies;
use solver::train::update_rule::Step;
use solver::train::{Cells, ChunkTables, TableLayout, UpdateRule};
use solver::walk::{ChunkId, HistoryLanes, LANES, Player, PreparedGame, Real};
use std::collections::BTreeMap;

use super::games::{history_lanes, tree_layout};
use super::mix;
use crate::naive::{InformationSet, Table};

/// Where the cells of an information set lie.
#[derive(Clone, Copy)]
pub struct CellPlace {
    pub at: ChunkId,
    /// The slot of the first action in the chunk's rows of a bucket.
    pub first_slot: usize,
    /// The row of the first action in the table.
    pub first: usize,
    pub lane: usize,
    pub actions: usize,
}

impl CellPlace {
    pub fn read<T: Real>(&self, cells: &[Cells<T>]) -> Vec<f64> {
        cells[self.first..][..self.actions].iter().map(|row| row[self.lane].as_f64()).collect()
    }

    pub fn write<T: Real>(&self, cells: &mut [Cells<T>], numbers: &[f64]) {
        cells[self.first..].iter_mut().zip(numbers).for_each(|(row, &number)| row[self.lane] = T::of(number));
    }
}

/// Every information set of a table.
pub fn information_sets(
    game: &GameDefinition,
    lanes: &HistoryLanes,
    layout: &TableLayout,
) -> BTreeMap<InformationSet, CellPlace> {
    let (tree, tree_layout) = (BettingTree::new(game), tree_layout(game));
    let mut sets = BTreeMap::new();
    for (number, node) in (0..).zip(tree.nodes()) {
        let place = tree_layout.place(NodeId(number));
        let (chunk, lane) = lanes.lane_of_entries(place.round)[place.entry];
        let at = ChunkId { round: place.round, chunk };
        let first_slot = lanes.shape(at).nodes[place.node].first_slot;
        for bucket in 0..layout.buckets(place.round) {
            let first = layout.bucket(at, bucket).start + first_slot;
            let place = CellPlace { at, first_slot, first, lane, actions: node.actions.len() };
            sets.insert((NodeId(number), bucket as u32), place);
        }
    }
    sets
}

/// Holds a table to the twin's, information set by information set; returns how many cells both have.
pub fn compare_cells(
    sets: &BTreeMap<InformationSet, CellPlace>,
    table: &[Cells<f64>],
    twin: &Table,
    what: &str,
) -> usize {
    let mut compared = 0;
    for (set, place) in sets {
        let Some(expected) = twin.get(set) else { continue };
        let scale = expected.iter().fold(1.0f64, |most, it| most.max(it.abs()));
        for (found, expected) in place.read(table).into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9 * scale, "{what} {set:?}: {found} {expected}");
            compared += 1;
        }
    }
    compared
}

/// The tables of one side in a training of a game.
pub struct Tables<T> {
    pub lanes: HistoryLanes,
    pub layout: TableLayout,
    pub sets: BTreeMap<InformationSet, CellPlace>,
    pub regrets: Vec<Cells<T>>,
    pub strategy_sums: Vec<Cells<T>>,
}

impl<T: Real> Tables<T> {
    pub fn new(game: &GameDefinition, buckets: &dyn Buckets) -> Self {
        Self::with_counts(game, &(0..game.rounds()).map(|round| buckets.count(round)).collect::<Vec<_>>())
    }

    /// The tables of an abstraction with so many buckets in each round.
    pub fn with_counts(game: &GameDefinition, counts: &[usize]) -> Self {
        let lanes = history_lanes(game);
        let layout = TableLayout::with_counts(&lanes, counts);
        let regrets = vec![[T::default(); LANES]; layout.rows()];
        Self { sets: information_sets(game, &lanes, &layout), strategy_sums: regrets.clone(), regrets, lanes, layout }
    }

    pub fn chunks(&mut self) -> ChunkTables<'_, T> {
        ChunkTables::new(&self.lanes, &self.layout, &mut self.regrets, &mut self.strategy_sums)
    }

    /// Gives the table and a twin the same regrets, made of a hash. From nothing, regrets that should be equal are so
    /// but for the last bit, and a bit more or less decides between one action alone and all alike.
    pub fn begin_anywhere(&mut self, naive: &mut Table, regret: impl Fn(u64) -> f64) {
        for (&set, place) in &self.sets {
            let hash = |action| mix(u64::from(set.0.0) << 32 | u64::from(set.1) << 8 | action as u64);
            let regrets: Vec<f64> = (0..place.actions).map(|action| regret(hash(action))).collect();
            place.write(&mut self.regrets, &regrets);
            naive.insert(set, place.read(&self.regrets));
        }
    }

    /// The exploitability of the average strategies, in chips.
    pub fn exploitability(&self, game: &GameDefinition, buckets: &dyn Buckets) -> f64 {
        let Self { lanes, layout, regrets, strategy_sums, .. } = self;
        let strategies = TrainedStrategies { lanes, layout, regrets, strategy_sums };
        let player = Player { buckets, strategies: &strategies };
        exploitability(&PreparedGame::new(game), [player, player]).exploitability
    }
}

/// The steps of some iterations, of which a third are left out of the average and others stand for them.
pub fn partly_averaged(rule: UpdateRule, first: u64, count: u64) -> Vec<Step> {
    let step = |iteration: u64| {
        let step = rule.step(iteration, 0);
        Step { average_weight: step.average_weight * [1.0, 0.0, 4.0][(iteration % 3) as usize], ..step }
    };
    (first..first + count).map(step).collect()
}
