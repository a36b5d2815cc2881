//! A training that several ranks share: what rank 0 sends the others, and what they do then.
//!
//! Rank 0 has the run: its folder, its checkpoint, its clock. The others open the same bucket files, get the rows of
//! their [`Share`] of the chunks, and play each batch when rank 0 orders it. When rank 0 saves or measures, it collects
//! their rows first, so that a checkpoint is the one that a single process would write, and a run can continue from it
//! with any number of ranks.
//!
//! ```text
//!   rank 0   assignment ──▶ rows ──▶ play, play, … collect, play, … end
//!   others   open files, report ──▶ the same batches on their chunks
//! ```

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::ffi::OsString;
use std::path::Path;
use tables::buckets::set::BucketSet;
use tables::buckets::table::BucketTable;
use tables::file::fingerprint::Parent;
use tables::run::regret_table::RegretTable;
use tables::run::table_home::TableHome;
use tables::together::ranks::Ranks;
use tables::together::time::{ProcessorClock, gather_seconds, send_seconds};

use super::checkpoint::{recipe_of, settings_of};
use super::sides::{ChunkCells, Sides, TrainingBuckets};
use crate::boards::FineBuckets;
use crate::error::SolverError;
use crate::game::GameDefinition;
use crate::train::sampled_training::{SampledTraining, batch_end};
use crate::train::update_rule::Step;
use crate::train::{Share, TrainingSettings};
use crate::walk::PreparedGame;

/// The name by which the ranks know this kind of work.
pub const JOB: &str = "training";

/// What the other ranks must know to take part in a run; paths are as the system has them, which need not be text.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Assignment {
    job: String,
    /// Ranks of another version would play differently.
    version: String,
    recipe: Value,
    /// The learner's bucket files: flop, turn, river.
    learner: [OsString; 3],
    /// The files of an opponent with exact cards, by their names.
    opponent: Vec<(String, OsString)>,
    /// The fingerprints of all of them.
    parents: Vec<Parent>,
    /// The folder in which tables larger than memory lie.
    working_folder: Option<OsString>,
    /// Whether there is anything to hand out.
    has_begun: bool,
}

impl Assignment {
    /// The assignment for a run.
    pub fn of(
        game: &GameDefinition,
        settings: &TrainingSettings,
        sides: &Sides,
        working_folder: Option<&Path>,
        has_begun: bool,
    ) -> Self {
        Self {
            job: JOB.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            recipe: recipe_of(game, settings),
            learner: sides.learner.set().paths().map(|path| path.into()),
            opponent: sides.opponents_files().map(|(name, path)| (name.to_owned(), path.into())).collect(),
            parents: sides.parents(),
            working_folder: working_folder.map(OsString::from),
            has_begun,
        }
    }
}

/// What rank 0 orders next.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Order {
    /// Play the batch that begins with this iteration.
    Play(u64),
    /// Add up positive regrets for the curve.
    Regret,
    /// Send the processor time and the rows.
    Collect,
    /// The run is over.
    End,
}

impl Order {
    fn encode(self) -> [u8; 9] {
        let (word, number) = match self {
            Self::Play(first) => (0, first),
            Self::Regret => (1, 0),
            Self::Collect => (2, 0),
            Self::End => (3, 0),
        };
        let mut bytes = [word; 9];
        bytes[1..].copy_from_slice(&u64::to_le_bytes(number));
        bytes
    }

    /// The order in such bytes; anything that is not an order means the end.
    fn decode(bytes: &[u8]) -> Self {
        match bytes.split_first_chunk::<1>() {
            Some(([0], number)) => Self::Play(number.try_into().map_or(0, u64::from_le_bytes)),
            Some(([1], _)) => Self::Regret,
            Some(([2], _)) => Self::Collect,
            _ => Self::End,
        }
    }
}

/// The other ranks as rank 0 sees them.
#[derive(Clone, Copy)]
pub(super) struct Team<'r>(pub &'r dyn Ranks);

