//! The best response on canonical boards, held to the walk over all boards and to showdowns pair by pair.

use crate::naive::{HashedBuckets, HashedPolicy, limit_game, mix, sign};
use crate::suit_symmetry::SymmetricBuckets;
use evaluator::card::{Card, parse_cards};
use evaluator::card_set::CardSet;
use evaluator::hand_index::public_boards;
use evaluator::processor::Processor;
use evaluator::round::Round;
use solver::boards::{BoardOrbit, BucketRow, CardRules, DealtBoard, OneBucket};
use solver::game::{BettingTree, Child, GameDefinition, GameEnd, NodeId, Place, TreeLayout};
use solver::measure::exploitability::flop_sample::DrawnFlops;
use solver::measure::exploitability::played_flops::FlopBatch;
use solver::measure::exploitability::real_game::Responder;
use solver::measure::exploitability::sampled_seats::SampledSeats;
use solver::measure::exploitability::small_game::best_response_value;
use solver::measure::exploitability::{FlopWork, RealGame};
use solver::policy::FixedPolicy;
use solver::units::mbb_per_game;
use solver::walk::last_round::{LastRoundAt, LastRoundMemory, LastRoundValues, Precision};
use solver::walk::{ChunkId, HistoryLanes, LANES, Player, PreparedGame, Row, Stakes, Strategies};
use tables::together::progress::Silent;

/// Reduced decks with all four suits, from one to three cards on the flop, one to four bets in the last round.
fn reduced_games() -> [GameDefinition; 4] {
    [
        limit_game(4, 3, 2, "1 1 1 1", "0 3 1 1"),
        limit_game(4, 4, 2, "2 1 1", "0 3 1"),
        limit_game(4, 3, 2, "3 2 4", "0 2 1"),
        limit_game(4, 4, 2, "1 3", "0 2"),
    ]
}

/// What a responder wins a game, in chips, from all canonical flops.
fn exact_value<T: Precision>(game: &RealGame<T>, responder: &Responder<'_, T>) -> f64 {
    let flops = game.flops();
    let values: Vec<_> = flops.iter().map(|flop| responder.flop_values(flop)).collect();
    responder.opening_round().exact_response(flops.iter().zip(&values)).value
}

fn assert_close(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((found - expected).abs() <= tolerance * expected.abs().max(1.0), "{what}: {found}, expected {expected}");
}

#[test]
fn canonical_boards_are_those_of_the_index_and_stand_for_all_deals() {
    let rules = CardRules::new(&GameDefinition::holdem_limit());
    let (mut turns, mut rivers, mut deals) = (0, 0, 0);
    let flops = BoardOrbit::empty(&rules).followers(&rules, 3);
    for flop in &flops {
        for turn in flop.followers(&rules, 1) {
            turns += 1;
            for river in turn.followers(&rules, 1) {
                rivers += 1;
                deals += u64::from(flop.size) * u64::from(turn.size) * u64::from(river.size);
                assert!(river.symmetries.iter().all(|it| it.card(river.board[4]) == river.board[4]));
            }
        }
    }
    let counts = [Round::Flop, Round::Turn, Round::River].map(public_boards);
    assert_eq!([flops.len() as u64, turns, rivers], counts);
    assert_eq!(deals, 22_100 * 49 * 48);
}

#[test]
fn responses_to_a_policy_of_canonical_hands_match_the_walk_over_all_boards() {
    for (number, definition) in reduced_games().iter().enumerate() {
        assert_matches_all_boards(definition, number as u64);
    }
}

#[test]
#[ignore = "the twin walks over 87,360 boards for each of six policies and both seats, two minutes"]
fn responses_on_four_ranks_and_four_rounds_match_the_walk_over_all_boards() {
    let definition = limit_game(4, 4, 2, "1 1 1 1", "0 3 1 1");
    assert_matches_all_boards(&definition, 9);
    assert_fixed_policies_match(&definition);
}

fn assert_matches_all_boards(definition: &GameDefinition, seed: u64) {
    let counts = vec![5; definition.rounds()];
    let buckets = SymmetricBuckets::new(definition, &counts, seed);
    let policy = HashedPolicy::new(definition, &counts, 70 + seed);
    let twin = PreparedGame::<f64>::new(definition).unwrap();
    let game = RealGame::<f64>::new(definition).unwrap();
    let single = RealGame::<f32>::new(definition).unwrap();
    for position in 0..2 {
        let opponent = Player { buckets: &buckets, strategies: &policy };
        let expected = best_response_value(&twin, position, opponent);
        let found = exact_value(&game, &game.responder(position, opponent));
        assert_close(found, expected, 1e-9, &format!("{definition:?} {position}"));
        let found = exact_value(&single, &single.responder(position, opponent));
        assert_close(found, expected, 1e-5, &format!("{definition:?} {position} in single precision"));
    }
}

#[test]
fn responses_to_fixed_policies_match_the_walk_over_all_boards() {
    assert_fixed_policies_match(&limit_game(4, 3, 2, "3 2 2", "0 2 1"));
}

