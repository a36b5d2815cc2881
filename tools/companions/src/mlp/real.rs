//! The numbers a network is made of: `f32` to train with, `f64` to check gradients with.

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
    /// The square root.
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
