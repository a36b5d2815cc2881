//! The plain layout to measure against: `[node][bucket][action]`, one history after the other, one showdown walk an
//! exit.

use solver::boards::DealtBoard;
use solver::game::{Next, Place, TreeLayout};
use solver::walk::{ChunkId, HistoryLanes, Player, Row};

/// The opponent's river strategies and the betting.
pub struct PlainRiver<'a> {
    layout: &'a TreeLayout,
    responder: usize,
    buckets: usize,
    /// `[entry][template node][bucket][action]`, three actions for each.
    probabilities: Vec<f32>,
}

impl<'a> PlainRiver<'a> {
    pub fn new(layout: &'a TreeLayout, lanes: &HistoryLanes, responder: usize, opponent: Player<'_, f64>) -> Self {
        let buckets = opponent.buckets.count(3);
        let all: Vec<u32> = (0..buckets as u32).collect();
        let (round, nodes) = (&lanes.rounds[3], layout.rounds[3].only_template().nodes.len());
        let mut probabilities = vec![0.0; layout.rounds[3].entries * nodes * buckets * 3];
        let mut strategies = vec![Row::<f64>::default(); buckets * round.shape(0).slots];
        for (chunk, entries) in round.entries.iter().enumerate() {
            opponent.strategies.load(ChunkId { round: 3, chunk }, 1 - responder, &all, &mut strategies);
            for (lane, entry) in entries.iter().enumerate() {
                let Some(entry) = *entry else { continue };
                for (number, node) in
                    round.shape(0).nodes.iter().enumerate().filter(|(_, node)| node.player != responder)
                {
                    for bucket in 0..buckets {
                        for action in 0..node.children.len() {
                            probabilities[((entry * nodes + number) * buckets + bucket) * 3 + action] =
                                strategies[bucket * round.shape(0).slots + node.first_slot + action].0[lane] as f32;
                        }
                    }
                }
            }
        }
        Self { layout, responder, buckets, probabilities }
    }

    /// `[entry][place]`
    pub fn values(&self, board: &DealtBoard, lanes: &HistoryLanes, reach: &[Row<f32>]) -> Vec<Vec<f32>> {
        let lane_of_entries = lanes.lane_of_entries(3);
        let start = |entry: usize| {
            let (_, lane) = lane_of_entries[entry];
            board.order.ids().iter().map(|&id| reach[usize::from(id)].0[lane]).collect::<Vec<f32>>()
        };
        (0..lane_of_entries.len())
            .map(|entry| self.node(Place { round: 3, entry, node: 0 }, board, &start(entry)))
            .collect()
    }

    fn node(&self, place: Place, board: &DealtBoard, reach: &[f32]) -> Vec<f32> {
        let round = &self.layout.rounds[3];
        let template = round.only_template();
        let node = &template.nodes[place.node];
        let mut best: Option<Vec<f32>> = None;
        for (action, child) in node.children.iter().enumerate() {
            let first = (place.entry * template.nodes.len() + place.node) * self.buckets;
            let after: Vec<f32> = if node.player == self.responder {
                reach.to_vec()
            } else {
                let of_place =
                    board.last_row().of_place.iter().map(|&it| board.last_row().distinct[usize::from(it)] as usize);
                let chance = of_place.map(|bucket| self.probabilities[(first + bucket) * 3 + action]);
                reach.iter().zip(chance).map(|(reach, chance)| reach * chance).collect()
            };
            let values = match *child {
                Next::Decision(node) => self.node(Place { node, ..place }, board, &after),
                Next::End(end) => match template.folder(end) {
                    None => showdown(board, &after, round.exit_chips(place.entry, end).0 as f32),
                    Some(folder) => {
                        let chips = round.fold_chips(place.entry, end - template.exits)[folder].0 as f32;
                        folded(board, &after, if folder == self.responder { -chips } else { chips })
                    }
                },
            };
            best = Some(match best {
                None => values,
                Some(mut best) => {
                    for (best, value) in best.iter_mut().zip(values) {
                        *best = if node.player == self.responder { best.max(value) } else { *best + value };
                    }
                    best
                }
            });
        }
        best.unwrap_or_default()
    }
}

fn showdown(board: &DealtBoard, weights: &[f32], chips: f32) -> Vec<f32> {
    let cards = board.order.cards();
    let (mut values, mut total, mut by_card, mut start) = (vec![0.0; weights.len()], 0.0, [0.0; 52], 0);
    for &end in board.order.group_ends() {
        let group = start..usize::from(end);
        let below = |total: f32, by_card: &[f32; 52], [a, b]: [u8; 2]| {
            total - by_card[usize::from(a)] - by_card[usize::from(b)]
        };
        for place in group.clone() {
            values[place] = below(total, &by_card, cards[place]);
        }
        for place in group.clone() {
            total += weights[place];
            cards[place].into_iter().for_each(|card| by_card[usize::from(card)] += weights[place]);
        }
        for place in group {
            values[place] += below(total, &by_card, cards[place]);
        }
        start = usize::from(end);
    }
    for (value, &[a, b]) in values.iter_mut().zip(cards) {
        *value = chips * (*value - (total - by_card[usize::from(a)] - by_card[usize::from(b)]));
    }
    values
}

fn folded(board: &DealtBoard, weights: &[f32], chips: f32) -> Vec<f32> {
    let (mut total, mut by_card) = (0.0, [0.0; 52]);
    for (&weight, cards) in weights.iter().zip(board.order.cards()) {
        total += weight;
        cards.iter().for_each(|&card| by_card[usize::from(card)] += weight);
    }
    let met = |(&weight, &[a, b]): (&f32, &[u8; 2])| total - by_card[usize::from(a)] - by_card[usize::from(b)] + weight;
    weights.iter().zip(board.order.cards()).map(|it| chips * met(it)).collect()
}
