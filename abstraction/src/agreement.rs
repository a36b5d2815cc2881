//! How far two partitions of one set agree: mutual information, variation of information, adjusted Rand index.
//!
//! With `n` elements in both part `a` and part `b`, all of it follows from three sums over part sizes, those of the
//! first partition, of the second, and of their meets:
//! - entropy `H = log2 N - (1/N) Σ n log2 n`, mutual information `I = H(A) + H(B) - H(A,B)`, variation of information
//!   `H(A|B) + H(B|A) = 2 H(A,B) - H(A) - H(B)` (Meilă 2007), all in bits;
//! - pairs `P = Σ n (n - 1) / 2`, and the Rand index adjusted for chance (Hubert & Arabie 1985),
//!   `(P(A,B) - E) / ((P(A) + P(B)) / 2 - E)` with `E = P(A) P(B) / P(all)`. Pairs are counted in whole numbers, and
//!   only the last division is rounded.

/// What is kept of the sizes of a partition's parts.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PartSums {
    /// Elements, N.
    total: u64,
    /// Pairs of different elements that lie in one part.
    pairs: u128,
    /// `Σ n log2 n`.
    weighted_logarithms: f64,
}

impl PartSums {
    /// Adds a part of the given size; from 2^32 elements on, the numbers are meaningless.
    #[inline]
    pub fn add(&mut self, size: u64) {
        // Sizes out of a damaged file may be anything.
        self.total = self.total.wrapping_add(size);
        self.pairs = self.pairs.wrapping_add(pairs_of(size));
        if size > 1 {
            self.weighted_logarithms += size as f64 * (size as f64).log2();
        }
    }

    /// All elements, N.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The entropy of the part that an element drawn at random lies in, in bits; 0 without elements.
    pub fn entropy(&self) -> f64 {
        if self.total == 0 {
            return 0.0;
        }
        let total = self.total as f64;
        (total.log2() - self.weighted_logarithms / total).max(0.0)
    }
}

impl FromIterator<u64> for PartSums {
    fn from_iter<I: IntoIterator<Item = u64>>(sizes: I) -> Self {
        let mut sums = Self::default();
        sizes.into_iter().for_each(|size| sums.add(size));
        sums
    }
}

/// Two partitions of the same elements, compared.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Agreement {
    pub first: PartSums,
    pub second: PartSums,
    /// The meets: elements of one part of the first and one part of the second.
    pub both: PartSums,
}

impl Agreement {
    /// The agreement on few elements, each given as its part in the first, its part in the second, and how many it
    /// stands for.
    pub fn of(elements: impl IntoIterator<Item = (usize, usize, u64)>) -> Self {
        let mut first = std::collections::BTreeMap::new();
        let mut second = std::collections::BTreeMap::new();
        let mut both = std::collections::BTreeMap::new();
        for (a, b, count) in elements {
            *first.entry(a).or_insert(0) += count;
            *second.entry(b).or_insert(0) += count;
            *both.entry((a, b)).or_insert(0) += count;
        }
        Self {
            first: first.into_values().collect(),
            second: second.into_values().collect(),
            both: both.into_values().collect(),
        }
    }

    /// How much the part in one partition says about the part in the other, in bits.
    pub fn mutual_information(&self) -> f64 {
        (self.first.entropy() + self.second.entropy() - self.both.entropy()).max(0.0)
    }

    /// The mutual information over the mean of both entropies: 0 for independent partitions, 1 for equal ones.
    pub fn normalised_mutual_information(&self) -> f64 {
        let mean = (self.first.entropy() + self.second.entropy()) / 2.0;
        if mean > 0.0 { (self.mutual_information() / mean).min(1.0) } else { 1.0 }
    }

    /// What the parts do not say about each other, `H(A|B) + H(B|A)`, in bits: 0 for equal partitions.
    pub fn variation_of_information(&self) -> f64 {
        (2.0 * self.both.entropy() - self.first.entropy() - self.second.entropy()).max(0.0)
    }

    /// The adjusted Rand index: 1 for equal partitions, about 0 for unrelated ones, negative below chance.
    pub fn adjusted_rand_index(&self) -> f64 {
        let all = pairs_of(self.first.total) as i128;
        let [first, second, both] = [self.first, self.second, self.both].map(|sums| sums.pairs as i128);
        // Numerator and denominator times 2 P(all): below 2^127 as long as there are fewer than 2^32 elements.
        let above_chance = 2 * (both * all - first * second);
        let most_above_chance = (first + second) * all - 2 * first * second;
        if most_above_chance == 0 { 1.0 } else { above_chance as f64 / most_above_chance as f64 }
    }

    /// Of all pairs of elements that at least one partition joins, the share that the other separates: 0 for equal
    /// partitions, 1 if no pair is joined by both.
    pub fn parted_pairs(&self) -> f64 {
        let joined = self.first.pairs + self.second.pairs - self.both.pairs;
        if joined == 0 { 0.0 } else { (joined - self.both.pairs) as f64 / joined as f64 }
    }
}

fn pairs_of(size: u64) -> u128 {
    u128::from(size) * u128::from(size.saturating_sub(1)) / 2
}
