//! Policies by function, held to tables and to the built-in policies bit by bit.

use crate::support::{BuiltIn, Made, limit_game, on_threads};
use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::holding::{HOLDINGS, Holding};
use solver::boards::CardRules;
use solver::boards::card_rules::all_boards;
use solver::game::{Action, BettingTree, GameDefinition, NodeId};
use solver::measure::exploitability::{Flops, Measurement, RealGame, Responses};
use solver::measure::value::boards::value_boards;
use solver::policy::answers::{Problem, Refusal};
use solver::policy::function_policy::Suits;
use solver::policy::{Answers, FixedPolicy, FunctionPolicy, PolicyFunction};
use solver::walk::{Player, PreparedGame, Real};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use tables::together::progress::Silent;

/// What a function was asked, and what it was told.
#[derive(Default)]
struct Heard {
    asked: HashMap<(Vec<Card>, NodeId), usize>,
    refusals: Vec<Refusal>,
}

/// Answers holding by holding, for those that can be held.
struct ByHolding<F> {
    row: F,
    deck: CardSet,
    heard: Arc<Mutex<Heard>>,
}

impl<F: Fn(&[Card], NodeId, Holding) -> [f64; 3] + Send + Sync> PolicyFunction for ByHolding<F> {
    fn answer(&self, board: &[Card], decisions: &[NodeId], answers: &mut Answers) {
        let held = self.deck - CardSet::of(board);
        for &decision in decisions {
            *self.heard.lock().unwrap().asked.entry((board.to_vec(), decision)).or_default() += 1;
            let mut answer = vec![[f64::NAN; 3]; HOLDINGS];
            for holding in Holding::all().filter(|holding| (holding.card_set() - held).is_empty()) {
                answer[holding.number()] = (self.row)(board, decision, holding);
            }
            answers.push(&answer);
        }
    }

    fn refuse(&self, refusal: &Refusal) {
        self.heard.lock().unwrap().refusals.push(refusal.clone());
    }
}

/// A function as a policy, and what it hears.
struct Asked {
    policy: FunctionPolicy,
    heard: Arc<Mutex<Heard>>,
}

impl Asked {
    fn new(suits: Suits, row: impl Fn(&[Card], NodeId, Holding) -> [f64; 3] + Send + Sync + 'static) -> Self {
        let heard = Arc::new(Mutex::new(Heard::default()));
        let deck = CardRules::new(&small_game()).deck();
        let function = ByHolding { row, deck, heard: heard.clone() };
        Self { policy: FunctionPolicy::new(&small_game(), suits, Box::new(function)).unwrap(), heard }
    }

    /// Somebody who plays as this one does.
    fn table(suits: Suits, made: Made) -> Self {
        let tree = BettingTree::new(&small_game());
        Self::new(suits, move |board, decision, holding| {
            let node = &tree[decision];
            let bucket = made.buckets.bucket(node.round, holding.card_set(), board);
            in_columns(node.actions, made.policy.at(decision, bucket))
        })
    }

    fn player<T: Real>(&self) -> Player<'_, T> {
        Player { buckets: &self.policy, strategies: &self.policy }
    }

    fn heard(&self) -> Heard {
        std::mem::take(&mut self.heard.lock().unwrap())
    }

    /// What it was asked and told when it is measured over some flops.
    fn heard_over_flops(self, flops: usize) -> Heard {
        let game = RealGame::<f32>::new(&small_game()).unwrap();
        Measurement::drawn(flops, 1).of(&game, self.player(), None, &Silent).unwrap();
        self.heard()
    }
}

/// Probabilities of legal actions in the columns of fold, call and raise.
fn in_columns(actions: &[Action], probabilities: &[f64]) -> [f64; 3] {
    let mut row = [0.0; 3];
    for (&action, &probability) in actions.iter().zip(probabilities) {
        row[action.column()] = probability;
    }
    row
}

fn small_game() -> GameDefinition {
    limit_game(4, 4, 2, "3 2 2", "0 2 1")
}

fn table() -> Made {
    Made::symmetric(&small_game(), &[4], 1)
}

