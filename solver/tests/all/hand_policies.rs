//! Policies that another program made: measured as brute force has it, and refused where they are not whole.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use solver::boards::CardRules;
use solver::boards::card_rules::extend;
use solver::game::{BettingTree, Child, GameDefinition, GameEnd, NodeId};
use solver::policy::HandPolicy;
use solver::run::solve::{Solving, measure_policy, strategy_text};
use solver::train::UpdateRule;
use std::collections::BTreeMap;
use tables::together::progress::Silent;

use crate::naive::{limit_game, mix, sign};

/// By the names of information sets.
type Rows = BTreeMap<String, Vec<f64>>;

fn text(rows: &Rows) -> String {
    serde_json::to_string(rows).unwrap()
}

fn refused(game: &GameDefinition, text: &str) -> String {
    HandPolicy::parse(game, "theirs.json", text).err().expect("a refusal").to_string()
}

/// Deals, bets and names everything by itself.
struct Twin {
    rules: CardRules,
    tree: BettingTree,
    rows: Rows,
}

impl Twin {
    /// A policy whose probabilities are a hash of the information set's name, suits and all; a good part is zero.
    fn random(game: &GameDefinition, seed: u64) -> Self {
        let mut twin = Self { rules: CardRules::new(game), tree: BettingTree::new(game), rows: Rows::new() };
        for hole in twin.rules.holes(CardSet::EMPTY).collect::<Vec<_>>() {
            twin.fill(hole, &[vec![]], NodeId::ROOT, seed);
        }
        twin
    }

    fn fill(&mut self, hole: CardSet, board: &[Vec<Card>], node: NodeId, seed: u64) {
        let name = self.name(hole, board, node);
        let actions = self.tree[node].actions.len();
        let hash = |action: usize| {
            let letters = name.bytes().fold(seed, |hash, letter| mix(hash ^ u64::from(letter)));
            (mix(letters ^ action as u64) % 4) as f64
        };
        let weights: Vec<f64> = (0..actions).map(hash).collect();
        let total: f64 = weights.iter().sum();
        let row = weights.iter().map(|it| if total > 0.0 { it / total } else { 1.0 / actions as f64 }).collect();
        self.rows.insert(name, row);
        for child in self.tree[node].children.clone() {
            let Child::Decision(next) = child else { continue };
            for board in self.boards(board, node, next, hole) {
                self.fill(hole, &board, next, seed);
            }
        }
    }

    /// `Ks|Qh:crc/r`, put together from nothing but cards and letters.
    fn name(&self, hole: CardSet, board: &[Vec<Card>], node: NodeId) -> String {
        let cards = |cards: &mut dyn Iterator<Item = Card>| cards.map(|card| card.to_string()).collect::<String>();
        let dealt: Vec<String> =
            board.iter().filter(|it| !it.is_empty()).map(|it| cards(&mut it.iter().copied())).collect();
        let bar = if dealt.is_empty() { "" } else { "|" };
        format!("{}{bar}{}:{}", cards(&mut hole.iter()), dealt.join("/"), self.tree.history(node))
    }

    /// The boards, round by round, with which the next decision may begin.
    fn boards(&self, board: &[Vec<Card>], node: NodeId, next: NodeId, dead: CardSet) -> Vec<Vec<Vec<Card>>> {
        if self.tree[node].round == self.tree[next].round {
            return vec![board.to_vec()];
        }
        let seen = board.concat();
        let mut dealt = Vec::new();
        extend(&self.rules, &seen, self.rules.board_cards(self.tree[next].round) - seen.len(), &mut dealt);
        let new = dealt.iter().map(|all| all[seen.len()..].to_vec());
        let free = new.filter(|cards| (CardSet::of(cards) & dead).is_empty());
        free.map(|cards| board.iter().cloned().chain([cards]).collect()).collect()
    }

