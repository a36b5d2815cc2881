//! Players that see more than sets: they know no more than they may, and it pays.

use companions::daifugo::cards::Cards;
use companions::daifugo::fixed_players::FixedPlayer;
use companions::daifugo::learner::Exploration;
use companions::daifugo::rules::Rules;
use companions::daifugo::stronger_players::{FEATURES, Scope, Search, StateLearner, features_of};
use companions::daifugo::table::Table;
use companions::daifugo::training::one_against_four;
use companions::daifugo::training::{Player, play_in_order};
use proptest::prelude::*;
use solver::boards::card_rules::{below, generator_of};
use tables::together::progress::Silent;

use super::naive_rules::cards;

/// A game after some plays.
fn some_game(seed: u64) -> Table {
    let mut dice = generator_of(seed, 0);
    let mut table = Table::deal(Rules::UEC2007_PAPER, &mut dice);
    for _ in 0..below(&mut dice, 40) {
        let play = FixedPlayer::PsUnder12No8.decide(table.spot(), &mut dice);
        table.act(play);
    }
    table
}

/// The same game with the cards of all others drawn anew.
fn with_hidden_cards_moved(table: &Table, seed: u64) -> Table {
    table.view().possible_game(&mut generator_of(seed, 1))
}

fn trained(games: u64) -> Player {
    let learner = StateLearner::new(Exploration::Falling { from: 0.2, games });
    let mut players = one_against_four(Player::State(Box::new(learner)), FixedPlayer::PsUnder12No8);
    play_in_order(&mut players, crate::support::games(5, games), &Silent, |_| ()).unwrap();
    let [Player::State(learned), ..] = players else { unreachable!() };
    Player::State(Box::new(learned.frozen()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn a_possible_game_differs_in_hidden_cards_only(seed: u64) {
        let table = some_game(seed);
        let moved = with_hidden_cards_moved(&table, seed);
        prop_assert_eq!(moved.hands.map(Cards::len), table.hands.map(Cards::len));
        prop_assert_eq!(moved.hands[table.turn], table.hands[table.turn]);
        prop_assert_eq!(moved.view(), table.view());
        let union = moved.hands.iter().fold(moved.played, |union, &hand| union | hand);
        prop_assert_eq!(union, Cards::DECK);
    }

    #[test]
    fn no_player_decides_by_cards_it_cannot_see(seed: u64) {
        let table = some_game(seed);
        let moved = with_hidden_cards_moved(&table, seed ^ 1);
        let players = [
            Player::Fixed(FixedPlayer::PsUnder12No8),
            Player::Search(Search { playouts: 8, scope: Scope::AllPlays }),
            Player::Search(Search { playouts: 8, scope: Scope::PairKeeping }),
            trained(50),
        ];
        for mut player in players {
            let mut decide = |table: &Table| player.decide(table, &mut generator_of(seed, 2));
            prop_assert_eq!(decide(&table), decide(&moved));
        }
    }

    #[test]
    fn features_are_small_numbers_that_tell_plays_apart(seed: u64) {
        let view = some_game(seed).view();
        let (none, joker) = (features_of(&view, Cards::NONE), features_of(&view, Cards::JOKER));
        prop_assert!(none.iter().chain(&joker).all(|it| (0.0..=4.0).contains(it)));
        prop_assert_ne!(none, joker);
        prop_assert_eq!(none.len(), FEATURES);
    }
}

#[test]
fn a_search_sees_a_certain_win() {
    // The two takes the trick for certain, and the pair goes out; lowest first would give the lead away.
    let hands = ["4c 4d 2h", "5c 5d Ad Ks", "6c 6d Td", "7c 7d Js", "9c 9d Qs"].map(cards);
    let mut table = Table::with_hands(Rules::UEC2007_PAPER, hands, 0);
    table.trick.last = cards("3h");
    table.last_to_play = 1;
    let mut search = Player::Search(Search { playouts: 30, scope: Scope::AllPlays });
    assert_eq!(search.decide(&table, &mut generator_of(1, 1)), cards("2h"));
    let mut greedy = Player::Fixed(FixedPlayer::PsUnder12No8);
    assert_eq!(greedy.decide(&table, &mut generator_of(1, 1)), cards("2h"));
}

#[test]
fn a_pair_keeper_that_searches_breaks_no_rule_of_pair_keeping() {
    // On a three: a four may be kept with its pair, the single six may not be passed over.
    let hands = ["4c 4d 6s 7c 7d", "5c 5d", "9c Td", "8c Js", "Qd Qs"].map(cards);
    let mut table = Table::with_hands(Rules::UEC2007_PAPER, hands, 0);
    table.trick.last = cards("3h");
    let mut search = Player::Search(Search { playouts: 4, scope: Scope::PairKeeping });
    for seed in 0..40 {
        let play = search.decide(&table, &mut generator_of(seed, 1));
        assert!(["4c", "4d", "6s"].map(cards).contains(&play), "{play:?}");
    }
}

fn points(player: Player, games: u64) -> (f64, f64) {
    let mut players = one_against_four(player, FixedPlayer::PsUnder12No8);
    let score = play_in_order(&mut players, crate::support::games(21, games), &Silent, |_| ()).unwrap().score(0);
    (score.mean, score.standard_error)
}

#[test]
fn search_and_states_are_worth_more_than_sets() {
    let (search, spread) = points(Player::Search(Search { playouts: 20, scope: Scope::AllPlays }), 150);
    assert!(search > 3.0 * spread, "search: {search} ± {spread}");
    let (states, spread) = points(trained(20_000), 10_000);
    assert!(states > 3.0 * spread, "states: {states} ± {spread}");
}
