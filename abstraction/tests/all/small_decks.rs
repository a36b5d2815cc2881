//! Features, opponent clusters and buckets of the deck of 20 cards, held to every opponent on every board.

use crate::naive::{board, holding};
use abstraction::build_buckets::{BuildPlaces, ClusterSource, build_buckets};
use abstraction::cluster_file::{ClusterOrigin, ClusterSearch, read_clusters, write_clusters};
use abstraction::features::board_feature::BoardRows;
use abstraction::features::build_features::FeatureSource;
use abstraction::features::hand_strength_distribution::{
    PreflopDistributions, TurnDistributions, bin_of, distribution_of_hand, flop_histograms, river_histograms,
    turn_histograms,
};
use abstraction::features::many_hands::ManyHands;
use abstraction::features::opponent_cluster_hand_strength::{
    OCHS_ONE, expected_ochs, ochs_of_hand, preflop_ochs, river_ochs,
};
use abstraction::features::opponent_clusters::OpponentClusters;
use abstraction::features::strengths::RiverStrengths;
use abstraction::recipe::{BucketRecipe, Feature};
use abstraction::street::{Street, certain_win, river_opponents};
use evaluator::card::{Card, parse_cards};
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::hand_strength::HandStrength;
use evaluator::holding::{Holding, StartingHand};
use evaluator::round::Round;
use serde_json::json;
use std::cmp::Ordering;
use std::path::{Path, PathBuf};
use tables::buckets::set::BucketSet;
use tables::buckets::table::BucketTable;
use tables::error::{Failure, TableError};
use tables::file::array::ArrayFile;
use tables::together::progress::Silent;
use tables::together::ranks::Alone;

const BINS: u16 = 50;

fn smallest() -> Deck {
    Deck::try_from(20).unwrap()
}

/// The cards of the deck, spelt out.
fn cards() -> Vec<Card> {
    parse_cards("TcTdThTsJcJdJhJsQcQdQhQsKcKdKhKsAcAdAhAs").unwrap()
}

/// All sets of two to five of these cards, in ascending order.
fn sets_of(cards: &[Card], count: usize) -> Vec<CardSet> {
    let Some((&first, others)) = cards.split_first().filter(|_| count > 0) else {
        return if count == 0 { vec![CardSet::EMPTY] } else { Vec::new() };
    };
    let with = sets_of(others, count - 1).into_iter().map(|set| set.with(first));
    with.chain(sets_of(others, count)).collect()
}

/// Wins counted twice and draws once, and opponents met, by the cluster of a starting hand: all boards that may still
/// come, every pair of the cards that are left. One entry a board.
fn naive(
    hole: Holding,
    seen: CardSet,
    clusters: usize,
    cluster_of: impl Fn(StartingHand) -> usize,
) -> Vec<Vec<[u32; 2]>> {
    let left = |dead: CardSet| cards().into_iter().filter(|&card| !dead.contains(card)).collect::<Vec<_>>();
    let of_board = |more: CardSet| {
        let complete = seen | more;
        let own = HandStrength::of(complete | hole.card_set());
        let mut counts = vec![[0; 2]; clusters];
        for other in sets_of(&left(complete | hole.card_set()), 2) {
            let pair: Vec<Card> = other.iter().collect();
            let class = Holding::new(pair[0], pair[1]).unwrap().starting_hand();
            let [won, met] = &mut counts[cluster_of(class)];
            *met += 1;
            *won += match own.cmp(&HandStrength::of(complete | other)) {
                Ordering::Greater => 2,
                Ordering::Equal => 1,
                Ordering::Less => 0,
            };
        }
        counts
    };
    sets_of(&left(seen | hole.card_set()), 5 - seen.len()).into_iter().map(of_board).collect()
}