#[test]
fn a_table_asked_as_a_function_is_as_exploitable_as_the_table() {
    let game = RealGame::<f64>::new(&small_game()).unwrap();
    let (table, asked) = (table(), Asked::table(Suits::Alike, table()));
    let measurement = Measurement { losses: true, ..Measurement::drawn(6, 1) };
    let measure = |player| measurement.of(&game, player, None, &Silent).unwrap();
    let (of_table, of_function) = (measure(table.player()), measure(asked.player()));
    assert!(asked.heard().refusals.is_empty());
    assert_same(&of_table.responses, &of_function.responses);
    for (one, other) in of_table.losses.unwrap().iter().zip(of_function.losses.unwrap()) {
        assert!((one.own_play.value - other.own_play.value).abs() < 1e-12, "{one:?}\n{other:?}");
    }
}

/// Holds responses to a policy to those to the same one in other buckets: sums are taken bucket by bucket, in another
/// order.
fn assert_same(one: &Responses, other: &Responses) {
    let values = |it: &Responses| -> Vec<f64> {
        let hands = it.by_starting_hand.iter().flatten();
        it.by_seat.iter().chain(hands).copied().collect()
    };
    for (one, other) in values(one).into_iter().zip(values(other)) {
        assert!((one - other).abs() < 1e-12 * (1.0 + one.abs()), "{one} {other}");
    }
}

#[test]
fn the_built_in_policies_are_as_exploitable_as_functions() {
    let definition = small_game();
    let game = RealGame::<f64>::new(&definition).unwrap();
    let all = Measurement { flops: Flops::All, seed: 1, losses: false };
    for policy in [FixedPolicy::Uniform, FixedPolicy::AlwaysCall, FixedPolicy::CallRaise] {
        let tree = BettingTree::new(&definition);
        let asked = Asked::new(Suits::Alike, move |_, decision, _| {
            in_columns(tree[decision].actions, &policy.probabilities(tree[decision].actions))
        });
        let measure = |player| all.of(&game, player, None, &Silent).unwrap().responses;
        assert_same(&measure(BuiltIn::new(&definition, policy).player()), &measure(asked.player()));
    }
}

#[test]
fn a_function_wins_on_sampled_boards_what_its_table_wins() {
    let definition = small_game();
    let game = PreparedGame::<f32>::new(&definition);
    let boards = all_boards(&game.rules);
    let uniform = BuiltIn::new(&definition, FixedPolicy::Uniform);
    // It tells suits apart.
    let table = || Made::hashed(&definition, &[3], 5);
    let (table, asked) = (table(), Asked::table(Suits::Apart, table()));
    let players = [table.player(), asked.player(), uniform.player()];
    let board_of = |number: u64| boards[number as usize * 31].clone();
    let values = value_boards(&game, &players, &[(0, 2), (1, 2), (0, 1)], 8, &board_of, &Silent).unwrap();
    for board in &values {
        assert!((board[0] - board[1]).abs() < 1e-4 && board[2].abs() < 1e-4 && board[0] != 0.0, "{board:?}");
    }
    assert!(asked.heard().refusals.is_empty());
}

#[test]
fn a_public_decision_is_asked_once_a_board_and_once_at_all_where_there_is_none() {
    let definition = small_game();
    let game = PreparedGame::<f32>::new(&definition);
    let boards = all_boards(&game.rules);
    let calls = Asked::new(Suits::Apart, |_, _, _| [0.0, 1.0, 0.0]);
    let uniform = BuiltIn::new(&definition, FixedPolicy::Uniform);
    // Three boards that differ in the first cards.
    let board_of = |number: u64| boards[number as usize * boards.len() / 3].clone();
    value_boards(&game, &[calls.player(), uniform.player()], &[(0, 1)], 3, &board_of, &Silent).unwrap();
    let heard = calls.heard();
    let rules = CardRules::new(&definition);
    for (node, number) in BettingTree::new(&definition).nodes().iter().zip(0..) {
        let times: Vec<_> = heard.asked.iter().filter(|((_, decision), _)| decision.0 == number).collect();
        assert!(times.iter().all(|((board, _), times)| board.len() == rules.board_cards(node.round) && **times == 1));
        // Who only calls does not come to every chunk of the last round.
        let most = if node.round == 0 { 1 } else { 3 };
        assert!(times.len() <= most && (node.round == 2 || times.len() == most), "{number}: {}", times.len());
    }
}

