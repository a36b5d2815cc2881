//! From the error of an answer back to the gradient of every weight.

use super::examples::{Examples, Target};
use super::forward::{Activations, add_scaled, forward};
use super::network::{Layer, Network};
use super::real::Real;

/// How many sums of a dot product run side by side: their order is fixed, whatever the processor.
const LANES: usize = 16;

/// Room for one example on its way through a network and back.
#[derive(Clone, Debug)]
pub struct Scratch<T> {
    activations: Activations<T>,
    /// The derivative of the loss by what goes into each layer's ReLU, or into the softmax.
    deltas: Vec<Vec<T>>,
}

impl<T: Real> Scratch<T> {
    /// The scratch space for a network.
    pub fn of(network: &Network<T>) -> Self {
        let activations = Activations::of(network);
        let deltas = activations.0.clone();
        Self { activations, deltas }
    }
}

/// Adds the gradient of one example's loss to `gradients`, a network's worth of layers.
#[inline(always)]
pub(super) fn add_gradient<T: Real>(
    network: &Network<T>,
    examples: &Examples<T>,
    number: u32,
    scratch: &mut Scratch<T>,
    gradients: &mut [Layer<T>],
) {
    let Scratch { activations, deltas } = scratch;
    forward(network, examples, number, activations);
    let last = network.layers.len() - 1;
    // Softmax with cross-entropy and a number with half the squared error have one derivative: answer less target.
    deltas[last].copy_from_slice(&activations.0[last]);
    match examples.target(number) {
        Target::Action { chosen, .. } => {
            let of_chosen = &mut deltas[last][usize::from(chosen)];
            *of_chosen = *of_chosen - T::of(1.0);
        }
        Target::Number(right) => deltas[last][0] = deltas[last][0] - right,
    }
    for place in (1..=last).rev() {
        let (before, here) = deltas.split_at_mut(place);
        let (earlier, delta, inputs) = (&mut before[place - 1], &here[0], &activations.0[place - 1]);
        let (layer, gradient) = (&network.layers[place], &mut gradients[place]);
        add_scaled(&mut gradient.biases, T::of(1.0), delta);
        for (input, &value) in inputs.iter().enumerate() {
            add_scaled(gradient.row_mut(input), value, delta);
            // Where ReLU is flat, the gradient is zero.
            earlier[input] = if value > T::default() { dot(layer.row(input), delta) } else { T::default() };
        }
    }
    let (places, values) = examples.inputs(number);
    add_scaled(&mut gradients[0].biases, T::of(1.0), &deltas[0]);
    for (&place, &value) in places.iter().zip(values) {
        add_scaled(gradients[0].row_mut(usize::from(place)), value, &deltas[0]);
    }
}

#[inline(always)]
fn dot<T: Real>(one: &[T], other: &[T]) -> T {
    let mut sums = [T::default(); LANES];
    let (ones, others) = (one.chunks_exact(LANES), other.chunks_exact(LANES));
    let mut sum = T::default();
    for (&one, &other) in ones.remainder().iter().zip(others.remainder()) {
        sum += one * other;
    }
    for (one, other) in ones.zip(others) {
        for lane in 0..LANES {
            sums[lane] += one[lane] * other[lane];
        }
    }
    for lane in sums {
        sum += lane;
    }
    sum
}
