//! Agreement of partitions against counting all pairs and summing all probabilities, and against published values.

use abstraction::explain::comparison::Agreement;
use abstraction::explain::spread::{FoundClusters, Spread, cluster_agreement, cluster_spread};
use abstraction::features::opponent_clusters::OpponentClusters;
use evaluator::deck::Deck;
use evaluator::holding::StartingHand;
use proptest::prelude::*;

/// Every element by itself: its part in both partitions.
type Elements = Vec<(usize, usize)>;

fn agreement(elements: &Elements) -> Agreement {
    Agreement::of(elements.iter().map(|&(a, b)| (a, b, 1)))
}

/// Pairs joined by both, by the first alone, by the second alone, by neither.
fn naive_pairs(elements: &Elements) -> [f64; 4] {
    let mut pairs = [0.0; 4];
    for (number, one) in elements.iter().enumerate() {
        for other in &elements[number + 1..] {
            pairs[2 * usize::from(one.0 != other.0) + usize::from(one.1 != other.1)] += 1.0;
        }
    }
    pairs
}

/// The form of Hubert & Arabie for the four counts of pairs.
fn naive_adjusted_rand_index(elements: &Elements) -> f64 {
    let [both, first, second, neither] = naive_pairs(elements);
    let above = 2.0 * (both * neither - first * second);
    let below = (both + first) * (first + neither) + (both + second) * (second + neither);
    if below == 0.0 { 1.0 } else { above / below }
}

/// `Σ p(a,b) log2 (p(a,b) / p(a) p(b))`, one term an element.
fn naive_mutual_information(elements: &Elements) -> f64 {
    let share = |test: &dyn Fn(&(usize, usize)) -> bool| {
        elements.iter().filter(|it| test(it)).count() as f64 / elements.len() as f64
    };
    let term = |&(a, b): &(usize, usize)| {
        let both = share(&|it| *it == (a, b));
        (both / share(&|it| it.0 == a) / share(&|it| it.1 == b)).log2()
    };
    elements.iter().map(term).sum::<f64>() / elements.len() as f64
}

proptest! {
    #[test]
    fn every_index_is_that_of_counting_all_pairs(
        elements in proptest::collection::vec((0usize..5, 0usize..7), 1..60)
    ) {
        let found = agreement(&elements);
        let near = |found: f64, expected: f64| (found - expected).abs() < 1e-12;
        let rand = naive_adjusted_rand_index(&elements);
        prop_assert!(near(found.adjusted_rand_index(), rand), "{} {rand}", found.adjusted_rand_index());
        let information = naive_mutual_information(&elements);
        prop_assert!(near(found.mutual_information(), information), "{information}");
        let unshared = found.first.entropy() + found.second.entropy() - 2.0 * information;
        prop_assert!(near(found.variation_of_information(), unshared), "{unshared}");
        let [both, first, second, _] = naive_pairs(&elements);
        let joined = both + first + second;
        let parted = if joined == 0.0 { 0.0 } else { (first + second) / joined };
        prop_assert!(near(found.parted_pairs(), parted), "{parted}");
    }

    #[test]
    fn an_element_that_stands_for_many_counts_as_many(
        elements in proptest::collection::vec((0usize..4, 0usize..4, 1u64..6), 1..20)
    ) {
        let repeated: Elements =
            elements.iter().flat_map(|&(a, b, count)| std::iter::repeat_n((a, b), count as usize)).collect();
        prop_assert_eq!(Agreement::of(elements), agreement(&repeated));
    }
}

#[test]
fn published_values_are_reached() {
    // The worked examples of scikit-learn's adjusted_rand_score and, in natural units, of mutual information.
    let half_right = agreement(&vec![(0, 0), (0, 0), (1, 1), (2, 1)]);
    assert!((half_right.adjusted_rand_index() - 0.571_428_571_428_571_4).abs() < 1e-15);
    let crossed = agreement(&vec![(0, 0), (0, 1), (1, 0), (1, 1)]);
    assert_eq!(crossed.adjusted_rand_index(), -0.5);
    assert_eq!((crossed.mutual_information(), crossed.variation_of_information()), (0.0, 2.0));
}

#[test]
fn equal_partitions_agree_whatever_their_numbers() {
    let renamed = agreement(&vec![(0, 3), (0, 3), (1, 0), (1, 0), (1, 0), (2, 9)]);
    assert_eq!((renamed.adjusted_rand_index(), renamed.parted_pairs()), (1.0, 0.0));
    assert!(renamed.variation_of_information() < 1e-12);
    assert!((renamed.normalised_mutual_information() - 1.0).abs() < 1e-12);
    // One part for all says nothing, and there is nothing to say.
    let single = agreement(&vec![(0, 0); 5]);
    assert_eq!((single.adjusted_rand_index(), single.normalised_mutual_information()), (1.0, 1.0));
}

