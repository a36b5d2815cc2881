//! The round before the flop: the player's first decisions, starting hand by starting hand, given what the flops are worth.

use evaluator::holding::STARTING_HANDS;

use super::flop_response::{FlopValues, starting_hand};
use super::suit_orbits::BoardOrbit;
use crate::game::card_counts::choose;
use crate::measure::best_response::{AtRound, BestResponse, opposition, start_of_game};
use crate::walk::{LaneChild, LaneNode};

/// The first round of a game for one player.
pub struct OpeningRound {
    responder: usize,
    nodes: Vec<LaneNode>,
    exits: usize,
    /// `[starting hand][fold]`: chips a holding wins, summed over the opponent's holdings.
    folds: Vec<Vec<f64>>,
    /// `[starting hand][exit]`: the opponent's reach that a holding meets there.
    weights: Vec<f64>,
    /// `[starting hand][slot]`: what the opponent's policy does in the player's position.
    policy: Vec<Vec<f64>>,
    /// Holdings of each starting hand.
    combos: Vec<f64>,
    /// Holdings the opponent may have.
    opponents: f64,
    /// Ways to deal the flop.
    flops: f64,
    /// Those that each pair of holdings sees.
    flops_seen: f64,
}

/// What a player wins, in chips a game.
#[derive(Clone, PartialEq, Debug)]
pub struct ResponseValue {
    /// With all starting hands.
    pub value: f64,
    /// With each of the 169 starting hands, by [`StartingHand::number`](evaluator::holding::StartingHand::number); 0 for those
    /// that the deck does not have.
    pub by_starting_hand: Vec<f64>,
}

/// Which child the responder takes, `[starting hand][node]`; meaningless at the opponent's nodes.
pub(super) struct Choices(Vec<Vec<usize>>);

impl OpeningRound {
    pub(super) fn new(response: BestResponse<'_, f64>) -> Self {
        let rules = &response.game.rules;
        let at = AtRound::new(response, 0, &[]);
        let plays = at.open(&[start_of_game()]);
        let (exits, terminals) = (at.lanes.exits, at.lanes.terminals);
        let terminal_values = at.terminal_values(0, &plays[0], &[]);
        let entries = response.game.lanes.lane_of_entries(1);
        let chunks = 0..response.game.lanes.rounds[1].entries.len();
        let opposed: Vec<_> = chunks.map(|chunk| opposition(&at.order, &at.next_reach(&plays, chunk))).collect();
        let mut combos = vec![0.0; STARTING_HANDS];
        let mut folds = vec![vec![0.0; terminals - exits]; STARTING_HANDS];
        let mut weights = vec![0.0; STARTING_HANDS * exits];
        let strategies = at.strategies(0, response.responder);
        let mut policy = vec![Vec::new(); STARTING_HANDS];
        for (place, &id) in at.order.ids().iter().enumerate() {
            let class = starting_hand(id);
            combos[class] += 1.0;
            policy[class] = at.strategy(&strategies, place).iter().map(|share| share.0[0]).collect();
            for (fold, value) in folds[class].iter_mut().zip(&terminal_values[exits..]) {
                *fold += value[place].0[0];
            }
            for (weight, &(chunk, lane)) in weights[class * exits..][..exits].iter_mut().zip(&entries) {
                *weight += opposed[chunk][place].0[lane];
            }
        }
        for (class, &combos) in combos.iter().enumerate().filter(|(_, combos)| **combos > 0.0) {
            let of_class = folds[class].iter_mut().chain(&mut weights[class * exits..][..exits]);
            of_class.for_each(|sum| *sum /= combos);
        }
        Self {
            responder: response.responder,
            nodes: at.lanes.nodes.clone(),
            exits,
            folds,
            weights,
            policy,
            combos,
            opponents: choose(rules.deck().len() - 2, 2) as f64,
            flops: choose(rules.deck().len(), rules.board_cards(1)) as f64,
            flops_seen: at.boards_seen(),
        }
    }