/// The histogram of a hand's strengths over all boards, and their sum.
fn naive_distribution(hole: Holding, seen: CardSet) -> (Vec<u64>, u64) {
    let (mut counts, mut sum) = (vec![0; usize::from(BINS)], 0);
    for halves in naive(hole, seen, 1, |_| 0) {
        assert_eq!(halves[0][1], 78);
        // 50 bins of 156 halves; a certain win is in the last.
        counts[(halves[0][0] * 50 / 156).min(49) as usize] += 1;
        sum += u64::from(halves[0][0]);
    }
    (counts, sum)
}

/// Some hands of a street, all over its index.
fn some_hands(round: Round, count: u64) -> Vec<(HandIndex, Holding, CardSet)> {
    let index = BoardFirst::of(smallest(), round);
    let step = index.hands() / count;
    let hands = (0..count).map(|number| HandIndex(number * step + number % 7 % step));
    hands.map(|hand| index.unindex(hand).map(|(hole, board)| (hand, hole, board)).unwrap()).collect()
}

#[test]
fn denominators_follow_from_the_cards_that_are_left() {
    let deck = smallest();
    assert_eq!((river_opponents(deck), certain_win(deck)), (78, 156));
    // C(18, 5), C(15, 2), C(14, 1) and nothing more to come.
    assert_eq!(Round::ALL.map(|round| Street::new(deck, round).runouts()), [8_568, 105, 14, 1]);
    assert_eq!(Street::new(deck, Round::Flop).strength_unit(), 105.0 * 156.0);
    assert_eq!([0, 3, 4, 77, 78, 155, 156].map(|halves| bin_of(deck, halves, BINS)), [0, 0, 1, 24, 25, 49, 49]);
    for deck in Deck::all() {
        let left = deck.cards() as u64;
        assert_eq!(u64::from(river_opponents(deck)), (left - 7) * (left - 8) / 2, "{deck}");
        let runouts = Round::ALL.map(|round| u64::from(Street::new(deck, round).runouts()));
        let five = (left - 2) * (left - 3) * (left - 4) * (left - 5) * (left - 6) / 120;
        assert_eq!(runouts, [five, (left - 5) * (left - 6) / 2, left - 6, 1], "{deck}");
    }
}

#[test]
fn every_flop_hands_distribution_is_counted_over_all_boards_and_opponents() {
    let deck = smallest();
    let river = RiverStrengths::build(deck, &Silent).unwrap();
    let turn = TurnDistributions::build(&river, BINS, &Silent).unwrap();
    let (feature, flops) = (flop_histograms(&turn), BoardFirst::of(deck, Round::Flop));
    let (mut fill, mut rows, mut holdings) = (feature.filler(), BoardRows::default(), Vec::new());
    let (mut deals, mut won) = (0, 0);
    for number in 0..flops.boards() {
        fill(number, &mut rows);
        flops.canonical_holdings(number, &mut holdings);
        let (seen, first) = (flops.board(number), flops.board_hands(number).start);
        for (local, &(hole, _)) in holdings.iter().enumerate() {
            let (counts, halves) = distribution_of_hand(deck, hole, seen, BINS);
            let hand = first + local as u64;
            if hand.is_multiple_of(29) {
                assert_eq!((&counts, halves), (&naive_distribution(hole, seen).0, naive_distribution(hole, seen).1));
            }
            assert_eq!(counts.iter().sum::<u64>(), 105);
            assert!(rows.row(local).iter().map(|&count| u64::from(count)).eq(counts), "{hole} on {seen}");
            let multiplicity = flops.multiplicity(HandIndex(hand)).unwrap();
            assert_eq!(rows.totals[local], [multiplicity, multiplicity * halves], "{hole} on {seen}");
            (deals, won) = (deals + multiplicity, won + multiplicity * halves);
        }
    }
    // C(20, 3) flops, C(17, 2) hands: together they win half of what they meet.
    assert_eq!((deals, won), (1_140 * 136, 1_140 * 136 * 105 * 78));
}

