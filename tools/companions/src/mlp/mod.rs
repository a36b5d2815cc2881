//! Small networks written by hand: fully connected layers with ReLU between them, softmax or squared error at the end.
//!
//! Inputs are sparse rows ([`Example`]): cards are bits, and a hand shows seven of them. Everything is generic over
//! [`Real`], so that the gradient of the code that trains in `f32` is checked in `f64` against finite differences. Hot
//! loops run through [`evaluator::processor::Kernel`]; they multiply and add in one order, whatever the processor.
//!
//! ```
//! use companions::mlp::network::{Network, Output};
//! use companions::mlp::training::{Learner, Optimiser};
//! use companions::mlp::{Example, Target};
//!
//! // The first input alone says which of two actions is right.
//! let example = |number: u32| {
//!     let inputs = [(0, (number % 2) as f32), (1, 0.5)];
//!     Example::new(inputs, Target::Action { chosen: (number % 2) as u8, legal: 0b11 })
//! };
//! let (examples, all): (Vec<_>, Vec<u32>) = (0..64).map(|number| (example(number), number)).unzip();
//! let network = Network::he(&[2, 8, 2], Output::Actions, 1);
//! let mut learner = Learner::new(network, Optimiser::Sgd { rate: 0.1 }, 16);
//! for _ in 0..100 {
//!     learner.learn(&examples, &all);
//! }
//! assert_eq!(learner.network.accuracy(&examples, &all), 1.0);
//! ```

pub mod network;
pub mod training;

use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, Mul, Sub};

/// A floating-point number. Rust never fuses a product with a sum by itself, so results do not depend on the processor.
pub trait Real:
    Copy
    + Default
    + PartialOrd
    + Send
    + Sync
    + Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + AddAssign
    + Into<f64>
{
    fn of(value: f64) -> Self;
    fn root(self) -> Self;
    fn exponential(self) -> Self;
}

macro_rules! real {
    ($($number:ty),*) => {$(
        impl Real for $number {
            #[inline(always)]
            fn of(value: f64) -> Self {
                value as Self
            }
            #[inline(always)]
            fn root(self) -> Self {
                self.sqrt()
            }
            #[inline(always)]
            fn exponential(self) -> Self {
                self.exp()
            }
        }
    )*};
}

real!(f32, f64);

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Target<T> {
    /// The action that was taken, and a bit for each action that could have been (bit `a` for action `a`).
    Action {
        chosen: u8,
        legal: u8,
    },
    Number(T),
}

/// What a network learns from: the inputs that are not 0, by place, and the answer that was right.
#[derive(Clone, PartialEq, Debug)]
pub struct Example<T> {
    pub(super) inputs: Box<[(u16, T)]>,
    pub target: Target<T>,
}

impl<T: Real> Example<T> {
    /// An example; inputs that are not named are 0.
    pub fn new(inputs: impl IntoIterator<Item = (usize, T)>, target: Target<T>) -> Self {
        let inputs = inputs.into_iter().filter(|&(_, value)| value != T::default());
        Self { inputs: inputs.map(|(place, value)| (place as u16, value)).collect(), target }
    }
}
