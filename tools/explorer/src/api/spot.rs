//! `/api/spot`: what each hand does at a decision, and the hands with which each seat reaches it; what the words of
//! addresses stand for; and numbers as documents carry them: rounded, since a page shows few digits and hands are many.

use evaluator::card::Card;
use evaluator::deck::Deck;
use evaluator::error::CardError;
use evaluator::round::Round;
use matches::agent::Agent;
use report::hand_grid::hands_on_paper;
use serde_json::{Value, json};
use solver::game::{Action, GameEnd, Next, NodeId};
use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;
use tables::together::progress::Progress;

use crate::explorer::{Explorer, Game};
use crate::server::{Request, Response, Status};
use crate::spot::{CommonSpot, DecisionView, Spot, common_spots};

/// The document of a spot; lists of holdings and starting hands are in the order of `/api/start`.
pub fn answer(explorer: &Explorer, request: &Request, _: &dyn Progress) -> Result<Response, Response> {
    let agent = strategy(explorer, request, "strategy")?;
    let spot = spot(explorer, request)?;
    let view = DecisionView::of(&explorer.game, &agent, &spot);
    let mut document = place(&explorer.game, &spot);
    document["hands"] = hands(&explorer.game, &spot, &view);
    document["classes"] = json!(classes(&explorer.game, &spot, &view));
    document["mean"] = json!(view.mean.map(|shares| shares.map(share)));
    document["least_reach"] = json!(view.least_reach);
    document["bucket_count"] = json!(agent.bucket_count(spot.street.number()));
    Ok(Response::json(&document))
}

/// The state of the game, how it got there and what can follow.
fn place(game: &Game, spot: &Spot) -> Value {
    let node = &game.tree[spot.decision];
    let [own, other] = [node.player, 1 - node.player].map(|position| node.contributions[position].0);
    json!({
        "board": written(&spot.board),
        "betting": game.tree.history(spot.decision),
        "street": spot.street.name(),
        "seat": Game::seat(node.player),
        "other_seat": Game::seat(1 - node.player),
        "pot": own + other,
        "to_call": other - own,
        "way": game.way_to(spot.decision).iter().map(|&(id, taken)| step(game, id, taken)).collect::<Vec<_>>(),
        "actions": actions(game, spot.decision),
    })
}

/// A decision that was made on the way.
fn step(game: &Game, id: NodeId, taken: usize) -> Value {
    let node = &game.tree[id];
    let action = node.actions[taken];
    json!({
        "betting": game.tree.history(id),
        "street": Round::ALL[node.round].name(),
        "seat": Game::seat(node.player),
        "action": game.action_name(id, action),
    })
}

fn actions(game: &Game, id: NodeId) -> Vec<Value> {
    let node = &game.tree[id];
    let action = |(&action, child): (&Action, &_)| {
        let (betting, end) = match *child {
            Next::Decision(next) => (Some(game.tree.history(next)), None),
            Next::End(GameEnd::Fold { .. }) => (None, Some("fold")),
            Next::End(GameEnd::Showdown { .. }) => (None, Some("showdown")),
        };
        let name = game.action_name(id, action);
        json!({ "letter": action.letter().to_string(), "name": name, "leads_to": betting, "ends_in": end })
    };
    node.actions.iter().zip(&node.children).map(action).collect()
}

/// Holding by holding: bucket, reach of either seat, and how often each action but the last is taken.
fn hands(game: &Game, spot: &Spot, view: &DecisionView) -> Value {
    let node = &game.tree[spot.decision];
    let buckets = &view.ranges.buckets[spot.street.number()];
    let possible = |number: usize| view.shares[number].is_some();
    let reach = |position: usize| -> Vec<Value> {
        let reach = view.ranges.reach[position].iter().enumerate();
        reach.map(|(number, &reach)| if possible(number) { share(reach) } else { Value::Null }).collect()
    };
    let of_action = |action: usize| -> Vec<Value> {
        view.shares.iter().map(|shares| shares.map_or(Value::Null, |shares| share(shares[action]))).collect()
    };
    let buckets = buckets.iter().enumerate().map(|(number, bucket)| bucket.filter(|_| possible(number)));
    json!({
        "bucket": buckets.collect::<Vec<_>>(),
        "reach": reach(node.player),
        "other_reach": reach(1 - node.player),
        "shares": (0..node.actions.len()).map(of_action).collect::<Vec<_>>(),
    })
}

