//! Abstractions that do not know the names of suits, for tests of whatever takes suits as alike.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::showdown::ShowdownOrder;
use evaluator::suit_permutation::SuitPermutation;
use solver::boards::{Buckets, CardRules};
use solver::game::GameDefinition;

use crate::naive::mix;

/// A hash of hole cards and each round's board cards, the same for hands that differ by the names of suits.
pub struct SymmetricBuckets {
    rules: CardRules,
    permutations: Vec<SuitPermutation>,
    counts: Vec<usize>,
    salt: u64,
}

impl SymmetricBuckets {
    pub fn new(game: &GameDefinition, counts: &[usize], salt: u64) -> Self {
        let rules = CardRules::new(game);
        let deck = rules.deck();
        let permutations = SuitPermutation::all().filter(|it| it.card_set(deck) == deck).collect();
        Self { rules, permutations, counts: counts.to_vec(), salt }
    }

    /// The bucket of a hand on a round's board.
    pub fn bucket(&self, round: usize, hole: CardSet, board: &[Card]) -> u32 {
        let mut sets = vec![hole];
        let mut from = 0;
        for earlier in 0..=round {
            let to = self.rules.board_cards(earlier);
            sets.push(CardSet::of(&board[from..to]));
            from = to;
        }
        let moved = |it: SuitPermutation| sets.iter().map(move |&set| it.card_set(set).bits());
        // Compared one set after another: the first one often decides.
        let least = self.permutations.iter().min_by(|&&one, &&other| moved(one).cmp(moved(other))).unwrap();
        let hash = moved(*least).fold(mix(self.salt ^ round as u64), |hash, bits| mix(hash ^ bits));
        (hash % self.counts[round] as u64) as u32
    }
}

impl Buckets for SymmetricBuckets {
    fn count(&self, round: usize) -> usize {
        self.counts[round]
    }

    fn row(&self, round: usize, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        row.clear();
        row.extend(order.ids().iter().map(|&id| self.bucket(round, self.rules.hole(id), board)));
    }
}
