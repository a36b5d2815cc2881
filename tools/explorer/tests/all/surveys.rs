//! Surveys of all flops: held to plain sums over holdings, to another walk, and to what calls are worth.

use crate::made_agents::{HashedBuckets, erratic_agent, erratic_agent_with, on_threads};
use crate::observer::StopAfter;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::holding::Holding;
use evaluator::round::Round;
use explorer::error::SpotError;
use explorer::explorer::Game;
use explorer::spot::{Ranges, Spot, commonest_flop_decision, probabilities};
use explorer::survey::{About, BoardsBelow, FlopFigures, RangePlay, Survey, SurveyedFlop, groupings, mean, page};
use explorer::worth::{Wanted, action_values};
use matches::agent::Agent;
use serde_json::json;
use solver::boards::{BoardOrbit, HandBuckets, hand_index};
use solver::game::GameDefinition;
use solver::measure::exploitability::KeptFlops;
use solver::policy::FixedPolicy;
use std::collections::BTreeMap;
use std::sync::Arc;
use tables::error::{Failure, Kind};
use tables::strategy::block::{MAX_ACTIONS, ProbabilityBits};
use tables::together::progress::Silent;

fn small() -> Deck {
    "20".parse().unwrap()
}

fn erratic(deck: Deck) -> Agent {
    erratic_agent_with("first", Arc::new(HashedBuckets { deck, count: 5 }), 1, ProbabilityBits::Eight)
}

/// All flops with few boards each: for what does not depend on values.
fn flops(game: &Game, agent: &Agent, betting: &str) -> Vec<SurveyedFlop> {
    let survey = Survey::new(game, agent, Some(betting), BoardsBelow::Drawn(2)).unwrap();
    survey.on(&survey.all_flops(), None, &Silent).unwrap()
}

/// Some of the flops, of every kind.
fn some(survey: &Survey) -> Vec<BoardOrbit> {
    survey.all_flops().into_iter().step_by(17).collect()
}

