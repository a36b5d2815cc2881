//! `/api/equity`: both whole ranges against each other, hand by hand, if there is no more betting.
//!
//! `/api/runouts`: the same betting on every card that may lie last, turn or river.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use serde_json::json;
use tables::together::progress::{Cancelled, Progress};

use super::decision::{rounded, share, written};
use super::reached::Source;
use super::spot::{bad, word};
use crate::explorer::Explorer;
use crate::server::{Request, Response, Status};
use crate::spot::DecisionView;
use crate::worth::{Equities, NextCard, shares_on_each};

/// Over all boards that may follow: the seat to act first, then the other one.
pub fn answer(explorer: &Explorer, request: &Request, progress: &dyn Progress) -> Result<Response, Response> {
    let source = Source::of(explorer, request)?;
    let reached = source.reached(explorer, word(request, "board"), word(request, "betting"))?;
    let betting = source.betting(explorer);
    let equities =
        Equities::of(&explorer.game, &reached.board, &reached.view.ranges.reach, progress).map_err(stopped)?;
    let player = betting.tree[reached.decision].player;
    let seat = |position: usize| {
        json!({
            "seat": betting.seats[position],
            "mean": rounded(equities.means.map(|means| means[position]), 6),
            "equity": equities.shares[position].iter().map(|&it| rounded(it, 5)).collect::<Vec<_>>(),
            "weight": equities.weights[position].iter().map(|&it| rounded(Some(it), 8)).collect::<Vec<_>>(),
        })
    };
    Ok(Response::json(&json!({ "seats": [seat(player), seat(1 - player)] })))
}

pub fn runouts(explorer: &Explorer, request: &Request, progress: &dyn Progress) -> Result<Response, Response> {
    let source = Source::of(explorer, request)?;
    let (betting, way) = (source.betting(explorer), word(request, "betting"));
    let decision = source.decision(explorer, way)?;
    let street = betting.street(decision);
    let cards = explorer.game.deck.parse_cards(word(request, "board")).map_err(bad)?;
    let before = street.board_cards().saturating_sub(1);
    if before < 3 {
        return Err(bad(format!("the {street}: one card follows on the turn and on the river only")));
    }
    let lying = cards.get(..before).ok_or_else(|| bad(format!("{} board cards, expected {before}", cards.len())))?;
    let player = betting.tree[decision].player;
    let free: Vec<Card> = (explorer.game.deck.card_set() - CardSet::of(lying)).iter().collect();
    let views = source.on_each(explorer, lying, &free, way)?;
    let next = free.iter().zip(&views).map(|(&card, view)| NextCard::of(card, &view.ranges, player));
    let next: Vec<NextCard> = next.collect();
    let shares = shares_on_each(&explorer.game, lying, &next, progress).map_err(stopped)?;
    let actions = betting.tree[decision].actions.len();
    let of_card = |((card, view), &equity): ((&Card, &DecisionView), &Option<f64>)| {
        let mean = view.mean.map(|mean| mean[..actions].iter().map(|&it| share(it)).collect::<Vec<_>>());
        json!({ "card": card.to_string(), "mean": mean, "equity": rounded(equity, 4) })
    };
    Ok(Response::json(&json!({
        "street": street.name(),
        "board": written(lying),
        "betting": way,
        "seat": betting.seats[player],
        "actions": betting.actions_of(decision),
        "cards": free.iter().zip(&views).zip(&shares).map(of_card).collect::<Vec<_>>(),
    })))
}

fn stopped(_: Cancelled) -> Response {
    Response::refusal(Status::Busy, "the explorer is being stopped, or the client has left")
}
