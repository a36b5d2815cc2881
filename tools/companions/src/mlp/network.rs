//! A network: its layers, how they begin, and how well it predicts.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::examples::{Examples, Target};
use super::real::Real;
use crate::streams::normal;

/// What the last layer means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Output {
    /// A softmax over the legal actions; trained on cross-entropy.
    Actions,
    /// One number; trained on half the squared error.
    Number,
}

/// The weights of one layer: `weights[input * outputs + output]`.
#[derive(Clone, PartialEq, Debug)]
pub struct Layer<T> {
    /// How many numbers come in.
    pub inputs: usize,
    /// How many go out.
    pub outputs: usize,
    /// One row for each input.
    pub weights: Vec<T>,
    /// One for each output.
    pub biases: Vec<T>,
}

impl<T: Real> Layer<T> {
    /// A layer of zeros.
    pub fn zeros(inputs: usize, outputs: usize) -> Self {
        Self { inputs, outputs, weights: vec![T::default(); inputs * outputs], biases: vec![T::default(); outputs] }
    }

    /// The weights of an input.
    #[inline(always)]
    pub fn row(&self, input: usize) -> &[T] {
        &self.weights[input * self.outputs..(input + 1) * self.outputs]
    }

    /// The same, to be changed.
    #[inline(always)]
    pub fn row_mut(&mut self, input: usize) -> &mut [T] {
        &mut self.weights[input * self.outputs..(input + 1) * self.outputs]
    }
}

/// Layers one after another, with ReLU between them.
#[derive(Clone, PartialEq, Debug)]
pub struct Network<T> {
    /// From the inputs to the answer.
    pub layers: Vec<Layer<T>>,
    /// What the answer means.
    pub output: Output,
}

impl<T: Real> Network<T> {
    /// A network of these widths with biases of 0 and normal weights of variance `2 / inputs` (He et al. 2015).
    pub fn he(widths: &[usize], output: Output, seed: u64) -> Self {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut network = Self::zeros(widths, output);
        for layer in &mut network.layers {
            let deviation = (2.0 / layer.inputs as f64).sqrt();
            for weight in &mut layer.weights {
                *weight = T::of(deviation * normal(&mut dice));
            }
        }
        network
    }

    /// A network whose every weight is 0.
    pub fn zeros(widths: &[usize], output: Output) -> Self {
        let layers = widths.windows(2).map(|pair| Layer::zeros(pair[0], pair[1])).collect();
        Self { layers, output }
    }

    /// How many numbers the answer has.
    pub fn outputs(&self) -> usize {
        self.layers.last().map_or(0, |layer| layer.outputs)
    }

    /// The share of examples whose action is the most probable one; the first of equals.
    pub fn accuracy(&self, examples: &Examples<T>, numbers: &[u32]) -> f64 {
        let answers = self.answers(examples, numbers);
        let is_right = |&(&number, answer): &(&u32, &[T])| match examples.target(number) {
            Target::Action { chosen, .. } => most_probable(answer) == usize::from(chosen),
            Target::Number(_) => false,
        };
        let right = numbers.iter().zip(answers.chunks_exact(self.outputs())).filter(is_right);
        right.count() as f64 / numbers.len().max(1) as f64
    }

    /// The natural logarithm of each action's probability, none below that of one in a million.
    pub fn log_likelihoods(&self, examples: &Examples<T>, numbers: &[u32]) -> Vec<f64> {
        let answers = self.answers(examples, numbers);
        let each = numbers.iter().zip(answers.chunks_exact(self.outputs()));
        let probability = |(&number, answer): (&u32, &[T])| match examples.target(number) {
            Target::Action { chosen, .. } => answer[usize::from(chosen)].as_f64(),
            Target::Number(_) => 0.0,
        };
        each.map(|pair| probability(pair).max(LEAST_PROBABILITY).ln()).collect()
    }

    /// The mean squared error of numbers.
    pub fn squared_error(&self, examples: &Examples<T>, numbers: &[u32]) -> f64 {
        let answers = self.answers(examples, numbers);
        let errors = numbers.iter().zip(&answers).map(|(&number, answer)| match examples.target(number) {
            Target::Number(right) => (answer.as_f64() - right.as_f64()).powi(2),
            Target::Action { .. } => 0.0,
        });
        errors.sum::<f64>() / numbers.len().max(1) as f64
    }
}

/// Nothing is taken to be rarer than this, for one surprise must not outweigh a million decisions.
pub const LEAST_PROBABILITY: f64 = 1e-6;

/// The number of the largest; the first of equals.
pub fn most_probable<T: PartialOrd>(answer: &[T]) -> usize {
    let mut best = 0;
    for (number, value) in answer.iter().enumerate() {
        if *value > answer[best] {
            best = number;
        }
    }
    best
}