#[test]
fn answers_that_are_none_are_refused() {
    let refusals = |row: fn(Holding) -> [f64; 3]| {
        Asked::new(Suits::Alike, move |_, _, holding| row(holding)).heard_over_flops(2).refusals
    };
    assert!(refusals(|_| [0.25, 0.25, 0.5]).is_empty());
    for row in [|_| [0.5, 0.4, 0.0], |_| [1.5, -0.5, 0.0], |_| [f64::NAN, 0.5, 0.5], |_| [0.0, f64::INFINITY, 0.0]] {
        let found = refusals(row);
        assert!(matches!(found[0].problem, Problem::Probabilities(..)), "{found:?}");
    }
    // The jack of clubs, the lowest card of this deck, is worth something of its own.
    let apart =
        refusals(|holding| if holding.cards().0 == Card::new(9, 0) { [0.0, 0.0, 1.0] } else { [0.0, 1.0, 0.0] });
    assert!(matches!(apart[0].problem, Problem::Suits(..)), "{apart:?}");
    assert!(apart[0].problem.to_string().contains("names of suits"));
}

#[test]
fn a_policy_that_looks_at_the_suits_of_the_board_is_refused_with_both_answers() {
    // Every holding plays alike, so no board shows it by itself.
    let on = |suit: u8, cards: std::ops::Range<usize>| {
        move |board: &[Card], _: NodeId, _: Holding| {
            let is_there = board.get(cards.clone()).is_some_and(|cards| cards.iter().any(|card| card.suit() == suit));
            if is_there { [0.0, 0.0, 1.0] } else { [0.0, 1.0, 0.0] }
        }
    };
    for suit in 0..4 {
        for cards in [0..2, 2..3] {
            let found = Asked::new(Suits::Alike, on(suit, cards.clone())).heard_over_flops(4).refusals;
            let shown = found.iter().find_map(|refusal| match &refusal.problem {
                Problem::Renamed(renamed) => Some((refusal, renamed)),
                _ => None,
            });
            let (refusal, renamed) = shown.unwrap_or_else(|| panic!("suit {suit} among {cards:?}: {found:?}"));
            let answer = |board: &[Card]| on(suit, cards.clone())(board, refusal.decision, renamed.holding);
            assert_eq!(
                renamed.board,
                refusal.board.iter().map(|&card| renamed.renaming.card(card)).collect::<Vec<_>>()
            );
            // A raise that is not legal is a call.
            let calls = |row: [f64; 3]| row[2] == 0.0;
            assert!(calls(renamed.dealt) != calls(renamed.renamed), "{renamed:?}");
            assert!(answer(&refusal.board) != answer(&renamed.board), "{renamed:?}");
            let line = refusal.problem.to_string();
            assert!(line.contains("with the suits renamed (cdhs→") && !line.contains('\n'), "{line}");
        }
    }
}

#[test]
fn a_policy_to_which_suits_mean_nothing_is_never_refused_for_its_rounding() {
    // A flush is seen by counting, a flush of what suit is not; sums in single precision go by the names of suits.
    let by_counting = Asked::new(Suits::Alike, |board, _, holding| {
        let cards: Vec<Card> = board.iter().copied().chain(holding.card_set().iter()).collect();
        let mut of_suit = [0u32; 4];
        cards.iter().for_each(|card| of_suit[usize::from(card.suit())] += 1);
        let noise = cards.iter().fold(0.1f32, |sum, card| sum * 1.000_000_1 + f32::from(card.suit()) * 1e-7);
        let raise = f64::from(of_suit.into_iter().max().unwrap_or(0)) / 8.0 + f64::from(noise) * 1e-6;
        [0.0, 1.0 - raise, raise]
    });
    let found = by_counting.heard_over_flops(4).refusals;
    assert!(found.is_empty(), "{:?}", found.first());
}

#[test]
fn the_same_boards_are_asked_again_whatever_the_number_of_threads() {
    let questions =
        |threads: usize| on_threads(threads, || Asked::table(Suits::Alike, table()).heard_over_flops(4).asked);
    let (one, three) = (questions(1), questions(3));
    assert_eq!(one, three);
    // Some boards are asked again, and they are few.
    let tree = BettingTree::new(&small_game());
    let boards_of = |round: usize| {
        let of_round = one.keys().filter(|(_, decision)| tree[*decision].round == round);
        of_round.map(|(board, _)| board.clone()).collect::<HashSet<_>>().len()
    };
    assert!(boards_of(1) > 4 && boards_of(2) < 3 * boards_of(1) * 14, "{} {}", boards_of(1), boards_of(2));
}
