//! Games to their ends: cards and points are conserved, threads change nothing, everybody gets the same luck.

use companions::daifugo::cards::Cards;
use companions::daifugo::fixed_players::FixedPlayer;
use companions::daifugo::rules::Rules;
use companions::daifugo::table::{POINTS, SEATS, Table};
use companions::daifugo::training::{Lessons, one_against_four, train};
use companions::daifugo::training::{Player, play_game, play_in_order, play_side_by_side, seating};
use proptest::prelude::*;
use solver::boards::card_rules::{below, generator_of};
use tables::together::progress::Silent;

use super::naive_rules::{may_follow, rules_of};
use crate::support::{games, on_any_threads};

/// One player of each kind but PairSave's Enemy.
fn mixed() -> [Player; SEATS] {
    use FixedPlayer::{PairSave, PsInAllState, PsUnder12, PsUnder12No8, Random};
    [Random, PairSave, PsInAllState, PsUnder12, PsUnder12No8].map(Player::Fixed)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn no_card_is_lost_and_every_play_is_legal(seed: u64, switches in 0..16_u64) {
        let (rules, mut dice) = (rules_of(switches), generator_of(seed, 0));
        let mut table = Table::deal(rules, &mut dice);
        prop_assert!(table.hands[table.turn].holds(Cards::DIAMOND_THREE));
        let mut sizes = table.hands.map(Cards::len);
        sizes.sort_unstable();
        prop_assert_eq!(sizes, [10, 10, 11, 11, 11]);
        let mut players = mixed();
        while !table.is_over() {
            let held = table.hands.iter().map(|hand| hand.len()).sum::<usize>();
            let union = table.hands.iter().fold(table.played, |union, &hand| union | hand);
            prop_assert_eq!((held + table.played.len(), union), (53, Cards::DECK));
            let (seat, trick) = (table.turn, table.trick);
            prop_assert!(!table.hands[seat].is_empty(), "on turn without cards");
            let play = players[below(&mut dice, 5) as usize].decide(&table, &mut dice);
            prop_assert!(table.hands[seat].holds(play));
            let is_allowed = if play.is_empty() { !trick.last.is_empty() } else { may_follow(play, trick, rules) };
            prop_assert!(is_allowed, "{play:?} on {trick:?}");
            table.act(play);
        }
        let mut points = table.points();
        prop_assert_eq!(points.iter().sum::<i32>(), 0);
        points.sort_unstable_by(|a, b| b.cmp(a));
        prop_assert_eq!(points, POINTS);
    }
}

#[test]
fn games_are_the_same_side_by_side_and_in_order() {
    let games = games(3, 2_500);
    let in_order = play_in_order(&mut mixed(), games, &Silent, |_| ()).unwrap();
    assert_eq!(on_any_threads(|| play_side_by_side(&mixed(), games, "games", &Silent).unwrap()), in_order);
    let points: f64 = (0..SEATS).map(|player| in_order.score(player).mean).sum();
    assert!(points.abs() < 1e-12, "{points}");
}

#[test]
fn equal_players_in_any_place_of_the_list_are_equally_lucky() {
    let players = std::array::from_fn(|_| Player::Fixed(FixedPlayer::PsUnder12No8));
    let outcome = play_side_by_side(&players, games(11, 20_000), "games", &Silent).unwrap();
    for player in 0..SEATS {
        let score = outcome.score(player);
        assert!(score.mean.abs() < 4.0 * score.standard_error, "player {player}: {score:?}");
        // Five places, equally likely: the points have variance 2.
        assert!((score.standard_error * 20_000_f64.sqrt() - 2_f64.sqrt()).abs() < 0.02);
    }
}

#[test]
fn seats_are_drawn_anew_for_each_game() {
    let mut counts = [[0_u32; SEATS]; SEATS];
    for number in 0..10_000 {
        for (seat, player) in seating(&mut generator_of(9, number)).into_iter().enumerate() {
            counts[seat][player] += 1;
        }
    }
    // 2,000 expected of each, with a standard deviation of 40.
    assert!(counts.as_flattened().iter().all(|count| (1_820..2_180).contains(count)), "{counts:?}");
}

#[test]
fn the_upper_rungs_of_the_ladder_hold_as_in_an_independent_prototype() {
    use FixedPlayer::{PairSave, PsInAllState, PsUnder12, PsUnder12No8};
    // Points per game of another program with other generators, 120,000 games a rung, each ± 0.004.
    for (number, (upper, lower, elsewhere)) in
        [(PsInAllState, PairSave, 0.143), (PsUnder12, PsInAllState, 0.095), (PsUnder12No8, PsUnder12, 0.044)]
            .into_iter()
            .enumerate()
    {
        let players = one_against_four(Player::Fixed(upper), lower);
        let score = play_side_by_side(&players, games(number as u64, 60_000), "games", &Silent).unwrap().score(0);
        let spread = score.standard_error.hypot(0.004);
        assert!((score.mean - elsewhere).abs() < 4.0 * spread, "{upper} over {lower}: {score:?}");
    }
}

#[test]
fn winning_early_is_what_brings_points() {
    // Whoever plays at random against four that keep pairs loses; with first and last exchanged it would win.
    let players = one_against_four(Player::Fixed(FixedPlayer::Random), FixedPlayer::PsUnder12No8);
    let outcome = play_side_by_side(&players, games(5, 4_000), "games", &Silent).unwrap();
    assert!(outcome.score(0).mean < -0.5, "{:?}", outcome.score(0));
}

#[test]
fn a_game_depends_on_its_seed_and_number_alone() {
    let play = |seed, number| play_game(&mut mixed(), Rules::UEC2007_PAPER, seed, number);
    assert_eq!(play(1, 5), play(1, 5));
    let different = (0..50).filter(|&number| play(1, number) != play(2, number)).count();
    assert!(different > 40, "{different}");
    let lessons = Lessons::of_paper(FixedPlayer::PsUnder12);
    let trained = || train(lessons, games(9, 1_000), &Silent).unwrap();
    assert_eq!(trained(), trained());
}