#[test]
fn hands_before_the_flop_on_the_turn_and_on_the_river_are_counted_alike() {
    let deck = smallest();
    let river = RiverStrengths::build(deck, &Silent).unwrap();
    let (turn, last) = (turn_histograms(&river, BINS, &[]), river_histograms(&river, BINS));
    for (round, feature) in [(Round::Turn, &turn), (Round::River, &last)] {
        for (_, hole, seen) in some_hands(round, 150) {
            let (counts, _) = naive_distribution(hole, seen);
            let found: Vec<u64> = feature.row_of_hand(hole, seen).into_iter().map(u64::from).collect();
            assert_eq!(found, counts, "{hole} on {seen}");
        }
    }
    let preflop = PreflopDistributions::build(&river, BINS);
    assert_eq!(preflop.total(), 8_568);
    for hand in StartingHand::all() {
        let row = preflop.row(hand.number());
        if !deck.has(hand) {
            assert!(row.iter().all(|&count| count == 0) && preflop.halves[hand.number()] == 0, "{hand}");
            continue;
        }
        let (counts, halves) = distribution_of_hand(deck, hand.first_holding(), CardSet::EMPTY, BINS);
        assert_eq!((row, preflop.halves[hand.number()]), (&counts[..], halves), "{hand}");
        assert_eq!(row.iter().sum::<u64>(), 8_568);
        assert_eq!(preflop.equity(hand.number()), halves as f64 / (8_568.0 * 156.0));
    }
    let pair = holding("KcKd");
    assert_eq!(distribution_of_hand(deck, pair, CardSet::EMPTY, BINS), naive_distribution(pair, CardSet::EMPTY));
}

/// Three clusters, of which the last are the aces alone: on some boards nobody holds them.
fn three_clusters() -> OpponentClusters {
    let deck = smallest();
    let cluster = |hand: StartingHand| match hand.to_string().as_str() {
        _ if !deck.has(hand) => 0,
        "AA" => 3,
        _ => 1 + hand.number() as u8 % 2,
    };
    OpponentClusters::new("three".to_owned(), deck, &StartingHand::all().map(cluster).collect::<Vec<_>>()).unwrap()
}

/// The mean over all boards of the strength against each cluster, where it can be met.
fn naive_ochs(hole: Holding, seen: CardSet, clusters: &OpponentClusters) -> Vec<Option<f64>> {
    let boards = naive(hole, seen, clusters.count(), |hand| usize::from(clusters.cluster_of(hand)));
    let of_cluster = |cluster: usize| {
        let met = boards.iter().map(|counts| counts[cluster]).filter(|&[_, met]| met > 0);
        let shares: Vec<f64> = met.map(|[won, met]| f64::from(won) / f64::from(2 * met)).collect();
        (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64)
    };
    (0..clusters.count()).map(of_cluster).collect()
}

#[test]
fn ochs_is_the_mean_over_all_boards_of_the_strength_against_each_cluster() {
    let clusters = three_clusters();
    let river = river_ochs(&clusters);
    let features = [expected_ochs(Round::Flop, &clusters), expected_ochs(Round::Turn, &clusters), river];
    let mut nobody = 0;
    for ((round, count), feature) in
        [(Round::Flop, 25), (Round::Turn, 120), (Round::River, 400)].into_iter().zip(&features)
    {
        let extra = match round {
            Round::River => vec![(holding("TcTd"), board("AcAdAhKcQs"))],
            _ => vec![],
        };
        let hands = some_hands(round, count).into_iter().map(|(_, hole, seen)| (hole, seen)).chain(extra);
        for (hole, seen) in hands {
            let expected = naive_ochs(hole, seen, &clusters);
            let strength = naive_distribution(hole, seen).1 as f64 / Street::new(smallest(), round).strength_unit();
            let (alone, row) = (ochs_of_hand(hole, seen, &clusters), feature.row_of_hand(hole, seen));
            for (cluster, expected) in expected.into_iter().enumerate() {
                nobody += u32::from(expected.is_none());
                assert_eq!(alone[cluster].is_some(), expected.is_some(), "{hole} on {seen}, cluster {cluster}");
                let expected = expected.unwrap_or(strength);
                assert!((alone[cluster].unwrap_or(strength) - expected).abs() < 1e-12, "{hole} on {seen}: {alone:?}");
                let entry = f64::from(row[cluster]) - expected * f64::from(OCHS_ONE);
                assert!(entry.abs() < 0.6, "{hole} on {seen}: {row:?}, {expected}");
            }
        }
    }
    assert!(nobody > 0, "aces that nobody can hold");
    let rows = preflop_ochs(&clusters);
    for hand in ["AA", "TT", "KQs", "JTo"] {
        let hand: StartingHand = hand.parse().unwrap();
        let hole = hand.first_holding();
        let expected = naive_ochs(hole, CardSet::EMPTY, &clusters);
        for (found, expected) in rows[hand.number()].iter().zip(&expected) {
            assert!((found.unwrap() - expected.unwrap()).abs() < 1e-9, "{hand}: {found:?}, {expected:?}");
        }
        assert_eq!(ochs_of_hand(hole, CardSet::EMPTY, &clusters), rows[hand.number()]);
    }
}

