//! Checkpoints: all that was learned, to go on from.

use serde_json::json;
use std::path::Path;
use tables::error::TableError;
use tables::file::array::{ArrayFile, ElementType};
use tables::file::header::{FileDescription, FileKind, Section};
use tables::file::writer::ArrayWriter;
use tables::run::regret_table::Checkpoint;
use tables::run::state::{bincode, decode_state, encode_state};
use tables::together::progress::Silent;

use super::cells::Cell;
use super::solving::{Numbers, Spent};
use super::tables::SeatTables;
use super::{Bits, CurvePoint, Spot, SpotSolver};
use crate::error::SolverError;

/// The state of a checkpoint.
const STATE: &str = "state";
/// The arrays of a checkpoint, of the player out of position first.
const ARRAYS: [[&str; 4]; 2] = [
    ["regrets_oop", "sums_oop", "regret_units_oop", "sum_units_oop"],
    ["regrets_ip", "sums_ip", "regret_units_ip", "sum_units_ip"],
];

/// How far a solving has come.
#[derive(bincode::Encode, bincode::Decode)]
#[bincode(crate = "tables::run::state::bincode")]
struct Progressed {
    iterations: u64,
    /// Iterations, exploitability, seconds, core-seconds (not a number where they are unknown).
    curve: Vec<(u64, f64, f64, f64)>,
    seconds: f64,
    core_seconds: f64,
}

impl SpotSolver {
    /// Writes all that was learned, to go on from.
    ///
    /// # Errors
    /// Those of writing a file.
    pub fn write_checkpoint(&self, path: &Path) -> Result<(), SolverError> {
        match &self.numbers {
            Numbers::Sixteen(tables) => self.write_tables(path, tables, ElementType::U16),
            Numbers::ThirtyTwo(tables) => self.write_tables(path, tables, ElementType::F32),
        }
    }

    fn write_tables<C: Cell>(
        &self,
        path: &Path,
        tables: &[SeatTables<C>; 2],
        element: ElementType,
    ) -> Result<(), SolverError> {
        let curve = self
            .curve()
            .iter()
            .map(|it| (it.iterations, it.exploitability, it.seconds, it.core_seconds.unwrap_or(f64::NAN)));
        let state = encode_state(&Progressed {
            iterations: self.iterations(),
            curve: curve.collect(),
            seconds: self.spent.seconds,
            core_seconds: self.spent.core_seconds.unwrap_or(f64::NAN),
        })?;
        let mut sections = Vec::new();
        for (names, tables) in ARRAYS.iter().zip(tables) {
            let lengths = tables.lengths();
            for (number, (name, length)) in names.iter().zip(lengths).enumerate() {
                sections.push(Section::new(*name, if number < 2 { element } else { ElementType::F32 }, &[length]));
            }
        }
        sections.push(Section::new(STATE, ElementType::Bytes, &[state.len() as u64]));
        let description = FileDescription {
            kind: FileKind::Checkpoint,
            recipe: self.spot().recipe(self.bits()),
            parents: Vec::new(),
            meta: json!({ "iterations": self.iterations() }),
            sections,
        };
        let mut writer = ArrayWriter::create(path, &description)?;
        for (names, tables) in ARRAYS.iter().zip(tables) {
            tables.write(&mut writer, names)?;
        }
        writer.write_section(STATE, &state)?;
        writer.finish()?;
        Ok(())
    }

    /// The solver of a spot as a checkpoint left it.
    ///
    /// # Errors
    /// [`SolverError::Unfit`] where the checkpoint is of another spot, and those of reading a file.
    pub fn resume(spot: Spot, bits: Bits, path: &Path) -> Result<Self, SolverError> {
        let checkpoint = Checkpoint::open(path)?;
        let file = checkpoint.file();
        let (expected, found) = (spot.recipe(bits), &file.header().recipe);
        if let Some((asked, what)) = spot.difference(bits, found, &expected) {
            return Err(SolverError::unfit(
                "checkpoint",
                asked,
                format!("{what} in {}", path.display()),
                "give another --out, or delete the checkpoint",
            ));
        }
        file.verify()?;
        checkpoint.require_finite(&Silent)?;
        let mut solver = Self::new(spot, bits)?;
        match &mut solver.numbers {
            Numbers::Sixteen(tables) => read_tables(file, tables)?,
            Numbers::ThirtyTwo(tables) => read_tables(file, tables)?,
        }
        let state: Progressed = decode_state(path, checkpoint.state()?)?;
        let curve = state.curve.into_iter().map(|(iterations, exploitability, seconds, cores)| CurvePoint {
            iterations,
            exploitability,
            seconds,
            core_seconds: (!cores.is_nan()).then_some(cores),
        });
        (solver.iterations, solver.curve) = (state.iterations, curve.collect());
        let core_seconds = (!state.core_seconds.is_nan()).then_some(state.core_seconds);
        solver.spent = Spent { seconds: state.seconds, core_seconds };
        Ok(solver)
    }
}

fn read_tables<C: Cell>(file: &ArrayFile, tables: &mut [SeatTables<C>; 2]) -> Result<(), TableError> {
    for (names, tables) in ARRAYS.iter().zip(tables) {
        tables.read(file, names)?;
    }
    Ok(())
}
