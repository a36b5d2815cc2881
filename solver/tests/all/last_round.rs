//! The kernel of the last round on boards of the full deck, held to all pairs of holdings.

use crate::naive::{BruteForce, outcome, sign};
use crate::support::{Made, history_lanes, mix, tree_layout};
use crate::walk::BOARDS;
use evaluator::card::{Card, parse_cards};
use evaluator::card_set::CardSet;
use evaluator::processor::Processor;
use solver::boards::DealtBoard;
use solver::game::{BettingTree, GameDefinition, NodeId, Place, TreeLayout};
use solver::walk::last_round::{LastRoundAt, LastRoundMemory, LastRoundValues, Precision};
use solver::walk::{HistoryLanes, Row, Stakes};

/// A board as two players see it, and the game's last round.
struct LastRound<T> {
    layout: TreeLayout,
    lanes: HistoryLanes,
    stakes: Stakes<T>,
    made: [Made; 2],
    board: Vec<Card>,
    dealt: [DealtBoard; 2],
    holes: Vec<CardSet>,
    /// `[player][place]`
    buckets: [Vec<u32>; 2],
}

impl<T: Precision> LastRound<T> {
    fn new(text: &str) -> Self {
        let definition = GameDefinition::holdem_limit();
        let (layout, lanes) = (tree_layout(&definition), history_lanes(&definition));
        let made = [7, 5].map(|buckets| Made::hashed(&definition, &[1, 1, 1, buckets as usize], buckets));
        let board = parse_cards(text).unwrap();
        let rules = &made[0].buckets.rules;
        let dealt = made.each_ref().map(|it| {
            let mut dealt = DealtBoard::default();
            dealt.deal_last_round(rules, &it.buckets, &board);
            dealt
        });
        let holes: Vec<CardSet> = dealt[0].order.ids().iter().map(|&id| rules.hole(id)).collect();
        let buckets = made.each_ref().map(|it| holes.iter().map(|&hole| it.buckets.bucket(3, hole, &board)).collect());
        Self { stakes: Stakes::new(&layout, &lanes), layout, lanes, made, board, dealt, holes, buckets }
    }

    fn ids(&self) -> &[u16] {
        self.dealt[0].order.ids()
    }

    /// The first decision of the last round in a history.
    fn root(&self, entry: usize) -> NodeId {
        self.layout.node_id(Place { round: 3, entry, node: 0 })
    }

    fn sign(&self, place: usize, other: usize) -> f64 {
        sign(CardSet::of(&self.board), self.holes[place], self.holes[other])
    }

    /// The places of the holdings that one can meet.
    fn met(&self, place: usize) -> impl Iterator<Item = usize> {
        (0..self.holes.len()).filter(move |&other| !self.holes[place].intersects(self.holes[other]))
    }
}

/// How likely a holding comes to a history.
fn reach_of(position: usize, id: u16, lane: usize) -> f64 {
    (mix(u64::from(id) << 9 | (lane << 1 | position) as u64) % 100) as f64 / 100.0
}

fn reaches<T: Precision>(position: usize, is_reached: impl Fn(usize) -> bool) -> Vec<Row<T>> {
    let of_lane = |id, lane| if is_reached(lane) { T::of(reach_of(position, id, lane)) } else { T::default() };
    (0..1326).map(|id| Row::from(std::array::from_fn(|lane| of_lane(id, lane)))).collect()
}

