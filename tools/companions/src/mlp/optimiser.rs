//! How a gradient moves the weights: plain stochastic gradient descent, or RMSProp.

use super::network::Layer;
use super::real::Real;

/// A rule with its numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Optimiser {
    /// Stochastic gradient descent.
    Sgd {
        /// The learning rate.
        rate: f64,
    },
    /// Each weight's step is divided by the root of a running mean of its squared gradients (Tieleman and Hinton 2012).
    RmsProp {
        /// The learning rate.
        rate: f64,
        /// How much of the running mean stays after a step, in 0..1.
        decay: f64,
    },
}

/// Keeps a division by a gradient of zero finite.
const FLOOR: f64 = 1e-7;

/// Moves all weights by the sum of gradients over a batch, and clears that sum. `squares` are the running means of
/// RMSProp.
#[inline(always)]
pub(super) fn step<T: Real>(
    optimiser: Optimiser,
    batch: usize,
    layers: &mut [Layer<T>],
    gradients: &mut [Layer<T>],
    squares: &mut [Layer<T>],
) {
    let share = T::of(1.0 / batch as f64);
    for ((layer, gradient), squares) in layers.iter_mut().zip(gradients).zip(squares) {
        move_all(optimiser, share, &mut layer.weights, &mut gradient.weights, &mut squares.weights);
        move_all(optimiser, share, &mut layer.biases, &mut gradient.biases, &mut squares.biases);
    }
}

#[inline(always)]
fn move_all<T: Real>(optimiser: Optimiser, share: T, weights: &mut [T], gradients: &mut [T], squares: &mut [T]) {
    match optimiser {
        Optimiser::Sgd { rate } => {
            let factor = T::of(rate) * share;
            for (weight, gradient) in weights.iter_mut().zip(gradients) {
                *weight = *weight - factor * *gradient;
                *gradient = T::default();
            }
        }
        Optimiser::RmsProp { rate, decay } => {
            let (rate, kept, taken, floor) = (T::of(rate), T::of(decay), T::of(1.0 - decay), T::of(FLOOR));
            for ((weight, gradient), square) in weights.iter_mut().zip(gradients).zip(squares) {
                let slope = *gradient * share;
                *square = kept * *square + taken * slope * slope;
                *weight = *weight - rate * slope / (square.root() + floor);
                *gradient = T::default();
            }
        }
    }
}
