//! What can go wrong with the explorer: one line each that says what, where and what to do.

use evaluator::deck::Deck;
use evaluator::error::CardError;
use evaluator::round::Round;
use matches::error::MatchError;
use solver::error::SolverError;
use solver::game::GameError;
use std::io;
use std::path::PathBuf;
use tables::error::{Failure, Kind};
use thiserror::Error;

/// A failure before the page is there.
#[derive(Debug, Error)]
pub enum ExplorerError {
    #[error(
        "port {port} of 127.0.0.1: cannot be listened to ({source}); give another --port, or 0 for any that is free"
    )]
    Port { port: u16, source: io::Error },
    #[error("{}: a spot of {found} cards beside others of {expected}; open it by itself", .path.display())]
    Deck { path: PathBuf, expected: Deck, found: Deck },
    #[error(transparent)]
    Match(#[from] MatchError),
    #[error(transparent)]
    Solver(#[from] SolverError),
}

impl Failure for ExplorerError {
    fn kind(&self) -> Kind {
        match self {
            Self::Port { .. } => Kind::Failed,
            Self::Deck { .. } => Kind::Input,
            Self::Match(error) => error.kind(),
            Self::Solver(error) => error.kind(),
        }
    }
}

impl From<GameError> for ExplorerError {
    fn from(error: GameError) -> Self {
        Self::Match(error.into())
    }
}

/// Cards and betting that are not a spot of the game.
#[derive(Debug, Error)]
pub enum SpotError {
    #[error(transparent)]
    Cards(#[from] CardError),
    #[error(transparent)]
    Betting(#[from] GameError),
    #[error(
        "betting '{betting}' leads to a decision on the {street}, expected one on the flop, as after rc/ or crc/c; \
        give other --betting"
    )]
    NotOnFlop { betting: String, street: Round },
    #[error("the strategy never comes to a decision on the flop; name one with --betting, as after rc/")]
    NoFlop,
    #[error("the betting has come to the {street}, which has {} board cards, not {found}; add cards",
        street.board_cards())]
    Board { street: Round, found: usize },
}

impl Failure for SpotError {
    fn kind(&self) -> Kind {
        Kind::Input
    }
}
