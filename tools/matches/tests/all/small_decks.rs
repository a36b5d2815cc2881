//! Matches on the deck of 20 cards: deals and batches held to the naive dealer, three methods that agree, logs that are
//! read back, players of different decks refused.

use crate::logs::{read, records};
use crate::made_agents::{HashedBuckets, erratic_agent, erratic_agent_with};
use crate::naive_dealer::{NaiveDeal, NaiveDealer};
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, public_boards};
use evaluator::round::Round;
use matches::agent::Agent;
use matches::dealt_batch::{Dealer, DealtBatch};
use matches::dealt_game::{DealtHands, dice_of_deal};
use matches::error::MatchError;
use matches::league::{play_league, play_match};
use matches::logged_hands::{LogPlaces, log_hands};
use matches::method::{MatchResult, Method, play_exactly};
use solver::game::GameDefinition;
use solver::policy::FixedPolicy;
use std::sync::Arc;
use tables::error::Failure;
use tables::strategy::block::ProbabilityBits;
use tables::together::progress::Silent;

fn smallest() -> Deck {
    Deck::try_from(20).unwrap()
}

/// Somebody who plays the hands of a deck by hashes.
fn on_deck(deck: Deck, name: &str, salt: u64) -> Agent {
    erratic_agent_with(name, Arc::new(HashedBuckets { deck, count: 6 }), salt, ProbabilityBits::Eight)
}

#[test]
fn dealt_cards_and_their_indexes_are_the_decks() {
    let mut seen = CardSet::EMPTY;
    for number in 0..300 {
        let (found, expected) = (DealtHands::of(smallest(), 6, number), NaiveDeal::of_deck(smallest(), 6, number));
        for position in 0..2 {
            assert_eq!(found.hole(position), expected.hole[position], "deal {number}");
            for round in Round::ALL {
                let board = expected.boards[round.number()];
                let index = BoardFirst::of(smallest(), round).index(expected.hole[position], board);
                assert_eq!(found.index(position, round), index, "deal {number}, {round}");
            }
            seen = seen | expected.hole[position].card_set();
        }
        assert_eq!(found.ahead(), expected.ahead(), "deal {number}");
    }
    assert_eq!(seen, smallest().card_set());
}

#[test]
fn a_batch_on_a_small_deck_wins_the_chips_of_games_played_one_by_one() {
    let agents = [on_deck(smallest(), "first", 1), on_deck(smallest(), "second", 2)];
    let agents = [&agents[0], &agents[1], &Agent::of_fixed(FixedPolicy::Uniform)];
    let pairs = [(0, 1), (1, 2), (0, 0)];
    let dealer = Dealer::new(&agents).unwrap();
    assert_eq!(dealer.deck, smallest());
    let (naive, mut batch) = (NaiveDealer::new(), DealtBatch::new(&dealer, &pairs));
    let found = batch.play(5, 0..300).to_vec();
    for (number, found) in (0..300).zip(found.chunks_exact(pairs.len())) {
        let deal = NaiveDeal::of_deck(smallest(), 5, number);
        for (&(first, second), &found) in pairs.iter().zip(found) {
            let game = |seats: [usize; 2]| naive.play(seats.map(|it| agents[it]), &deal, dice_of_deal(5, number));
            assert_eq!(found, game([first, second]) - game([second, first]), "deal {number}, {first}, {second}");
        }
    }
}

/// What boards and hands find, held to each other and to another value.
fn assert_agree(first: &Agent, second: &Agent, exact: Option<&MatchResult>) {
    let play = |method, amount| play_match(first, second, method, amount, 7, &Silent).unwrap();
    let (boards, hands) = (play(Method::Boards, 400), play(Method::Hands, 400_000));
    assert_eq!(boards.games, 2 * 400 * 105 * 78);
    for (one, other) in
        [(&boards, &hands)].into_iter().chain(exact.iter().flat_map(|it| [(&boards, *it), (&hands, it)]))
    {
        // Three standard errors of the difference.
        let width = 1.53 * f64::hypot(one.ci95, other.ci95);
        assert!((one.mbb_per_game - other.mbb_per_game).abs() < width, "{one:?}, {other:?}");
        assert!(one.mbb_per_game.abs() > one.ci95, "nothing to tell apart: {one:?}");
    }
}

