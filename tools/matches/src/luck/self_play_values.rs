//! What a strategy's hands are worth in its play against itself, street by street and entry by entry, as a baseline.
//!
//! Thirty thousand deals are worked out exactly: what both hands win after every betting there can be. A hand's value
//! is the mean over deals in which it fell into the same group of neighbouring buckets, weighted by how often the
//! *other* side would have come there with its hand, so that hands which the strategy would have folded have one, too.

use evaluator::card_set::CardSet;
use evaluator::holding::{Holding, STARTING_HANDS};
use evaluator::round::Round;
use rayon::prelude::*;
use solver::boards::hand_index;
use solver::game::Next;
use std::sync::Arc;
use tables::progress::{Progress, Update};

use super::baseline::Baseline;
use crate::agent::Agent;
use crate::betting_steps::End;
use crate::dealer::Dealer;
use crate::dealt_game::{DealtGame, buckets_of};
use crate::dealt_hands::DealtHands;
use crate::error::MatchError;

/// Deals that are worked out.
const DEALS: u64 = 30_000;
/// Their seed: far from those that people give, whose hands are to be judged.
const SEED: u64 = 0x5e1f_91a7_0b0a_12d5;
/// Deals that are added up by themselves, so that the number of threads changes nothing.
const DEALS_OF_PART: u64 = 1_000;
/// Groups of neighbouring buckets of a street.
const GROUPS: usize = 64;
/// The weight of what is known of all entries together, in deals.
const PRIOR: f64 = 60.0;

/// The rounds whose values are kept: the last one is played out where it is needed.
const KEPT: usize = 3;

/// A strategy's own values.
pub struct SelfPlayValues {
    agent: Arc<Agent>,
    groups: [usize; KEPT],
    at_start: Sums,
    /// By the round before the one that is entered.
    before_cards: Sums,
}

/// Values and their weights, `[round][position][entry][group]`.
#[derive(Clone)]
struct Sums {
    cells: [Vec<[f64; 2]>; KEPT],
    groups: [usize; KEPT],
    entries: [usize; KEPT],
}

impl SelfPlayValues {
    /// Works out a strategy's values: a few seconds of one core.
    ///
    /// # Errors
    /// Not enough memory for the strategy's table (see [`Dealer::new`]), or an interruption.
    pub fn of(agent: Arc<Agent>, progress: &dyn Progress) -> Result<Self, MatchError> {
        Self::of_deals(agent, DEALS, progress)
    }

    /// The same from another number of deals, rounded up to thousands.
    ///
    /// # Errors
    /// As [`Self::of`].
    pub fn of_deals(agent: Arc<Agent>, deals: u64, progress: &dyn Progress) -> Result<Self, MatchError> {
        let kept = agent.clone();
        let dealer = Dealer::new(&[&*kept])?;
        let groups = [0, 1, 2].map(|round| match round {
            0 => STARTING_HANDS,
            round => agent.bucket_count(round).min(GROUPS),
        });
        let entries = [0, 1, 2, 3].map(|round| dealer.steps.round(round).entries());
        let empty = Self {
            agent,
            groups,
            at_start: Sums::new(groups, [entries[0], entries[1], entries[2]]),
            before_cards: Sums::new(groups, [entries[1], entries[2], entries[3]]),
        };
        let part = |part: u64| {
            progress.check()?;
            let mut sums = (empty.at_start.clone(), empty.before_cards.clone());
            (part * DEALS_OF_PART..(part + 1) * DEALS_OF_PART)
                .for_each(|deal| empty.add_deal(&dealer, deal, &mut sums));
            let done = (part + 1) * DEALS_OF_PART;
            progress.report(&Update { stage: "values", done, of: deals, unit: "deals", note: None });
            Ok(sums)
        };
        let parts: Vec<(Sums, Sums)> =
            (0..deals.div_ceil(DEALS_OF_PART)).into_par_iter().map(part).collect::<Result<_, MatchError>>()?;
        let mut values = empty;
        for (at_start, before_cards) in &parts {
            values.at_start.add(at_start);
            values.before_cards.add(before_cards);
        }
        let chips = |round: usize| dealer.steps.round(round).entry_chips();
        values.at_start.settle([chips(0), chips(1), chips(2)]);
        values.before_cards.settle([chips(1), chips(2), chips(3)]);
        Ok(values)
    }

    fn add_deal(&self, dealer: &Dealer<'_>, number: u64, (at_start, before_cards): &mut (Sums, Sums)) {
        let dealt = DealtHands::of(SEED, number);
        let game = DealtGame {
            steps: &dealer.steps,
            strategies: [&dealer.strategies[0]; 2],
            buckets: buckets_of(&self.agent, &dealt),
            ahead: dealt.ahead(),
        };
        let groups = [0, 1].map(|position| {
            [0, 1, 2].map(|round| match round {
                0 => dealt.hole(position).starting_hand().number(),
                _ => self.group(round, game.buckets[position][round]),
            })
        });
        value_everywhere(&game, 0, 0, 0, [1.0; 2], &mut |round, entry, reach, value| {
            for position in 0..2 {
                let weight = reach[1 - position];
                let value = if position == 0 { value } else { -value };
                if round < KEPT {
                    at_start.take(round, position, entry, groups[position][round], value, weight);
                }
                if let Some(before) = round.checked_sub(1) {
                    before_cards.take(before, position, entry, groups[position][before], value, weight);
                }
            }
        });
    }

