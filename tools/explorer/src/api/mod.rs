//! The addresses: files of the page, and documents for it. Any other address does not exist.

mod bucket;
mod decision;
mod equity;
mod exact;
mod play;
mod push_fold;
mod reached;
mod spot;
mod start;
mod values;

use tables::together::progress::Progress;

use super::explorer::Explorer;
use super::page;
use super::server::{Method, Request, Response, Status};

type Answer = fn(&Explorer, &Request, &dyn Progress) -> Result<Response, Response>;

pub fn answer(explorer: &Explorer, request: &Request, progress: &dyn Progress) -> Result<Response, Response> {
    let shown: Option<Answer> = match request.path.as_str() {
        "/api/start" => Some(start::start),
        "/api/spot" => Some(spot::answer),
        "/api/betting" => Some(spot::betting),
        "/api/equity" => Some(equity::answer),
        "/api/runouts" => Some(equity::runouts),
        "/api/bucket" => Some(bucket::answer),
        "/api/values" => Some(values::answer),
        "/api/hand" => Some(start::hand),
        "/api/common" => Some(spot::common),
        "/api/push-fold" => Some(push_fold::answer),
        "/api/hands" => Some(play::hands),
        "/api/log" => Some(play::log),
        "/api/exact/progress" => Some(exact::progress),
        _ => None,
    };
    // What changes something, or has more to say than an address holds.
    let sent: Option<Answer> = match request.path.as_str() {
        "/api/play/sit" | "/api/play/luck" | "/api/play/act" | "/api/play/next" => Some(play::answer),
        "/api/cards" => Some(start::cards),
        "/api/exact/range" => Some(exact::range),
        "/api/exact/preview" => Some(exact::preview),
        "/api/exact/solve" => Some(exact::solve),
        _ => None,
    };
    let wrong = |reason| Err(Response::refusal(Status::WrongMethod, reason));
    match (shown, sent, page::file(&request.path), request.method) {
        (None, None, None, _) => Err(Response::refusal(Status::Missing, "there is nothing at this address")),
        (None, Some(answer), _, Method::Post) => answer(explorer, request, progress),
        (None, Some(_), _, _) => wrong("expected POST: something is done here"),
        (_, _, _, Method::Post) => wrong("expected GET: nothing is changed here"),
        (Some(answer), ..) => answer(explorer, request, progress),
        (None, None, Some(file), _) => Ok(file),
    }
}
