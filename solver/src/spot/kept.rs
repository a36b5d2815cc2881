//! Answers on disk: what was found, as a small file, and what identifies a solving.

use serde_json::{Value, json};
use std::ops::Range;
use std::path::Path;
use tables::file::array::ArrayFile;
use tables::file::header::FileKind;
use tables::spot_file::{self, SpotBlocks};
use tables::strategy::block::quantise;

use super::board::Board;
use super::cells::{Cell, Rounding, pack_all};
use super::lookup::{Averages, Decided, Located};
use super::plan::{LANES, RoundPlan, Row};
use super::solving::{Numbers, RULE};
use super::tables::SeatTables;
use super::{Bits, Measures, Spot, SpotDefinition, SpotError, SpotSolver};
use crate::error::SolverError;

/// Probability 1 in parts.
const PARTS: u16 = 255;
/// A solved spot, read from its file.
pub struct SolvedSpot {
    spot: Spot,
    blocks: SpotBlocks,
}

impl Spot {
    /// What identifies a solving of this spot.
    pub(super) fn recipe(&self, bits: Bits) -> Value {
        let (spot, algorithm) = (self.definition.to_toml(), RULE.to_string());
        let mut recipe = json!({ "spot": spot, "bits": bits.number(), "algorithm": algorithm });
        if !self.locks.is_empty() {
            recipe["locks"] = json!(self.locks);
        }
        recipe
    }

    /// What differs in a recipe from that of this spot: what was asked for, and what was found.
    pub(super) fn difference(&self, bits: Bits, found: &Value, expected: &Value) -> Option<(String, String)> {
        let of_text = |text: &str| SpotDefinition::parse(text).is_ok_and(|it| it.is_same_as(&self.definition));
        if !found["spot"].as_str().is_some_and(of_text) || found["algorithm"] != expected["algorithm"] {
            return Some(("this spot".to_owned(), "another spot".to_owned()));
        }
        if found.get("locks") != expected.get("locks") {
            return Some(("these locks".to_owned(), "others".to_owned()));
        }
        let is_other = found["bits"] != expected["bits"];
        is_other.then(|| (format!("{} bits", bits.number()), format!("{} bits", found["bits"])))
    }

    /// Refuses a place where something else than an answer to this spot lies.
    pub(super) fn require_answer_place(&self, path: &Path) -> Result<(), SolverError> {
        if !path.exists() {
            return Ok(());
        }
        let file = ArrayFile::open_kind(path, FileKind::Spot)?;
        let (found, expected) = (&file.header().recipe, self.recipe(Bits::ThirtyTwo));
        let of_other_bits = |it: &(String, String)| it.0.ends_with("bits");
        match self.difference(Bits::ThirtyTwo, found, &expected).filter(|it| !of_other_bits(it)) {
            None => Ok(()),
            Some((asked, what)) => Err(SolverError::unfit(
                "answer",
                asked,
                format!("{what} in {}", path.display()),
                "give another --out, or delete the file",
            )),
        }
    }
}

impl SpotSolver {
    /// Writes what was found: each holding's probabilities at each decision on each board, in parts of 255.
    ///
    /// # Errors
    /// Those of writing a file.
    pub fn write(&self, path: &Path, found: &Measures) -> Result<(), SolverError> {
        let (mut packed, mut lengths) = (Vec::new(), Vec::new());
        let spot = self.spot();
        spot.each_board(&mut |at| {
            let block = self.block(&spot.plans[at.board.round], at);
            packed.push(spot_file::pack(&block));
            lengths.push(block.len() as u64);
        });
        let pot = spot.definition.stakes.pot.as_f64();
        let mut recipe = spot.recipe(self.bits());
        recipe["iterations"] = json!(self.iterations());
        // Of the strategy before its probabilities were rounded to parts.
        let meta = json!({
            "exploitability_percent_of_pot": 100.0 * found.exploitability() / pot,
            "exploitability_chips": found.exploitability(),
            "values": { "oop": found.values[0], "ip": found.values[1] },
        });
        spot_file::write(path, recipe, meta, &packed, &lengths)?;
        Ok(())
    }