fn assert_fixed_policies_match(definition: &GameDefinition) {
    let layout = TreeLayout::new(&BettingTree::new(definition)).unwrap();
    let twin = PreparedGame::<f64>::new(definition).unwrap();
    let game = RealGame::<f64>::new(definition).unwrap();
    for policy in FixedPolicy::ALL {
        let strategies = policy.strategies(&layout);
        for position in 0..2 {
            let player = Player { buckets: &OneBucket, strategies: &strategies };
            let expected = best_response_value(&twin, position, player);
            let found = exact_value(&game, &game.responder(position, player));
            assert_close(found, expected, 1e-9, &format!("{policy} {position}"));
        }
    }
}

/// A hashed policy rounded to parts of 255, as strategy files hold them: the last action gets the rest.
struct InParts<'a> {
    policy: &'a HashedPolicy,
    lanes: HistoryLanes,
}

impl Strategies<f64> for InParts<'_> {
    fn load(&self, at: ChunkId, player: usize, buckets: &[u32], strategies: &mut [Row<f64>]) {
        self.policy.load(at, player, buckets, strategies);
        let lanes = &self.lanes.rounds[at.round];
        for strategy in strategies.chunks_exact_mut(lanes.slots) {
            for node in lanes.nodes.iter().filter(|node| node.player == player) {
                let actions = &mut strategy[node.first_slot..][..node.children.len()];
                for lane in 0..LANES {
                    let mut left = 255.0;
                    for (number, action) in actions.iter_mut().enumerate() {
                        let is_last = number + 1 == node.children.len();
                        let part = if is_last { left } else { (action.0[lane] * 255.0).floor() };
                        left -= part;
                        action.0[lane] = part / 255.0;
                    }
                }
            }
        }
    }
}

#[test]
fn responses_to_a_policy_of_255ths_match_the_walk_over_all_boards() {
    let definition = limit_game(4, 3, 2, "2 2 3", "0 2 1");
    let buckets = SymmetricBuckets::new(&definition, &[5; 3], 3);
    let hashed = HashedPolicy::new(&definition, &[5; 3], 4);
    let twin = PreparedGame::<f64>::new(&definition).unwrap();
    let policy = InParts { policy: &hashed, lanes: twin.lanes.clone() };
    let game = RealGame::<f64>::new(&definition).unwrap();
    for position in 0..2 {
        let player = Player { buckets: &buckets, strategies: &policy };
        let expected = best_response_value(&twin, position, player);
        let found = exact_value(&game, &game.responder(position, player));
        assert_close(found, expected, 1e-9, &format!("{position}"));
    }
}

#[test]
fn always_folding_costs_exactly_the_blinds() {
    let definition = limit_game(4, 4, 2, "3 4 4 4", "0 3 1 1");
    let layout = TreeLayout::new(&BettingTree::new(&definition)).unwrap();
    let strategies = FixedPolicy::AlwaysFold.strategies(&layout);
    let game = RealGame::<f32>::new(&definition).unwrap();
    let opponent = Player { buckets: &OneBucket, strategies: &strategies };
    let values = [0, 1].map(|position| exact_value(&game, &game.responder(position, opponent)));
    assert_eq!(values, [5.0, 10.0]);
    assert_eq!(mbb_per_game((values[0] + values[1]) / 2.0, definition.big_blind()), 750.0);
}

#[test]
#[ignore = "best responses to two flops of the full deck in double precision, half a minute"]
fn single_precision_is_good_for_a_hundredth_of_a_milli_big_blind() {
    let definition = GameDefinition::holdem_limit();
    let layout = TreeLayout::new(&BettingTree::new(&definition)).unwrap();
    let strategies = FixedPolicy::Uniform.strategies(&layout);
    let player = Player { buckets: &OneBucket, strategies: &strategies };
    let measured = [sampled_value::<f32>(&definition, player), sampled_value::<f64>(&definition, player)];
    assert!((measured[0] - measured[1]).abs() < 0.01, "{measured:?}");
    assert_ne!(measured[0], measured[1]);
}

/// The middle of both bounds from two flops, in mbb/g.
fn sampled_value<T: Precision>(definition: &GameDefinition, player: Player<'_, f64>) -> f64 {
    let game = RealGame::<T>::new(definition).unwrap();
    let responders = [0, 1].map(|position| game.responder(position, player));
    let flops = game.flops();
    let drawn = DrawnFlops::new(&flops, 2, 1);
    let (players, work, played) = (&responders, FlopWork::BestResponse, &drawn.played(&flops));
    let batch = FlopBatch { rules: game.rules(), players, work, flops: played, kept: None, progress: &Silent };
    let values = batch.play().unwrap();
    let openings = responders.each_ref().map(Responder::opening_round);
    let found = SampledSeats::new(openings.each_ref(), &drawn.in_order_drawn(&values).collect::<Vec<_>>());
    mbb_per_game(found.middle(), definition.big_blind())
}

/// A responder's best river values by plain recursion: one history, one holding, all opponents it can meet.
struct NaiveRiver<'a> {
    tree: &'a BettingTree,
    responder: usize,
    /// The opponent's probabilities at a decision with a holding's bucket.
    play: &'a dyn Fn(NodeId, usize) -> Vec<f64>,
    /// Per opponent that can be met: which, and 1 where it loses.
    signs: Vec<(usize, f64)>,
}

