//! One street's buckets: which bucket each canonical hand is in, and what is known of each bucket.

use crate::array_file::ArrayFile;
use crate::array_writer::ArrayWriter;
use crate::element::ElementType;
use crate::error::TableError;
use crate::fingerprint::{Fingerprint, Parent};
use crate::header::{FileDescription, FileKind, SectionDescription};
use evaluator::round::Round;
use serde_json::{Value, json};
use std::path::Path;

/// The most buckets a street can have: bucket numbers are 16 bits wide.
pub const MAX_BUCKETS: usize = 1 << 16;

/// How many canonical hands a round has, the board being an unordered set: 169, 1,286,792, 13,960,050, 123,156,254
/// (Waugh 2013 for the first two, {2,4} and {2,5} for the others).
pub const fn hands_of_round(round: Round) -> u64 {
    [169, 1_286_792, 13_960_050, 123_156_254][round.number()]
}

/// A bucket's number, from 0 for the weakest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bucket(pub u16);

impl Bucket {
    /// The number, to index with.
    pub const fn number(self) -> usize {
        self.0 as usize
    }
}

/// Everything that goes into a bucket file.
#[derive(Debug, Clone)]
pub struct BucketTableContents<'a> {
    /// The street.
    pub round: Round,
    /// How to make the file again; this crate does not look into it.
    pub recipe: Value,
    /// The files it is made from, such as opponent clusters.
    pub parents: Vec<Parent>,
    /// Further facts about the content, shown but not used by readers.
    pub facts: Value,
    /// The bucket of every hand, by board-first hand index; each below the number of buckets.
    pub buckets: &'a [u16],
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
    /// Writes the file.
    ///
    /// # Errors
    /// [`TableError::Unfinished`] if lengths contradict each other or a bucket does not exist, [`TableError::Io`] if
    /// writing fails.
    pub fn write(&self, path: &Path) -> Result<Fingerprint, TableError> {
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
        if let Some(&bucket) = self.buckets.iter().find(|&&bucket| bucket as usize >= count) {
            return refuse(format!("a hand is in bucket {bucket} of {count}"));
        }
        let (buckets, dimensions) = (count as u64, (self.centres.len() / count) as u64);
        let section = SectionDescription::new;
        let description = FileDescription {
            kind: FileKind::Buckets,
            recipe: self.recipe.clone(),
            parents: self.parents.clone(),
            meta: json!({"round": self.round.name(), "bucket_count": count, "facts": self.facts}),
            sections: vec![
                section("buckets", ElementType::U16, &[self.buckets.len() as u64]),
                section("centres", ElementType::F32, &[buckets, dimensions]),
                section("hands_in_bucket", ElementType::U64, &[buckets]),
                section("deals_in_bucket", ElementType::U64, &[buckets]),
                section("mean_strength", ElementType::F32, &[buckets]),
                section("cost_per_iteration", ElementType::F64, &[self.cost_per_iteration.len() as u64]),
            ],
        };
        let mut writer = ArrayWriter::create(path, &description)?;
        writer.write_section("buckets", self.buckets)?;
        writer.write_section("centres", self.centres)?;
        writer.write_section("hands_in_bucket", self.hands_in_bucket)?;
        writer.write_section("deals_in_bucket", self.deals_in_bucket)?;
        writer.write_section("mean_strength", self.mean_strength)?;
        writer.write_section("cost_per_iteration", self.cost_per_iteration)?;
        writer.finish()
    }
}

/// An opened bucket file.
#[derive(Debug)]
pub struct BucketTable {
    file: ArrayFile,
    round: Round,
    bucket_count: usize,
}

