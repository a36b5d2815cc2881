//! What is written comes back, and every flipped bit is found.
//!
//! Counts of hands and boards, strengths of hands, and the same from every instruction set.

use abstraction::features::hand_strength_distribution::PreflopDistributions;
use abstraction::features::strengths::RiverStrengths;
use anyhow::Context;
use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_category::HandCategory;
use evaluator::hand_index::{BoardFirst, RoundsApart, public_boards};
use evaluator::hand_strength::PreparedHand;
use evaluator::holding::StartingHand;
use evaluator::lanes::Lanes;
use evaluator::processor::{Kernel, Processor};
use evaluator::round::Round;
use evaluator::showdown::{ShowdownOrder, ShowdownSums, Weights};
use evaluator::strength_tables::StrengthTables;
use rayon::prelude::*;
use serde_json::json;
use tables::buckets::table::{BucketTable, BucketTableContents};
use tables::file::array::ArrayFile;
use tables::strategy::block::{NodeStrategy, ProbabilityBits};
use tables::together::progress::Progress;

use super::Check;

/// Bits flipped, one at a time, spread over the file.
const FLIPS: usize = 2_000;

/// A bucket file and a block of a strategy, there and back, and damage.
pub fn round_trips(progress: &dyn Progress) -> anyhow::Result<Vec<Check>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("selftest.buckets");
    let buckets: Vec<u32> = (0..5_000).map(|hand| hand * hand % 3).collect();
    let contents = BucketTableContents {
        deck: Deck::FULL,
        round: Round::Flop,
        recipe: json!({"selftest": true}),
        parents: Vec::new(),
        facts: json!({}),
        buckets: &buckets,
        centres: &[0.0, 1.0, 2.0],
        hands_in_bucket: &[1; 3],
        deals_in_bucket: &[1; 3],
        mean_strength: &[0.5; 3],
        cost_per_iteration: &[],
    };
    contents.write(&path)?;
    let read = BucketTable::open(&path)?;
    let same = if read.buckets().iter().eq(buckets.iter().copied()) { "the same 5000 buckets" } else { "others" };
    drop(read);
    let whole = std::fs::read(&path)?;
    let mut missed = 0;
    for flip in 0..FLIPS {
        progress.check()?;
        let mut bytes = whole.clone();
        let bit = flip * (8 * whole.len() - 1) / (FLIPS - 1);
        bytes[bit / 8] ^= 1 << (bit % 8);
        // A file that is mapped is never changed in place.
        let damaged = folder.path().join("damaged.buckets");
        std::fs::write(&damaged, bytes)?;
        missed += usize::from(ArrayFile::open(&damaged).and_then(|file| file.verify()).is_ok());
    }
    let mut unequal = 0;
    for bits in ProbabilityBits::ALL {
        let mut node = NodeStrategy::with_bits(3, 1_000, bits).context("a decision of three actions")?;
        for bucket in 0..1_000u16 {
            unequal += usize::from(!node.set(usize::from(bucket), &[1, 3, 7].map(|it| f32::from(bucket % it))));
        }
        let back = NodeStrategy::from_bytes(3, 1_000, bits, &node.bytes());
        unequal += usize::from(back.as_ref() != Some(&node));
    }
    Ok(vec![
        Check::same("a bucket file read again", "the same 5000 buckets", same),
        Check::same("flipped bits that verify misses, of 2000", 0, missed),
        Check::same("strategies of 4, 8 and 16 bits that change on the way", 0, unequal),
    ])
}

/// Canonical hands and boards (Waugh 2013), and all seven-card hands by their kind.
pub fn counts(_: &dyn Progress) -> anyhow::Result<Vec<Check>> {
    let each = |count: &dyn Fn(Round) -> u64| Round::ALL.map(|round| count(round).to_string()).join(" ");
    let public =
        [Round::Flop, Round::Turn, Round::River].map(|round| public_boards(Deck::FULL, round).to_string()).join(" ");
    let categories = seven_card_categories().map(|count| count.to_string()).join(" ");
    Ok(vec![
        Check::same(
            "canonical hands, rounds kept apart",
            "169 1286792 55190538 2428287420",
            each(&|round| RoundsApart::of(Deck::FULL, round).hands()),
        ),
        Check::same(
            "canonical hands, board unordered",
            "169 1286792 13960050 123156254",
            each(&|round| BoardFirst::of(Deck::FULL, round).hands()),
        ),
        Check::same("canonical public boards", "1755 63193 2554656", public),
        Check::same(
            "seven-card hands, high card to straight flush",
            "23294460 58627800 31433400 6461620 6180020 4047644 3473184 224848 41584",
            categories,
        ),
    ])
}

