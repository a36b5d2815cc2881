//! Rivers solved again: held to plain recursion history by history, safe for every holding, and less exploitable over
//! all flops.

use crate::naive::{BruteForce, ResolvedTwin};
use crate::support::{Made, assert_unfit, games_that_cannot_be_walked, limit_game, on_threads, reduced_games};
use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::holding::Holding;
use evaluator::showdown::ShowdownOrder;
use solver::boards::card_rules::{all_boards, below, generator_of};
use solver::boards::{CardRules, DealtBoard};
use solver::game::{BettingTree, GameDefinition, Next, NodeId, Place, TreeLayout};
use solver::measure::exploitability::{Exploitability, Flops, Measurement, RealGame};
use solver::policy::{Effort, ResolvedPlay, ResolvedPolicy};
use solver::walk::{ChunkId, HistoryLanes, Player, Row};
use std::collections::HashMap;
use std::time::Duration;
use tables::together::progress::Silent;

/// A drawn board of a game with its river's histories.
struct River {
    tree: BettingTree,
    layout: TreeLayout,
    lanes: HistoryLanes,
    rules: CardRules,
    board: Vec<Card>,
    order: ShowdownOrder,
}

/// How a player acts with each holding in a chunk, `[place][slot]`.
type Played = Vec<Row<f64>>;

impl River {
    fn drawn(game: &GameDefinition, number: u64) -> Self {
        let tree = BettingTree::new(game);
        let (layout, rules) = (TreeLayout::new(&tree), CardRules::new(game));
        let boards = all_boards(&rules);
        let board = boards[below(&mut generator_of(7, number), boards.len() as u64) as usize].clone();
        let mut order = ShowdownOrder::default();
        rules.rank(CardSet::of(&board), &mut order);
        Self { lanes: HistoryLanes::new(&layout), tree, layout, rules, board, order }
    }

    /// The histories by which the river is entered and something is decided: first decision, chunk and lane.
    fn histories(&self) -> Vec<(NodeId, ChunkId, usize)> {
        let round = self.rules.rounds() - 1;
        let lanes = self.lanes.lane_of_entries(round).into_iter().enumerate();
        lanes
            .map(|(entry, (chunk, lane))| (entry, ChunkId { round, chunk }, lane))
            .filter(|&(_, at, _)| self.lanes.shape(at).slots > 0)
            .map(|(entry, at, lane)| (self.layout.node_id(Place { round: at.round, entry, node: 0 }), at, lane))
            .collect()
    }

    fn holes(&self) -> Vec<CardSet> {
        self.order.ids().iter().map(|&id| self.rules.hole(id)).collect()
    }

    fn played(&self, policy: Player<'_, f64>, at: ChunkId, player: usize) -> Played {
        let mut buckets = Vec::new();
        let board = &self.board[..self.rules.board_cards(at.round)];
        policy.buckets.row(at.round, board, &self.order, &mut buckets);
        let mut strategies = vec![Row::default(); buckets.len() * self.lanes.shape(at).slots];
        policy.strategies.load(at, player, &buckets, &mut strategies);
        strategies
    }

    /// What a holding at a place does at a decision.
    fn at(&self, played: &Played, at: ChunkId, lane: usize, decision: NodeId, place: usize) -> Vec<f64> {
        let (shape, node) = (self.lanes.shape(at), self.layout.place(decision).node);
        let first = place * shape.slots + shape.nodes[node].first_slot;
        played[first..first + shape.nodes[node].children.len()].iter().map(|row| row.0[lane]).collect()
    }

    /// How likely both players of a policy come to a decision with each holding.
    fn reach(&self, made: &Made, decision: NodeId) -> [Vec<f64>; 2] {
        let mut reach = [(); 2].map(|()| vec![1.0; self.order.len()]);
        let mut here = decision;
        while let Some((before, action)) = self.tree[here].parent {
            let node = &self.tree[before];
            let number = node.actions.iter().position(|&it| it == action).unwrap();
            for (reach, &id) in reach[node.player].iter_mut().zip(self.order.ids()) {
                let board = &self.board[..self.rules.board_cards(node.round)];
                let bucket = made.buckets.bucket(node.round, self.rules.hole(id), board);
                *reach *= made.policy.at(before, bucket)[number];
            }
            here = before;
        }
        reach
    }

