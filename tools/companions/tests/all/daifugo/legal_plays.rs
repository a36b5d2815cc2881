//! Legal plays against every subset of the hand; rules as text.

use companions::daifugo::cards::{Cards, DECK, RANKS};
use companions::daifugo::rules::{Rule, Rules, Spot, Trick, legal_plays};
use proptest::prelude::*;
use solver::boards::card_rules::generator_of;
use std::collections::BTreeSet;

use super::naive_rules::{all_plays, cards, draw, draw_position, plain, rules_of};

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
