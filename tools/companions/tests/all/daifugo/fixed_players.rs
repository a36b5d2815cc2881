//! Legal plays against every subset of the hand; the fixed players against figure 1, line by line, and against hands
//! whose answer is plain.

use companions::daifugo::cards::{Cards, DECK, RANKS};
use companions::daifugo::fixed_players::FixedPlayer;
use companions::daifugo::rules::{Rule, Rules, Spot, Trick, legal_plays};
use companions::named::Named;
use proptest::prelude::*;
use solver::boards::card_rules::generator_of;
use std::collections::BTreeSet;

use super::naive_rules::{all_plays, cards, draw, draw_position, plain, rules_of};

/// The plays among which a player draws: figure 1 with the columns of table 1, on the plain rules.
fn figure_1(player: FixedPlayer, hand: Cards, trick: Trick) -> BTreeSet<Cards> {
    let is_leader = trick.last.is_empty();
    // "If I lead, generate all possible plays as candidates; else those possible given the cards on the table."
    let mut candidates = all_plays(hand, trick, Rules::UEC2007_PAPER);
    if player == FixedPlayer::Random {
        return candidates.iter().copied().collect();
    }
    if player == FixedPlayer::Lowest && is_leader {
        candidates.retain(|play| play.len() == 1);
    }
    // The paper numbers ranks from 1, the three, to 13, the two; the eight has 6.
    let number = |play: &Cards| plain(*play)[0].0 + 1;
    let keeps = |rank: usize| match player {
        FixedPlayer::Random | FixedPlayer::Lowest => false,
        FixedPlayer::PairSave => !is_leader,
        FixedPlayer::PsInAllState => true,
        FixedPlayer::PsUnder12 => rank <= 11,
        FixedPlayer::PsUnder12No8 => rank <= 11 && rank != 6,
    };
    // "Of candidates of rank 11 or lower, not of the eight, remove those of a rank of which a larger set is possible."
    candidates.retain(|play| {
        let held = plain(hand).iter().filter(|card| card.0 + 1 == number(play)).count();
        !(keeps(number(play)) && held.min(3) > play.len())
    });
    // "Play the candidate of the lowest rank; pass if there is none."
    let lowest = candidates.iter().map(number).min();
    candidates.iter().filter(|play| Some(number(play)) == lowest).copied().collect()
}

proptest! {
    #[test]
    fn every_fixed_player_draws_from_the_candidates_of_figure_1(seed: u64) {
        let mut dice = generator_of(seed, 0);
        for &(player, _) in FixedPlayer::NAMES {
            let (hand, trick) = draw_position(&mut dice);
            let expected = figure_1(player, hand, trick);
            let spot = Spot { hand, trick, rules: Rules::UEC2007_PAPER };
            let candidates = player.candidates(spot);
            prop_assert_eq!(candidates.iter().copied().collect::<BTreeSet<_>>(), expected.clone());
            let play = player.decide(spot, &mut dice);
            if expected.is_empty() {
                prop_assert!(play.is_empty(), "{player} plays {play:?} on {trick:?}");
            } else {
                prop_assert!(expected.contains(&play), "{player}: {play:?} is not among {expected:?}");
            }
        }
    }
}

/// What a player does with a hand on a single play, without a lock, over many draws.
fn all_decisions(player: FixedPlayer, hand: &str, last: &str) -> BTreeSet<Cards> {
    let trick = Trick { last: cards(last), is_locked: false };
    let spot = Spot { hand: cards(hand), trick, rules: Rules::UEC2007_PAPER };
    let mut dice = generator_of(7, 7);
    (0..200).map(|_| player.decide(spot, &mut dice)).collect()
}

fn set(plays: &[&str]) -> BTreeSet<Cards> {
    plays.iter().copied().map(cards).collect()
}

#[test]
fn the_players_of_table_1_part_ways_over_one_hand() {
    use FixedPlayer::{Lowest, PairSave, PsInAllState, PsUnder12, PsUnder12No8, Random};
    // A pair of fives, of eights and of twos, a king.
    let hand = "5c 5d 8h 8s Kd 2c 2h";
    let answers = [
        (Random, set(&["5c", "5d", "8h", "8s", "Kd", "2c", "2h"])),
        (Lowest, set(&["5c", "5d"])),
        (PairSave, set(&["Kd"])),
        (PsInAllState, set(&["Kd"])),
        (PsUnder12, set(&["Kd"])),
        (PsUnder12No8, set(&["8h", "8s"])),
    ];
    for (player, expected) in answers {
        assert_eq!(all_decisions(player, hand, "4s"), expected, "{player}");
    }
    // On an ace only twos are left: who considers trumps breaks them.
    assert_eq!(all_decisions(PsInAllState, hand, "As"), set(&[""]));
    assert_eq!(all_decisions(PsUnder12, hand, "As"), set(&["2c", "2h"]));
    // Leading: the lowest rank, whole or in any number.
    assert_eq!(all_decisions(PairSave, hand, ""), set(&["5c", "5d", "5c 5d"]));
    assert_eq!(all_decisions(Lowest, hand, ""), set(&["5c", "5d"]));
    assert_eq!(all_decisions(PsUnder12No8, hand, ""), set(&["5c 5d"]));
    assert_eq!(all_decisions(PsUnder12No8, "8h 8s 2c", ""), set(&["8h", "8s", "8h 8s"]));
    assert_eq!(all_decisions(PsUnder12, "8h 8s 2c", ""), set(&["8h 8s"]));
}

