//! The studies that are part of the program.

/// The study of the command `quickstart`.
pub const QUICKSTART: &str = include_str!("../../studies/quickstart.toml");
/// The paper's abstraction.
pub const PAPER: &str = include_str!("../../studies/paper.toml");
/// Nine counts of opponent clusters with five clusterings each, at 1,000 buckets.
pub const OCHS_COUNTS: &str = include_str!("../../studies/ochs-counts.toml");
/// The paper's four counts with both distances and three clusterings each, at its own size.
pub const OCHS_COUNTS_9000: &str = include_str!("../../studies/ochs-counts-9000.toml");
/// Opponent clusters against simpler river buckets.
pub const BASELINES: &str = include_str!("../../studies/baselines.toml");
/// The same at the published size.
pub const BASELINES_9000: &str = include_str!("../../studies/baselines-9000.toml");
/// All of them, by name.
pub const SHIPPED: [(&str, &str); 6] = [
    ("quickstart", QUICKSTART),
    ("paper", PAPER),
    ("ochs-counts", OCHS_COUNTS),
    ("ochs-counts-9000", OCHS_COUNTS_9000),
    ("baselines", BASELINES),
    ("baselines-9000", BASELINES_9000),
];
