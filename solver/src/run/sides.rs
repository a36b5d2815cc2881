//! Both sides of a training: how they see the cards, which arrays they learn in, and which files belong to them.

use tables::bucket_set::BucketSet;
use tables::error::TableError;
use tables::fingerprint::Parent;
use tables::regret_table::{Checkpoint, RegretTable};
use tables::table_home::TableHome;

use crate::boards::{FineBuckets, StoredBuckets};
use crate::error::SolverError;
use crate::train::sampled_training::ExactSide;
use crate::train::table_layout::{OPPONENT_REGRETS, REGRETS, STRATEGY_SUMS};
use crate::train::{Cells, ExactOpponent, Opponent, TableLayout};
use crate::walk::{LANES, PreparedGame};

/// How both sides of a training see the cards.
pub struct TrainingBuckets {
    /// The learner.
    pub learner: BucketSet,
    /// An opponent with exact cards, where it plays against one. What only reads a checkpoint does without it.
    pub opponent: Option<FineBuckets>,
}

impl From<BucketSet> for TrainingBuckets {
    fn from(learner: BucketSet) -> Self {
        Self { learner, opponent: None }
    }
}

/// The learner, and the opponent with exact cards if there is one.
pub(super) struct Sides {
    /// How the learner sees the cards.
    pub learner: StoredBuckets,
    /// The shape of its tables.
    pub layout: TableLayout,
    /// The opponent.
    exact: Option<ExactOpponent>,
}

impl Sides {
    /// Both sides of a training against an opponent.
    ///
    /// # Errors
    /// Files that do not fit what is said of the opponent; only reading a checkpoint needs none of the opponent's.
    pub fn new(
        game: &PreparedGame<f32>,
        TrainingBuckets { learner, opponent }: TrainingBuckets,
        plays: Opponent,
        home: TableHome<'_>,
    ) -> Result<Self, SolverError> {
        let refuse = |expected: &str, found: &str| {
            Err(SolverError::Unfit {
                what: "opponent's buckets",
                expected: expected.to_owned(),
                found: found.to_owned(),
                advice: "give --opponent exact and --opponent-turn FILE, or neither",
            })
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

    /// Names of the arrays and their cells. Where the opponent's buckets are not known, a checkpoint says how many
    /// cells it has: reading the learner's tables takes no more.
    pub fn arrays(&self, checkpoint: Option<&Checkpoint>) -> Vec<(&'static str, u64)> {
        let cells = self.layout.cells() as u64;
        let known = self.exact.as_ref().map(|exact| exact.layout.cells() as u64);
        let opponents = known.or_else(|| checkpoint?.cells(OPPONENT_REGRETS));
        [(REGRETS, cells), (STRATEGY_SUMS, cells)]
            .into_iter()
            .chain(opponents.map(|cells| (OPPONENT_REGRETS, cells)))
            .collect()
    }

    /// The bucket files of both sides.
    pub fn parents(&self) -> Vec<Parent> {
        let opponents = self.exact.iter().flat_map(|exact| exact.buckets.parents());
        self.learner.set().parents().into_iter().chain(opponents).collect()
    }

    /// Holds the files to those that a checkpoint names.
    ///
    /// # Errors
    /// [`TableError::WrongPartner`] naming the first file that is another one.
    pub fn expect(&self, parents: &[Parent]) -> Result<(), TableError> {
        self.learner.set().expect(parents)?;
        self.exact.as_ref().map_or(Ok(()), |exact| exact.buckets.expect(parents))
    }

    /// Regrets and strategy sums, and the side of an opponent with exact cards.
    pub fn cells_of<'t>(&'t self, table: &'t mut RegretTable) -> ([&'t mut [Cells<f32>]; 2], Option<ExactSide<'t>>) {
        const COMPLETE: &str = "the table has all arrays";
        let rows = |cells: &'t mut [f32]| cells.as_chunks_mut::<LANES>().0;
        let Some(opponent) = &self.exact else {
            return (table.disjoint_mut([REGRETS, STRATEGY_SUMS]).expect(COMPLETE).map(rows), None);
        };
        let arrays = table.disjoint_mut([REGRETS, STRATEGY_SUMS, OPPONENT_REGRETS]).expect(COMPLETE);
        let [own, strategy_sums, regrets] = arrays.map(rows);
        ([own, strategy_sums], Some(ExactSide { opponent, regrets }))
    }
}
