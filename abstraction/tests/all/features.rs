//! Strength distributions held to published numbers, to exhaustive counts and to naive twins that look at every
//! opponent.

use crate::naive::{
    assert_complete, assert_row_totals, board, class, embedded, holding, in_bins, naive_halves, on_threads,
    sampled_hands,
};
use crate::observer::StopAfter;
use abstraction::cluster_file::ClusterWeights;
use abstraction::distance::Distance;
use abstraction::features::board_feature::BoardRows;
use abstraction::features::distinct_rows::{DistinctRows, gather};
use abstraction::features::embedding::{Embedding, ochs_strength};
use abstraction::features::hand_strength_distribution::{
    PreflopDistributions, TurnDistributions, bin_of, distribution_of_hand, flop_histograms, river_histograms,
    turn_histograms,
};
use abstraction::features::opponent_cluster_hand_strength::{expected_ochs, river_ochs};
use abstraction::features::opponent_clusters::OpponentClusters;
use abstraction::features::single_hand::{SingleHand, for_each_runout};
use abstraction::features::strengths::{EXPECTATION_ONE, Power, RiverStrengths, expected_strength};
use abstraction::recipe::Feature;
use abstraction::street::{Street, certain_win, no_strength};
use evaluator::card::Card;
use evaluator::deck::Deck;
use evaluator::hand_index::BoardFirst;
use evaluator::holding::{Holding, StartingHand};
use evaluator::round::Round;
use std::sync::OnceLock;
use tables::together::progress::{Cancelled, Silent};

const BINS: u16 = 50;

fn river() -> &'static RiverStrengths {
    static RIVER: OnceLock<RiverStrengths> = OnceLock::new();
    RIVER.get_or_init(|| RiverStrengths::build(Deck::FULL, &Silent).unwrap())
}

fn turn() -> &'static TurnDistributions {
    static TURN: OnceLock<TurnDistributions> = OnceLock::new();
    TURN.get_or_init(|| TurnDistributions::build(river(), BINS, &Silent).unwrap())
}

fn flop() -> &'static DistinctRows {
    static FLOP: OnceLock<DistinctRows> = OnceLock::new();
    FLOP.get_or_init(|| gather(&flop_histograms(turn()), &Silent).unwrap())
}

fn preflop() -> &'static PreflopDistributions {
    static PREFLOP: OnceLock<PreflopDistributions> = OnceLock::new();
    PREFLOP.get_or_init(|| PreflopDistributions::build(river(), BINS))
}

#[test]
fn bins_are_the_rounded_down_share_and_certainty_is_in_the_last() {
    for bins in [1, 2, 7, 50, 500] {
        for halves in 0..=certain_win(Deck::FULL) {
            let share = u64::from(halves) * u64::from(bins);
            // The bin b with b / bins <= halves / 1980 < (b + 1) / bins.
            let expected = (0..bins).rev().find(|&bin| u64::from(bin) * 1_980 <= share).unwrap();
            assert_eq!(bin_of(Deck::FULL, halves, bins), expected, "{halves} of {bins} bins");
        }
    }
    assert_eq!((bin_of(Deck::FULL, 1_979, 50), bin_of(Deck::FULL, 1_980, 50)), (49, 49));
}

#[test]
fn river_strengths_are_what_comparing_with_every_opponent_gives() {
    for (_, hole, complete) in sampled_hands(Round::River, 150) {
        let expected = naive_halves(hole, complete);
        assert_eq!(u32::from(SingleHand::new(Deck::FULL, hole).halves(complete)), expected, "{hole} on {complete}");
        // The same hand in other suits is found through the board's permutation.
        for shift in 0..4 {
            let moved = |card: Card| Card::new(card.rank(), (card.suit() + shift) % 4);
            let (low, high) = hole.cards();
            let (row, permutation) = river().row(complete.iter().map(moved).collect());
            let moved_hole = Holding::new(moved(low), moved(high)).unwrap();
            assert_eq!(u32::from(row[permutation.holding(moved_hole).number()]), expected);
        }
    }
    let complete = board("2c3c4c5c7c");
    let (row, permutation) = river().row(complete);
    for hole in Holding::all() {
        let strength = row[permutation.holding(hole).number()];
        assert_eq!(strength == no_strength(Deck::FULL), hole.card_set().intersects(complete), "{hole}");
    }
    assert_eq!(SingleHand::new(Deck::FULL, holding("6c8h")).halves(complete), certain_win(Deck::FULL));
}