impl Team<'_> {
    /// Lets the others open what they need.
    ///
    /// # Errors
    /// [`SolverError::Rank`] naming the first rank that cannot take part, and why. The others have left then, too.
    pub(crate) fn assemble(self, assignment: &Assignment) -> Result<(), SolverError> {
        self.0.broadcast(&serde_json::to_vec(assignment).expect("plain values have a JSON form"));
        let reports = self.0.gather(&[]);
        let failed = reports.iter().enumerate().find(|(_, report)| !report.is_empty());
        self.0.broadcast(if failed.is_none() { b"stay" } else { b"" });
        failed.map_or(Ok(()), |(rank, report)| {
            Err(SolverError::Rank { rank, problem: String::from_utf8_lossy(report).into_owned() })
        })
    }

    /// Gives each rank the rows of its chunks.
    pub(crate) fn hand_out(self, share: &Share<'_>, sides: &Sides, table: &RegretTable) {
        let up_to_date = |rank: usize| sides.chunk_cells(|at, buckets| share.buckets_up_to_date(rank, at, buckets));
        let of_ranks: Vec<Vec<ChunkCells>> = (1..self.0.ranks()).map(up_to_date).collect();
        for number in 0..up_to_date(0).len() {
            let others = of_ranks.iter().map(|pieces| {
                let ChunkCells { array, cells } = &pieces[number];
                bytes_of(&table.as_slice(array).expect("a training's table has its arrays")[cells.clone()])
            });
            // Rank 0 has its own.
            self.0.scatter(&std::iter::once(Vec::new()).chain(others).collect::<Vec<_>>());
        }
    }

    /// Tells the others to play a batch.
    pub fn play(self, first: u64) {
        self.send(Order::Play(first));
    }

    /// Tells the others to add up their regrets.
    pub(crate) fn regret(self) {
        self.send(Order::Regret);
    }

    /// Collects the rows of all chunks that other ranks are responsible for; returns the processor time that these
    /// ranks have spent on the run so far, where their systems report it.
    pub(crate) fn collect(self, share: &Share<'_>, sides: &Sides, table: &mut RegretTable) -> Option<f64> {
        if self.0.is_alone() {
            return Some(0.0);
        }
        self.send(Order::Collect);
        let seconds = gather_seconds(self.0);
        let to_answer_for =
            |rank: usize| sides.chunk_cells(|at, buckets| share.buckets_to_answer_for(rank, at, buckets));
        let of_ranks: Vec<Vec<ChunkCells>> = (0..self.0.ranks()).map(to_answer_for).collect();
        for number in 0..of_ranks[0].len() {
            let gathered = self.0.gather(&[]);
            for (rows, pieces) in gathered.iter().zip(&of_ranks).skip(1) {
                let ChunkCells { array, cells } = &pieces[number];
                let cells = &mut table.as_mut_slice(array).expect("a training's table has its arrays")[cells.clone()];
                write_numbers(rows, cells);
            }
        }
        seconds
    }

    /// Tells the others that the run is over.
    pub(crate) fn end(self) {
        self.send(Order::End);
    }

    fn send(self, order: Order) {
        if !self.0.is_alone() {
            self.0.broadcast(&order.encode());
        }
    }
}

/// Takes part in a run of rank 0 as one of the other ranks, until it is over.
pub fn follow(ranks: &dyn Ranks, assignment: &[u8]) -> Result<(), SolverError> {
    let opened = Follower::open(ranks, assignment);
    ranks.gather(opened.as_ref().err().map(ToString::to_string).unwrap_or_default().as_bytes());
    let stays = !ranks.broadcast(&[]).is_empty();
    match opened {
        Ok(follower) if stays => follower.follow(ranks),
        _ => Ok(()),
    }
}

/// One of the other ranks: its files and its rows.
struct Follower {
    game: PreparedGame<f32>,
    settings: TrainingSettings,
    sides: Sides,
    table: RegretTable,
    has_begun: bool,
}

