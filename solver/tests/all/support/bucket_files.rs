//! Bucket files of hold'em that have nothing to do with strength. A set is 280 MB: made once a
//! run among the products of the build, where a folder that nobody removes would not fill the disk.

use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::hand_strength::HandStrength;
use evaluator::round::Round;
use serde_json::json;
use solver::run::TrainingBuckets;
use solver::train::Opponent;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tables::buckets::public_clusters::{PublicClusters, flops};
use tables::buckets::set::BucketSet;
use tables::buckets::table::{BucketTable, BucketTableContents, hands_of_round};

use super::mix;

/// The files of flop, turn and river.
pub struct BucketFiles {
    pub paths: [PathBuf; 3],
}

/// In the files whose hands on all flops share buckets.
pub const BUCKETS: usize = 8;

/// Where the buckets of each cluster of flops begin in the files with buckets of their own for each: five clusters of
/// different numbers of buckets.
pub const FIRST_BUCKETS: [u32; 6] = [0, 7, 12, 30, 31, 40];
const CLASSES: usize = 64;

/// The class of a hand, the same on all flops.
pub fn class_of_hand(hand: u64) -> usize {
    mix(hand) as usize % CLASSES
}

/// The deck of 20 cards.
pub fn small_deck() -> Deck {
    Deck::try_from(20).unwrap()
}

pub fn cluster_of_flop(flop: usize) -> usize {
    mix(flop as u64 ^ 77) as usize % 5
}

pub fn bucket_of_class(cluster: usize, class: usize) -> u32 {
    let buckets = FIRST_BUCKETS[cluster + 1] - FIRST_BUCKETS[cluster];
    FIRST_BUCKETS[cluster] + (mix((class as u64) << 8 | cluster as u64) % u64::from(buckets)) as u32
}