fn seven_card_categories() -> [u64; HandCategory::COUNT] {
    let tables = StrengthTables::get();
    let deck: Vec<Card> = Card::all().collect();
    let with_first = |first: usize| {
        let mut counts = [0; HandCategory::COUNT];
        let mut stack = vec![(PreparedHand::EMPTY.with(deck[first]), first, 1)];
        while let Some((hand, last, cards)) = stack.pop() {
            for (next, &card) in deck.iter().enumerate().skip(last + 1) {
                let more = hand.with(card);
                if cards + 1 == PreparedHand::MAX_CARDS {
                    counts[more.strength(tables).category().number()] += 1;
                } else {
                    stack.push((more, next, cards + 1));
                }
            }
        }
        counts
    };
    let add = |mut sum: [u64; HandCategory::COUNT], more: [u64; HandCategory::COUNT]| {
        sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        sum
    };
    (0..deck.len()).into_par_iter().map(with_first).reduce(|| [0; HandCategory::COUNT], add)
}

/// The weights of sixteen ranges, place by place.
struct Ranges(Vec<Lanes<u16, 16>>);

impl Weights<u16, 16> for Ranges {
    #[inline(always)]
    fn at(&self, place: usize) -> Lanes<u16, 16> {
        self.0[place]
    }
}

struct Showdown<'a> {
    order: &'a ShowdownOrder,
    weights: &'a Ranges,
}

impl Kernel for Showdown<'_> {
    type Output = Vec<[u16; 16]>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let mut sums = ShowdownSums::default();
        self.order.sweep(&mut sums, self.weights);
        let mut found = Vec::with_capacity(self.order.len());
        for (place, &cards) in self.order.cards().iter().enumerate() {
            found.push(sums.balance(place, cards).0);
        }
        found
    }
}

/// The vector instructions of this processor give what plain ones give.
pub fn fast_paths(_: &dyn Progress) -> anyhow::Result<Vec<Check>> {
    let board: CardSet = evaluator::card::parse_cards("Qs7h2c3c9d")?.into_iter().collect();
    let mut order = ShowdownOrder::new();
    order.rank_board(Deck::FULL, board, StrengthTables::get());
    let weight = |place: usize| Lanes(std::array::from_fn(|lane| ((place * 37 + lane * 11) % 13) as u16));
    let weights = Ranges((0..order.len()).map(weight).collect());
    let run = |processor: Processor| processor.run(Showdown { order: &order, weights: &weights });
    let plain = run(Processor::Portable);
    let same: Vec<String> = Processor::available()
        .map(|processor| format!("{processor:?} {}", if run(processor) == plain { "agrees" } else { "DIFFERS" }))
        .collect();
    let all: Vec<String> = Processor::available().map(|processor| format!("{processor:?} agrees")).collect();
    Ok(vec![Check::same("showdowns on each instruction set of this machine", all.join(", "), same.join(", "))])
}

/// Chances to win against a random hand, exact over all boards.
pub fn strengths(progress: &dyn Progress) -> anyhow::Result<Vec<Check>> {
    let distributions = PreflopDistributions::build(&RiverStrengths::build(Deck::FULL, progress)?, 50);
    let equity = |high: u8, low: u8| distributions.equity(StartingHand::new(high, low, false).number());
    Ok(vec![
        Check::near("strength of AA", 0.852_037_133_021_010_4, 1e-12, equity(12, 12)),
        Check::near("strength of 72o", 0.345_836_473_153_441_57, 1e-12, equity(5, 0)),
    ])
}
