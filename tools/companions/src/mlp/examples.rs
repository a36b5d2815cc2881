//! What a network learns from: sparse rows of inputs, each with the answer that was right, in `f32` to train with or in
//! `f64` to check gradients with.

use std::ops::{Add, AddAssign, Div, Mul, Sub};

/// A floating-point number. Rust never fuses a product with a sum by itself, so results do not depend on the processor.
pub trait Real:
    Copy
    + Default
    + PartialOrd
    + Send
    + Sync
    + std::fmt::Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + AddAssign
    + 'static
{
    /// Rounds a number to this precision.
    fn of(value: f64) -> Self;
    /// The number in full precision.
    fn as_f64(self) -> f64;
    fn root(self) -> Self;
    /// e to the power of this number.
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
            fn as_f64(self) -> f64 {
                f64::from(self)
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
    /// The action that was taken, and a bit for each action that could have been.
    Action {
        chosen: u8,
        /// Bit `a` stands for action `a`.
        legal: u8,
    },
    Number(T),
}

/// Many examples, their inputs one after another.
#[derive(Clone, PartialEq, Debug)]
pub struct Examples<T> {
    width: usize,
    starts: Vec<u32>,
    places: Vec<u16>,
    values: Vec<T>,
    targets: Vec<Target<T>>,
}

impl<T: Real> Examples<T> {
    /// No examples yet, of `width` inputs each.
    pub fn new(width: usize) -> Self {
        Self { width, starts: vec![0], places: Vec::new(), values: Vec::new(), targets: Vec::new() }
    }

    /// Adds an example; inputs that are not named are 0, and a place beyond the width is left out.
    pub fn push(&mut self, inputs: impl IntoIterator<Item = (usize, T)>, target: Target<T>) {
        for (place, value) in inputs {
            if place < self.width && value != T::default() {
                self.places.push(place as u16);
                self.values.push(value);
            }
        }
        self.starts.push(self.places.len() as u32);
        self.targets.push(target);
    }

    pub fn len(&self) -> usize {
        self.targets.len()
    }

    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    pub fn width(&self) -> usize {
        self.width
    }

    #[inline(always)]
    pub fn target(&self, number: u32) -> Target<T> {
        self.targets[number as usize]
    }

    /// Places and values of an example's inputs that are not 0.
    #[inline(always)]
    pub fn inputs(&self, number: u32) -> (&[u16], &[T]) {
        let (from, to) = (self.starts[number as usize] as usize, self.starts[number as usize + 1] as usize);
        (&self.places[from..to], &self.values[from..to])
    }

    /// The share of the action that was taken most often; 0 without examples.
    pub fn majority(&self, numbers: &[u32]) -> f64 {
        let mut counts = [0u32; 8];
        for &number in numbers {
            if let Target::Action { chosen, .. } = self.target(number) {
                counts[usize::from(chosen) % counts.len()] += 1;
            }
        }
        f64::from(counts.into_iter().max().unwrap_or(0)) / numbers.len().max(1) as f64
    }
}