impl NaiveRiver<'_> {
    fn value(&self, node: NodeId, range: &[f64]) -> f64 {
        let decision = &self.tree[node];
        let follow = |action: usize| {
            let narrowed = |&(other, _): &(usize, f64)| {
                let chance = if decision.player == self.responder { 1.0 } else { (self.play)(node, other)[action] };
                (other, range[other] * chance)
            };
            let mut after = vec![0.0; range.len()];
            self.signs.iter().map(narrowed).for_each(|(other, reach)| after[other] = reach);
            match decision.children[action] {
                Child::Decision(next) => self.value(next, &after),
                Child::End(GameEnd::Fold { folder, contributions }) => {
                    let chips = contributions[folder].as_f64() * if folder == self.responder { -1.0 } else { 1.0 };
                    chips * after.iter().sum::<f64>()
                }
                Child::End(GameEnd::Showdown { contributions }) => {
                    let won: f64 = self.signs.iter().map(|&(other, sign)| after[other] * sign).sum();
                    won * contributions[0].as_f64()
                }
            }
        };
        let values = (0..decision.children.len()).map(follow);
        if decision.player == self.responder { values.fold(f64::MIN, f64::max) } else { values.sum() }
    }
}

/// One board of the full deck against showdowns pair by pair, in lanes of some chunks.
fn assert_board_matches_all_pairs<T: Precision>(text: &str, processor: Processor, tolerance: f64) {
    let definition = GameDefinition::holdem_limit();
    let rules = CardRules::new(&definition);
    let tree = BettingTree::new(&definition);
    let layout = TreeLayout::new(&tree).unwrap();
    let lanes = HistoryLanes::new(&layout);
    let counts = [1, 1, 1, 7];
    let buckets = HashedBuckets::new(&definition, &counts, 5);
    let policy = HashedPolicy::new(&definition, &counts, 6);
    let board: Vec<Card> = parse_cards(text).unwrap();
    let mut dealt = DealtBoard::default();
    dealt.deal_last_round(&rules, &buckets, &board);
    let holes: Vec<CardSet> = dealt.order.ids().iter().map(|&id| rules.hole(id)).collect();
    let of_place: Vec<u32> = holes.iter().map(|&hole| buckets.bucket(3, hole, &board)).collect();
    let stakes = Stakes::<T>::new(&layout, &lanes);
    for responder in 0..2 {
        let player = Player { buckets: &buckets, strategies: &policy };
        let last = LastRoundValues::new(&lanes, &stakes, responder, player, None, processor).unwrap();
        for chunk in [0, 17, 35] {
            let reach_of = |id: u16, lane: usize| (mix(u64::from(id) << 8 | lane as u64) % 100) as f64 / 100.0;
            let reach: Vec<Row<T>> =
                (0..1326).map(|id| Row::from(std::array::from_fn(|lane| T::of(reach_of(id, lane))))).collect();
            let at = LastRoundAt { board: &dealt, own_row: &BucketRow::default(), chunk, reach: &reach };
            let mut scratch = LastRoundMemory::default();
            let found = T::values(&last, at, &mut scratch);
            for (lane, entry) in lanes.rounds[3].entries[chunk].iter().enumerate().step_by(5) {
                let Some(entry) = *entry else { continue };
                let root = layout.node_id(Place { round: 3, entry, node: 0 });
                let range: Vec<f64> = dealt.order.ids().iter().map(|&id| reach_of(id, lane)).collect();
                for place in (0..holes.len()).step_by(119) {
                    let met = (0..holes.len()).filter(|&other| !holes[place].intersects(holes[other]));
                    let signs = met.map(|other| (other, sign(CardSet::of(&board), holes[place], holes[other])));
                    let play = |node: NodeId, other: usize| policy.at(node, of_place[other]).to_vec();
                    let naive = NaiveRiver { tree: &tree, responder, play: &play, signs: signs.collect() };
                    let expected = naive.value(root, &range);
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
fn complete_boards_of_the_full_deck_match_showdowns_pair_by_pair() {
    // No flush possible, a flush and a straight flush on the board, quads on the board.
    for text in ["Qs7h2cAdTd", "8h9hThJhQh", "2c2d2h2sKs"] {
        assert_board_matches_all_pairs::<f64>(text, Processor::detect(), 1e-12);
        assert_board_matches_all_pairs::<f32>(text, Processor::detect(), 1e-6);
    }
}

#[test]
fn all_instruction_sets_give_the_same_best_values() {
    for processor in Processor::available() {
        assert_board_matches_all_pairs::<f32>("4d5d9d6cJs", processor, 1e-6);
    }
}

#[test]
fn games_that_cannot_be_walked_are_refused() {
    for definition in [GameDefinition::kuhn(), GameDefinition::leduc(), limit_game(4, 4, 2, "1", "3")] {
        assert!(RealGame::<f64>::new(&definition).is_err());
    }
}
