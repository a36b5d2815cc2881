//! A network that learns: minibatch after minibatch, each one step of its optimiser.

use evaluator::processor::{Kernel, Processor};

use super::backward::{Scratch, add_gradient};
use super::examples::Examples;
use super::network::{Layer, Network};
use super::optimiser::{Optimiser, step};
use super::real::Real;

/// A network with all that its training needs to keep.
#[derive(Clone, Debug)]
pub struct Learner<T> {
    /// What it has learned so far.
    pub network: Network<T>,
    /// How many gradient steps it has taken.
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