#[test]
fn on_every_board_half_of_all_meetings_are_won() {
    // Each of the 1,081 holdings meets 990 others, and every meeting gives two halves to share.
    let mut boards = 0;
    for number in 0..river().boards() {
        let row = river().canonical_row(number);
        let met = row.iter().filter(|&&strength| strength != no_strength(Deck::FULL));
        assert_eq!(met.map(|&strength| u32::from(strength)).sum::<u32>(), 1_081 * 990, "board {number}");
        boards += u64::from(river().multiplicity(number));
    }
    assert_eq!(boards, 2_598_960, "C(52, 5)");
}

#[test]
fn equities_before_the_flop_are_the_published_ones() {
    let equity = |text| preflop().equity(class(text));
    assert!((equity("AA") - 0.8520371330210104).abs() < 1e-12, "AA {}", equity("AA"));
    assert!((equity("72o") - 0.34583647315344157).abs() < 1e-12, "72o {}", equity("72o"));
    assert!((equity("44") - 0.570).abs() < 0.0005, "44 {}", equity("44"));
    assert!((equity("KQs") - 0.634).abs() < 0.0005, "KQs {}", equity("KQs"));
    let mut halves = 0;
    for class in StartingHand::all() {
        assert_eq!(preflop().row(class.number()).iter().sum::<u64>(), 2_118_760, "{class} sees C(50, 5) boards");
        halves += class.combos() as u64 * preflop().halves[class.number()];
    }
    assert_eq!(halves, 1_326 * 2_118_760 * 990, "a random hand wins half");
}

#[test]
fn jack_nine_on_three_diamonds_ends_between_68_and_70_percent_one_time_in_eight() {
    let (counts, _) = distribution_of_hand(Deck::FULL, holding("Jc9h"), board("4d5d9d"), BINS);
    assert_eq!(counts.iter().sum::<u64>(), 1_081);
    let share = counts[34] as f64 / 1_081.0;
    assert!((share - 0.125).abs() < 0.0005, "[0.68, 0.70) holds {}/1081 = {share}", counts[34]);
}

#[test]
fn distances_between_starting_hands_are_the_published_ones() {
    let emd = |a, b| in_bins(preflop().row(class(a)), preflop().row(class(b)));
    assert!((emd("44", "KQs") - 5.143).abs() < 0.0005, "{}", emd("44", "KQs"));
    assert!((emd("JTs", "KQs") - 3.103).abs() < 0.0005, "{}", emd("JTs", "KQs"));
}

fn assert_all_different(distinct: &DistinctRows) {
    let mut rows: Vec<&[u16]> = distinct.rows.chunks_exact(distinct.dimensions).collect();
    rows.sort_unstable();
    rows.dedup();
    assert_eq!(rows.len(), distinct.len());
}

#[test]
fn turn_hands_have_the_counted_number_of_histograms() {
    let rows = &turn().rows;
    assert_eq!(rows.len(), 1_317_777);
    assert_complete(rows, Round::Turn, 270_725 * 1_128);
    assert_all_different(rows);
    assert!(rows.rows.chunks_exact(rows.dimensions).all(|row| row.iter().sum::<u16>() == 46));
}

#[test]
fn flop_hands_have_the_counted_number_of_histograms() {
    assert_eq!(flop().len(), 1_035_371);
    assert_complete(flop(), Round::Flop, 22_100 * 1_176);
    assert_all_different(flop());
    assert!(flop().rows.chunks_exact(flop().dimensions).all(|row| row.iter().sum::<u16>() == 1_081));
}

#[test]
fn turn_histograms_are_those_of_dealing_every_river() {
    for (hand, hole, cards) in sampled_hands(Round::Turn, 120) {
        let mut expected = [0; BINS as usize];
        let mut halves = 0;
        for river in Card::all().filter(|&card| !(hole.card_set() | cards).contains(card)) {
            let strength = naive_halves(hole, cards.with(river));
            expected[usize::from(bin_of(Deck::FULL, strength as u16, BINS))] += 1;
            halves += strength;
        }
        assert_eq!(BoardFirst::of(Deck::FULL, Round::Turn).index(hole, cards), hand);
        let row = turn().rows.row_of_hand[hand.0 as usize];
        assert_eq!(turn().rows.row(row as usize), expected, "{hole} on {cards}");
        assert_eq!(turn().halves_of_hand[hand.0 as usize], halves, "{hole} on {cards}");
    }
    for (hand, ..) in sampled_hands(Round::Turn, 5) {
        let row = turn().rows.row_of_hand[hand.0 as usize];
        assert_row_totals(&turn().rows, Round::Turn, row, |_, hole, cards| {
            distribution_of_hand(Deck::FULL, hole, cards, BINS).1
        });
    }
}

