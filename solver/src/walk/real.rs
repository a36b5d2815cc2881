//! Numbers in lanes: sixteen betting histories side by side, in single or double precision.

use evaluator::lanes::{Lane, Lanes};

/// Histories side by side.
pub const LANES: usize = 16;
/// One number for each of sixteen histories.
pub type Row<T> = Lanes<T, LANES>;

/// A floating-point number in a lane.
pub trait Real: Lane + PartialOrd {
    /// How many bytes the number takes.
    const BYTES: usize;

    /// Rounds a number to this precision.
    fn of(value: f64) -> Self;
    /// A small whole number, exactly.
    fn of_byte(value: u8) -> Self;
    /// The number in full precision.
    fn as_f64(self) -> f64;
    /// The larger of two.
    fn larger(self, other: Self) -> Self;
    /// The quotient of two.
    fn over(self, other: Self) -> Self;
    /// The number's bits, all of them zero for zero.
    fn bits(self) -> u64;
    /// The number with these bits.
    fn of_bits(bits: u64) -> Self;
    /// Whether there is nothing to divide by: zero, less, or so little that its inverse is not a finite number.
    fn is_nothing(self) -> bool;
}

macro_rules! real {
    ($($number:ty, $bits:ty);*) => {$(
        impl Real for $number {
            const BYTES: usize = size_of::<Self>();

            #[inline(always)]
            fn of(value: f64) -> Self {
                value as Self
            }
            #[inline(always)]
            fn of_byte(value: u8) -> Self {
                Self::from(value)
            }
            #[inline(always)]
            fn as_f64(self) -> f64 {
                f64::from(self)
            }
            #[inline(always)]
            fn larger(self, other: Self) -> Self {
                if self > other { self } else { other }
            }
            #[inline(always)]
            fn over(self, other: Self) -> Self {
                self / other
            }
            #[inline(always)]
            fn bits(self) -> u64 {
                u64::from(self.to_bits())
            }
            #[inline(always)]
            fn of_bits(bits: u64) -> Self {
                Self::from_bits(bits as $bits)
            }
            #[inline(always)]
            fn is_nothing(self) -> bool {
                self < Self::MIN_POSITIVE
            }
        }
    )*};
}
real!(f32, u32; f64, u64);
