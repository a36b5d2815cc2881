//! Best responses held to brute force: every information set of the responder decided by a recursion of its own.

use crate::naive::{HashedBuckets, HashedPolicy, limit_game, sign};
use evaluator::card::Card;
use evaluator::card_set::CardSet;
use solver::boards::{CardRules, OneBucket};
use solver::game::{BettingTree, Child, GameDefinition, GameEnd, NodeId, TreeLayout};
use solver::measure::exploitability::small_game::{best_response_value, exploitability};
use solver::policy::FixedPolicy;
use solver::units::mbb_per_game;
use solver::walk::{Player, PreparedGame};

/// The opponent's probabilities at a decision with a hand on a board.
type Play<'a> = dyn Fn(NodeId, CardSet, &[Card]) -> Vec<f64> + 'a;

struct BruteForce<'a> {
    tree: BettingTree,
    rules: CardRules,
    responder: usize,
    play: &'a Play<'a>,
}

impl<'a> BruteForce<'a> {
    /// What the best response wins a game.
    fn value(game: &GameDefinition, responder: usize, play: &'a Play<'a>) -> f64 {
        let it = Self { tree: BettingTree::new(game), rules: CardRules::new(game), responder, play };
        let (mut total, mut pairs) = (0.0, 0.0);
        for own in it.rules.holes(CardSet::EMPTY) {
            let range: Vec<(CardSet, f64)> = it.rules.holes(own).map(|other| (other, 1.0)).collect();
            pairs += range.len() as f64;
            total += it.decide(NodeId::ROOT, own, &[], &range);
        }
        total / pairs
    }

    /// One hand's value of a decision against the opponent's range there.
    fn decide(&self, node: NodeId, own: CardSet, board: &[Card], range: &[(CardSet, f64)]) -> f64 {
        let children = self.tree[node].children.iter();
        if self.tree[node].player == self.responder {
            return children.map(|child| self.follow(node, child, own, board, range)).fold(f64::MIN, f64::max);
        }
        children
            .enumerate()
            .map(|(action, child)| {
                let narrowed = |&(hole, reach): &(CardSet, f64)| (hole, reach * (self.play)(node, hole, board)[action]);
                let narrowed: Vec<(CardSet, f64)> = range.iter().map(narrowed).collect();
                self.follow(node, child, own, board, &narrowed)
            })
            .sum()
    }

    fn follow(&self, node: NodeId, child: &Child, own: CardSet, board: &[Card], range: &[(CardSet, f64)]) -> f64 {
        if range.iter().all(|it| it.1 == 0.0) {
            return 0.0;
        }
        match *child {
            Child::Decision(next) if self.tree[next].round == self.tree[node].round => {
                self.decide(next, own, board, range)
            }
            Child::Decision(next) => {
                let more = self.rules.board_cards(self.tree[next].round) - board.len();
                let mut boards = Vec::new();
                let free: Vec<Card> = (self.rules.deck() - own - CardSet::of(board)).iter().collect();
                combinations(&free, more, &mut board.to_vec(), &mut boards);
                let deal = |board: &Vec<Card>| {
                    let on_board = CardSet::of(board);
                    let left: Vec<_> = range.iter().copied().filter(|it| !it.0.intersects(on_board)).collect();
                    self.decide(next, own, board, &left)
                };
                // Each pair of hands sees the boards without its own cards, all equally likely.
                let seen = self.rules.deck().len() - board.len() - 2 * self.rules.hole_cards();
                let seen = (0..more).fold(1.0, |ways, it| ways * (seen - it) as f64 / (it + 1) as f64);
                boards.iter().map(deal).sum::<f64>() / seen
            }
            Child::End(GameEnd::Fold { folder, contributions }) => {
                let chips = contributions[folder].as_f64();
                let weight: f64 = range.iter().map(|it| it.1).sum();
                if folder == self.responder { -chips * weight } else { chips * weight }
            }
            Child::End(GameEnd::Showdown { contributions }) => {
                let won: f64 = range
                    .iter()
                    .filter(|it| it.1 > 0.0)
                    .map(|&(hole, reach)| reach * sign(CardSet::of(board), own, hole))
                    .sum();
                won * contributions[0].as_f64()
            }
        }
    }
}

