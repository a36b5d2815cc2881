//! The explorer: strategies on a shelf, and answers to what the page asks.

use std::sync::{Mutex, MutexGuard, PoisonError};
use tables::progress::Progress;

use crate::api;
use crate::error::ExplorerError;
use crate::game::Game;
use crate::play::{PlaySettings, Tables};
use crate::server::{Handler, Request, Response};
use crate::shelf::Shelf;

/// Answers the page's requests.
pub struct Explorer {
    /// The game.
    pub(crate) game: Game,
    /// The strategies.
    pub(crate) shelf: Shelf,
    /// Where hands are played.
    pub(crate) tables: Tables,
    /// Held by the request that computes on all cores.
    long_work: Mutex<()>,
}

impl Explorer {
    /// An explorer of these strategies.
    ///
    /// # Errors
    /// None that hold'em gives.
    pub fn new(shelf: Shelf, play: PlaySettings) -> Result<Self, ExplorerError> {
        Ok(Self { game: Game::holdem()?, shelf, tables: Tables::new(play), long_work: Mutex::default() })
    }

    /// Waits for its turn to compute on all cores: many such requests at once would only take each other's memory.
    pub(crate) fn begin_long_work(&self) -> MutexGuard<'_, ()> {
        self.long_work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Handler for Explorer {
    fn answer(&self, request: &Request, progress: &dyn Progress) -> Response {
        api::answer(self, request, progress).unwrap_or_else(|refusal| refusal)
    }
}
