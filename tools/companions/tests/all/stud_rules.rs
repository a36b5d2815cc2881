//! The betting rules of stud: the six published games, limits, and balanced deals.

use companions::stud::points::{Deal, balanced_deals};
use companions::stud::published;
use companions::stud::rules::{ANTE, Action, Betting, Limits, Seat, Status, TURNS};
use proptest::prelude::*;
use serde::Deserialize;
use std::cmp::Ordering;

use crate::support::dice;

#[derive(Deserialize)]
struct Game {
    name: String,
    person: Vec<Vec<u64>>,
    system: Vec<u64>,
}

fn games() -> Vec<Game> {
    published().unwrap().constant("games").unwrap()
}

/// Plays a published game and hands back the betting with the largest bets there were, each with its limit.
fn replay(game: &Game) -> (Betting, Vec<(u64, u64)>) {
    let mut betting = Betting::default();
    let mut bets = Vec::new();
    let mut act = |betting: &mut Betting, bet: u64| {
        let Limits { lower, upper } = betting.limits();
        assert!(bet == 0 || (lower..=upper).contains(&bet), "{}: {bet} of {lower} to {upper}", game.name);
        bets.push((bet, upper));
        betting.act(if bet == 0 { Action::Drop } else { Action::Bet(bet) });
    };
    for (turn, person) in game.person.iter().enumerate() {
        assert_eq!(usize::from(betting.turn), turn + 1, "{}", game.name);
        act(&mut betting, person[0]);
        let Some(&system) = game.system.get(turn) else { break };
        act(&mut betting, system);
        if let Some(&top) = person.get(1) {
            // What the person adds to its first bet calls the raise exactly, or it drops.
            assert!(top == 0 || person[0] + top == system, "{}", game.name);
            act(&mut betting, if top == 0 { 0 } else { system });
        }
    }
    (betting, bets)
}

#[test]
fn the_six_published_games_are_legal() {
    let ends: Vec<Status> = games().iter().map(|game| replay(game).0.status()).collect();
    let (first, second) = (Status::Dropped(Seat::First), Status::Dropped(Seat::Second));
    assert_eq!(ends, [first, first, second, Status::Showdown, first, Status::Showdown]);
}

#[test]
fn six_published_bets_are_the_limit_itself() {
    let at_limit: Vec<u64> = games()
        .iter()
        .flat_map(|game| replay(game).1)
        .filter(|&(bet, limit)| bet == limit && bet > 20)
        .map(|(bet, _)| bet)
        .collect();
    // Besides the calls of those raises and 5.6's opening of 24,782.
    for bet in [54, 8594, 418, 1164, 3483, 24_782] {
        assert!(at_limit.contains(&bet), "{bet} of {at_limit:?}");
    }
}

#[test]
fn pots_of_a_published_game() {
    let mut betting = Betting::default();
    assert_eq!((betting.pot(), betting.limits().upper), (2 * ANTE, 10));
    for bet in [3, 13, 13] {
        betting.act(Action::Bet(bet));
    }
    assert_eq!((betting.turn, betting.pot(), betting.faced_share()), (2, 36, 0.0));
    betting.act(Action::Bet(18));
    assert_eq!((betting.limits().lower, betting.limits().upper, betting.faced_share()), (18, 54, 0.5));
    betting.act(Action::Bet(54));
    // A raise of all that may be raised counts as all of the pot.
    assert_eq!((betting.limits().lower, betting.limits().upper, betting.faced_share()), (54, 54, 1.0));
    assert_eq!((betting.paid(Seat::First), betting.paid(Seat::Second)), (36, 72));
}

#[test]
fn there_is_no_check_no_second_raise_and_nothing_after_the_end() {
    let mut betting = Betting::default();
    for (bet, lower, upper) in [(4, 1, 10), (14, 4, 14), (0, 14, 14)] {
        assert_eq!(betting.limits(), Limits { lower, upper });
        if bet > 0 {
            betting.act(Action::Bet(bet));
        }
    }
    betting.act(Action::Drop);
    let dropped = betting.clone();
    assert_eq!((betting.status(), betting.paid(Seat::First)), (Status::Dropped(Seat::First), ANTE + 4));
    betting.act(Action::Bet(14));
    assert_eq!(betting, dropped);
    let mut unlimited = Betting::default();
    unlimited.act(Action::Bet(11));
    assert_eq!(unlimited.paid(Seat::First), ANTE + 10, "a bet is brought within its limits");
}

proptest! {
    #[test]
    fn chips_are_conserved_and_both_pay_the_same_at_the_showdown(
        shares in prop::collection::vec((0.0f64..=1.0, 0u32..30), 30),
    ) {
        let mut betting = Betting::default();
        for (share, dice) in shares {
            let Status::ToAct(_) = betting.status() else { break };
            let limits = betting.limits();
            prop_assert!(limits.lower <= limits.upper && limits.upper <= betting.pot());
            let bet = limits.lower + (share * (limits.upper - limits.lower) as f64) as u64;
            let before = betting.pot();
            betting.act(if dice == 0 { Action::Drop } else { Action::Bet(bet) });
            prop_assert!(betting.pot() >= before);
            prop_assert_eq!(betting.pot(), betting.paid(Seat::First) + betting.paid(Seat::Second));
        }
        if betting.status() == Status::Showdown {
            prop_assert_eq!(betting.paid(Seat::First), betting.paid(Seat::Second));
            prop_assert_eq!(betting.turn, TURNS + 1);
        }
    }
}

#[test]
fn a_set_of_500_deals_is_won_248_times_by_either_player() {
    let mut generator = dice(7);
    let deals = balanced_deals(&mut generator, 500);
    let count = |wanted: Ordering| deals.iter().filter(|deal| deal.showdown() == wanted).count();
    assert_eq!([Ordering::Less, Ordering::Equal, Ordering::Greater].map(count), [248, 4, 248]);
    assert!(deals.iter().all(|deal: &Deal| (deal.0[0].held_on(7) | deal.0[1].held_on(7)).len() == 14));
    // The draws are not all at one end.
    let draws: Vec<usize> = (0..500).filter(|&number| deals[number].showdown() == Ordering::Equal).collect();
    assert!(draws[3] - draws[0] > 20, "{draws:?}");
}

#[test]
fn the_persons_bluffs_add_up_as_the_thesis_says() {
    #[derive(Deserialize)]
    struct Persons {
        bluffs_won: Vec<u32>,
        bluffs_failed: Vec<u32>,
    }
    let persons: Persons = published().unwrap().constant("persons").unwrap();
    let sum = |numbers: &[u32]| numbers.iter().sum::<u32>();
    assert_eq!((sum(&persons.bluffs_won), sum(&persons.bluffs_failed)), (11, 103));
    // And in the simulation: 53 of 413 against tight models, 49 of 646 against loose ones.
    let published = published().unwrap();
    let (mut tight, mut loose) = ([0.0; 2], [0.0; 2]);
    for id in ["4.2", "4.3", "4.4"] {
        for row in &published.table(id).unwrap().rows {
            let sums = if row.name.starts_with('T') { &mut tight } else { &mut loose };
            sums[0] += row.values[3];
            sums[1] += row.values[2];
        }
    }
    assert_eq!((tight, loose), ([53.0, 413.0], [49.0, 646.0]));
}
