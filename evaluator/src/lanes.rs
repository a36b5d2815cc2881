//! Rows of numbers side by side: the vector lanes of the showdown kernel.

use std::ops::{Add, Mul, Sub};

/// A number that can stand in a lane. Whole numbers wrap, so that differences of running sums stay exact.
pub trait Lane: Copy + Default + PartialEq + Send + Sync + 'static {
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
}

macro_rules! lane {
    ($number:ty, $plus:expr, $minus:expr, $times:expr) => {
        impl Lane for $number {
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                $plus(self, other)
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                $minus(self, other)
            }
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                $times(self, other)
            }
        }
    };
}

lane!(u16, u16::wrapping_add, u16::wrapping_sub, u16::wrapping_mul);
lane!(u32, u32::wrapping_add, u32::wrapping_sub, u32::wrapping_mul);
lane!(f32, Add::add, Sub::sub, Mul::mul);
lane!(f64, Add::add, Sub::sub, Mul::mul);

/// `N` numbers side by side, aligned to a cache line: plain loops over them compile to vector instructions.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C, align(64))]
pub struct Lanes<T, const N: usize>(pub [T; N]);

impl<T: Lane, const N: usize> Default for Lanes<T, N> {
    #[inline(always)]
    fn default() -> Self {
        Self::splat(T::default())
    }
}

impl<T: Lane, const N: usize> Lanes<T, N> {
    #[inline(always)]
    pub fn splat(value: T) -> Self {
        Self([value; N])
    }
}

impl<T, const N: usize> From<[T; N]> for Lanes<T, N> {
    #[inline(always)]
    fn from(lanes: [T; N]) -> Self {
        Self(lanes)
    }
}

macro_rules! lane_by_lane {
    ($operator:ident, $function:ident, $of_lane:ident) => {
        impl<T: Lane, const N: usize> $operator for Lanes<T, N> {
            type Output = Self;
            #[inline(always)]
            fn $function(mut self, other: Self) -> Self {
                for lane in 0..N {
                    self.0[lane] = self.0[lane].$of_lane(other.0[lane]);
                }
                self
            }
        }
    };
}

lane_by_lane!(Add, add, plus);
lane_by_lane!(Sub, sub, minus);
lane_by_lane!(Mul, mul, times);
