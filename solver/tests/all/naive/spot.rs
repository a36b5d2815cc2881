//! A spot solved naively: every board by itself, ends one at a time in scalar `f64`, the tree in plain loops.
//!
//! The same rule as `solver::spot`, for its tests and as the peer of its bench.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::holding::Holding;
use evaluator::showdown::ShowdownOrder;
use evaluator::strength_tables::StrengthTables;
use solver::game::{Child, GameEnd, Next, NodeId};
use solver::spot::{Spot, SpotDecision};
use std::collections::HashMap;

/// What a pass is for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Mode {
    Learn,
    Best,
    Value,
}

/// Regrets and sums of a decision on a board, `[action][hand]`.
#[derive(Clone, Debug)]
struct Decision {
    regrets: Vec<Vec<f32>>,
    sums: Vec<Vec<f32>>,
}

pub struct NaiveSpot<'a> {
    spot: &'a Spot,
    hands: [Vec<Holding>; 2],
    decisions: HashMap<(Vec<Card>, NodeId), Decision>,
    /// Per player and hand: its place among the other player's.
    same: [Vec<Option<usize>>; 2],
    orders: HashMap<CardSet, Vec<Vec<Ranked>>>,
    iterations: u64,
}

/// The least weight of a strategy in its average.
const LEAST_WEIGHT: f32 = 0.001;

impl<'a> NaiveSpot<'a> {
    pub fn new(spot: &'a Spot) -> Self {
        let ranges = &spot.definition().ranges;
        let hands = [0, 1].map(|player: usize| Holding::all().filter(|&it| ranges[player].weight(it) > 0.0).collect());
        let hands: [Vec<Holding>; 2] = hands;
        let place = |holding: &Holding, among: &Vec<Holding>| among.iter().position(|it| it == holding);
        let same = [0, 1].map(|player: usize| hands[player].iter().map(|it| place(it, &hands[1 - player])).collect());
        Self { spot, hands, same, decisions: HashMap::new(), orders: HashMap::new(), iterations: 0 }
    }

    pub fn iterate(&mut self) {
        self.iterations += 1;
        for player in 0..2 {
            self.pass(player, Mode::Learn);
        }
    }

    /// What a player's average strategy, or a best response, gets of the pot against the other's average strategy.
    pub fn worth(&mut self, player: usize, mode: Mode) -> f64 {
        let values = self.pass(player, mode);
        let ranges = self.spot.definition().ranges.clone();
        let held = self.hands[player].iter().zip(&values);
        let total: f64 = held.map(|(&it, &value)| f64::from(ranges[player].weight(it)) * f64::from(value)).sum();
        let meet = |a: &Holding, b: &Holding| !a.card_set().intersects(b.card_set());
        let pairs = self.hands[0].iter().flat_map(|a| self.hands[1].iter().map(move |b| (a, b)));
        let deals: f64 = pairs
            .filter(|(a, b)| meet(a, b))
            .map(|(&a, &b)| f64::from(ranges[0].weight(a)) * f64::from(ranges[1].weight(b)))
            .sum();
        total / deals + self.spot.definition().stakes.pot.as_f64() / 2.0
    }

    /// The average probabilities of a decision, by action and holding number.
    pub fn average(&self, cards: &[Card], betting: &str) -> Vec<HashMap<usize, f32>> {
        let node = self.spot.tree().node_at(betting).unwrap();
        let board = [self.spot.definition().board.as_slice(), cards].concat();
        let sums = &self.decisions[&(board, node)].sums;
        let player = self.spot.tree()[node].player;
        let strategy = matched(sums);
        let by_holding = |row: &Vec<f32>| self.hands[player].iter().map(|it| it.number()).zip(row.clone()).collect();
        strategy.iter().map(by_holding).collect()
    }

    /// Takes over a decision's probabilities as its average strategy.
    pub fn load(&mut self, cards: &[Card], decision: &SpotDecision) {
        let board = [self.spot.definition().board.as_slice(), cards].concat();
        let by_holding: HashMap<Holding, &Vec<f32>> =
            decision.hands.iter().map(|it| (it.holding, &it.probabilities)).collect();
        let of_action = |action: usize| -> Vec<f32> {
            let hands = self.hands[decision.player].iter();
            hands.map(|it| by_holding.get(it).map_or(0.0, |probabilities| probabilities[action])).collect()
        };
        let sums: Vec<Vec<f32>> = (0..decision.actions.len()).map(of_action).collect();
        self.decisions.insert((board, decision.node), Decision { regrets: sums.clone(), sums });
    }

    fn pass(&mut self, player: usize, mode: Mode) -> Vec<f32> {
        let ranges = &self.spot.definition().ranges;
        let reach: Vec<f32> = self.hands[1 - player].iter().map(|&it| ranges[1 - player].weight(it)).collect();
        let own = vec![1.0; self.hands[player].len()];
        let board = self.spot.definition().board.clone();
        self.below(&board, Next::Decision(NodeId::ROOT), 0, player, mode, &reach, &own)
    }

