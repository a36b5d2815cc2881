//! A study file and its stages in order, each skipped when done and resumed when cut off.
