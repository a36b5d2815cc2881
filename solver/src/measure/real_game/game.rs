//! A game of two hole cards made ready for best responses from either seat.

use super::flop_response::Responder;
use super::last_round::LastRound;
use super::suit_orbits::BoardOrbit;
use crate::error::SolverError;
use crate::game::{BettingTree, GameDefinition, TreeLayout};
use crate::measure::best_response::{Answer, BestResponse};
use crate::measure::expected_value::Player;
use crate::public_board::CardRules;
use crate::walk::{PreparedGame, Real, Stakes};

/// A game with two hole cards and a flop; `T` is the precision within the last round.
pub struct RealGame<T> {
    game: PreparedGame<f64>,
    stakes: Stakes<T>,
}

impl<T: Real> RealGame<T> {
    /// Prepares a game.
    ///
    /// # Errors
    /// [`SolverError::Unfit`] for a game with one hole card, one round, or cards before the first round.
    pub fn new(definition: &GameDefinition) -> Result<Self, SolverError> {
        check_cards("best response", &CardRules::new(definition))?;
        let game = PreparedGame::new(definition)?;
        let layout = TreeLayout::new(&BettingTree::new(definition))?;
        let stakes = Stakes::new(&layout, &game.lanes);
        Ok(Self { game, stakes })
    }

    /// How the cards fall.
    pub fn rules(&self) -> &CardRules {
        &self.game.rules
    }

    /// The flops, see [`BoardOrbit::flops`].
    pub fn flops(&self) -> Vec<BoardOrbit> {
        BoardOrbit::flops(&self.game.rules)
    }

    /// The responder in a position against an opponent, whose abstraction must not tell apart hands that differ by the
    /// names of suits alone.
    ///
    /// # Errors
    /// [`SolverError::Unfit`] for a last round whose betting the kernels are not made for.
    pub fn responder<'a>(
        &'a self,
        position: usize,
        opponent: Player<'a, f64>,
    ) -> Result<Responder<'a, T>, SolverError> {
        let last = self.last_round(position, opponent)?;
        Ok(Responder { response: self.response(position, opponent), last, answer: Answer::Best })
    }

    /// A policy against itself: who plays it in position 0, and who in position 1.
    ///
    /// # Errors
    /// As [`Self::responder`].
    pub fn policy_itself<'a>(&'a self, policy: Player<'a, f64>) -> Result<[Responder<'a, T>; 2], SolverError> {
        let lasts = [self.last_round(0, policy)?, self.last_round(1, policy)?];
        let [first, second] = LastRound::of_policy_itself(lasts);
        let player =
            |position, last| Responder { response: self.response(position, policy), last, answer: Answer::SamePolicy };
        Ok([player(0, first), player(1, second)])
    }

    fn response<'a>(&'a self, position: usize, opponent: Player<'a, f64>) -> BestResponse<'a, f64> {
        BestResponse { game: &self.game, responder: position, opponent }
    }

    fn last_round(&self, position: usize, opponent: Player<'_, f64>) -> Result<LastRound<T>, SolverError> {
        let Self { game, stakes } = self;
        let last = LastRound::new(&game.lanes, stakes, position, opponent, game.processor);
        last.ok_or_else(|| unfit_betting("best response"))
    }
}

/// Whether flops can be measured by themselves.
pub(super) fn check_cards(what: &'static str, rules: &CardRules) -> Result<(), SolverError> {
    let fits = rules.hole_cards() == 2 && rules.rounds() > 1 && rules.board_cards(0) == 0;
    let refuse = || unfit(what, "two hole cards, no board at first and at least two rounds", "another form");
    if fits { Ok(()) } else { Err(refuse()) }
}

/// The kernels are not made for a last round.
pub(in crate::measure) fn unfit_betting(what: &'static str) -> SolverError {
    unfit(what, "one to four bets in a last round without blinds", "other betting")
}

/// The measure has not been made for the game.
pub(in crate::measure) fn unfit(what: &'static str, expected: &str, found: &str) -> SolverError {
    let advice = "use solve for small games";
    SolverError::Unfit { what, expected: expected.to_owned(), found: found.to_owned(), advice }
}