    fn pot(&self, first: NodeId) -> f64 {
        self.tree[first].contributions.iter().map(|chips| chips.as_f64()).sum()
    }

    /// Hands in different buckets, and in one bucket of different strength, with a number each.
    fn cohorts(&self, made: &Made) -> Vec<u32> {
        let mut board = DealtBoard::default();
        board.deal_last_round(&self.rules, &made.buckets, &self.board);
        let mut numbers = HashMap::new();
        let groups = (0..self.order.len()).map(|place| {
            let group = self.order.group_ends().iter().position(|&end| place < usize::from(end)).unwrap();
            (group, board.last_row().of_place[place])
        });
        groups
            .map(|cohort| {
                let next = numbers.len() as u32;
                *numbers.entry(cohort).or_insert(next)
            })
            .collect()
    }
}

#[test]
fn rivers_are_solved_as_well_as_by_plain_recursion() {
    // Before, by recursion, and as found: what a best response wins from the blueprint's range, in pots. Where two
    // actions are worth the same, rounding decides which is learnt first: so the mean counts.
    let (mut sums, mut histories) = ([0.0; 3], 0);
    for (game, seed) in reduced_games()[..2].iter().zip(0..) {
        let made = Made::symmetric(game, &[5], seed);
        let resolved = ResolvedPolicy::new(game, made.player(), 40).unwrap();
        let river = River::drawn(game, seed);
        for (first, at, lane) in river.histories().into_iter().step_by(9) {
            for resolver in 0..2 {
                let reach = river.reach(&made, first);
                let sums_of = reach.each_ref().map(|reach| reach.iter().sum::<f64>());
                if sums_of[resolver] < 0.01 * reach[resolver].len() as f64 || sums_of[1 - resolver] == 0.0 {
                    continue;
                }
                let blueprint = river.played(made.player(), at, resolver);
                let twin = ResolvedTwin {
                    tree: &river.tree,
                    root: first,
                    resolver,
                    board: CardSet::of(&river.board),
                    holes: river.holes(),
                    cohorts: river.cohorts(&made),
                    pot: river.pot(first),
                    reach,
                    blueprint: &|node, place| river.at(&blueprint, at, lane, node, place),
                };
                let before = twin.worth(twin.blueprint);
                let solution = twin.solve(40);
                let expected = match solution.is_empty() {
                    true => before,
                    false => twin.worth(&|node, place| solution[&node][place].clone()),
                };
                let played = river.played(resolved.player(), at, resolver);
                let found = twin.worth(&|node, place| river.at(&played, at, lane, node, place));
                for (sum, worth) in sums.iter_mut().zip([before, expected, found]) {
                    *sum += worth;
                }
                histories += 1;
            }
        }
    }
    let [before, expected, found] = sums.map(|sum| sum / f64::from(histories));
    let what = format!("{before} before, {expected} by recursion, {found} found, {histories} histories");
    assert!(before - expected > 0.05 && (found - expected).abs() < 0.004, "{what}");
}