    /// The values of what follows on a board that has come to a round of the spot.
    #[allow(clippy::too_many_arguments)]
    fn below(
        &mut self,
        board: &[Card],
        child: Child,
        round: usize,
        player: usize,
        mode: Mode,
        reach: &[f32],
        own: &[f32],
    ) -> Vec<f32> {
        let reached = match child {
            Next::Decision(node) => self.spot.tree()[node].round,
            Next::End(GameEnd::Showdown { .. }) => self.spot.tree().rounds() - 1,
            Next::End(GameEnd::Fold { .. }) => round,
        };
        if reached > round {
            return self.dealt(board, child, round, player, mode, reach, own);
        }
        match child {
            Next::Decision(node) => self.decided(board, node, player, mode, reach, own),
            Next::End(GameEnd::Fold { folder, contributions }) => {
                let stakes = &self.spot.definition().stakes;
                let payment = stakes.fold(contributions[0].min(contributions[1]), folder == player);
                self.fold(player, reach, payment.opposition)
            }
            Next::End(GameEnd::Showdown { contributions, .. }) => {
                let payment = self.spot.definition().stakes.showdown(contributions[0]);
                self.showdown(board, player, reach, payment.balance, payment.opposition)
            }
        }
    }

    /// The mean over all cards that may come.
    #[allow(clippy::too_many_arguments)]
    fn dealt(
        &mut self,
        board: &[Card],
        child: Child,
        round: usize,
        player: usize,
        mode: Mode,
        reach: &[f32],
        own: &[f32],
    ) -> Vec<f32> {
        let deck = self.spot.definition().deck;
        let left = deck.cards() - board.len() - 4;
        let mut sums = vec![0.0; own.len()];
        for card in (deck.card_set() - CardSet::of(board)).iter() {
            let next = [board, &[card]].concat();
            let without = |hands: &[Holding], weights: &[f32]| -> Vec<f32> {
                let kept = |(hand, &weight): (&Holding, &f32)| match hand.card_set().contains(card) {
                    true => 0.0,
                    false => weight,
                };
                hands.iter().zip(weights).map(kept).collect()
            };
            let (reach, own) = (without(&self.hands[1 - player], reach), without(&self.hands[player], own));
            let values = self.below(&next, child, round + 1, player, mode, &reach, &own);
            for ((sum, value), hand) in sums.iter_mut().zip(values).zip(&self.hands[player]) {
                if !hand.card_set().contains(card) {
                    *sum += value / left as f32;
                }
            }
        }
        sums
    }

    fn decided(
        &mut self,
        board: &[Card],
        id: NodeId,
        player: usize,
        mode: Mode,
        reach: &[f32],
        own: &[f32],
    ) -> Vec<f32> {
        let node = self.spot.tree()[id].clone();
        let key = (board.to_vec(), id);
        let zeros = vec![vec![0.0; self.hands[node.player].len()]; node.actions.len()];
        let new = Decision { regrets: zeros.clone(), sums: zeros };
        let decision = self.decisions.entry(key.clone()).or_insert(new);
        let strategy = matched(if mode == Mode::Learn { &decision.regrets } else { &decision.sums });
        let mut after = Vec::new();
        for (action, &child) in node.children.iter().enumerate() {
            let times = |weights: &[f32]| weights.iter().zip(&strategy[action]).map(|(a, b)| a * b).collect::<Vec<_>>();
            after.push(match node.player == player {
                true => self.below(board, child, node.round, player, mode, reach, &times(own)),
                false => self.below(board, child, node.round, player, mode, &times(reach), own),
            });
        }
        let hands = 0..self.hands[player].len();
        if node.player != player {
            return hands.map(|hand| after.iter().map(|values| values[hand]).sum()).collect();
        }
        if mode == Mode::Best {
            return hands.map(|hand| after.iter().map(|values| values[hand]).fold(f32::MIN, f32::max)).collect();
        }
        let value = |hand: usize| after.iter().zip(&strategy).map(|(values, it)| values[hand] * it[hand]).sum::<f32>();
        let values: Vec<f32> = hands.map(value).collect();
        if mode == Mode::Learn {
            let decision = self.decisions.get_mut(&key).unwrap();
            learn(decision, self.iterations, &after, &values, &strategy, own);
        }
        values
    }

    fn fold(&self, player: usize, reach: &[f32], chips: f64) -> Vec<f32> {
        let mut sums = Sums::default();
        self.hands[1 - player].iter().zip(reach).for_each(|(&hand, &weight)| sums.add(hand, weight));
        let own = self.hands[player].iter().zip(&self.same[player]);
        own.map(|(&hand, &same)| (chips * (sums.without(hand) + weight_at(reach, same))) as f32).collect()
    }