    fn group(&self, round: usize, bucket: u32) -> usize {
        bucket as usize * self.groups[round] / self.agent.bucket_count(round)
    }

    fn group_of(&self, round: usize, hole: CardSet, board: CardSet) -> usize {
        if round > 0 {
            return self.group(round, self.agent.bucket(Round::ALL[round], hand_index(round, hole, board)));
        }
        let mut cards = hole.iter();
        let holding = cards.next().zip(cards.next()).and_then(|(low, high)| Holding::new(low, high));
        holding.map_or(0, |holding| holding.starting_hand().number())
    }
}

impl Baseline for SelfPlayValues {
    fn at_start(&self, position: usize, round: usize, entry: usize, hole: CardSet, board: CardSet) -> f64 {
        self.at_start.value(round, position, entry, self.group_of(round, hole, board))
    }

    fn before_cards(&self, position: usize, round: usize, entry: usize, hole: CardSet, board: CardSet) -> f64 {
        self.before_cards.value(round - 1, position, entry, self.group_of(round - 1, hole, board))
    }
}

impl Sums {
    fn new(groups: [usize; KEPT], entries: [usize; KEPT]) -> Self {
        let cells = [0, 1, 2].map(|round| vec![[0.0; 2]; 2 * entries[round] * groups[round]]);
        Self { cells, groups, entries }
    }

    fn place(&self, round: usize, position: usize, entry: usize, group: usize) -> usize {
        (position * self.entries[round] + entry) * self.groups[round] + group
    }

    fn take(&mut self, round: usize, position: usize, entry: usize, group: usize, value: f64, weight: f64) {
        let place = self.place(round, position, entry, group);
        let cell = &mut self.cells[round][place];
        *cell = [cell[0] + weight * value, cell[1] + weight];
    }

    fn value(&self, round: usize, position: usize, entry: usize, group: usize) -> f64 {
        self.cells[round][self.place(round, position, entry, group)][0]
    }

    fn add(&mut self, other: &Self) {
        for (cell, other) in self.cells.iter_mut().flatten().zip(other.cells.iter().flatten()) {
            *cell = [cell[0] + other[0], cell[1] + other[1]];
        }
    }

    /// Turns sums into means. What few deals came to is drawn towards the group's share of the pot over all entries.
    fn settle(&mut self, chips: [&[i32]; KEPT]) {
        for round in 0..KEPT {
            // Before the first action there are the blinds alone: any scale will do for the only entry.
            let chips: Vec<f64> = chips[round].iter().map(|&chips| f64::from(chips.max(1))).collect();
            for position in 0..2 {
                for group in 0..self.groups[round] {
                    let places: Vec<usize> =
                        (0..chips.len()).map(|entry| self.place(round, position, entry, group)).collect();
                    let cells = &mut self.cells[round];
                    let won: f64 = places.iter().map(|&place| cells[place][0]).sum();
                    let paid: f64 = places.iter().zip(&chips).map(|(&place, chips)| cells[place][1] * chips).sum();
                    let share = if paid > 0.0 { won / paid } else { 0.0 };
                    for (&place, chips) in places.iter().zip(&chips) {
                        let [won, weight] = cells[place];
                        cells[place][0] = (won + PRIOR * share * chips) / (weight + PRIOR);
                    }
                }
            }
        }
    }
}

/// What position 0 wins from a decision on, and at the beginning of each round that may follow; `observe` gets round,
/// entry, how likely each side's own actions lead there, and that value.
fn value_everywhere(
    game: &DealtGame<'_>,
    round: usize,
    entry: usize,
    number: usize,
    reach: [f64; 2],
    observe: &mut impl FnMut(usize, usize, [f64; 2], f64),
) -> f64 {
    let steps = game.steps.round(round);
    let decision = &steps.decisions()[number];
    let position = decision.position;
    let mut value = 0.0;
    for (action, probability) in game.probabilities(round, entry, decision).into_iter().enumerate() {
        if action >= decision.actions() {
            break;
        }
        let mut reach = reach;
        reach[position] *= probability;
        if reach == [0.0; 2] {
            continue;
        }
        value += probability
            * match steps.follow(entry, decision, action) {
                Next::Decision(next) => value_everywhere(game, round, entry, next, reach, observe),
                Next::End(End::Round(next)) => value_everywhere(game, round + 1, next, 0, reach, observe),
                Next::End(End::Fold(chips)) => f64::from(chips),
                Next::End(End::Showdown(chips)) => f64::from(chips * game.ahead),
            };
    }
    if number == 0 {
        observe(round, entry, reach, value);
    }
    value
}
