//! Fuzzy inference by Mamdani's method: triangles, minimum and maximum, centre of gravity; and consequents left to
//! chance.
//!
//! Mamdani & Assilian (1975): a rule fires as strongly as its weakest condition holds, each consequent set is cut off
//! at the strongest rule that names it, and the answer is the centre of gravity of what is left of all sets together.
//!
//! ```
//! use companions::fuzzy::{Clipped, Triangle, centroid};
//!
//! let (low, high) = (Triangle::new(0.0, 1.0), Triangle::new(1.0, 1.0));
//! let even = centroid((0.0, 1.0), &[Clipped { set: low, strength: 0.3 }, Clipped { set: high, strength: 0.3 }]);
//! assert!((even.unwrap() - 0.5).abs() < 1e-12);
//! ```

pub mod chance;
pub mod mamdani;
pub mod sets;

pub use chance::{Consequent, expected_centroid};
pub use mamdani::{Clipped, centroid};
pub use sets::Triangle;
