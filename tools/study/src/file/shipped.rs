//! The studies that are part of the program.

/// The study of the command `quickstart`.
pub const QUICKSTART: &str = include_str!("../../studies/quickstart.toml");
/// The abstraction of Johanson, Burch, Valenzano and Bowling (2013), without training.
pub const PAPER: &str = include_str!("../../studies/paper.toml");

/// All of them: names and files. What each asks stands at the head of its file.
pub const SHIPPED: [(&str, &str); 15] = [
    ("quickstart", QUICKSTART),
    ("paper", PAPER),
    ("taniguchi-ito", include_str!("../../studies/taniguchi-ito.toml")),
    ("taniguchi-ito-9000", include_str!("../../studies/taniguchi-ito-9000.toml")),
    ("ochs-counts", include_str!("../../studies/ochs-counts.toml")),
    ("ochs-counts-9000", include_str!("../../studies/ochs-counts-9000.toml")),
    ("ochs-budgets-9000", include_str!("../../studies/ochs-budgets-9000.toml")),
    ("ochs-distances-9000", include_str!("../../studies/ochs-distances-9000.toml")),
    ("ochs-exact-9000", include_str!("../../studies/ochs-exact-9000.toml")),
    ("plain-cfr-9000", include_str!("../../studies/plain-cfr-9000.toml")),
    ("baselines", include_str!("../../studies/baselines.toml")),
    ("baselines-9000", include_str!("../../studies/baselines-9000.toml")),
    ("least-exploitable", include_str!("../../studies/least-exploitable.toml")),
    ("better-buckets", include_str!("../../studies/better-buckets.toml")),
    ("training-longer", include_str!("../../studies/training-longer.toml")),
];
