//! The addresses: files of the page, and documents for it. Any other address does not exist.

mod play;
mod spot;
mod start;
mod values;

use tables::together::progress::Progress;

use super::explorer::Explorer;
use super::page;
use super::server::{Method, Request, Response, Status};

type Answer = fn(&Explorer, &Request, &dyn Progress) -> Result<Response, Response>;

pub fn answer(explorer: &Explorer, request: &Request, progress: &dyn Progress) -> Result<Response, Response> {
    let answer: Option<Answer> = match request.path.as_str() {
        "/api/start" => Some(start::start),
        "/api/spot" => Some(spot::answer),
        "/api/values" => Some(values::answer),
        "/api/hand" => Some(start::hand),
        "/api/common" => Some(spot::common),
        "/api/play/sit" | "/api/play/act" | "/api/play/next" => Some(play::answer),
        _ => None,
    };
    let file = page::file(&request.path);
    let missing = || Response::refusal(Status::Missing, "there is nothing at this address");
    if answer.is_none() && file.is_none() {
        return Err(missing());
    }
    let wrong = |reason| Err(Response::refusal(Status::WrongMethod, reason));
    match (request.path.starts_with("/api/play/"), request.method) {
        (true, Method::Get | Method::Head) => return wrong("expected POST: hands are played here"),
        (false, Method::Post) => return wrong("expected GET: nothing is changed here"),
        _ => {}
    }
    answer.map_or_else(|| file.ok_or_else(missing), |answer| answer(explorer, request, progress))
}
