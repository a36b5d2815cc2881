//! Small networks written by hand: fully connected layers with ReLU between them, softmax or squared error at the end.
//!
//! Three layers need no framework (`docs/companions.md` has the comparison). Inputs are sparse rows ([`Example`]):
//! cards are bits, and a hand shows seven of them. Hot loops run through [`evaluator::processor::Kernel`]; they
//! multiply and add in one order, and Rust never fuses a product with a sum by itself: results do not depend on the
//! processor.
//!
//! ```
//! use companions::mlp::{Network, Output};
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

pub mod training;

use evaluator::processor::{Kernel, Processor};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::streams::normal;

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Target {
    /// The action that was taken, and a bit for each action that could have been (bit `a` for action `a`).
    Action {
        chosen: u8,
        legal: u8,
    },
    Number(f32),
}

/// What a network learns from: the inputs that are not 0, by place, and the answer that was right.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    pub inputs: Box<[(u16, f32)]>,
    pub target: Target,
}

impl Example {
    pub fn new(inputs: impl IntoIterator<Item = (usize, f32)>, target: Target) -> Self {
        let inputs = inputs.into_iter().filter(|&(_, value)| value != 0.0);
        Self { inputs: inputs.map(|(place, value)| (place as u16, value)).collect(), target }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Output {
    /// A softmax over the legal actions; trained on cross-entropy.
    Actions,
    /// One number; trained on half the squared error.
    Number,
}

/// The weights of one layer: `weights[input * outputs + output]`.
#[derive(Clone, PartialEq, Debug)]
pub struct Layer {
    pub(super) outputs: usize,
    pub weights: Vec<f32>,
    pub biases: Vec<f32>,
}

impl Layer {
    pub(super) fn zeroed(&self) -> Self {
        Self::zeros(self.weights.len() / self.outputs, self.outputs)
    }

    fn zeros(inputs: usize, outputs: usize) -> Self {
        Self { outputs, weights: vec![0.0; inputs * outputs], biases: vec![0.0; outputs] }
    }

    #[inline(always)]
    pub(super) fn row(&self, input: usize) -> &[f32] {
        &self.weights[input * self.outputs..(input + 1) * self.outputs]
    }

    #[inline(always)]
    pub(super) fn row_mut(&mut self, input: usize) -> &mut [f32] {
        &mut self.weights[input * self.outputs..(input + 1) * self.outputs]
    }

    #[inline(always)]
    fn through_sparse(&self, inputs: &[(u16, f32)], out: &mut [f32]) {
        out.copy_from_slice(&self.biases);
        for &(place, value) in inputs {
            add_scaled(out, value, self.row(usize::from(place)));
        }
    }

    #[inline(always)]
    fn through_dense(&self, inputs: &[f32], out: &mut [f32]) {
        let mut first = 0;
        for width in [64, 16, 1] {
            while first + width <= self.outputs {
                match width {
                    64 => self.block::<64>(inputs, out, first),
                    16 => self.block::<16>(inputs, out, first),
                    _ => self.block::<1>(inputs, out, first),
                }
                first += width;
            }
        }
    }

    /// `N` outputs at once, their sums kept in registers.
    #[inline(always)]
    fn block<const N: usize>(&self, inputs: &[f32], out: &mut [f32], first: usize) {
        let mut sums = [0.0; N];
        sums.copy_from_slice(&self.biases[first..first + N]);
        for (row, &input) in self.weights.chunks_exact(self.outputs).zip(inputs) {
            let row = &row[first..first + N];
            for lane in 0..N {
                sums[lane] += input * row[lane];
            }
        }
        out[first..first + N].copy_from_slice(&sums);
    }
}

/// `to += factor * from`.
#[inline(always)]
pub(super) fn add_scaled(to: &mut [f32], factor: f32, from: &[f32]) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to += factor * from;
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    pub layers: Vec<Layer>,
    pub output: Output,
}

impl Network {
    /// A network of these widths with biases of 0 and normal weights of variance `2 / inputs` (He et al. 2015).
    pub fn he(widths: &[usize], output: Output, seed: u64) -> Self {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut network = Self::zeros(widths, output);
        for (layer, &inputs) in network.layers.iter_mut().zip(widths) {
            let deviation = (2.0 / inputs as f64).sqrt();
            layer.weights.iter_mut().for_each(|weight| *weight = (deviation * normal(&mut dice)) as f32);
        }
        network
    }

    pub fn zeros(widths: &[usize], output: Output) -> Self {
        let layers = widths.windows(2).map(|pair| Layer::zeros(pair[0], pair[1])).collect();
        Self { layers, output }
    }

    fn outputs(&self) -> usize {
        self.layers.last().map_or(0, |layer| layer.outputs)
    }

    pub(super) fn room(&self) -> Vec<Vec<f32>> {
        self.layers.iter().map(|layer| vec![0.0; layer.outputs]).collect()
    }