/// Starting hand by starting hand, in the order of the grid.
fn classes(game: &Game, spot: &Spot, view: &DecisionView) -> Vec<Value> {
    let node = &game.tree[spot.decision];
    let class = |number: usize| {
        let it = &view.classes[number];
        json!({
            "holdings": it.holdings,
            "reach": share(it.reach[node.player]),
            "other_reach": share(it.reach[1 - node.player]),
            "shares": it.shares[..node.actions.len()].iter().map(|&it| share(it)).collect::<Vec<_>>(),
        })
    };
    hands_on_paper(game.deck).map(|hand| class(hand.number())).collect()
}

pub fn bad(reason: impl Display) -> Response {
    Response::refusal(Status::Bad, &reason.to_string())
}

/// A number among the words; `None` where it is left out.
pub fn number<N: FromStr>(request: &Request, name: &str) -> Result<Option<N>, Response> {
    let read = |text: &str| text.parse().map_err(|_| bad(format!("{name}={text}: expected a number")));
    request.word(name).map(read).transpose()
}

/// The strategy of that word, such as `strategy=0`; the first where it is left out.
pub fn strategy(explorer: &Explorer, request: &Request, name: &str) -> Result<Arc<Agent>, Response> {
    agent(explorer, name, number(request, name)?.unwrap_or(0))
}

/// The strategy with a number that was given under that name.
pub(super) fn agent(explorer: &Explorer, name: &str, number: usize) -> Result<Arc<Agent>, Response> {
    let agent =
        explorer.strategies.agent(number).map_err(|error| Response::refusal(Status::Failed, &error.to_string()))?;
    let count = explorer.strategies.names().len();
    agent.ok_or_else(|| bad(format!("{name}={number}: there are {count} strategies, from 0")))
}

pub fn spot(explorer: &Explorer, request: &Request) -> Result<Spot, Response> {
    let word = |name| request.word(name).unwrap_or_default();
    Spot::read(&explorer.game, word("board"), word("betting")).map_err(bad)
}

/// A number with at most `decimals` decimals; `None` becomes null.
pub fn rounded(value: Option<f64>, decimals: i32) -> Value {
    let scale = 10f64.powi(decimals);
    value.map_or(Value::Null, |value| {
        let rounded = (value * scale).round() / scale;
        // No minus zero, and no point where there is nothing after it.
        if rounded.fract() == 0.0 && rounded.abs() < 1e15 { Value::from(rounded as i64) } else { Value::from(rounded) }
    })
}

/// Shares and reaches.
pub fn share(value: f64) -> Value {
    rounded(Some(value), 6)
}

/// Cards one after the other.
pub fn written(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect()
}

const SHOWN: usize = 12;

/// Two lists of decisions on the board's street: the likeliest, and those where the strategies of `strategy` and
/// `other` differ most, weighted by how likely they are.
pub fn common(explorer: &Explorer, request: &Request, _: &dyn Progress) -> Result<Response, Response> {
    let agent = strategy(explorer, request, "strategy")?;
    let other = request.word("other").map(|_| strategy(explorer, request, "other")).transpose()?;
    let root = root(explorer.game.deck, request.word("board").unwrap_or_default()).map_err(bad)?;
    let found = common_spots(&explorer.game, &agent, other.as_deref(), &root);
    let most = |weight: fn(&CommonSpot) -> f64| -> Vec<Value> {
        let mut sorted: Vec<&CommonSpot> = found.iter().filter(|spot| weight(spot) > 0.0).collect();
        sorted.sort_by(|one, other| weight(other).total_cmp(&weight(one)));
        sorted.into_iter().take(SHOWN).map(|spot| described(&explorer.game, spot)).collect()
    };
    Ok(Response::json(&json!({
        "board": written(&root.board),
        "street": root.street.name(),
        "common": most(|spot| spot.probability),
        "apart": most(|spot| spot.probability * spot.difference),
    })))
}

fn root(deck: Deck, text: &str) -> Result<Spot, CardError> {
    let board = deck.parse_cards(text)?;
    let expected = "a board of 0, 3, 4 or 5 cards";
    let count = || CardError::Count { text: text.to_owned(), expected, found: board.len() };
    let street = Round::of_board_cards(board.len()).ok_or_else(count)?;
    Ok(Spot { decision: NodeId::ROOT, board, street })
}

fn described(game: &Game, spot: &CommonSpot) -> Value {
    json!({
        "betting": game.tree.history(spot.decision),
        "seat": Game::seat(game.tree[spot.decision].player),
        "probability": share(spot.probability),
        "difference": share(spot.difference),
    })
}
