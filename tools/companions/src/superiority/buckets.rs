//! The player's abstraction: hands that it judges alike share a bucket, weakest first.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::round::Round;
use evaluator::showdown::ShowdownOrder;
use evaluator::strength_tables::StrengthTables;
use solver::boards::{Buckets, HandBuckets, hand_index};

use super::judgement::{Judgement, SeenBoard};
use super::tally::Tally;
use evaluator::holding::STARTING_HANDS;

/// The judgements that occur on flop, turn and river, numbered by their mean strength.
#[derive(Clone, Debug)]
pub struct JudgementBuckets {
    streets: [Street; 3],
}

#[derive(Clone, Debug)]
struct Street {
    /// By number of the judgement; what does not occur has none.
    bucket: Vec<Option<u32>>,
    judgements: Vec<Judgement>,
}

impl JudgementBuckets {
    /// From the tally of all deals.
    pub fn new(exact: &Tally) -> Self {
        let street = |outcomes: &Vec<super::tally::Outcomes>| {
            let strength = |judgement: &Judgement| outcomes[judgement.number()].strength();
            let mut judgements: Vec<Judgement> =
                Judgement::all().filter(|judgement| outcomes[judgement.number()].total() > 0).collect();
            judgements.sort_by(|one, other| strength(one).total_cmp(&strength(other)));
            let mut bucket = vec![None; Judgement::COUNT];
            for (number, judgement) in judgements.iter().enumerate() {
                bucket[judgement.number()] = Some(number as u32);
            }
            Street { bucket, judgements }
        };
        Self { streets: exact.judged.each_ref().map(street) }
    }

    /// What each bucket of flop, turn or river stands for.
    pub fn judgements(&self, round: Round) -> &[Judgement] {
        &self.street(round).judgements
    }

    /// The bucket of a judgement; that of the weakest hands for one that does not occur.
    #[inline]
    pub fn of_judgement(&self, round: Round, judgement: Judgement) -> u32 {
        self.street(round).bucket[judgement.number()].unwrap_or(0)
    }

    fn street(&self, round: Round) -> &Street {
        &self.streets[round.number().saturating_sub(1)]
    }
}

impl Buckets for JudgementBuckets {
    fn count(&self, round: usize) -> usize {
        if round == 0 { STARTING_HANDS } else { self.streets[round - 1].judgements.len() }
    }

    fn row(&self, round: usize, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        row.clear();
        if round == 0 {
            return row.extend(order.holdings().map(|hole| hole.starting_hand().number() as u32));
        }
        let seen = SeenBoard::new(CardSet::of(board), StrengthTables::get());
        row.extend(order.holdings().map(|hole| self.of_judgement(Round::ALL[round], seen.judge(hole))));
    }
}

impl HandBuckets for JudgementBuckets {
    fn bucket(&self, round: usize, hole: CardSet, board: CardSet) -> u32 {
        self.bucket_at(Round::ALL[round], hand_index(round, hole, board))
    }

    fn bucket_at(&self, round: Round, hand: HandIndex) -> u32 {
        let (hole, board) = BoardFirst::of(round).unindex(hand).expect("an index of the round");
        if round == Round::Preflop {
            return hole.starting_hand().number() as u32;
        }
        self.of_judgement(round, SeenBoard::new(board, StrengthTables::get()).judge(hole))
    }
}