#[test]
fn many_hands_of_a_small_deck_are_what_each_is_by_itself() {
    let (deck, clusters) = (smallest(), three_clusters());
    for (round, count) in [(Round::Preflop, 25), (Round::Flop, 20), (Round::Turn, 50), (Round::River, 80)] {
        let (street, hands) = (Street::new(deck, round), some_hands(round, count.min(street_hands(round))));
        let many = ManyHands::new(street, &hands.iter().map(|it| it.0).collect::<Vec<_>>()).unwrap();
        let strengths = many.strengths(&mut FeatureSource::default(), &Silent).unwrap();
        let distributions = many.distributions(BINS, &mut FeatureSource::default(), &Silent).unwrap();
        let ochs = many.ochs(&clusters, &Silent).unwrap();
        for (place, &(_, hole, seen)) in hands.iter().enumerate() {
            let (counts, halves) = distribution_of_hand(deck, hole, seen, BINS);
            let row = distributions[place * 50..][..50].iter().map(|&count| u64::from(count));
            assert!(row.eq(counts), "{hole} on {seen}");
            assert_eq!(strengths[place], halves as f64 / street.strength_unit(), "{hole} on {seen}");
            for (found, expected) in ochs[place * 3..][..3].iter().zip(ochs_of_hand(hole, seen, &clusters)) {
                assert!(expected.map_or(found.is_nan(), |expected| *found == expected), "{hole} on {seen}");
            }
        }
    }
    let beyond = BoardFirst::of(deck, Round::Flop).hands();
    assert!(ManyHands::new(Street::new(deck, Round::Flop), &[HandIndex(beyond)]).is_err());
    assert!(ManyHands::new(Street::new(deck, Round::Preflop), &[HandIndex(25)]).is_err());
}

fn street_hands(round: Round) -> u64 {
    BoardFirst::of(smallest(), round).hands()
}