    /// What a seat wins with a hand from a node on against the opponent's hands with their weights: by the best
    /// actions, or by the policy.
    fn value(
        &self,
        seat: usize,
        is_best: bool,
        hole: CardSet,
        board: &[Vec<Card>],
        node: NodeId,
        others: &[(CardSet, f64)],
    ) -> f64 {
        let acts = self.tree[node].player;
        let of_action = |action: usize, others: &[(CardSet, f64)]| -> f64 {
            match self.tree[node].children[action] {
                Child::End(GameEnd::Fold { folder, contributions }) => {
                    let won = if folder == seat { -1.0 } else { 1.0 } * contributions[folder].as_f64();
                    others.iter().map(|(_, weight)| weight * won).sum()
                }
                Child::End(GameEnd::Showdown { contributions }) => {
                    let won = |other: CardSet| sign(CardSet::of(&board.concat()), hole, other);
                    others.iter().map(|&(other, weight)| weight * won(other) * contributions[0].as_f64()).sum()
                }
                Child::Decision(next) => {
                    let boards = self.boards(board, node, next, hole);
                    let of_board = |dealt: &Vec<Vec<Card>>| {
                        let cards = CardSet::of(&dealt.concat());
                        let left: Vec<(CardSet, f64)> =
                            others.iter().copied().filter(|(other, _)| (*other & cards).is_empty()).collect();
                        self.value(seat, is_best, hole, dealt, next, &left)
                    };
                    let ways = if self.tree[node].round == self.tree[next].round {
                        1.0
                    } else {
                        // As many for each pair of hands.
                        let both = hole | others.first().map_or(CardSet::EMPTY, |it| it.0);
                        self.boards(board, node, next, both).len().max(1) as f64
                    };
                    boards.iter().map(of_board).sum::<f64>() / ways
                }
            }
        };
        let actions = 0..self.tree[node].actions.len();
        if acts == seat && is_best {
            return actions.map(|action| of_action(action, others)).fold(f64::NEG_INFINITY, f64::max);
        }
        if acts == seat {
            let row = &self.rows[&self.name(hole, board, node)];
            return actions.map(|action| row[action] * of_action(action, others)).sum();
        }
        let played = |action: usize| -> Vec<(CardSet, f64)> {
            let weight =
                |&(other, weight): &(CardSet, f64)| (other, weight * self.rows[&self.name(other, board, node)][action]);
            others.iter().map(weight).collect()
        };
        actions.map(|action| of_action(action, &played(action))).sum()
    }

    /// A seat's winnings per game.
    fn winnings(&self, seat: usize, is_best: bool) -> f64 {
        let holes: Vec<CardSet> = self.rules.holes(CardSet::EMPTY).collect();
        let (mut total, mut pairs) = (0.0, 0.0);
        for &hole in &holes {
            let others: Vec<(CardSet, f64)> =
                holes.iter().filter(|&&other| (other & hole).is_empty()).map(|&other| (other, 1.0)).collect();
            pairs += others.len() as f64;
            total += self.value(seat, is_best, hole, &[vec![]], NodeId::ROOT, &others);
        }
        total / pairs
    }
}

#[test]
fn random_policies_are_worth_what_brute_force_finds() {
    for (number, game) in [
        GameDefinition::kuhn(),
        GameDefinition::leduc(),
        limit_game(2, 3, 1, "1 2", "0 1"),
        limit_game(2, 3, 1, "1 1", "0 2"),
        limit_game(3, 2, 2, "1 1", "0 1"),
        limit_game(2, 3, 1, "1 1 1", "0 1 1"),
        limit_game(1, 4, 1, "2", "0"),
    ]
    .into_iter()
    .enumerate()
    {
        for seed in 1..4 {
            let twin = Twin::random(&game, seed);
            let policy = HandPolicy::parse(&game, "twin", &text(&twin.rows)).unwrap();
            assert_eq!(policy.information_sets(), twin.rows.len() as u64);
            let found = measure_policy(&game, &policy).unwrap();
            let expected = [twin.winnings(0, true) + twin.winnings(1, true), twin.winnings(0, false)];
            for (found, expected) in [found.nash_conv, found.value].into_iter().zip(expected) {
                assert!((found - expected).abs() < 1e-9, "game {number}, seed {seed}: {found} {expected}");
            }
            assert!(found.nash_conv > 0.0 && found.exploitability == found.nash_conv / 2.0);
        }
    }
}

