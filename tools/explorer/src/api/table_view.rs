//! A table as the person sees it.

use evaluator::card::Card;
use matches::live::player_view::Event;
use matches::live::table::ReviewedDecision;
use matches::statistics::score::Score;
use serde_json::{Value, json};
use solver::game::{Action, NodeId};
use tables::text::written as written_path;

use super::numbers::{rounded, share, written};
use crate::game::Game;
use crate::play::Sitting;

/// The document of a table. The strategy's cards are in it after a showdown only, its own view once the hand is over.
pub fn table_view(game: &Game, sitting: &Sitting) -> Value {
    let Sitting { table, hand, result, paths, .. } = sitting;
    let (view, own) = (table.view(hand), hand.person());
    let cards = |hole: &[Card]| if hole.is_empty() { Value::Null } else { Value::from(written(hole)) };
    let reviewed = if sitting.is_over() { table.reviewed(hand) } else { Vec::new() };
    let here = game.tree.node_at(hand.betting()).ok();
    let legal = |&action: &Action| {
        let name = here.map_or("", |id| game.action_name(id, action));
        json!({ "letter": action.letter().to_string(), "name": name })
    };
    let raw = result.mbb_per_game();
    let events = table.events(hand);
    let (unsaved, problem) = sitting.unsaved();
    let flop = events.iter().position(|event| matches!(event, Event::Dealt(_))).unwrap_or(events.len());
    let event = |(place, event): (usize, &Event)| described(own, event, place < flop);
    json!({
        "opponent": table.agent().name(),
        "hand": hand.number(),
        "betting": hand.betting(),
        "seat": Game::seat(own),
        "hole": cards(&view.state.cards.hole[own]),
        "other_hole": cards(&view.state.cards.hole[1 - own]),
        "board": written(&view.state.cards.board.concat()),
        "paid": [view.paid[own].0, view.paid[1 - own].0],
        "legal": view.legal.iter().map(legal).collect::<Vec<_>>(),
        "events": events.iter().enumerate().map(event).collect::<Vec<_>>(),
        "won": view.won.map(|chips| chips.0),
        "is_showdown": view.is_showdown,
        "review": reviewed.iter().map(|decision| review(game, decision)).collect::<Vec<_>>(),
        "hands": raw.observations,
        "chips": result.chips(),
        "raw": score(Some(raw)),
        "corrected": score(result.corrected_mbb_per_game()),
        "files": paths.each_ref().map(|path| written_path(path)),
        "unsaved": unsaved,
        "problem": problem,
    })
}

/// A score with its interval; a single hand has none.
fn score(score: Option<Score>) -> Value {
    let Some(score) = score.filter(|score| score.observations > 0) else { return Value::Null };
    let ci95 = Some(score.ci95()).filter(|half| half.is_finite());
    json!({ "mbb_per_game": rounded(Some(score.mean), 1), "ci95": rounded(ci95, 1) })
}

fn described(own: usize, event: &Event, is_before_flop: bool) -> Value {
    match event {
        Event::Dealt(cards) => json!({ "cards": written(cards) }),
        Event::Acted { position, action, paid, is_unasked } => {
            let name = match (action, is_unasked) {
                (Action::Fold, _) => "fold",
                (Action::Call, true) => "check",
                (Action::Call, false) => "call",
                // The blinds are the first bet before the flop.
                (Action::Raise, true) if !is_before_flop => "bet",
                (Action::Raise, _) => "raise",
            };
            json!({ "is_own": *position == own, "action": name, "paid": paid.0 })
        }
    }
}

/// A decision of the person as the strategy sees it.
fn review(game: &Game, decision: &ReviewedDecision) -> Value {
    let id = game.tree.node_at(&decision.betting).unwrap_or(NodeId::ROOT);
    let named = |(action, probability): (Action, f64)| {
        let name = game.action_name(id, action);
        json!({ "name": name, "probability": share(probability) })
    };
    json!({
        "betting": decision.betting,
        "taken": game.action_name(id, decision.taken),
        "bucket": decision.view.bucket,
        "actions": decision.view.probabilities().map(named).collect::<Vec<_>>(),
    })
}
