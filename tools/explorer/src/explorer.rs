//! The explorer: open strategies, and answers to what the page asks.

use tables::together::progress::Progress;

use crate::api;
use crate::error::ExplorerError;
use crate::game::Game;
use crate::long_work::LongWork;
use crate::open_strategies::OpenStrategies;
use crate::play::{PlaySettings, Tables};
use crate::server::{Handler, Request, Response};

/// Most requests that compute on all cores or wait for it: a page has one at a time.
const MOST_LONG_WORK: usize = 8;

/// Answers the page's requests.
pub struct Explorer {
    pub(crate) game: Game,
    pub(crate) strategies: OpenStrategies,
    /// Where hands are played.
    pub(crate) tables: Tables,
    /// The requests that compute on all cores.
    pub(crate) long_work: LongWork,
}

impl Explorer {
    /// An explorer of these strategies.
    pub fn new(strategies: OpenStrategies, play: PlaySettings) -> Result<Self, ExplorerError> {
        let long_work = LongWork::new(MOST_LONG_WORK);
        Ok(Self { game: Game::holdem()?, strategies, tables: Tables::new(play), long_work })
    }
}

impl Handler for Explorer {
    fn answer(&self, request: &Request, progress: &dyn Progress) -> Response {
        api::answer(self, request, progress).unwrap_or_else(|refusal| refusal)
    }
}
