//! Many hands in one call are held to each hand by itself.

use abstraction::features::hand_strength_distribution::distribution_of_hand;
use abstraction::features::many_hands::ManyHands;
use abstraction::features::opponent_cluster_hand_strength::ochs_of_hand;
use abstraction::features::opponent_clusters::OpponentClusters;
use abstraction::features::opponent_clusters::shipped_distributions;
use abstraction::features::single_hand::{for_each_completion, for_each_runout};
use abstraction::street::Street;
use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::round::Round;
use tables::together::progress::Silent;

use crate::naive::{board, holding, sampled_hands};
use crate::shared_source::source;

/// Hands in an order of their own, one of them twice.
fn hands_of(round: Round, count: u64) -> Vec<HandIndex> {
    let mut hands: Vec<HandIndex> = sampled_hands(round, count).map(|(hand, ..)| hand).collect();
    hands.reverse();
    hands.insert(1, hands[2]);
    hands
}

#[test]
fn many_hands_are_what_each_is_by_itself() {
    let clusters = OpponentClusters::johanson_2013();
    for (round, count) in [(Round::Flop, 3), (Round::Turn, 12), (Round::River, 60)] {
        let (index, hands) = (BoardFirst::of(Deck::FULL, round), hands_of(round, count));
        let many = ManyHands::new(Street::full(round), &hands).unwrap();
        let strengths = many.strengths(&mut source(), &Silent).unwrap();
        let distributions = many.distributions(20, &mut source(), &Silent).unwrap();
        let ochs = many.ochs(&clusters, &Silent).unwrap();
        for (place, &hand) in hands.iter().enumerate() {
            let (hole, board) = index.unindex(hand).unwrap();
            let (counts, halves) = distribution_of_hand(Deck::FULL, hole, board, 20);
            let found: Vec<u64> = distributions[place * 20..][..20].iter().map(|&count| count.into()).collect();
            assert_eq!(found, counts, "{hole} on {board}");
            assert_eq!(strengths[place], halves as f64 / Street::full(round).strength_unit(), "{hole} on {board}");
            let alone: Vec<f64> =
                ochs_of_hand(hole, board, &clusters).into_iter().map(|it| it.unwrap_or(f64::NAN)).collect();
            assert_eq!(format!("{:?}", &ochs[place * 8..][..8]), format!("{alone:?}"), "{hole} on {board}");
        }
    }
}

#[test]
fn before_the_flop_everything_is_known() {
    let hands = [HandIndex(168), HandIndex(0), HandIndex(168)];
    let many = ManyHands::new(Street::full(Round::Preflop), &hands).unwrap();
    let shipped = shipped_distributions();
    assert_eq!(many.strengths(&mut source(), &Silent).unwrap(), [168, 0, 168].map(|class| shipped.equity(class)));
    let distributions = many.distributions(50, &mut source(), &Silent).unwrap();
    let row: Vec<u64> = distributions[..50].iter().map(|&count| count.into()).collect();
    assert_eq!(row, shipped.row(168));
    assert_eq!(distributions[..50], distributions[100..]);
    let clusters = OpponentClusters::johanson_2013();
    let ochs = many.ochs(&clusters, &Silent).unwrap();
    // The aces beat every cluster.
    assert!(ochs[..8].iter().all(|&strength| strength > 0.5) && ochs.len() == 24);
}

#[test]
fn a_hand_beyond_the_last_is_refused() {
    let beyond = ManyHands::new(Street::full(Round::Flop), &[HandIndex(1_286_792)]);
    assert!(beyond.err().unwrap().to_string().contains("hand index 1286792 does not exist"));
    assert!(
        ManyHands::new(Street::full(Round::Flop), &[]).unwrap().strengths(&mut source(), &Silent).unwrap().is_empty()
    );
}

#[test]
fn runouts_are_all_boards_that_can_still_come() {
    let hole = holding("AcKd");
    for (cards, expected) in [("As7c2d", 1_081), ("As7c2d3h", 46), ("As7c2d3h9s", 1)] {
        let cards = board(cards);
        let mut seen = Vec::new();
        for_each_runout(Deck::FULL, hole, cards, &mut |complete| seen.push(complete.bits()));
        assert!(seen.iter().all(|bits| bits & cards.bits() == cards.bits() && bits & hole.card_set().bits() == 0));
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len() as u32, expected);
        assert_eq!(Street::full(Round::of_board_cards(cards.len()).unwrap()).runouts(), expected);
    }
    let mut completions = 0;
    for_each_completion(Deck::FULL, board("As7c2d"), &mut |_| completions += 1);
    assert_eq!(completions, 49 * 48 / 2);
}