#[test]
fn a_solution_comes_back_with_its_own_exploitability() {
    for game in [GameDefinition::kuhn(), GameDefinition::leduc(), limit_game(2, 3, 2, "1 1", "0 1")] {
        for iterations in [0, 1, 70] {
            let solving = Solving { strategy: true, ..Solving::new(UpdateRule::DCFR, iterations) };
            let solution = solving.solve(&game, &Silent).unwrap();
            let text = strategy_text(&game, &solution.strategy);
            let found = measure_policy(&game, &HandPolicy::parse(&game, "own", &text).unwrap()).unwrap();
            let expected = solution.result;
            assert!((found.nash_conv - expected.nash_conv).abs() < 1e-12, "{found:?} {expected:?}");
            assert!((found.value - expected.value).abs() < 1e-12, "{found:?} {expected:?}");
        }
    }
}

/// Every hand plays evenly.
fn uniform(game: &GameDefinition) -> Rows {
    let mut twin = Twin::random(game, 1);
    twin.rows.values_mut().for_each(|row| *row = vec![1.0 / row.len() as f64; row.len()]);
    twin.rows
}

#[test]
fn uniform_policies_have_the_published_nash_conv() {
    for (game, published) in [(GameDefinition::kuhn(), 11.0 / 12.0), (GameDefinition::leduc(), 4.747_222_222_222)] {
        let policy = HandPolicy::parse(&game, "uniform", &text(&uniform(&game))).unwrap();
        let found = measure_policy(&game, &policy).unwrap();
        assert!((found.nash_conv - published).abs() < 1e-9, "{found:?}");
    }
}

#[test]
fn what_is_not_a_policy_of_the_game_is_refused_by_name() {
    let (kuhn, leduc) = (GameDefinition::kuhn(), GameDefinition::leduc());
    let with = |name: &str, row: &str| {
        let mut rows = uniform(&kuhn);
        rows.remove(name);
        let all = text(&rows);
        format!("{}, \"{name}\": {row}}}", &all[..all.len() - 1])
    };
    assert!(HandPolicy::parse(&kuhn, "", &with("Ks:cr", "[0.25, 0.75]")).is_ok());
    for (row, said) in [
        ("[1]", "each of f, c, found 1 numbers"),
        ("[0.2, 0.3, 0.5]", "each of f, c, found 3 numbers"),
        ("[]", "found 0 numbers"),
        ("[-0.25, 1.25]", "expected probabilities, found -0.25"),
        ("[0.25, 0.7499]", "the sum 0.9999"),
        ("[0.6, 0.6]", "the sum 1.2"),
        ("[0, 0]", "the sum 0"),
        ("[1e999, 0]", "number out of range"),
        ("[NaN, 1]", "expected"),
        ("[null, 1]", "null"),
        ("\"half\"", "such as [0.5, 0.5]"),
        ("{\"f\": 1}", "each of f, c, found f"),
        ("{\"f\": 0.5, \"r\": 0.5}", "found f, r"),
        ("{\"f\": 0.5, \"c\": 0.25, \"c\": 0.25}", "found f, c, c"),
    ] {
        let line = refused(&kuhn, &with("Ks:cr", row));
        assert!(line.contains(said) && line.starts_with("theirs.json: ") && !line.contains('\n'), "{row}: {line}");
        assert!(
            row.contains("NaN")
                || row.contains("e999")
                || row.contains("null")
                || row.contains("half")
                || line.contains("'Ks:cr'"),
            "{row}: {line}"
        );
    }
    let more = |name: &str| {
        let all = text(&uniform(&kuhn));
        format!("{}, \"{name}\": [0.5, 0.5]}}", &all[..all.len() - 1])
    };
    for (name, said) in [
        ("Ks:cr", "Ks:cr is given twice"),
        ("ks:cr", "Ks:cr is given twice"),
        ("Ks|:cr", "Ks:cr is given twice"),
        ("Kh:cr", "Kh is not in the game's deck"),
        ("KsAs:cr", "expected 1 hole card, found 2"),
        ("Ks|As:cr", "expected 0 cards on the board, found 1"),
        ("Ks:crr", "crr"),
        ("Ks:cc", "the end of the game"),
        ("Ks", "HOLE|BOARD:BETTING"),
        ("1pb", "HOLE|BOARD:BETTING"),
        ("", "HOLE|BOARD:BETTING"),
        ("K\\u001bs:", "\\u{1b}"),
    ] {
        let line = refused(&kuhn, &more(name));
        assert!(line.contains(said) && !line.contains('\u{1b}'), "{name}: {line}");
    }
    let leducs = |name: &str| refused(&leduc, &format!("{{\"{name}\": [0.5, 0.5]}}"));
    assert!(leducs("Ks|Ks:cc/").contains("both in the hand and on the board"));
    assert!(leducs("Ks:cc/").contains("expected 1 card on the board, found 0"));
    assert!(leducs("Ks|Q/h:cc/").contains("expected"));
    for (text, said) in [
        ("", "EOF"),
        ("[]", "{information set: [a probability"),
        ("{", "EOF"),
        ("{}", "12 information sets that it can reach are missing, first Qs:"),
        ("{} {}", "trailing"),
        ("{\"Ks:\": [0.5, 0.5]}", "11 information sets that it can reach are missing"),
    ] {
        assert!(refused(&kuhn, text).contains(said), "{text}: {}", refused(&kuhn, text));
    }
    // Another game's, either way.
    assert!(refused(&kuhn, &text(&uniform(&leduc))).contains("'"));
    assert!(refused(&leduc, &text(&uniform(&kuhn))).contains("found 2 numbers"));
    assert!(refused(&GameDefinition::holdem_limit(), "{}").contains("at most 1000000 deals"));
}

