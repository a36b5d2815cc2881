//! Some of a bucket's other hands, spread evenly over it.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_index::{BoardFirst, HandIndex};
use rayon::prelude::*;
use serde::Serialize;
use std::iter;
use tables::buckets::hand_numbers::HandNumbers;
use tables::buckets::public_clusters::PublicClusters;
use tables::buckets::table::BucketTable;

use crate::features::hand_strength_distribution::distribution_of_hand;
use crate::public::flop_clusters::flops_of;
use crate::street::Street;

const SHOWN_MATES: u64 = 8;
/// Hands among which members are counted at once.
const HANDS_OF_RUN: usize = 1 << 15;

/// Another hand of a bucket, the canonical one of its kind.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BucketMate {
    pub hole: String,
    /// The board, without spaces; where buckets depend on the flop it comes first.
    pub board: String,
    /// Strength on the river, expected before it, 0 to 1.
    pub strength: f64,
}

/// Hands of a bucket but for `own`, in the order of their index: always the same.
pub(super) fn bucket_mates(table: &BucketTable, bucket: u32, own: HandIndex) -> Vec<BucketMate> {
    let index = table.index();
    let members = Members::of(table, bucket);
    let entries = table.entries();
    let others = |first: usize, run: HandNumbers<'_>| {
        let hands = run.iter().enumerate().map(move |(place, entry)| (HandIndex((first + place) as u64), entry));
        hands.filter(|&(hand, entry)| hand != own && members.has(index, hand, entry)).collect::<Vec<_>>()
    };
    let count = |(number, run): (usize, HandNumbers<'_>)| match members.only_entry() {
        // In vector registers, at the speed of memory: a river has a hundred million hands.
        Some(entry) => {
            let own = (own.0 as usize).checked_sub(HANDS_OF_RUN * number).and_then(|own| run.get(own));
            occurrences(run, entry) - u64::from(own == Some(entry))
        }
        None => others(HANDS_OF_RUN * number, run).len() as u64,
    };
    let runs: Vec<HandNumbers<'_>> = entries.chunks(HANDS_OF_RUN).collect();
    let counts: Vec<u64> = runs.par_iter().copied().enumerate().map(count).collect();
    let all: u64 = counts.iter().sum();
    let shown = all.min(SHOWN_MATES);
    // The middle of each of `shown` equal stretches.
    let mut places = (0..shown).map(|part| (2 * part + 1) * all / (2 * shown)).peekable();
    let (mut chosen, mut before) = (Vec::new(), 0);
    for (number, (&run, &count)) in runs.iter().zip(&counts).enumerate() {
        let those = iter::from_fn(|| places.next_if(|&place| place < before + count)).collect::<Vec<_>>();
        if !those.is_empty() {
            let others = others(HANDS_OF_RUN * number, run);
            chosen.extend(those.iter().filter_map(|place| others.get((place - before) as usize)));
        }
        before += count;
    }
    let mate = |&(hand, entry): &(HandIndex, u32)| {
        let (hole, board) = index.unindex(hand)?;
        let (_, strength) = distribution_of_hand(table.deck(), hole, board, 1);
        Some(BucketMate {
            hole: hole.to_string(),
            board: members.board(entry, board)?.iter().map(|card| card.to_string()).collect(),
            strength: strength as f64 / Street::new(table.deck(), table.round()).strength_unit(),
        })
    };
    chosen.par_iter().filter_map(mate).collect()
}

/// How many of a run's numbers are this one.
fn occurrences(run: HandNumbers<'_>, number: u32) -> u64 {
    match run {
        HandNumbers::Narrow(run) => u16::try_from(number).map_or(0, |number| {
            // No run has more numbers than 16 bits can count.
            u64::from(run.iter().map(|&it| u16::from(it == number)).sum::<u16>())
        }),
        HandNumbers::Wide(run) => u64::from(run.iter().map(|&it| u32::from(it == number)).sum::<u32>()),
    }
}

struct Members<'a> {
    /// By entry in the file: whether hands with this entry can be in the bucket.
    has: Vec<bool>,
    /// The clusters of flops and the bucket's own, if buckets belong to clusters.
    cluster: Option<(PublicClusters<'a>, usize)>,
}

impl<'a> Members<'a> {
    fn of(table: &'a BucketTable, bucket: u32) -> Self {
        let Some(clusters) = table.public_clusters() else {
            return Self { has: (0..table.bucket_count()).map(|it| it == bucket as usize).collect(), cluster: None };
        };
        let number = clusters.cluster_of_bucket(bucket).unwrap_or_default();
        let cluster = clusters.cluster(number);
        let has = |class| cluster.and_then(|it| it.bucket(class as u32)).is_some_and(|it| it.0 == bucket);
        Self { has: (0..clusters.classes()).map(has).collect(), cluster: Some((clusters, number)) }
    }

    /// The one entry of all members, where no flop matters.
    fn only_entry(&self) -> Option<u32> {
        let number = self.has.iter().position(|&has| has)?;
        self.cluster.is_none().then_some(number as u32)
    }

    /// Whether a hand with this entry can be in the bucket, on some flop of its board where buckets depend on the flop.
    fn has(&self, index: &BoardFirst, hand: HandIndex, entry: u32) -> bool {
        let is_on_some_flop = || index.unindex(hand).is_some_and(|(_, board)| self.board(entry, board).is_some());
        self.has.get(entry as usize) == Some(&true) && (self.cluster.is_none() || is_on_some_flop())
    }

    /// The cards of a board that makes a hand with this entry a member, flop first; `None` if none does.
    fn board(&self, entry: u32, board: CardSet) -> Option<Vec<Card>> {
        let has = self.has.get(entry as usize).is_some_and(|&has| has);
        let Some((clusters, number)) = self.cluster.filter(|_| has) else {
            return has.then(|| board.iter().collect());
        };
        let flop = flops_of(board).find(|&flop| clusters.cluster_of(flop) == Some(number))?;
        Some(flop.iter().chain((board - flop).iter()).collect())
    }
}