#[test]
fn flop_histograms_are_those_of_dealing_every_turn_and_river() {
    for (hand, hole, cards) in sampled_hands(Round::Flop, 30) {
        let row = flop().row_of_hand[hand.0 as usize];
        let found: Vec<u64> = flop().row(row as usize).iter().map(|&count| u64::from(count)).collect();
        assert_eq!(found, distribution_of_hand(Deck::FULL, hole, cards, BINS).0, "{hole} on {cards}");
        let hands = flop().row_of_hand.iter().filter(|&&it| it == row).count();
        if hands <= 4 {
            assert_row_totals(flop(), Round::Flop, row, |_, hole, cards| {
                distribution_of_hand(Deck::FULL, hole, cards, BINS).1
            });
        }
    }
    // One hand against the slowest twin of all, which compares with every opponent on every board.
    let (hole, cards) = (holding("Jc9h"), board("4d5d9d"));
    let mut expected = vec![0; usize::from(BINS)];
    for_each_runout(Deck::FULL, hole, cards, &mut |complete| {
        expected[usize::from(bin_of(Deck::FULL, naive_halves(hole, complete) as u16, BINS))] += 1;
    });
    assert_eq!(distribution_of_hand(Deck::FULL, hole, cards, BINS).0, expected);
    let hand = BoardFirst::of(Deck::FULL, Round::Flop).index(hole, cards);
    let found = flop().row(flop().row_of_hand[hand.0 as usize] as usize);
    assert!(found.iter().map(|&count| u64::from(count)).eq(expected));
}

#[test]
fn histograms_do_not_depend_on_the_number_of_threads() {
    let alone = on_threads(1, || TurnDistributions::build(river(), BINS, &Silent).unwrap());
    assert!(alone.halves_of_hand == turn().halves_of_hand && alone.rows.rows == turn().rows.rows);
    assert!(alone.rows.row_of_hand == turn().rows.row_of_hand && alone.rows.weights == turn().rows.weights);
    assert!(alone.rows.strengths == turn().rows.strengths);
    let alone = on_threads(1, || gather(&flop_histograms(turn()), &Silent).unwrap());
    assert!(alone.rows == flop().rows && alone.row_of_hand == flop().row_of_hand);
    assert!(alone.weights == flop().weights && alone.strengths == flop().strengths);
    let alone = on_threads(1, || PreflopDistributions::build(river(), BINS));
    assert!(alone.counts == preflop().counts && alone.halves == preflop().halves);
}

#[test]
fn a_turn_hands_row_is_the_same_from_the_stream_of_boards() {
    let stream = turn_histograms(river(), BINS, &[]);
    for (hand, hole, cards) in sampled_hands(Round::Turn, 20) {
        let row = turn().rows.row_of_hand[hand.0 as usize] as usize;
        assert_eq!(stream.row_of_hand(hole, cards), turn().rows.row(row), "{hole} on {cards}");
    }
}

#[test]
fn a_river_hands_histogram_is_one_count_in_the_bin_of_its_strength() {
    let feature = river_histograms(river(), BINS);
    for (_, hole, cards) in sampled_hands(Round::River, 40) {
        let bin = usize::from(bin_of(Deck::FULL, naive_halves(hole, cards) as u16, BINS));
        let expected: Vec<u16> = (0..usize::from(BINS)).map(|it| u16::from(it == bin)).collect();
        assert_eq!(feature.row_of_hand(hole, cards), expected, "{hole} on {cards}");
    }
}

