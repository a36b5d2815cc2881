//! Which vector instructions this processor has: fast paths are chosen at run time, never at compile time.

use std::sync::OnceLock;

/// The instruction set that [`Processor::detect`] gives. It cannot change once it has been asked for: tables in memory
/// may be laid out for it.
static CHOSEN: OnceLock<Processor> = OnceLock::new();

/// The instruction sets for which hot loops are compiled a second or third time.
///
/// Every loop gives the same result on each of them; only the speed differs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Processor {
    /// What every processor of the target has.
    Portable,
    /// x86-64 with AVX2, FMA and BMI.
    Avx2,
    /// x86-64 with AVX-512 F, BW, CD, DQ and VL as well.
    Avx512,
}

impl Processor {
    /// The names that [`Self::named`] knows.
    pub const NAMES: [&str; 3] = ["portable", "avx2", "avx512"];

    /// The best instruction set of this machine, but no better than [`Self::limit`] allows.
    pub fn detect() -> Self {
        *CHOSEN.get_or_init(Self::of_machine)
    }

    /// Limits this process to an instruction set, even if the processor has more: to compare instruction sets, or where
    /// one of them is slow. To be called before anything else in Equipoise is used: a call that comes too late
    /// changes nothing.
    ///
    /// ```standalone_crate
    /// use evaluator::processor::Processor;
    ///
    /// Processor::Portable.limit();
    /// assert_eq!(Processor::detect(), Processor::Portable);
    /// Processor::Avx2.limit();
    /// assert_eq!(Processor::detect(), Processor::Portable, "too late");
    /// ```
    pub fn limit(self) {
        CHOSEN.get_or_init(|| self.min(Self::of_machine()));
    }

    /// The instruction set of a name, one of [`Self::NAMES`].
    pub fn named(name: &str) -> Option<Self> {
        let place = Self::NAMES.iter().position(|&known| known == name)?;
        Some([Self::Portable, Self::Avx2, Self::Avx512][place])
    }

    fn of_machine() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            if has!("avx2") && has!("fma") && has!("bmi1") && has!("bmi2") && has!("popcnt") && has!("lzcnt") {
                let wide = has!("avx512f") && has!("avx512bw") && has!("avx512cd") && has!("avx512dq");
                return if wide && has!("avx512vl") { Self::Avx512 } else { Self::Avx2 };
            }
        }
        Self::Portable
    }

    /// This machine's instruction sets, from the plainest to the best.
    pub fn available() -> impl Iterator<Item = Self> {
        [Self::Portable, Self::Avx2, Self::Avx512].into_iter().filter(|&it| it <= Self::detect())
    }
}

/// A hot loop with its arguments, to be run by [`Processor::run`].
pub trait Kernel {
    type Output;
    /// Whether the loop is so rare that it is compiled once, for what every processor has: compiling takes time, too.
    const RARE: bool = false;

    /// The loop itself. It must be `#[inline(always)]`, and so must everything it calls: only inlined code is compiled
    /// anew for each instruction set. Closures cannot be marked this way, so the loop must not use any.
    fn run(self) -> Self::Output;
}

impl Processor {
    /// Runs a kernel as compiled for this instruction set, or for the machine's best one if that is lower.
    #[inline]
    #[allow(unsafe_code)]
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        #[cfg(target_arch = "x86_64")]
        if !K::RARE {
            #[target_feature(enable = "avx2,fma,bmi1,bmi2,popcnt,lzcnt")]
            fn avx2<K: Kernel>(kernel: K) -> K::Output {
                kernel.run()
            }
            #[target_feature(enable = "avx2,fma,bmi1,bmi2,popcnt,lzcnt,avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
            fn avx512<K: Kernel>(kernel: K) -> K::Output {
                kernel.run()
            }
            match self.min(Self::detect()) {
                Self::Portable => {}
                // SAFETY: detect() has just found AVX2 and its companions on this machine.
                Self::Avx2 => return unsafe { avx2(kernel) },
                // SAFETY: detect() has just found these AVX-512 subsets on this machine.
                Self::Avx512 => return unsafe { avx512(kernel) },
            }
        }
        kernel.run()
    }
}

/// Prefetches the cache line of a value that will soon be needed; does nothing where this is not supported.
#[inline(always)]
#[allow(unsafe_code)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint that every x86-64 processor supports, for an address that comes from a live reference.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Rows become columns: `out[column][row]` of sixteen rows of sixteen numbers.
///
/// Shuffles of whole vectors where the processor has them: the compiler makes such shuffles of no plain loop, and those
/// take five times as long. To be called from kernels alone, where it is inlined.
#[inline(always)]
#[allow(unsafe_code)]
pub fn transpose(rows: [&[f32; 16]; 16], out: &mut [[f32; 16]; 16]) {
    #[cfg(target_arch = "x86_64")]
    if Processor::detect() >= Processor::Avx2 {
        // SAFETY: detect() has just found AVX2 on this machine.
        unsafe { transpose_by_shuffles(rows, out) };
        return;
    }
    transpose_plainly(rows, out);
}

/// The same, one number at a time.
#[inline(always)]
pub fn transpose_plainly(rows: [&[f32; 16]; 16], out: &mut [[f32; 16]; 16]) {
    for (column, out) in out.iter_mut().enumerate() {
        *out = std::array::from_fn(|row| rows[row][column]);
    }
}

/// Four squares of eight by eight: interleaved by ones, by twos and by halves.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
fn transpose_by_shuffles(rows: [&[f32; 16]; 16], out: &mut [[f32; 16]; 16]) {
    use std::arch::x86_64::{
        _mm256_loadu_ps, _mm256_permute2f128_ps, _mm256_shuffle_ps, _mm256_storeu_ps, _mm256_unpackhi_ps,
        _mm256_unpacklo_ps,
    };
    for (top, left) in [(0, 0), (0, 8), (8, 0), (8, 8)] {
        // SAFETY: eight numbers from place 0 or 8 of sixteen.
        let r: [_; 8] = std::array::from_fn(|row| unsafe { _mm256_loadu_ps(rows[top + row][left..].as_ptr()) });
        let pairs: [_; 4] = std::array::from_fn(|it| {
            [_mm256_unpacklo_ps(r[2 * it], r[2 * it + 1]), _mm256_unpackhi_ps(r[2 * it], r[2 * it + 1])]
        });
        // The first two of two pairs, then the last two.
        let fours = |it: usize, half: usize| {
            let (one, other) = (pairs[2 * it][half], pairs[2 * it + 1][half]);
            [_mm256_shuffle_ps(one, other, 0x44), _mm256_shuffle_ps(one, other, 0xee)]
        };
        for half in 0..2 {
            let (upper, lower) = (fours(0, half), fours(1, half));
            for it in 0..2 {
                let column = left + 2 * half + it;
                let near = _mm256_permute2f128_ps(upper[it], lower[it], 0x20);
                let far = _mm256_permute2f128_ps(upper[it], lower[it], 0x31);
                // SAFETY: eight numbers to place 0 or 8 of sixteen.
                unsafe {
                    _mm256_storeu_ps(out[column][top..].as_mut_ptr(), near);
                    _mm256_storeu_ps(out[column + 4][top..].as_mut_ptr(), far);
                }
            }
        }
    }
}
