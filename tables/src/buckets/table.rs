//! One street's buckets: which bucket each canonical hand is in, and what is known of each bucket.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::BoardFirst;
use evaluator::round::Round;
use serde_json::{Value, json};
use std::path::Path;

use super::hand_numbers::HandNumbers;
use super::public_clusters::{CLASSES, PublicClusters};
use crate::error::TableError;
use crate::file::array::{ArrayFile, ElementType};
use crate::file::fingerprint::{Fingerprint, Parent};
use crate::file::header::{FileDescription, FileKind, Section, with_deck};
use crate::file::writer::ArrayWriter;

/// The section with each hand's bucket.
const BUCKETS: &str = "buckets";

/// The most buckets a street can have. Strategies and training, which keep data for each bucket, reach their limits
/// long before this.
pub const MAX_BUCKETS: usize = 1 << 22;

/// How many canonical hands a round has, the board being an unordered set: 169, 1,286,792, 13,960,050, 123,156,254 in
/// the full deck (Waugh 2013 for the first two, {2,4} and {2,5} for the others).
pub fn hands_of_round(deck: Deck, round: Round) -> u64 {
    BoardFirst::of(deck, round).hands()
}

/// A bucket's number, from 0 for the weakest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bucket(pub u32);

impl Bucket {
    /// The number, to index with.
    pub const fn number(self) -> usize {
        self.0 as usize
    }
}

/// Everything that goes into a bucket file.
#[derive(Debug, Clone)]
pub struct BucketTableContents<'a> {
    pub deck: Deck,
    pub round: Round,
    /// How to make the file again; this crate does not look into it.
    pub recipe: Value,
    /// The files it is made from, such as opponent clusters.
    pub parents: Vec<Parent>,
    /// Further facts about the content, shown but not used by readers.
    pub facts: Value,
    /// The bucket of every hand, by board-first hand index; each below the number of buckets. With public clusters it
    /// is the hand's class, below the number of classes.
    pub buckets: &'a [u32],
    /// The buckets' centres, `[bucket][dimension]`, in the feature's own units.
    pub centres: &'a [f32],
    /// Canonical hands in each bucket; its length is the number of buckets.
    pub hands_in_bucket: &'a [u64],
    /// Raw deals (hole cards and board) in each bucket.
    pub deals_in_bucket: &'a [u64],
    /// Combo-weighted mean strength of each bucket, 0 to 1.
    pub mean_strength: &'a [f32],
    /// The clustering's cost after each iteration, in the distance's own units.
    pub cost_per_iteration: &'a [f64],
}

impl BucketTableContents<'_> {
    pub fn write(&self, path: &Path) -> Result<Fingerprint, TableError> {
        self.write_all(path, None)
    }

    /// Writes the file with buckets that are local to clusters of flops.
    pub fn write_local(&self, path: &Path, clusters: &PublicClusters<'_>) -> Result<Fingerprint, TableError> {
        self.write_all(path, Some(clusters))
    }

    fn write_all(&self, path: &Path, clusters: Option<&PublicClusters<'_>>) -> Result<Fingerprint, TableError> {
        let count = self.hands_in_bucket.len();
        let refuse = |problem: String| Err(TableError::Unfinished { path: path.into(), problem });
        if count == 0 || count > MAX_BUCKETS {
            return refuse(format!("{count} buckets, 1 to {MAX_BUCKETS} are possible"));
        }
        if self.deals_in_bucket.len() != count
            || self.mean_strength.len() != count
            || !self.centres.len().is_multiple_of(count)
        {
            return refuse(format!("centres, deals and strengths are not given for {count} buckets"));
        }
        if let Some(problem) = clusters.and_then(|clusters| clusters.unfit(count)) {
            return refuse(problem);
        }
        let (entries, exist) = clusters.map_or((BUCKETS, count), |clusters| (CLASSES, clusters.classes()));
        if let Some(&entry) = self.buckets.iter().find(|&&entry| entry as usize >= exist) {
            return refuse(format!("a hand has number {entry} of {exist} {entries}"));
        }
        let (buckets, dimensions) = (count as u64, (self.centres.len() / count) as u64);
        let section = Section::new;
        let meta = json!({"round": self.round.name(), "bucket_count": count, "facts": self.facts});
        let description = FileDescription {
            kind: FileKind::Buckets,
            recipe: self.recipe.clone(),
            parents: self.parents.clone(),
            meta: with_deck(meta, self.deck),
            sections: [section(entries, HandNumbers::element(exist), &[self.buckets.len() as u64])]
                .into_iter()
                .chain(clusters.iter().flat_map(|clusters| clusters.sections()))
                .chain([
                    section("centres", ElementType::F32, &[buckets, dimensions]),
                    section("hands_in_bucket", ElementType::U64, &[buckets]),
                    section("deals_in_bucket", ElementType::U64, &[buckets]),
                    section("mean_strength", ElementType::F32, &[buckets]),
                    section("cost_per_iteration", ElementType::F64, &[self.cost_per_iteration.len() as u64]),
                ])
                .collect(),
        };
        let mut writer = ArrayWriter::create(path, &description)?;
        HandNumbers::write(&mut writer, entries, exist, self.buckets)?;
        clusters.map_or(Ok(()), |clusters| clusters.write(&mut writer))?;
        writer.write_section("centres", self.centres)?;
        writer.write_section("hands_in_bucket", self.hands_in_bucket)?;
        writer.write_section("deals_in_bucket", self.deals_in_bucket)?;
        writer.write_section("mean_strength", self.mean_strength)?;
        writer.write_section("cost_per_iteration", self.cost_per_iteration)?;
        writer.finish()
    }
}

