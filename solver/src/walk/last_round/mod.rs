//! The last round of any betting: the fast form of [`up`](super::up), a few times faster than the walk end by end, and
//! the same for training, best response and expected value.
//!
//! ```text
//! reach by cohort, and by card within it             card_sums      a cohort: equally strong, in the same bucket
//! × how the opponent plays to each end, by bucket    end_products
//! = weights by card at each exit                     card_sums
//! → worth of the ends, group by group of strength    sweep          for replies: respond, linear, keep_ends
//! ```
//!
//! [`end_table`] says which ends there are and how their values become one, [`step`] what they mean to a player, and
//! [`end_stakes`] what they are worth in chips.

/// Does something for each of at most five columns, written out one after the other: a loop over columns around one
/// over lanes is taken for a loop over both, and then comes out as anything but vector instructions.
macro_rules! for_columns {
    ($width:expr, $column:ident, $body:block) => {{
        const { assert!($width <= 5) };
        for_columns!(@ $width, $column, $body, 0 1 2 3 4);
    }};
    (@ $width:expr, $column:ident, $body:block, $($number:literal)*) => {$(
        if $width > $number {
            let $column = $number;
            $body
        }
    )*};
}

pub(crate) mod against;
pub(crate) mod card_sums;
pub(crate) mod end_products;
pub(crate) mod end_stakes;
pub(crate) mod end_table;
pub(crate) mod free_table;
pub(crate) mod keep_ends;
pub(crate) mod linear;
pub(crate) mod respond;
pub(crate) mod shapes;
pub(crate) mod step;
pub(crate) mod sweep;
pub mod values;

pub(crate) use against::{Against, SweepMemory};
pub(crate) use end_products::{EndProducts, EndsOfBuckets, FreeProbabilities};
pub(crate) use end_stakes::EndStakes;
pub(crate) use free_table::{FreeTable, ProductsMemory};
pub(crate) use keep_ends::{KeepEnds, OwnEnds, numbers_of_place};
pub(crate) use linear::OwnPlay;
pub(crate) use respond::{KeepChoices, Respond};
pub(crate) use shapes::{EndsOfShape, LastRound};
pub use values::{LastRoundAt, LastRoundMemory, LastRoundValues, Precision};