#[test]
fn opponent_clusters_of_25_starting_hands_are_computed_and_come_back_from_their_file() {
    let deck = smallest();
    let folder = tempfile::tempdir().unwrap();
    let distributions = FeatureSource::default().preflop(deck, BINS, &Silent).unwrap();
    for count in [1, 2, 5, 25] {
        let clusters = OpponentClusters::compute(&distributions, count, 1, 25, &Silent).unwrap();
        assert_eq!((clusters.deck(), clusters.count(), clusters.of_deck().len()), (deck, count, 25));
        let combos = clusters.combos();
        assert!(combos.iter().all(|&it| it > 0) && combos.iter().sum::<u32>() == 190, "{combos:?}");
        // From weak to strong.
        let strength = |cluster: usize| {
            let members = || deck.starting_hands().filter(|&hand| usize::from(clusters.cluster_of(hand)) == cluster);
            let won: f64 = members().map(|it| it.combos() as f64 * distributions.equity(it.number())).sum();
            won / members().map(|it| it.combos() as f64).sum::<f64>()
        };
        assert!((0..count).map(strength).collect::<Vec<_>>().is_sorted(), "{count} clusters");
        let path = folder.path().join(format!("{count}.clusters"));
        write_clusters(&path, &clusters, json!({ "clusters": count }), 0.5).unwrap();
        assert_eq!(read_clusters(&path).unwrap().0, clusters);
        assert_eq!(ArrayFile::open(&path).unwrap().meta::<usize>("deck").unwrap(), 20);
    }
    assert!(OpponentClusters::compute(&distributions, 26, 1, 5, &Silent).unwrap_err().is_input_error());
    // What is shipped is of the full deck, and so are the printed clusters.
    assert!(ClusterSearch::new(Deck::FULL, 8, 1).shipped().is_some());
    assert!(ClusterSearch::new(deck, 8, 1).shipped().is_none());
    let path = folder.path().join("printed.clusters");
    let error = ClusterOrigin::Johanson2013.write(&path, &distributions, &Silent).unwrap_err();
    assert!(error.is_input_error() && error.to_string().contains("20 cards") && !path.exists(), "{error}");
    // Each hand of the deck in a cluster that there is, and nobody else.
    let table = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut table: Vec<u8> = StartingHand::all().map(|hand| u8::from(deck.has(hand))).collect();
        change(&mut table);
        OpponentClusters::new("made".to_owned(), deck, &table)
    };
    let [ace, deuce] = ["AA", "22"].map(|hand| hand.parse::<StartingHand>().unwrap().number());
    assert_eq!(table(&|_| {}).unwrap().count(), 1);
    let wrong: [(&str, Change); 3] = [
        ("a cluster 0", &|table| table[ace] = 0),
        ("not in the deck of 20 cards", &|table| table[deuce] = 1),
        ("no starting hand in cluster 2", &|table| table[deuce] = 2),
    ];
    for (said, change) in wrong {
        let error = table(change).unwrap_err();
        assert!(error.is_input_error() && error.to_string().contains(said), "{error}");
    }
}

type Change<'a> = &'a dyn Fn(&mut Vec<u8>);

/// The buckets of a deck's three streets: distributions, and the river by opponent clusters.
fn build_streets(folder: &Path, deck: Deck, clusters: &Path) -> [PathBuf; 3] {
    let (opponents, parent) = read_clusters(clusters).unwrap();
    let hsd = Feature::Hsd { bins: BINS };
    let streets = [(Round::Flop, hsd), (Round::Turn, hsd), (Round::River, Feature::Ochs { clusters: 3 })];
    streets.map(|(round, feature)| {
        let recipe = BucketRecipe::new(Street::new(deck, round), feature, 20, 1);
        let path = folder.join(format!("{round}-{deck}.buckets"));
        let opponents = Some(ClusterSource { clusters: &opponents, parent: &parent });
        let opponents = opponents.filter(|_| round == Round::River);
        let resume = path.with_extension("clustering");
        let places = BuildPlaces { file: &path, resume: &resume, ranks: &Alone };
        let summary = build_buckets(&recipe, opponents, &mut FeatureSource::default(), places, &Silent).unwrap();
        assert_eq!(summary.buckets, 20, "{round}");
        path
    })
}

fn clusters_of(folder: &Path, deck: Deck) -> PathBuf {
    let path = folder.join(format!("{deck}.clusters"));
    let distributions = FeatureSource::default().preflop(deck, BINS, &Silent).unwrap();
    let search = ClusterSearch { restarts: 10, ..ClusterSearch::new(deck, 3, 1) };
    ClusterOrigin::Search(search).write(&path, &distributions, &Silent).unwrap();
    path
}

#[test]
fn a_small_deck_has_no_more_clusters_than_starting_hands() {
    let of =
        |deck, clusters| BucketRecipe::new(Street::new(deck, Round::River), Feature::Ochs { clusters }, 9, 1).check();
    assert!(of(smallest(), 25).is_ok() && of(Deck::FULL, 169).is_ok());
    for (deck, clusters, words) in [(smallest(), 26, "1 to 25"), (Deck::FULL, 170, "1 to 169")] {
        let error = of(deck, clusters).unwrap_err();
        assert!(error.is_input_error() && error.to_string().contains(words), "{error}");
    }
}

