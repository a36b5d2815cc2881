//! How alike two bucket files of one street are, deal by deal, and on which hands they disagree most.
//!
//! Every canonical hand becomes one 64-bit key: its two buckets, its classes and how many raw deals it stands for.
//! Sorted, the keys are the contingency table, however sparse it is: 123 million river hands take 1 GB and a few
//! seconds.

use evaluator::hand_category::HandCategory;
use evaluator::hand_index::BoardFirst;
use evaluator::hand_strength::PreparedHand;
use evaluator::holding::{STARTING_HANDS, StartingHand};
use evaluator::strength_tables::StrengthTables;
use rayon::prelude::*;
use serde::Serialize;
use tables::buckets::table::BucketTable;
use tables::error::TableError;
use tables::memory;
use tables::together::progress::{Cancelled, Counter, Progress};

use crate::agreement::Agreement;
use crate::error::AbstractionError;
use crate::features::BOARDS_AT_ONCE;

/// Two bucket files compared. Each hand counts once for every raw deal of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BucketComparison {
    /// Canonical hands.
    pub hands: u64,
    /// Raw deals.
    pub deals: u64,
    /// How many buckets each file has.
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
    /// The 169 starting hands, most disagreement first.
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

/// Compares two files of one street.
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
    for table in [first, second] {
        table.refuse_flop_dependent("a comparison takes hands with the board as a set")?;
        let (expected, found) = (BoardFirst::of(street).hands(), table.buckets().len() as u64);
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
    let boards = BoardFirst::of(first.round());
    let tables = StrengthTables::get();
    let counter = Counter::new(progress, "comparison", "boards", boards.boards() as u64);
    let mut keys = vec![HandKey::default(); boards.hands() as usize];
    let mut left = &mut keys[..];
    let parts: Vec<_> = (0..boards.boards())
        .step_by(BOARDS_AT_ONCE)
        .map(|start| {
            let part = start..boards.boards().min(start + BOARDS_AT_ONCE);
            let hands = boards.board_hands(part.end - 1).end - boards.board_hands(part.start).start;
            (part, left.split_off_mut(..hands as usize).expect("parts divide the hands"))
        })
        .collect();
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
