//! The dealer's parts held to slow obvious twins, and its results to the seed alone.

use crate::made_agents::{erratic_agent, on_threads};
use crate::naive_dealer::{self, NaiveDeal};
use crate::observer::StopAfter;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::BoardFirst;
use evaluator::holding::Holding;
use evaluator::round::Round;
use matches::agent::Agent;
use matches::betting_steps::BettingSteps;
use matches::dealt_game::DealtHands;
use matches::dealt_game::match_board;
use matches::league::{play_league, play_match};
use matches::method::{Method, play_deals, value_boards};
use proptest::prelude::*;
use solver::boards::CardRules;
use solver::boards::card_rules::board_of;
use solver::game::{BettingTree, GameDefinition, TreeLayout};
use solver::policy::FixedPolicy;
use solver::walk::{BoardMemory, PreparedGame};
use tables::error::Failure;
use tables::together::progress::Silent;

proptest! {
    #[test]
    fn a_game_ends_where_the_betting_tree_ends_it(choices in prop::collection::vec(0usize..6, 40), ahead in -1i32..=1) {
        let tree = BettingTree::new(&GameDefinition::holdem_limit());
        let layout = TreeLayout::of_one_shape(&tree).unwrap();
        let steps = BettingSteps::of(&layout);
        let mut history = String::new();
        let mut left = choices.iter();
        let won = steps.play(
            |round, entry, decision| {
                let id = tree.node_at(&history).unwrap();
                let (node, place) = (&tree[id], layout.place(id));
                assert_eq!((node.round, node.player), (round, decision.position));
                let before = layout.rounds[round].only_template().nodes[..place.node].iter();
                let turn = before.filter(|earlier| earlier.player == node.player).count();
                assert_eq!((place.entry, turn), (entry, decision.turn));
                // Few folds, so that many games come to a showdown.
                let number = (left.next().unwrap() % (2 * node.actions.len())).min(node.actions.len() - 1);
                history.push(node.actions[number].letter());
                number
            },
            ahead,
        );
        prop_assert_eq!(won, naive_dealer::won(tree.follow(&history).unwrap(), ahead));
    }
}

#[test]
fn a_board_of_a_league_is_worth_what_the_solver_says() {
    let (first, second) = (erratic_agent("first", 30, 5), erratic_agent("second", 9, 6));
    let values = value_boards(&[&first, &second], &[(0, 1)], 0..3, 11, &Silent).unwrap();
    let game = PreparedGame::<f64>::new(&GameDefinition::holdem_limit());
    let mut dealt = BoardMemory::default();
    for (number, found) in values.iter().enumerate() {
        let board = match_board(&game.rules, 11, number as u64);
        let one = game.value_on_board([first.player(), second.player()], &board, &mut dealt);
        let other = game.value_on_board([second.player(), first.player()], &board, &mut dealt);
        // Single precision on one side: some 1e-5 of the stakes.
        assert!((found[0] - (one - other) / 2.0).abs() < 2e-4, "board {number}: {found:?} {one} {other}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let agents = [erratic_agent("a", 20, 7), erratic_agent("b", 7, 8), Agent::of_fixed(FixedPolicy::Uniform)];
    for (method, amount) in [(Method::Boards, 5), (Method::Hands, 60_002)] {
        let with = |threads: usize| {
            let league = on_threads(threads, || play_league(&agents, method, amount, 3, &Silent)).unwrap();
            serde_json::to_string(&league).unwrap()
        };
        assert_eq!(with(1), with(2), "{method}");
    }
}

#[test]
fn another_seed_is_another_match_and_the_same_one_is_the_same() {
    let (first, second) = (erratic_agent("a", 20, 9), Agent::of_fixed(FixedPolicy::CallRaise));
    for (method, amount) in [(Method::Boards, 2), (Method::Hands, 2_000)] {
        let with = |seed: u64| play_match(&first, &second, method, amount, seed, &Silent).unwrap();
        assert_eq!(with(1), with(1));
        assert_ne!(with(1).mbb_per_game, with(2).mbb_per_game);
    }
}

#[test]
fn more_deals_begin_with_the_same_deals() {
    let (first, second) = (erratic_agent("a", 20, 10), erratic_agent("b", 20, 11));
    let tally = |deals: u64| play_deals(&[&first, &second], &[(0, 1)], deals, 5, &Silent).unwrap()[0];
    // Two tallies that differ by one deal: its observation is a whole number of chips within two games' stakes.
    for deals in [1, 2, 4_096, 4_097] {
        let (less, more) = (tally(deals), tally(deals + 1));
        let last = more.score().mean * (deals + 1) as f64 - less.score().mean * deals as f64;
        assert!((last - last.round()).abs() < 1e-6 && last.abs() <= 480.0, "{last}");
    }
}

#[test]
fn a_deal_is_drawn_from_the_whole_deck_and_its_hands_are_where_they_were_dealt() {
    let mut outcomes = [0; 3];
    for number in 0..5_000 {
        let (found, expected) = (DealtHands::of(Deck::FULL, 6, number), NaiveDeal::of(6, number));
        assert_eq!([found.hole(0), found.hole(1)], expected.hole);
        assert_eq!(CardSet::of(found.board()), expected.boards[3]);
        assert_eq!(found.ahead(), expected.ahead());
        outcomes[(found.ahead() + 1) as usize] += 1;
        for (round, board) in Round::ALL.into_iter().zip(expected.boards) {
            for position in 0..2 {
                let index = BoardFirst::of(Deck::FULL, round).index(expected.hole[position], board);
                assert_eq!(found.index(position, round), index);
            }
        }
    }
    assert!(outcomes.iter().all(|&count| count > 100), "{outcomes:?}");
}

#[test]
fn a_match_does_not_see_the_boards_of_a_training_with_its_seed() {
    let rules = CardRules::new(&GameDefinition::holdem_limit());
    let board = |cards: Vec<_>| CardSet::of(&cards).bits();
    let trained: Vec<u64> = (0..500).map(|number| board(board_of(&rules, 1, number))).collect();
    // Of 250,000 pairs a tenth of one agrees by chance: there are 2.6 million boards.
    assert!((0..500).filter(|&number| trained.contains(&board(match_board(&rules, 1, number)))).count() <= 3);
}

#[test]
fn a_match_stops_when_it_is_asked_to() {
    let (first, second) = (Agent::of_fixed(FixedPolicy::AlwaysCall), Agent::of_fixed(FixedPolicy::CallRaise));
    for (method, amount) in [(Method::Boards, 1 << 20), (Method::Hands, 1 << 30)] {
        let stop = StopAfter::reports(2);
        let error = on_threads(1, || play_match(&first, &second, method, amount, 1, &stop)).unwrap_err();
        assert!(matches!(error, matches::error::MatchError::Cancelled(_)) && !error.is_input_error(), "{error}");
    }
}

#[test]
fn before_the_flop_a_hand_alone_and_a_hand_on_a_board_have_the_same_bucket() {
    // Single hands are looked up by their board-first index, whole boards by the starting hand's number.
    for hole in Holding::all() {
        let index = BoardFirst::of(Deck::FULL, Round::Preflop).index(hole, CardSet::EMPTY);
        assert_eq!(index.0, hole.starting_hand().number() as u64, "{hole}");
    }
}