#[test]
fn decimals_in_any_order_of_cards_are_read() {
    let game = limit_game(2, 4, 1, "1 1", "0 2");
    let mut rows = uniform(&game);
    let as_it_is = measure_policy(&game, &HandPolicy::parse(&game, "", &text(&rows)).unwrap()).unwrap();
    // Three sixth-digit thirds sum to 0.999999; board cards and slashes in another order.
    let thirds = "[0.333333, 0.333333, 0.333333]";
    let (name, row) = rows.iter().find(|(name, row)| row.len() == 2 && name.contains("/")).unwrap();
    let (cards, betting) = name.split_once(':').unwrap();
    let (hole, board) = cards.split_once('|').unwrap();
    let turned = format!("{hole}|{}{}:{}", &board[2..], &board[..2], betting.replace('/', ""));
    let (name, row) = (name.clone(), row.clone());
    rows.remove(&name);
    rows.insert(turned, row);
    let three = rows.iter().find(|(_, row)| row.len() == 3).map(|(name, _)| name.clone());
    let mut text = text(&rows);
    if let Some(three) = three {
        let before = format!("\"{three}\":{}", serde_json::to_string(&rows[&three]).unwrap());
        assert!(text.contains(&before));
        text = text.replace(&before, &format!("\"{three}\":{thirds}"));
    }
    let found = measure_policy(&game, &HandPolicy::parse(&game, "", &text).unwrap()).unwrap();
    assert!((found.nash_conv - as_it_is.nash_conv).abs() < 1e-12, "{found:?} {as_it_is:?}");
}

#[test]
fn what_a_policys_own_actions_never_reach_may_be_left_out() {
    let kuhn = GameDefinition::kuhn();
    let mut rows = uniform(&kuhn);
    // The first player bets at once: what it would do after checking is never asked.
    for card in ["Qs", "Ks", "As"] {
        rows.insert(format!("{card}:"), vec![0.0, 1.0]);
    }
    let whole = measure_policy(&kuhn, &HandPolicy::parse(&kuhn, "", &text(&rows)).unwrap()).unwrap();
    rows.retain(|name, _| !name.ends_with(":cr"));
    let without = measure_policy(&kuhn, &HandPolicy::parse(&kuhn, "", &text(&rows)).unwrap()).unwrap();
    assert_eq!(whole, without);
    rows.insert("Ks:".to_owned(), vec![1e-9, 1.0 - 1e-9]);
    let line = refused(&kuhn, &text(&rows));
    assert!(line.contains("1 information set that") && line.contains("Ks:cr"), "{line}");
}
