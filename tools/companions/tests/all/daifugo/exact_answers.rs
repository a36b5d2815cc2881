//! Shares of sets against a million deals, and endgames whose winner can be found by hand.

use companions::daifugo::endgame::{Style, endgame_table, leader_wins, shares_of_rank};
use companions::daifugo::fixed_players::FixedPlayer;
use companions::daifugo::rules::{Rule, Rules};
use companions::daifugo::table::Table;
use solver::boards::card_rules::generator_of;
use tables::together::progress::Silent;

use super::naive_rules::cards;

#[test]
fn shares_of_sets_are_those_of_a_million_deals() {
    let mut dice = generator_of(2, 0);
    let (mut counts, mut hands) = ([[0_u64; 5]; 12], [0_u64; 12]);
    for _ in 0..200_000 {
        let table = Table::deal(Rules::default(), &mut dice);
        for hand in table.hands {
            // One rank of each hand: ranks of one hand are not independent of each other.
            counts[hand.len()][hand.held(4)] += 1;
            hands[hand.len()] += 1;
        }
    }
    assert_eq!(hands[10] + hands[11], 1_000_000);
    for size in [10, 11] {
        let shares = shares_of_rank(size);
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        for held in 0..=4 {
            let of = hands[size] as f64;
            let spread = (shares[held] * (1.0 - shares[held]) / of).sqrt();
            let found = counts[size][held] as f64 / of;
            assert!((found - shares[held]).abs() < 4.5 * spread, "{held} of {size}: {found}, {shares:?}");
        }
    }
}

#[test]
fn shares_are_those_of_the_formula() {
    // C(4, 2) C(49, 9) / C(53, 11), by hand: 6 · 2054455634 / 76223753060.
    assert!((shares_of_rank(11)[2] - 6.0 * 2_054_455_634.0 / 76_223_753_060.0).abs() < 1e-12);
    assert_eq!(shares_of_rank(53), [0.0, 0.0, 0.0, 0.0, 1.0]);
    assert_eq!(shares_of_rank(3)[4], 0.0);
}

fn wins(style: Style, leader: &str, other: &str) -> bool {
    leader_wins(Rules::UEC2007_PAPER, style, cards(leader), cards(other)).unwrap()
}

#[test]
fn perfect_play_finds_what_can_be_found_by_hand() {
    // The two wins the trick, and the pair goes out.
    assert!(wins(Style::Perfect, "4c 4d 2h", "5c Ad Ks"));
    // The other's pair beats the pair, and its king the king.
    assert!(!wins(Style::Perfect, "4c 4d Kh", "5c 5d As"));
    // The eight gives the lead back, the four goes out; without the cut the other's king takes the trick.
    assert!(wins(Style::Perfect, "4c 8d", "Kc Ad"));
    let uncut = Rules::UEC2007_PAPER.without(Rule::EightCut);
    assert_eq!(leader_wins(uncut, Style::Perfect, cards("4c 8d"), cards("Kc Ad")), Some(false));
    // The joker is no safe lead where the other holds the three of spades.
    assert!(wins(Style::Perfect, "4c 5c Jk", "3h 2d"));
    assert!(!wins(Style::Perfect, "4c 5c Jk", "3s 2d"));
}

#[test]
fn passing_with_something_to_play_can_be_the_only_way() {
    // Were the other one to play whenever it can, the leader would win both.
    assert!(!wins(Style::Perfect, "4d 5s Jh Ks", "4h 5d Jc Qh"));
    assert!(!wins(Style::Perfect, "3d 4s Ts Qd", "5d 7c Jd Ks"));
}

#[test]
fn the_greedy_rule_lets_a_won_endgame_go() {
    let greedy = Style::Fixed(FixedPlayer::PsUnder12No8);
    // The four first lets the other one lock clubs with its five, and the two is of hearts; the two first keeps the
    // lead.
    assert!(wins(Style::Perfect, "4c 2h", "5c Ad"));
    assert!(!wins(greedy, "4c 2h", "5c Ad"));
    assert!(wins(greedy, "4c 4d 2h", "5c Ad Ks") && wins(greedy, "3c", "Jk"));
}

#[test]
fn hands_that_are_no_endgame_have_no_answer() {
    for (leader, other) in [("", "3c"), ("3c 4c", "4c"), ("3c 4c 5c 6c 7c 8c 9c", "Td")] {
        assert_eq!(leader_wins(Rules::default(), Style::Perfect, cards(leader), cards(other)), None);
    }
}

#[test]
fn of_the_endgames_won_some_are_lost_by_less_than_perfect_play() {
    let table = endgame_table(1, 30, &Silent).unwrap();
    assert_eq!(table.rows.len(), 5);
    let columns: Vec<Vec<f64>> = table.rows.iter().map(|row| row.ours.iter().map(|it| it.unwrap()).collect()).collect();
    assert!(columns.iter().all(|row| row[1] <= 100.0 && row[0] > 20.0), "{columns:?}");
    // Never passing is the best of all that a greedy player can do.
    assert!(columns.iter().all(|row| row[1] <= row[2]), "{columns:?}");
    assert!(columns.iter().any(|row| row[2] > 0.0), "{columns:?}");
}
