//! What the benchmarks share: seeded hands and boards.
