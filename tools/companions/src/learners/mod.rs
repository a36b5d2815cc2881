//! Learners from match logs: players who are imitated from what they did, and how they differ.
