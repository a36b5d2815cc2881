//! Small networks written by hand: fully connected layers with ReLU between them, softmax or squared error at the end.
//!
//! Three layers need no framework (`docs/companions.md` has the comparison). Inputs are sparse rows ([`examples`]):
//! cards are bits, and a hand shows seven of them. Everything is generic over `Real`, so that the gradient of
//! the code that trains in `f32` is checked in `f64` against finite differences. Hot loops run through
//! [`evaluator::processor::Kernel`]; they multiply and add in one order, whatever the processor.
//!
//! ```
//! use companions::mlp::examples::{Examples, Target};
//! use companions::mlp::network::{Network, Output};
//! use companions::mlp::training::Optimiser;
//! use companions::mlp::training::Learner;
//!
//! // The first input alone says which of two actions is right.
//! let mut examples = Examples::<f32>::new(2);
//! for number in 0..64u32 {
//!     let inputs = [(0, (number % 2) as f32), (1, 0.5)];
//!     examples.push(inputs, Target::Action { chosen: (number % 2) as u8, legal: 0b11 });
//! }
//! let network = Network::he(&[2, 8, 2], Output::Actions, 1);
//! let mut learner = Learner::new(network, Optimiser::Sgd { rate: 0.1 }, 16);
//! let all: Vec<u32> = (0..64).collect();
//! for _ in 0..100 {
//!     learner.learn(&examples, &all);
//! }
//! assert_eq!(learner.network.accuracy(&examples, &all), 1.0);
//! ```

pub mod examples;
pub mod network;
pub mod training;