    /// A board's block: `[player][action of a decision][holding]`, holdings in the order of their numbers.
    fn block(&self, plan: &RoundPlan, at: &Located<'_>) -> Vec<u8> {
        let mut block = Vec::new();
        for (player, places) in plan.places_of_players().iter().enumerate() {
            let by_number = at.board.hands[player].by_number();
            for &(place, actions) in places {
                let by_action = self.played(at, Decided { player, place, actions });
                let start = block.len();
                let hands = by_number.len();
                block.resize(start + actions * hands, 0);
                for (hand, &at_place) in by_number.iter().enumerate() {
                    let probabilities: Vec<f32> = by_action.iter().map(|action| action[at_place]).collect();
                    for (action, &parts) in quantise(&probabilities, PARTS)[..actions].iter().enumerate() {
                        // At most 255 parts.
                        block[start + action * hands + hand] = parts as u8;
                    }
                }
            }
        }
        block
    }
}

impl SolvedSpot {
    /// Opens the file of a solved spot, unverified.
    ///
    /// # Errors
    /// Those of reading a file, and [`SpotError`] where its text is not that of a spot.
    pub fn open(path: &Path) -> Result<Self, SolverError> {
        let blocks = SpotBlocks::open(path)?;
        let recipe = &blocks.file().header().recipe;
        let definition = SpotDefinition::parse(recipe["spot"].as_str().unwrap_or_default())
            .map_err(|error| SpotError::InFile { path: path.to_owned(), error: Box::new(error) })?;
        let locks = recipe.get("locks").cloned().map_or(Ok(Vec::new()), serde_json::from_value);
        let wrong =
            |error: serde_json::Error| SpotError::Unreadable { problem: format!("{}: {error}", path.display()) };
        let spot = Spot::with_locks(definition, locks.map_err(wrong)?)?;
        let (expected, found) = (spot.boards(), blocks.boards()?);
        if found != expected {
            let advice = "it was made by another version of the program; solve the spot again";
            let found = format!("{found} in {}", path.display());
            return Err(SolverError::unfit("boards of the spot", expected.to_string(), found, advice));
        }
        Ok(Self { spot, blocks })
    }

    pub fn spot(&self) -> &Spot {
        &self.spot
    }

    /// A solver that plays what is kept, to be measured and valued, with numbers of as many bits as it was solved with;
    /// it has no regrets to learn from.
    ///
    /// # Errors
    /// [`TableError::TooLittleMemory`](tables::error::TableError), and those of reading a file.
    pub fn into_solver(self) -> Result<SpotSolver, SolverError> {
        let Self { spot, blocks } = self;
        let recipe = &blocks.file().header().recipe;
        let bits = if recipe["bits"] == 16 { Bits::Sixteen } else { Bits::ThirtyTwo };
        let mut solver = SpotSolver::new(spot, bits)?;
        solver.iterations = recipe["iterations"].as_u64().unwrap_or(0);
        let SpotSolver { spot, numbers, .. } = &mut solver;
        let kept = Kept { spot, blocks: &blocks };
        match numbers {
            Numbers::Sixteen(tables) => kept.play(tables)?,
            Numbers::ThirtyTwo(tables) => kept.play(tables)?,
        }
        Ok(solver)
    }

    fn kept(&self) -> Kept<'_> {
        Kept { spot: &self.spot, blocks: &self.blocks }
    }

    /// What a best response gained on what is kept, in percent of the pot.
    pub fn exploitability_percent(&self) -> Option<f64> {
        exploitability_percent(self.file())
    }

    pub fn file(&self) -> &ArrayFile {
        self.blocks.file()
    }
}

/// What a best response gained on what a file keeps, in percent of the pot.
pub(super) fn exploitability_percent(file: &ArrayFile) -> Option<f64> {
    file.header().meta["exploitability_percent_of_pot"].as_f64()
}

/// The blocks of a spot, read as its plan says.
struct Kept<'a> {
    spot: &'a Spot,
    blocks: &'a SpotBlocks,
}

