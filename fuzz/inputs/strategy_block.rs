//! The content of a strategy's block, unpacked.

use tables::strategy::block::{NodeStrategy, ProbabilityBits};

/// A content is refused, or it is what its own strategy writes.
pub fn try_input(data: &[u8]) {
    let [actions, buckets, bits, content @ ..] = data else { return };
    let bits = ProbabilityBits::ALL[usize::from(*bits) % 3];
    let (actions, buckets) = (usize::from(*actions) % 5, usize::from(*buckets));
    if let Some(node) = NodeStrategy::from_bytes(actions, buckets, bits, content) {
        assert_eq!(node.bytes(), content);
        for bucket in 0..buckets {
            let sum: u32 = node.parts(bucket).expect("a bucket that exists").iter().map(|&part| u32::from(part)).sum();
            assert_eq!(sum, u32::from(bits.parts()));
        }
    }
}
