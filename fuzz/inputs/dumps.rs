//! Dumps of open-pure-cfr.

use exchange::pure_cfr_dump::PureCfrDump;
use solver::game::{BettingTree, GameDefinition};
use std::io::Write;

/// A dump is refused, or gives probabilities that add up to one for every decision and bucket.
pub fn try_input(data: &[u8]) {
    let Some((&[first, second], dump)) = data.split_first_chunk::<2>() else { return };
    let game = if first.is_multiple_of(2) { GameDefinition::kuhn() } else { GameDefinition::leduc() };
    let tree = BettingTree::new(&game);
    let buckets = [1 + usize::from(first) / 2 % 16, 1 + usize::from(second) % 32];
    let folder = if std::path::Path::new("/dev/shm").is_dir() { "/dev/shm" } else { "." };
    let mut file = tempfile::NamedTempFile::new_in(folder).expect("a temporary file");
    file.write_all(dump).expect("room for it");
    let Ok(opened) = PureCfrDump::open(file.path(), &tree, &buckets[..tree.rounds()]) else { return };
    for decision in 0..tree.nodes().len() + 1 {
        let actions = tree.nodes().get(decision).map_or(2, |node| node.actions.len());
        for bucket in 0..buckets[1] + 1 {
            if let Some(probabilities) = opened.probabilities(decision, bucket, actions) {
                let sum: f32 = probabilities.iter().sum();
                assert!((sum - 1.0).abs() < 1e-5, "{sum}");
            }
        }
    }
}
