//! The paper's protocol: held to games played one by one, to exact values and to what the protocol says of itself.

use crate::made_agents::{erratic_agent, on_threads};
use crate::naive_dealer::{NaiveDeal, NaiveDealer};
use crate::observer::StopAfter;
use matches::agent::Agent;
use matches::dealt_game::FreshDice;
use matches::error::MatchError;
use matches::league::play_match;
use matches::method::Method;
use matches::repeated_deals::{Dice, PAPER_DEALS, PAPER_SETS, RepeatedDeals, RepeatedMatch, Seats};
use matches::statistics::score::{Score, half_interval95};
use solver::policy::FixedPolicy;
use tables::error::Failure;
use tables::together::progress::Silent;

const SEATS: [Seats; 2] = [Seats::Alternating, Seats::Exchanged];

fn pair() -> [Agent; 2] {
    [erratic_agent("first", 30, 1), erratic_agent("second", 9, 2)]
}

fn played([first, second]: [&Agent; 2], deals: u64, seats: Seats, dice: Dice) -> RepeatedMatch {
    RepeatedDeals { deals, seats, dice }.play([first, second], 7, 1, &Silent).unwrap()
}

/// What the first player wins a game of a deal, in chips, if `game` gives what position 0 wins.
fn observation(seats: Seats, deal: u64, game: impl Fn(bool) -> f64) -> f64 {
    match (seats, deal % 2) {
        (Seats::Exchanged, _) => (game(true) - game(false)) / 2.0,
        (Seats::Alternating, 0) => game(true),
        (Seats::Alternating, _) => -game(false),
    }
}

#[test]
fn a_deals_value_is_that_of_all_histories_and_its_games_are_played_one_by_one() {
    let [first, second] = pair();
    let (naive, deals, sets) = (NaiveDealer::new(), 60, 5);
    let seated = |ahead: bool| if ahead { [&first, &second] } else { [&second, &first] };
    for seats in SEATS {
        let exact = (0..deals)
            .map(|number| observation(seats, number, |ahead| naive.value(seated(ahead), &NaiveDeal::of(7, number))));
        let thrown = (0..deals).map(|number| {
            observation(seats, number, |ahead| {
                let (deal, mut fresh) = (NaiveDeal::of(7, number), FreshDice::of_deal(7, number));
                let won = (0..sets).map(|_| naive.play(seated(ahead), &deal, fresh.next_dice())).sum::<i32>();
                f64::from(won) / f64::from(sets)
            })
        });
        let (exact, thrown) = (exact.collect::<Vec<_>>(), thrown.collect::<Vec<_>>());
        for (dice, expected) in [(Dice::Exact, exact), (Dice::Thrown { sets: sets as u64 }, thrown)] {
            let found = played([&first, &second], deals, seats, dice);
            // 10 chips are a big blind: a chip is 100 mbb.
            let expected = Score::of(expected.iter().copied()).scaled(100.0);
            let close = |found: f64, expected: f64| (found - expected).abs() < 1e-6 * expected.abs();
            assert!(close(found.mbb_per_game, expected.mean), "{seats:?} {dice:?}: {found:?} {expected:?}");
            assert!(close(found.ci95, expected.ci95()), "{seats:?} {dice:?}: {found:?} {expected:?}");
            let sets = if dice == Dice::Exact { 1 } else { sets as u64 };
            let games = deals * sets * if seats == Seats::Exchanged { 2 } else { 1 };
            assert_eq!((found.observations, found.games, found.sets), (deals, games, sets), "{seats:?} {dice:?}");
        }
    }
}

#[test]
fn more_and_more_sets_come_to_the_exact_value() {
    let [first, second] = pair();
    let deals = 40;
    for seats in SEATS {
        let exact = played([&first, &second], deals, seats, Dice::Exact).mbb_per_game;
        for sets in [10, 1_000, 100_000] {
            let thrown = played([&first, &second], deals, seats, Dice::Thrown { sets }).mbb_per_game;
            // A game's dice scatter by some six big blinds: five standard errors of the mean over all games.
            let width = 5.0 * 6_000.0 / ((deals * sets) as f64).sqrt();
            assert!((thrown - exact).abs() < width, "{seats:?}, {sets} sets: {thrown} {exact} ± {width}");
        }
    }
}

#[test]
fn a_strategy_wins_nothing_from_itself_once_the_seats_are_exchanged() {
    let [first, _] = pair();
    for dice in [Dice::Exact, Dice::Thrown { sets: 20 }] {
        let exchanged = played([&first, &first], 300, Seats::Exchanged, dice);
        assert_eq!((exchanged.mbb_per_game, exchanged.ci95), (0.0, 0.0), "{dice:?}");
        // Without the exchange the luck of the cards stays: some big blinds a deal.
        let alternating = played([&first, &first], 300, Seats::Alternating, dice);
        assert!(alternating.mbb_per_game != 0.0 && alternating.ci95 > 200.0, "{dice:?}: {alternating:?}");
    }
}

#[test]
fn repeated_deals_agree_with_boards() {
    let [first, second] = pair();
    let boards = play_match(&first, &second, Method::Boards, 60, 3, &Silent).unwrap();
    for seats in SEATS {
        let found = played([&first, &second], 8_000, seats, Dice::Exact);
        let width = 1.6 * (found.ci95.powi(2) + boards.ci95.powi(2)).sqrt();
        assert!((found.mbb_per_game - boards.mbb_per_game).abs() < width, "{found:?} {boards:?}");
    }
}

