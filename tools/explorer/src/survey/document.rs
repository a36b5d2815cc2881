//! A survey as a document: its keys are for programs, in the command's JSON and in Python.

use serde_json::{Map, Value, json};

use super::{BoardsBelow, RangePlay, Survey, SurveyedFlop, groupings, mean};
use crate::explorer::Game;

/// What the survey found on some flops.
pub fn document(survey: &Survey<'_>, flops: &[SurveyedFlop]) -> Value {
    let Survey { game, agent, decision, boards } = survey;
    let (betting, node) = (game.betting(), &game.tree[*decision]);
    let [big_blind, button] = survey.contributions();
    let all: Vec<&SurveyedFlop> = flops.iter().collect();
    let group = |name: &str, flops: usize, weight: u64, play: Option<&RangePlay>| {
        let mut json = json!({ "name": name, "flops": flops, "weight": weight });
        add_play(survey, &mut json, play);
        json
    };
    let by_texture: Map<String, Value> = groupings(flops)
        .iter()
        .map(|grouping| {
            let groups = grouping.groups.iter();
            let groups = groups.map(|it| group(&it.name, it.flops, it.weight, it.mean.as_ref())).collect::<Vec<_>>();
            (grouping.name.replace(' ', "_"), json!(groups))
        })
        .collect();
    let flop = |flop: &SurveyedFlop| {
        let texture = flop.texture;
        let mut json = json!({
            "board": flop.board(),
            "weight": flop.weight,
            "reached": flop.figures.reached,
            "high_card": texture.high_name(),
            "pairs": texture.pairing.name(),
            "suits": texture.suits.name(),
            "connection": texture.connection.name(),
        });
        add_play(survey, &mut json, flop.figures.play.as_ref());
        json
    };
    let weight = flops.iter().map(|flop| u64::from(flop.weight)).sum();
    json!({
        "strategy": agent.name(),
        "betting": survey.betting(),
        "street": betting.street(*decision).name(),
        "seat": key(survey.seat()),
        "pot": big_blind + button,
        "paid": { key(0): big_blind, key(1): button },
        "big_blind": game.definition.big_blind().0,
        "actions": game.tree.action_texts(node).iter().zip(survey.action_names())
            .map(|(action, name)| json!({ "action": action, "name": name })).collect::<Vec<_>>(),
        "boards": match boards {
            BoardsBelow::All => json!("all"),
            BoardsBelow::Drawn(count) => json!(count),
        },
        "all": group("all", flops.len(), weight, mean(&all).as_ref()),
        "by_texture": by_texture,
        "flops": flops.iter().map(flop).collect::<Vec<_>>(),
    })
}

/// Adds the keys `actions` and `values`, null where nothing is played.
fn add_play(survey: &Survey<'_>, json: &mut Value, play: Option<&RangePlay>) {
    let Some(play) = play else {
        (json["actions"], json["values"]) = (Value::Null, Value::Null);
        return;
    };
    let node = &survey.game.tree[survey.decision];
    let actions = survey.game.tree.action_texts(node).into_iter().zip(&play.actions);
    json["actions"] = actions.map(|(action, &share)| (action, json!(share))).collect::<Map<_, _>>().into();
    let shares = play.pot_shares(survey.contributions());
    let value = |position: usize| {
        json!({
            "chips": play.chips[position],
            "big_blinds": survey.big_blinds(play.chips[position]),
            "standard_error": survey.big_blinds(play.standard_error),
            "pot_share": shares[position],
            "equity": play.equities[position],
        })
    };
    json["values"] = json!({ key(1): value(1), key(0): value(0) });
}

/// A seat in documents, by position.
fn key(position: usize) -> String {
    Game::seat(position).replace(' ', "_")
}
