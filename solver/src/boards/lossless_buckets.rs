//! Every hand its own bucket, up to suits: what small games are solved with.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::showdown::ShowdownOrder;
use evaluator::suit_permutation::SuitPermutation;
use std::collections::HashMap;

use super::buckets::Buckets;
use super::card_rules::{CardRules, extend};
use crate::error::SolverError;
use crate::game::{GameDefinition, card_counts};

/// The most hands of one round that are listed; beyond it a game needs an abstraction.
const MOST_HANDS: u64 = 1_000_000;

/// The hands of each round, numbered; hands that differ by a permutation of the game's suits share a number.
pub struct LosslessBuckets {
    rules: CardRules,
    permutations: Vec<SuitPermutation>,
    rounds: Vec<HashMap<Vec<u64>, u32>>,
}

/// Refuses a game whose hands are too many to be listed.
///
/// # Errors
/// [`SolverError::Unfit`] for a game with more than a million hands in a round.
pub fn require_listable(game: &GameDefinition) -> Result<(), SolverError> {
    let deals = (0..game.rounds()).map(|round| (round, card_counts::deals(game, round)));
    match deals.into_iter().find(|&(_, deals)| deals > MOST_HANDS) {
        None => Ok(()),
        Some((round, deals)) => Err(SolverError::unfit(
            "solving a game exactly",
            format!("at most {MOST_HANDS} deals a round"),
            format!("{deals} in round {}", round + 1),
            "build buckets and use train instead",
        )),
    }
}

impl LosslessBuckets {
    /// Lists the hands of a game.
    ///
    /// # Errors
    /// [`SolverError::Unfit`] for a game with more than a million hands in a round.
    pub fn new(game: &GameDefinition) -> Result<Self, SolverError> {
        require_listable(game)?;
        let rules = CardRules::new(game);
        // Only suits of the deck may be exchanged for each other.
        let deck = rules.deck();
        let permutations = SuitPermutation::all().filter(|it| it.card_set(deck) == deck).collect();
        let rounds = vec![HashMap::new(); game.rounds()];
        let mut buckets = Self { rules, permutations, rounds };
        let mut boards = vec![Vec::new()];
        for round in 0..game.rounds() {
            let count = buckets.rules.board_cards(round);
            boards = boards
                .iter()
                .flat_map(|board: &Vec<Card>| {
                    let mut next = Vec::new();
                    extend(&buckets.rules, board, count - board.len(), &mut next);
                    next
                })
                .collect();
            for board in &boards {
                for hole in buckets.rules.holes(CardSet::of(board)) {
                    let canonical = buckets.canonical(round, board, hole);
                    let next = buckets.rounds[round].len() as u32;
                    buckets.rounds[round].entry(canonical).or_insert(next);
                }
            }
        }
        Ok(buckets)
    }

    /// A round's board up to suits: equal for boards that a permutation maps to each other.
    pub(crate) fn board_class(&self, round: usize, board: &[Card]) -> Vec<u64> {
        self.canonical(round, board, CardSet::EMPTY)
    }

    /// Hole cards and each round's cards under the permutation that makes them least.
    fn canonical(&self, round: usize, board: &[Card], hole: CardSet) -> Vec<u64> {
        let mut parts = vec![hole];
        let mut from = 0;
        for earlier in 0..=round {
            let to = self.rules.board_cards(earlier);
            parts.push(CardSet::of(&board[from..to]));
            from = to;
        }
        let permuted = |it: &SuitPermutation| parts.iter().map(|&part| it.card_set(part).bits()).collect::<Vec<u64>>();
        self.permutations.iter().map(permuted).min().unwrap_or_default()
    }
}

impl Buckets for LosslessBuckets {
    fn count(&self, round: usize) -> usize {
        self.rounds[round].len()
    }

    fn row(&self, round: usize, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        row.clear();
        row.extend(order.ids().iter().map(|&id| {
            let canonical = self.canonical(round, board, self.rules.hole(id));
            // Every hand of every board was listed; a missing one must not pass for another.
            self.rounds[round][&canonical]
        }));
    }
}
