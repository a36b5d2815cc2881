//! Buckets that belong to clusters of flops: a hand's bucket is a number within the cluster of the flop it is played
//! on.
//!
//! A bucket file identifies a hand by its hole cards and the set of board cards, which may have begun with any of 4
//! flops on the turn and any of 10 on the river. So it keeps a class for every hand and, for every cluster, the bucket
//! that each class has there: two look-ups instead of one, and a few megabytes instead of ten times the file.

use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::BoardFirst;
use evaluator::round::Round;

use super::table::Bucket;
use crate::error::TableError;
use crate::file::array::{ArrayFile, ElementType};
use crate::file::header::Section;
use crate::file::writer::ArrayWriter;

/// Flops up to suit permutation, the most clusters there can be: 1,755 in the full deck.
pub fn flops(deck: Deck) -> usize {
    BoardFirst::of(deck, Round::Flop).boards()
}

/// The most classes of hands: the bucket of each is kept for every cluster, in 16 bits.
const MAX_CLASSES: usize = 1 << 16;

/// The section that such files have in place of `buckets`.
pub(crate) const CLASSES: &str = "classes";
const FLOP_CLUSTERS: &str = "flop_clusters";
const FIRST_BUCKETS: &str = "first_buckets";
const BUCKET_OF_CLASS: &str = "bucket_of_class";

/// Clusters of flops with buckets of their own: what is written, and what is read straight from the map.
#[derive(Clone, Copy, Debug)]
pub struct PublicClusters<'a> {
    pub deck: Deck,
    /// The cluster of each canonical flop, by the number of its board.
    pub flop_clusters: &'a [u16],
    /// The first bucket of each cluster, followed by the number of buckets.
    pub first_buckets: &'a [u32],
    /// `[cluster][class]`: the bucket within the cluster.
    pub bucket_of_class: &'a [u16],
}

impl<'a> PublicClusters<'a> {
    pub fn count(&self) -> usize {
        self.first_buckets.len().saturating_sub(1)
    }

    /// How many classes of hands there are.
    pub fn classes(&self) -> usize {
        self.bucket_of_class.len().checked_div(self.count()).unwrap_or(0)
    }

    /// The cluster of an actual flop; `None` in a damaged file.
    ///
    /// # Panics
    /// May panic if there are not three cards.
    pub fn cluster_of(&self, flop: CardSet) -> Option<usize> {
        debug_assert_eq!(flop.len(), 3);
        let (number, _) = BoardFirst::of(self.deck, Round::Flop).board_index(flop);
        let cluster = usize::from(*self.flop_clusters.get(number)?);
        (cluster < self.count()).then_some(cluster)
    }

    /// The cluster that a bucket belongs to; `None` for a bucket that does not exist.
    pub fn cluster_of_bucket(&self, bucket: u32) -> Option<usize> {
        let cluster = self.first_buckets.partition_point(|&first| first <= bucket).checked_sub(1)?;
        (cluster < self.count()).then_some(cluster)
    }

