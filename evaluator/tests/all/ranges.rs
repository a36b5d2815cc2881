//! Ranges as players write them.

use evaluator::holding::{Holding, StartingHand};
use evaluator::range::Range;
use evaluator::range_text::range_text;
use proptest::prelude::*;

/// The starting hands of a text with their weights, in the notation that this crate writes.
fn read(text: &str) -> String {
    let range: Range = text.parse().unwrap();
    let weight = |hand: StartingHand| {
        let weights: Vec<f32> = hand.holdings().map(|holding| range.weight(holding)).collect();
        assert!(weights.iter().all(|&weight| weight == weights[0]), "{hand} {weights:?}");
        f64::from(weights[0])
    };
    range_text(weight)
}

#[test]
fn every_form_is_read_as_other_solvers_read_it() {
    for (text, expected) in [
        ("AA", "AA"),
        ("aks", "AKs"),
        ("KAo", "AKo"),
        ("AK", "AKs,AKo"),
        ("TT+", "TT+"),
        ("22+", "22+"),
        ("ATo+", "ATo+"),
        ("K9+", "K9s+,K9o+"),
        // Connectors go up in step.
        ("T9s+", "AKs,KQs,QJs,JTs,T9s"),
        ("QJ+", "AKs,AKo,KQs,KQo,QJs,QJo"),
        // Others by their kicker.
        ("75s+", "75s+"),
        ("T6s+", "T6s+"),
        ("QQ-99", "QQ-99"),
        ("99-QQ", "QQ-99"),
        ("A5s-A2s", "A5s-A2s"),
        ("JTs-76s", "JTs,T9s,98s,87s,76s"),
        ("86s-T8s", "T8s,97s,86s"),
        ("AJs:0.75", "AJs:0.75"),
        ("22+:0.5, AA", "AA,KK-22:0.5"),
        ("AA,AA:0.25", "AA:0.25"),
        ("  AA ,\tKK\nQQ,, ", "QQ+"),
        ("random:0.5", &range_text(|_| 0.5)),
        ("AA:0,KK", "KK"),
        ("1010+", "TT+"),
        ("A10s, K10S+:0.10", "ATs,KTs+:0.1"),
        ("109s-76s", "T9s,98s,87s,76s"),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn single_holdings_are_read() {
    let range: Range = "AhKh, 2s2c:0.5, KdAd:0.25".parse().unwrap();
    assert_eq!(range.combos(), 1.75);
    let names: Vec<String> = range.named().iter().map(Holding::to_string).collect();
    assert_eq!(names, ["AhKh", "2s2c", "AdKd"]);
    let same: Range = "A♥K♥, 2S2C:0.5, K♦A♦:0.25".parse().unwrap();
    assert_eq!(same, range);
    assert_eq!("10♥9h, 10c10d".parse::<Range>().unwrap(), "Th9h, TcTd".parse().unwrap());
    // Over their class, whichever of the words comes last.
    assert_eq!("AK, AhKh:0.5".parse::<Range>().unwrap().combos(), 15.5);
    assert_eq!("AhKh:0.5, AK".parse::<Range>().unwrap().combos(), 16.0);
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (text, position, word) in [
        ("AA,KX", 4, "KX"),
        ("AA, KKs", 5, "KKs"),
        ("AAA", 1, "AAA"),
        ("AK-QQ", 1, "AK-QQ"),
        ("AKs-AQo", 1, "AKs-AQo"),
        ("QQ-AK", 1, "QQ-AK"),
        ("AJs:1.5", 1, "AJs:1.5"),
        ("AJs:-0.5", 1, "AJs:-0.5"),
        ("AJs:nan", 1, "AJs:nan"),
        ("AJs:", 1, "AJs:"),
        ("äöü, AhAh", 1, "äöü"),
        ("AA, ♠♥, AhAh", 5, "♠♥"),
        ("AA, AhAh", 5, "AhAh"),
        ("+", 1, "+"),
        ("-", 1, "-"),
        ("22+-44", 1, "22+-44"),
    ] {
        let error = text.parse::<Range>().unwrap_err();
        assert_eq!((error.position, error.word.as_str()), (position, word), "{text}: {error}");
        assert!(error.to_string().contains(&format!("'{word}' at character {position}")), "{error}");
    }
    for nothing in ["", " , ", "AA:0"] {
        let error = nothing.parse::<Range>().unwrap_err().to_string();
        assert!(error.starts_with("no holding has a weight above 0"), "{error}");
    }
}

proptest! {
    #[test]
    fn what_is_written_reads_back(parts in proptest::collection::vec(0u32..5, 169)) {
        let weight = |hand: StartingHand| f64::from(parts[hand.number()]) / 4.0;
        let text = range_text(weight);
        if !text.is_empty() {
            prop_assert_eq!(read(&text), text);
        }
    }

    #[test]
    fn no_text_panics(text in ".{0,20}") {
        let _ = text.parse::<Range>();
    }
}