    /// Works out what each layer gives for one example, after ReLU; the last one's is the answer.
    #[inline(always)]
    pub(super) fn forward(&self, example: &Example, activations: &mut [Vec<f32>]) {
        let last = self.layers.len() - 1;
        for (place, layer) in self.layers.iter().enumerate() {
            let (before, here) = activations.split_at_mut(place);
            let out = &mut here[0];
            match before.last() {
                None => layer.through_sparse(&example.inputs, out),
                Some(inputs) => layer.through_dense(inputs, out),
            }
            if place < last {
                for value in out.iter_mut() {
                    *value = if *value > 0.0 { *value } else { 0.0 };
                }
            }
        }
        if self.output == Output::Actions {
            let legal = match example.target {
                Target::Action { legal, .. } => legal,
                Target::Number(_) => u8::MAX,
            };
            softmax(&mut activations[last], legal);
        }
    }

    /// The answers to some examples, one after another: probabilities of [actions](Output::Actions), 0 for those that
    /// are not legal, or a number each.
    pub fn answers(&self, examples: &[Example], numbers: &[u32]) -> Vec<f32> {
        self.answers_by(Processor::detect(), examples, numbers)
    }

    pub fn answers_by(&self, processor: Processor, examples: &[Example], numbers: &[u32]) -> Vec<f32> {
        processor.run(Answers { network: self, examples, numbers })
    }

    /// A number for each example, from its answer and its target.
    fn each(&self, examples: &[Example], numbers: &[u32], of: impl Fn(&[f32], Target) -> f64) -> Vec<f64> {
        let answers = self.answers(examples, numbers);
        let pairs = numbers.iter().zip(answers.chunks_exact(self.outputs()));
        pairs.map(|(&number, answer)| of(answer, examples[number as usize].target)).collect()
    }

    /// The share of examples whose action is the most probable one; the first of equals.
    pub fn accuracy(&self, examples: &[Example], numbers: &[u32]) -> f64 {
        let is_right = self.each(examples, numbers, |answer, target| match target {
            Target::Action { chosen, .. } => f64::from(u8::from(most_probable(answer) == usize::from(chosen))),
            Target::Number(_) => 0.0,
        });
        is_right.iter().sum::<f64>() / numbers.len().max(1) as f64
    }

    /// The natural logarithm of each action's probability, none below that of one in a million.
    pub fn log_likelihoods(&self, examples: &[Example], numbers: &[u32]) -> Vec<f64> {
        self.each(examples, numbers, |answer, target| match target {
            Target::Action { chosen, .. } => f64::max(answer[usize::from(chosen)].into(), LEAST_PROBABILITY).ln(),
            Target::Number(_) => LEAST_PROBABILITY.ln(),
        })
    }

    pub fn squared_error(&self, examples: &[Example], numbers: &[u32]) -> f64 {
        let errors = self.each(examples, numbers, |answer, target| match target {
            Target::Number(right) => (f64::from(answer[0]) - f64::from(right)).powi(2),
            Target::Action { .. } => 0.0,
        });
        errors.iter().sum::<f64>() / numbers.len().max(1) as f64
    }
}

/// Probabilities of the legal actions; the others get 0. If none is legal, all get 0.
#[inline(always)]
fn softmax(answer: &mut [f32], legal: u8) {
    let is_legal = |action: usize| legal >> action & 1 == 1;
    let mut highest = f32::NEG_INFINITY;
    for (action, &value) in answer.iter().enumerate() {
        if is_legal(action) && value > highest {
            highest = value;
        }
    }
    let mut sum = 0.0;
    for (action, value) in answer.iter_mut().enumerate() {
        *value = if is_legal(action) { (*value - highest).exp() } else { 0.0 };
        sum += *value;
    }
    if sum > 0.0 {
        answer.iter_mut().for_each(|value| *value /= sum);
    }
}

struct Answers<'a> {
    network: &'a Network,
    examples: &'a [Example],
    numbers: &'a [u32],
}

impl Kernel for Answers<'_> {
    type Output = Vec<f32>;

    #[inline(always)]
    fn run(self) -> Vec<f32> {
        let mut activations = self.network.room();
        let mut answers = Vec::with_capacity(self.numbers.len() * self.network.outputs());
        for &number in self.numbers {
            self.network.forward(&self.examples[number as usize], &mut activations);
            answers.extend_from_slice(&activations[activations.len() - 1]);
        }
        answers
    }
}

/// Nothing is taken to be rarer than this, for one surprise must not outweigh a million decisions.
pub(crate) const LEAST_PROBABILITY: f64 = 1e-6;

/// The number of the largest; the first of equals.
pub(crate) fn most_probable<T: PartialOrd>(answer: &[T]) -> usize {
    (1..answer.len()).fold(0, |best, number| if answer[number] > answer[best] { number } else { best })
}
