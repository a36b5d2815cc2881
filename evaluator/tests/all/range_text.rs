//! Ranges as text, read back by a reader that knows the notation and nothing else.

use evaluator::holding::{STARTING_HANDS, StartingHand};
use evaluator::range_text::range_text;
use proptest::prelude::*;

/// The hands of a word without its weight, one by one.
fn hands(word: &str) -> Vec<StartingHand> {
    let read = |text: &str| text.parse::<StartingHand>().unwrap();
    let (best, worst) = match (word.strip_suffix('+'), word.split_once('-')) {
        (Some(worst), _) => (None, read(worst)),
        (_, Some((best, worst))) => (Some(read(best)), read(worst)),
        _ => return vec![read(word)],
    };
    let (high, low) = worst.ranks();
    let (last, of) = if worst.is_pair() { (12, None) } else { (high - 1, Some(high)) };
    let last = best.map_or(last, |best| best.ranks().1);
    assert!(low < last, "{word}");
    (low..=last).map(|low| StartingHand::new(of.unwrap_or(low), low, worst.is_suited())).collect()
}

/// The weight of each starting hand; no hand may be named twice.
fn read(text: &str) -> Vec<f64> {
    let mut weights = vec![0.0; STARTING_HANDS];
    for word in text.split(',').filter(|word| !word.is_empty()) {
        let (run, weight) = word.split_once(':').unwrap_or((word, "1"));
        for hand in hands(run) {
            assert_eq!(std::mem::replace(&mut weights[hand.number()], weight.parse().unwrap()), 0.0, "{hand}");
        }
    }
    weights
}

#[test]
fn ranges_read_as_players_write_them() {
    for text in [
        "",
        "AA",
        "22+",
        "QQ-99,77",
        "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s,86s-85s,75s,65s,54s",
        "22+,A2s+,A2o+,K2s+,K2o+,Q2s+,Q8o+,43s:0.718,32s,32o:0.0001",
        "AA:0.5,KK-QQ,AKs:0.75,AQs-AJs:0.25",
    ] {
        let weights = read(text);
        assert_eq!(range_text(|hand| weights[hand.number()]), text);
    }
    assert_eq!(range_text(|_| 1.0).split(',').count(), 1 + 2 * 12);
    assert_eq!(range_text(|_| 0.000_04), "");
    assert_eq!(range_text(|hand| if hand.is_pair() { 0.999_96 } else { 0.0 }), "22+");
}

proptest! {
    #[test]
    fn a_range_reads_back_with_its_weights(parts in prop::collection::vec(0u8..4, STARTING_HANDS)) {
        let weights: Vec<f64> = parts.into_iter().map(|part| f64::from(part) / 3.0).collect();
        for (found, weight) in read(&range_text(|hand| weights[hand.number()])).iter().zip(&weights) {
            prop_assert!((found - weight).abs() <= 0.5e-4 + 1e-12);
        }
    }
}