#[derive(Debug)]
pub struct BucketTable {
    file: ArrayFile,
    deck: Deck,
    round: Round,
    bucket_count: usize,
    /// The section with each hand's bucket or class, found once: single hands are looked up often.
    entries: Section,
}

impl BucketTable {
    /// Opens a bucket file; its sections' shapes are checked, its buckets are read unverified later.
    ///
    /// The number of hands is not checked against the street's: hand-made tables may be shorter.
    /// [`super::set::BucketSet`] insists on all hands.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        Self::of(ArrayFile::open(path)?)
    }

    /// The same of an opened file.
    pub fn of(file: ArrayFile) -> Result<Self, TableError> {
        let file = file.of_kind(FileKind::Buckets)?;
        let path = file.path();
        let name: String = file.meta("round")?;
        let found = Round::ALL.into_iter().find(|round| round.name() == name);
        let round = found.ok_or_else(|| TableError::shape(path, "'round' in its header", "a street", &name))?;
        let deck = file.deck()?;
        let bucket_count: usize = file.meta("bucket_count")?;
        if bucket_count == 0 || bucket_count > MAX_BUCKETS {
            let expected = format!("1 to {MAX_BUCKETS}");
            return Err(TableError::shape(path, "'bucket_count' in its header", expected, bucket_count));
        }
        let entries = match (file.header().section(BUCKETS), file.header().section(CLASSES)) {
            (Some(_), Some(_)) => {
                return Err(TableError::shape(path, "sections", "'buckets' or 'classes'", "both"));
            }
            (None, Some(classes)) => {
                PublicClusters::check(&file, deck, bucket_count)?;
                classes.clone()
            }
            _ => HandNumbers::check(&file, BUCKETS, bucket_count)?,
        };
        file.section::<f32>("centres")?;
        let dimensions = match file.header().section("centres").map(|section| section.shape.as_slice()) {
            Some(&[_, dimensions]) => dimensions,
            _ => return Err(TableError::shape(path, "section 'centres'", "two dimensions", "another number")),
        };
        let count = bucket_count as u64;
        file.section_of_shape::<f32>("centres", &[count, dimensions])?;
        file.section_of_shape::<u64>("hands_in_bucket", &[count])?;
        file.section_of_shape::<u64>("deals_in_bucket", &[count])?;
        file.section_of_shape::<f32>("mean_strength", &[count])?;
        file.section::<f64>("cost_per_iteration")?;
        Ok(Self { file, deck, round, bucket_count, entries })
    }

    /// The deck that its hands are dealt from.
    pub fn deck(&self) -> Deck {
        self.deck
    }

    pub fn round(&self) -> Round {
        self.round
    }

    /// The numbering of its hands.
    pub fn index(&self) -> &'static BoardFirst {
        BoardFirst::of(self.deck, self.round)
    }

    /// Checks that the file is of this street and has all its hands in its deck.
    pub fn require_all_hands_of(&self, round: Round) -> Result<(), TableError> {
        let path = self.file.path();
        if self.round != round {
            return Err(TableError::shape(path, "street", round, self.round));
        }
        let (expected, found) = (self.index().hands(), self.entries().len() as u64);
        if found != expected {
            return Err(TableError::shape(path, format!("number of {round} hands"), expected, found));
        }
        Ok(())
    }

    /// Refuses a file of another deck.
    pub fn require_deck(&self, deck: Deck) -> Result<(), TableError> {
        self.file.require_deck(deck)
    }

    /// How many buckets there are; valid buckets are below it.
    pub fn bucket_count(&self) -> usize {
        self.bucket_count
    }

    /// The clusters of flops to which the buckets belong; `None` where a hand alone has a bucket.
    pub fn public_clusters(&self) -> Option<PublicClusters<'_>> {
        if self.is_local() { PublicClusters::of(&self.file, self.deck) } else { None }
    }

    /// Whether the buckets belong to clusters of flops.
    pub fn is_local(&self) -> bool {
        self.entries.name == CLASSES
    }

    /// Refuses buckets that depend on the flop, for callers that know only hands; to be called before any work.
    pub fn refuse_flop_dependent(&self, who: &'static str) -> Result<(), TableError> {
        if self.is_local() { Err(TableError::FlopNeeded { path: self.file.path().into(), who }) } else { Ok(()) }
    }

    /// The bucket of a hand, by its board-first index, on a board in the order of the deal; an error for a hand beyond
    /// the table or a damaged entry.
    pub fn bucket_on(&self, hand_index: u64, board: &[Card]) -> Result<Bucket, TableError> {
        let Some(clusters) = self.public_clusters() else { return self.bucket(hand_index) };
        let bucket = || {
            let class = self.entries().get(usize::try_from(hand_index).ok()?)?;
            clusters.cluster(clusters.cluster_of(CardSet::of(board.get(..3)?))?)?.bucket(class)
        };
        bucket().ok_or_else(|| self.no_bucket(hand_index))
    }

    /// The bucket of a hand by its board-first index; an error for a hand beyond the table or a damaged entry, and for
    /// every hand where buckets depend on the flop.
    pub fn bucket(&self, hand_index: u64) -> Result<Bucket, TableError> {
        let found = usize::try_from(hand_index).ok().and_then(|hand| self.buckets().get(hand));
        let bucket = found.filter(|&bucket| (bucket as usize) < self.bucket_count);
        bucket.map(Bucket).ok_or_else(|| self.no_bucket(hand_index))
    }

    fn no_bucket(&self, hand_index: u64) -> TableError {
        TableError::NoBucket { path: self.file.path().into(), hand_index, hands: self.entries().len() }
    }

    /// The buckets of all hands straight from the map, unverified: a damaged file may hold numbers that are not
    /// buckets. Empty where buckets depend on the flop.
    #[inline]
    pub fn buckets(&self) -> HandNumbers<'_> {
        if self.is_local() { HandNumbers::Narrow(&[]) } else { self.entries() }
    }

    /// What is kept for each hand, unverified: its bucket or, where buckets depend on the flop, its class.
    #[inline]
    pub fn entries(&self) -> HandNumbers<'_> {
        HandNumbers::of(&self.file, &self.entries)
    }

    pub fn centres(&self) -> &[f32] {
        self.file.section("centres").unwrap_or(&[])
    }

    pub fn dimensions(&self) -> usize {
        self.centres().len() / self.bucket_count
    }

    /// Canonical hands in each bucket.
    pub fn hands_in_bucket(&self) -> &[u64] {
        self.file.section("hands_in_bucket").unwrap_or(&[])
    }

    pub fn deals_in_bucket(&self) -> &[u64] {
        self.file.section("deals_in_bucket").unwrap_or(&[])
    }

    /// Combo-weighted mean strength of each bucket, 0 to 1.
    pub fn mean_strength(&self) -> &[f32] {
        self.file.section("mean_strength").unwrap_or(&[])
    }

    pub fn cost_per_iteration(&self) -> &[f64] {
        self.file.section("cost_per_iteration").unwrap_or(&[])
    }

    /// The hash by which strategies name it.
    pub fn fingerprint(&self) -> Fingerprint {
        self.file.fingerprint()
    }

    pub fn file(&self) -> &ArrayFile {
        &self.file
    }

    /// Checks the file against the one that a strategy or checkpoint lists under this name among its parents.
    pub fn require_parent(&self, name: &str, parents: &[Parent]) -> Result<(), TableError> {
        let expected = parents.iter().find(|parent| parent.name == name).map(|parent| parent.fingerprint);
        let found = Some(self.fingerprint());
        if expected == found { Ok(()) } else { Err(TableError::partner(self.file.path(), name, expected, found)) }
    }

    /// Reads all buckets and makes sure that each one exists.
    pub fn check_buckets(&self) -> Result<(), TableError> {
        self.check_clusters()?;
        self.check_range(self.entries())
    }

    /// Makes sure that each class has a bucket of its cluster; does nothing where buckets do not depend on the flop.
    pub fn check_clusters(&self) -> Result<(), TableError> {
        self.public_clusters().map_or(Ok(()), |clusters| clusters.check_classes(&self.file))
    }

    /// Makes sure that each of the given entries of this table exists, such as a copied row or a piece of
    /// [`Self::entries`].
    pub fn check_range(&self, entries: HandNumbers<'_>) -> Result<(), TableError> {
        let clusters = self.public_clusters();
        let (what, count) = clusters.map_or(("bucket", self.bucket_count), |clusters| ("class", clusters.classes()));
        match entries.largest() {
            Some(largest) if largest as usize >= count => Err(TableError::OutOfRange {
                path: self.file.path().into(),
                what,
                count: count as u64,
                found: u64::from(largest),
            }),
            _ => Ok(()),
        }
    }
}