    /// The best response, exactly, from the values of all canonical flops, each with the orbit it stands for.
    pub fn exact_response<'f>(
        &self,
        flops: impl IntoIterator<Item = (&'f BoardOrbit, &'f FlopValues)>,
    ) -> ResponseValue {
        let means = self.exact_means(flops);
        self.response(&means, &self.best_choices(&means))
    }

    /// What the policy itself wins, exactly, from its values on all canonical flops, each with the orbit it stands for.
    pub fn exact_own_play<'f>(
        &self,
        flops: impl IntoIterator<Item = (&'f BoardOrbit, &'f FlopValues)>,
    ) -> ResponseValue {
        self.own_play(&self.exact_means(flops))
    }

    /// What each exit is worth to a holding, `[starting hand][exit]`, from all flops with their multiplicities.
    fn exact_means<'f>(&self, flops: impl IntoIterator<Item = (&'f BoardOrbit, &'f FlopValues)>) -> Vec<f64> {
        let (mut means, mut dealt) = (vec![0.0; self.weights.len()], 0.0);
        for (flop, values) in flops {
            dealt += f64::from(flop.size);
            means.iter_mut().zip(&values.values).for_each(|(mean, value)| *mean += f64::from(flop.size) * value);
        }
        debug_assert_eq!(dealt, self.flops, "a flop is missing or came twice");
        for (means, combos) in means.chunks_exact_mut(self.exits).zip(&self.combos) {
            means.iter_mut().for_each(|mean| *mean /= self.flops_seen * combos.max(1.0));
        }
        means
    }

    /// The chips that flops bring for each unit of the opponent's reach that comes there, `[starting hand][exit]`.
    pub(super) fn ratios(&self, flops: &[&FlopValues]) -> Vec<f64> {
        let (mut values, mut weights) = (vec![0.0; self.weights.len()], vec![0.0; self.weights.len()]);
        for flop in flops {
            values.iter_mut().zip(&flop.values).for_each(|(sum, value)| *sum += value);
            weights.iter_mut().zip(&flop.weights).for_each(|(sum, weight)| *sum += weight);
        }
        let ratio = |(value, weight): (f64, &f64)| if *weight > 0.0 { value / weight } else { 0.0 };
        values.into_iter().zip(&weights).map(ratio).collect()
    }

    /// What one flop drawn at random says of the exits, `[starting hand][exit]`; its mean over all flops is exact whatever the
    /// ratios are, provided that the flop had no part in them. Good ones take out how many holdings the flop blocks:
    /// a difference estimate, with the opponent's reach as the variable whose mean is known.
    pub(super) fn observed_means(&self, ratios: &[f64], flop: &FlopValues) -> Vec<f64> {
        let mut means = vec![0.0; ratios.len()];
        for (cell, mean) in means.iter_mut().enumerate() {
            let seen = self.flops_seen * self.combos[cell / self.exits].max(1.0);
            let unexplained = flop.values[cell] - ratios[cell] * flop.weights[cell];
            *mean = unexplained * self.flops / seen + ratios[cell] * self.weights[cell];
        }
        means
    }

    /// The best action of every starting hand at each of the responder's decisions.
    pub(super) fn best_choices(&self, means: &[f64]) -> Choices {
        let of_class = |class| {
            let mut chosen = vec![0; self.nodes.len()];
            self.play(class, means, |node, values| {
                let mut best = 0;
                for (child, &value) in values.iter().enumerate() {
                    if value > values[best] {
                        best = child;
                    }
                }
                chosen[node] = best;
                values[best]
            });
            chosen
        };
        Choices((0..STARTING_HANDS).map(of_class).collect())
    }

    /// What the responder wins with such choices; `means` as [`Self::exact_means`] or [`Self::observed_means`] tell them.
    pub(super) fn response(&self, means: &[f64], choices: &Choices) -> ResponseValue {
        self.over_all_hands(self.values(means, choices))
    }

    /// Adds to what each starting hand wins the mean over all of them.
    pub(super) fn over_all_hands(&self, by_starting_hand: Vec<f64>) -> ResponseValue {
        ResponseValue { value: self.mean(&by_starting_hand), by_starting_hand }
    }

    /// What each starting hand wins a game with such choices, in chips; 0 for those that the deck does not have.
    pub(super) fn values(&self, means: &[f64], Choices(choices): &Choices) -> Vec<f64> {
        let value =
            |class: usize| self.play(class, means, |node, values| values[choices[class][node]]) / self.opponents;
        (0..STARTING_HANDS).map(value).collect()
    }

    /// What the policy itself wins; `means` are those of [that play](crate::measure::best_response::Answer::SamePolicy) on the flops.
    pub(super) fn own_play(&self, means: &[f64]) -> ResponseValue {
        let value = |class: usize| {
            let share = |node: usize, action: usize| self.policy[class][self.nodes[node].first_slot + action];
            let mean =
                |node, values: &[f64]| values.iter().enumerate().map(|(it, value)| share(node, it) * value).sum();
            self.play(class, means, mean) / self.opponents
        };
        // Starting hands that the deck does not have play nothing.
        let is_dealt = |class: usize| self.combos[class] > 0.0;
        self.over_all_hands((0..STARTING_HANDS).map(|it| if is_dealt(it) { value(it) } else { 0.0 }).collect())
    }

    /// The mean over all holdings of values by starting hand.
    fn mean(&self, by_class: &[f64]) -> f64 {
        let total: f64 = by_class.iter().zip(&self.combos).map(|(value, combos)| value * combos).sum();
        total / self.combos.iter().sum::<f64>()
    }

    /// The value of the first decision of a starting hand; `decide` makes the value of a player's node of its children's.
    fn play(&self, class: usize, means: &[f64], mut decide: impl FnMut(usize, &[f64]) -> f64) -> f64 {
        let mut at_node = vec![0.0; self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate().rev() {
            let value = |child: &LaneChild| match *child {
                LaneChild::Node(child) => at_node[child],
                LaneChild::Terminal(exit) if exit < self.exits => means[class * self.exits + exit],
                LaneChild::Terminal(fold) => self.folds[class][fold - self.exits],
            };
            let values: Vec<f64> = node.children.iter().map(value).collect();
            // The opponent's probabilities are in the values: what follows them adds up.
            at_node[number] = if node.player == self.responder { decide(number, &values) } else { values.iter().sum() };
        }
        at_node[0]
    }
}
