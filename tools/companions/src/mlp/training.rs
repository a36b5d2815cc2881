//! A network that learns: minibatch after minibatch, each one step of its optimiser.
//!
//! How a gradient moves the weights: plain stochastic gradient descent, or RMSProp.
//!
//! From the error of an answer back to the gradient of every weight.

use evaluator::processor::{Kernel, Processor};

use super::examples::{Examples, Real, Target};
use super::network::{Activations, Layer, Network, add_scaled, forward};

/// A network with all that its training needs to keep.
#[derive(Clone, Debug)]
pub struct Learner<T> {
    pub network: Network<T>,
    pub steps: u64,
    optimiser: Optimiser,
    batch: usize,
    gradients: Vec<Layer<T>>,
    squares: Vec<Layer<T>>,
    scratch: Scratch<T>,
}

impl<T: Real> Learner<T> {
    /// A learner that takes a step after every `batch` examples (at least 1).
    pub fn new(network: Network<T>, optimiser: Optimiser, batch: usize) -> Self {
        let gradients: Vec<_> = network.layers.iter().map(|it| Layer::zeros(it.inputs, it.outputs)).collect();
        let (squares, scratch) = (gradients.clone(), Scratch::of(&network));
        Self { network, steps: 0, optimiser, batch: batch.max(1), gradients, squares, scratch }
    }

    /// Learns from examples in this order; a remainder smaller than a batch is a step of its own.
    pub fn learn(&mut self, examples: &Examples<T>, order: &[u32]) {
        self.learn_by(Processor::detect(), examples, order);
    }

    /// The same as compiled for one instruction set.
    pub fn learn_by(&mut self, processor: Processor, examples: &Examples<T>, order: &[u32]) {
        processor.run(Batches { learner: self, examples, order });
    }

    /// The gradient of the sum of the examples' losses, layer by layer.
    pub fn gradient(&mut self, examples: &Examples<T>, numbers: &[u32]) -> Vec<Layer<T>> {
        let mut sum: Vec<_> = self.gradients.iter().map(|it| Layer::zeros(it.inputs, it.outputs)).collect();
        for &number in numbers {
            add_gradient(&self.network, examples, number, &mut self.scratch, &mut sum);
        }
        sum
    }
}

struct Batches<'a, T> {
    learner: &'a mut Learner<T>,
    examples: &'a Examples<T>,
    order: &'a [u32],
}

impl<T: Real> Kernel for Batches<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Learner { network, steps, optimiser, batch, gradients, squares, scratch } = self.learner;
        for numbers in self.order.chunks(*batch) {
            for &number in numbers {
                add_gradient(network, self.examples, number, scratch, gradients);
            }
            step(*optimiser, numbers.len(), &mut network.layers, gradients, squares);
            *steps += 1;
        }
    }
}

/// A rule with its numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Optimiser {
    /// Stochastic gradient descent.
    Sgd { rate: f64 },
    /// Each weight's step is divided by the root of a running mean of its squared gradients (Tieleman and Hinton 2012).
    RmsProp {
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