impl Follower {
    fn open(ranks: &dyn Ranks, assignment: &[u8]) -> Result<Self, SolverError> {
        let unfit = |found: String| SolverError::Unfit {
            what: "assignment",
            expected: format!("one of version {}", env!("CARGO_PKG_VERSION")),
            found,
            advice: "start the same program everywhere",
        };
        let it: Assignment = serde_json::from_slice(assignment).map_err(|error| unfit(error.to_string()))?;
        if it.version != env!("CARGO_PKG_VERSION") {
            return Err(unfit(it.version));
        }
        let (game, settings) = settings_of(&it.recipe).map_err(|key| unfit(format!("no valid '{key}'")))?;
        let game = PreparedGame::new(&game);
        let [flop, turn, river] = &it.learner;
        let learner = BucketSet::open(flop.as_ref(), turn.as_ref(), river.as_ref())?;
        learner.verify()?;
        let open = |name: &str| {
            let path = it.opponent.iter().find(|(of, _)| of == name).map(|(_, path)| path);
            path.map(|path| BucketTable::open(path.as_ref())).transpose()
        };
        let opponent = match (open("opponent_flop")?, open("opponent_turn")?) {
            (flop, Some(turn)) => Some(FineBuckets::new(flop, turn)?),
            (_, None) => None,
        };
        let home = it.working_folder.as_deref().map(Path::new).map_or(TableHome::Memory, TableHome::WorkingFile);
        let sides = Sides::new(&game, TrainingBuckets { learner, opponent }, settings.opponent, home)?;
        sides.require_parents(&it.parents)?;
        let share = Share::new(&game.lanes, ranks, &sides.buckets());
        let sides = sides.with_chunks(|at| share.has_rows(at));
        let table = RegretTable::fresh(&sides.arrays(None), home)?;
        Ok(Self { game, settings, sides, table, has_begun: it.has_begun })
    }

    fn follow(self, ranks: &dyn Ranks) -> Result<(), SolverError> {
        let Self { game, settings, sides, mut table, has_begun } = self;
        let clock = ProcessorClock::start();
        let share = Share::new(&game.lanes, ranks, &sides.buckets());
        if has_begun {
            for ChunkCells { array, cells } in
                sides.chunk_cells(|at, buckets| share.buckets_up_to_date(ranks.rank(), at, buckets))
            {
                let rows = &mut table.as_mut_slice(array).expect("a training's table has its arrays")[cells];
                write_numbers(&ranks.scatter(&[]), rows);
            }
        }
        let most = settings.sampler.most_of_a_batch();
        loop {
            let order = {
                let (buckets, layout, cells) = (&sides.learner, &sides.layout, sides.cells_of(&mut table));
                let mut training = SampledTraining::new(&game, buckets, layout, &settings, ranks, cells)?;
                loop {
                    match Order::decode(&ranks.broadcast(&[])) {
                        Order::Play(first) => {
                            let steps = settings.sampled_steps();
                            if steps.discounts_before(first) {
                                training.discount(&steps.step(first));
                            }
                            let last = batch_end(first, most);
                            let steps: Vec<Step> = (first..=last).map(|iteration| steps.step(iteration)).collect();
                            training.play(first, &steps);
                        }
                        Order::Regret => {
                            training.positive_regret();
                        }
                        order => break order,
                    }
                }
            };
            if order == Order::End {
                return Ok(());
            }
            send_seconds(ranks, clock.seconds());
            for ChunkCells { array, cells } in
                sides.chunk_cells(|at, buckets| share.buckets_to_answer_for(ranks.rank(), at, buckets))
            {
                ranks.gather(&bytes_of(&table.as_slice(array).expect("a training's table has its arrays")[cells]));
            }
        }
    }
}

fn bytes_of(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn write_numbers(bytes: &[u8], numbers: &mut [f32]) {
    for (number, bytes) in numbers.iter_mut().zip(bytes.as_chunks().0) {
        *number = f32::from_le_bytes(*bytes);
    }
}