#[test]
fn whole_streets_stay_within_the_numbers() {
    // The river's 2.8 thousand million deals in one bucket, and each in one of two: no overflow of squared pairs.
    let deals = 2_598_960 * 1_081;
    let halves = Agreement::of([(0, 0, deals / 2), (0, 1, deals - deals / 2)]);
    assert_eq!(halves.adjusted_rand_index(), 0.0);
    assert!((halves.second.entropy() - 1.0).abs() < 1e-12);
    let same = Agreement::of([(0, 0, deals / 2), (1, 1, deals - deals / 2)]);
    assert_eq!(same.adjusted_rand_index(), 1.0);
}

#[test]
fn hands_that_a_small_deck_does_not_have_agree_about_nothing() {
    let deck = Deck::try_from(20).unwrap();
    let of = |cluster_of: fn(StartingHand) -> u8| {
        let number = |hand| if deck.has(hand) { cluster_of(hand) } else { 0 };
        let table: Vec<u8> = StartingHand::all().map(number).collect();
        OpponentClusters::new("some".to_owned(), deck, &table).unwrap()
    };
    let pairs_last = of(|hand| 1 + u8::from(hand.is_pair()));
    let pairs_first = of(|hand| 2 - u8::from(hand.is_pair()));
    let aces_last = of(|hand| 1 + u8::from(hand.ranks().0 == 12));
    assert_eq!(cluster_agreement(&pairs_last, &pairs_last).equal_classes, 25);
    let turned = cluster_agreement(&pairs_last, &pairs_first);
    assert_eq!((turned.equal_classes, turned.adjusted_rand_index), (0, 1.0));
    // Of 190 holdings 30 are pairs and 70 have an ace, six of them both.
    let elements = [(0, 0, 190 - 30 - 64), (0, 1, 64), (1, 0, 24), (1, 1, 6)];
    let found = cluster_agreement(&pairs_last, &aces_last);
    assert_eq!(found.adjusted_rand_index, Agreement::of(elements).adjusted_rand_index());
    // The twelve hands without pair or ace are in the first of both, the pair of aces is in the last.
    assert_eq!(found.equal_classes, 12 + 1);
}

#[test]
fn clusters_agree_class_by_class_and_holding_by_holding() {
    let printed = OpponentClusters::johanson_2013();
    let same = cluster_agreement(&printed, &printed);
    assert_eq!((same.equal_classes, same.adjusted_rand_index), (169, 1.0));
    // Aces, six of the 42 holdings of cluster 8, exchange places with nobody: they join cluster 7.
    let mut table: Vec<u8> = printed.table().iter().map(|cluster| cluster + 1).collect();
    table[168] = 7;
    let without_aces = OpponentClusters::new("without aces".to_owned(), Deck::FULL, &table).unwrap();
    let found = cluster_agreement(&printed, &without_aces);
    assert_eq!(found.equal_classes, 168);
    // Pairs of holdings: all joined ones by sizes, those of both less the aces' pairs with cluster 8's other 36.
    let pairs = |n: f64| n * (n - 1.0) / 2.0;
    let combos = [224.0, 188.0, 164.0, 202.0, 140.0, 206.0];
    let six: f64 = combos.into_iter().map(pairs).sum();
    let (first, second) = (six + pairs(160.0) + pairs(42.0), six + pairs(166.0) + pairs(36.0));
    let both = six + pairs(160.0) + pairs(36.0) + pairs(6.0);
    let expected = first * second / pairs(1326.0);
    let index = (both - expected) / ((first + second) / 2.0 - expected);
    assert!((found.adjusted_rand_index - index).abs() < 1e-12, "{found:?}, {index}");

    let searches = [(&printed, 1.5), (&without_aces, 1.7), (&printed, 1.5)].map(|(clusters, cost)| FoundClusters {
        seed: 0,
        clusters: clusters.clone(),
        cost,
    });
    let spread = cluster_spread(&searches).unwrap();
    assert_eq!(spread.costs, Spread { least: 1.5, median: 1.5, largest: 1.7 });
    assert_eq!((spread.different, spread.at_least_cost), (2, 2));
    assert_eq!(spread.pairs.equal_classes, Spread { least: 168.0, median: 168.0, largest: 169.0 });
    assert_eq!(spread.pairs.adjusted_rand_index.least, found.adjusted_rand_index);
    assert_eq!(Spread::of(vec![4.0, 1.0, 2.0, 8.0]), Some(Spread { least: 1.0, median: 3.0, largest: 8.0 }));
    assert!(cluster_spread(&searches[..1]).is_none());
}
