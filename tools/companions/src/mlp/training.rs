//! A network that learns: minibatch after minibatch, each one step against the gradient.

use evaluator::processor::{Kernel, Processor};

use super::{Example, Layer, Network, Target, add_scaled};

/// How a gradient moves the weights; rates are learning rates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Optimiser {
    Sgd {
        rate: f64,
    },
    /// Each weight's step is divided by the root of a running mean of its squared gradients, of which a share `decay`
    /// stays after a step (Tieleman and Hinton 2012).
    RmsProp {
        rate: f64,
        decay: f64,
    },
}

/// Keeps a division by a gradient of zero finite.
const FLOOR: f64 = 1e-7;
/// How many sums of a dot product run side by side: their order is fixed, whatever the processor.
const LANES: usize = 16;

#[derive(Clone, Debug)]
pub struct Learner {
    pub network: Network,
    pub steps: u64,
    optimiser: Optimiser,
    batch: usize,
    gradients: Vec<Layer>,
    squares: Vec<Layer>,
    activations: Vec<Vec<f32>>,
    /// The derivative of the loss by what goes into each layer's ReLU, or into the softmax.
    deltas: Vec<Vec<f32>>,
}

impl Learner {
    /// A learner that takes a step after every `batch` examples (at least 1).
    pub fn new(network: Network, optimiser: Optimiser, batch: usize) -> Self {
        let zeros: Vec<Layer> = network.layers.iter().map(Layer::zeroed).collect();
        Self {
            steps: 0,
            optimiser,
            batch: batch.max(1),
            gradients: zeros.clone(),
            squares: zeros,
            activations: network.room(),
            deltas: network.room(),
            network,
        }
    }

    /// Learns from examples in this order; a remainder smaller than a batch is a step of its own.
    pub fn learn(&mut self, examples: &[Example], order: &[u32]) {
        self.learn_by(Processor::detect(), examples, order);
    }

    pub fn learn_by(&mut self, processor: Processor, examples: &[Example], order: &[u32]) {
        processor.run(Batches { learner: self, examples, order });
    }

    /// The gradient of the sum of the examples' losses, layer by layer.
    pub fn gradient(&mut self, examples: &[Example], numbers: &[u32]) -> Vec<Layer> {
        numbers.iter().for_each(|&number| self.add_gradient(&examples[number as usize]));
        let zeros = self.network.layers.iter().map(Layer::zeroed).collect();
        std::mem::replace(&mut self.gradients, zeros)
    }

    #[inline(always)]
    fn add_gradient(&mut self, example: &Example) {
        let Self { network, gradients, activations, deltas, .. } = self;
        network.forward(example, activations);
        let last = network.layers.len() - 1;
        // Softmax with cross-entropy and a number with half the squared error have one derivative: answer less target.
        deltas[last].copy_from_slice(&activations[last]);
        match example.target {
            Target::Action { chosen, .. } => deltas[last][usize::from(chosen)] -= 1.0,
            Target::Number(right) => deltas[last][0] -= right,
        }
        for place in (1..=last).rev() {
            let (before, here) = deltas.split_at_mut(place);
            let (earlier, delta, inputs) = (&mut before[place - 1], &here[0], &activations[place - 1]);
            let (layer, gradient) = (&network.layers[place], &mut gradients[place]);
            add_scaled(&mut gradient.biases, 1.0, delta);
            for (input, &value) in inputs.iter().enumerate() {
                add_scaled(gradient.row_mut(input), value, delta);
                // Where ReLU is flat, the gradient is zero.
                earlier[input] = if value > 0.0 { dot(layer.row(input), delta) } else { 0.0 };
            }
        }
        add_scaled(&mut gradients[0].biases, 1.0, &deltas[0]);
        for &(place, value) in &example.inputs {
            add_scaled(gradients[0].row_mut(usize::from(place)), value, &deltas[0]);
        }
    }

    /// Moves all weights by the mean gradient over `batch` examples, and clears it.
    #[inline(always)]
    fn step(&mut self, batch: usize) {
        let share = (1.0 / batch as f64) as f32;
        let layers = self.network.layers.iter_mut().zip(&mut self.gradients).zip(&mut self.squares);
        for ((layer, gradient), squares) in layers {
            move_all(self.optimiser, share, &mut layer.weights, &mut gradient.weights, &mut squares.weights);
            move_all(self.optimiser, share, &mut layer.biases, &mut gradient.biases, &mut squares.biases);
        }
        self.steps += 1;
    }
}

#[inline(always)]
fn move_all(optimiser: Optimiser, share: f32, weights: &mut [f32], gradients: &mut [f32], squares: &mut [f32]) {
    match optimiser {
        Optimiser::Sgd { rate } => {
            let factor = rate as f32 * share;
            for (weight, gradient) in weights.iter_mut().zip(gradients) {
                *weight -= factor * *gradient;
                *gradient = 0.0;
            }
        }
        Optimiser::RmsProp { rate, decay } => {
            let (rate, kept, taken, floor) = (rate as f32, decay as f32, (1.0 - decay) as f32, FLOOR as f32);
            for ((weight, gradient), square) in weights.iter_mut().zip(gradients).zip(squares) {
                let slope = *gradient * share;
                *square = kept * *square + taken * slope * slope;
                *weight -= rate * slope / (square.sqrt() + floor);
                *gradient = 0.0;
            }
        }
    }
}

#[inline(always)]
fn dot(one: &[f32], other: &[f32]) -> f32 {
    let (ones, others) = (one.chunks_exact(LANES), other.chunks_exact(LANES));
    let mut sum = 0.0;
    for (&one, &other) in ones.remainder().iter().zip(others.remainder()) {
        sum += one * other;
    }
    let mut sums = [0.0; LANES];
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

struct Batches<'a> {
    learner: &'a mut Learner,
    examples: &'a [Example],
    order: &'a [u32],
}

impl Kernel for Batches<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for numbers in self.order.chunks(self.learner.batch) {
            for &number in numbers {
                self.learner.add_gradient(&self.examples[number as usize]);
            }
            self.learner.step(numbers.len());
        }
    }
}
