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
