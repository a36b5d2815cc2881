//! How to play: games, betting trees, counterfactual regret minimisation and its measures.