/// What both players win by their own play, in lanes of some chunks; gives the values found.
fn assert_own_values_match<T: Precision>(text: &str, processor: Processor, tolerance: f64) -> Vec<f64> {
    let it = LastRound::<T>::new(text);
    let tree = BettingTree::new(&GameDefinition::holdem_limit());
    let mut pairs = Vec::new();
    for place in 0..it.holes.len() {
        pairs.extend(it.met(place).map(|other| (place, other, it.sign(place, other))));
    }
    let mut found_values = Vec::new();
    for seats in [[0, 1], [1, 0]] {
        let [own, opponent] = seats.map(|seat| it.made[seat].player());
        let last = LastRoundValues::new(&it.lanes, &it.stakes, 0, opponent, Some(own), processor).unwrap();
        for (chunk, lane) in [(0, 3), (17, 0), (35, 6)] {
            // A single lane is reached: all others must not matter.
            let reach = [0, 1].map(|position| reaches::<T>(position, |it| it == lane));
            let [own, board] = seats.map(|seat| &it.dealt[seat]);
            let mut memory = LastRoundMemory::default();
            let values = T::values(&last, LastRoundAt { board, own, chunk, reach: &reach[1] }, &mut memory);
            let won =
                |(&id, value): (&u16, &Row<T>)| reach[0][usize::from(id)].0[lane].as_f64() * value.0[lane].as_f64();
            let found: f64 = it.ids().iter().zip(values).map(won).sum();
            let root = it.root(it.lanes.rounds[3].entries[chunk][lane].unwrap());
            let of_pair = |buckets: [u32; 2]| {
                let play = |player: usize, node| it.made[seats[player]].policy.at(node, buckets[player]);
                outcome(&tree, root, &play)
            };
            let counts = seats.map(|seat| it.buckets[seat].iter().max().unwrap() + 1);
            let outcomes: Vec<Vec<[f64; 2]>> =
                (0..counts[0]).map(|own| (0..counts[1]).map(|other| of_pair([own, other])).collect()).collect();
            let (mut expected, mut scale) = (0.0, 0.0);
            for &(place, other, sign) in &pairs {
                let [own, others] = seats.map(|seat| &it.buckets[seat]);
                let [folds, stake] = outcomes[own[place] as usize][others[other] as usize];
                let weight = reach_of(0, it.ids()[place], lane) * reach_of(1, it.ids()[other], lane);
                expected += weight * (folds + stake * sign);
                scale += weight * (folds.abs() + stake);
            }
            assert!(
                (found - expected).abs() <= tolerance * scale,
                "{text} {processor:?} {seats:?} {chunk} {lane}: {found}, expected {expected} of {scale}"
            );
            assert!(expected.abs() > 1e-3 * scale, "nothing to tell apart");
            found_values.push(found);
        }
    }
    found_values
}

/// What the best response wins from the first player, in lanes of some chunks.
fn assert_best_values_match<T: Precision>(text: &str, processor: Processor, tolerance: f64) {
    let it = LastRound::<T>::new(text);
    let definition = GameDefinition::holdem_limit();
    let bucket_of: std::collections::HashMap<_, _> = it.holes.iter().zip(&it.buckets[0]).collect();
    let play = |node: NodeId, hole: CardSet, _: &[Card]| it.made[0].policy.at(node, *bucket_of[&hole]).to_vec();
    for responder in 0..2 {
        let player = it.made[0].player();
        let last = LastRoundValues::new(&it.lanes, &it.stakes, responder, player, None, processor).unwrap();
        let naive = BruteForce::best(&definition, responder, &play);
        for chunk in [0, 17, 35] {
            let at = LastRoundAt {
                board: &it.dealt[0],
                own: &it.dealt[0],
                chunk,
                reach: &reaches::<T>(1 - responder, |_| true),
            };
            let mut memory = LastRoundMemory::default();
            let found = T::values(&last, at, &mut memory);
            for (lane, entry) in it.lanes.rounds[3].entries[chunk].iter().enumerate().step_by(5) {
                let Some(entry) = *entry else { continue };
                for place in (0..it.holes.len()).step_by(119) {
                    let reach = |other: usize| reach_of(1 - responder, it.ids()[other], lane);
                    let range: Vec<_> = it.met(place).map(|other| (it.holes[other], reach(other))).collect();
                    let expected = naive.decide(it.root(entry), it.holes[place], &it.board, &range);
                    let found = found[place].0[lane].as_f64();
                    let scale = 990.0 * 240.0;
                    assert!(
                        (found - expected).abs() <= tolerance * scale,
                        "{text} {processor:?} {responder} {chunk} {lane} {place}: {found}, expected {expected}"
                    );
                }
            }
        }
    }
}

#[test]
fn complete_boards_of_the_full_deck_match_all_pairs_of_holdings() {
    for text in &BOARDS[..3] {
        assert_own_values_match::<f64>(text, Processor::detect(), 1e-12);
        assert_own_values_match::<f32>(text, Processor::detect(), 1e-6);
        assert_best_values_match::<f64>(text, Processor::detect(), 1e-12);
        assert_best_values_match::<f32>(text, Processor::detect(), 1e-6);
    }
}

#[test]
fn all_instruction_sets_give_the_same_value() {
    let values: Vec<Vec<f64>> =
        Processor::available().map(|it| assert_own_values_match::<f32>(BOARDS[3], it, 1e-6)).collect();
    assert!(values.iter().all(|it| *it == values[0]));
    Processor::available().for_each(|it| assert_best_values_match::<f32>(BOARDS[3], it, 1e-6));
}
