//! How alike two bucket files of one street are, deal by deal, and on which hands they disagree most.
//!
//! Every canonical hand becomes one 64-bit key: its two buckets, its classes and how many raw deals it stands for.
//! Sorted, the keys are the contingency table, however sparse it is: 123 million river hands take 1 GB and a few
//! seconds.
//!
//! How far two partitions of one set agree: mutual information, variation of information, adjusted Rand index.
//!
//! With `n` elements in both part `a` and part `b`, all of it follows from three sums over part sizes, those of the
//! first partition, of the second, and of their meets:
//! - entropy `H = log2 N - (1/N) Σ n log2 n`, mutual information `I = H(A) + H(B) - H(A,B)`, variation of information
//!   `H(A|B) + H(B|A) = 2 H(A,B) - H(A) - H(B)` (Meilă 2007), all in bits;
//! - pairs `P = Σ n (n - 1) / 2`, and the Rand index adjusted for chance (Hubert & Arabie 1985),
//!   `(P(A,B) - E) / ((P(A) + P(B)) / 2 - E)` with `E = P(A) P(B) / P(all)`. Pairs are counted in whole numbers, and
//!   only the last division is rounded.

use evaluator::hand_category::HandCategory;
use evaluator::hand_strength::PreparedHand;
use evaluator::holding::{STARTING_HANDS, StartingHand};
use evaluator::strength_tables::StrengthTables;
use rayon::prelude::*;
use serde::Serialize;
use std::ops::Range;
use tables::buckets::table::BucketTable;
use tables::error::TableError;
use tables::memory;
use tables::together::progress::{Cancelled, Counter, Progress};

use crate::clustering::partition::pieces;
use crate::error::AbstractionError;
use crate::features::BOARDS_AT_ONCE;

/// Two bucket files compared. Each hand counts once for every raw deal of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BucketComparison {
    pub hands: u64,
    pub deals: u64,
    pub buckets: [usize; 2],
    /// The entropy of each file's bucket, in bits.
    pub entropy: [f64; 2],
    /// How much one file's bucket says about the other's, in bits.
    pub mutual_information: f64,
    /// The same over the mean of both entropies, 0 to 1.
    pub normalised_mutual_information: f64,
    /// What they do not say about each other, `H(A|B) + H(B|A)`, in bits.
    pub variation_of_information: f64,
    /// Pairs of deals that both files join or both separate, adjusted for chance: 1 for equal buckets, 0 for unrelated
    /// ones.
    pub adjusted_rand_index: f64,
    /// The categories of hand with the cards on the street's board, most disagreement first.
    pub by_category: Vec<ClassDisagreement>,
    /// The starting hands, most disagreement first.
    pub by_starting_hand: Vec<ClassDisagreement>,
}

/// How far two bucket files disagree about the hands of one class.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ClassDisagreement {
    /// `two pair`, `AKs`.
    pub class: String,
    /// The class's share of all deals.
    pub share: f64,
    /// Of all pairs of the class's deals that at least one file puts into one bucket, the share that the other
    /// separates.
    pub parted_pairs: f64,
    /// `H(A|B) + H(B|A)` among the class's deals, in bits.
    pub variation_of_information: f64,
}

pub fn compare(
    first: &BucketTable,
    second: &BucketTable,
    progress: &dyn Progress,
) -> Result<BucketComparison, AbstractionError> {
    check(first, second)?;
    // A key a hand, and the deals of each of the second file's buckets in each class.
    let classes = (STARTING_HANDS + HandCategory::COUNT + 1) as u64;
    let numbers = first.buckets().len() as u64 + classes * second.bucket_count() as u64;
    memory::require("comparison of buckets", size_of::<u64>() as u64 * numbers)?;
    let mut keys = keys_of_hands(first, second, progress)?;
    keys.par_sort_unstable();
    if progress.cancelled() {
        return Err(Cancelled.into());
    }
    let parts = second.bucket_count();
    let (by_starting_hand, (by_category, all)) = rayon::join(
        || agreements(&keys, parts, STARTING_HANDS, |key| key.starting_hand()),
        || {
            rayon::join(
                || agreements(&keys, parts, HandCategory::COUNT, |key| key.category()),
                || agreements(&keys, parts, 1, |_| 0)[0],
            )
        },
    );
    let deals = all.both.total();
    let starting_hands = StartingHand::all().map(|hand| hand.to_string());
    let categories = HandCategory::ALL.into_iter().map(|category| category.name().to_owned());
    Ok(BucketComparison {
        hands: keys.len() as u64,
        deals,
        buckets: [first.bucket_count(), second.bucket_count()],
        entropy: [all.first.entropy(), all.second.entropy()],
        mutual_information: all.mutual_information(),
        normalised_mutual_information: all.normalised_mutual_information(),
        variation_of_information: all.variation_of_information(),
        adjusted_rand_index: all.adjusted_rand_index(),
        by_category: most_disagreement_first(categories, &by_category, deals),
        by_starting_hand: most_disagreement_first(starting_hands, &by_starting_hand, deals),
    })
}

fn check(first: &BucketTable, second: &BucketTable) -> Result<(), TableError> {
    let street = first.round();
    let wrong = |table: &BucketTable, what: String, expected: String, found: String| {
        Err(TableError::Shape { path: table.file().path().into(), what, expected, found })
    };
    if second.round() != street {
        let expected = format!("the {street}, as in {}", first.file().path().display());
        return wrong(second, "street".to_owned(), expected, second.round().to_string());
    }
    second.require_deck(first.deck())?;
    for table in [first, second] {
        table.refuse_flop_dependent("a comparison takes hands with the board as a set")?;
        let (expected, found) = (table.index().hands(), table.buckets().len() as u64);
        if found != expected {
            return wrong(table, format!("number of {street} hands"), expected.to_string(), found.to_string());
        }
        table.check_buckets()?;
    }
    Ok(())
}