fn combinations(free: &[Card], more: usize, board: &mut Vec<Card>, into: &mut Vec<Vec<Card>>) {
    if more == 0 {
        return into.push(board.clone());
    }
    for (place, &card) in free.iter().enumerate() {
        board.push(card);
        combinations(&free[place + 1..], more - 1, board, into);
        board.pop();
    }
}

/// Games from one card to two, from one chunk of histories to several, with two and with four suits.
fn games() -> [GameDefinition; 4] {
    [
        GameDefinition::kuhn(),
        GameDefinition::leduc(),
        limit_game(2, 4, 2, "2 2 1 1", "0 1 1 1"),
        limit_game(4, 3, 2, "1 1 1", "0 2 1"),
    ]
}

#[test]
fn best_responses_to_hashed_policies_match_brute_force() {
    for (number, definition) in games().iter().enumerate() {
        let game = PreparedGame::<f64>::new(definition).unwrap();
        let counts = vec![3; definition.rounds()];
        let buckets = HashedBuckets::new(definition, &counts, 3 + number as u64);
        let policy = HashedPolicy::new(definition, &counts, 40 + number as u64);
        let tree = BettingTree::new(definition);
        let play = |node: NodeId, hole: CardSet, board: &[Card]| {
            policy.at(node, buckets.bucket(tree[node].round, hole, board)).to_vec()
        };
        for responder in 0..2 {
            let expected = BruteForce::value(definition, responder, &play);
            let found = best_response_value(&game, responder, Player { buckets: &buckets, strategies: &policy });
            assert!((found - expected).abs() < 1e-9 * expected.abs().max(1.0), "{number}: {found} {expected}");
        }
    }
}

#[test]
fn best_responses_to_fixed_policies_match_brute_force() {
    for definition in &games()[..3] {
        let game = PreparedGame::<f64>::new(definition).unwrap();
        let tree = BettingTree::new(definition);
        let layout = TreeLayout::new(&tree).unwrap();
        for policy in FixedPolicy::ALL {
            let play = |node: NodeId, _: CardSet, _: &[Card]| policy.probabilities(tree[node].actions);
            let strategies = policy.strategies(&layout);
            for responder in 0..2 {
                let expected = BruteForce::value(definition, responder, &play);
                let found =
                    best_response_value(&game, responder, Player { buckets: &OneBucket, strategies: &strategies });
                assert!((found - expected).abs() < 1e-9 * expected.abs().max(1.0), "{policy}: {found} {expected}");
            }
        }
    }
}

#[test]
fn always_folding_costs_the_blinds() {
    // The button folds 5 chips at once; the big blind folds 10 to the first bet: 7.5 a game, 750 mbb/g.
    for definition in [limit_game(2, 4, 2, "2 2 1 1", "0 1 1 1"), limit_game(4, 3, 2, "1 1 1", "0 2 1")] {
        let game = PreparedGame::<f64>::new(&definition).unwrap();
        let layout = TreeLayout::new(&BettingTree::new(&definition)).unwrap();
        let strategies = FixedPolicy::AlwaysFold.strategies(&layout);
        let player = Player { buckets: &OneBucket, strategies: &strategies };
        assert!((best_response_value(&game, 0, player) - 5.0).abs() < 1e-9);
        assert!((best_response_value(&game, 1, player) - 10.0).abs() < 1e-9);
        let both = exploitability(&game, [player, player]);
        assert!((mbb_per_game(both.exploitability, definition.big_blind()) - 750.0).abs() < 1e-6, "{both:?}");
        assert!((both.value - 5.0).abs() < 1e-9, "{both:?}");
    }
}

#[test]
fn a_best_response_wins_at_least_what_any_policy_wins() {
    let definition = limit_game(2, 4, 2, "2 2 1 1", "0 1 1 1");
    let game = PreparedGame::<f64>::new(&definition).unwrap();
    let counts = [4; 4];
    let buckets = HashedBuckets::new(&definition, &counts, 1);
    let policies = [2, 3, 4].map(|seed| HashedPolicy::new(&definition, &counts, seed));
    for first in &policies {
        for second in &policies {
            let players = [first, second].map(|strategies| Player { buckets: &buckets, strategies });
            let measured = exploitability(&game, players);
            assert!(best_response_value(&game, 0, players[1]) >= measured.value - 1e-9);
            assert!(best_response_value(&game, 1, players[0]) >= -measured.value - 1e-9);
            assert!(measured.nash_conv >= 0.0);
        }
    }
}