    /// The holdings weaker, then those stronger, with running sums; twice over all of them.
    fn showdown(&mut self, board: &[Card], player: usize, reach: &[f32], balance: f64, opposition: f64) -> Vec<f32> {
        let (spot, hands) = (self.spot, &self.hands);
        let groups = self.orders.entry(CardSet::of(board)).or_insert_with(|| strengths(spot, board, hands));
        let mut worth = vec![0.0_f64; hands[player].len()];
        let mut below = Sums::default();
        for group in groups.iter() {
            group.iter().filter_map(|it| it.own(player)).for_each(|(hand, it)| worth[it] += below.without(hand));
            group.iter().filter_map(|it| it.own(1 - player)).for_each(|(hand, it)| below.add(hand, reach[it]));
        }
        let mut above = Sums::default();
        for group in groups.iter().rev() {
            group.iter().filter_map(|it| it.own(player)).for_each(|(hand, it)| worth[it] -= above.without(hand));
            group.iter().filter_map(|it| it.own(1 - player)).for_each(|(hand, it)| above.add(hand, reach[it]));
        }
        let own = worth.iter().zip(&hands[player]).zip(&self.same[player]);
        let met = |hand: Holding, same: Option<usize>| above.without(hand) + weight_at(reach, same);
        match opposition == 0.0 {
            true => worth.iter().map(|worth| (balance * worth) as f32).collect(),
            false => own.map(|((worth, &it), &same)| (balance * worth + opposition * met(it, same)) as f32).collect(),
        }
    }
}

/// The weight of the same holding on the other side.
fn weight_at(reach: &[f32], same: Option<usize>) -> f64 {
    same.map_or(0.0, |it| f64::from(reach[it]))
}

/// A holding on a board, with its place among either player's.
struct Ranked {
    holding: Holding,
    places: [Option<usize>; 2],
}

impl Ranked {
    fn own(&self, player: usize) -> Option<(Holding, usize)> {
        self.places[player].map(|place| (self.holding, place))
    }
}

/// Sums of weights, in all and by card.
struct Sums {
    total: f64,
    by_card: [f64; 64],
}

impl Default for Sums {
    fn default() -> Self {
        Self { total: 0.0, by_card: [0.0; 64] }
    }
}

impl Sums {
    fn add(&mut self, hand: Holding, weight: f32) {
        let (low, high) = hand.cards();
        self.total += f64::from(weight);
        self.by_card[low.number()] += f64::from(weight);
        self.by_card[high.number()] += f64::from(weight);
    }

    fn without(&self, hand: Holding) -> f64 {
        let (low, high) = hand.cards();
        self.total - self.by_card[low.number()] - self.by_card[high.number()]
    }
}

/// The holdings on a board by strength, the weakest first.
fn strengths(spot: &Spot, board: &[Card], hands: &[Vec<Holding>; 2]) -> Vec<Vec<Ranked>> {
    let mut order = ShowdownOrder::new();
    order.rank_board(spot.definition().deck, CardSet::of(board), StrengthTables::get());
    let place = |holding: Holding, hands: &Vec<Holding>| hands.iter().position(|&it| it == holding);
    let mut holdings = order.holdings();
    let mut start = 0;
    let mut group = |end: usize| -> Vec<Ranked> {
        let here = holdings.by_ref().take(end - std::mem::replace(&mut start, end));
        here.map(|holding| Ranked { holding, places: [0, 1].map(|it: usize| place(holding, &hands[it])) }).collect()
    };
    order.group_ends().iter().map(|&end| group(usize::from(end))).collect()
}

/// Regret matching for all hands.
fn matched(weights: &[Vec<f32>]) -> Vec<Vec<f32>> {
    let hands = weights[0].len();
    let mut totals = vec![0.0; hands];
    for row in weights {
        totals.iter_mut().zip(row).for_each(|(total, weight)| *total += weight.max(0.0));
    }
    let equal = 1.0 / weights.len() as f32;
    let share = |(weight, total): (&f32, &f32)| if *total > 0.0 { weight.max(0.0) / total } else { equal };
    weights.iter().map(|row| row.iter().zip(&totals).map(share).collect()).collect()
}

/// Discounted CFR with α = 1.5 and γ = 4; negative regrets halved, the first iteration's positive ones forgotten.
fn learn(
    decision: &mut Decision,
    iteration: u64,
    after: &[Vec<f32>],
    values: &[f32],
    strategy: &[Vec<f32>],
    own: &[f32],
) {
    let past = (iteration as f64 - 2.0).max(0.0).powf(1.5);
    let keep_positive = if iteration == 1 { 1.0 } else { (past / (past + 1.0)) as f32 };
    let keep_negative = if iteration == 1 { 1.0 } else { 0.5 };
    let keep_sum = ((iteration as f64 - 1.0) / iteration as f64).powi(4) as f32;
    for (action, values_after) in after.iter().enumerate() {
        let rows = decision.regrets[action].iter_mut().zip(&mut decision.sums[action]);
        for (hand, (regret, sum)) in rows.enumerate() {
            let kept = *regret * if *regret > 0.0 { keep_positive } else { keep_negative };
            *regret = kept + values_after[hand] - values[hand];
            *sum = *sum * keep_sum + strategy[action][hand] * (own[hand] + LEAST_WEIGHT);
        }
    }
}
