//! The examples do what they show.

#[path = "../../examples/own_buckets.rs"]
mod own_buckets;

#[test]
fn own_buckets_runs() {
    own_buckets::main().unwrap();
}
