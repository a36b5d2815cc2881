//! Who wins: agents, duplicate matches and leagues with confidence intervals.