#[test]
fn several_seeds_are_the_single_seeds_and_their_spread() {
    let [first, second] = pair();
    let settings = RepeatedDeals { deals: 100, seats: Seats::Alternating, dice: Dice::Exact };
    let together = settings.play([&first, &second], 4, 3, &Silent).unwrap();
    let single: Vec<_> = (4..7).map(|seed| settings.play([&first, &second], seed, 1, &Silent).unwrap()).collect();
    let means: Vec<f64> = single.iter().map(|result| result.mbb_per_game).collect();
    assert_eq!(together.deal_seeds, single.iter().map(|result| result.deal_seeds[0]).collect::<Vec<_>>());
    let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9 * expected.abs().max(1.0));
    let of_means = Score::of(means.iter().copied());
    close(together.mbb_per_game, of_means.mean);
    let squares = single.iter().map(|result| result.ci95.powi(2)).sum::<f64>();
    let quantile = half_interval95(100);
    close(together.ci95, squares.sqrt() / 3.0 / quantile * half_interval95(300));
    let spread = together.spread.unwrap();
    close(spread.standard_deviation, of_means.standard_error * 3f64.sqrt());
    close(spread.expected_standard_deviation, (squares / 3.0).sqrt() / quantile);
    assert!(means.contains(&spread.lowest) && means.contains(&spread.highest) && spread.lowest < spread.highest);
    assert_eq!((together.games, together.observations), (300, 300));
    assert_eq!(single[0].spread, None);
    for result in &single {
        close(result.deal_seeds[0].standard_deviation, result.ci95 / quantile * 10.0);
    }
}

#[test]
fn the_spread_of_many_seeds_is_the_one_their_deals_expect() {
    let [first, second] = pair();
    let settings = RepeatedDeals { deals: 60, seats: Seats::Alternating, dice: Dice::Exact };
    let spread = settings.play([&first, &second], 1, 100, &Silent).unwrap().spread.unwrap();
    // A standard deviation of 100 results is known to a fourteenth.
    let ratio = spread.standard_deviation / spread.expected_standard_deviation;
    assert!((0.75..1.25).contains(&ratio), "{spread:?}");
}

#[test]
fn the_papers_match_has_81_million_games() {
    assert_eq!(PAPER_DEALS * PAPER_SETS, 81_000_000);
    let [folds, raises] = [FixedPolicy::AlwaysFold, FixedPolicy::AlwaysRaise].map(Agent::of_fixed);
    // 5 chips on the button, 10 in the big blind, each on half of the deals.
    let result = RepeatedDeals::paper(Seats::Alternating, Dice::Exact).play([&folds, &raises], 1, 1, &Silent).unwrap();
    assert!((result.mbb_per_game + 750.0).abs() < 1e-6 && result.observations == 27_000, "{result:?}");
    // Half of the deals lose 500 mbb, half 1,000: a standard deviation of 250.
    assert!((result.deal_seeds[0].standard_deviation - 250.0).abs() < 0.01, "{result:?}");
}

#[test]
fn the_number_of_threads_changes_no_repeated_deal() {
    let [first, second] = pair();
    for dice in [Dice::Exact, Dice::Thrown { sets: 3 }] {
        let settings = RepeatedDeals { deals: 500, seats: Seats::Alternating, dice };
        let with = |threads| on_threads(threads, || settings.play([&first, &second], 5, 2, &Silent)).unwrap();
        assert_eq!(with(1), with(2), "{dice:?}");
    }
}

#[test]
fn amounts_that_cannot_be_played_are_refused() {
    let folds = Agent::of_fixed(FixedPolicy::AlwaysFold);
    for (deals, sets, seeds, flag) in [
        (0, 1, 1, "--deals"),
        (u64::MAX, 1, 1, "--deals"),
        (1, 0, 1, "--sets"),
        (1, u64::MAX, 1, "--sets"),
        (1, 1, 0, "--deal-seeds"),
    ] {
        let settings = RepeatedDeals { deals, seats: Seats::Exchanged, dice: Dice::Thrown { sets } };
        let error = settings.play([&folds, &folds], 1, seeds, &Silent).unwrap_err();
        let line = error.to_string();
        assert!(error.is_input_error() && line.contains(flag) && !line.contains('\n'), "{line}");
    }
}

#[test]
fn the_document_has_its_keys() {
    let [first, second] = pair();
    let json = serde_json::to_value(played([&first, &second], 1, Seats::Exchanged, Dice::Exact)).unwrap();
    let mut keys: Vec<_> = json.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    let expected = "ci95 deal_seeds dice games mbb_per_game method observations protocol seats sets spread";
    assert_eq!(keys.join(" "), expected);
    // One deal has no interval.
    assert!(json["ci95"].is_null() && json["deal_seeds"][0]["ci95"].is_null() && json["spread"].is_null());
    assert_eq!((&json["games"], &json["seats"], &json["dice"]), (&2.into(), &"exchanged".into(), &"exact".into()));
}

#[test]
fn repeated_deals_stop_when_they_are_asked_to() {
    let [first, second] = pair();
    let settings = RepeatedDeals { deals: 1 << 20, seats: Seats::Exchanged, dice: Dice::Thrown { sets: 10 } };
    let stop = StopAfter::reports(2);
    let error = on_threads(1, || settings.play([&first, &second], 1, 1, &stop)).unwrap_err();
    assert!(matches!(error, MatchError::Cancelled(_)), "{error}");
}