impl BucketTable {
    /// Opens a bucket file; its sections' shapes are checked, its buckets are read unverified later.
    ///
    /// The number of hands is not held to the street's: hand-made tables may be shorter.
    /// [`crate::bucket_set::BucketSet`] insists on all hands.
    ///
    /// # Errors
    /// What [`ArrayFile::open_kind`] gives, or [`TableError::Shape`] if the sections do not fit each other.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let file = ArrayFile::open_kind(path, FileKind::Buckets)?;
        let name: String = file.meta("round")?;
        let found = Round::ALL.into_iter().find(|round| round.name() == name);
        let round = found.ok_or_else(|| TableError::shape(path, "'round' in its header", "a street", &name))?;
        let bucket_count: usize = file.meta("bucket_count")?;
        if bucket_count == 0 || bucket_count > MAX_BUCKETS {
            return Err(TableError::shape(path, "'bucket_count' in its header", "1 to 65536", bucket_count));
        }
        file.section::<u16>("buckets")?;
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
        Ok(Self { file, round, bucket_count })
    }

    /// The street.
    pub fn round(&self) -> Round {
        self.round
    }

    /// Holds the file to a street and all its hands.
    ///
    /// # Errors
    /// [`TableError::Shape`] that says what it has instead.
    pub fn expect_all_hands_of(&self, round: Round) -> Result<(), TableError> {
        let path = self.file.path();
        if self.round != round {
            return Err(TableError::shape(path, "street", round, self.round));
        }
        let (expected, found) = (hands_of_round(round), self.buckets().len() as u64);
        if found != expected {
            return Err(TableError::shape(path, format!("number of {round} hands"), expected, found));
        }
        Ok(())
    }

    /// How many buckets there are; valid buckets are below it.
    pub fn bucket_count(&self) -> usize {
        self.bucket_count
    }

    /// The bucket of a hand by its board-first index; `None` for a hand beyond the table or a damaged entry.
    pub fn bucket(&self, hand_index: u64) -> Option<Bucket> {
        let bucket = *self.buckets().get(usize::try_from(hand_index).ok()?)?;
        ((bucket as usize) < self.bucket_count).then_some(Bucket(bucket))
    }

    /// The buckets of all hands straight from the map, unverified: a damaged file may hold numbers that are no bucket.
    pub fn buckets(&self) -> &[u16] {
        // Name and type were checked when it was opened.
        self.file.section("buckets").unwrap_or(&[])
    }

    /// The buckets' centres, `[bucket][dimension]`.
    pub fn centres(&self) -> &[f32] {
        self.file.section("centres").unwrap_or(&[])
    }

    /// Numbers per centre.
    pub fn dimensions(&self) -> usize {
        self.centres().len() / self.bucket_count
    }

    /// Canonical hands in each bucket.
    pub fn hands_in_bucket(&self) -> &[u64] {
        self.file.section("hands_in_bucket").unwrap_or(&[])
    }

    /// Raw deals in each bucket.
    pub fn deals_in_bucket(&self) -> &[u64] {
        self.file.section("deals_in_bucket").unwrap_or(&[])
    }

    /// Combo-weighted mean strength of each bucket, 0 to 1.
    pub fn mean_strength(&self) -> &[f32] {
        self.file.section("mean_strength").unwrap_or(&[])
    }

    /// The clustering's cost after each iteration.
    pub fn cost_per_iteration(&self) -> &[f64] {
        self.file.section("cost_per_iteration").unwrap_or(&[])
    }

    /// The hash that strategies name it by.
    pub fn fingerprint(&self) -> Fingerprint {
        self.file.fingerprint()
    }

    /// The file below.
    pub fn file(&self) -> &ArrayFile {
        &self.file
    }

    /// Holds the file to the one that a strategy or checkpoint names so among its parents.
    ///
    /// # Errors
    /// [`TableError::WrongPartner`] if that is another one.
    pub fn expect_parent(&self, name: &str, parents: &[Parent]) -> Result<(), TableError> {
        let expected = parents.iter().find(|parent| parent.name == name).map(|parent| parent.fingerprint);
        let found = Some(self.fingerprint());
        if expected == found { Ok(()) } else { Err(TableError::partner(self.file.path(), name, expected, found)) }
    }

    /// Reads all buckets and makes sure that each one exists.
    ///
    /// # Errors
    /// [`TableError::OutOfRange`] with the largest one that does not.
    pub fn check_buckets(&self) -> Result<(), TableError> {
        self.check_range(self.buckets())
    }

    /// Makes sure that each of some buckets of this table exists, such as a copied row or a piece of [`Self::buckets`].
    ///
    /// # Errors
    /// [`TableError::OutOfRange`] with the largest one that does not.
    pub fn check_range(&self, buckets: &[u16]) -> Result<(), TableError> {
        // The maximum, not a search: it is computed in vector registers at the speed of memory.
        match buckets.iter().copied().max() {
            Some(largest) if largest as usize >= self.bucket_count => Err(TableError::OutOfRange {
                path: self.file.path().into(),
                what: "bucket",
                count: self.bucket_count as u64,
                found: u64::from(largest),
            }),
            _ => Ok(()),
        }
    }
}
