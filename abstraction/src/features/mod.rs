//! What describes a hand: its strength distribution (HSD) and its strength against clusters of opponents (OCHS).

pub mod board_feature;
pub mod build_features;
pub mod distinct_rows;
pub mod embedding;
pub mod hand_strength_distribution;
pub mod many_hands;
pub mod opponent_cluster_hand_strength;
pub mod opponent_clusters;
pub mod single_hand;
pub mod strengths;

/// Boards that one task takes: long enough to make scheduling free, short enough to stop soon when cancelled.
pub(crate) const BOARDS_AT_ONCE: usize = 32;
