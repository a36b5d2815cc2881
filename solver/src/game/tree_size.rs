//! How many decisions a betting tree has, counted without growing it.

use std::collections::HashMap;

use super::betting_state::BettingState;
use super::betting_tree::Next;
use super::game_definition::{Betting, GameDefinition, MAX_DECISION_NODES};
use super::game_error::GameError;
use super::sizes::BetSizes;

/// States after which a count is given up; 200 big blinds with three sizes have some ten thousand.
const MOST_STATES: usize = 1 << 18;

/// The decisions of a game's tree; `None` where there are too many different states to count.
pub(super) fn decisions(game: &GameDefinition) -> Option<u64> {
    match game.betting {
        Betting::Limit => Some(limit_decisions(game)),
        Betting::NoLimit { .. } => count(game, BettingState::first(game), &mut HashMap::new()),
    }
}

/// With at most `m` raises a round has `2m + 2` decisions (nothing yet, 1..m raises; a check, then 1..m raises) and
/// `2m + 1` ways on (two checks, or a call of any of those raises).
fn limit_decisions(game: &GameDefinition) -> u64 {
    let (mut entries, mut decisions) = (1_u64, 0_u64);
    for rules in &game.rounds {
        let raises = rules.max_raises as u64;
        decisions = decisions.saturating_add(entries.saturating_mul(2 * raises + 2));
        entries = entries.saturating_mul(2 * raises + 1);
    }
    decisions
}

/// The decisions from a state on: equal states are followed by equal trees.
fn count(game: &GameDefinition, state: BettingState, known: &mut HashMap<BettingState, u64>) -> Option<u64> {
    if let Some(&decisions) = known.get(&state) {
        return Some(decisions);
    }
    let mut decisions = 1_u64;
    let raises = state.raises(game);
    for &action in state.actions(game, raises.len()) {
        if let Next::Decision(next) = state.after(game, action, state.total(action, &raises)) {
            decisions = decisions.saturating_add(count(game, next, known)?);
        }
    }
    (known.len() < MOST_STATES).then(|| {
        known.insert(state, decisions);
        decisions
    })
}

/// Refuses a no-limit game whose tree would be too large, and names the size whose loss makes it smallest.
pub(super) fn check(game: &GameDefinition, sizes: &BetSizes) -> Result<(), GameError> {
    let found = decisions(game);
    if found.is_some_and(|found| found <= MAX_DECISION_NODES) {
        return Ok(());
    }
    let with = |sizes: BetSizes| game.clone().with_betting_sizes(sizes);
    let left = |size| decisions(&with(sizes.without(size))).map(|left| (left, size));
    let advice = match sizes.words().into_iter().filter_map(left).min_by_key(|&(left, _)| left) {
        Some((left, size)) => format!("drop the size '{size}', which leaves {left}, or lower the cap"),
        None => "give fewer sizes and a lower cap".to_owned(),
    };
    let found = found.map_or_else(|| format!("more than {MAX_DECISION_NODES}"), |found| found.to_string());
    Err(GameError::TreeTooLarge { most: MAX_DECISION_NODES, found, advice })
}
