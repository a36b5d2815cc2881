//! Which hands are alike: strength features, opponent clusters and k-means buckets.
//!
//! [`build_buckets`] makes a street's bucket file from a [`recipe`]; below it are the [`features`] of hands and the
//! [`clustering`] of rows of numbers, which is useful without cards, too:
//!
//! ```
//! use abstraction::clustering::{KMeansSettings, WeightedRows, fit};
//! use abstraction::distance::Distance;
//! use abstraction::features::hand_strength_distribution::distribution_of_hand;
//! use evaluator::card::parse_cards;
//! use evaluator::card_set::CardSet;
//! use evaluator::deck::Deck;
//! use evaluator::holding::Holding;
//! use std::ops::ControlFlow;
//!
//! // Four hands on one turn, each as the cumulative histogram of its strength on the 46 rivers.
//! let board = CardSet::of(&parse_cards("4d5d9d2h").unwrap());
//! let histogram = |hole: &str| {
//!     let hole = parse_cards(hole).unwrap();
//!     let (counts, _) = distribution_of_hand(Deck::FULL, Holding::new(hole[0], hole[1]).unwrap(), board, 50);
//!     counts.iter().scan(0, |sum, &count| { *sum += count as u16; Some(*sum) }).collect::<Vec<u16>>()
//! };
//! let rows: Vec<u16> = ["AsAc", "KsKc", "Jc7s", "Tc7s"].into_iter().flat_map(histogram).collect();
//! let weights = [6, 6, 12, 12];
//!
//! // The earth mover's distance of cumulative histograms: two overpairs, two hands with little.
//! let rows = WeightedRows::new(50, &rows, &weights)?;
//! let clusters = fit(&rows, &KMeansSettings::new(2, Distance::EarthMover, 1), &mut |_| ControlFlow::Continue(()))?;
//! assert_eq!(clusters.assignment[0], clusters.assignment[1]);
//! assert_eq!(clusters.assignment[2], clusters.assignment[3]);
//! assert_ne!(clusters.assignment[0], clusters.assignment[2]);
//! # Ok::<_, abstraction::clustering::ClusteringError>(())
//! ```

pub mod build_buckets;
pub mod cluster_file;
pub mod clustering;
pub mod distance;
pub mod error;
pub mod estimate;
pub mod explain;
pub mod features;
mod group_hands;
pub mod import_buckets;
pub mod public;
pub mod recipe;
pub mod street;