impl BucketFiles {
    /// Files whose hands on all flops share eight buckets.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<BucketFiles> = OnceLock::new();
        SHARED.get_or_init(|| Self::made("training-buckets", |folder, round| Self::make_round(folder, round, 1)))
    }

    /// The same with the deck of 20 cards, for what does not depend on how large the game is.
    pub fn small_shared() -> &'static Self {
        static SHARED: OnceLock<BucketFiles> = OnceLock::new();
        let make = |folder: &Path, round: Round| Self::make_round_of(small_deck(), folder, round, 1);
        SHARED.get_or_init(|| Self::made("small-training-buckets", make))
    }

    /// Files whose buckets belong to clusters of flops.
    pub fn local() -> &'static Self {
        static LOCAL: OnceLock<BucketFiles> = OnceLock::new();
        LOCAL.get_or_init(|| Self::make_local("public-buckets", Deck::FULL))
    }

    /// The same with the deck of 20 cards.
    pub fn small_local() -> &'static Self {
        static LOCAL: OnceLock<BucketFiles> = OnceLock::new();
        LOCAL.get_or_init(|| Self::make_local("small-public-buckets", small_deck()))
    }

    fn make_local(name: &str, deck: Deck) -> Self {
        let flop_clusters: Vec<u16> = (0..flops(deck)).map(|flop| cluster_of_flop(flop) as u16).collect();
        let of_class = |it: usize| bucket_of_class(it / CLASSES, it % CLASSES) - FIRST_BUCKETS[it / CLASSES];
        let clusters = PublicClusters {
            deck,
            flop_clusters: &flop_clusters,
            first_buckets: &FIRST_BUCKETS,
            bucket_of_class: &(0..5 * CLASSES).map(|it| of_class(it) as u16).collect::<Vec<_>>(),
        };
        Self::made(name, |folder, round| {
            let path = folder.join(format!("{round}.buckets"));
            let classes: Vec<u32> = (0..hands_of_round(deck, round)).map(|hand| class_of_hand(hand) as u32).collect();
            Self::write_of(deck, &path, round, 0, 40, &classes, Some(&clusters));
            path
        })
    }

    /// Files of the deck of 20 cards: the hands of a street in eight buckets, by what they are so far.
    pub fn small() -> &'static Self {
        static SMALL: OnceLock<BucketFiles> = OnceLock::new();
        SMALL.get_or_init(|| {
            let deck = small_deck();
            Self::made("small-buckets", |folder, round| {
                let path = folder.join(format!("{round}.buckets"));
                let index = BoardFirst::of(deck, round);
                let strength = |hand| {
                    let (hole, board) = index.unindex(HandIndex(hand)).unwrap();
                    HandStrength::of(hole.card_set() | board)
                };
                let strengths: Vec<HandStrength> = (0..index.hands()).map(strength).collect();
                let mut sorted = strengths.clone();
                sorted.sort_unstable();
                let place = |strength: &HandStrength| sorted.partition_point(|it| it < strength);
                let buckets: Vec<u32> =
                    strengths.iter().map(|it| (place(it) * BUCKETS / sorted.len()) as u32).collect();
                Self::write_of(deck, &path, round, 1, BUCKETS, &buckets, None);
                path
            })
        })
    }

    fn made(name: &str, round: impl Fn(&Path, Round) -> PathBuf) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Self { paths: [Round::Flop, Round::Turn, Round::River].map(|it| round(&folder, it)) }
    }

    pub fn make_round(folder: &Path, round: Round, salt: u64) -> PathBuf {
        Self::make_round_of(Deck::FULL, folder, round, salt)
    }

    pub fn make_round_of(deck: Deck, folder: &Path, round: Round, salt: u64) -> PathBuf {
        let path = folder.join(format!("{round}-{salt}.buckets"));
        // One multiplication a hand; the high bits of a product with an odd number are even enough.
        let bucket = |hand: u64| ((hand + salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 61) as u32;
        let buckets: Vec<u32> = (0..hands_of_round(deck, round)).map(bucket).collect();
        Self::write_of(deck, &path, round, salt, BUCKETS, &buckets, None);
        path
    }

    /// Writes the buckets of all hands of a round, or their classes in clusters of flops; only these mean something.
    pub fn write(
        path: &Path,
        round: Round,
        salt: u64,
        count: usize,
        buckets: &[u32],
        clusters: Option<&PublicClusters<'_>>,
    ) {
        Self::write_of(Deck::FULL, path, round, salt, count, buckets, clusters);
    }

    /// The same of another deck.
    fn write_of(
        deck: Deck,
        path: &Path,
        round: Round,
        salt: u64,
        count: usize,
        buckets: &[u32],
        clusters: Option<&PublicClusters<'_>>,
    ) {
        let contents = BucketTableContents {
            deck,
            round,
            recipe: json!({"by": "a product", "salt": salt, "local": clusters.is_some()}),
            parents: Vec::new(),
            facts: json!({}),
            buckets,
            centres: &vec![0.0; count],
            hands_in_bucket: &vec![1; count],
            deals_in_bucket: &vec![1; count],
            mean_strength: &vec![0.5; count],
            cost_per_iteration: &[],
        };
        match clusters {
            Some(clusters) => contents.write_local(path, clusters).unwrap(),
            None => contents.write(path).unwrap(),
        };
    }

    pub fn table(&self, round: Round) -> BucketTable {
        BucketTable::open(&self.paths[round.number() - 1]).unwrap()
    }

    pub fn open(&self) -> BucketSet {
        let [flop, turn, river] = &self.paths;
        BucketSet::open(flop, turn, river).unwrap()
    }

    /// The same files with another one for a round.
    pub fn with(&self, round: Round, path: PathBuf) -> Self {
        let mut paths = self.paths.clone();
        paths[round.number() - 1] = path;
        Self { paths }
    }

    /// With an opponent who sees the files of flop and turn, too, if it has exact cards: what counts here is not how
    /// fine they are.
    pub fn against(&self, opponent: Opponent) -> TrainingBuckets {
        TrainingBuckets::against(self.open(), opponent, None).unwrap()
    }
}
