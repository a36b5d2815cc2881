//! Rows of numbers side by side: the vector lanes of the showdown kernel.

/// A number that can stand in a lane. Whole numbers wrap, so that differences of running sums stay exact.
pub trait Lane: Copy + Default + PartialEq + Send + Sync + 'static {
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
}

macro_rules! whole_number_lane {
    ($($number:ty),*) => {$(
        impl Lane for $number {
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
        }
    )*};
}

macro_rules! float_lane {
    ($($number:ty),*) => {$(
        impl Lane for $number {
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self + other
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self - other
            }
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self * other
            }
        }
    )*};
}

whole_number_lane!(u16, u32);
float_lane!(f32, f64);

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
    /// The same number in every lane.
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

/// Lane by lane.
impl<T: Lane, const N: usize> std::ops::Add for Lanes<T, N> {
    type Output = Self;
    #[inline(always)]
    fn add(mut self, other: Self) -> Self {
        for lane in 0..N {
            self.0[lane] = self.0[lane].plus(other.0[lane]);
        }
        self
    }
}

/// Lane by lane.
impl<T: Lane, const N: usize> std::ops::Sub for Lanes<T, N> {
    type Output = Self;
    #[inline(always)]
    fn sub(mut self, other: Self) -> Self {
        for lane in 0..N {
            self.0[lane] = self.0[lane].minus(other.0[lane]);
        }
        self
    }
}

/// Lane by lane.
impl<T: Lane, const N: usize> std::ops::Mul for Lanes<T, N> {
    type Output = Self;
    #[inline(always)]
    fn mul(mut self, other: Self) -> Self {
        for lane in 0..N {
            self.0[lane] = self.0[lane].times(other.0[lane]);
        }
        self
    }
}
