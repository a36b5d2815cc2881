//! The examples do what they show.

#[path = "../../examples/train_and_match.rs"]
mod train_and_match;

#[test]
fn train_and_match_runs() {
    train_and_match::main().unwrap();
}
