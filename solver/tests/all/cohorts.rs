//! The lists of a complete board's holdings by strength and bucket, held to the board they are made from.

use crate::support::Made;
use crate::walk::BOARDS;
use evaluator::card::parse_cards;
use solver::boards::DealtBoard;
use solver::game::GameDefinition;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn cohorts_are_the_holdings_of_each_strength_and_bucket() {
    let definition = GameDefinition::holdem_limit();
    for (text, buckets) in BOARDS.iter().zip([1, 7, 60]) {
        let made = Made::hashed(&definition, &[1, 1, 1, buckets], 3);
        let mut dealt = DealtBoard::default();
        dealt.deal_last_round(&made.buckets.rules, &made.buckets, &parse_cards(text).unwrap());
        let (order, row, cohorts) = (&dealt.order, dealt.last_row(), &dealt.cohorts);
        let mut expected: BTreeMap<(usize, u16), Vec<u16>> = BTreeMap::new();
        for place in 0..order.len() {
            let group = order.group_ends().partition_point(|&end| usize::from(end) <= place);
            expected.entry((group, row.of_place[place])).or_default().push(place as u16);
        }
        assert_eq!(cohorts.group_ends.len(), order.group_ends().len());
        assert_eq!(cohorts.cohorts.len(), expected.len());
        let (mut holdings_start, mut cards_start) = (0, 0);
        for (number, (cohort, ((group, bucket), places))) in cohorts.cohorts.iter().zip(&expected).enumerate() {
            assert_eq!(cohorts.group_ends.partition_point(|&end| usize::from(end) <= number), *group);
            assert_eq!(cohort.bucket, *bucket);
            let holdings = &cohorts.holdings[holdings_start..usize::from(cohort.holdings_end)];
            let cards = &cohorts.cards[cards_start..usize::from(cohort.cards_end)];
            assert_eq!(holdings.iter().map(|it| it.place).collect::<Vec<_>>(), *places);
            let mut counts: BTreeMap<u8, u8> = BTreeMap::new();
            for holding in holdings {
                assert_eq!(holding.cards, order.cards()[usize::from(holding.place)]);
                assert_eq!(holding.in_cohort.map(|card| cohorts.cards[usize::from(card)].card), holding.cards);
                assert!(holding.in_cohort.iter().all(|&card| usize::from(card) >= cards_start));
                holding.cards.iter().for_each(|&card| *counts.entry(card).or_default() += 1);
            }
            assert_eq!(cards.iter().map(|it| (it.card, it.holdings)).collect::<BTreeMap<_, _>>(), counts);
            assert_eq!(cards.len(), counts.len());
            (holdings_start, cards_start) = (usize::from(cohort.holdings_end), usize::from(cohort.cards_end));
        }
        let present: BTreeSet<u8> = order.cards().iter().flatten().copied().collect();
        assert_eq!(cohorts.present, present.into_iter().collect::<Vec<_>>());
    }
}
