//! Mistyped words of a list: which one was meant.

use evaluator::round::Round;
use evaluator::words::{did_you_mean, did_you_mean_by, unknown_word, with_the_nearest};
use proptest::prelude::*;

const POLICIES: [&str; 6] = ["always-fold", "always-call", "always-raise", "always-all-in", "call-raise", "uniform"];

fn meant(typed: &str, known: &[&str]) -> String {
    let said = did_you_mean(typed, known.iter().copied());
    said.strip_prefix("; did you mean ").map_or(String::new(), |word| word.trim_end_matches('?').to_owned())
}

#[test]
fn a_word_with_few_wrong_letters_is_known_again() {
    for (typed, expected) in [
        ("always-cal", "always-call"),
        ("allways-call", "always-call"),
        ("alwasy-fold", "always-fold"),
        ("Always-Raise", "always-raise"),
        ("always_all_in", "always-all-in"),
        ("allin", "always-all-in"),
        ("fold", "always-fold"),
        ("unifrom", "uniform"),
        ("nobody", ""),
        ("", ""),
        ("a", ""),
    ] {
        assert_eq!(meant(typed, &POLICIES), expected, "{typed}");
    }
    let rules = ["cfr", "cfr+", "linear", "dcfr", "hs-dcfr"];
    for (typed, expected) in
        [("CFR+", "cfr+"), ("CFR", "cfr"), ("dfcr", "dcfr"), ("hsdcfr", "hs-dcfr"), ("lin", "linear")]
    {
        assert_eq!(meant(typed, &rules), expected, "{typed}");
    }
}

#[test]
fn another_number_is_not_a_mistyped_one() {
    for (typed, expected) in [("C9", ""), ("C66", "C6"), ("c8", "C8"), ("C8half", "C8-half")] {
        assert_eq!(meant(typed, &["C6", "C8", "C8-half"]), expected, "{typed}");
    }
}

#[test]
fn other_names_of_a_word_stand_for_it() {
    let features = [("strength", "strength"), ("strength-squared", "strength-squared"), ("ehs2", "strength-squared")];
    assert_eq!(did_you_mean_by("EHS2", features), "; did you mean strength-squared?");
    assert_eq!(did_you_mean_by("strengh", features), "; did you mean strength?");
}

#[test]
fn a_mistyped_word_is_refused_with_the_list_and_the_nearest() {
    assert_eq!(
        unknown_word("l22", "a distance", &["emd", "l2"]),
        "'l22' is not a distance; choose emd or l2; did you mean l2?"
    );
    assert_eq!(unknown_word("cosine", "a distance", &["emd", "l2"]), "'cosine' is not a distance; choose emd or l2");
    let refusal = "turm".parse::<Round>().unwrap_err();
    assert!(refusal.ends_with("flop, turn and river; did you mean turn?"), "{refusal}");
}

#[test]
fn keys_of_files_are_known_again() {
    let said = "unknown field `bukets`, expected one of `feature`, `buckets`, `bins`";
    assert_eq!(with_the_nearest(said), format!("{said}; did you mean buckets?"));
    for said in ["missing field `buckets`", "unknown field `x`, expected `buckets`", "invalid type: string `bins`"] {
        assert_eq!(with_the_nearest(said), said);
    }
}

proptest! {
    #[test]
    fn one_wrong_letter_in_a_long_word_is_forgiven(which in 0usize..6, place in 0usize..11, letter in "[a-z]") {
        let word = POLICIES[which];
        let place = place.min(word.len() - 1);
        let typed = format!("{}{letter}{}", &word[..place], &word[place + 1..]);
        prop_assert_eq!(meant(&typed, &POLICIES), word);
    }

    #[test]
    fn no_text_panics(typed in ".{0,80}") {
        let _ = meant(&typed, &POLICIES);
    }
}
