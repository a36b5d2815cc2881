//! The addresses: files of the page, and documents for it. Any other address does not exist.

mod common;
mod play;
mod spot;
mod start;
mod values;

use tables::together::progress::Progress;

use super::explorer::Explorer;
use super::page;
use super::server::{Method, Request, Response, Status};

/// Answers a request.
pub fn answer(explorer: &Explorer, request: &Request, progress: &dyn Progress) -> Result<Response, Response> {
    if let Some(file) = page::file(&request.path) {
        only_shown(request)?;
        return Ok(file);
    }
    let show: fn(&Explorer, &Request, &dyn Progress) -> Result<Response, Response> = match request.path.as_str() {
        "/api/start" => start::start,
        "/api/spot" => spot::answer,
        "/api/values" => values::answer,
        "/api/hand" => start::hand,
        "/api/common" => common::answer,
        "/api/play/sit" | "/api/play/act" | "/api/play/next" => {
            only_done(request)?;
            return play::answer(explorer, request, progress);
        }
        _ => return Err(Response::refusal(Status::Missing, "there is nothing at this address")),
    };
    only_shown(request)?;
    show(explorer, request, progress)
}

fn only_shown(request: &Request) -> Result<(), Response> {
    match request.method {
        Method::Get | Method::Head => Ok(()),
        Method::Post => Err(Response::refusal(Status::WrongMethod, "expected GET: nothing is changed here")),
    }
}

fn only_done(request: &Request) -> Result<(), Response> {
    match request.method {
        Method::Post => Ok(()),
        Method::Get | Method::Head => {
            Err(Response::refusal(Status::WrongMethod, "expected POST: hands are played here"))
        }
    }
}
