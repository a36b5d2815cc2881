//! What a solved spot does at a decision: on which board it was played, and with which holdings.

use evaluator::card::Card;
use evaluator::holding::{HOLDINGS, Holding};
use evaluator::suit_permutation::SuitPermutation;

use super::Spot;
use super::board::{Board, Extent};
use super::definition::SpotError;
use super::plan::TablePlace;
use crate::game::NodeId;

/// Average strategies of a spot, wherever they are kept.
pub trait Averages {
    /// A decision's probabilities by action and place on the board.
    ///
    /// # Errors
    /// [`SpotError::Unreadable`] where they are in a file that is damaged.
    fn average(&self, at: &Located<'_>, decision: Decided) -> Result<Vec<Vec<f32>>, SpotError>;
}

/// A decision as tables and blocks hold it.
#[derive(Clone, Copy, Debug)]
pub struct Decided {
    pub player: usize,
    pub place: TablePlace,
    /// How many there are.
    pub actions: usize,
}

/// A board as it was played.
#[derive(Clone, Copy, Debug)]
pub struct Located<'a> {
    pub board: &'a Board,
    /// Its number among all boards, each before those that follow.
    pub number: usize,
    /// What the boards before it take in the players' tables.
    pub first: [Extent; 2],
    /// Renames the suits of the cards that were asked for to those that were played.
    pub suits: SuitPermutation,
}

/// A decision with all that may be held there.
#[derive(Clone, PartialEq, Debug)]
pub struct SpotDecision {
    pub node: NodeId,
    /// 0 out of position, 1 in position.
    pub player: usize,
    /// As they are written, in order.
    pub actions: Vec<String>,
    /// The player's holdings that are left, by number.
    pub hands: Vec<DecidedHand>,
    /// How often each action is taken, over all deals that lead here.
    pub frequencies: Vec<f64>,
    /// The weight of each holding of either player by number: its range's, times how likely the player's own actions
    /// lead here with it.
    pub weights: [Vec<f64>; 2],
}

/// What is done with a holding.
#[derive(Clone, PartialEq, Debug)]
pub struct DecidedHand {
    pub holding: Holding,
    pub weight: f64,
    /// By action.
    pub probabilities: Vec<f32>,
}

impl<'a> Located<'a> {
    /// The board that a spot begins with.
    pub(super) fn first(board: &'a Board) -> Self {
        Self { board, number: 0, first: [Extent::default(); 2], suits: SuitPermutation::IDENTITY }
    }
}