#[test]
fn nobody_holds_back_the_joker_and_all_four_count_as_a_triple() {
    for &(player, _) in FixedPlayer::NAMES {
        assert_eq!(all_decisions(player, "3c Jk", "2s"), set(&["Jk"]), "{player}");
    }
    assert_eq!(all_decisions(FixedPlayer::PsInAllState, "4c 4d 4h 4s", "").len(), 4);
    assert_eq!(all_decisions(FixedPlayer::PsInAllState, "4c 4d 4h 4s", "3c 3d"), set(&[""]));
    // The three of spades of a pair of threes is kept, even where it would beat the joker: figure 1 knows no exception.
    assert_eq!(all_decisions(FixedPlayer::PsUnder12No8, "3s 3d", "Jk"), set(&[""]));
    assert_eq!(all_decisions(FixedPlayer::PsUnder12No8, "3s 4d", "Jk"), set(&["3s"]));
}

#[test]
fn names_are_read_as_they_are_written() {
    for &(player, name) in FixedPlayer::NAMES {
        assert_eq!(name.parse::<FixedPlayer>().unwrap(), player);
        assert_eq!(player.to_string(), name);
    }
    let error = "psunder13".parse::<FixedPlayer>().unwrap_err().to_string();
    assert!(error.contains("'psunder13'") && error.contains("psunder12no8"), "{error}");
}

fn sorted(plays: &[Cards]) -> BTreeSet<Cards> {
    plays.iter().copied().collect()
}

/// How many plays a hand can lead: the sum over the ranks of `2^held - 1`, without the set of four, and one for the
/// joker.
fn lead_count(hand: Cards) -> usize {
    let of_rank = |rank: usize| (1_usize << hand.held(rank)) - 1 - usize::from(hand.held(rank) == 4);
    (0..RANKS).map(of_rank).sum::<usize>() + usize::from(hand.holds(Cards::JOKER))
}

proptest! {
    #[test]
    fn legal_plays_are_the_subsets_that_the_rules_allow(seed: u64, switches in 0..16_u64) {
        let (mut dice, rules) = (generator_of(seed, 0), rules_of(switches));
        for _ in 0..8 {
            let (hand, trick) = draw_position(&mut dice);
            let plays = legal_plays(Spot { hand, trick, rules });
            let found = sorted(&plays);
            prop_assert_eq!(found.len(), plays.len(), "a play twice");
            prop_assert_eq!(found, sorted(&all_plays(hand, trick, rules)), "{:?} on {:?}", hand, trick);
        }
    }

    #[test]
    fn leads_are_counted_without_listing_them(seed: u64, count in 0..=53_usize) {
        let (hand, _) = draw(Cards::DECK, count, &mut generator_of(seed, 1));
        let spot = Spot { hand, trick: Trick::LEAD, rules: Rules::default() };
        prop_assert_eq!(lead_count(hand), legal_plays(spot).len());
    }

    #[test]
    fn cards_are_held_one_by_one(seed: u64, count in 0..=53_usize) {
        let (hand, rest) = draw(Cards::DECK, count, &mut generator_of(seed, 2));
        prop_assert_eq!(hand.len() + rest.len(), DECK);
        prop_assert_eq!(plain(hand).len(), count);
    }
}

#[test]
fn a_known_hand_leads_in_as_many_ways_as_counted_by_hand() {
    // One three, two eights, three kings, four twos and the joker: 1 + 3 + 7 + 14 + 1.
    let hand = cards("3s 8c 8d Kc Kd Ks 2c 2d 2h 2s Jk");
    assert_eq!(lead_count(hand), 26);
}

#[test]
fn rules_are_read_as_they_are_written() {
    for switches in 0..16 {
        let rules = rules_of(switches);
        assert_eq!(rules.to_string().parse::<Rules>().unwrap(), rules);
    }
    let without: Rules = "uec2007-paper,no-suit-lock".parse().unwrap();
    assert!(!without.has(Rule::SuitLock) && without.has(Rule::EightCut) && without.has(Rule::AllPass));
    assert_eq!("plain,eight-cut".parse::<Rules>().unwrap(), Rules::PLAIN.with(Rule::EightCut));
    let error = "uec2007-paper,revolution".parse::<Rules>().unwrap_err().to_string();
    assert!(error.contains("'revolution'") && error.contains("spade-three"), "{error}");
}