#[test]
fn a_match_by_boards_and_by_hands_is_the_same() {
    let (first, second) = (on_deck(smallest(), "first", 1), on_deck(smallest(), "second", 2));
    assert_agree(&first, &second, None);
    let itself = play_match(&first, &first, Method::Boards, 3, 1, &Silent).unwrap();
    assert_eq!((itself.mbb_per_game, itself.ci95), (0.0, 0.0));
}

#[test]
#[ignore = "all boards, a quarter of a minute"]
fn an_exact_match_is_what_boards_and_hands_come_near() {
    let (first, second) = (on_deck(smallest(), "first", 1), on_deck(smallest(), "second", 2));
    let exact = play_exactly(&first, &second, None, &Silent).unwrap();
    assert_eq!((exact.ci95, exact.games), (0.0, 2 * (1_140 * 17 * 16) * (105 * 78)));
    assert_eq!(exact.observations, public_boards(smallest(), Round::River));
    assert_agree(&first, &second, Some(&exact));
}

#[test]
fn built_in_policies_play_on_the_deck_of_whom_they_meet() {
    let (small, calls) = (on_deck(smallest(), "small", 1), Agent::of_fixed(FixedPolicy::AlwaysCall));
    assert_eq!((small.deck(), calls.deck()), (Some(smallest()), None));
    assert_eq!(Agent::common_game(&[&calls, &small]).unwrap(), GameDefinition::holdem_limit_on(smallest()));
    assert_eq!(Agent::common_game(&[&calls, &calls]).unwrap(), GameDefinition::holdem_limit());
    let games = play_match(&calls, &small, Method::Boards, 2, 1, &Silent).unwrap().games;
    assert_eq!(games, 2 * 2 * 105 * 78);
}

#[test]
fn players_of_different_decks_are_refused_by_name() {
    let small = on_deck(smallest(), "small", 1);
    let larger = on_deck(Deck::try_from(24).unwrap(), "larger", 2);
    let full = erratic_agent("full", 6, 3);
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("match.log");
    for (other, cards) in [(&larger, "24"), (&full, "52")] {
        let places = LogPlaces { log: Some(&log), phh: None };
        let mut refusals = vec![log_hands([&small, other], 10, 1, places, &Silent).err().unwrap()];
        for method in [Method::Boards, Method::Hands, Method::Exact] {
            refusals.push(play_match(&small, other, method, 10, 1, &Silent).unwrap_err());
        }
        for error in refusals {
            assert!(matches!(error, MatchError::OtherDeck { .. }) && error.is_input_error(), "{error}");
            let line = error.to_string();
            assert!([other.name(), cards, "20"].iter().all(|it| line.contains(it)), "{line}");
            assert_eq!(line.lines().count(), 1, "{line}");
        }
    }
    assert!(!log.exists());
    let agents = [small, Agent::of_fixed(FixedPolicy::Uniform), full];
    for method in [Method::Boards, Method::Hands] {
        assert!(matches!(play_league(&agents, method, 10, 1, &Silent), Err(MatchError::OtherDeck { .. })));
    }
}

#[test]
fn logs_of_a_small_deck_are_read_back() {
    let agents = [on_deck(smallest(), "first", 1), Agent::of_fixed(FixedPolicy::Uniform)];
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("match.log");
    log_hands(agents.each_ref(), 60, 3, LogPlaces { log: Some(&log), phh: None }, &Silent).unwrap();
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(text.contains(" holdem-20 "), "{text}");
    let logs = read(&log);
    assert_eq!((logs.hands.len(), logs.cut_off.len()), (60, 0));
    for (number, record) in records(&logs).iter().enumerate() {
        let dealt = DealtHands::of(smallest(), 3, number as u64 / 2).table_cards();
        assert_eq!(record.cards.hole, dealt.hole, "hand {number}");
        let cards = record.cards.hole.iter().chain(&record.cards.board).flatten();
        assert!(cards.copied().all(|card| smallest().contains(card)), "hand {number}");
    }
    assert!(
        logs.hands.iter().all(|hand| *logs.game_of(hand).definition() == GameDefinition::holdem_limit_on(smallest()))
    );
}
