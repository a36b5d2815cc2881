//! One deal of all cards: both players' hole cards and the complete board, drawn for one iteration.
//!
//! What is kept of some deals while their batch is played.
//!
//! The dice of external sampling: one number for each decision of a deal, the same in whatever order they are asked
//! for.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_strength::HandStrength;
use std::cmp::Ordering;

use super::chunk::ChunkPlace;
use crate::boards::card_rules::{draw, generator_of};
use crate::boards::{CardRules, HandBuckets};
use crate::train::update_rule::{Step, UpdateRule};
use crate::walk::{LANES, Row, Shape};

/// All cards of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    /// Position 0's hole cards, position 1's, the board.
    cards: Vec<Card>,
    hole_cards: usize,
}

impl Deal {
    /// The deal of an iteration: it depends on the seed and the iteration's number alone, so that all abstractions are
    /// trained on the same cards. Every deal is equally likely.
    pub fn of(rules: &CardRules, seed: u64, iteration: u64) -> Self {
        let hole_cards = rules.hole_cards();
        let count = 2 * hole_cards + rules.complete_board();
        Self { cards: draw(&mut generator_of(seed, iteration), rules.deck(), count), hole_cards }
    }

    pub fn hole(&self, player: usize) -> &[Card] {
        &self.cards[player * self.hole_cards..][..self.hole_cards]
    }

    /// The complete board in the order of the deal.
    pub fn board(&self) -> &[Card] {
        &self.cards[2 * self.hole_cards..]
    }

    /// 1 where position 0 has the better hand in the end, -1 where position 1 has it, 0 for a tie.
    pub fn sign(&self) -> f32 {
        let strength = |player| HandStrength::of(CardSet::of(self.hole(player)) | CardSet::of(self.board()));
        match strength(0).cmp(&strength(1)) {
            Ordering::Greater => 1.0,
            Ordering::Equal => 0.0,
            Ordering::Less => -1.0,
        }
    }
}

/// Deals that are played and kept together; the last block of a batch may have fewer.
pub(crate) const DEALS_OF_A_BLOCK: usize = 20;

/// Some deals of a batch.
///
/// A player's *reach* is how likely the player comes to a history by its own actions; with external sampling it is that
/// of the actions drawn, 0 or 1. One player's gains are weighted by the other's reach, its strategies by its own.
pub(crate) struct DealBlock {
    pub hands: [HandsOfDeal; DEALS_OF_A_BLOCK],
    /// How each deal is played before the last round.
    pub plays: [EarlierPlay; DEALS_OF_A_BLOCK],
    /// `[chunk of the last round][deal][player]`: the reach where it is entered. The deals of one chunk lie side by
    /// side, since the last round goes chunk by chunk.
    pub entries: Vec<[[Row<f32>; 2]; DEALS_OF_A_BLOCK]>,
}

/// A deal as the tables see it.
#[derive(Clone)]
pub(crate) struct HandsOfDeal {
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
pub(crate) struct EarlierPlay {
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

/// The finaliser of splitmix64 (Steele, Lea & Flood 2014): well-mixed bits of a number.
#[inline(always)]
const fn mixed(number: u64) -> u64 {
    let bits = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// The dice with which one player plays one deal.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ActionDice {
    key: u64,
}

impl ActionDice {
    /// The dice of a player in an iteration of a seed.
    pub fn of(seed: u64, iteration: u64, player: usize) -> Self {
        // Neither the cards of an iteration nor the other player's dice may share its bits.
        let game = mixed(seed ^ 0x6a09_e667_f3bc_c909).wrapping_add(iteration.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        Self { key: mixed(mixed(game).wrapping_add(player as u64)) }
    }

    /// The number thrown at a decision, in 0..1, a multiple of 2^-24. Decisions are numbered
    /// `nodes of the rounds before + entry * nodes of the round + node`.
    #[inline(always)]
    pub fn at(self, decision: u64) -> f32 {
        let bits = mixed(self.key ^ decision.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        // A number of single precision holds 24 bits.
        (bits >> 40) as u32 as f32 * (1.0 / (1 << 24) as f32)
    }
}

/// Draws one action for each of the player's decisions, history by history: 1 for it, 0 for the others.
///
/// The action is the first whose cumulative probability exceeds the number thrown times the sum of all (which is not
/// exactly one): so an action of probability zero is never drawn.
#[inline(always)]
pub(crate) fn draw_actions(
    shape: &Shape,
    place: &ChunkPlace,
    player: usize,
    dice: ActionDice,
    strategy: &[Row<f32>],
    drawn: &mut [Row<f32>],
) {
    for (number, node) in shape.nodes.iter().enumerate() {
        if node.player != player {
            continue;
        }
        let slots = node.first_slot..node.first_slot + node.children.len();
        let mut total = Row::<f32>::default();
        for &probability in &strategy[slots.clone()] {
            total = total + probability;
        }
        let mut mark = Row::<f32>::default();
        for lane in 0..LANES {
            mark.0[lane] = total.0[lane] * dice.at(place.first_decisions[lane] + number as u64);
        }
        let mut before = Row::<f32>::default();
        for slot in slots {
            let after = before + strategy[slot];
            for lane in 0..LANES {
                let is_drawn = before.0[lane] <= mark.0[lane] && mark.0[lane] < after.0[lane];
                drawn[slot].0[lane] = if is_drawn { 1.0 } else { 0.0 };
            }
            before = after;
        }
    }
}