#[test]
fn frequencies_are_sums_over_the_holdings_that_come() {
    let (game, agent, buckets) = (Game::limit(small()), erratic(small()), HashedBuckets { deck: small(), count: 5 });
    // The button's first decision after the big blind has bet.
    let found = flops(&game, &agent, "crc/r");
    let decision = game.tree.node_at("crc/r").unwrap();
    let weights = |betting: &str, hole: Holding, board: CardSet| -> [f64; MAX_ACTIONS] {
        let round = game.tree[game.tree.node_at(betting).unwrap()].round;
        let board = if round == 0 { CardSet::EMPTY } else { board };
        let bucket = buckets.bucket_at(Round::ALL[round], hand_index(small(), round, hole.card_set(), board));
        probabilities(&agent, game.layout.place(game.tree.node_at(betting).unwrap()), bucket)
    };
    for flop in found.iter().step_by(7) {
        let board = CardSet::of(&flop.cards);
        let (mut sums, mut all) = ([0.0; MAX_ACTIONS], 0.0);
        for hole in small().all_holdings().filter(|hole| !hole.card_set().intersects(board)) {
            // The button has called before the flop, and then the raise.
            let reach = weights("", hole, board)[1] * weights("cr", hole, board)[1];
            all += reach;
            let shares = weights("crc/r", hole, board);
            sums.iter_mut().zip(shares).for_each(|(sum, share)| *sum += reach * share);
        }
        let play = flop.figures.play.as_ref().unwrap();
        assert_eq!(play.actions.len(), game.tree[decision].actions.len());
        for (share, sum) in play.actions.iter().zip(sums) {
            assert!((share - sum / all).abs() < 1e-12, "{}: {share} {}", flop.board(), sum / all);
        }
        assert!((play.actions.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}

#[test]
fn values_over_all_boards_are_those_of_the_walk_board_by_board() {
    let (game, agent) = (Game::limit(small()), erratic(small()));
    // One flop after each betting: the other walk takes a moment for all boards.
    for (place, (betting, seat)) in [("rc/", 0), ("rrc/c", 1), ("crc/rr", 0)].into_iter().enumerate() {
        let survey = Survey::new(&game, &agent, Some(betting), BoardsBelow::All).unwrap();
        assert_eq!((survey.seat(), survey.betting().as_str()), (seat, betting));
        let flop = survey.all_flops().swap_remove([10, 40, 77][place]);
        for flop in survey.on(&[flop], None, &Silent).unwrap() {
            let spot = Spot::read(&game, &flop.board(), betting).unwrap();
            let boards = *BoardsBelow::DRAWN.end();
            let expected = action_values(&game, &agent, &spot, Wanted::boards(boards), &Silent).unwrap();
            assert_eq!(expected.of, Some(expected.boards));
            let play = flop.figures.play.as_ref().unwrap();
            let (found, expected) = (game.mbb(play.chips[seat]), expected.mean.unwrap());
            // Single precision in the last round.
            assert!((found - expected).abs() < 1e-4 * 4000.0, "{betting} {}: {found} {expected}", flop.board());
            assert_eq!((play.chips[1 - seat], play.standard_error), (-play.chips[seat], 0.0));
        }
    }
}

#[test]
fn those_who_always_call_win_their_equity_of_the_pot() {
    let deck = small();
    let (game, calls) =
        (Game::limit(deck), Agent::of_fixed_in(FixedPolicy::AlwaysCall, &GameDefinition::holdem_limit_on(deck)));
    let survey = Survey::new(&game, &calls, None, BoardsBelow::All).unwrap();
    assert_eq!(survey.betting(), "cc/");
    let found = survey.on(&some(&survey), None, &Silent).unwrap();
    for flop in &found {
        let play = flop.figures.play.as_ref().unwrap();
        assert_eq!(play.actions, [1.0, 0.0]);
        assert!((flop.figures.reached - 1.0).abs() < 1e-12);
        for (share, equity) in play.pot_shares(survey.contributions()).iter().zip(play.equities) {
            assert!((share - equity).abs() < 1e-5, "{}", flop.board());
        }
    }
    // Nobody has looked at the cards.
    let all = mean(&found.iter().collect::<Vec<_>>()).unwrap();
    assert!((all.equities[0] - 0.5).abs() < 1e-12 && all.chips[0].abs() < 1e-4);
}

#[test]
fn all_flops_are_there_once_and_each_stands_for_those_alike() {
    let (game, agent) = (Game::limit(small()), erratic(small()));
    let found = flops(&game, &agent, "cc/");
    let total = |flops: &[SurveyedFlop]| flops.iter().map(|flop| flop.weight).sum::<u32>();
    assert_eq!(total(&found), 20 * 19 * 18 / 6);
    assert!(found.iter().map(|flop| flop.cards).is_sorted_by(|one, other| one > other));
    for grouping in groupings(&found) {
        let [flops, weight] =
            [|it: &explorer::survey::Group| it.flops as u64, |it: &explorer::survey::Group| it.weight]
                .map(|of| grouping.groups.iter().map(of).sum::<u64>());
        assert_eq!((flops, weight), (found.len() as u64, 1140), "{}", grouping.name);
    }
    let suits = &groupings(&found)[2];
    let of_suits: BTreeMap<&str, u64> = suits.groups.iter().map(|it| (it.name.as_str(), it.weight)).collect();
    // Three of five ranks in four suits; ranks one after the other in three different suits.
    assert_eq!(of_suits, BTreeMap::from([("monotone", 40), ("rainbow", 4 * 125), ("two-tone", 600)]));
}

#[test]
fn means_count_a_flop_as_often_as_the_betting_comes_there() {
    let (game, agent) = (Game::limit(small()), erratic(small()));
    let found = flops(&game, &agent, "rc/c");
    let two = [&found[3], &found[40]];
    let [one, other] = two.map(|flop| flop.likelihood());
    assert!((one - f64::from(two[0].weight) * two[0].figures.reached).abs() < 1e-15 && one != other);
    let [first, second] = two.map(|flop| flop.figures.play.as_ref().unwrap());
    let expected = (one * first.chips[1] + other * second.chips[1]) / (one + other);
    assert!((mean(&two).unwrap().chips[1] - expected).abs() < 1e-12);
}

#[test]
fn the_commonest_way_to_the_flop_is_taken_where_none_is_named() {
    let (game, agent) = (Game::limit(small()), erratic(small()));
    let common = commonest_flop_decision(&game, &agent).unwrap();
    let found = flops(&game, &agent, &game.tree.history(common));
    let reached = |flops: &[SurveyedFlop]| flops.iter().map(SurveyedFlop::likelihood).sum::<f64>() / 1140.0;
    for betting in ["cc/", "crc/", "rc/", "crrc/", "rrc/", "rrrc/"] {
        assert!(reached(&flops(&game, &agent, betting)) <= reached(&found) + 1e-12, "{betting}");
    }
    let raises = Agent::of_fixed_in(FixedPolicy::AlwaysRaise, &GameDefinition::holdem_limit_on(small()));
    assert_eq!(game.tree.history(commonest_flop_decision(&game, &raises).unwrap()), "rrrc/");
    let folds = Agent::of_fixed_in(FixedPolicy::AlwaysFold, &GameDefinition::holdem_limit_on(small()));
    assert!(matches!(Survey::new(&game, &folds, None, BoardsBelow::All), Err(SpotError::NoFlop)));
}

#[test]
fn where_nobody_comes_nothing_is_played() {
    let deck = small();
    let (game, calls) =
        (Game::limit(deck), Agent::of_fixed_in(FixedPolicy::AlwaysCall, &GameDefinition::holdem_limit_on(deck)));
    let found = flops(&game, &calls, "rc/");
    assert!(found.iter().all(|flop| flop.figures == FlopFigures { reached: 0.0, play: None }));
    assert!(mean(&found.iter().collect::<Vec<_>>()).is_none());
    let ranges = Ranges::of(&game, &calls, &Spot::read(&game, &found[0].board(), "rc/").unwrap());
    assert!(ranges.reach[1].iter().all(|&reach| reach == 0.0));
}

#[test]
fn a_survey_that_was_stopped_goes_on_and_threads_change_nothing() {
    let (game, agent) = (Game::limit(small()), erratic(small()));
    let survey = Survey::new(&game, &agent, Some("rc/"), BoardsBelow::All).unwrap();
    let flops = some(&survey);
    let expected = on_threads(1, || survey.on(&flops, None, &Silent)).unwrap();
    assert_eq!(on_threads(3, || survey.on(&flops, None, &Silent)).unwrap(), expected);
    let folder = tempfile::tempdir().unwrap();
    let kept = KeptFlops::open(folder.path(), survey.identity(&json!("first"))).unwrap();
    let stopped = on_threads(1, || survey.on(&flops, Some(&kept), &StopAfter::reports(3)));
    assert_eq!(stopped.unwrap_err().kind(), Kind::Stopped);
    let files =
        || std::fs::read_dir(folder.path()).unwrap().flat_map(|it| std::fs::read_dir(it.unwrap().path()).unwrap());
    let count = files().filter(|it| it.as_ref().unwrap().path().extension().is_some_and(|it| it == "survey")).count();
    assert!((1..expected.len()).contains(&count), "{count}");
    assert_eq!(survey.on(&flops, Some(&kept), &Silent).unwrap(), expected);
    // Another decision has a folder of its own.
    let other = Survey::new(&game, &agent, Some("rc/c"), BoardsBelow::All).unwrap();
    assert_ne!(other.identity(&json!("first")), survey.identity(&json!("first")));
}

#[test]
fn a_page_of_all_flops_of_the_full_deck_is_small() {
    let (game, agent) = (Game::limit(Deck::FULL), erratic_agent("a name of its own", 5, 1));
    let survey = Survey::new(&game, &agent, Some("crc/cr"), BoardsBelow::Drawn(32)).unwrap();
    let figures = |number: usize| {
        let share = number as f64 / 1755.0;
        let actions = vec![share / 3.0, 1.0 - share, share * 2.0 / 3.0];
        let play = RangePlay { actions, chips: [-share, share], standard_error: 0.123, equities: [share, 1.0 - share] };
        FlopFigures { reached: share, play: Some(play) }
    };
    let flops = BoardOrbit::flops(&game.prepared.rules);
    let flops: Vec<SurveyedFlop> =
        flops.iter().enumerate().map(|(number, flop)| SurveyedFlop::new(flop, figures(number))).collect();
    assert_eq!((flops.len(), flops.iter().map(|flop| flop.weight).sum::<u32>()), (1755, 22_100));
    let about = About {
        explorer: "http://127.0.0.1:8113/",
        explore: "equipoise explore run",
        strategy: "a name of its own",
        made: "now",
    };
    let html = page(&survey, &flops, &about);
    assert!(html.len() < 2_000_000, "{}", html.len());
    let place = "#strategy=a%20name%20of%20its%20own&amp;board=AdAcKc&amp;betting=crc/cr";
    assert!(html.contains(&format!("<a href=\"http://127.0.0.1:8113/{place}\">AdAcKc</a>")));
    assert_eq!(html.matches("<tr data-weight").count(), 1755);
}

#[test]
fn what_is_no_decision_on_the_flop_is_refused() {
    let (game, agent) = (Game::limit(small()), erratic(small()));
    let cases = [
        ("cr", "leads to a decision on the preflop"),
        ("rc/cc/", "leads to a decision on the turn"),
        ("crx", "character 3"),
        ("rc/rf", "the end of the game"),
        ("rc/cc/cc/cc", "the end of the game"),
    ];
    for (betting, expected) in cases {
        let refusal = Survey::new(&game, &agent, Some(betting), BoardsBelow::All).err().unwrap();
        assert!(refusal.to_string().contains(expected), "{betting}: {refusal}");
    }
    for wrong in ["1", "2353", "-3", "some"] {
        assert!(wrong.parse::<BoardsBelow>().is_err());
    }
    assert_eq!(("all".parse(), "2".parse()), (Ok(BoardsBelow::All), Ok(BoardsBelow::Drawn(2))));
}