#[test]
fn expected_strengths_are_the_means_over_every_board_to_come() {
    for (round, count) in [(Round::Flop, 6), (Round::Turn, 40), (Round::River, 40)] {
        let features = [Power::First, Power::Second].map(|power| expected_strength(round, power, river()));
        // As a build does, one filler of each for all boards: nothing of a board may be left for the next.
        let mut fillers = features.each_ref().map(|feature| feature.filler());
        let mut rows = BoardRows::default();
        for (hand, hole, cards) in sampled_hands(round, count) {
            let (mut sums, mut halves) = ([0.0, 0.0], 0);
            for_each_runout(Deck::FULL, hole, cards, &mut |complete| {
                let strength =
                    f64::from(SingleHand::new(Deck::FULL, hole).halves(complete)) / f64::from(certain_win(Deck::FULL));
                sums = [sums[0] + strength, sums[1] + strength * strength];
                halves += u64::from(SingleHand::new(Deck::FULL, hole).halves(complete));
            });
            let index = BoardFirst::of(Deck::FULL, round);
            let board = index.board_index(cards).0;
            let local = (hand.0 - index.board_hands(board).start) as usize;
            let deals = index.multiplicity(hand).unwrap();
            for ((filler, feature), sum) in fillers.iter_mut().zip(&features).zip(sums) {
                filler(board, &mut rows);
                let expected = sum / f64::from(Street::full(round).runouts()) * f64::from(EXPECTATION_ONE);
                let found = rows.row(local);
                assert!((f64::from(found[0]) - expected).abs() < 0.501, "{hole} on {cards}: {found:?}, {expected}");
                assert_eq!(feature.row_of_hand(hole, cards), found, "{hole} on {cards}");
                // The totals are exact whole numbers.
                assert_eq!(rows.totals[local], [deals, deals * halves], "{hole} on {cards}");
            }
        }
    }
}

#[test]
fn every_long_feature_stops_when_asked_to() {
    let clusters = OpponentClusters::johanson_2013();
    let stop = &StopAfter::reports(0);
    assert!(matches!(RiverStrengths::build(Deck::FULL, stop), Err(Cancelled)));
    assert!(matches!(TurnDistributions::build(river(), BINS, stop), Err(Cancelled)));
    assert!(matches!(gather(&flop_histograms(turn()), stop), Err(Cancelled)));
    assert!(matches!(gather(&river_ochs(&clusters), stop), Err(Cancelled)));
    assert!(matches!(gather(&expected_ochs(Round::Turn, &clusters), stop), Err(Cancelled)));
}

/// The rows of some river hands with these clusters, with the strength behind them, by comparing with every opponent.
fn strength_rows(clusters: &OpponentClusters) -> Vec<Vec<u16>> {
    let feature = ochs_strength(Street::full(Round::River), river_ochs(clusters));
    let rows = sampled_hands(Round::River, 12).map(|(_, hole, cards)| {
        let row = feature.row_of_hand(hole, cards);
        let ochs = river_ochs(clusters).row_of_hand(hole, cards);
        let strength = (naive_halves(hole, cards) * 2 * 65_535 + 1_980) / (2 * 1_980);
        assert_eq!(row, [&ochs[..], &[strength as u16]].concat(), "{hole} on {cards}");
        row
    });
    rows.collect()
}

#[test]
fn the_strength_behind_ochs_is_that_against_everybody_on_river_and_turn() {
    let clusters = OpponentClusters::johanson_2013();
    let rows = strength_rows(&clusters);
    assert!(rows.iter().any(|row| row[8] > 40_000) && rows.iter().any(|row| row[8] < 20_000));
    let (turn, ochs) = (Round::Turn, expected_ochs(Round::Turn, &clusters));
    let strength = expected_strength(turn, Power::First, river());
    let both = ochs_strength(Street::full(turn), expected_ochs(turn, &clusters));
    let (mut expected, mut without, mut found) = (BoardRows::default(), BoardRows::default(), BoardRows::default());
    for board in [0, 700, 13_000] {
        strength.filler()(board, &mut expected);
        ochs.filler()(board, &mut without);
        both.filler()(board, &mut found);
        assert_eq!((&found.totals, &found.totals), (&expected.totals, &without.totals));
        for hand in 0..found.totals.len() {
            assert_eq!(found.row(hand), [without.row(hand), expected.row(hand)].concat());
        }
    }
}

