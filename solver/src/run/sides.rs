//! Both sides of a training: how they see the cards, which arrays they learn in, and which files belong to them.

use evaluator::deck::Deck;
use evaluator::round::Round;
use std::ops::Range;
use std::path::Path;
use tables::buckets::set::BucketSet;
use tables::buckets::table::BucketTable;
use tables::error::TableError;
use tables::file::fingerprint::Parent;
use tables::run::regret_table::{Checkpoint, RegretTable};
use tables::run::table_home::TableHome;

use crate::boards::{Buckets, FineBuckets, Overlap, StoredBuckets};
use crate::error::SolverError;
use crate::game::GameDefinition;
use crate::train::refinement::{BEGINNING_WEIGHT, CoarseTable};
use crate::train::sampled_training::{ExactSide, NO_FLOP, TrainingCells};
use crate::train::tables::{OPPONENT_REGRETS, REGRETS, STRATEGY_SUMS};
use crate::train::{ExactOpponent, Opponent, Sampler, TableLayout};
use crate::walk::{ChunkId, LANES, PreparedGame};

/// How many boards the overlap of buckets is counted on: several hundred hands for each of 60,000 buckets.
const OVERLAP_BOARDS: u64 = 20_000;
/// Decides which boards these are, whatever the seeds of the runs.
const OVERLAP_SEED: u64 = 1;

/// How both sides of a training see the cards.
pub struct TrainingBuckets {
    pub learner: BucketSet,
    /// The opponent with exact cards, if there is one. Code that only reads a checkpoint does not need it.
    pub opponent: Option<FineBuckets>,
}

impl TrainingBuckets {
    /// A learner and its opponent: an opponent with exact cards that is given no buckets tells no more hands apart
    /// before the river than the learner does.
    pub fn against(learner: BucketSet, plays: Opponent, given: Option<FineBuckets>) -> Result<Self, SolverError> {
        let opponent = match (plays, given) {
            (Opponent::Exact, None) => {
                let [flop, turn, _] = learner.paths();
                Some(FineBuckets::new(Some(BucketTable::open(flop)?), BucketTable::open(turn)?)?)
            }
            (_, given) => given,
        };
        Ok(Self { learner, opponent })
    }

    /// Refuses buckets of another deck than the game's.
    pub(crate) fn require_deck_of(&self, game: &GameDefinition) -> Result<(), SolverError> {
        let Some(deck) = Deck::of_cards(game.deck()) else {
            return Err(SolverError::unfit("bucket files", "hold'em", "another game", "train without bucket files"));
        };
        let [flop, ..] = [Round::Flop, Round::Turn, Round::River].map(|round| self.learner.table(round));
        flop.map_or(Ok(()), |flop| flop.require_deck(deck))?;
        Ok(self.opponent.iter().flat_map(|it| it.files()).try_for_each(|(_, table)| table.require_deck(deck))?)
    }

    /// Checks that a sampler can look hands up in them. [`Trainer::open`](super::Trainer::open) checks, too, but a
    /// caller that makes a folder for the run checks before that, so that a refusal leaves nothing behind.
    ///
    /// # Errors
    /// [`TableError::FlopNeeded`] for buckets that depend on the flop and a sampler of single deals.
    pub fn require_fit_for(&self, sampler: Sampler) -> Result<(), SolverError> {
        match sampler {
            Sampler::Public => Ok(()),
            Sampler::Full | Sampler::Chance | Sampler::External => Ok(self.learner.refuse_flop_dependent(NO_FLOP)?),
        }
    }
}

impl From<BucketSet> for TrainingBuckets {
    fn from(learner: BucketSet) -> Self {
        Self { learner, opponent: None }
    }
}

/// Where a chunk's cells lie in an array.
pub(super) struct ChunkCells {
    /// The array's name.
    pub array: &'static str,
    pub cells: Range<usize>,
}

/// The learner, and the opponent with exact cards if there is one.
pub(super) struct Sides {
    /// How the learner sees the cards.
    pub learner: StoredBuckets,
    /// The shape of its tables.
    pub layout: TableLayout,
    exact: Option<ExactOpponent>,
}

impl Sides {
    /// Both sides of a training against an opponent.
    pub fn new(
        game: &PreparedGame<f32>,
        TrainingBuckets { learner, opponent }: TrainingBuckets,
        plays: Opponent,
        home: TableHome<'_>,
    ) -> Result<Self, SolverError> {
        let refuse = |expected: &str, found: &str| {
            Err(SolverError::unfit(
                "opponent's buckets",
                expected,
                found,
                "give --opponent exact, or no --opponent-turn",
            ))
        };
        match (plays, &opponent) {
            (Opponent::Exact, None) if home != TableHome::CopyOnWrite => return refuse("a file of the turn", "none"),
            (Opponent::Itself, Some(_)) => return refuse("none for training against itself", "a file"),
            _ => {}
        }
        let learner = StoredBuckets::new(learner)?;
        let layout = TableLayout::new(&game.lanes, &learner);
        Ok(Self { learner, layout, exact: opponent.map(|opponent| ExactOpponent::new(game, opponent)) })
    }

    /// The arrays' names and numbers of cells. Where the opponent's buckets are not known, its number of cells comes
    /// from the checkpoint: reading the learner's tables needs no more.
    pub(crate) fn arrays(&self, checkpoint: Option<&Checkpoint>) -> Vec<(&'static str, u64)> {
        let cells = self.layout.cells() as u64;
        let known = self.exact.as_ref().map(|exact| exact.layout.cells() as u64);
        let opponents = known.or_else(|| checkpoint?.cells(OPPONENT_REGRETS));
        [(REGRETS, cells), (STRATEGY_SUMS, cells)]
            .into_iter()
            .chain(opponents.map(|cells| (OPPONENT_REGRETS, cells)))
            .collect()
    }

