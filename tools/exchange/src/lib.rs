//! The forms in which data is exchanged with other programs: arrays as NumPy's `.npy`, all canonical hands in index
//! order; strategies of other programs, and of any caller that specifies how each bucket acts.
//!
//! Every number goes out in the order that `docs/reference/file-formats.md` gives it; nothing is computed here that the
//! rooms below do not compute already.
//!
//! ```
//! use exchange::npy::{NpyWriter, read_numbers};
//!
//! # fn main() -> Result<(), exchange::error::ExchangeError> {
//! # let folder = tempfile::tempdir().unwrap();
//! // What `numpy.load` reads, and what `numpy.save` writes of one number for each hand.
//! let path = folder.path().join("buckets.npy");
//! let mut array = NpyWriter::<u16>::create(&path, &[4])?;
//! array.push([7, 7, 0, 3])?;
//! array.finish()?;
//! assert_eq!(read_numbers(&path, 4)?, [7, 7, 0, 3]);
//! assert!(read_numbers(&path, 5).is_err());
//! # Ok(())
//! # }
//! ```

pub mod arrays;
pub mod bucket_strategy;
pub mod error;
pub mod import_strategy;
pub mod npy;
pub mod pure_cfr_dump;