#[test]
fn buckets_of_three_streets_hold_every_hand_and_name_their_deck() {
    let (folder, deck) = (tempfile::tempdir().unwrap(), smallest());
    let paths = build_streets(folder.path(), deck, &clusters_of(folder.path(), deck));
    for (round, path) in [Round::Flop, Round::Turn, Round::River].into_iter().zip(&paths) {
        let table = BucketTable::open(path).unwrap();
        table.file().verify().unwrap();
        table.check_buckets().unwrap();
        table.require_all_hands_of(round).unwrap();
        assert_eq!((table.deck(), table.file().meta::<usize>("deck").unwrap()), (deck, 20));
        assert_eq!(table.file().header().recipe["deck"], 20);
        let (index, mut hands, mut deals) = (BoardFirst::of(deck, round), vec![0; 20], vec![0; 20]);
        for (hand, bucket) in table.buckets().iter().enumerate() {
            hands[bucket as usize] += 1;
            deals[bucket as usize] += index.multiplicity(HandIndex(hand as u64)).unwrap();
        }
        assert_eq!(hands.iter().sum::<u64>(), index.hands());
        assert_eq!(hands, table.file().section::<u64>("hands_in_bucket").unwrap());
        assert_eq!(deals, table.file().section::<u64>("deals_in_bucket").unwrap());
        assert!(hands.iter().all(|&hands| hands > 0), "{round}: {hands:?}");
        // All hands together win half.
        let strengths = table.file().section::<f32>("mean_strength").unwrap();
        assert!(strengths.is_sorted(), "{strengths:?}");
        let won: f64 = deals.iter().zip(strengths).map(|(&deals, &it)| deals as f64 * f64::from(it)).sum();
        assert!((won / deals.iter().sum::<u64>() as f64 - 0.5).abs() < 1e-6, "{round}");
    }
    let set = BucketSet::open(&paths[0], &paths[1], &paths[2]).unwrap();
    assert_eq!((set.deck(), set.counts()), (deck, [25, 20, 20, 20]));
    assert_eq!(set.round(Round::Preflop).iter().collect::<Vec<_>>(), (0..25).collect::<Vec<_>>());
}

#[test]
fn files_of_another_deck_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let decks = [20, 24].map(|cards| Deck::try_from(cards).unwrap());
    let clusters = decks.map(|deck| clusters_of(folder.path(), deck));
    let [small, larger] = [0, 1].map(|it| build_streets(folder.path(), decks[it], &clusters[it]));
    for place in 1..3 {
        let mut mixed = small.clone();
        mixed[place] = larger[place].clone();
        let error = BucketSet::open(&mixed[0], &mixed[1], &mixed[2]).unwrap_err();
        assert!(matches!(error, TableError::OtherDeck { .. }) && error.is_input_error(), "{error}");
        let name = larger[place].file_name().unwrap().to_str().unwrap();
        assert!(error.to_string().contains(name) && error.to_string().contains("a deck of 24 cards"), "{error}");
    }
    // Clusters of one deck say nothing of another's hands.
    let (opponents, parent) = read_clusters(&clusters[1]).unwrap();
    let recipe = BucketRecipe::new(Street::new(decks[0], Round::River), Feature::Ochs { clusters: 3 }, 20, 1);
    let path = folder.path().join("mixed.buckets");
    let places = BuildPlaces { file: &path, resume: &path.with_extension("clustering"), ranks: &Alone };
    let source_of = Some(ClusterSource { clusters: &opponents, parent: &parent });
    let error = build_buckets(&recipe, source_of, &mut FeatureSource::default(), places, &Silent).err().unwrap();
    assert!(error.is_input_error() && error.to_string().contains("24") && !path.exists(), "{error}");
}
