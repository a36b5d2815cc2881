//! Cards on the table: dealing them, boards up to the names of suits, and how a player's abstraction sees a board.

pub mod buckets;
pub mod card_rules;
pub mod cohorts;
pub(crate) mod dealt_board;
pub(crate) mod fine_buckets;
pub(crate) mod lossless_buckets;
pub(crate) mod overlap;
pub(crate) mod stored_buckets;
pub(crate) mod territories;

pub use buckets::{BucketRow, Buckets, HandBuckets, OneBucket, hand_index};
pub use card_rules::{CONTESTANT_NUMBERS, CardRules};
pub use cohorts::Cohorts;
pub use dealt_board::{BoardOrbit, DealtBoard};
pub use fine_buckets::FineBuckets;
pub use lossless_buckets::{LosslessBuckets, require_listable};
pub use overlap::Overlap;
pub use stored_buckets::StoredBuckets;
pub use territories::Territories;
