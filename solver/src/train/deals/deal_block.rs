//! What is kept of some deals while their batch is played.

use super::chunk_place::ChunkPlace;
use super::deal::Deal;
use super::dice::ActionDice;
use crate::boards::{CardRules, HandBuckets};
use crate::train::update_rule::{Step, UpdateRule};
use crate::walk::Row;
use evaluator::card_set::CardSet;

/// Deals that are played and kept together; the last block of a batch may have fewer.
pub(super) const DEALS_OF_A_BLOCK: usize = 20;

/// Some deals of a batch.
///
/// A player's *reach* is how likely the player comes to a history by its own actions; with external sampling it is that
/// of the actions drawn, 0 or 1. One player's gains are weighted by the other's reach, its strategies by its own.
pub(super) struct DealBlock {
    pub hands: [HandsOfDeal; DEALS_OF_A_BLOCK],
    /// How each deal is played before the last round.
    pub plays: [EarlierPlay; DEALS_OF_A_BLOCK],
    /// `[chunk of the last round][deal][player]`: the reach where it is entered. The deals of one chunk lie side by
    /// side, since the last round goes chunk by chunk.
    pub entries: Vec<[[Row<f32>; 2]; DEALS_OF_A_BLOCK]>,
}

/// A deal as the tables see it.
#[derive(Clone)]
pub(super) struct HandsOfDeal {
    /// `[round][player]`
    pub buckets: Vec<[u32; 2]>,
    /// The buckets of the last round.
    pub last_buckets: [u32; 2],
    /// 1 where position 0 wins the showdown, -1 where position 1 does, 0 for a tie.
    pub sign: f32,
    /// Each player's dice.
    pub dice: [ActionDice; 2],
    /// What the deal does to the tables.
    pub step: Step,
}

/// What happens in the rounds before the last.
#[derive(Clone)]
pub(super) struct EarlierPlay {
    /// `[chunk][player]`, where the chunk is entered.
    pub reach: Vec<[Row<f32>; 2]>,
    /// `[chunk][slot]`: both players' strategies, later what each action gained.
    pub gains: Vec<Row<f32>>,
    /// `[chunk][slot]`: the strategy times the player's own reach.
    pub shares: Vec<Row<f32>>,
    /// `[chunk][player whose values they are][fold]`
    pub folds: Vec<Row<f32>>,
}

impl DealBlock {
    /// Memory for deals of a game with these chunks before the last round and `last` chunks in it.
    pub fn new(earlier: &[ChunkPlace], last: usize) -> Self {
        let hands = HandsOfDeal {
            buckets: Vec::new(),
            last_buckets: [0; 2],
            sign: 0.0,
            dice: Default::default(),
            step: UpdateRule::Cfr.step(1, 1),
        };
        let rows = |count| vec![Row::default(); count];
        let slots = earlier.last().map_or(0, |place| place.slots.end);
        let folds = earlier.last().map_or(0, |place| place.folds[1].end);
        let reach = vec![Default::default(); earlier.len()];
        let play = EarlierPlay { reach, gains: rows(slots), shares: rows(slots), folds: rows(folds) };
        Self {
            hands: std::array::from_fn(|_| hands.clone()),
            plays: std::array::from_fn(|_| play.clone()),
            entries: vec![[Default::default(); DEALS_OF_A_BLOCK]; last],
        }
    }
}

impl HandsOfDeal {
    /// Draws the cards of an iteration and looks up both hands' buckets.
    pub fn deal(&mut self, rules: &CardRules, buckets: &dyn HandBuckets, seed: u64, iteration: u64) {
        let deal = Deal::of(rules, seed, iteration);
        self.buckets.clear();
        for round in 0..rules.rounds() {
            let board = CardSet::of(&deal.board()[..rules.board_cards(round)]);
            self.last_buckets = [0, 1].map(|player| buckets.bucket(round, CardSet::of(deal.hole(player)), board));
            self.buckets.push(self.last_buckets);
        }
        self.sign = deal.sign();
        self.dice = [0, 1].map(|player| ActionDice::of(seed, iteration, player));
    }
}
