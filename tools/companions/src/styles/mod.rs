//! How players of a log play: loose or tight, aggressive or passive, and who plays like whom.
