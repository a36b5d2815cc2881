//! Fuzzy inference by hand: sets, rules, and the expectation over random consequents.
