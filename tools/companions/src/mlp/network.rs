//! A network: its layers, how they begin, and how well it predicts.
//!
//! From inputs to answers: sparse rows through the first layer, blocks of outputs through the others.

use evaluator::processor::{Kernel, Processor};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::examples::{Examples, Real, Target};
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
    pub inputs: usize,
    pub outputs: usize,
    /// One row for each input.
    pub weights: Vec<T>,
    pub biases: Vec<T>,
}

impl<T: Real> Layer<T> {
    pub fn zeros(inputs: usize, outputs: usize) -> Self {
        Self { inputs, outputs, weights: vec![T::default(); inputs * outputs], biases: vec![T::default(); outputs] }
    }

    #[inline(always)]
    pub fn row(&self, input: usize) -> &[T] {
        &self.weights[input * self.outputs..(input + 1) * self.outputs]
    }

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

/// What each layer gives, after ReLU; the last one's answer.
#[derive(Clone, Debug)]
pub struct Activations<T>(pub Vec<Vec<T>>);

impl<T: Real> Activations<T> {
    pub fn of(network: &Network<T>) -> Self {
        Self(network.layers.iter().map(|layer| vec![T::default(); layer.outputs]).collect())
    }
}

/// Works out the activations of one example.
#[inline(always)]
pub(super) fn forward<T: Real>(
    network: &Network<T>,
    examples: &Examples<T>,
    number: u32,
    activations: &mut Activations<T>,
) {
    let last = network.layers.len() - 1;
    for (place, layer) in network.layers.iter().enumerate() {
        let (before, here) = activations.0.split_at_mut(place);
        let out = &mut here[0];
        match before.last() {
            None => sparse_layer(layer, examples.inputs(number), out),
            Some(inputs) => dense_layer(layer, inputs, out),
        }
        if place < last {
            for value in out.iter_mut() {
                *value = if *value > T::default() { *value } else { T::default() };
            }
        }
    }
    if network.output == Output::Actions {
        let legal = match examples.target(number) {
            Target::Action { legal, .. } => legal,
            Target::Number(_) => u8::MAX,
        };
        softmax(&mut activations.0[last], legal);
    }
}

#[inline(always)]
fn sparse_layer<T: Real>(layer: &Layer<T>, (places, values): (&[u16], &[T]), out: &mut [T]) {
    out.copy_from_slice(&layer.biases);
    for (&place, &value) in places.iter().zip(values) {
        add_scaled(out, value, layer.row(usize::from(place)));
    }
}

#[inline(always)]
fn dense_layer<T: Real>(layer: &Layer<T>, inputs: &[T], out: &mut [T]) {
    let mut first = 0;
    while first + 64 <= layer.outputs {
        block::<T, 64>(layer, inputs, out, first);
        first += 64;
    }
    while first + 16 <= layer.outputs {
        block::<T, 16>(layer, inputs, out, first);
        first += 16;
    }
    while first < layer.outputs {
        block::<T, 1>(layer, inputs, out, first);
        first += 1;
    }
}

/// `N` outputs at once, their sums kept in registers.
#[inline(always)]
fn block<T: Real, const N: usize>(layer: &Layer<T>, inputs: &[T], out: &mut [T], first: usize) {
    let mut sums = [T::default(); N];
    sums.copy_from_slice(&layer.biases[first..first + N]);
    for (row, &input) in layer.weights.chunks_exact(layer.outputs).zip(inputs) {
        let row = &row[first..first + N];
        for lane in 0..N {
            sums[lane] += input * row[lane];
        }
    }
    out[first..first + N].copy_from_slice(&sums);
}

/// `to += factor * from`.
#[inline(always)]
pub(super) fn add_scaled<T: Real>(to: &mut [T], factor: T, from: &[T]) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to += factor * from;
    }
}

/// Probabilities of the legal actions; the others get 0. If none is legal, all get 0.
#[inline(always)]
fn softmax<T: Real>(answer: &mut [T], legal: u8) {
    let mut highest = T::of(f64::MIN);
    for (action, &value) in answer.iter().enumerate() {
        if legal >> action & 1 == 1 && value > highest {
            highest = value;
        }
    }
    let mut sum = T::default();
    for (action, value) in answer.iter_mut().enumerate() {
        *value = if legal >> action & 1 == 1 { (*value - highest).exponential() } else { T::default() };
        sum += *value;
    }
    if sum > T::default() {
        for value in answer.iter_mut() {
            *value = *value / sum;
        }
    }
}

/// The answers to some examples, one after another.
struct Answers<'a, T> {
    network: &'a Network<T>,
    examples: &'a Examples<T>,
    numbers: &'a [u32],
}

impl<T: Real> Kernel for Answers<'_, T> {
    type Output = Vec<T>;

    #[inline(always)]
    fn run(self) -> Vec<T> {
        let mut activations = Activations::of(self.network);
        let mut answers = Vec::with_capacity(self.numbers.len() * self.network.outputs());
        for &number in self.numbers {
            forward(self.network, self.examples, number, &mut activations);
            if let Some(answer) = activations.0.last() {
                answers.extend_from_slice(answer);
            }
        }
        answers
    }
}

impl<T: Real> Network<T> {
    /// The answers to some examples, one after another: probabilities of [actions](Output::Actions), 0 for those that
    /// are not legal, or a number each.
    pub fn answers(&self, examples: &Examples<T>, numbers: &[u32]) -> Vec<T> {
        self.answers_by(Processor::detect(), examples, numbers)
    }

    /// The same as compiled for one instruction set.
    pub fn answers_by(&self, processor: Processor, examples: &Examples<T>, numbers: &[u32]) -> Vec<T> {
        processor.run(Answers { network: self, examples, numbers })
    }
}
