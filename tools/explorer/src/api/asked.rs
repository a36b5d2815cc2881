//! What the words of an address stand for.

use matches::agent::Agent;
use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;

use crate::explorer::Explorer;
use crate::server::{Request, Response, Status};
use crate::spot::Spot;

/// A refusal of a word that makes no sense.
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
    let number = number(request, name)?.unwrap_or(0);
    let agent =
        explorer.strategies.agent(number).map_err(|error| Response::refusal(Status::Failed, &error.to_string()))?;
    let count = explorer.strategies.names().len();
    agent.ok_or_else(|| bad(format!("{name}={number}: there are {count} strategies, from 0")))
}

/// The spot of the words `board` and `betting`.
pub fn spot(explorer: &Explorer, request: &Request) -> Result<Spot, Response> {
    let word = |name| request.word(name).unwrap_or_default();
    Spot::read(&explorer.game, word("board"), word("betting")).map_err(bad)
}
