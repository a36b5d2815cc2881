//! Policies that another program made: measured as brute force has it, and refused where they are not whole.

use crate::naive::{BruteForce, shares};
use crate::support::{assert_close, limit_game, mix};
use evaluator::card::Card;
use evaluator::card_set::CardSet;
use solver::boards::CardRules;
use solver::boards::card_rules::all_boards;
use solver::game::{BettingTree, GameDefinition, NodeId};
use solver::measure::exploitability::small_game::Exploitability;
use solver::policy::HandPolicy;
use solver::run::solve::{Solving, measure_policy, strategy_text};
use solver::train::UpdateRule;
use std::collections::{BTreeMap, HashSet};
use tables::together::progress::Silent;

/// By the names of information sets.
type Rows = BTreeMap<String, Vec<f64>>;

fn text(rows: &Rows) -> String {
    serde_json::to_string(rows).unwrap()
}

fn refused(game: &GameDefinition, text: &str) -> String {
    HandPolicy::parse(game, "theirs.json", text).err().expect("a refusal").to_string()
}

fn measured(game: &GameDefinition, rows: &Rows) -> Exploitability {
    measure_policy(game, &HandPolicy::parse(game, "theirs.json", &text(rows)).unwrap()).unwrap()
}

/// Names every information set by itself.
struct Twin {
    rules: CardRules,
    tree: BettingTree,
    rows: Rows,
}

impl Twin {
    /// A policy whose probabilities are a hash of the information set's name, suits and all; a good part is zero.
    fn random(game: &GameDefinition, seed: u64) -> Self {
        let mut twin = Self { rules: CardRules::new(game), tree: BettingTree::new(game), rows: Rows::new() };
        let complete = all_boards(&twin.rules);
        let mut rows = Rows::new();
        for (id, node) in (0..).map(NodeId).zip(twin.tree.nodes()) {
            let cards = twin.rules.board_cards(node.round);
            for board in complete.iter().map(|board| &board[..cards]).collect::<HashSet<_>>() {
                for hole in twin.rules.holes(CardSet::of(board)) {
                    let name = twin.name(id, hole, board);
                    let letters = name.bytes().fold(seed, |hash, letter| mix(hash ^ u64::from(letter)));
                    let weight = |action: usize| (mix(letters ^ action as u64) % 4) as f64;
                    rows.insert(name, shares(&(0..node.actions.len()).map(weight).collect::<Vec<_>>()));
                }
            }
        }
        twin.rows = rows;
        twin
    }

    /// `Ks|Qh:crc/r`, put together from nothing but cards and letters.
    fn name(&self, node: NodeId, hole: CardSet, board: &[Card]) -> String {
        let cards = |cards: &mut dyn Iterator<Item = Card>| cards.map(|card| card.to_string()).collect::<String>();
        let ends: Vec<usize> = (0..=self.tree[node].round).map(|round| self.rules.board_cards(round)).collect();
        let dealt = ends.windows(2).map(|round| cards(&mut board[round[0]..round[1]].iter().copied()));
        let dealt: Vec<String> = dealt.filter(|it| !it.is_empty()).collect();
        let bar = if dealt.is_empty() { "" } else { "|" };
        format!("{}{bar}{}:{}", cards(&mut hole.iter()), dealt.join("/"), self.tree.history(node))
    }

    /// Both best responses' winnings together, and what position 0 wins from the policy by the policy.
    fn nash_conv_and_value(&self, game: &GameDefinition) -> [f64; 2] {
        let play = |node: NodeId, hole: CardSet, board: &[Card]| self.rows[&self.name(node, hole, board)].clone();
        let best = [0, 1].map(|seat| BruteForce::best(game, seat, &play).value());
        [best.iter().sum(), BruteForce::itself(game, 0, &play).value()]
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
            for (found, expected) in [found.nash_conv, found.value].into_iter().zip(twin.nash_conv_and_value(&game)) {
                assert_close(found, expected, 1e-9, &format!("game {number}, seed {seed}"));
            }
            assert!(found.nash_conv > 0.0 && found.exploitability == found.nash_conv / 2.0);
        }
    }
}

#[test]
fn a_solution_comes_back_with_its_own_exploitability() {
    for game in [GameDefinition::kuhn(), GameDefinition::leduc(), limit_game(2, 3, 2, "1 1", "0 1")] {
        // None at all: uniform play, whose exploitability is a published value.
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
fn what_is_not_a_policy_of_the_game_is_refused_by_name() {
    let (kuhn, leduc) = (GameDefinition::kuhn(), GameDefinition::leduc());
    // A policy with one more row, and one with another row of a name.
    let with_more = |rows: &Rows, name: &str, row: &str| {
        let all = text(rows);
        format!("{}, \"{name}\": {row}}}", &all[..all.len() - 1])
    };
    let with = |row: &str| {
        let mut rows = uniform(&kuhn);
        rows.remove("Ks:cr");
        with_more(&rows, "Ks:cr", row)
    };
    assert!(HandPolicy::parse(&kuhn, "", &with("[0.25, 0.75]")).is_ok());
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
        let line = refused(&kuhn, &with(row));
        assert!(line.contains(said) && line.starts_with("theirs.json: ") && !line.contains('\n'), "{row}: {line}");
        // What is not even numbers is found by its line.
        let is_named = ["NaN", "e999", "null", "half"].iter().all(|it| !row.contains(it));
        assert!(!is_named || line.contains("'Ks:cr'"), "{row}: {line}");
    }
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
        let line = refused(&kuhn, &with_more(&uniform(&kuhn), name, "[0.5, 0.5]"));
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
    let as_it_is = measured(&game, &rows);
    // Board cards and slashes in another order.
    let (name, row) = rows.iter().find(|(name, row)| row.len() == 2 && name.contains('/')).unwrap();
    let (name, row) = (name.clone(), row.clone());
    let (cards, betting) = name.split_once(':').unwrap();
    let (hole, board) = cards.split_once('|').unwrap();
    rows.remove(&name);
    rows.insert(format!("{hole}|{}{}:{}", &board[2..], &board[..2], betting.replace('/', "")), row);
    // Three sixth-digit thirds sum to 0.999999.
    let (_, three) = rows.iter_mut().find(|(_, row)| row.len() == 3).unwrap();
    *three = vec![0.333333; 3];
    let found = measured(&game, &rows);
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
    let whole = measured(&kuhn, &rows);
    rows.retain(|name, _| !name.ends_with(":cr"));
    assert_eq!(whole, measured(&kuhn, &rows));
    rows.insert("Ks:".to_owned(), vec![1e-9, 1.0 - 1e-9]);
    let line = refused(&kuhn, &text(&rows));
    assert!(line.contains("1 information set that") && line.contains("Ks:cr"), "{line}");
}