impl Spot {
    /// The board after further cards.
    ///
    /// # Errors
    /// [`SpotError::Value`] where a card cannot come.
    pub fn locate(&self, cards: &[Card]) -> Result<Located<'_>, SpotError> {
        let mut at = Located::first(&self.board);
        for &card in cards {
            let played = at.suits.card(card);
            let mut first = [at.first[0] + at.board.own[0], at.first[1] + at.board.own[1]];
            let mut number = at.number + 1;
            let found = at.board.runouts.iter().find_map(|runout| {
                let alike = runout.alike.iter().map(|&(suits, _)| suits);
                let renamed = std::iter::once(SuitPermutation::IDENTITY).chain(alike);
                let suits = renamed.into_iter().find(|suits| suits.card(runout.card) == played);
                if suits.is_none() {
                    first = [first[0] + runout.board.all[0], first[1] + runout.board.all[1]];
                    number += runout.board.count();
                }
                suits.map(|suits| (&runout.board, suits))
            });
            let Some((board, suits)) = found else {
                let problem = match at.board.runouts.is_empty() {
                    true => format!("{card} comes after the river; give fewer cards"),
                    false => format!("{card} cannot come on {}; give another card", at.board.cards),
                };
                return Err(SpotError::Value { key: "board", problem });
            };
            at = Located { board, number, first, suits: at.suits.then(suits.inverse()) };
        }
        Ok(at)
    }

    /// The decision after some betting on a board, `cards` being those after the spot's own.
    ///
    /// # Errors
    /// Those of [`locate`](Self::locate), [`SpotError::Game`] where the betting cannot happen, and
    /// [`SpotError::Value`] where the number of cards does not fit it.
    pub fn decision(&self, averages: &dyn Averages, cards: &[Card], betting: &str) -> Result<SpotDecision, SpotError> {
        let node = self.tree.node_at(betting)?;
        let round = self.tree[node].round;
        if cards.len() != round {
            let [expected, found] = [round, cards.len()].map(|cards| cards + self.definition.board.len());
            let problem = format!("{found} cards, where the betting '{betting}' has come to {expected}");
            return Err(SpotError::Value { key: "board", problem });
        }
        let weights = self.weights(averages, cards, node)?;
        let (player, probabilities) = self.probabilities(averages, cards, node)?;
        let held = Holding::all().zip(probabilities).filter(|(_, probabilities)| !probabilities.is_empty());
        let hands: Vec<DecidedHand> = held
            .map(|(holding, probabilities)| DecidedHand {
                holding,
                weight: weights[player][holding.number()],
                probabilities,
            })
            .collect();
        let actions = self.tree.action_texts(&self.tree[node]);
        let frequencies = frequencies(&hands, &weights[1 - player], actions.len());
        Ok(SpotDecision { node, player, actions, hands, frequencies, weights })
    }

    /// The weight of each holding of either player by number at a decision; none for those with a card on the board.
    pub(super) fn weights(
        &self,
        averages: &dyn Averages,
        cards: &[Card],
        node: NodeId,
    ) -> Result<[Vec<f64>; 2], SpotError> {
        let mut weights = [0, 1].map(|player| {
            let on_board = |holding: Holding| cards.iter().any(|&card| holding.card_set().contains(card));
            let range = &self.definition.ranges[player];
            let weight = |holding| if on_board(holding) { 0.0 } else { f64::from(range.weight(holding)) };
            Holding::all().map(weight).collect::<Vec<f64>>()
        });
        let mut here = node;
        while let Some((before, action)) = self.tree[here].parent {
            let (player, probabilities) = self.probabilities(averages, cards, before)?;
            let number = self.tree[before].actions.iter().position(|&it| it == action).unwrap_or(0);
            for (weight, of_holding) in weights[player].iter_mut().zip(&probabilities) {
                *weight *= of_holding.get(number).copied().map_or(0.0, f64::from);
            }
            here = before;
        }
        Ok(weights)
    }

    /// Who decides at a node, and each holding's probabilities there; none for holdings that cannot be.
    fn probabilities(
        &self,
        averages: &dyn Averages,
        cards: &[Card],
        node: NodeId,
    ) -> Result<(usize, Vec<Vec<f32>>), SpotError> {
        let place = self.layout.place(node);
        let (player, actions) = (self.tree[node].player, self.tree[node].actions.len());
        let at = self.locate(&cards[..place.round])?;
        let place = self.plans[place.round].places[place.entry][place.node];
        let by_action = averages.average(&at, Decided { player, place, actions })?;
        let mut by_holding = vec![Vec::new(); HOLDINGS];
        for (number, &holding) in at.board.hands[player].holdings.iter().enumerate() {
            let asked = at.suits.inverse().holding(holding);
            by_holding[asked.number()] = by_action.iter().map(|action| action[number]).collect();
        }
        Ok((player, by_holding))
    }
}

/// By holding number: the weight of all of the other player's holdings that share no card with it.
pub(super) fn met(others: &[f64]) -> Vec<f64> {
    let total: f64 = others.iter().sum();
    let mut by_card = [0.0; 64];
    for (holding, weight) in Holding::all().zip(others) {
        let (low, high) = holding.cards();
        by_card[low.number()] += weight;
        by_card[high.number()] += weight;
    }
    let met = |holding: Holding| {
        let (low, high) = holding.cards();
        let met = total - by_card[low.number()] - by_card[high.number()] + others[holding.number()];
        // Differences of sums that should be zero are made zero.
        if met < ROUNDING * total { 0.0 } else { met }
    };
    Holding::all().map(met).collect()
}

/// A smaller share of a range than this comes from rounding.
const ROUNDING: f64 = 1e-12;

/// How often each action is taken, over all pairs of holdings that share no card.
fn frequencies(hands: &[DecidedHand], others: &[f64], actions: usize) -> Vec<f64> {
    let met = met(others);
    let mut sums = vec![0.0; actions];
    for hand in hands {
        let met = met[hand.holding.number()];
        for (sum, &probability) in sums.iter_mut().zip(&hand.probabilities) {
            *sum += hand.weight * met * f64::from(probability);
        }
    }
    let all: f64 = sums.iter().sum();
    sums.iter().map(|sum| if all > 0.0 { sum / all } else { 0.0 }).collect()
}
