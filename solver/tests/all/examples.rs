//! The examples do what they show.

#[path = "../../examples/solve_kuhn.rs"]
mod solve_kuhn;

#[test]
fn solve_kuhn_runs() {
    solve_kuhn::main().unwrap();
}