#[test]
fn no_holding_wins_more_than_from_the_blueprint_by_more_than_a_thousandth_of_the_pot() {
    let mut falls = 0.0;
    let mut histories = 0;
    for (game, seed) in reduced_games().iter().zip(20..) {
        let made = Made::symmetric(game, &[4], seed);
        let resolved = ResolvedPolicy::new(game, made.player(), 20).unwrap();
        let river = River::drawn(game, seed);
        let holes = river.holes();
        let place = |hole: CardSet| holes.iter().position(|&it| it == hole).unwrap();
        for (first, at, lane) in river.histories().into_iter().step_by(7) {
            for resolver in 0..2 {
                let reach = river.reach(&made, first);
                let worth = |policy: Player<'_, f64>| -> Vec<f64> {
                    let played = river.played(policy, at, resolver);
                    let play = |node: NodeId, hole: CardSet, _: &[Card]| river.at(&played, at, lane, node, place(hole));
                    let response = BruteForce::best(game, 1 - resolver, &play);
                    let range = |own: CardSet| -> Vec<(CardSet, f64)> {
                        let others = holes.iter().zip(&reach[resolver]).filter(|(other, _)| !other.intersects(own));
                        others.map(|(&other, &reach)| (other, reach)).collect()
                    };
                    holes.iter().map(|&own| response.decide(first, own, &river.board, &range(own))).collect()
                };
                let [before, after] = [worth(made.player()), worth(resolved.player())];
                for (&own, (before, after)) in holes.iter().zip(before.iter().zip(&after)) {
                    let met = holes.iter().zip(&reach[resolver]).filter(|(other, _)| !other.intersects(own));
                    let whole = met.map(|(_, reach)| reach).sum::<f64>() * river.pot(first);
                    let rounding = 1e-5 * reach[resolver].iter().sum::<f64>() * river.pot(first);
                    let rise = after - before;
                    assert!(rise <= 0.001 * whole + rounding, "game {seed} {first:?}: {before} {after} of {whole}");
                    falls += if whole > 0.0 { (before - after) / whole } else { 0.0 };
                }
                histories += holes.len();
            }
        }
    }
    // The made-up policies play badly: on average a holding wins several hundredths of the pot less.
    assert!(falls / histories as f64 > 0.03, "{falls} of {histories}");
}

/// The exploitability of a policy over all flops, in chips.
fn exploitability(game: &GameDefinition, policy: Player<'_, f64>) -> f64 {
    let measurement = Measurement { flops: Flops::All, seed: 0, losses: false };
    let found: Exploitability = measurement.of(&RealGame::<f32>::new(game).unwrap(), policy, None, &Silent).unwrap();
    found.responses.middle()
}

#[test]
fn over_all_flops_a_policy_that_is_solved_again_loses_less() {
    let game = limit_game(4, 3, 2, "1 1 1 2", "0 3 1 1");
    let made = Made::symmetric(&game, &[6], 3);
    let before = exploitability(&game, made.player());
    let mut last = before;
    for iterations in [5, 40] {
        let after = exploitability(&game, ResolvedPolicy::new(&game, made.player(), iterations).unwrap().player());
        assert!(after < last, "{iterations} iterations: {after}, before {last}");
        last = after;
    }
    assert!(last < 0.9 * before, "{last} {before}");
}

#[test]
fn what_is_played_depends_on_blueprint_board_and_betting_alone() {
    let game = limit_game(4, 4, 2, "2 1 2", "0 3 1");
    let made = Made::symmetric(&game, &[5], 1);
    let rivers = [River::drawn(&game, 1), River::drawn(&game, 2)];
    let histories = rivers[0].histories();
    let (_, at, _) = histories[histories.len() / 2];
    let fresh = || ResolvedPolicy::new(&game, made.player(), 9).unwrap();
    let expected = rivers[0].played(fresh().player(), at, 1);
    let used = fresh();
    for (river, player) in [(1, 0), (1, 1), (0, 0)] {
        histories.iter().for_each(|&(_, at, _)| drop(rivers[river].played(used.player(), at, player)));
    }
    assert_eq!(rivers[0].played(used.player(), at, 1), expected, "after other boards");
    // Some of the holdings, in another order.
    let policy = used.player::<f64>();
    let mut buckets = Vec::new();
    policy.buckets.row(at.round, &rivers[0].board, &rivers[0].order, &mut buckets);
    let slots = rivers[0].lanes.shape(at).slots;
    let some: Vec<usize> = (0..buckets.len()).rev().step_by(3).collect();
    let mut found = vec![Row::default(); some.len() * slots];
    policy.strategies.load(at, 1, &some.iter().map(|&it| buckets[it]).collect::<Vec<_>>(), &mut found);
    for (found, place) in found.chunks_exact(slots).zip(some) {
        assert_eq!(found, &expected[place * slots..][..slots], "place {place}");
    }
    let whole = limit_game(4, 3, 2, "1 1 1", "0 3 1");
    let made = Made::symmetric(&whole, &[5], 2);
    let [one, three] = [1, 3].map(|threads| {
        on_threads(threads, || exploitability(&whole, ResolvedPolicy::new(&whole, made.player(), 9).unwrap().player()))
    });
    assert_eq!(one, three);
}