    pub fn cluster(&self, cluster: usize) -> Option<ClusterBuckets<'a>> {
        let &[first, end] = self.first_buckets.get(cluster..cluster + 2)? else { return None };
        let classes = self.classes();
        let bucket_of_class = self.bucket_of_class.get(cluster * classes..(cluster + 1) * classes)?;
        Some(ClusterBuckets { first, end, bucket_of_class })
    }

    /// What is wrong with the clusters, if anything. Leaves out the classes' buckets, which take longest to check.
    fn problem(&self, buckets: usize) -> Option<Problem> {
        let clusters = self.count();
        let ascending = self.first_buckets.is_sorted_by(|before, after| before < after);
        let ends = (self.first_buckets.first(), self.first_buckets.last());
        if !ascending || ends != (Some(&0), Some(&(buckets as u32))) {
            let expected = format!("{clusters} ascending numbers from 0 on, and {buckets} in the end");
            return Some(Problem { section: FIRST_BUCKETS, expected, found: "others".to_owned() });
        }
        let largest = self.flop_clusters.iter().copied().max().unwrap_or(0);
        (usize::from(largest) >= clusters).then(|| Problem {
            section: FLOP_CLUSTERS,
            expected: format!("numbers below {clusters}"),
            found: largest.to_string(),
        })
    }

    /// The first cluster in which a class has a bucket that the cluster does not have.
    fn problem_of_classes(&self) -> Option<Problem> {
        (0..self.count()).filter_map(|number| Some((number, self.cluster(number)?))).find_map(|(number, cluster)| {
            let largest = cluster.bucket_of_class.iter().copied().max().unwrap_or(0);
            (u32::from(largest) >= cluster.buckets()).then(|| Problem {
                section: BUCKET_OF_CLASS,
                expected: format!("numbers below {} in cluster {number}", cluster.buckets()),
                found: largest.to_string(),
            })
        })
    }

    /// What is wrong with clusters that are to be written, in words.
    pub(crate) fn unfit(&self, buckets: usize) -> Option<String> {
        let (clusters, classes) = (self.count(), self.classes());
        let sizes = self.flop_clusters.len() == flops(self.deck)
            && (1..=flops(self.deck)).contains(&clusters)
            && (1..=MAX_CLASSES).contains(&classes)
            && self.bucket_of_class.len() == clusters * classes;
        if !sizes {
            return Some(format!("{clusters} clusters and {classes} classes do not fit their arrays"));
        }
        let problem = self.problem(buckets).or_else(|| self.problem_of_classes())?;
        Some(format!("{}: expected {}, found {}", problem.section, problem.expected, problem.found))
    }

    pub(crate) fn sections(&self) -> [Section; 3] {
        let (clusters, classes) = (self.count() as u64, self.classes() as u64);
        [
            Section::new(FLOP_CLUSTERS, ElementType::U16, &[flops(self.deck) as u64]),
            Section::new(FIRST_BUCKETS, ElementType::U32, &[clusters + 1]),
            Section::new(BUCKET_OF_CLASS, ElementType::U16, &[clusters, classes]),
        ]
    }

    pub(crate) fn write(&self, writer: &mut ArrayWriter) -> Result<(), TableError> {
        writer.write_section(FLOP_CLUSTERS, self.flop_clusters)?;
        writer.write_section(FIRST_BUCKETS, self.first_buckets)?;
        writer.write_section(BUCKET_OF_CLASS, self.bucket_of_class)
    }

    /// The clusters of an opened file; `None` for an ordinary one.
    pub(crate) fn of(file: &'a ArrayFile, deck: Deck) -> Option<Self> {
        Some(Self {
            deck,
            flop_clusters: file.section(FLOP_CLUSTERS).ok()?,
            first_buckets: file.section(FIRST_BUCKETS).ok()?,
            bucket_of_class: file.section(BUCKET_OF_CLASS).ok()?,
        })
    }

    /// Checks the sections against their shapes and against each other; the classes' buckets are read later.
    pub(crate) fn check(file: &'a ArrayFile, deck: Deck, buckets: usize) -> Result<(), TableError> {
        let flops = flops(deck) as u64;
        file.section::<u16>(CLASSES)?;
        file.section_of_shape::<u16>(FLOP_CLUSTERS, &[flops])?;
        let clusters = match file.header().section(BUCKET_OF_CLASS).map(|section| section.shape.as_slice()) {
            Some(&[clusters, classes])
                if (1..=flops).contains(&clusters) && (1..=MAX_CLASSES as u64).contains(&classes) =>
            {
                clusters
            }
            _ => {
                let (what, expected) =
                    (format!("section '{BUCKET_OF_CLASS}'"), format!("1 to {flops} clusters of 1 to 65536 classes"));
                return Err(TableError::shape(file.path(), what, expected, "others"));
            }
        };
        file.section::<u16>(BUCKET_OF_CLASS)?;
        file.section_of_shape::<u32>(FIRST_BUCKETS, &[clusters + 1])?;
        Self::of(file, deck).and_then(|it| it.problem(buckets)).map_or(Ok(()), |problem| Err(problem.error(file)))
    }

    /// Reads all classes' buckets and makes sure that each is one of its cluster's.
    pub(crate) fn check_classes(&self, file: &ArrayFile) -> Result<(), TableError> {
        self.problem_of_classes().map_or(Ok(()), |problem| Err(problem.error(file)))
    }
}

/// A section that does not hold what it should.
struct Problem {
    section: &'static str,
    expected: String,
    found: String,
}

impl Problem {
    fn error(self, file: &ArrayFile) -> TableError {
        TableError::shape(file.path(), format!("section '{}'", self.section), self.expected, self.found)
    }
}

#[derive(Clone, Copy, Debug)]
pub struct ClusterBuckets<'a> {
    /// The first bucket.
    pub first: u32,
    /// The first bucket of the next cluster.
    pub end: u32,
    /// `[class]`: the bucket, counted from the first.
    pub bucket_of_class: &'a [u16],
}

impl ClusterBuckets<'_> {
    /// How many buckets the cluster has.
    pub fn buckets(&self) -> u32 {
        self.end.saturating_sub(self.first)
    }

    /// The bucket of a class; `None` for a class that does not exist and for a damaged entry.
    #[inline]
    pub fn bucket(&self, class: u32) -> Option<Bucket> {
        let bucket = self.first.saturating_add(u32::from(*self.bucket_of_class.get(class as usize)?));
        (bucket < self.end).then_some(Bucket(bucket))
    }
}