/// One canonical hand: bucket in the first file, bucket in the second, starting hand, category and deals, in this order
/// from the highest bits (22, 22, 8, 4, 8), so that sorted keys are a table's cells row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct HandKey(u64);

impl HandKey {
    fn new(buckets: [u32; 2], starting_hand: StartingHand, category: HandCategory, deals: u32) -> Self {
        let class = (starting_hand.number() << 4 | category.number()) as u64;
        let [first, second] = buckets.map(u64::from);
        Self(first << 42 | second << 20 | class << 8 | u64::from(deals))
    }

    fn first(self) -> usize {
        (self.0 >> 42) as usize
    }

    fn second(self) -> usize {
        (self.0 >> 20 & 0x3f_ffff) as usize
    }

    fn starting_hand(self) -> usize {
        (self.0 >> 12 & 0xff) as usize
    }

    fn category(self) -> usize {
        (self.0 >> 8 & 0xf) as usize
    }

    fn deals(self) -> u64 {
        self.0 & 0xff
    }
}

/// The keys of all hands in the order of their index, boards in parallel.
fn keys_of_hands(
    first: &BucketTable,
    second: &BucketTable,
    progress: &dyn Progress,
) -> Result<Vec<HandKey>, Cancelled> {
    let boards = first.index();
    let tables = StrengthTables::get();
    let counter = Counter::new(progress, "comparison", "boards", boards.boards() as u64);
    let mut keys = vec![HandKey::default(); boards.hands() as usize];
    let parts =
        || (0..boards.boards()).step_by(BOARDS_AT_ONCE).map(|start| start..boards.boards().min(start + BOARDS_AT_ONCE));
    let hands = |part: Range<usize>| boards.board_hands(part.end - 1).end - boards.board_hands(part.start).start;
    let keys_of_parts = pieces(&mut keys, parts().map(|part| hands(part) as usize));
    let parts: Vec<_> = parts().zip(keys_of_parts).collect();
    parts.into_par_iter().try_for_each_init(Vec::new, |holdings, (part, mut keys)| {
        let count = part.len();
        for board in part {
            boards.canonical_holdings(board, holdings);
            let range = boards.board_hands(board).start as usize..boards.board_hands(board).end as usize;
            let cards = PreparedHand::from(boards.board(board));
            let multiplicity = boards.board_multiplicity(board);
            let [a, b] =
                [first, second].map(|table| table.buckets().slice(range.clone()).expect("a table of all hands"));
            let here = keys.split_off_mut(..holdings.len()).expect("boards divide the part");
            for ((key, (a, b)), &(holding, orbit)) in here.iter_mut().zip(a.iter().zip(b.iter())).zip(&*holdings) {
                let (low, high) = holding.cards();
                let category = cards.with(low).with(high).strength(tables).category();
                *key = HandKey::new([a, b], holding.starting_hand(), category, multiplicity * u32::from(orbit));
            }
        }
        counter.add(count as u64)
    })?;
    Ok(keys)
}

/// The agreement within each class of hands, from sorted keys; `parts` is the number of buckets of the second file.
fn agreements(keys: &[HandKey], parts: usize, classes: usize, class_of: impl Fn(HandKey) -> usize) -> Vec<Agreement> {
    let mut agreements = vec![Agreement::default(); classes];
    let mut in_cell = vec![0; classes];
    let mut in_first = vec![0; classes];
    let mut in_second = vec![0; classes * parts];
    // Only classes met in a cell are looked at when it ends: most cells hold few of them.
    let mut met = Vec::with_capacity(classes);
    for row in keys.chunk_by(|a, b| a.first() == b.first()) {
        for cell in row.chunk_by(|a, b| a.second() == b.second()) {
            for &key in cell {
                let class = class_of(key);
                if in_cell[class] == 0 {
                    met.push(class);
                }
                in_cell[class] += key.deals();
            }
            for class in met.drain(..) {
                let deals = std::mem::take(&mut in_cell[class]);
                agreements[class].both.add(deals);
                in_first[class] += deals;
                in_second[class * parts + cell[0].second()] += deals;
            }
        }
        for (agreement, deals) in agreements.iter_mut().zip(&mut in_first) {
            agreement.first.add(std::mem::take(deals));
        }
    }
    for (agreement, deals) in agreements.iter_mut().zip(in_second.chunks_exact(parts)) {
        agreement.second = deals.iter().copied().collect();
    }
    agreements
}

/// Classes without deals, such as quads on a board that allows none, are left out.
fn most_disagreement_first(
    names: impl Iterator<Item = String>,
    agreements: &[Agreement],
    deals: u64,
) -> Vec<ClassDisagreement> {
    let met = names.zip(agreements).filter(|(_, agreement)| agreement.both.total() > 0);
    let mut classes: Vec<ClassDisagreement> = met
        .map(|(class, agreement)| ClassDisagreement {
            class,
            share: agreement.both.total() as f64 / deals as f64,
            parted_pairs: agreement.parted_pairs(),
            variation_of_information: agreement.variation_of_information(),
        })
        .collect();
    // Stable: equal classes keep their order.
    classes.sort_by(|a, b| b.parted_pairs.total_cmp(&a.parted_pairs));
    classes
}

/// What is kept of the sizes of a partition's parts.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PartSums {
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
