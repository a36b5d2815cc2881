//! The boards of a small game up to suits, the classes of holdings on each, and what classes win from each other.

use evaluator::card::Card;
use evaluator::lanes::Lanes;
use evaluator::showdown::{ShowdownSums, Weights};
use std::collections::HashMap;

use crate::boards::{BucketRow, Buckets, DealtBoard, LosslessBuckets};
use crate::walk::PreparedGame;

/// A round's boards up to suits, and what each of their classes is.
pub struct RoundClasses {
    /// `[board]`: the buckets of its classes.
    pub boards: Vec<Vec<u32>>,
    pub of_bucket: Vec<BucketClass>,
    /// `[board][own class][other class]`, with room for the most classes of any board: deals in which the two meet.
    pub meetings: Vec<f64>,
    /// The same, won deals minus lost ones; empty before the last round.
    pub balance: Vec<f64>,
}

/// What a bucket is a class of.
#[derive(Clone, Copy, Default)]
pub struct BucketClass {
    pub board: usize,
    /// Which of the board's classes.
    pub class: usize,
    /// The bucket of the same hand in the round before.
    pub before: u32,
    /// Deals that the class stands for, the opponent's cards left out.
    pub deals: f64,
}

impl RoundClasses {
    /// Lists the boards of a round and the classes on each; every bucket belongs to one board.
    pub fn list(game: &PreparedGame<f64>, buckets: &LosslessBuckets, boards: &[Vec<Card>], round: usize) -> Self {
        let mut found: HashMap<Vec<u64>, usize> = HashMap::new();
        let mut lists: Vec<Vec<u32>> = Vec::new();
        let mut of_bucket = vec![BucketClass::default(); buckets.count(round)];
        let mut seen = vec![false; buckets.count(round)];
        let mut dealt = DealtBoard::default();
        for board in boards {
            dealt.deal(&game.rules, buckets, board);
            let next = found.len();
            let key = buckets.board_class(round, &board[..game.rules.board_cards(round)]);
            let number = *found.entry(key).or_insert(next);
            lists.resize_with(found.len(), Vec::new);
            for (place, &bucket) in dealt.row(round).of_place.iter().enumerate() {
                let bucket = dealt.row(round).distinct[usize::from(bucket)];
                let class = &mut of_bucket[bucket as usize];
                class.deals += 1.0;
                if !std::mem::replace(&mut seen[bucket as usize], true) {
                    (class.board, class.class) = (number, lists[number].len());
                    lists[number].push(bucket);
                    if let Some(before) = round.checked_sub(1) {
                        let row = dealt.row(before);
                        class.before = row.distinct[usize::from(row.of_place[place])];
                    }
                }
            }
        }
        Self { boards: lists, of_bucket, meetings: Vec::new(), balance: Vec::new() }
    }

    /// The most classes on any board.
    pub fn most_classes(&self) -> usize {
        self.boards.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The index of the number for a pair of buckets of one board.
    fn place(&self, own: u32, other: u32) -> usize {
        let (own, other) = (self.of_bucket[own as usize], self.of_bucket[other as usize]);
        let classes = self.most_classes();
        (own.board * classes + own.class) * classes + other.class
    }
}

/// Counts, over all complete boards, in how many deals each pair of classes meets and who wins.
pub fn count_deals(
    game: &PreparedGame<f64>,
    buckets: &LosslessBuckets,
    boards: &[Vec<Card>],
    rounds: &mut [RoundClasses],
) {
    let mut dealt = DealtBoard::default();
    let mut sums = ShowdownSums::default();
    let last = rounds.len() - 1;
    for (round, classes) in rounds.iter_mut().enumerate() {
        let size = classes.boards.len() * classes.most_classes().pow(2);
        classes.meetings.resize(size, 0.0);
        classes.balance.resize(if round == last { size } else { 0 }, 0.0);
        for board in boards {
            dealt.deal(&game.rules, buckets, board);
            let (order, row) = (&dealt.order, dealt.row(round));
            for (number, &other) in row.distinct.iter().enumerate() {
                let members = Members { row, number: number as u16 };
                order.sweep(&mut sums, &members);
                for (place, &cards) in order.cards().iter().enumerate() {
                    let at = classes.place(row.distinct[usize::from(row.of_place[place])], other);
                    classes.meetings[at] += sums.opposition(cards, members.at(place)).0[0];
                    if let Some(balance) = classes.balance.get_mut(at) {
                        *balance += sums.balance(place, cards).0[0];
                    }
                }
            }
        }
    }
}

/// One opponent in each place of one bucket.
struct Members<'a> {
    row: &'a BucketRow,
    number: u16,
}

impl Weights<f64, 1> for Members<'_> {
    #[inline(always)]
    fn at(&self, place: usize) -> Lanes<f64, 1> {
        Lanes([f64::from(u8::from(self.row.of_place[place] == self.number))])
    }
}