#[test]
fn at_a_table_a_decision_is_played_as_the_walk_plays_it() {
    let game = limit_game(4, 4, 2, "2 1 2", "0 3 1");
    let made = Made::symmetric(&game, &[5], 1);
    let walked = ResolvedPolicy::new(&game, made.player(), 9).unwrap();
    let at_table = ResolvedPlay::new(&game, made.player(), Effort::Iterations(9)).unwrap();
    let mut differ_from_blueprint = 0;
    for number in 1..3 {
        let river = River::drawn(&game, number);
        for (first, at, lane) in river.histories().into_iter().step_by(5) {
            for player in 0..2 {
                let [played, before] = [walked.player(), made.player()].map(|policy| river.played(policy, at, player));
                let mut below = vec![first];
                while let Some(decision) = below.pop() {
                    let node = &river.tree[decision];
                    below.extend(node.children.iter().filter_map(|child| match child {
                        Next::Decision(id) => Some(*id),
                        Next::End(_) => None,
                    }));
                    if node.player != player {
                        continue;
                    }
                    for (place, &id) in river.order.ids().iter().enumerate().step_by(4) {
                        let holding = Holding::from_number(id.into()).unwrap();
                        let found = at_table.probabilities(river.layout.place(decision), &river.board, holding);
                        let expected = river.at(&played, at, lane, decision, place);
                        assert_eq!(found, Some(expected.clone()), "{holding} at {decision:?}");
                        differ_from_blueprint += usize::from(expected != river.at(&before, at, lane, decision, place));
                    }
                }
            }
        }
    }
    assert!(differ_from_blueprint > 100, "{differ_from_blueprint}");
}

#[test]
fn what_was_solved_in_a_given_time_is_played_to_the_end_of_the_hand() {
    let game = limit_game(4, 4, 2, "2 1 2", "0 3 1");
    let made = Made::symmetric(&game, &[5], 1);
    let play = ResolvedPlay::new(&game, made.player(), Effort::Time(Duration::from_millis(20))).unwrap();
    let river = River::drawn(&game, 1);
    let holding = Holding::from_number(river.order.ids()[0].into()).unwrap();
    let histories = river.histories();
    let place = river.layout.place(histories[histories.len() / 2].0);
    let first = play.probabilities(place, &river.board, holding).unwrap();
    assert!((first.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{first:?}");
    // A second solution would have more or fewer iterations, or none at all.
    for _ in 0..3 {
        assert_eq!(play.probabilities(place, &river.board, holding), Some(first.clone()));
    }
    let outside = |card: &Card| !CardRules::new(&game).deck().contains(*card);
    let foreign: Vec<Card> = (0..52).filter_map(Card::from_number).filter(outside).collect();
    for (first, second) in [(river.board[0], river.board[1]), (foreign[0], foreign[1])] {
        assert_eq!(play.probabilities(place, &river.board, Holding::new(first, second).unwrap()), None);
    }
    for card in [river.board[1], foreign[0]] {
        let board = [&[card], &river.board[1..]].concat();
        assert_eq!(play.probabilities(place, &board, holding), None, "{card} on the board");
    }
    assert_eq!(play.probabilities(place, &river.board[1..], holding), None);
    assert_eq!(play.probabilities(Place { round: 0, ..place }, &river.board, holding), None);
}

#[test]
fn games_without_such_a_river_are_refused() {
    for game in games_that_cannot_be_walked() {
        let made = Made::hashed(&game, &[2], 0);
        assert_unfit(ResolvedPolicy::new(&game, made.player(), 5), "re-solving");
    }
}