#[test]
fn embedded_rows_with_strength_have_the_distances_that_the_weights_say() {
    let clusters = OpponentClusters::johanson_2013();
    let combos = clusters.combos();
    let rows = strength_rows(&clusters);
    for (percent, weights) in
        [(100, ClusterWeights::Shares), (25, ClusterWeights::Shares), (300, ClusterWeights::Equal)]
    {
        let feature = Feature::OchsStrength { clusters: 8, strength_percent: percent };
        let embedding = Embedding::new(feature, Street::full(Round::River), Distance::Euclidean, &combos, weights);
        // Naive: the clusters' weights add up to 1, the strength's is so many hundredths, and all are taken together.
        let strength = f64::from(percent) / 100.0;
        let cluster = |place: usize| match weights {
            ClusterWeights::Shares => f64::from(combos[place]) / 1_326.0,
            ClusterWeights::Equal => 0.125,
        };
        let embedded = |row: &[u16]| {
            let row = embedded(&embedding, row);
            assert!(Distance::Euclidean.size(&row) <= Distance::Euclidean.largest_size());
            row
        };
        for pair in rows.windows(2) {
            let apart = |place: usize| (f64::from(pair[0][place]) - f64::from(pair[1][place])) / 65_535.0;
            let of_clusters: f64 = (0..8).map(|place| cluster(place) * apart(place).powi(2)).sum();
            let expected = (of_clusters + strength * apart(8).powi(2)) / (1.0 + strength);
            let found = f64::from(Distance::Euclidean.between(&embedded(&pair[0]), &embedded(&pair[1])));
            let apart = ((found / embedding.unit()).sqrt() - expected.sqrt()).abs();
            assert!(apart < 1.1 * (9.0 / embedding.unit()).sqrt(), "{percent} {weights}: {found}, {expected}");
        }
        let certain = [embedded(&[0; 9]), embedded(&[65_535; 9])];
        let most = f64::from(Distance::Euclidean.between(&certain[0], &certain[1])) / embedding.unit();
        assert!((most - 1.0).abs() < 0.002, "{percent} {weights}: {most}");
    }
}

#[test]
fn embedded_ochs_rows_have_the_distances_that_the_weights_say() {
    let clusters = OpponentClusters::johanson_2013();
    let combos = clusters.combos();
    let all = f64::from(combos.iter().sum::<u32>());
    let strengths = |row: &[u16]| row.iter().map(|&entry| f64::from(entry) / 65_535.0).collect::<Vec<f64>>();
    let feature = river_ochs(&clusters);
    let rows: Vec<Vec<u16>> =
        sampled_hands(Round::River, 12).map(|(_, hole, cards)| feature.row_of_hand(hole, cards)).collect();
    let all_distances = [
        (Distance::Euclidean, ClusterWeights::Shares),
        (Distance::Euclidean, ClusterWeights::Equal),
        (Distance::EarthMover, ClusterWeights::Shares),
    ];
    for (distance, weights) in all_distances {
        let embedding =
            Embedding::new(Feature::Ochs { clusters: 8 }, Street::full(Round::River), distance, &combos, weights);
        let embedded: Vec<Vec<u16>> = rows.iter().map(|row| embedded(&embedding, row)).collect();
        assert!(embedded.iter().all(|row| distance.size(row) <= distance.largest_size()));
        for pair in 1..rows.len() {
            let (a, b) = (strengths(&rows[pair - 1]), strengths(&rows[pair]));
            let differences = a.iter().zip(&b).zip(&combos).map(|((a, b), &combos)| ((a - b), f64::from(combos)));
            let expected = match (distance, weights) {
                (Distance::Euclidean, ClusterWeights::Shares) => {
                    differences.map(|(apart, combos)| apart * apart * combos / all).sum::<f64>()
                }
                (Distance::Euclidean, ClusterWeights::Equal) => differences.map(|(apart, _)| apart * apart / 8.0).sum(),
                (Distance::EarthMover, _) => {
                    let mut sum = 0.0;
                    differences
                        .map(|(apart, combos)| {
                            sum += apart * combos;
                            f64::abs(sum)
                        })
                        .sum()
                }
            };
            let found = f64::from(distance.between(&embedded[pair - 1], &embedded[pair])) / embedding.unit();
            match distance {
                Distance::EarthMover => assert!((found / expected - 1.0).abs() < 5e-3, "{found}, {expected}"),
                // Each of the coordinates is rounded by half of one at most, and by a sixtieth for its factor.
                Distance::Euclidean => {
                    let most = 1.1 * (clusters.count() as f64 / embedding.unit()).sqrt();
                    assert!((found.sqrt() - expected.sqrt()).abs() < most, "{weights}: {found}, {expected}");
                }
            }
        }
    }
}
