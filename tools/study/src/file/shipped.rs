//! The studies that are part of the program.

/// The study of the command `quickstart`.
pub const QUICKSTART: &str = include_str!("../../studies/quickstart.toml");
/// The abstraction of Johanson, Burch, Valenzano and Bowling (2013), without training.
pub const PAPER: &str = include_str!("../../studies/paper.toml");
/// Nine counts of opponent clusters with five clusterings each, at 1,000 buckets.
pub const OCHS_COUNTS: &str = include_str!("../../studies/ochs-counts.toml");
/// Taniguchi and Ito's experiment (2015) at a small size, their table beside the one found here.
pub const TANIGUCHI_ITO: &str = include_str!("../../studies/taniguchi-ito.toml");
/// The same at their size.
pub const TANIGUCHI_ITO_9000: &str = include_str!("../../studies/taniguchi-ito-9000.toml");
/// The paper's four counts with both distances and three clusterings each, at its own size.
pub const OCHS_COUNTS_9000: &str = include_str!("../../studies/ochs-counts-9000.toml");
/// Six clusters against twelve at that size, as training grows.
pub const OCHS_BUDGETS_9000: &str = include_str!("../../studies/ochs-budgets-9000.toml");
/// Two counts under four distances and two kinds of percentiles, with several clusterings, trainings and budgets.
pub const OCHS_DISTANCES_9000: &str = include_str!("../../studies/ochs-distances-9000.toml");
/// Six clusters against twelve, trained against an opponent with exact cards.
pub const OCHS_EXACT_9000: &str = include_str!("../../studies/ochs-exact-9000.toml");
/// Three counts and percentiles of strength under plain CFR, trained for 300,000 boards.
pub const PLAIN_CFR_9000: &str = include_str!("../../studies/plain-cfr-9000.toml");
/// Opponent clusters against simpler river buckets.
pub const BASELINES: &str = include_str!("../../studies/baselines.toml");
/// The same at the published size.
pub const BASELINES_9000: &str = include_str!("../../studies/baselines-9000.toml");
/// A strategy trained against an opponent with exact cards, at the published size.
pub const LEAST_EXPLOITABLE: &str = include_str!("../../studies/least-exploitable.toml");
/// Which kinds of buckets, 1,000 a street, lose least to exact cards, and on which street more of them help most.
pub const BETTER_BUCKETS: &str = include_str!("../../studies/better-buckets.toml");
/// Which rules become more exploitable the longer they train against themselves.
pub const TRAINING_LONGER: &str = include_str!("../../studies/training-longer.toml");
/// All of them, by name.
pub const SHIPPED: [(&str, &str); 15] = [
    ("quickstart", QUICKSTART),
    ("paper", PAPER),
    ("taniguchi-ito", TANIGUCHI_ITO),
    ("taniguchi-ito-9000", TANIGUCHI_ITO_9000),
    ("ochs-counts", OCHS_COUNTS),
    ("ochs-counts-9000", OCHS_COUNTS_9000),
    ("ochs-budgets-9000", OCHS_BUDGETS_9000),
    ("ochs-distances-9000", OCHS_DISTANCES_9000),
    ("ochs-exact-9000", OCHS_EXACT_9000),
    ("plain-cfr-9000", PLAIN_CFR_9000),
    ("baselines", BASELINES),
    ("baselines-9000", BASELINES_9000),
    ("least-exploitable", LEAST_EXPLOITABLE),
    ("better-buckets", BETTER_BUCKETS),
    ("training-longer", TRAINING_LONGER),
];
