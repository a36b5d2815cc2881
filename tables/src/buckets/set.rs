//! The buckets of all four rounds opened together, answering for one hand and for all hands of a board.
//!
//! A run folder points to bucket files that lie elsewhere, so that what was trained on them finds them again.

use evaluator::deck::Deck;
use evaluator::holding::STARTING_HANDS;
use evaluator::round::Round;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::hand_numbers::HandNumbers;
use super::table::BucketTable;
use crate::error::TableError;
use crate::file::fingerprint::{Fingerprint, Parent};
use crate::file::link::link_file;
use crate::run::folder::RunFolder;

/// Before the flop nothing is merged: each starting hand is its own bucket, under its index in the deck.
static STARTING_HAND_BUCKETS: [u16; STARTING_HANDS] = {
    let mut buckets = [0; STARTING_HANDS];
    let mut number = 0;
    while number < STARTING_HANDS {
        buckets[number] = number as u16;
        number += 1;
    }
    buckets
};

/// Bucket files of flop, turn and river; before the flop the starting hands stand for themselves.
#[derive(Debug)]
pub struct BucketSet {
    tables: [BucketTable; 3],
}

impl BucketSet {
    pub fn open(flop: &Path, turn: &Path, river: &Path) -> Result<Self, TableError> {
        Self::of([BucketTable::open(flop)?, BucketTable::open(turn)?, BucketTable::open(river)?])
    }

    /// The same of opened files of flop, turn and river.
    pub fn of(tables: [BucketTable; 3]) -> Result<Self, TableError> {
        for (round, table) in [Round::Flop, Round::Turn, Round::River].into_iter().zip(&tables) {
            table.require_all_hands_of(round)?;
        }
        tables[1..].iter().try_for_each(|table| table.require_deck(tables[0].deck()))?;
        Ok(Self { tables })
    }

    /// The deck of all three files.
    pub fn deck(&self) -> Deck {
        self.tables[0].deck()
    }

    /// Reads every byte of the files against their checksums: for whatever rests on them for hours.
    pub fn verify(&self) -> Result<(), TableError> {
        self.tables.iter().try_for_each(|table| table.file().verify())
    }

    /// The file of a round; `None` before the flop.
    pub fn table(&self, round: Round) -> Option<&BucketTable> {
        self.tables.get(round.number().checked_sub(1)?)
    }

    /// The files of flop, turn and river.
    pub fn tables(&self) -> &[BucketTable; 3] {
        &self.tables
    }

    /// Where the files of flop, turn and river lie.
    pub fn paths(&self) -> [&Path; 3] {
        self.tables.each_ref().map(|table| table.file().path())
    }

    /// The number of buckets of each round in the order of play, the starting hands first: 169 in the full deck.
    pub fn counts(&self) -> [usize; 4] {
        Round::ALL.map(|round| self.table(round).map_or(self.deck().starting_hand_count(), BucketTable::bucket_count))
    }

    /// The fingerprints of the flop, turn and river file.
    pub fn fingerprints(&self) -> [Fingerprint; 3] {
        [0, 1, 2].map(|i| self.tables[i].fingerprint())
    }

    /// The three files as parents named `flop`, `turn` and `river`, for files made with them.
    pub fn parents(&self) -> Vec<Parent> {
        self.tables.iter().map(|table| Parent::new(table.round().name(), table.fingerprint())).collect()
    }

    /// Checks the set against the files that a strategy or checkpoint names as its parents.
    pub fn require_parents(&self, parents: &[Parent]) -> Result<(), TableError> {
        self.tables.iter().try_for_each(|table| table.require_parent(table.round().name(), parents))
    }

    /// Refuses buckets that depend on the flop, for callers that know only hands; to be called before any work.
    pub fn refuse_flop_dependent(&self, who: &'static str) -> Result<(), TableError> {
        self.tables.iter().try_for_each(|table| table.refuse_flop_dependent(who))
    }

    /// One round's buckets by board-first hand index. Straight from the map, unverified; none where they depend on the
    /// flop.
    #[inline]
    pub fn round(&self, round: Round) -> HandNumbers<'_> {
        let before_the_flop = || HandNumbers::Narrow(&STARTING_HAND_BUCKETS[..self.deck().starting_hand_count()]);
        self.table(round).map_or_else(before_the_flop, BucketTable::buckets)
    }
}

/// Links into a run folder those files of a bucket set that the folder does not have yet.
pub fn link_buckets(folder: &RunFolder, set: &BucketSet) -> Result<(), TableError> {
    let there = folder.bucket_files()?;
    for table in [Round::Flop, Round::Turn, Round::River].into_iter().filter_map(|round| set.table(round)) {
        let fingerprint = table.fingerprint();
        if there.iter().any(|(_, path)| BucketTable::open(path).is_ok_and(|it| it.fingerprint() == fingerprint)) {
            continue;
        }
        let path = table.file().path();
        let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let mut link = folder.buckets(&stem)?;
        if link.symlink_metadata().is_ok() {
            link = folder.buckets(&format!("{stem}-{fingerprint}"))?;
        }
        // Named by its fingerprint, a link to a place that is empty by now was one to the same file.
        link_file(path, &link)?;
    }
    Ok(())
}

/// The bucket files at a place, sorted by path: the file itself, or those of a run folder and of a plain folder. Links
/// that lead nowhere are among those of a run.
pub fn bucket_files_at(place: &Path) -> io::Result<Vec<PathBuf>> {
    if place.is_file() {
        return Ok(vec![place.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(place)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "buckets") && path.is_file() {
            files.push(path);
        }
    }
    files.extend(RunFolder::new(place).bucket_files().into_iter().flatten().map(|(_, path)| path));
    files.sort();
    Ok(files)
}

/// Whether a path is a link whose target does not exist.
pub fn is_dangling(path: &Path) -> bool {
    path.is_symlink() && !path.exists()
}