impl Kept<'_> {
    /// Writes all probabilities to where sums of the strategy stand.
    fn play<C: Cell>(&self, tables: &mut [SeatTables<C>; 2]) -> Result<(), SpotError> {
        let mut outcome = Ok(());
        self.spot.each_board(&mut |at| {
            if outcome.is_ok() {
                outcome = self.block(at).map(|block| self.play_on(at, &block, tables));
            }
        });
        outcome
    }

    fn play_on<C: Cell>(&self, at: &Located<'_>, block: &[u8], tables: &mut [SeatTables<C>; 2]) {
        let places = self.spot.plans[at.board.round].places_of_players();
        for (player, tables) in tables.iter_mut().enumerate() {
            let (blocks, by_number) = (at.board.hands[player].blocks(), at.board.hands[player].by_number());
            let sums = tables.sums.whole();
            for &(place, actions) in &places[player] {
                let mut rows = Vec::with_capacity(actions * blocks);
                for probabilities in
                    probabilities(&block[self.bytes_of(at, Decided { player, place, actions })], &by_number)
                {
                    rows.extend(probabilities.chunks(LANES).map(|some| {
                        let mut row = Row::default();
                        row.0[..some.len()].copy_from_slice(some);
                        row
                    }));
                }
                let first = at.first[player].cells + place.slot * blocks;
                let unit =
                    pack_all(&rows, Row::splat(1.0), Rounding::NEAREST, &mut sums.cells[first..first + rows.len()]);
                sums.units[at.first[player].decisions + place.number] = unit;
            }
        }
    }

    /// The block of a board, as long as the spot's plan says.
    fn block(&self, at: &Located<'_>) -> Result<Vec<u8>, SpotError> {
        let wrong = |problem: String| SpotError::Unreadable { problem };
        let block = self.blocks.block(at.number).map_err(|error| wrong(error.to_string()))?;
        let slots = self.spot.plans[at.board.round].slots;
        let expected: usize = slots.iter().zip(&at.board.hands).map(|(slots, hands)| slots * hands.len()).sum();
        if block.len() != expected {
            let (path, length) = (self.blocks.file().path().display(), block.len());
            return Err(wrong(format!("{path}: {length} bytes of board {}, expected {expected}", at.number)));
        }
        Ok(block)
    }

    /// Where a decision's parts stand in the block of its board.
    fn bytes_of(&self, at: &Located<'_>, Decided { player, place, actions }: Decided) -> Range<usize> {
        let [oop, hands] = [0, player].map(|player: usize| at.board.hands[player].len());
        let before = if player == 0 { 0 } else { self.spot.plans[at.board.round].slots[0] * oop };
        before + place.slot * hands..before + (place.slot + actions) * hands
    }
}

impl Averages for SolvedSpot {
    fn average(&self, at: &Located<'_>, decision: Decided) -> Result<Vec<Vec<f32>>, SpotError> {
        let kept = self.kept();
        let block = kept.block(at)?;
        let parts = &block[kept.bytes_of(at, decision)];
        Ok(probabilities(parts, &at.board.hands[decision.player].by_number()).collect())
    }
}

/// Parts of each action by number, as probabilities by place.
fn probabilities<'p>(parts: &'p [u8], by_number: &'p [usize]) -> impl Iterator<Item = Vec<f32>> + 'p {
    parts.chunks_exact(by_number.len().max(1)).map(|parts| {
        let mut probabilities = vec![0.0; by_number.len()];
        for (&place, &parts) in by_number.iter().zip(parts) {
            probabilities[place] = f32::from(parts) / f32::from(PARTS);
        }
        probabilities
    })
}

impl Spot {
    /// Visits all boards, each before those that follow.
    pub(super) fn each_board<'a>(&'a self, visit: &mut dyn FnMut(&Located<'a>)) {
        fn below<'a>(board: &'a Board, at: &mut Located<'a>, visit: &mut dyn FnMut(&Located<'a>)) {
            visit(&Located { board, ..*at });
            at.number += 1;
            at.first = [0, 1].map(|player| at.first[player] + board.own[player]);
            board.runouts.iter().for_each(|runout| below(&runout.board, at, visit));
        }
        below(&self.board, &mut Located::first(&self.board), visit);
    }
}