    /// The same with the rows of some chunks alone, as a rank has them.
    pub(crate) fn with_chunks(self, is_there: impl Fn(ChunkId) -> bool) -> Self {
        let exact = self.exact.map(|exact| ExactOpponent { layout: exact.layout.with_chunks(&is_there), ..exact });
        Self { layout: self.layout.with_chunks(&is_there), exact, ..self }
    }

    /// How every player sees the cards.
    pub fn buckets(&self) -> Vec<&dyn Buckets> {
        let opponent = self.exact.iter().map(|exact| &exact.buckets as &dyn Buckets);
        [&self.learner as &dyn Buckets].into_iter().chain(opponent).collect()
    }

    /// Some buckets of every chunk of every array, in an order that is the same for all ranks; `some` says which.
    pub(crate) fn chunk_cells(&self, some: impl Fn(ChunkId, &dyn Buckets) -> Range<usize>) -> Vec<ChunkCells> {
        let learner: &dyn Buckets = &self.learner;
        let own = [(REGRETS, &self.layout, learner), (STRATEGY_SUMS, &self.layout, learner)];
        let opponents =
            self.exact.iter().map(|exact| (OPPONENT_REGRETS, &exact.layout, &exact.buckets as &dyn Buckets));
        let mut pieces = Vec::new();
        for (array, layout, buckets) in own.into_iter().chain(opponents) {
            for at in layout.chunks() {
                let rows = layout.chunk(at);
                let some = some(at, buckets);
                let slots = rows.len() / layout.buckets(at.round).max(1);
                let first = rows.start + some.start * slots;
                let cells = first * LANES..(first + some.len() * slots) * LANES;
                pieces.push(ChunkCells { array, cells });
            }
        }
        pieces
    }

    /// The files of an opponent with exact cards, by their names.
    pub(crate) fn opponents_files(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let files = self.exact.iter().flat_map(|exact| exact.buckets.files());
        files.map(|(name, table)| (name, table.file().path()))
    }

    /// The bucket files of both sides.
    pub(crate) fn parents(&self) -> Vec<Parent> {
        let opponents = self.exact.iter().flat_map(|exact| exact.buckets.parents());
        self.learner.set().parents().into_iter().chain(opponents).collect()
    }

    /// Checks the files against those that a checkpoint names.
    ///
    /// # Errors
    /// [`TableError::WrongPartner`] naming the first file that differs.
    pub(crate) fn require_parents(&self, parents: &[Parent]) -> Result<(), TableError> {
        self.learner.set().require_parents(parents)?;
        self.exact.as_ref().map_or(Ok(()), |exact| exact.buckets.require_parents(parents))
    }

    /// Starts the regrets from what coarser buckets have learnt; a round with the same buckets goes on as it was.
    /// Averages start afresh, since they should cover only what is learnt from now on. Returns the weight of the coarse
    /// run in the learner's regrets, in the round where it is largest.
    pub fn begin_with(
        &self,
        table: &mut RegretTable,
        game: &PreparedGame<f32>,
        coarse: &Self,
        learnt: &RegretTable,
    ) -> f32 {
        let cells_of = |name: &str| {
            let cells = learnt.as_slice(name).expect("a training's table has its arrays");
            cells.as_chunks::<LANES>().0
        };
        let overlap = |round: usize, fine: &dyn Buckets, coarse: &dyn Buckets| {
            Overlap::count(&game.rules, round, fine, coarse, OVERLAP_SEED, OVERLAP_BOARDS)
        };
        let TrainingCells { regrets, exact, .. } = self.cells_of(table);
        let from = CoarseTable { layout: &coarse.layout, cells: cells_of(REGRETS) };
        let mut weight = 1.0;
        for round in 0..game.lanes.rounds.len() {
            if self.learner.file(round) == coarse.learner.file(round) {
                from.copy(round, &self.layout, regrets);
            } else {
                from.refine(round, &overlap(round, &self.learner, &coarse.learner), &self.layout, regrets);
                weight = BEGINNING_WEIGHT;
            }
        }
        let (Some(ExactSide { opponent, regrets }), Some(coarse)) = (exact, &coarse.exact) else { return weight };
        let from = CoarseTable { layout: &coarse.layout, cells: cells_of(OPPONENT_REGRETS) };
        for round in 0..game.lanes.rounds.len() - 1 {
            if opponent.buckets.file(round) == coarse.buckets.file(round) {
                from.copy(round, &opponent.layout, regrets);
            } else {
                from.refine(round, &overlap(round, &opponent.buckets, &coarse.buckets), &opponent.layout, regrets);
            }
        }
        weight
    }

    /// The arrays in which a training learns.
    pub(crate) fn cells_of<'t>(&'t self, table: &'t mut RegretTable) -> TrainingCells<'t> {
        const COMPLETE: &str = "the table has all arrays";
        let pages = table.pages();
        let rows = |cells: &'t mut [f32]| cells.as_chunks_mut::<LANES>().0;
        let Some(opponent) = &self.exact else {
            let [regrets, strategy_sums] = table.disjoint_mut([REGRETS, STRATEGY_SUMS]).expect(COMPLETE).map(rows);
            return TrainingCells { pages, regrets, strategy_sums, exact: None };
        };
        let arrays = table.disjoint_mut([REGRETS, STRATEGY_SUMS, OPPONENT_REGRETS]).expect(COMPLETE);
        let [regrets, strategy_sums, opponents] = arrays.map(rows);
        TrainingCells { pages, regrets, strategy_sums, exact: Some(ExactSide { opponent, regrets: opponents }) }
    }
}
